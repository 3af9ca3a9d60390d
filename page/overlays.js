// What can be drawn over a position: the best moves, how important cells are, the ways to capture, and nets with ways to
// the edge.

import { centred, s } from "./dom.js";
import { leadAfter } from "./lead.js";
import { playerOf } from "./tree.js";
import { signed } from "./words.js";

/** The overlays that can be chosen; `none` draws nothing. */
export const OVERLAYS = ["none", "importance", "threats", "trajectories", "nets"];

/** The most cells of a way to capture. */
const LONGEST = { threats: 1, trajectories: 3 };
/** More ways than these are no help to anybody. */
const MOST_PATHS = 60;

/** The most rings that are drawn, and the most ways to the edge. Those with the most dots are drawn. */
const MOST_NETS = 6;

/** The elements of an overlay: `heat` lies below the dots, `paths` between them. */
export async function drawOverlay(engine, game, node, name) {
  if (node.isEnd) return { heat: [], paths: [] };
  if (name === "importance") {
    const { cells } = await engine.ask(game, node, { command: "Importance" });
    return { heat: cells.filter(({ value }) => value > 0.05).map(heatCell), paths: [] };
  }
  if (name === "nets") {
    const { rings, escapes } = await engine.ask(game, node, { command: "Nets" });
    const nets = rings.map((ring) => ({ ...ring, dots: ring.inside, mark: "prey" }));
    const exits = escapes.map((escape) => ({ ...escape, mark: "safe" }));
    return { heat: [], paths: [...largest(exits), ...largest(nets)].flatMap(net) };
  }
  const { ways } = await engine.ask(game, node, { command: "Trajectories", longest: LONGEST[name] });
  return { heat: [], paths: ways.slice(0, MOST_PATHS).flatMap(way) };
}

function heatCell({ coords: { x, y }, value }) {
  return s("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: "heat", opacity: (0.06 + 0.44 * value).toFixed(2) });
}

function way({ player, cells, captured }) {
  const kind = `player-${playerOf(player)}`;
  return [
    ...captured.map(({ x, y }) => s("circle", { cx: x, cy: y, r: 0.5, class: `prey ${kind}` })),
    ...cells.map(({ x, y }) => s("rect", { x: x - 0.3, y: y - 0.3, width: 0.6, height: 0.6, rx: 0.1, class: `way ${kind}` })),
  ];
}

/** Those that are drawn: the ones with the most dots. */
const largest = (nets) => nets.sort((a, b) => b.dots.length - a.dots.length).slice(0, MOST_NETS);

/** The dots with their mark, and for every link the cells that it needs, a line over them, and its key; pale if not proved. */
function net({ player, links, proved, dots, mark }) {
  const kind = `player-${playerOf(player)}${proved ? "" : " unproved"}`;
  return [
    ...dots.map(({ x, y }) => s("circle", { cx: x, cy: y, r: 0.5, class: `${mark} ${kind}` })),
    ...links.flatMap(({ ends: [from, to], carrier, key }) => [
      ...carrier.map(({ x, y }) => s("rect", { x: x - 0.3, y: y - 0.3, width: 0.6, height: 0.6, rx: 0.1, class: `way ${kind}` })),
      s("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: `link ${kind}` }),
      ...(key ? [s("circle", { cx: key.x, cy: key.y, r: 0.42, class: `key ${kind}` })] : []),
    ]),
  ];
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
      centred(rate, { y: -0.1, class: "rate" }),
      centred(signed(lead), { y: 0.24, class: "gain" }));
  });
  // The best one lies on top.
  return marks.reverse();
}
