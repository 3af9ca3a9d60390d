// The dialog for a new game.

import { check, choices, showDialog } from "./dialogs.js";
import { button, h, renew } from "./dom.js";
import { LARGEST, MOST_KOMI, sidesOf, SIZES } from "./limits.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

const STARTS = ["empty", "single", "cross", "two-crosses", "four-crosses"];
const CLOCKS = ["none", "5+5", "10+10", "20+10", "other"];
/** Fewest columns and rows that a start position has room in. */
const SMALLEST = { "two-crosses": [4, 3], "four-crosses": [7, 7] };
const smallest = ({ start }) => SMALLEST[start] ?? [3, 3];

/** The columns and rows of the board that is chosen. */
export const sizeOf = ({ size, width, height }) => (size === "other" ? [width, height] : sidesOf(size));

/** The minutes of each player and the seconds for each move; null for a game without a clock. */
export function clockOf({ clock, minutes, increment }) {
  if (clock === "none") return null;
  return clock === "other" ? [minutes, increment] : clock.split("+").map(Number);
}

export function newGameDialog(begin) {
  const chosen = structuredClone(settings.newGame);
  const body = h("div", { class: "form", onkeydown: (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    // The key may be held down since it has opened the dialog.
    if (event.repeat) return;
    // A number that is being typed counts when its field is left.
    event.target.blur();
    start();
  } });
  const set = (some) => {
    Object.assign(chosen, some);
    draw();
  };
  const draw = () => {
    const [width, height] = smallest(chosen);
    Object.assign(chosen, { width: Math.max(width, chosen.width), height: Math.max(height, chosen.height) });
    renew(body, ...fields(chosen, set), actions());
  };
  let close = () => {};
  const start = () => {
    close();
    begin(chosen);
  };
  const actions = () => h("div", { class: "row" },
    button({ text: t("start_game"), kind: "primary grow", id: "start-game", onclick: start }),
    button({ text: t("cancel"), onclick: () => close() }));
  draw();
  showDialog(t("new_game"), (closing) => {
    close = closing;
    return body;
  });
  body.querySelector("input:checked").focus();
}

function clockText(clock) {
  if (["none", "other"].includes(clock)) return t(`clock_${clock}`);
  const [minutes, seconds] = clockOf({ clock });
  return t("clock_text", { minutes, seconds });
}

function numberField({ name, label, value, min, max, step, onchange }) {
  const change = (event) => {
    const wanted = event.target.valueAsNumber;
    const fitting = Math.max(min, Math.min(max, Number.isFinite(wanted) ? wanted : value));
    onchange(Math.round(fitting / step) * step);
  };
  return h("input", { type: "number", name, "aria-label": label, value: String(value), min, max, step, onchange: change });
}

function fields(chosen, set) {
  const named = (names, prefix) => names.map((name) => [name, t(`${prefix}_${name}`)]);
  const sizes = [...SIZES, "other"].map((size) => [size, size === "other" ? t("size_other") : size.replace("x", "×")]);
  return [
    choices({ title: t("size"), name: "size", options: sizes, value: chosen.size, onchange: (size) => set({ size }) }),
    chosen.size === "other" && h("div", { class: "row" },
      numberField({ name: "width", label: t("width"), value: chosen.width, min: smallest(chosen)[0], max: LARGEST, step: 1, onchange: (width) => set({ width }) }), "×",
      numberField({ name: "height", label: t("height"), value: chosen.height, min: smallest(chosen)[1], max: LARGEST, step: 1, onchange: (height) => set({ height }) })),
    choices({ title: t("start"), name: "start", options: named(STARTS, "start"), value: chosen.start, onchange: (start) => set({ start }) }),
    choices({
      title: t("you_play"), name: "side", value: chosen.side, onchange: (side) => set({ side }),
      options: [["0", t("side_0")], ["1", t("side_1")], ["random", t("side_random")]],
    }),
    choices({
      title: t("strength"), name: "strength", value: chosen.strength, onchange: (strength) => set({ strength }),
      options: [["level", t("strength_level")], ["time", t("strength_time")]],
    }),
    strengthField(chosen, set),
    choices({ title: t("clock"), name: "clock", options: CLOCKS.map((clock) => [clock, clockText(clock)]),
      value: chosen.clock, onchange: (clock) => set({ clock }) }),
    chosen.clock === "other" && h("div", { class: "row" },
      numberField({ name: "minutes", label: t("minutes"), value: chosen.minutes, min: 1, max: 180, step: 1, onchange: (minutes) => set({ minutes }) }), t("minutes"),
      numberField({ name: "increment", label: t("increment"), value: chosen.increment, min: 0, max: 120, step: 1, onchange: (increment) => set({ increment }) }), t("increment")),
    h("details", { open: chosen.isOpen || chosen.komi !== 0 || !chosen.suicide || chosen.emptyBases, ontoggle: (event) => (chosen.isOpen = event.target.open) },
      h("summary", {}, t("rules")),
      h("div", { class: "form" },
        h("label", { class: "check" }, numberField({ name: "komi", label: t("komi"), value: chosen.komi, min: -MOST_KOMI, max: MOST_KOMI, step: 0.5, onchange: (komi) => set({ komi }) }),
          h("span", {}, t("komi_long"))),
        check({ name: "suicide", text: t("rule_suicide"), value: chosen.suicide, onchange: (suicide) => set({ suicide }) }),
        check({ name: "empty-bases", text: t("rule_empty_bases"), value: chosen.emptyBases, onchange: (emptyBases) => set({ emptyBases }) }))),
  ].filter(Boolean);
}

function strengthField(chosen, set) {
  const byTime = chosen.strength === "time";
  const [key, max, step] = byTime ? ["seconds", 30, 0.5] : ["level", 10, 1];
  const text = () => t(byTime ? "n_seconds" : "level_n", { n: chosen[key] });
  const label = h("output", { class: "small soft" }, text());
  const scale = !byTime && h("p", { class: "small soft" }, t("levels"));
  const slide = (event) => {
    chosen[key] = Number(event.target.value);
    label.textContent = text();
  };
  const range = h("input", { type: "range", name: key, "aria-label": t("strength"), min: step, max, step, oninput: slide });
  range.value = chosen[key];
  return h("div", { class: "field" }, range, label, scale);
}
