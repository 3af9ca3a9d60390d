// Files: reading games, and handing things to the reader to keep.

import { h } from "./dom.js";
import { Game, playerOf } from "./tree.js";

/** The text of a record, whatever its character set. What the record says of it does not hold any more. */
export function decode(bytes) {
  return characters(bytes).replace(/CA\[[^\]]*\]/g, "CA[UTF-8]");
}

/** The characters in the set that `CA` names, or UTF-8, or windows-1251 as old records have. */
function characters(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const head = new TextDecoder("latin1").decode(bytes.slice(0, 4096));
    const name = head.match(/CA\[([^\]]+)\]/)?.[1] ?? "windows-1251";
    try {
      return new TextDecoder(name).decode(bytes);
    } catch {
      return new TextDecoder("windows-1251").decode(bytes);
    }
  }
}

/** The games of an SGF file as the engine reads them: `{game, warnings}`. */
export async function readGames(engine, file) {
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  const { games } = await engine.link.request({ command: "ReadSgf", text });
  return games.map((record) => ({ game: gameOf(record), warnings: record.warnings }));
}

function gameOf(record) {
  const { width, height, rules, komi, players, result } = record;
  const start = record.start.map(({ coords, player }) => ({ ...coords, player: playerOf(player) }));
  const first = record.turns.length ? playerOf(record.turns[0].player) : 0;
  const game = new Game({ width, height, rules, komi, start, players, result, first });
  game.root.comment = record.comment;
  let node = game.root;
  for (const { player, coords, comment } of record.turns) {
    node = game.add(node, coords ? { player: playerOf(player), ...coords } : { player: playerOf(player), end: "Ground" });
    node.comment = comment ?? "";
  }
  return game;
}

/** The main line of a game as SGF, or the line that ends at a node, with its comments. */
export async function toSgf(engine, game, end = game.end(game.root)) {
  const { node, result } = ending(game, end);
  const comments = node.path().slice(1).map(({ comment, advice }) => comment || advice || "");
  const { sgf } = await engine.ask(game, node, { command: "WriteSgf", players: game.about.players, comment: game.root.comment, comments, result });
  return sgf;
}

/**
 * The last node of a line for a record, and the result of the game there. The engine knows a loss on time as a
 * resignation; in a record it is a result alone.
 */
function ending(game, end) {
  if (end.move?.end === "Time") return { node: end.parent, result: `${end.move.player ? "B" : "W"}+T` };
  return { node: end, result: end === game.end(game.root) ? game.about.result : null };
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
