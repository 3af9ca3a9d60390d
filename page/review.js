// Reviewing a game: opened from a file, looked through by the engine, its mistakes listed.

import { ring } from "./board.js";
import { button, chip, h, keepFocus, renew } from "./dom.js";
import { fileField, readGames } from "./files.js";
import { lossesOf } from "./lead.js";
import { isKomi } from "./limits.js";
import { noneIfRefused } from "./link.js";
import { tab } from "./storage.js";
import { Study } from "./study.js";
import { cellName, Game } from "./tree.js";
import { count, number, reasonOf, t } from "./words.js";

/** Milliseconds for each position. */
const EFFORTS = { quick: 150, usual: 500, deep: 2000 };
const LINES = 5;
const MOST_MISTAKES = 12;
/** After so many positions what was found is kept. */
const SAVED_EVERY = 10;
/** The games of a file are kept if they take no more characters than this. The other modes need room, too. */
const LARGEST_KEPT = 3 << 20;

/** A result of a record in words. */
function resultText(result) {
  const [, winner, by] = /^([BW])\+(.*)$/.exec(result) ?? [];
  if (!winner) return { 0: t("drawn"), Void: t("no_result") }[result] ?? result;
  const lead = by && Number.isFinite(Number(by)) ? number(Number(by)) : by;
  const how = { R: "by_resignation", T: "by_time", G: "by_ground", F: "by_forfeit", "": "", "?": "" }[by];
  return `${t(`player_${winner === "B" ? 0 : 1}`)} ${how === undefined ? `+${lead}` : how && t(how)}`;
}

/** What a move has lost, in dots if there are any, and in the chance to win. */
function lossText(dots, rate) {
  const lost = Math.max(0, Math.round(10 * dots) / 10);
  return `${lost ? `−${count("dots", lost)}, ` : ""}−${Math.round(100 * rate)} %`;
}

/** A game of a record as it can be played here: a komi that the engine refuses counts as 0. The record keeps it. */
function playable(told) {
  const { about } = told.game;
  if (!isKomi(about.komi)) Object.assign(about, { komi: 0, recordKomi: about.komi });
  return told;
}

export class Review extends Study {
  constructor(app) {
    super(app, "review");
    this.linesShown = LINES;
    this.effort = "usual";
    this.run = null;
    /** The mistake that was chosen in the list. */
    this.mistake = null;
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.drop(event));
  }

  // --- opening ---

  /** The games of a file are there again, too. */
  restore() {
    super.restore();
    /** The games of the last file, with what was told of each. */
    this.choices = [];
    try {
      const { shown } = tab.read(this.place);
      const games = tab.read(`${this.place}.file`);
      if (!games[shown]) return;
      this.choices = games.map(({ data, ...told }, index) => ({ ...told, game: index === shown ? this.game : Game.from(data) }));
    } catch {
      // The game that is shown is there alone.
    }
  }

  /** Keeps the game, and which one of its file it is. */
  save() {
    return this.app.keep(this.place, { ...this.game.toData(), shown: this.choices.indexOf(this.choice) });
  }

  /** Keeps all games of the file, if there is room without their reviews. Those that are not shown do not change. */
  saveFile() {
    const games = (options) => this.choices.map(({ game, ...told }) => ({ ...told, data: game.toData(options) }));
    const fits = (kept) => JSON.stringify(kept).length <= LARGEST_KEPT;
    // Where there is no room, those of the file before are not kept either.
    tab.write(`${this.place}.file`, null);
    const kept = [games(), games({ hasReviews: false })].find(fits);
    // A game that stays from before is none of the file.
    if (this.save() && kept) tab.write(`${this.place}.file`, kept);
  }

  async drop(event) {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    if (this.app.mode !== this) location.hash = "review";
    await this.open(file);
  }

  async open(file) {
    try {
      const choices = (await readGames(this.app.engine, file)).map(playable);
      // A request ends a search. It goes on behind the question.
      this.live.follow(this.game, this.game.at);
      this.app.replaceIn(this, () => {
        this.choices = choices;
        this.load(choices[0].game);
      });
    } catch (error) {
      this.app.toast(error.lost ? t("away_gone") : t("unreadable", { reason: reasonOf(error) }));
      // A request ends a search.
      this.live.follow(this.game, this.game.at);
    }
  }

  /** What the file tells of the game; undefined if the game is not of the file. */
  get choice() {
    return this.choices.find(({ game }) => game === this.game);
  }

  /** The other games of the file count, too. */
  get hasWork() {
    return this.choice ? this.choices.some(({ game }) => game.hasWork) : super.hasWork;
  }

  async load(game) {
    this.replace(game);
    game.at = game.root;
    this.saveFile();
    // The reader may have gone to another mode while the file was read.
    if (this.app.mode !== this) return;
    const { panel } = this.app;
    keepFocus(panel, () => {
      panel.replaceChildren();
      this.build();
    });
    await this.begin();
  }

  /** What was found in the game before is not about another one. */
  replace(game) {
    this.stopRun();
    super.replace(game);
    this.found = null;
    this.graph.losses = [];
    this.moves.judge(new Map());
  }

  /** The head, too, is about the game that is shown again. */
  async giveUp(node, error) {
    await super.giveUp(node, error);
    if (this.app.mode === this) this.drawHead();
  }

  leave() {
    this.stopRun();
    super.leave();
  }

  // --- the engine looks through the game ---

  /** Judges what was looked through before the page was loaded again. */
  async begin() {
    await super.begin();
    const nodes = this.game.mainLine();
    // While the engine is away nothing is known of the boards. It may refuse a stop, as on a full board.
    const isKnown = nodes.length > 1 && nodes.every(({ view, isEnd }) => view || isEnd) && nodes.some(({ analysis }) => analysis?.isWhole);
    if (this.app.mode === this && !this.run && isKnown) this.tell();
  }

  async start() {
    const { game, app } = this;
    this.live.stop();
    this.drawAnalysis();
    const nodes = game.mainLine();
    const run = (this.run = { done: 0, all: nodes.length });
    this.drawHead();
    try {
      await app.engine.views(game, nodes).catch(noneIfRefused);
      await this.lookThrough(run, nodes);
    } catch (error) {
      if (this.run === run && !error.lost) app.toast(reasonOf(error));
    }
    if (this.run === run) this.finish();
  }

  /** Looks into positions as long as the run lasts. */
  async lookThrough(run, nodes) {
    const { game, app, effort } = this;
    const constraint = { type: "Time", value: EFFORTS[effort] };
    // From the end: what the engine remembers of later positions helps with earlier ones.
    for (const node of [...nodes].reverse()) {
      if (this.run !== run) return;
      if (!node.isEnd && node.view?.status !== "full" && !this.isKnown(node)) {
        const player = game.turn(node);
        // It is refused where the rules allow no move.
        const moves = await app.engine.analyze(game, node, { player, constraint, lines: LINES }).catch(noneIfRefused);
        if (this.run !== run) return;
        if (moves) node.analysis = { player, moves, isWhole: true, effort };
      }
      run.done++;
      this.drawProgress();
      if (run.done % SAVED_EVERY === 0) {
        this.graph.show(game, game.at);
        this.saveSoon();
      }
    }
  }

  /** The run is over, perhaps before its end: what was looked into counts. */
  finish() {
    this.run = null;
    this.save();
    this.tell();
    this.app.say(t("looked_through", this.judged()));
  }

  isKnown(node) {
    const known = node.analysis;
    return known?.isWhole && known.player === this.game.turn(node) && EFFORTS[known.effort] >= EFFORTS[this.effort];
  }

  toggleLive() {
    // One search ends the other.
    this.stopRun();
    super.toggleLive();
  }

  stopRun() {
    if (!this.run) return;
    this.app.engine.stop();
    this.finish();
  }

  changed() {
    this.stopRun();
    super.changed();
    if (this.found) this.tell();
    else this.drawHead();
  }

  /** Once there is a move, a review is offered. */
  async put(cell) {
    await super.put(cell);
    if (this.app.mode === this) this.drawHead();
  }

  /** Judges the moves and shows the mistakes. */
  tell() {
    this.judge();
    this.drawHead();
    this.drawAnalysis();
  }

  judge() {
    const losses = lossesOf(this.game, this.game.mainLine());
    this.graph.losses = losses;
    const worst = losses.filter(({ kind }) => kind).sort((a, b) => (a.kind === b.kind ? b.rate - a.rate || b.dots - a.dots : a.kind === "bad" ? -1 : 1));
    this.found = { losses, worst: worst.slice(0, MOST_MISTAKES) };
    this.moves.judge(new Map(losses.filter(({ kind }) => kind).map(({ node, kind }) => [node, kind])));
    for (const { node, kind } of losses) {
      const best = node.parent.analysis?.moves[0];
      node.verdict = kind;
      node.advice = kind && best?.coords ? t("comment_better", { cell: cellName(best.coords, this.game.height) }) : "";
    }
  }

  /** How many moves are judged, and how many there are. */
  judged() {
    const moves = this.game.mainLine().filter(({ move }) => move && !move.end);
    return { n: this.found.losses.length, all: moves.length };
  }

  // --- what is shown ---

  head() {
    this.top = h("div", { class: "card" });
    this.drawHead();
    return this.top;
  }

  drawHead() {
    if (!this.top) return;
    const { game, run } = this;
    const { warnings = [] } = this.choice ?? {};
    const { recordKomi } = game.about;
    const input = fileField({ accept: ".sgf,.sgfs,.txt", id: "file", onfile: (file) => this.open(file) });
    const names = game.about.players.some(Boolean) ? game.about.players.map((name, player) => name || t(`player_${player}`)).join(" – ") : null;
    const isEmpty = !game.root.children.length;
    const { EV: event, RO: round, DT: date } = game.about.facts ?? {};
    const occasion = [event, round, date].filter(Boolean).join(" · ");
    const effort = h("select", { "aria-label": t("effort"), id: "effort", onchange: () => (this.effort = effort.value) },
      Object.keys(EFFORTS).map((name) => h("option", { value: name }, t(`effort_${name}`))));
    effort.value = this.effort;
    this.bar = h("progress", { max: run?.all ?? 1, value: run?.done ?? 0, "aria-label": t("progress") });
    this.count = h("span", { class: "soft small" });
    const open = button({ name: "file", text: t("open_sgf"), kind: isEmpty ? "primary grow" : "grow", id: "open", onclick: () => input.click() });
    // The button that stops the review takes the place and the name of the one that begins it: so the focus stays.
    renew(this.top, ...[
      h("div", { class: "row" }, open, input),
      this.choice && this.choices.length > 1 && this.gameChoice(),
      isEmpty ? h("div", { class: "field" }, h("p", { class: "soft" }, t("drop_here")), this.lastGame()) : names && h("h2", {}, names),
      !isEmpty && occasion && h("p", { class: "soft", id: "occasion" }, occasion),
      !isEmpty && game.about.result && game.about.result !== "?" && h("p", { class: "soft" }, t("result_is", { result: resultText(game.about.result) })),
      recordKomi !== undefined && h("p", { class: "soft small" }, t("bad_komi", { komi: recordKomi })),
      ...warnings.slice(0, 3).map((warning) => h("p", { class: "soft small" }, warning)),
      !isEmpty && !run && h("div", { class: "row" }, effort,
        button({ name: "search", text: t("review_game"), kind: "primary grow", id: "review", onclick: () => this.start() })),
      run && h("div", { class: "row" }, this.bar, this.count, button({ name: "stop", text: t("stop_analysis"), id: "review", onclick: () => this.stopRun() })),
      this.found && this.mistakes(),
    ].filter(Boolean));
    this.drawProgress();
  }

  /** Offers the game that was played here. */
  lastGame() {
    const { game, human } = this.app.modes.play;
    return game.root.children.length > 0 && button({ name: "eye", text: t("review_last"), onclick: () => this.app.open("review", { game, human }), id: "review-last" });
  }

  drawProgress() {
    if (!this.run || !this.bar) return;
    this.bar.value = this.run.done;
    this.count.textContent = `${this.run.done} / ${this.run.all}`;
  }

  gameChoice() {
    const select = h("select", { "aria-label": t("which_game"), id: "which-game", onchange: () => this.load(this.choices[Number(select.value)].game) },
      this.choices.map(({ game }, index) => h("option", { value: String(index) }, `${index + 1}. ${game.about.players.filter(Boolean).join(" – ")}`)));
    select.value = String(this.choices.indexOf(this.choice));
    return select;
  }

  mistakes() {
    const { worst, losses } = this.found;
    const summary = [0, 1].map((player) => {
      const own = losses.filter(({ node }) => node.move.player === player);
      const of = (kind) => own.filter((loss) => loss.kind === kind).length;
      return h("div", { class: "row small" }, chip(player, { isNamed: true }),
        h("span", {}, t("summary", { moves: own.length, bad: of("bad"), fair: of("fair") })));
    });
    const rows = worst.map(({ node, dots, rate, kind }) => {
      const best = node.parent.analysis.moves[0];
      return h("button", { class: `mistake ${kind}`, type: "button", onclick: () => this.showMistake(node) },
        chip(node.move.player, { isNamed: true }),
        h("span", {}, h("b", {}, `${node.depth}. ${cellName(node.move, this.game.height)}`), " ", h("span", { class: "soft" }, t("better", { cell: best?.coords ? cellName(best.coords, this.game.height) : "–" }))),
        h("span", { class: "loss-text" }, lossText(dots, rate)));
    });
    const judged = this.judged();
    return h("div", { class: "mistakes", id: "mistakes" }, ...summary,
      judged.n < judged.all && h("p", { class: "soft small", id: "part" }, t("looked_through", judged)), h("h2", {}, t(worst.length ? "mistakes" : "no_mistakes")), ...rows);
  }

  /** Shows the position before a mistake, the mistake and the better move. */
  async showMistake(node) {
    this.mistake = node;
    await this.goTo(node.parent);
    // On a phone the list is far below the board.
    this.app.board.svg.scrollIntoView({ block: "nearest" });
  }

  /** What is marked of a mistake stays until another position is shown. */
  async goTo(node) {
    if (node !== this.mistake?.parent) this.mistake = null;
    await super.goTo(node);
  }

  /** Marks of the mistake that is shown, and of the better move. */
  mistakeMarks() {
    if (!this.mistake) return [];
    const { parent, move } = this.mistake;
    const best = parent.analysis.moves[0];
    return [ring(move, "bad"), ...(best?.coords ? [ring(best.coords, "hint")] : [])];
  }
}
