// Analysing a position: any game, any variation, or one that is set up by hand.

import { dotsOf } from "./cells.js";
import { ask } from "./dialogs.js";
import { button, chip, h, renew } from "./dom.js";
import { SIZES, sizeOf } from "./setup.js";
import { Study } from "./study.js";
import { Game, sameCell } from "./tree.js";
import { refusal, t } from "./words.js";

export class Analyse extends Study {
  constructor(app) {
    super(app, "analyse");
    this.editing = null;
    /** Fulfilled when all changes by hand are made. */
    this.changes = Promise.resolve();
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
    const isHere = (dot) => sameCell(dot, cell);
    await this.change((dots) => {
      const there = dots.find(isHere);
      const others = dots.filter((dot) => !isHere(dot));
      const isTaken = tool === "erase" || there?.player === tool;
      return { start: isTaken ? others : [...others, { ...cell, player: tool }] };
    });
    if (this.app.mode === this) this.app.say(this.app.describe(cell));
  }

  /** Changes the game by hand. `some` gets the dots and what the game is about, after the changes before. */
  change(some) {
    const { editing } = this;
    this.changes = this.changes.then(() => this.changeNow(editing, some));
    return this.changes;
  }

  /** Another game with these dots; refused if the rules do. */
  async changeNow(editing, some) {
    // Another game was opened meanwhile.
    if (this.game !== editing.game) return;
    // The moves become dots of the start. Whose turn it is stays.
    const about = { ...this.game.about, first: this.game.turn() };
    let game = null;
    try {
      const dots = await this.dots();
      game = new Game({ ...about, picture: null, result: null, human: undefined, isOwn: true, ...some(dots, about) });
      await this.app.engine.view(game, game.root);
    } catch (error) {
      if (!error.lost) this.app.toast(refusal(error));
      // A request ends a search.
      this.live.follow(this.game, this.game.at);
      return;
    }
    if (this.game !== editing.game) return;
    // Setting up may have been ended and begun again meanwhile.
    if (this.editing?.game === this.game) this.editing.game = game;
    editing.game = game;
    this.game = game;
    this.moves.show(game);
    await this.goTo(game.root);
  }

  /** The dots on the board. Those of a start with a name, or of a picture, are read off the board of the start. */
  async dots() {
    const { app, game } = this;
    const { start, picture } = game.about;
    const moves = game.at.path().slice(1).filter((node) => !node.isEnd).map(({ move }) => ({ ...move }));
    const isRead = picture || typeof start === "string";
    return [...(isRead ? dotsOf((await app.engine.view(game, game.root)).rows) : start), ...moves];
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
      onclick: () => this.change((start, { first }) => ({ first: 1 - first, start })),
    });
    const clear = button({ text: t("clear"), id: "set-up-clear", onclick: () => this.change(() => ({ start: [] })) });
    const now = `${game.width}x${game.height}`;
    const size = h("select", { "aria-label": t("size"), id: "set-up-size", class: "whole", onchange: () => {
      const [width, height] = sizeOf({ size: size.value });
      this.change(() => ({ width, height, start: [] }));
    } }, [...new Set([...SIZES, now])].map((name) => h("option", { value: name }, name.replace("x", "×"))));
    size.value = now;
    renew(this.editor,
      h("h2", {}, t("set_up")),
      h("div", { class: "row" }, tool(0, t("player_0")), tool(1, t("player_1")), tool("erase", t("erase"))),
      h("div", { class: "row" }, size, clear, turn),
      button({ text: t("done"), kind: "primary", onclick: () => this.done(), id: "set-up-done" }));
  }

  redraw() {
    super.redraw();
    this.drawEditor();
    this.app.board.setDirect(Boolean(this.editing));
    if (this.editing) this.app.board.setPlayer(this.editing.tool === "erase" ? null : this.editing.tool);
  }
}
