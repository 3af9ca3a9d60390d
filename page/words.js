// The words of the page in the language that the reader has chosen or the browser asks for.

export const LANGUAGES = { en: "English", ru: "Русский", pl: "Polski", uk: "Українська" };

let words = {};
let base = {};
/** How the language writes numbers: with the digits that they have after the point, and with one. */
let formats = [];

/** The language that is meant by a setting; `auto` is that of the browser. */
export function language(setting) {
  if (setting in LANGUAGES) return setting;
  const offered = navigator.languages.map((name) => name.slice(0, 2));
  return offered.find((name) => name in LANGUAGES) ?? "en";
}

/** The language that was asked for last. */
let wanted = null;

/** Reads the words of a language. Returns `false` if another one was asked for meanwhile. */
export async function load(name) {
  wanted = name;
  const read = async (of) => (await import(`./words/${of}.js`)).default;
  const found = await Promise.all([read("en"), read(name)]);
  if (wanted !== name) return false;
  [base, words] = found;
  const format = (digits) => ({ useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits || 3, signDisplay: "negative" });
  formats = [0, 1].map((digits) => new Intl.NumberFormat(name, format(digits)));
  document.documentElement.lang = name;
  return true;
}

/** A number as the language writes it. With `digits` of 1 it has one digit after the point, else those that it needs. */
export const number = (value, digits = 0) => formats[digits].format(value).replace("-", "−");

/** A number with at most one digit after the point. */
export const rounded = (value) => number(Math.round(10 * value) / 10);

/** The same with its sign. */
export const signed = (value) => (value > 0 ? `+${rounded(value)}` : rounded(value));

/** Who leads, and by how many dots. `lead` is that of the first player. */
export const leadText = (lead) => (Math.abs(lead) < 0.05 ? t("even") : `${t(`player_${lead > 0 ? 0 : 1}`)} +${rounded(Math.abs(lead))}`);

/** A text by its name; `{x}` in it becomes `values.x`, and numbers are written as the language does. */
export function t(name, values = {}) {
  const text = words[name] ?? base[name] ?? name;
  const written = (value) => (typeof value === "number" ? number(value) : value);
  return text.replace(/\{(\w+)\}/g, (whole, key) => written(values[key]) ?? whole);
}

/** Whether the reader has chosen the language in which the titles of puzzles are written. */
export const isEnglish = () => document.documentElement.lang === "en";

/** Reasons of the engine that a reader meets, and the texts that tell them. */
const REASONS = [
  [/there is a dot/, "why_dot"], [/captured territory/, "why_territory"], [/captured at once/, "why_base"], [/is over/, "game_over"],
  [/too large for one request/, "too_large"], [/letters for/, "too_wide"],
];

/** Why something was refused; a rare reason is told in the English of the engine. */
export function reasonOf({ message }) {
  const known = REASONS.find(([pattern]) => pattern.test(message));
  return known ? t(known[1]) : message;
}

/** Why a move was refused. */
export const refusal = (error) => t("refused", { reason: reasonOf(error) });

/** A number of things, in the form that the language has for it: texts `name_one`, `name_few`, `name_many`. */
export function count(name, number) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(number);
  const key = [`${name}_${form}`, `${name}_many`, `${name}_other`].find((key) => key in words || key in base);
  return t(key, { n: number });
}
