// The cells of a board by their characters in the rows of a diagram.

import { t } from "./words.js";

/** The player of a dot, captured or not. */
const PLAYERS = { 0: 0, 1: 1, a: 0, b: 1 };

/** The player of the dot on a cell; undefined if there is none. */
export const playerAt = (cell) => PLAYERS[cell];

/** Whether there is a captured dot. */
export const isCaptured = (cell) => cell === "a" || cell === "b";

/** Whether a dot can be put there, as far as the diagram tells. */
export const isFree = (cell) => cell === "." || cell === "," || cell === ";";

/** Whether a text has nothing but cells. */
export const areCells = (text) => /^[01abx.,;]+$/.test(text);

/** What is on a cell in words. Beside the board there is nothing. */
export const cellText = (cell) => t(!cell || isFree(cell) ? "cell_free" : `cell_${cell}`);

/**
 * Why no dot can be put on a cell, by its view, as a text for the reader; null if one can. The engine is not asked:
 * after a refused move it would begin anew, and lose what it has found out.
 */
export function obstacle(view, { x, y }) {
  const there = view?.rows[y]?.[x];
  if (!there || isFree(there)) return null;
  return t("refused", { reason: t(there === "x" ? "why_territory" : "why_dot") });
}

/** The dots of a board by its rows, with those that are captured. */
export function dotsOf(rows) {
  const dot = (cell, x, y) => (cell in PLAYERS ? [{ x, y, player: PLAYERS[cell] }] : []);
  return rows.flatMap((row, y) => [...row].flatMap((cell, x) => dot(cell, x, y)));
}

/** Whether a cell that is not on a chain is inside of it. */
export function isInside({ x, y }, chain) {
  // A ray from the cell crosses the chain an odd number of times.
  const isCrossed = (a, b) => (a.y > y) !== (b.y > y) && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x;
  return chain.filter((dot, index) => isCrossed(dot, chain.at(index - 1))).length % 2 === 1;
}
