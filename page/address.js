// A position as a short text for an address: the board, and two characters a move.

import { Game } from "./tree.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** Before a move whose player is not the one whose turn it is. */
const AGAIN = "!";

const cell = ({ x, y }) => LETTERS[x] + LETTERS[y];

/** The moves up to the node on the board, with the start. */
export function toAddress(game) {
  const { width, height, start, rules, komi, first } = game.about;
  const dots = typeof start === "string" ? start : start.map((dot) => (dot.player ? "-" : "_") + cell(dot)).join("");
  const flags = (rules.suicide === false ? "s" : "") + (rules.captures_empty_bases ? "e" : "");
  let turn = first;
  const moves = game.at.path().slice(1).filter((node) => !node.isEnd).map(({ move }) => {
    const mark = move.player === turn ? "" : AGAIN;
    turn = 1 - move.player;
    return mark + cell(move);
  });
  return [`${width}x${height}`, komi, `${first}${flags}`, dots || "empty", moves.join("")].join("/");
}

/** The game of such a text, at its last move. Throws if it is none. */
export function fromAddress(text) {
  const [size, komi, flags, start, moves = ""] = text.split("/");
  const [width, height] = size.split("x").map(Number);
  const read = (pair) => {
    const [x, y] = [LETTERS.indexOf(pair[0]), LETTERS.indexOf(pair[1])];
    if (pair.length !== 2 || x < 0 || y < 0 || x >= width || y >= height) throw new Error("no cell");
    return { x, y };
  };
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= LETTERS.length)) throw new Error("no size");
  const isName = /^(empty|single|cross|two-crosses|four-crosses)$/.test(start);
  const dots = isName ? start : [...start.matchAll(/([-_])(..)/g)].map(([, sign, pair]) => ({ player: sign === "-" ? 1 : 0, ...read(pair) }));
  const game = new Game({
    width, height, start: dots, komi: Number(komi) || 0, first: flags[0] === "1" ? 1 : 0,
    rules: { suicide: !flags.includes("s"), captures_empty_bases: flags.includes("e") },
  });
  for (const [, again, pair] of moves.matchAll(/(!?)([^!]{2})/g)) {
    const turn = game.turn();
    game.at = game.add(game.at, { player: again ? 1 - turn : turn, ...read(pair) });
  }
  return game;
}
