// Analysing a position: any game, any variation, or one that is set up by hand.

import { dotsOf, isInside, playerAt } from "./cells.js";
import { ask } from "./dialogs.js";
import { button, chip, h, renew } from "./dom.js";
import { sidesOf, SIZES } from "./limits.js";
import { noneIfRefused } from "./link.js";
import { Study } from "./study.js";
import { Game, sameCell } from "./tree.js";
import { refusal, t } from "./words.js";

/** The start of an empty board. */
const EMPTY = { start: [], picture: null };

const pictureOf = ({ rows }) => rows.join("/");

export class Analyse extends Study {
  constructor(app) {
    super(app, "analyse");
    this.editing = null;
    /** Fulfilled when all changes by hand are made. */
    this.changes = Promise.resolve();
    /** For each game that a change by hand has made: the game before it. */
    this.before = new WeakMap();
  }

  middle() {
    // What is set up is a game that is not shown any more.
    if (this.editing?.game !== this.game) this.editing = null;
    this.editor = h("div", { class: "card", hidden: !this.editing });
    this.drawEditor();
    return this.editor;
  }

  moreTools() {
    return [
      button({ name: "edit", text: t("set_up"), pressed: Boolean(this.editing), onclick: () => this.edit(), id: "set-up" }),
      button({ name: "search", text: t("review"), onclick: () => this.app.open("review", { game: this.game }) }),
    ];
  }

  leave() {
    this.editing = null;
    this.app.board.setDirect(false);
    super.leave();
  }

  // --- setting up by hand ---

  /** Begins or ends it. That moves become dots of a start is not done without a question. */
  edit() {
    const turnTo = (editing) => {
      this.editing = editing;
      this.drawTools();
      this.redraw();
    };
    const action = () => {
      this.live.stop();
      turnTo({ tool: 0, game: this.game });
    };
    if (this.editing) turnTo(null);
    else if (this.game.root.children.length) ask({ title: t("set_up"), text: t("ask_set_up"), yes: t("set_up"), action });
    else action();
  }

  /** Ends setting up by the button in what is hidden then. The focus goes back to the one that has begun it. */
  done() {
    this.edit();
    document.getElementById("set-up").focus({ preventScroll: true });
  }

  choose(tool) {
    this.editing.tool = tool;
    this.redraw();
  }

  async put(cell) {
    if (!this.editing) {
      await super.put(cell);
      return;
    }
    const { tool } = this.editing;
    await this.change((about) => this.withCell(about, cell, tool));
    if (this.app.mode === this) this.app.say(this.app.describe(cell));
  }

  /**
   * Changes the game by hand. `some` gets what the game is about, after the changes before, and returns what changes; null if
   * nothing does.
   */
  change(some) {
    const { editing } = this;
    this.changes = this.changes.then(() => this.changeNow(editing, some));
    return this.changes;
  }

  /** Shows the changed game; refused if the rules forbid it. */
  async changeNow(editing, some) {
    // Another game was opened meanwhile.
    if (this.game !== editing.game) return;
    const former = this.game;
    let game = null;
    try {
      // The moves become dots of the start. Whose turn it is stays.
      const about = { ...former.about, first: former.turn(), result: null, human: undefined, isOwn: true };
      Object.assign(about, await this.position());
      const changed = await some(about);
      if (changed) {
        game = new Game({ ...about, ...changed });
        await this.app.engine.view(game, game.root);
      }
    } catch (error) {
      if (!error.lost) this.app.toast(refusal(error));
      game = null;
    }
    if (!game || this.game !== former) {
      // A request ends a search.
      this.live.follow(this.game, this.game.at);
      return;
    }
    this.before.set(game, former);
    await this.turnTo(game, editing);
  }

  /** Shows another state of what is set up. */
  async turnTo(game, editing) {
    // Setting up may have been ended and begun again meanwhile.
    if (this.editing?.game === this.game) this.editing.game = game;
    editing.game = game;
    this.game = game;
    this.moves.show(game);
    await this.goTo(game.at);
  }

  /** Whether the last change can be taken back: moves that were made after it would be lost. */
  canUndo() {
    return this.before.has(this.game) && !this.game.root.children.length;
  }

  /** Takes the last change by hand back, after the changes before. */
  undo() {
    const { editing } = this;
    this.changes = this.changes.then(async () => {
      if (this.game === editing.game && this.canUndo()) await this.turnTo(this.before.get(this.game), editing);
    });
  }

  /** Moves that were deleted come back first: the game before the change does not have them. */
  putBack() {
    if (this.editing && !this.game.cuts.length) this.undo();
    else super.putBack();
  }

  /**
   * What is on the board, as the start of a game: its dots in their order, or a picture if the game began with one. Who is
   * captured depends on the order, which a picture does not tell.
   */
  async position() {
    const { app: { engine }, game } = this;
    const { start, picture } = game.about;
    const nodes = game.at.path().filter((node) => !node.isEnd);
    if (picture) return { picture: pictureOf(await engine.view(game, nodes.at(-1))) };
    const dots = typeof start === "string" ? dotsOf((await engine.view(game, game.root)).rows) : start;
    return { start: [...dots, ...nodes.slice(1).map(({ move }) => ({ ...move }))] };
  }

  /**
   * The start with a cell as a click with a tool leaves it: a second dot of a player takes his first one away. Null if there
   * is nothing to erase.
   */
  async withCell(about, cell, tool) {
    const rows = about.picture?.split("/");
    const there = rows ? playerAt(rows[cell.y][cell.x]) : about.start.find((dot) => sameCell(dot, cell))?.player;
    if (tool === "erase" && there === undefined) return null;
    const changed = there === undefined ? about : { ...about, ...(await this.without(about, cell)) };
    if (tool === "erase" || tool === there) return changed;
    const dot = { ...cell, player: tool };
    if (!changed.picture) return { ...changed, start: [...changed.start, dot] };
    // The dot may capture others.
    const game = new Game(changed);
    return { ...changed, picture: pictureOf(await this.app.engine.view(game, game.add(game.root, dot))) };
  }

  /** The start without the dot on a cell. */
  async without({ start, picture, ...about }, cell) {
    const isOther = (dot) => !sameCell(dot, cell);
    if (!picture) return { start: start.filter(isOther) };
    const rows = picture.split("/");
    const whole = await this.marked(about, rows, cell, ".x");
    if (whole) return { picture: whole };
    const opened = await this.opened(about, rows, cell);
    if (opened) return { picture: opened };
    // Who is captured is found out dot by dot, on the whole board.
    return { picture: null, start: dotsOf(rows).filter(isOther) };
  }

  /** The picture of these rows with one of these marks on a cell, the first that the rules allow; null if they allow none. */
  async marked(about, rows, { x, y }, marks) {
    for (const mark of marks) {
      const picture = rows.with(y, rows[y].slice(0, x) + mark + rows[y].slice(x + 1)).join("/");
      const game = new Game({ ...about, picture });
      const isAllowed = await this.app.engine.view(game, game.root).then(() => true, noneIfRefused);
      if (isAllowed) return picture;
    }
    return null;
  }

  /**
   * The picture of these rows without the dot on a cell, which breaks chains round territory. What they have captured is put
   * again, dot by dot: smaller chains may still capture it. The rest of the board stays as it is. Null if the rules forbid it.
   */
  async opened(about, rows, cell) {
    const game = new Game({ ...about, picture: pictureOf({ rows }) });
    const { territory } = await this.app.engine.view(game, game.root);
    const isOn = (chain, at) => chain.some((dot) => sameCell(dot, at));
    const broken = territory.map(({ chain }) => chain).filter((chain) => isOn(chain, cell));
    const isFreed = ({ x, y }) => "abx".includes(rows[y][x]) && broken.some((chain) => !isOn(chain, { x, y }) && isInside({ x, y }, chain));
    const emptied = rows.map((row, y) => [...row].map((mark, x) => (isFreed({ x, y }) ? "." : mark)).join(""));
    let picture = await this.marked(about, emptied, cell, ".x");
    for (const dot of dotsOf(rows).filter(isFreed)) picture &&= await this.putAgain(about, picture, dot);
    return picture;
  }

  /** The picture with one more dot, which may be captured; null if the rules forbid it. */
  putAgain(about, picture, dot) {
    const rows = picture.split("/");
    // Dots before it have closed its cell.
    if (rows[dot.y][dot.x] === "x") return this.marked(about, rows, dot, ["ab"[dot.player], "01"[dot.player]]);
    const game = new Game({ ...about, picture });
    return this.app.engine.view(game, game.add(game.root, dot)).then(pictureOf, noneIfRefused);
  }

  drawEditor() {
    if (!this.editor) return;
    const { editing, game } = this;
    this.editor.hidden = !editing;
    if (!editing) return;
    const tool = (value, text) => h("button", {
      type: "button", class: "button", "aria-pressed": String(editing.tool === value), id: `tool-${value}`,
      onclick: () => this.choose(value),
    }, value !== "erase" && chip(value), text);
    const turn = button({
      text: t("first_is", { player: t(`player_${game.turn()}`) }), id: "set-up-first",
      onclick: () => this.change(({ first }) => ({ first: 1 - first })),
    });
    const clear = button({ text: t("clear"), id: "set-up-clear", onclick: () => this.change(() => EMPTY) });
    const now = `${game.width}x${game.height}`;
    const size = h("select", { "aria-label": t("size"), id: "set-up-size", class: "whole", onchange: () => {
      const [width, height] = sidesOf(size.value);
      this.change(() => ({ width, height, ...EMPTY }));
    } }, [...new Set([...SIZES, now])].map((name) => h("option", { value: name }, name.replace("x", "×"))));
    size.value = now;
    // Moves that were deleted have the key first.
    const undo = button({
      name: "undo", text: t("undo_change"), keys: game.cuts.length ? undefined : "U", disabled: !this.canUndo(), id: "set-up-undo",
      onclick: () => this.undo(),
    });
    renew(this.editor,
      h("h2", {}, t("set_up")),
      h("div", { class: "row" }, tool(0, t("player_0")), tool(1, t("player_1")), tool("erase", t("erase"))),
      h("div", { class: "row" }, size, clear, turn),
      h("div", { class: "row" },
        undo,
        button({ text: t("done"), kind: "primary grow", onclick: () => this.done(), id: "set-up-done" })));
  }

  redraw() {
    super.redraw();
    this.drawEditor();
    this.app.board.setDirect(Boolean(this.editing));
    if (this.editing) this.app.board.setPlayer(this.editing.tool === "erase" ? null : this.editing.tool);
  }
}
