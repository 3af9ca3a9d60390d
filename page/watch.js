// Looking on at a match: its standing, its games, and one of them on the board with clocks and expectations.

import { Clock } from "./clock.js";
import { chip, h, renew, update } from "./dom.js";
import { LeadGraph } from "./graph.js";
import { MoveList } from "./moves.js";
import { moveText, sayStep, showStep, stepButtons, stepOf } from "./steps.js";
import { Game, playerOf } from "./tree.js";
import { count, leadText, number, refusal, rounded, signed, t } from "./words.js";

/** The server is asked again after so many milliseconds. */
const PAUSE = 500;
/** Without a move for so many seconds beyond its time a game is marked as silent. */
const SILENCE = 60;

/** Both ends of an interval. An end that is not told is infinite. */
const intervalText = ([low, high]) => `${low === null ? "−∞" : signed(low)} … ${high === null ? "+∞" : signed(high)}`;

export class Watch {
  constructor(app) {
    this.app = app;
    this.name = "watch";
    this.isThere = false;
    this.overview = null;
    this.shown = null;
    this.rows = new Map();
    /** When the server was there last. */
    this.seen = 0;
    this.moves = new MoveList((node) => this.goTo(node));
    this.graph = new LeadGraph((node) => this.goTo(node), (game, node) => node.told?.lead ?? null);
  }

  /** Asks for the overview of the match. The mode appears as soon as there is one. */
  async look() {
    const found = await this.app.engine.link.request({ command: "Watch" }).catch(() => null);
    if (!found) return;
    this.overview = found;
    if (!this.isThere && found.engines.length) {
      this.isThere = true;
      this.app.route();
    }
  }

  enter() {
    this.standing = h("div", { class: "card", id: "standing" });
    this.about = h("div", { class: "row spread" });
    this.players = h("div", { class: "watch-players" });
    this.status = h("p", { class: "status", id: "status" });
    this.steps = h("div");
    this.stepped = [];
    this.list = h("div", { class: "watch-games", id: "games" });
    this.rows.clear();
    /** What there is to see of a match. */
    this.cards = [
      h("div", { class: "card" }, this.about, this.players, this.status, this.steps, this.graph.element),
      h("div", { class: "card" }, h("h2", {}, t("games")), this.list),
      h("div", { class: "card" }, this.moves.element),
    ];
    this.app.panel.append(this.standing, ...this.cards);
    // The server ponders after every question, and the cores are the match's.
    this.app.engine.setOption("ponder", false);
    this.app.board.setPlayer(null);
    this.timer ??= setInterval(() => this.tick(), 100);
    if (this.shown?.game) this.moves.show(this.shown.game);
    else this.app.board.clear();
    this.redraw();
    this.poll();
  }

  leave() {
    clearInterval(this.timer);
    this.timer = null;
  }

  reconnected() {
    this.poll();
  }

  tick() {
    this.showClocks();
    if (!document.hidden && performance.now() - (this.asked ?? 0) >= PAUSE) this.poll();
  }

  /** Asks for what is new. */
  async poll() {
    if (this.isAsking) return;
    this.isAsking = true;
    this.asked = performance.now();
    await this.look();
    // Another match may have taken the folder. A game that was over can still be stepped through.
    const { games = [] } = this.overview ?? {};
    if (!this.isOver() && !games.some(({ game }) => game === this.shown?.number)) this.choose(games[0]?.game);
    if (this.shown) await this.fetch();
    this.isAsking = false;
    if (this.app.mode === this) this.draw();
  }

  /** Shows a game. */
  choose(number) {
    if (number === undefined || number === this.shown?.number) return;
    this.shown = { number, game: null, summary: null };
    this.asked = 0;
  }

  /** Whether the game that is shown is over, as far as is known. */
  isOver() {
    const state = this.shown?.summary?.state;
    return state !== undefined && state !== "running";
  }

  /** Asks for the last known move of the game that is shown, and for what follows. */
  async fetch() {
    const { shown } = this;
    const last = shown.game?.end(shown.game.root);
    const reply = await this.ask(shown.number, Math.max(0, (last?.depth ?? 0) - 1));
    if (!reply || shown !== this.shown) return;
    // A game that is played again under its number has another move there.
    if (last && JSON.stringify(last.told) === JSON.stringify(reply.moves[0])) {
      this.add(reply.moves.slice(1));
    } else {
      const whole = reply.from ? await this.ask(shown.number, 0) : reply;
      if (!whole || shown !== this.shown) return;
      this.begin(whole);
    }
    shown.summary = reply.summary;
    shown.heard = performance.now();
    await this.show();
  }

  ask(game, from) {
    return this.app.engine.link.request({ command: "Watch", game, from }).catch(() => null);
  }

  begin({ summary, rules, komi, start, moves }) {
    const { width, height, players, to_move: turn } = summary;
    const first = moves.length ? playerOf(moves[0].player) : playerOf(turn);
    const dots = start.map(({ coords, player }) => ({ ...coords, player: playerOf(player) }));
    this.shown.game = new Game({ width, height, rules, komi, start: dots, first, players });
    // Its players may have other names.
    this.playersOf = null;
    this.add(moves);
  }

  add(moves) {
    const { game } = this.shown;
    const wasAtEnd = game.at === game.end(game.root);
    let node = game.end(game.root);
    for (const told of moves) {
      node = game.add(node, { player: playerOf(told.player), ...told.coords });
      node.told = told;
    }
    if (wasAtEnd) game.at = node;
    if (moves.length || !game.root.children.length) this.moves.show(game);
    if (wasAtEnd && moves.length && this.app.mode === this) this.app.say(moveText(node.move, game.height));
  }

  /** Shows the board at the node of the game. */
  async show() {
    const { game } = this.shown;
    const node = game.at;
    if (this.app.mode !== this) return;
    try {
      await this.app.engine.view(game, node);
    } catch (error) {
      if (!error.lost) this.app.toast(refusal(error));
    }
    if (game === this.shown.game && node === game.at) this.redraw();
  }

  goTo(node) {
    const { game } = this.shown;
    // The buttons may still be those of the game before.
    if (!game?.has(node)) return;
    game.at = node;
    sayStep(this.app, game);
    this.show();
  }

  key(event) {
    const game = this.shown?.game;
    const node = game && stepOf(event, game);
    if (!node) return false;
    this.goTo(node);
    return true;
  }

  // --- what is shown ---

  redraw() {
    if (this.app.mode !== this) return;
    const game = this.shown?.game;
    if (game) {
      const { board } = this.app;
      const node = game.at;
      showStep(board, game);
      board.setPlayer(null);
      // What is the same stays, with the focus: the page asks twice a second.
      const step = [node, node.children[0]];
      if (step.some((one, index) => one !== this.stepped[index])) renew(this.steps, stepButtons(game, (to) => this.goTo(to)));
      this.stepped = step;
      this.moves.mark(node);
      this.graph.show(game, node);
    }
    this.draw();
  }

  draw() {
    const hasMatch = Boolean(this.overview?.engines.length);
    for (const card of this.cards) card.hidden = !hasMatch;
    if (!hasMatch) {
      update(this.standing, h("p", { class: "soft" }, t("nothing_to_watch")));
      return;
    }
    this.drawStanding();
    this.drawGames();
    this.drawShown();
  }

  drawStanding() {
    const { engines, standings, finished, total } = this.overview;
    const name = (index) => engines[index]?.name ?? "";
    const row = ({ engines: [one, other], wins, draws, losses, elo, interval }) => h("tr", {},
      h("th", { scope: "row" }, `${name(one)} – ${name(other)}`), h("td", {}, `+${wins} =${draws} −${losses}`),
      h("td", {}, elo === null ? "–" : signed(elo)), h("td", { class: "soft" }, interval ? intervalText(interval) : ""));
    const parts = [h("h2", {}, t("standing")), h("p", { class: "soft", id: "finished" }, t(total === null ? "n_finished" : "n_finished_of", { n: finished, all: total }))];
    if (standings.length) {
      parts.push(h("table", { class: "standing" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("engines")), h("th", { scope: "col" }, t("results")), h("th", { scope: "col" }, "Elo"), h("th", { scope: "col" }, "95 %"))),
        h("tbody", {}, standings.map(row))));
    }
    update(this.standing, ...parts);
  }

  /** The list of games. Its buttons stay where they are, so that the focus does. */
  drawGames() {
    const numbers = new Set(this.overview.games.map(({ game }) => game));
    for (const [number, row] of this.rows) {
      if (numbers.has(number)) continue;
      row.remove();
      this.rows.delete(number);
    }
    this.overview.games.forEach((game, index) => {
      let row = this.rows.get(game.game);
      if (!row) {
        row = h("button", { class: "watch-game", type: "button", "data-game": game.game, onclick: () => this.pick(game.game) });
        this.rows.set(game.game, row);
      }
      const text = [`${game.game}. ${game.players.join(" – ")}`, `${game.width}×${game.height} · ${count("moves_made", game.moves)} · ${this.stateOf(game)}`];
      if (row.textContent !== text.join("")) row.replaceChildren(h("b", {}, text[0]), h("span", { class: "soft small" }, text[1]));
      if (game.game === this.shown?.number) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      if (this.list.children[index] !== row) this.list.insertBefore(row, this.list.children[index] ?? null);
    });
    if (!this.overview.games.length) update(this.list, h("p", { class: "soft" }, t("no_games")));
    else this.list.querySelector("p")?.remove();
  }

  pick(number) {
    this.choose(number);
    this.poll();
    this.drawGames();
  }

  stateOf({ state, result, lead, since, left, to_move: turn }) {
    if (state === "finished" && result) return this.resultText(result);
    if (state === "broken_off") return t("broken_off");
    const limit = (left[playerOf(turn)] ?? 0) / 1000;
    if (since / 1000 > limit + SILENCE) return t("silent");
    return lead === null ? t("runs") : leadText(lead);
  }

  resultText({ winner, margin, code }) {
    const ending = t(`ending_${code}`);
    if (winner === null) return `${t("drawn")} (${ending})`;
    const dots = margin === null ? "" : ` +${rounded(margin)}`;
    return `${t("wins", { player: t(`player_${playerOf(winner)}`) })}${dots} (${ending})`;
  }

  drawShown() {
    const { summary, game, number } = this.shown ?? {};
    if (!summary || !game) return;
    const node = game.at;
    const captured = node.view?.captured ?? [0, 0];
    update(this.about, h("h2", {}, t("game_n", { n: number })), h("span", { class: "soft", id: "move-number" }, t("looking_back", { n: node.depth, all: summary.moves })));
    if (this.playersOf !== this.shown || !this.players.childElementCount) {
      this.playersOf = this.shown;
      this.players.replaceChildren(...[0, 1].map((player) => h("div", { class: "player", "data-player": String(player) },
        chip(player, { isNamed: true }), h("span", { class: "name" }, summary.players[player] || t(`player_${player}`)),
        h("span", { class: "clock" }), h("span", { class: "score", title: t("captures") }))));
    }
    [...this.players.children].forEach((row, player) => {
      row.classList.toggle("turn", summary.state === "running" && playerOf(summary.to_move) === player);
      row.querySelector(".score").textContent = String(captured[player]);
    });
    const { told } = node;
    const win = told && told.win !== null ? ` · ${t("blue_wins", { rate: Math.round(100 * told.win) })}` : "";
    const lead = told && told.lead !== null ? `${t("expected")}: ${leadText(told.lead)}${win}` : "";
    const isOver = summary.state !== "running" && !node.children.length;
    this.status.textContent = isOver ? this.stateOf(summary) : lead || this.stateOf(summary);
    this.status.classList.toggle("over", isOver);
    this.showClocks();
  }

  /** The clocks run down between what the server tells, and stand still while it is away. A player without a limit is shown how long he has thought. */
  showClocks() {
    const { summary, heard } = this.shown ?? {};
    if (!summary || this.app.mode !== this) return;
    if (this.app.engine.link.isUp) this.seen = performance.now();
    const passed = (summary.since + Math.max(0, this.seen - heard)) / 1000;
    for (const row of this.players.children) {
      const player = Number(row.dataset.player);
      const runs = summary.state === "running" && playerOf(summary.to_move) === player;
      const left = summary.left[player];
      const clock = row.querySelector(".clock");
      const seconds = left === null ? (runs ? passed : null) : left / 1000 - (runs ? passed : 0);
      clock.textContent = seconds === null ? "–" : seconds < 10 ? number(Math.max(0, seconds), 1) : Clock.text(seconds);
      clock.classList.toggle("low", left !== null && left >= 20000 && seconds < 10);
    }
  }
}
