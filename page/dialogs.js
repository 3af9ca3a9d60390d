// The dialogs that belong to no mode: settings and help.

import { button, h } from "./dom.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";

/** Shows a dialog until it is closed. `build` makes its content; it gets a function that closes. */
export function showDialog(title, build) {
  const opener = document.activeElement?.id;
  const dialog = h("dialog", { "aria-labelledby": "dialog-title" });
  const close = () => dialog.close();
  dialog.append(h("h2", { id: "dialog-title" }, title), build(close), h("div", { class: "unseen", role: "status" }));
  dialog.addEventListener("close", () => {
    dialog.remove();
    // What has opened it may have been made anew meanwhile. To that the browser does not give the focus back.
    if (opener && document.activeElement === document.body) document.getElementById(opener)?.focus({ preventScroll: true });
  });
  closeOutside(dialog);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A press and release beside the dialog close it; its own margin, and what is dragged out of it, do not. */
function closeOutside(dialog) {
  const isOutside = ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (x < left || x > right || y < top || y > bottom);
  };
  let isPressed = false;
  dialog.addEventListener("pointerdown", (event) => (isPressed = isOutside(event)));
  dialog.addEventListener("click", (event) => isPressed && isOutside(event) && dialog.close());
}

/** Asks before something is done that cannot be taken back. */
export function ask({ title, text, yes, action, onclose }) {
  const dialog = showDialog(title, (close) => h("div", { class: "form" }, h("p", { id: "dialog-text" }, text), h("div", { class: "row" },
    button({ text: yes, kind: "primary grow", id: "yes", onclick: () => {
      close();
      action();
    } }),
    button({ text: t("cancel"), onclick: close }))));
  dialog.setAttribute("aria-describedby", "dialog-text");
  dialog.classList.add("ask");
  if (onclose) dialog.addEventListener("close", onclose);
}

/** A group of choices, one of which is taken. */
export function choices({ title, name, options, value, onchange }) {
  const choice = ([key, text]) => h("label", { class: "choice" },
    h("input", { type: "radio", name, value: key, checked: String(key) === String(value), onchange: () => onchange(key) }),
    h("span", {}, text));
  return h("fieldset", { class: "field" }, h("legend", {}, title), h("div", { class: "choices" }, options.map(choice)));
}

/** A box to tick. */
export function check({ name, text, value, onchange }) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", name, checked: value, onchange: (event) => onchange(event.target.checked) }), h("span", {}, text));
}

export function showSettings(app) {
  const set = (some) => {
    change(some);
    app.applySettings();
  };
  const box = (name) => check({ text: t(`set_${name}`), value: settings[name], onchange: (value) => set({ [name]: value }) });
  showDialog(t("settings"), (close) => h("div", { class: "form" },
    choices({
      title: t("theme"), name: "theme", value: settings.theme, onchange: (theme) => set({ theme }),
      options: [["auto", t("theme_auto")], ["light", t("theme_light")], ["dark", t("theme_dark")]],
    }),
    box("coordinates"), box("numbers"), box("shapes"), box("sounds"),
    button({ text: t("done"), kind: "primary", onclick: close })));
}

export function showHelp() {
  const keys = [["Tab", "key_tab"], ["← ↑ ↓ →", "key_arrows"], ["Shift ← ↑ ↓ →", "key_shift"], ["Enter, Space", "key_enter"],
    ["← →", "key_steps"], ["↑ ↓", "key_variations"], ["Page Up, Page Down", "key_pages"], ["Home, End", "key_ends"],
    ["U", "key_undo"], ["H", "hint"], ["N", "key_next"], ["S", "key_solution"], ["R", "key_retry"], ["A, Space", "key_analysis"],
    ["Delete, Backspace", "key_delete"], ["?", "help"]];
  const dialog = showDialog(t("help"), (close) => h("div", { class: "form" },
    h("p", {}, t("rules_1")), h("p", {}, t("rules_2")), h("p", {}, t("rules_3")), h("p", {}, t("rules_4")),
    h("h2", {}, t("on_board")), h("p", {}, t("help_touch")), h("p", {}, t("help_marks")), h("h2", {}, t("keys")),
    h("div", { class: "keys" }, keys.flatMap(([key, text]) => [h("kbd", {}, key), h("span", {}, t(text))])),
    button({ text: t("close"), kind: "primary", onclick: close })));
  // It is read from the top; the focus on its only button would scroll to the end.
  const title = dialog.querySelector("h2");
  title.tabIndex = -1;
  title.focus();
}
