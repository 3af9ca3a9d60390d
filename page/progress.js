// Which puzzles the reader has solved. It is kept in the browser, and can be taken to another one.

const KEY = "tochki.puzzles";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** By the id of a puzzle: `solved` without help, or `seen` with the solution. */
let known = read();

export const stateOf = (id) => known[id] ?? null;

export function mark(id, state) {
  // Another tab may have written, too.
  known = read();
  if (known[id] === "solved") return;
  known[id] = state;
  localStorage.setItem(KEY, JSON.stringify(known));
}

/** All of it as a text. */
export const exported = () => JSON.stringify({ tochki: "puzzles", known }, null, 1);

/** Adds what a text says; throws if it is none of ours. */
export function imported(text) {
  const data = JSON.parse(text);
  if (data.tochki !== "puzzles" || typeof data.known !== "object") throw new Error("no progress");
  known = read();
  for (const [id, state] of Object.entries(data.known)) {
    if (state === "solved" || state === "seen") known[id] = known[id] === "solved" ? "solved" : state;
  }
  localStorage.setItem(KEY, JSON.stringify(known));
}
