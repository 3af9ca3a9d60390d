// A position as a short text for an address: the board, and two characters a move.

import { areCells } from "./cells.js";
import { isKomi, LARGEST } from "./limits.js";
import { Game } from "./tree.js";

/** One for each column or row of the largest board. */
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** Before a move whose player is not the one whose turn it is. */
const AGAIN = "!";

/** Before the rows of a picture, which are joined by `!`. */
const PICTURE = "=";

const cell = ({ x, y }) => LETTERS[x] + LETTERS[y];

/** The moves up to the node on the board, with the start. */
export function toAddress(game) {
  const { width, height, picture, start, rules, komi, first } = game.about;
  const list = () => start.map((dot) => (dot.player ? "-" : "_") + cell(dot)).join("");
  const dots = picture ? PICTURE + picture.replaceAll("/", "!") : typeof start === "string" ? start : list();
  const flags = (rules.suicide === false ? "s" : "") + (rules.captures_empty_bases ? "e" : "");
  let turn = first;
  const moves = game.at.path().slice(1).filter((node) => !node.isEnd).map(({ move }) => {
    const mark = move.player === turn ? "" : AGAIN;
    turn = 1 - move.player;
    return mark + cell(move);
  });
  return [`${width}x${height}`, komi, `${first}${flags}`, dots || "empty", moves.join("")].join("/");
}

/** Whether a text has a row of cells for each row of a board. */
function isPicture(text, width, height) {
  const rows = text.split("/");
  return rows.length === height && rows.every((row) => row.length === width && areCells(row));
}

/** The game of such a text, at its last move. Throws if it is none. */
export function fromAddress(text) {
  const [size, komi, flags, start, moves = "", ...more] = text.split("/");
  if (more.length || !/^[01]s?e?$/.test(flags)) throw new Error("no rules");
  const [width, height] = size.split("x").map(Number);
  if (size !== `${width}x${height}`) throw new Error("no size");
  const read = (pair) => {
    const [x, y] = [LETTERS.indexOf(pair[0]), LETTERS.indexOf(pair[1])];
    if (pair.length !== 2 || x < 0 || y < 0 || x >= width || y >= height) throw new Error("no cell");
    return { x, y };
  };
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= LARGEST)) throw new Error("no size");
  if (!komi || !isKomi(Number(komi))) throw new Error("no komi");
  const isName = /^(empty|single|cross|two-crosses|four-crosses)$/.test(start);
  const dots = isName ? start : [...start.matchAll(/([-_])(..)/g)].map(([, sign, pair]) => ({ player: sign === "-" ? 1 : 0, ...read(pair) }));
  const picture = start.startsWith(PICTURE) ? start.slice(PICTURE.length).replaceAll("!", "/") : null;
  if (picture && !isPicture(picture, width, height)) throw new Error("no picture");
  if (!isName && !picture && 3 * dots.length !== start.length) throw new Error("no start");
  if (moves.replace(/!?[^!]{2}/g, "")) throw new Error("no moves");
  const game = new Game({
    width, height, start: dots, picture, komi: Number(komi), first: flags[0] === "1" ? 1 : 0,
    rules: { suicide: !flags.includes("s"), captures_empty_bases: flags.includes("e") },
  });
  for (const [, again, pair] of moves.matchAll(/(!?)([^!]{2})/g)) {
    const turn = game.turn();
    game.at = game.add(game.at, { player: again ? 1 - turn : turn, ...read(pair) });
  }
  return game;
}
