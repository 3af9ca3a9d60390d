// Stepping through a game: buttons, keys, what is on the board, and what a screen reader tells.

import { button, h } from "./dom.js";
import { settings } from "./settings.js";
import { cellName } from "./tree.js";
import { t } from "./words.js";

/** The four buttons; `go` takes a node. */
export function stepButtons(game, go) {
  const { at } = game;
  const hasNext = at.children.length > 0;
  const step = (name, to, disabled) => button({ name, label: t(`step_${name}`), disabled, onclick: () => go(to()), id: `step-${name}` });
  return h("div", { class: "steps" },
    step("first", () => game.root, !at.parent), step("back", () => at.parent, !at.parent),
    step("next", () => at.children[0], !hasNext), step("last", () => game.end(at), !hasNext));
}

/** A move in words: `Red: 4-3`, `Blue: stops`. */
export function moveText(move, height) {
  return `${t(`player_${move.player}`)}: ${move.end ? t(`end_${move.end}`) : cellName(move, height)}`;
}

/** Shows the node of a game on the board, with coordinates and the numbers of moves if the reader wants them. */
export function showStep(board, { width, height, at }) {
  board.resize(width, height, settings.coordinates);
  const order = settings.numbers ? at.numbers() : null;
  if (at.view) board.show(at.view, { last: at.move, order });
}

/** Tells a screen reader which move is on the board after a step. */
export function sayStep(app, game) {
  const { move, depth } = game.at;
  const all = game.end().depth;
  const place = t("looking_back", { n: depth, all });
  if (all) app.say(move ? `${place}, ${moveText(move, game.height)}` : place);
}

/** The key that was pressed; on a keyboard of another alphabet the Latin letter of the same place. */
export function keyOf({ key, code }) {
  if (key.length > 1) return key;
  return /^Key[A-Z]$/.test(code) && !/[a-z]/i.test(key) ? code[3].toLowerCase() : key.toLowerCase();
}

/** Does what a key stands for. A key that is held down does it once. */
export function actOnce({ repeat }, action) {
  if (!repeat) action();
}

/** Where a key leads to, if anywhere. */
export function stepOf(event, game) {
  const { at } = game;
  switch (event.key) {
    case "ArrowLeft": return at.parent;
    case "ArrowRight": return at.children[0] ?? null;
    case "ArrowUp": return sibling(at, -1);
    case "ArrowDown": return sibling(at, 1);
    case "Home": return game.root;
    case "End": return game.end(at);
    case "PageUp": return at.path().at(-11) ?? game.root;
    case "PageDown": return Array.from({ length: 10 }).reduce((node) => node.children[0] ?? node, at);
    default: return null;
  }
}

function sibling(node, step) {
  const all = node.parent?.children ?? [];
  return all[all.indexOf(node) + step] ?? null;
}
