// The page: one board, one engine, and a mode for each thing that people do here.

import { Analyse } from "./analyse.js";
import { Board } from "./board.js";
import { cellText } from "./cells.js";
import { button, h, icon, keepFocus } from "./dom.js";
import { Engine } from "./engine.js";
import { ask, showHelp, showSettings } from "./dialogs.js";
import { Play } from "./play.js";
import { Review } from "./review.js";
import { applyTheme, change, settings } from "./settings.js";
import { tab } from "./storage.js";
import { Train } from "./train.js";
import { cellName } from "./tree.js";
import { Watch } from "./watch.js";
import { language, LANGUAGES, load, t } from "./words.js";

const MODES = { play: Play, analyse: Analyse, review: Review, train: Train, watch: Watch };

/** What the modes share. */
class App {
  constructor() {
    this.engine = new Engine();
    /** Whether the reader has been told that the browser has no room for a game. */
    this.isToldOfRoom = false;
    this.stage = document.getElementById("stage");
    this.panel = document.getElementById("panel");
    this.board = new Board(this.stage, {
      label: t("board"),
      confirmText: (cell) => t("put", { cell: cellName(cell, this.board.height) }),
      onPut: (cell) => this.mode?.put?.(cell),
      onHover: (cell) => this.mode?.hover?.(cell),
      onCursor: (cell) => cell && this.say(this.describe(cell)),
    });
    this.modes = Object.fromEntries(Object.entries(MODES).map(([name, Mode]) => [name, new Mode(this)]));
    // The size of marks and coordinates depends on that of the cells. It is set in the next frame: browsers report an error
    // if the board changes its own size here.
    new ResizeObserver(() => requestAnimationFrame(() => {
      this.board.fit();
      this.mode?.drawMarks?.();
    })).observe(this.board.svg);
    this.away = h("div", { class: "away", role: "alert", hidden: true });
    this.stage.append(this.away);
    this.engine.link.addEventListener("up", () => this.up());
    this.engine.link.addEventListener("down", () => this.down());
  }

  start() {
    this.drawTop();
    this.applySettings();
    addEventListener("hashchange", () => {
      // What a dialog asks is about the mode that is left.
      document.querySelector("dialog[open]")?.close();
      this.route();
    });
    addEventListener("keydown", (event) => this.key(event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.applySettings());
    this.route();
  }

  /** Enters the mode that the address names. */
  route() {
    const [name, ...rest] = location.hash.slice(1).split("/");
    const mode = this.modes[name] ?? this.modes.play;
    if (mode !== this.mode) {
      this.mode?.leave?.();
      this.board.clearMarks();
      this.mode = mode;
    }
    for (const link of document.querySelectorAll("#modes a")) {
      if (link.hash === `#${mode.name}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
      if (link.hash === "#watch") link.hidden = !this.modes.watch.isThere && mode.name !== "watch";
    }
    if (!this.away.hidden) this.showAway();
    keepFocus(this.panel, () => {
      this.panel.replaceChildren();
      mode.enter(rest.join("/"));
    });
  }

  /** Goes to a mode, with something to begin with. */
  open(name, what, onopen) {
    const mode = this.modes[name];
    this.replaceIn(mode, () => {
      onopen?.();
      mode.take(what);
      if (location.hash === `#${name}`) this.route();
      else location.hash = name;
    });
  }

  /** Does what replaces the game of a mode. Work on that game is not lost without a question. */
  replaceIn({ name, hasWork }, action) {
    if (hasWork) ask({ title: t(name), text: t("ask_replace_work", { mode: t(name) }), yes: t(name), action });
    else action();
  }

  drawTop() {
    const links = Object.keys(this.modes).map((name) => h("a", { href: `#${name}` }, t(name)));
    document.getElementById("modes").replaceChildren(...links);
    document.getElementById("modes").setAttribute("aria-label", t("modes"));
    const names = Object.entries(LANGUAGES).map(([name, text]) => h("option", { value: name, lang: name }, text));
    const choice = h("select", { "aria-label": t("language"), id: "language", onchange: (event) => this.speak(event.target.value) }, names);
    choice.value = document.documentElement.lang;
    this.themeButton = button({ name: "moon", label: t("dark_colours"), kind: "plain", onclick: () => this.toggleTheme(), id: "dark" });
    document.getElementById("tools").replaceChildren(choice, this.themeButton,
      button({ name: "gear", label: t("settings"), kind: "plain", onclick: () => showSettings(this) }),
      button({ name: "help", label: t("help"), kind: "plain", onclick: () => showHelp() }));
  }

  async speak(name) {
    try {
      if (!(await load(name))) return;
    } catch {
      this.toast(t("away_gone"));
      document.getElementById("language").value = document.documentElement.lang;
      return;
    }
    change({ language: name });
    this.board.svg.setAttribute("aria-label", t("board"));
    this.drawTop();
    this.applySettings();
    this.route();
    document.getElementById("language").focus();
  }

  toggleTheme() {
    change({ theme: applyTheme() === "dark" ? "light" : "dark" });
    this.applySettings();
  }

  applySettings() {
    const isDark = applyTheme() === "dark";
    this.themeButton.ariaPressed = isDark;
    this.themeButton.querySelector("svg").replaceWith(icon(isDark ? "sun" : "moon"));
    document.documentElement.toggleAttribute("data-shapes", settings.shapes);
    this.mode?.redraw?.();
  }

  key(event) {
    const isTyping = event.target.matches?.("input, select") || document.querySelector("dialog[open]");
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "?") showHelp();
    else if (!this.mode?.key?.(event)) return;
    event.preventDefault();
  }

  up() {
    // A server that is full opens the socket and closes it at once. So only a reply tells that the engine is there.
    this.modes.watch.look().then(() => (this.away.hidden ||= this.engine.link.isUp));
    this.mode?.reconnected?.();
  }

  down() {
    this.showAway();
    this.mode?.disconnected?.();
  }

  /** Tells whether the engine is away, and why. */
  showAway() {
    const { isAway, reason } = this.engine.link;
    const isMatch = this.mode === this.modes.watch && this.mode.isThere;
    const kind = reason === "gone" && isMatch ? "watch" : reason;
    const text = isAway ? t(`away_${kind}`) : "";
    // A screen reader reads it again when it is written again.
    if (this.away.textContent !== text) this.away.textContent = text;
    this.away.hidden = !isAway;
  }

  /**
   * Keeps a game as long as the tab is open. Returns whether there is room. The reader is told once if there is none, but not
   * before there is something that he would lose.
   */
  keep(key, value) {
    const isKept = tab.write(key, value);
    const { about, nodes } = value.game ?? value;
    // A usual start without moves is no loss. Files and addresses give dots or a picture instead of its name.
    const isFresh = nodes.length === 0 && !about.isOwn && !about.picture && typeof about.start === "string";
    if (!isKept && !isFresh && !this.isToldOfRoom) {
      this.isToldOfRoom = true;
      this.toast(t("not_kept"));
    }
    return isKept;
  }

  /** Shows a remark for a while, above dialogs, too. */
  toast(text) {
    const toast = document.getElementById("toast");
    // What is behind a dialog is not read out.
    const spoken = document.querySelector("dialog[open] > [role=status]");
    spoken?.replaceChildren(text);
    toast.hidePopover();
    toast.showPopover();
    // A screen reader reads a text that changes while it is shown. A new node is read again if the text is the same.
    toast.replaceChildren(text);
    toast.classList.add("shown");
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => toast.classList.remove("shown"), 3200);
  }

  /** Tells a screen reader. */
  say(text) {
    document.getElementById("speech").replaceChildren(text);
  }

  describe(cell) {
    return `${cellName(cell, this.board.height)} ${cellText(this.board.rows[cell.y]?.[cell.x])}`;
  }
}

await load(language(settings.language));
const app = new App();
app.start();
