// What the reader has chosen. It is kept in the browser.

import { browser } from "./storage.js";

const KEY = "tochki.settings";

const USUAL = {
  language: "auto",
  theme: "auto",
  coordinates: true,
  numbers: false,
  shapes: false,
  sounds: false,
  /** Choices for a new game. */
  newGame: {
    size: "20x20", width: 20, height: 20, start: "cross", side: "0", strength: "level", level: 5, seconds: 2,
    clock: "none", minutes: 15, increment: 5, komi: 0, suicide: true, emptyBases: false,
  },
};

const kept = browser.read(KEY) ?? {};

/** The settings; change them with `change`. The choices for a new game were kept as `setup` once. */
export const settings = { ...USUAL, ...kept, newGame: { ...USUAL.newGame, ...(kept.newGame ?? kept.setup) } };

/** Changes settings and keeps them. Others stay as they are kept: another tab may have changed them. */
export function change(some) {
  Object.assign(settings, some);
  browser.write(KEY, { ...settings, ...browser.read(KEY), ...some });
}

/** Shows the page in the theme that is chosen. */
export function applyTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = settings.theme === "auto" ? (dark ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  return theme;
}
