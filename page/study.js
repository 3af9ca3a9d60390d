// Looking into a game: its tree, what the engine thinks of a position, and what can be drawn over it.

import { fromAddress } from "./address.js";
import { lineMarks } from "./board.js";
import { obstacle } from "./cells.js";
import { ask } from "./dialogs.js";
import { button, chip, h, refill, renew } from "./dom.js";
import { showExport } from "./export.js";
import { LeadGraph } from "./graph.js";
import { leadAfter, leadOf } from "./lead.js";
import { LiveAnalysis } from "./live.js";
import { MoveList } from "./moves.js";
import { candidateMarks, drawOverlay, OVERLAYS } from "./overlays.js";
import { play as sound } from "./sound.js";
import { actOnce, keyOf, sayStep, showStep, stepButtons, stepOf } from "./steps.js";
import { tab } from "./storage.js";
import { cellName, Game, sameCell } from "./tree.js";
import { leadText, number, reasonOf, refusal, rounded, signed, t } from "./words.js";

export class Study {
  constructor(app, name) {
    this.app = app;
    this.name = name;
    this.overlay = "none";
    /** The game that is shown again if the engine refuses the position of an address; null once a board is known. */
    this.former = null;
    /** Rows that the list of best moves has room for. */
    this.linesShown = MOST_ROWS;
    this.hovered = null;
    /** The row of best moves that has the mouse or the focus. */
    this.pointed = null;
    /** Whether an overlay is asked for. */
    this.isAsking = false;
    this.live = new LiveAnalysis(app, () => this.drawAnalysis());
    this.moves = new MoveList((node) => this.goTo(node));
    this.graph = new LeadGraph((node) => this.goTo(node));
    this.restore();
    addEventListener("pagehide", () => this.save());
  }

  /** Where the browser keeps the game of this mode. */
  get place() {
    return `tochki.${this.name}`;
  }

  restore() {
    try {
      this.game = Game.from(tab.read(this.place));
    } catch {
      this.game = new Game(USUAL);
    }
  }

  /** Keeps the game. Returns whether the browser has room for it. */
  save() {
    return this.app.keep(this.place, this.game.toData());
  }

  /** Takes over a game; nodes and what is known of them are its own. `human` is the side of the reader in a game of Play. */
  take({ game, human }) {
    this.replace(Game.from(game.toData()));
    if (human !== undefined) this.game.about.human = human;
  }

  get hasWork() {
    return this.game.hasWork;
  }

  /** Shows another game from now on. */
  replace(game) {
    this.game = game;
    this.former = null;
  }

  enter(rest) {
    if (rest) {
      this.takeAddress(rest);
      return;
    }
    this.app.engine.setOption("ponder", false);
    this.build();
    this.begin();
  }

  /** Shows the game, and asks for all its boards, so that stepping waits for nothing. */
  async begin() {
    await this.goTo(this.game.at);
    await this.fetchViews();
  }

  /** Asks for the boards of the line through the node on the board, and of the main line, which a review judges. */
  async fetchViews() {
    const { game, app } = this;
    try {
      await app.engine.views(game, [...new Set([...game.mainLine(), ...game.end().path()])]);
    } catch (error) {
      if (!error.lost) app.toast(reasonOf(error));
    }
    if (game !== this.game || app.mode !== this) return;
    this.graph.show(game, game.at);
    this.live.follow(game, game.at);
  }

  /** Opens the position of an address, which then is an address of the mode again. */
  takeAddress(text) {
    history.replaceState(null, "", `#${this.name}`);
    let game = null;
    try {
      // Programs that hand an address on may escape its marks.
      game = fromAddress(decodeURIComponent(text));
    } catch {
      this.app.toast(t("bad_address"));
    }
    // The game that may be replaced is shown behind the question.
    if (!game || this.hasWork) this.enter("");
    if (!game) return;
    this.app.replaceIn(this, () => {
      const former = this.former ?? this.game;
      this.replace(game);
      this.former = former;
      // It empties the panel.
      this.app.route();
    });
  }

  leave() {
    this.live.stop();
    this.save();
  }

  /** Makes the panel. Modes add their own parts. */
  build() {
    this.players = h("div", { class: "row spread captures" });
    this.steps = h("div");
    this.best = h("div", { class: "best" });
    this.toggle = h("div");
    this.evaluation = h("div", { class: "evaluation" });
    this.tools = h("div", { class: "card" });
    this.cutting = h("div", { class: "actions" });
    this.comment = h("p", { class: "soft small", id: "comment" });
    this.app.panel.append(...[
      this.head?.(),
      h("div", { class: "card main" }, this.players, this.steps, this.graph.element, this.comment, h("div", { class: "row spread" }, this.evaluation, this.toggle), this.best),
      this.middle?.(),
      h("div", { class: "card" }, this.moves.element, this.cutting),
      this.tools,
    ].filter(Boolean));
    this.legend = h("p", { class: "soft small", id: "legend", hidden: true });
    this.drawTools();
    this.moves.show(this.game);
  }

  /** Goes on with the game against the engine. A game that goes on there is not lost without a question. */
  playOn() {
    const { app, game } = this;
    const open = () => app.open("play", { game });
    const kept = app.modes.play.game;
    const isOpen = kept.root.children.length > 0 && !app.modes.play.isOver(kept.end(kept.root));
    if (isOpen) ask({ title: t("play_on"), text: t("ask_replace"), yes: t("play_on"), action: open });
    else open();
  }

  drawTools() {
    const overlays = OVERLAYS.map((name) => h("option", { value: name }, t(`overlay_${name}`)));
    const overlay = h("select", { id: "overlay", onchange: (event) => this.setOverlay(event.target.value) }, overlays);
    overlay.value = this.overlay;
    renew(this.tools,
      h("label", { class: "row" }, h("span", { class: "soft grow" }, t("overlay")), overlay),
      this.legend,
      h("div", { class: "actions" },
        button({ name: "play", text: t("play_on"), onclick: () => this.playOn(), id: "play-on" }),
        button({ name: "save", text: t("save"), onclick: () => showExport(this.app, this.game), id: "export" }),
        ...(this.moreTools?.() ?? [])));
  }

  setOverlay(name) {
    this.overlay = name;
    this.drawMarks();
    this.drawOverlay();
  }

  async goTo(node) {
    const { game, app } = this;
    game.at = node;
    try {
      await app.engine.view(game, node);
    } catch (error) {
      if (error.lost) return;
      if (game === this.game) await this.giveUp(node, error);
      return;
    }
    if (game === this.game) this.former = null;
    if (game !== this.game || game.at !== node || app.mode !== this) return;
    this.redraw();
    sayStep(app, game);
    this.live.follow(game, node);
    this.drawOverlay();
    this.saveSoon();
  }

  /** Takes back a move that the engine has refused, or a game whose start or address it has refused. */
  async giveUp(node, error) {
    const isMove = node.parent && !this.former;
    this.app.toast(isMove ? refusal(error) : t("bad_address"));
    if (isMove) this.game.remove(node);
    else this.replace(this.former ?? new Game(USUAL));
    this.moves.show(this.game);
    await this.goTo(this.game.at);
  }

  saveSoon() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 400);
  }

  async put(cell) {
    const { game } = this;
    const parent = game.at;
    // A board that is not known yet is not the one that is shown.
    if (parent.isEnd || !parent.view) return;
    const why = obstacle(parent.view, cell);
    if (why) {
      this.app.toast(why);
      return;
    }
    const size = parent.children.length;
    const node = game.add(parent, { player: game.turn(parent), ...cell });
    await this.goTo(node);
    if (node.view) sound(node.view.captured.join() !== parent.view.captured.join() ? "capture" : "put");
    if (parent.children.length !== size) {
      game.about.isOwn = true;
      if (game === this.game) this.moves.show(game);
    }
    this.drawAnalysis();
  }

  hover(cell) {
    const found = cell && this.shown()?.moves.find(({ coords }) => sameCell(coords, cell));
    this.showLine(found ?? null);
  }

  /** This row of the list of best moves has the mouse or the focus; `null` if none has. */
  point(row) {
    this.pointed = row;
    this.hover(row && cellOf(row));
  }

  /** Draws the line that is expected after a move instead of the marks. */
  showLine(candidate) {
    if (candidate === this.hovered) return;
    this.hovered = candidate;
    this.drawMarks();
  }

  /** What is known of the position on the board; nothing as long as its board is not. */
  shown() {
    const { view, analysis } = this.game.at;
    return view && analysis;
  }

  key(event) {
    const node = stepOf(event, this.game);
    const key = keyOf(event);
    const action = {
      a: () => this.toggleLive(), " ": () => this.toggleLive(), u: () => this.putBack(), Delete: () => this.cut(), Backspace: () => this.cut(),
    }[key];
    // On a button Space has its own meaning.
    const isForButton = key === " " && event.target.matches?.("button, a");
    if (node) this.goTo(node);
    else if (action && !isForButton) actOnce(event, action);
    else return false;
    return true;
  }

  /** Takes the move on the board away, with all that follows. */
  cut() {
    const { game } = this;
    if (!game.at.parent) return;
    game.cut(game.at);
    this.changed();
  }

  /** Puts back what was taken away last. */
  putBack() {
    const { game } = this;
    if (!game.cuts.length) return;
    game.putBack();
    this.changed();
  }

  /** Moves were taken away or put back. */
  changed() {
    this.moves.show(this.game);
    this.goTo(this.game.at);
  }

  toggleLive() {
    this.live.toggle(this.game, this.game.at);
    this.drawAnalysis();
  }

  reconnected() {
    this.begin();
  }

  disconnected() {
    // An analysis that ran so long that the server has closed the conversation does not begin again by itself.
    if (this.app.engine.link.isAway) return;
    this.live.stop();
    this.drawAnalysis();
  }

  // --- what is shown ---

  redraw() {
    const { app, game } = this;
    const node = game.at;
    showStep(app.board, game);
    app.board.setPlayer(node.isEnd ? null : game.turn());
    this.hovered = null;
    if (!this.steps) return;
    const captured = node.view?.captured ?? [0, 0];
    renew(this.players, ...[0, 1].map((player) => {
      const name = game.about.players[player];
      return h("span", { class: `row${game.turn() === player ? " turn" : ""}` },
        chip(player, { isNamed: Boolean(name) }), h("span", {}, name || t(`player_${player}`)), h("b", {}, String(captured[player])));
    }));
    renew(this.steps, stepButtons(game, (to) => this.goTo(to)));
    renew(this.cutting,
      button({ name: "cross", text: t("delete_move"), keys: "Delete", disabled: !node.parent, onclick: () => this.cut(), id: "delete-move" }),
      button({ name: "undo", text: t("put_back"), keys: "U", disabled: !game.cuts.length, onclick: () => this.putBack(), id: "put-back" }));
    this.cutting.hidden = !game.root.children.length && !game.cuts.length;
    this.moves.mark(node);
    this.drawAnalysis();
  }

  drawAnalysis() {
    // The answer to a move may come in another mode, which has the board now.
    if (!this.best || this.app.mode !== this) return;
    const { game } = this;
    const node = game.at;
    const found = this.shown();
    refill(this.toggle, button({
      name: this.live.isOn ? "stop" : "search", text: t(this.live.isOn ? "stop_analysis" : "analysis"), keys: "A",
      pressed: this.live.isOn, onclick: () => this.toggleLive(), id: "analysis",
    }));
    this.evaluation.replaceChildren(...this.evaluationParts(found));
    const rows = (found?.moves ?? []).slice(0, MOST_ROWS).map((move, rank) => this.moveRow(found, move, rank));
    refill(this.best, ...(rows.length ? [tableHead(), ...rows] : []));
    if (this.pointed) this.point(this.pointed.isConnected ? this.pointed : null);
    // What is below does not jump when the number of moves changes.
    this.best.style.minHeight = this.live.isOn || rows.length ? `${32 * (1 + this.linesShown)}px` : "";
    this.comment.textContent = [node.kind && !this.moves.kinds.has(node) && t(`kind_${node.kind}`), node.remark].filter(Boolean).join("\n");
    this.comment.hidden = !this.comment.textContent;
    this.drawMarks();
    this.graph.show(game, node);
  }

  evaluationParts(found) {
    const node = this.game.at;
    const expected = leadOf(this.game, node);
    if (!expected || (!found && node.isEnd)) {
      const state = node.isEnd ? "game_over" : this.live.isOn ? "thinking" : "not_analysed";
      return [h("span", { class: "soft" }, t(state))];
    }
    const { lead, rate } = expected;
    return [h("b", { id: "lead" }, leadText(lead)), h("span", { class: "soft small" }, ` ${t("blue_wins", { rate: Math.round(100 * rate) })}`)];
  }

  moveRow(found, move, rank) {
    const { game } = this;
    // The row stays when another move gets its rank.
    const show = ({ currentTarget }) => this.point(currentTarget);
    const hide = () => this.point(null);
    const put = ({ currentTarget }) => {
      const cell = cellOf(currentTarget);
      if (cell) this.put(cell);
    };
    const cell = move.coords ? cellName(move.coords, game.height) : "–";
    const values = {
      col_lead: signed(leadAfter(game, game.at, found.player, move)), col_wins: `${Math.round(100 * move.weight)} %`,
      col_visits: move.visits === undefined ? "" : short(move.visits),
    };
    // Who does not see the head of the table hears with each number what it is.
    const told = Object.entries(values).filter(([, value]) => value).map(([name, value]) => `${t(name)} ${value}`);
    return h("button", {
      class: "best-move", type: "button", id: `best-${rank}`, title: t("row_title"), onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide,
      onclick: put, "data-move": move.coords && `${move.coords.x},${move.coords.y}`, "aria-label": [`${t(`player_${found.player}`)}: ${cell}`, ...told].join(", "),
    },
    chip(found.player), h("b", {}, cell),
    h("span", {}, values.col_lead), h("span", {}, values.col_wins), h("span", { class: "soft" }, values.col_visits));
  }

  drawMarks() {
    const { app } = this;
    const found = this.shown();
    const line = found && this.hovered;
    // Marks would hide the ways and nets.
    const isFreeOfWays = ["none", "importance"].includes(this.overlay);
    app.board.draw("marks", found && !line && isFreeOfWays ? candidateMarks(this.game, this.game.at, MOST_ROWS, app.board.markScale()) : []);
    app.board.draw("line", line ? lineMarks(line.line, found.player) : this.mistakeMarks());
  }

  /** Marks of a mistake that the reader looks at. Only a review finds mistakes. */
  mistakeMarks() {
    return [];
  }

  /** Tells what an overlay shows, or that there is nothing to be shown. */
  showLegend(elements) {
    this.legend.hidden = this.overlay === "none";
    this.legend.style.visibility = "";
    this.legend.textContent = t(elements ? `legend_${this.overlay}` : "legend_nothing");
  }

  /** Draws the overlay of the position. One is asked for at a time, and not for positions that are left meanwhile. */
  async drawOverlay() {
    const { app, game, overlay } = this;
    const node = game.at;
    this.clearOverlay();
    if (overlay === "none") {
      this.showOverlay({ heat: [], paths: [] });
      return;
    }
    if (this.isAsking) return;
    this.isAsking = true;
    const { stops } = app.engine;
    const parts = await drawOverlay(app.engine, game, node, overlay).catch(() => null);
    this.isAsking = false;
    if (app.mode !== this) return;
    const isHere = node === this.game.at;
    const isPart = parts && stops !== app.engine.stops;
    // A request ends a search.
    if (isHere) this.live.follow(game, node);
    if (!isHere || isPart || overlay !== this.overlay) this.drawOverlay();
    else if (parts) this.showOverlay(parts);
  }

  /** Takes away what was drawn over another position. What is below the legend does not jump meanwhile. */
  clearOverlay() {
    this.app.board.draw("heat", []);
    this.app.board.draw("paths", []);
    this.legend.style.visibility = "hidden";
  }

  showOverlay({ heat, paths }) {
    this.app.board.draw("heat", heat);
    this.app.board.draw("paths", paths);
    this.showLegend(heat.length + paths.length);
  }
}

/** The game that is shown where there is no other. */
const USUAL = { width: 20, height: 20, start: "cross" };

/** Best moves that are listed and marked. */
const MOST_ROWS = 8;

function tableHead() {
  return h("div", { class: "best-head soft small", "aria-hidden": "true" },
    ["", "col_move", "col_lead", "col_wins", "col_visits"].map((name) => h("span", {}, name && t(name))));
}

/** The cell of a row of best moves; `null` if its move is none. */
function cellOf({ dataset: { move } }) {
  if (!move) return null;
  const [x, y] = move.split(",").map(Number);
  return { x, y };
}

const short = (value) => (value < 1000 ? number(value) : `${rounded(value / 1000)}k`);
