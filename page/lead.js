// The lead that is expected in a game, and what moves have lost of it. Leads are in dots, with komi.

import { sameCell } from "./tree.js";

/** The lead of blue on the board. */
export const boardLead = (game, { captured }) => captured[0] - captured[1] - game.about.komi;

/** The lead of blue that is expected at a node, and his chance to win; null if nothing is known. */
export function leadOf(game, node) {
  const { analysis, view } = node;
  if (!view) return null;
  const score = boardLead(game, view);
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

/** The lead that a player can expect with one of his best moves. */
export function leadAfter(game, { view }, player, move) {
  const lead = boardLead(game, view);
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
