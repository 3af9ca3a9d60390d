// Playing against the engine.

import { ring } from "./board.js";
import { obstacle } from "./cells.js";
import { Clock } from "./clock.js";
import { ask } from "./dialogs.js";
import { button, chip, h, renew } from "./dom.js";
import { showExport } from "./export.js";
import { clockOf, newGameDialog, sizeOf } from "./newgame.js";
import { change, settings } from "./settings.js";
import { play as sound } from "./sound.js";
import { actOnce, keyOf, moveText, sayStep, showStep, stepButtons, stepOf } from "./steps.js";
import { tab } from "./storage.js";
import { cellName, Game } from "./tree.js";
import { count, number, reasonOf, refusal, t } from "./words.js";

const KEY = "tochki.play";
/** The level without weaknesses. */
const FULL_LEVEL = 10;
/** Seconds on its clock below which the engine, at full strength, plays by the clock. */
const HURRY = 20;
/** With a time for each move it does so, too, when less than the time of this many moves is left. */
const HURRY_MOVES = 2;
/** Seconds on its clock below which a lower level plays by the clock. It plays at full strength then. */
const LAST_SECONDS = 3;
/** A game that has hardly begun is not ended by the engine, nor is the reader told that he can end it. */
const FEWEST_MOVES = 20;

export class Play {
  constructor(app) {
    this.app = app;
    this.name = "play";
    this.thinking = null;
    this.hinted = null;
    /** Marks of the dots that would be given away, while the reader is asked whether he wants to stop. */
    this.atStake = null;
    this.restore();
    addEventListener("pagehide", () => {
      // The browser may keep the page for a way back. The time runs again after it, or when the engine is back.
      this.clock?.stop();
      this.save();
    });
    // A conversation that was closed for idleness does not come back by itself.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && app.mode === this) this.goOn();
    });
    if (!this.game) this.begin(settings.newGame);
  }

  // --- games ---

  restore() {
    try {
      const kept = tab.read(KEY);
      if (!kept) return;
      this.game = Game.from(kept.game);
      Object.assign(this, { human: kept.human, strength: kept.strength });
      this.clock = kept.clock && new Clock(kept.clock);
    } catch {
      this.game = null;
    }
  }

  save() {
    const clock = this.clock?.toData();
    const { human, strength } = this;
    this.app.keep(KEY, { game: this.game.toData(), human, strength, clock });
  }

  /** Begins a game with these choices. */
  begin(choices) {
    this.stopThinking();
    const [width, height] = sizeOf(choices);
    this.game = new Game({
      width, height, start: choices.start, komi: choices.komi,
      rules: { suicide: choices.suicide, captures_empty_bases: choices.emptyBases },
    });
    this.human = choices.side === "random" ? Math.floor(2 * Math.random()) : Number(choices.side);
    this.strength = { kind: choices.strength, level: choices.level, seconds: choices.seconds };
    const [minutes, increment] = clockOf(choices) ?? [];
    this.clock = minutes ? new Clock({ left: [60 * minutes, 60 * minutes], increment }) : null;
    this.dropHint();
  }

  newGame() {
    newGameDialog((choices) => {
      change({ newGame: choices });
      this.begin(choices);
      this.enter();
      this.app.board.svg.focus();
    });
  }

  /** Goes on with another game from where it is. The reader keeps his side if it is a game of this mode. */
  take({ game }) {
    this.stopThinking();
    this.game = game.upTo(game.at);
    this.human = game.about.human ?? this.game.turn();
    this.clock = null;
  }

  // --- the mode ---

  enter() {
    this.save();
    this.timer ??= setInterval(() => this.tick(), 200);
    this.panel = h("div", { class: "card" });
    this.app.panel.replaceChildren(this.panel);
    this.app.engine.setOption("ponder", true);
    this.redraw();
    this.goOn();
  }

  leave() {
    clearInterval(this.timer);
    this.timer = null;
    this.stopThinking();
    this.dropHint();
    this.clock?.stop();
  }

  /** What has to happen at the end of the game as it stands: the engine moves, or a person is waited for. */
  async goOn() {
    const { game } = this;
    const endOf = () => game.end(game.root);
    if (!(await this.show(game, () => game.at))) return;
    // After a reload a player may look back at a game whose end is not known yet.
    if (!endOf().view && !(await this.show(game, endOf))) return;
    const end = endOf();
    // The move that was made meanwhile goes on with the game.
    if (!end.view) return;
    // The time of a game runs from its first move on, also when a player looks back. It stops while the engine is away.
    if (this.isOver(end) || !end.parent || this.app.engine.link.isAway) this.clock?.stop();
    else this.clock?.run(game.turn(end));
    if (!this.isOver(end) && game.turn(end) !== this.human) await this.answer(end);
  }

  /**
   * Fetches the view of the node that `find` gives, and draws. Returns whether the game is still shown; `false`, too, if
   * the engine is away. A move that the rules forbid is taken back.
   */
  async show(game, find) {
    const node = find();
    try {
      await this.app.engine.view(game, node);
    } catch (error) {
      if (error.lost) return false;
      this.app.toast(refusal(error));
      if (!node.parent) return false;
      game.remove(node);
      return this.show(game, find);
    }
    if (game !== this.game || this.app.mode !== this) return false;
    this.redraw();
    return true;
  }

  /** Whether the reader has the turn and is told that he wins if he stops now. */
  canStopAndWin(node) {
    return !this.isOver(node) && this.game.turn(node) === this.human && node.view?.winsByStopping === this.human && node.depth >= FEWEST_MOVES;
  }

  isOver(node) {
    return node.isEnd || node.view?.status === "full";
  }

  /** The engine moves. */
  async answer(node) {
    if (this.thinking) return;
    const { game } = this;
    const player = game.turn(node);
    const thinking = (this.thinking = { node });
    this.redraw();
    let move = null;
    try {
      // What is asked for from now on waits for the move. After a reload most boards are not known.
      await this.app.engine.views(game, game.mainLine());
      if (this.thinking !== thinking) return;
      const { winsByStopping } = node.view;
      const isEarly = winsByStopping === player && node.depth < FEWEST_MOVES;
      // It does not resign where the reader could stop and win.
      const playOn = isEarly || winsByStopping === 1 - player;
      move = await this.app.engine.decide(game, node, { player, constraint: this.constraint(player), playOn });
    } catch (error) {
      // When the engine is back, it is asked again.
      if (!error.lost) this.app.toast(reasonOf(error));
    }
    if (this.thinking !== thinking) return;
    this.thinking = null;
    if (move && game === this.game) await this.make(node, move);
    else this.redraw();
  }

  /** How long the engine may think. */
  constraint(player) {
    const { kind, level, seconds } = this.strength;
    const left = this.clock?.now(player);
    const hurry = kind === "time" ? Math.max(HURRY, HURRY_MOVES * seconds) : level < FULL_LEVEL ? LAST_SECONDS : HURRY;
    if (left < hurry) {
      const remaining = Math.max(0, Math.round(1000 * left));
      return { type: "Clock", value: { remaining, per_move: 1000 * this.clock.increment } };
    }
    if (kind === "time") return { type: "Time", value: Math.round(1000 * seconds) };
    return { type: "Level", value: level };
  }

  stopThinking() {
    if (!this.thinking) return;
    this.thinking = null;
    this.app.engine.stop();
  }

  /** No hint is wanted any more, nor what the engine still thinks for it: other requests would wait for that. */
  dropHint() {
    if (this.hinted && !this.hinted.move) this.app.engine.stop();
    this.hinted = null;
  }

  /** Makes a move at the end of the game. */
  async make(node, move) {
    this.dropHint();
    const { game } = this;
    const wasAtEnd = game.at === node;
    const child = game.add(node, move);
    // It counts when it is made, not when the engine has taken it.
    if (move.end) this.clock?.stop();
    else if (this.clock) child.left = this.clock.moved(move.player);
    const refused = await this.app.engine.view(game, child).then(() => null, (error) => (error.lost ? null : error));
    // Meanwhile the move was taken back, or another game begun.
    if (game !== this.game || !game.has(child)) return;
    if (refused) {
      game.remove(child);
      if (child.left) this.clock?.reset(child.left);
      // Who was to move still is. In another mode no clock runs.
      if (node.parent && this.app.mode === this) this.clock?.run(game.turn(node));
      this.redraw();
      this.app.toast(refusal(refused));
      return;
    }
    if (wasAtEnd) game.at = child;
    this.announce(child);
    this.save();
    await this.goOn();
  }

  announce(node) {
    const { move, parent, view } = node;
    if (!view) return;
    const captured = view.captured[move.player] - (parent.view?.captured[move.player] ?? 0);
    sound(node.isEnd ? "end" : captured > 0 ? "capture" : "put");
    const more = [captured > 0 && count("captured", captured), this.isOver(node) && this.resultText(node), this.canStopAndWin(node) && t("you_can_ground")];
    this.app.say([moveText(move, this.game.height), ...more].filter(Boolean).join(", "));
  }

  // --- what a person does ---

  put(cell) {
    const { game } = this;
    const [next] = game.at.children;
    if (next) {
      // A move that was made a moment ago is not on the board yet.
      if (next.view || next !== game.end()) this.app.toast(t("not_at_end"));
      return;
    }
    if (this.isOver(game.at) || game.turn() !== this.human || this.thinking) return;
    // What is shown may be the board of another game.
    if (!game.at.view) return;
    const why = obstacle(game.at.view, cell);
    if (why) {
      this.app.toast(why);
      return;
    }
    this.make(game.at, { player: this.human, ...cell });
  }

  /** Asks whether the person wants to stop or to resign. What stopping costs is marked on the board. */
  askToFinish(end) {
    const { game } = this;
    const node = game.end(game.root);
    if (this.isOver(node) || !node.view) return;
    const { loose, costOfStopping, captured } = node.view;
    const [own, other] = [this.human, 1 - this.human];
    const cost = end === "Ground" ? costOfStopping[own] : 0;
    // Dots that were captured inside loose ones are freed.
    const freed = cost && cost - loose[own].length;
    const komi = (player) => (player === 1 ? game.about.komi : 0);
    const score = [captured[own] - freed + komi(own), captured[other] + cost - freed + komi(other)].map((dots) => number(dots)).join("\u00a0:\u00a0");
    const mark = (cell) => ring({ x: cell % game.width, y: Math.floor(cell / game.width) }, "bad");
    if (cost) {
      // The marks are about the last position.
      game.at = node;
      this.atStake = loose[own].map(mark);
      this.redraw();
    }
    const text = end === "Resign" ? t("ask_resign") : t("ask_ground", { dots: count("dots", cost), score });
    const onclose = () => {
      this.atStake = null;
      this.redraw();
    };
    ask({ title: t(end === "Ground" ? "ground" : "resign"), text, yes: t(end === "Ground" ? "ground" : "resign"), action: () => this.finish(end), onclose });
  }

  finish(end) {
    const node = this.game.end(this.game.root);
    if (this.isOver(node)) return;
    this.stopThinking();
    this.game.at = node;
    this.make(node, { player: this.human, end });
  }

  /** The last move of the person; undefined if there is none. */
  lastOwn() {
    return this.game.mainLine().findLast(({ move }) => move?.player === this.human);
  }

  /** Takes back to the person's last turn. */
  undo() {
    const { game } = this;
    const node = this.lastOwn();
    if (!node) return;
    this.stopThinking();
    // Whose time is up would lose again at once: the game goes on without a clock.
    if (game.end(game.root).move.end === "Time") this.clock = null;
    if (node.left) this.clock?.reset(node.left);
    game.at = node.parent;
    game.remove(node);
    this.dropHint();
    this.save();
    if (game.at.move) sayStep(this.app, game);
    else this.app.say(t("your_turn"));
    this.goOn();
  }

  async hint() {
    const { game, app } = this;
    const node = game.at;
    const isAsked = this.hinted?.node === node && !this.hinted.move;
    if (isAsked || node.children.length || this.isOver(node) || game.turn() !== this.human || this.thinking) return;
    const hinted = (this.hinted = { node, move: null });
    this.redraw();
    try {
      const move = await app.engine.decide(game, node, { constraint: { type: "Time", value: 1500 }, playOn: true });
      // It may have been dropped, and another one asked for at the same node.
      if (this.hinted !== hinted) return;
      hinted.move = move;
      app.say(this.hintText());
    } catch (error) {
      if (this.hinted !== hinted) return;
      this.hinted = null;
      if (!error.lost) app.toast(reasonOf(error));
    }
    this.redraw();
  }

  /** What is told of the hint: that it is looked for, its cell, or that there is none. */
  hintText() {
    const { move } = this.hinted;
    if (!move) return t("thinking");
    return move.end ? t("no_hint") : t("hint_is", { cell: cellName(move, this.game.height) });
  }

  goTo(node) {
    this.game.at = node;
    sayStep(this.app, this.game);
    this.save();
    this.goOn();
  }

  key(event) {
    const node = stepOf(event, this.game);
    const action = { u: () => this.undo(), h: () => this.hint(), n: () => this.newGame() }[keyOf(event)];
    if (node) this.goTo(node);
    else if (action) actOnce(event, action);
    else return false;
    return true;
  }

  tick() {
    if (!this.clock) return;
    const late = this.clock.late();
    const node = this.game.end(this.game.root);
    if (late !== null && !this.isOver(node)) {
      this.stopThinking();
      this.game.at = node;
      this.make(node, { player: late, end: "Time" });
    }
    this.showClocks();
  }

  reconnected() {
    this.goOn();
  }

  disconnected() {
    this.thinking = null;
    if (this.app.engine.link.isAway) this.clock?.stop();
    this.redraw();
  }

  // --- what is shown ---

  redraw() {
    if (this.app.mode !== this) return;
    const { app, game } = this;
    const { board } = app;
    const node = game.at;
    showStep(board, game);
    const canPut = node.view && !node.children.length && !this.isOver(node) && game.turn() === this.human && !this.thinking;
    board.setPlayer(canPut ? this.human : null);
    const hint = this.hinted?.node === node ? this.hinted.move : null;
    board.draw("marks", this.atStake ?? (hint && !hint.end ? [ring(hint, "hint")] : []));
    if (this.panel) this.showPanel();
  }

  showPanel() {
    const { game, human } = this;
    const end = game.end(game.root);
    const over = this.isOver(end);
    const players = [1 - this.human, this.human].map((player) => this.playerRow(player));
    const mine = game.turn(end) === this.human;
    renew(this.panel,
      players[0], players[1],
      h("p", { class: `status${over ? " over" : ""}${this.thinking ? " thinking" : ""}`, id: "status" }, this.statusText(end)),
      stepButtons(game, (node) => this.goTo(node)),
      h("div", { class: "actions" },
        button({ name: "undo", text: t("undo"), keys: "U", onclick: () => this.undo(), disabled: !this.lastOwn(), id: "undo" }),
        button({ name: "hint", text: t("hint"), keys: "H", onclick: () => this.hint(), disabled: over || !mine || game.at !== end, id: "hint" }),
        button({ name: "ground", text: t("ground"), label: t("ground_title"), onclick: () => this.askToFinish("Ground"), disabled: over || !mine, id: "ground" }),
        button({ name: "flag", text: t("resign"), onclick: () => this.askToFinish("Resign"), disabled: over, id: "resign" })),
      button({ name: "plus", text: t("new_game"), keys: "N", kind: "primary wide", onclick: () => this.newGame(), id: "new-game" }),
      h("div", { class: "actions" },
        button({ name: "search", text: t("analyse"), onclick: () => this.app.open("analyse", { game, human }), id: "to-analysis" }),
        button({ name: "eye", text: t("review"), onclick: () => this.app.open("review", { game, human }), id: "to-review" })),
      button({ name: "save", text: t("save"), kind: "wide", disabled: !end.parent, onclick: () => showExport(this.app, game), id: "export" }),
      h("p", { class: "soft small" }, this.aboutText()));
    this.showClocks();
  }

  playerRow(player) {
    const { game } = this;
    const end = game.end(game.root);
    const isTurn = !this.isOver(end) && game.turn() === player;
    const name = player === this.human ? t("you") : t("engine");
    const view = game.at.view;
    return h("div", { class: `player${isTurn ? " turn" : ""}` },
      chip(player), h("span", { class: "name" }, `${name} · ${t(`player_${player}`)}`),
      this.clock ? h("span", { class: "clock", "data-player": String(player) }) : h("span"),
      h("span", { class: "score", title: t("captures") }, String(view?.captured[player] ?? 0)));
  }

  showClocks() {
    if (!this.clock) return;
    for (const element of this.panel?.querySelectorAll(".clock") ?? []) {
      const left = this.clock.now(Number(element.dataset.player));
      element.textContent = Clock.text(left);
      element.classList.toggle("low", left < 10);
    }
  }

  statusText(end) {
    if (this.hinted?.node === this.game.at) return this.hintText();
    if (this.isOver(end)) return this.resultText(end);
    if (this.game.at !== end) return t("looking_back", { n: this.game.at.depth, all: end.depth });
    if (this.thinking) return t("thinking");
    if (this.game.turn(end) !== this.human || !end.view) return t("waiting");
    if (this.canStopAndWin(end)) return t("you_can_ground");
    return t("your_turn");
  }

  resultText(end) {
    const { result } = end.view ?? {};
    if (!result) return "";
    if (result.winner === null) return t("drawn");
    const how = end.move?.end === "Time" ? "time" : result.margin === null ? "resignation" : "dots";
    // There is no text `you_won_resignation`: `answer` never lets the engine resign.
    const who = result.winner === this.human ? "you_won" : "engine_won";
    return t(`${who}_${how}`, { dots: count("dots", result.margin ?? 0) });
  }

  aboutText() {
    const { about } = this.game;
    const { kind, level, seconds } = this.strength;
    const strength = kind === "time" ? t("n_seconds", { n: seconds }) : t("level_n", { n: level });
    const komi = about.komi ? ` · ${t("komi")} ${number(about.komi)}` : "";
    const clock = this.clock ? ` · ${t("on_clock")}` : "";
    return `${about.width}×${about.height} · ${strength}${clock}${komi}`;
  }
}
