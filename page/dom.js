// Making elements.

import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element; attributes that begin with `on` are listeners. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * A text on the board with its middle at `x` and `y`. `dy` moves it there and not `dominant-baseline`: WebKit rounds the height
 * of letters to whole units of the board, that is to none.
 */
export function centred(text, attributes) {
  return s("text", { dy: "0.35em", ...attributes }, String(text));
}

/** What was pressed and has not been let go yet: the element under a pointer, or the button that has the focus. */
let held = null;
/** What is done with elements as soon as nothing is pressed. */
const postponed = new Map();

function release() {
  held = null;
  // The click comes first.
  setTimeout(() => [...postponed.values()].forEach((fill) => fill()));
}

// The menu of the right button may swallow that it goes up.
addEventListener("pointerdown", ({ button, target }) => (held = button === 0 ? target : null), true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, release, true);
// The space bar clicks on a button when it goes up.
addEventListener("keydown", ({ key, target }) => key === " " && target.matches?.("button") && (held = target), true);
addEventListener("keyup", ({ key }) => key === " " && release(), true);
// What goes up in another window is not heard of here.
addEventListener("blur", release);
// A browser clicks on a button or a summary again and again while Enter is held down. Only steps through a game are meant to be
// repeated.
addEventListener("keydown", (event) => {
  const { key, repeat, target } = event;
  if (key === "Enter" && repeat && target.matches?.("button, summary") && !target.closest(".steps")) event.preventDefault();
}, true);

/** What tells an element from the others in a form or panel, also after it was made anew. */
const identityOf = ({ id, name, type, value }) => id || (name && [name, type === "radio" ? value : ""].join());

/**
 * Runs a function that makes what an element holds anew. An element with the same `id`, or the same name of a field,
 * keeps the focus. Without one, or if it is disabled, the focus goes to what holds it: the next Tab goes on from there.
 */
export function keepFocus(element, draw) {
  const hadFocus = element.contains(document.activeElement);
  const identity = hadFocus && identityOf(document.activeElement);
  draw();
  if (!hadFocus) return;
  const again = identity && [...element.querySelectorAll("*")].find((one) => identityOf(one) === identity);
  const place = again && !again.disabled ? again : element;
  if (place === element) element.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/**
 * Does what changes the content of an element, and keeps the focus. While something in there is pressed it waits, because
 * what is gone when the pointer or the key goes up gets no click.
 */
function fillWith(element, draw) {
  if (held && element.contains(held)) {
    postponed.set(element, () => fillWith(element, draw));
    return;
  }
  postponed.delete(element);
  keepFocus(element, draw);
}

/** Replaces what an element holds. */
export function renew(element, ...children) {
  fillWith(element, () => element.replaceChildren(...children));
}

/**
 * Gives an element new children, which have the same tags in the same order as those that it has. Those stay and get the
 * attributes and the content of the new ones, but not their listeners: a screen reader that is at one of them is not told
 * that it has come there.
 */
export function refill(element, ...children) {
  fillWith(element, () => {
    const there = [...element.children];
    for (const [index, child] of children.entries()) {
      if (index < there.length) copy(child, there[index]);
      else element.append(child);
    }
    for (const rest of there.slice(children.length)) rest.remove();
  });
}

function copy(from, to) {
  if (from.isEqualNode(to)) return;
  for (const name of to.getAttributeNames()) {
    if (!from.hasAttribute(name)) to.removeAttribute(name);
  }
  for (const { name, value } of from.attributes) {
    if (to.getAttribute(name) !== value) to.setAttribute(name, value);
  }
  to.replaceChildren(...from.childNodes);
}

/** Gives an element these children. If it has equal ones, they stay, with what is selected or read aloud in them. */
export function update(element, ...children) {
  const fresh = element.cloneNode();
  fresh.append(...children);
  if (!fresh.isEqualNode(element)) element.replaceChildren(...children);
}

/** A line icon of 24 units by the path of its strokes. */
export function icon(name) {
  const svg = s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  svg.append(s("path", { d: ICONS[name] }));
  return svg;
}

/** The colour of a player. With `isNamed` a screen reader tells it, for places where nothing else does. */
export function chip(player, { isNamed = false } = {}) {
  const name = isNamed && { role: "img", "aria-label": t(`player_${player}`) };
  return h("span", { class: `chip player-${player}`, ...name });
}

/** A button with an icon, a text or both. `label` is what a screen reader says if there is no text. */
export function button({ name, text, label, kind, onclick, disabled, pressed, id, keys }) {
  const attributes = {
    type: "button", class: ["button", kind].filter(Boolean).join(" "), onclick, disabled, id,
    title: [label ?? text, keys && `(${keys})`].filter(Boolean).join(" "),
    "aria-label": text ? undefined : label,
    "aria-pressed": pressed === undefined ? undefined : String(pressed),
  };
  return h("button", attributes, name && icon(name), text && h("span", {}, text));
}

const ICONS = {
  first: "M18 6 10 12l8 6M6 6v12",
  back: "M15 5 8 12l7 7",
  next: "M9 5l7 7-7 7",
  last: "M6 6l8 6-8 6M18 6v12",
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c1 1 1 1.5 1 2.5h6c0-1 0-1.500 1-2.500A6 6 0 0 0 12 3Z",
  ground: "M12 3v11M5 14h14M8 18h8M11 22h2",
  flag: "M6 22V3M6 4h11l-2 4 2 4H6",
  plus: "M12 5v14M5 12h14",
  search: "M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13ZM15.500 15.500 21 21",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500 19 19M5 19l1.500-1.500M17.500 6.500 19 5",
  moon: "M20 14A8 8 0 1 1 10 4a6.500 6.500 0 0 0 10 10Z",
  gear: "M4 7h10M18 7h2M14 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0M4 17h2M10 17h10M6 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0",
  help: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.5M12 2.500a9.500 9.500 0 1 1 0 19 9.500 9.500 0 0 1 0-19Z",
  play: "M8 5v14l11-7Z",
  stop: "M7 7h10v10H7Z",
  file: "M7 3h7l4 4v14H7ZM14 3v4h4",
  save: "M12 4v11M7 11l5 5 5-5M4 20h16",
  picture: "M4 5h16v14H4ZM4 16l5-5 4 4 2-2 5 5M15 9.500v.1",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
  cross: "M6 6l12 12M18 6 6 18",
  edit: "M4 20l1-5L16 4l4 4L9 19ZM13 7l4 4",
  retry: "M4 4v6h6M4.500 10a8 8 0 1 1-.5 5",
};
