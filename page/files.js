// Files: reading games, and handing things to the reader to keep.

import { h } from "./dom.js";
import { Game, NAMES, playerOf } from "./tree.js";

/** The kinds of bad moves by their classes in JSON lines, and the classes by the kinds. */
const KINDS = { mistake: "bad", inaccuracy: "fair" };
const CLASSES = Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [kind, name]));

const classOf = ({ mark }) => CLASSES[mark] ?? null;

/** The note on a record that is read as windows-1251. The engine has the same text for its own readers. */
const GUESSED = "the text is not UTF-8 and names no character set: it is read as windows-1251";

/**
 * The text of a record, and notes on its characters. It is UTF-8, or UTF-16 with a mark. Otherwise it is in the set that `CA`
 * names, or in windows-1251 if it names none, as old Russian records are. Throws if it is not valid there.
 */
function decode(bytes) {
  const read = (name) => new TextDecoder(name, { fatal: true }).decode(bytes);
  try {
    return { text: read(utf16Of(bytes) ?? "utf-8"), notes: [] };
  } catch {
    // It is in another set.
  }
  const head = new TextDecoder("latin1").decode(bytes.slice(0, 4096));
  const name = head.match(/CA\[([^\]]+)\]/)?.[1];
  if (!name) return { text: read("windows-1251"), notes: [GUESSED] };
  try {
    return { text: read(name), notes: [] };
  } catch {
    throw new Error(`the text cannot be read in ${name}, which it names as its character set: name the right one in CA`);
  }
}

/** The name of UTF-16 as editors of Windows save it, with a mark at its start; null for other text. */
function utf16Of([first, second]) {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** The games of an SGF file as the engine reads them: `{game, warnings}`. */
export async function readGames(engine, file) {
  const { text, notes } = decode(new Uint8Array(await file.arrayBuffer()));
  const { games } = await engine.link.request({ command: "ReadSgf", text });
  return games.map((record) => ({ game: gameOf(record), warnings: [...notes, ...record.warnings] }));
}

function gameOf(record) {
  const { width, height, rules, komi, players, result, facts } = record;
  const start = record.start.map(({ coords, player }) => ({ ...coords, player: playerOf(player) }));
  const game = new Game({ width, height, rules, komi, start, players, result, facts, first: playerOf(record.first) });
  game.root.comment = record.comment;
  const lines = [addTurns(game, game.root, record.turns)];
  const variations = record.variations ?? [];
  const goesOn = variations.some(({ line, after }) => line === 0 && after === record.turns.length);
  const end = goesOn ? endedByResult(game, lines[0].at(-1)) : lines[0].at(-1);
  for (const { line, after, turns } of variations) lines.push(addTurns(game, lines[line][after], turns));
  game.about.end = movesTo(end);
  return game;
}

/**
 * The end of the main line. A record tells a resignation or a loss on time by its result alone: then a node for it follows
 * the last turn, so that lines which go on there are variations.
 */
function endedByResult(game, node) {
  const [, winner, how] = /^([BW])\+([RT])/.exec(game.about.result ?? "") ?? [];
  return winner && !node.isEnd ? game.add(node, { player: winner === "B" ? 1 : 0, end: how === "R" ? "Resign" : "Time" }) : node;
}

/** Adds turns after a node. Returns this node and those of the turns. */
function addTurns(game, node, turns) {
  const nodes = [node];
  for (const { player, coords, comment, class: name } of turns) {
    node = game.add(node, coords ? { player: playerOf(player), ...coords } : { player: playerOf(player), end: "Ground" });
    node.comment ||= comment ?? "";
    node.kind ??= KINDS[name] ?? null;
    nodes.push(node);
  }
  return nodes;
}

/** A game as SGF with its comments, marks of bad moves and variations, or only the line that ends at a node. */
export async function toSgf(engine, game, only = null) {
  const end = only ?? game.end(game.root);
  const { node, result } = ending(game, end);
  const nodes = node.path().slice(1);
  const comments = nodes.map(({ remark }) => remark);
  const classes = nodes.map(classOf);
  const variations = only ? [] : variationsOf(end.path());
  const { players, first, facts, recordKomi: komi } = game.about;
  const { sgf } = await engine.ask(game, node, { command: "WriteSgf", players, facts, komi, comment: game.root.comment, comments, classes, first: NAMES[first], variations, result });
  return sgf;
}

/** The lines that leave the main line, and those that leave them, as the engine takes them. */
function variationsOf(main) {
  const variations = [];
  const lines = [{ line: 0, from: 0, nodes: main }];
  for (const { line, from, nodes } of lines) {
    for (let after = from; after < nodes.length; after++) {
      for (const child of nodes[after].children.filter((child) => child !== nodes[after + 1])) {
        const branch = withTurns(child);
        if (!branch.length) continue;
        variations.push({ line, after, turns: branch.map(turnOf) });
        // What leaves this branch before its first turn leaves the line before it.
        lines.push({ line: variations.length, from: 1, nodes: [nodes[after], ...branch] });
      }
    }
  }
  return variations;
}

/** The nodes from one on that a record has turns for: it has none for a player who resigns or runs out of time. */
function withTurns(node) {
  const nodes = [];
  for (; node && !["Resign", "Time"].includes(node.move.end); node = node.children[0]) nodes.push(node);
  return nodes;
}

function turnOf(node) {
  const { player, end, x, y } = node.move;
  return { player: NAMES[player], coords: end ? null : { x, y }, comment: node.remark, class: classOf(node) };
}

/** The moves up to a node as a text, to tell lines apart. */
function movesTo(node) {
  return JSON.stringify(node.path().map(({ move }) => move));
}

/**
 * The last node of a line for a record, and the result of the game there. The engine knows a loss on time as a
 * resignation; in a record it is a result alone. A record whose moves have changed has lost its result.
 */
function ending(game, end) {
  if (end.move?.end === "Time") return { node: end.parent, result: `${end.move.player ? "B" : "W"}+T` };
  const isWhole = end === game.end(game.root) && movesTo(end) === game.about.end;
  return { node: end, result: isWhole ? game.about.result : null };
}

/** A hidden field to choose a file with, for a button to click on. */
export function fileField({ accept, id, onfile }) {
  const field = h("input", { type: "file", accept, id, hidden: true, onchange: () => {
    const [file] = field.files;
    // Browsers tell nothing when the file of a field is chosen again, mended or not. So the field forgets it.
    field.value = "";
    if (file) onfile(file);
  } });
  return field;
}

/** Lets the browser save a file. */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name.replace(/[\\/:*?"<>|]/g, " ") });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
