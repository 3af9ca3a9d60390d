// Puzzles: a position, the best move to be found, and the line played to its end against the engine.

import { lineMarks, ring } from "./board.js";
import { isCaptured, obstacle } from "./cells.js";
import { button, chip, h, renew } from "./dom.js";
import { fileField, save } from "./files.js";
import { exported, imported, mark, stateOf } from "./progress.js";
import { play as sound } from "./sound.js";
import { actOnce, keyOf, moveText, showStep } from "./steps.js";
import { tab } from "./storage.js";
import { cellName, Game } from "./tree.js";
import { count, isEnglish, reasonOf, refusal, t } from "./words.js";

const KEY = "tochki.puzzle";
const TOLD = "tochki.told";
/** Levels by the depth of the answer in plies. */
const LEVELS = [1, 3, 5, Infinity];
/** How long the engine may think about its reply, in milliseconds. */
const REPLY = 400;
/** A line with a goal ends after so many plies at the latest. */
const LONGEST = 60;

export class Train {
  constructor(app) {
    this.app = app;
    this.name = "train";
    this.puzzles = null;
    /** Whether the puzzles could not be fetched. */
    this.isMissing = false;
    this.theme = "all";
    this.level = "all";
    this.puzzle = null;
    this.attempt = null;
    /** The ids of puzzles whose answer was told, in part or in whole: they are not solved without help any more. */
    this.told = new Set(tab.read(TOLD) ?? []);
  }

  async enter(id) {
    this.card = h("div", { class: "card" });
    this.filters = h("div", { class: "field" });
    this.keeping = h("div", { class: "row" });
    this.picks = h("div", { class: "picks" });
    this.list = h("div", { class: "card", hidden: true }, this.filters, this.keeping, this.picks);
    this.app.panel.append(this.card, this.list);
    this.app.engine.setOption("ponder", false);
    this.card.replaceChildren(h("p", { class: "soft" }, t("loading")));
    this.isMissing = false;
    try {
      this.puzzles ??= numbered(await (await fetch("puzzles.json")).json());
    } catch {
      this.isMissing = true;
      this.card.replaceChildren(h("p", {}, t("away_gone")));
      return;
    }
    if (this.app.mode !== this) return;
    // Another language changes words only.
    if (!id && this.attempt?.game.root.view) {
      this.redraw();
      return;
    }
    const wanted = decoded(id) || this.puzzle?.id || tab.read(KEY);
    // From there the reader goes on: later he is not taken back to the puzzle of the address.
    if (id) history.replaceState(null, "", `#${this.name}`);
    const puzzle = this.puzzles.find((one) => one.id === wanted) ?? this.chosen().find((one) => !stateOf(one.id)) ?? this.puzzles[0];
    await this.begin(puzzle);
  }

  leave() {
    this.app.board.setPlayer(null);
    if (this.usual) this.app.engine.resetOption("engine", this.usual);
    this.usual = undefined;
    this.attempt = null;
  }

  /** The puzzles of a theme and level, by default those that are chosen, easy ones first. */
  chosen({ theme = this.theme, level = this.level } = {}) {
    const fits = (puzzle) => (theme === "all" || themeOf(puzzle) === theme) && (level === "all" || levelOf(puzzle) === level);
    return this.puzzles.filter(fits).sort((a, b) => a.plies - b.plies);
  }

  async begin(puzzle) {
    this.puzzle = puzzle;
    tab.write(KEY, puzzle.id);
    const rows = puzzle.board.split("/");
    const game = new Game({ width: rows[0].length, height: rows.length, picture: puzzle.board, first: puzzle.player });
    const attempt = (this.attempt = { game, state: "asked", helped: this.told.has(puzzle.id), note: null, cell: null });
    this.app.board.clearMarks();
    if (!(await this.chooseEngine(attempt))) return;
    try {
      await this.app.engine.view(game, game.root);
    } catch (error) {
      if (!error.lost) this.app.toast(reasonOf(error));
      return;
    }
    if (attempt === this.attempt) this.redraw();
  }

  /** Sets the engine for the puzzle. Returns whether the engine is there, and the attempt still goes on. */
  async chooseEngine(attempt) {
    const usual = this.usual ?? (await this.engineNow());
    if (!usual || attempt !== this.attempt) return false;
    this.usual = usual;
    // The exact search resists to the end; only the tree search sees as far as ladders go.
    this.app.engine.setOption("engine", this.puzzle.goal ? "mcts" : "tactical");
    return true;
  }

  /** The engine that the other modes use, as the server was started; undefined if it is away. */
  async engineNow() {
    const told = await this.app.engine.link.request({ command: "Options", name: "engine" }).catch(() => null);
    return told?.options[0].value;
  }

  /** What the player has won since the beginning, in dots. */
  gain(node) {
    const { player } = this.puzzle;
    const score = ({ captured }) => captured[player] - captured[1 - player];
    return score(node.view) - score(this.attempt.game.root.view);
  }

  isReached(node) {
    const { goal } = this.puzzle;
    if (!goal) return this.gain(node) >= this.best();
    return isCaptured(node.view.rows[goal[1]][goal[0]]);
  }

  best() {
    return Math.max(...this.puzzle.answers.map(([, , score]) => score));
  }

  isRight({ x, y }) {
    const best = this.best();
    return this.puzzle.answers.some(([ax, ay, score]) => ax === x && ay === y && score === best);
  }

  // --- solving ---

  async put(cell) {
    const { attempt, puzzle } = this;
    const { game } = attempt ?? {};
    if (!game?.at.view || attempt.busy || !["asked", "going"].includes(attempt.state)) return;
    const why = obstacle(game.at.view, cell);
    if (why) {
      this.app.toast(why);
      return;
    }
    const isFirst = game.at === game.root;
    attempt.busy = true;
    if (!(await this.make(attempt, { player: puzzle.player, ...cell }))) return;
    if (isFirst && !this.isRight(cell)) {
      await this.fail(attempt);
      return;
    }
    attempt.state = "going";
    await this.goOn(attempt);
  }

  async make(attempt, move) {
    const { game } = attempt;
    const node = game.add(game.at, move);
    try {
      await this.app.engine.view(game, node);
    } catch (error) {
      game.remove(node);
      attempt.busy = false;
      if (!error.lost) this.app.toast(refusal(error));
      return false;
    }
    if (attempt.state === "shown") {
      // The solution was asked for meanwhile.
      attempt.busy = false;
      return false;
    }
    sound(node.view.captured.join() === game.at.view.captured.join() ? "put" : "capture");
    game.at = node;
    this.redraw();
    return attempt === this.attempt;
  }

  /** After a move of the player: the puzzle is over, or the engine replies. */
  async goOn(attempt) {
    const { game } = attempt;
    const { plies, goal } = this.puzzle;
    const isOver = goal ? game.at.depth >= LONGEST : game.at.depth >= plies;
    if (this.isReached(game.at) && (goal || isOver)) return this.succeed(attempt);
    if (isOver) return this.fail(attempt);
    const moved = await this.reply(attempt);
    if (attempt !== this.attempt || attempt.state !== "going") return undefined;
    // The engine has no answer left.
    if (moved === null) return this.succeed(attempt);
    if (!moved) return undefined;
    // One move is left: it can only add to what is won already.
    if (!goal && plies - game.at.depth <= 1 && this.isReached(game.at)) return this.succeed(attempt);
    attempt.busy = false;
    attempt.note = "go_on";
    this.redraw();
    this.app.say(`${moveText(game.at.move, game.height)}. ${t(attempt.note)}`);
    return undefined;
  }

  /** The engine's best reply is made: whether it was. `null` if it has none. */
  async reply(attempt) {
    const { game } = attempt;
    const node = game.at;
    try {
      if (!(await this.chooseEngine(attempt))) {
        attempt.busy = false;
        return false;
      }
      const constraint = { type: "Time", value: REPLY };
      // With a number of lines the engine answers with a suicide too.
      const [best] = await this.app.engine.analyze(game, node, { constraint, lines: 1 });
      return Boolean(best?.coords) && attempt === this.attempt && game.at === node && this.make(attempt, { player: 1 - this.puzzle.player, ...best.coords });
    } catch (error) {
      attempt.busy = false;
      return error.lost ? false : null;
    }
  }

  succeed(attempt) {
    attempt.state = "solved";
    attempt.busy = false;
    attempt.note = null;
    mark(this.puzzle.id, attempt.helped ? "seen" : "solved");
    sound("end");
    this.app.say(t("solved"));
    this.redraw();
  }

  /** The reply that refutes the move is shown. */
  async fail(attempt) {
    attempt.state = "failed";
    this.redraw();
    this.app.say(t("not_it"));
    const moved = await this.reply(attempt);
    attempt.busy = false;
    if (attempt !== this.attempt) return;
    this.redraw();
    const { at, height } = attempt.game;
    if (moved) this.app.say(`${t("not_it")}. ${moveText(at.move, height)}`);
  }

  hint() {
    const { attempt, puzzle } = this;
    if (attempt.state !== "asked" || attempt.area) return;
    this.help();
    attempt.note = puzzle.goal ? "hint_goal" : "hint_area";
    attempt.area = areaAround(cellOf(this.right()), attempt.game);
    this.redraw();
    const names = attempt.area.map((cell) => cellName(cell, attempt.game.height));
    this.app.say(`${t(attempt.note)}: ${names.join(", ")}`);
  }

  /** From now on the puzzle counts as solved with help. */
  help() {
    this.told.add(this.puzzle.id);
    tab.write(TOLD, [...this.told]);
    this.attempt.helped = true;
  }

  /** Opens the position in Analyse, which may tell the answer. */
  analyse() {
    const { attempt } = this;
    this.app.open("analyse", { game: attempt.game }, () => attempt.state !== "solved" && this.help());
  }

  right() {
    const best = this.best();
    return this.puzzle.answers.find(([, , score]) => score === best);
  }

  async solution() {
    const { attempt, puzzle } = this;
    if (attempt.state === "shown") return;
    const { x, y } = cellOf(this.right());
    mark(puzzle.id, "seen");
    attempt.state = "shown";
    this.help();
    attempt.game.at = attempt.game.root;
    attempt.cell = { x, y };
    this.redraw();
    const { game } = attempt;
    this.app.say(t("solution_is", { cell: cellName(attempt.cell, game.height) }));
    const node = game.add(game.root, { player: puzzle.player, x, y });
    try {
      await this.app.engine.view(game, node);
      if (!(await this.chooseEngine(attempt))) return;
      const [best] = await this.app.engine.analyze(game, node, { constraint: { type: "Time", value: REPLY }, lines: 1 });
      if (attempt === this.attempt && attempt.state === "shown" && best) {
        this.app.board.draw("line", lineMarks([{ x, y }, ...best.line].slice(0, Math.max(1, puzzle.plies)), puzzle.player));
      }
    } catch {
      // The move alone is shown.
    }
  }

  /** Goes to the next puzzle that is not solved, all the way round; to the next one if there is none. */
  next() {
    const list = this.chosen();
    const after = this.placeIn(list) + 1;
    const round = [...list.slice(after), ...list.slice(0, after)];
    const puzzle = round.find(({ id }) => stateOf(id) !== "solved") ?? round[0];
    if (puzzle) this.begin(puzzle);
  }

  /** Goes to the puzzle before, by -1, or after, by 1. */
  step(by) {
    const list = this.chosen();
    // The puzzle may be of another theme or level than the list.
    const from = Math.max(this.placeIn(list), by < 0 ? 0 : -1);
    const puzzle = list.at((from + by) % list.length);
    if (puzzle) this.begin(puzzle);
  }

  /** The index of the puzzle in a list; -1 if it is not there. */
  placeIn(list) {
    return list.findIndex(({ id }) => id === this.puzzle.id);
  }

  key(event) {
    const key = keyOf(event);
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const action = { h: () => this.hint(), s: () => this.solution(), r: () => this.begin(this.puzzle), n: () => this.next() }[key];
    if (!this.attempt) return false;
    if (by) this.step(by);
    else if (action) actOnce(event, action);
    else return false;
    return true;
  }

  reconnected() {
    const { attempt, puzzle } = this;
    if (this.isMissing) this.app.route();
    if (!attempt) return;
    const { game, state, busy } = attempt;
    // A reply of the engine was lost, or the puzzle has not been seen yet.
    const isStuck = state === "going" && !busy && game.turn() !== puzzle.player;
    if (isStuck || !game.root.view) this.begin(puzzle);
    else this.chooseEngine(attempt);
  }

  disconnected() {
    // The next server may have been started with another engine.
    this.usual = undefined;
    this.app.engine.forgetOption("engine");
  }

  // --- what is shown ---

  redraw() {
    const { app, attempt } = this;
    if (!attempt) return;
    const { game } = attempt;
    showStep(app.board, game);
    app.board.setPlayer(["asked", "going"].includes(attempt.state) && !attempt.busy ? this.puzzle.player : null);
    const marks = [];
    if (this.puzzle.goal && game.at === game.root) marks.push(ring(cellOf(this.puzzle.goal), "bad"));
    if (attempt.cell) marks.push(ring(attempt.cell, "hint"));
    app.board.draw("marks", marks);
    const area = (game.at === game.root && attempt.area) || [];
    app.board.draw("heat", area.map((cell) => ring(cell, "area")));
    if (attempt.state !== "shown") app.board.draw("line", []);
    this.drawCard();
    this.drawList();
  }

  drawCard() {
    const { attempt, puzzle } = this;
    const text = {
      asked: this.task(),
      going: t(attempt.note ?? "thinking"),
      solved: t(attempt.helped ? "solved_helped" : "solved"),
      failed: t("not_it"),
      shown: t("solution_is", { cell: attempt.cell ? cellName(attempt.cell, attempt.game.height) : "" }),
    }[attempt.state];
    const isOver = ["solved", "failed", "shown"].includes(attempt.state);
    renew(this.card, ...[
      h("div", { class: "row" }, chip(puzzle.player), h("h2", { class: "grow" }, this.title(puzzle)),
        stateOf(puzzle.id) && h("span", { class: "badge" }, t(`state_${stateOf(puzzle.id)}`))),
      h("p", { class: "soft small" }, `${t(`theme_${themeOf(puzzle)}`)} · ${t(`level_${levelOf(puzzle)}`)}`),
      h("p", { class: `status ${isOver ? `over ${attempt.state}` : ""}`, id: "task", role: "status" }, text),
      attempt.state === "asked" && attempt.note && h("p", { class: "soft" }, t(attempt.note)),
      h("div", { class: "actions" },
        button({ name: "hint", text: t("hint"), keys: "H", onclick: () => this.hint(), disabled: attempt.state !== "asked" || Boolean(attempt.area), id: "puzzle-hint" }),
        button({ name: "eye", text: t("solution"), keys: "S", onclick: () => this.solution(), disabled: attempt.state === "shown", id: "solution" }),
        button({ name: "retry", text: t("retry"), keys: "R", kind: attempt.state === "failed" ? "primary" : "", onclick: () => this.begin(puzzle), disabled: attempt.state === "asked", id: "retry" }),
        button({ name: "next", text: t("next_puzzle"), keys: "N", kind: isOver && attempt.state !== "failed" ? "primary" : "", onclick: () => this.next(), id: "next-puzzle" })),
      button({ name: "search", text: t("analyse"), kind: "wide", onclick: () => this.analyse(), id: "puzzle-analyse" }),
    ].filter(Boolean));
  }

  /** What the player is to do. */
  task() {
    const { attempt, puzzle } = this;
    const player = t(`player_${puzzle.player}`);
    if (puzzle.goal) return t("task_goal", { player, cell: cellName(cellOf(puzzle.goal), attempt.game.height) });
    const best = this.best();
    return best > 0 ? t("task", { player, dots: count("dots", best) }) : t(best < 0 ? "task_least" : "task_safe", { player, dots: count("dots", -best) });
  }

  /** The titles are English; in other languages a puzzle is known by its theme and number. */
  title(puzzle) {
    if (isEnglish()) return puzzle.title;
    return `${t(`theme_${themeOf(puzzle)}`)}, ${puzzle.number}`;
  }

  drawList() {
    const themes = [...new Set(this.puzzles.map(themeOf))];
    const option = (name, value) => {
      const number = this.chosen({ [name]: value }).length;
      return h("option", { value, disabled: !number }, `${t(value === "all" ? `all_${name}` : `${name}_${value}`)} (${number})`);
    };
    const select = (name, values) => {
      const element = h("select", { "aria-label": t(`all_${name}`), id: `puzzle-${name}`, onchange: () => {
        this[name] = element.value;
        this.picks.scrollTop = 0;
        const [first] = [...this.chosen().filter(({ id }) => stateOf(id) !== "solved"), ...this.chosen()];
        if (first) this.begin(first);
        else this.drawList();
      } }, ["all", ...values].map((value) => option(name, value)));
      element.value = this[name];
      return element;
    };
    const list = this.chosen();
    const solved = list.filter(({ id }) => stateOf(id) === "solved").length;
    const picks = list.map((puzzle, index) => {
      const state = stateOf(puzzle.id);
      // Not all see the colour and the border that tell the state.
      const name = [this.title(puzzle), state && t(`state_${state}`)].filter(Boolean).join(", ");
      return h("button", {
        type: "button", class: `pick ${state ?? ""}`, id: `pick-${index}`, "aria-label": `${index + 1} ${name}`, title: name,
        "aria-current": puzzle.id === this.puzzle.id ? "true" : undefined, onclick: () => this.begin(puzzle),
      }, String(index + 1));
    });
    const input = fileField({ accept: ".json", onfile: (file) => this.import(file) });
    this.list.hidden = false;
    renew(this.filters, select("theme", themes), select("level", ["1", "2", "3", "4"]),
      h("p", { class: "soft small", id: "solved-count" }, t("n_solved", { n: solved, all: list.length })));
    renew(this.keeping, input,
      button({ text: t("save_progress"), kind: "grow", id: "save-progress", onclick: () => save("tochki-puzzles.json", new Blob([exported()], { type: "application/json" })) }),
      button({ text: t("load_progress"), kind: "grow", id: "load-progress", onclick: () => input.click() }));
    // The element that scrolls stays, and so does its place.
    renew(this.picks, ...picks);
  }

  async import(file) {
    try {
      imported(await file.text());
      this.drawList();
      this.app.toast(t("loaded"));
    } catch {
      this.app.toast(t("bad_progress"));
    }
  }
}

/** Puzzles with their numbers within their themes. */
function numbered(puzzles) {
  const counts = {};
  return puzzles.map((puzzle) => {
    const theme = themeOf(puzzle);
    counts[theme] = (counts[theme] ?? 0) + 1;
    return { ...puzzle, number: counts[theme] };
  });
}

/** The cell of a column and a row, as puzzles have them. */
const cellOf = ([x, y]) => ({ x, y });

/** The cell and its neighbours on the board. */
function areaAround({ x, y }, { width, height }) {
  const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ x: x + dx, y: y + dy })));
  return around.filter((cell) => cell.x >= 0 && cell.y >= 0 && cell.x < width && cell.y < height);
}

function levelOf({ plies }) {
  return String(LEVELS.findIndex((most) => plies <= most) + 1);
}

/** Mined puzzles have their depth as a theme, and planted ones a level of their own; the level here is by the depth. */
function themeOf({ theme }) {
  return theme.startsWith("mined") ? "games" : theme.replace(/, level \d+$/, "").replaceAll(" ", "_") || "other";
}

/** The name of a puzzle as an address has it; empty if it is none. */
function decoded(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return "";
  }
}
