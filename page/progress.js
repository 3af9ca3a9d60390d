// Which puzzles the reader has solved. It is kept in the browser, and can be taken to another one.

import { browser } from "./storage.js";

const KEY = "tochki.puzzles";

/** By the id of a puzzle: `solved` without help, or `seen` with the solution. */
const known = {};

/** Adds what is told of puzzles. One that was solved stays so. */
function learn(states) {
  for (const [id, state] of Object.entries(states)) {
    if (state === "solved" || state === "seen") known[id] = known[id] === "solved" ? "solved" : state;
  }
}

/** Learns what is kept, too: another tab may have written. */
function keep(states) {
  learn(browser.read(KEY) ?? {});
  learn(states);
  browser.write(KEY, known);
}

learn(browser.read(KEY) ?? {});

export const stateOf = (id) => known[id] ?? null;

export const mark = (id, state) => keep({ [id]: state });

/** All of it as a text. */
export const exported = () => JSON.stringify({ tochki: "puzzles", known }, null, 1);

/** Adds what a text says; throws if it is none of ours. */
export function imported(text) {
  const data = JSON.parse(text);
  if (data.tochki !== "puzzles" || typeof data.known !== "object") throw new Error("no progress");
  keep(data.known);
}
