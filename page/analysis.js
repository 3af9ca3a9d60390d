// What the engine thinks of positions, live and as numbers.

import { s } from "./dom.js";
import { sameCell } from "./tree.js";
import { signed } from "./words.js";

/** Best moves that are asked for. */
const LINES = 8;
/** Milliseconds between two pictures of a running search. */
const INTERVAL = 120;

/** A search that follows the board. */
export class LiveAnalysis {
  constructor(app, draw) {
    this.app = app;
    this.draw = draw;
    this.isOn = false;
    this.node = null;
  }

  toggle(game, node) {
    if (this.isOn) this.stop();
    else {
      this.isOn = true;
      this.follow(game, node);
    }
  }

  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    this.node = null;
    this.app.engine.stop();
    clearTimeout(this.timer);
    this.timer = null;
  }

  /** Searches at this node from now on; nowhere if the game is over there. */
  async follow(game, node) {
    if (!this.isOn) return;
    if (node.isEnd || node.view?.status === "full") {
      // Nothing is to be found here, and what was searched is not shown any more.
      if (this.node) this.app.engine.stop();
      this.node = null;
      return;
    }
    this.node = node;
    const player = game.turn(node);
    const keep = (reply) => {
      // What a longer search has found stays until this one knows as much.
      const before = node.analysis?.player === player ? node.analysis : null;
      const visits = (moves) => moves.reduce((sum, move) => sum + (move.visits ?? 0), 0);
      if (visits(reply.moves) < visits(before?.moves ?? [])) return;
      // What replaces the finding of a review still counts as reviewed: it has at least as many visits. Engines that
      // count none tell nothing of that.
      const isReviewed = before?.isWhole && visits(reply.moves) > 0;
      node.analysis = { ...(isReviewed && { isWhole: true, effort: before.effort }), player, moves: reply.moves };
      if (this.node === node) this.drawSoon();
    };
    try {
      keep({ moves: await this.app.engine.analyze(game, node, { player, lines: LINES, onLive: keep }) });
    } catch {
      // The game is over, or the engine is away: what is known stays.
    }
  }

  drawSoon() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.draw();
    }, INTERVAL);
  }
}

/** The lead of blue in dots that is expected at a node, komi included, and his chance to win. */
export function leadOf(game, node) {
  const { analysis, view } = node;
  if (!view) return null;
  const score = view.captured[0] - view.captured[1] - game.about.komi;
  if (view.result) {
    const winner = view.result.winner;
    const margin = view.result.margin ?? Math.abs(score);
    return { lead: winner === null ? 0 : winner === 0 ? margin : -margin, rate: winner === null ? 0.5 : 1 - winner };
  }
  const best = analysis?.moves[0];
  if (!best) return leadBefore(game, node);
  const sign = analysis.player === 0 ? 1 : -1;
  return { lead: score + sign * best.gain, rate: analysis.player === 0 ? best.weight : 1 - best.weight };
}

/** What was expected of the move that led here, when the position before it was looked into. */
function leadBefore(game, { parent, move }) {
  const found = parent?.analysis?.moves.find(({ coords }) => sameCell(coords, move));
  if (!found || !parent.view) return null;
  const sign = move.player === 0 ? 1 : -1;
  return { lead: sign * leadAfter(game, parent, move.player, found), rate: move.player === 0 ? found.weight : 1 - found.weight };
}

/** The lead that a player can expect with one of his best moves, komi included. */
export function leadAfter(game, { view }, player, move) {
  const lead = view.captured[0] - view.captured[1] - game.about.komi;
  return (player === 0 ? lead : -lead) + move.gain;
}

/** What the moves of a line have lost, from the leads before and after: `{node, dots, rate, kind}`. */
export function lossesOf(game, nodes) {
  return nodes.slice(1).flatMap((node) => {
    const [before, after] = [leadOf(game, node.parent), leadOf(game, node)];
    if (!before || !after || node.isEnd || !node.parent.analysis) return [];
    const sign = node.move.player === 0 ? 1 : -1;
    const dots = sign * (before.lead - after.lead);
    const rate = sign * (before.rate - after.rate);
    const best = node.parent.analysis.moves[0];
    const isBest = sameCell(best?.coords, node.move);
    const kind = isBest ? null : kindOf(dots, rate);
    return [{ node, dots, rate, kind }];
  });
}

/** A mistake loses a chance or dots that were there; small differences are noise of the search. */
function kindOf(dots, rate) {
  if (rate >= 0.2 || (dots >= 4 && rate >= 0.05)) return "bad";
  if (rate >= 0.1 || (dots >= 2 && rate >= 0.04)) return "fair";
  return null;
}

/** Marks on the board for the best moves, the first one strongest. `scale` enlarges them where cells are small. */
export function candidateMarks(game, node, most, scale) {
  const { moves, player } = node.analysis;
  const best = moves[0]?.weight ?? 0;
  const marks = moves.slice(0, most).filter(({ coords }) => coords).map((move, index) => {
    const { x, y } = move.coords;
    const kind = index === 0 ? "best" : best - move.weight < 0.03 ? "near" : best - move.weight < 0.1 ? "far" : "poor";
    const rate = Math.round(100 * move.weight);
    const lead = leadAfter(game, node, player, move);
    return s("g", { class: `candidate ${kind} by-${player}`, "data-rank": String(index + 1), transform: `translate(${x} ${y}) scale(${scale})` },
      s("circle", { r: 0.46 }),
      s("text", { y: -0.1, class: "rate" }, String(rate)),
      s("text", { y: 0.24, class: "gain" }, signed(lead)));
  });
  // The best one lies on top.
  return marks.reverse();
}
