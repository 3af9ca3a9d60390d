// The tree of moves as a list: the main line, and variations in boxes below the move that they replace.

import { h } from "./dom.js";
import { cellName } from "./tree.js";
import { t } from "./words.js";

export class MoveList {
  constructor(go) {
    this.go = go;
    this.element = h("div", { class: "moves", role: "group" });
    this.buttons = new Map();
    this.marked = null;
    this.kinds = new Map();
    this.element.addEventListener("click", (event) => {
      const node = this.nodes?.[event.target.closest("button")?.dataset.node];
      if (node) this.go(node);
    });
  }

  /** Lists the moves of a game anew. */
  show(game) {
    this.game = game;
    this.nodes = [];
    this.buttons.clear();
    this.element.setAttribute("aria-label", t("moves"));
    this.element.replaceChildren(...this.line(game.root));
    this.element.hidden = !game.root.children.length;
    this.mark(game.at);
  }

  /** The moves after a node. */
  line(node) {
    const parts = [];
    while (node.children.length) {
      const [main, ...others] = node.children;
      parts.push(this.move(main));
      for (const other of others) parts.push(h("div", { class: "variation" }, this.move(other), ...this.line(other)));
      node = main;
    }
    return parts;
  }

  move(node) {
    const { move, depth } = node;
    const text = move.end ? t(`end_${move.end}`) : cellName(move, this.game.height);
    const button = h("button", {
      type: "button", class: `move player-${move.player}`, "data-node": String(this.nodes.length), tabindex: "-1",
      "aria-label": `${depth} ${text}, ${t(`player_${move.player}`)}`,
    }, h("span", { class: "order" }, String(depth)), ` ${text}`);
    this.nodes.push(node);
    this.buttons.set(node, button);
    this.markMistake(node, button);
    return button;
  }

  /** Marks mistakes, by node. Those that are not among them have the marks of their record. */
  judge(kinds) {
    this.kinds = kinds;
    for (const [node, button] of this.buttons) {
      button.classList.remove("bad", "fair");
      this.markMistake(node, button);
    }
  }

  markMistake(node, button) {
    const kind = this.kinds.get(node) ?? node.kind;
    if (kind) button.classList.add(kind);
  }

  /** Marks the node on the board. */
  mark(node) {
    this.marked?.removeAttribute("aria-current");
    this.marked = this.buttons.get(node) ?? null;
    if (!this.marked) {
      if (node.parent === null) this.element.scrollTo(0, 0);
      return;
    }
    this.marked.setAttribute("aria-current", "true");
    reveal(this.element, this.marked);
  }
}

/** Scrolls a list to one of its elements, along each axis only if it is outside. Nested variations go far to the right. */
function reveal(list, { offsetLeft, offsetTop, offsetWidth, offsetHeight }) {
  const place = (at, size, scrolled, room) => (at < scrolled || at + size > scrolled + room ? at - room / 2 : scrolled);
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = list;
  const [left, top] = [place(offsetLeft, offsetWidth, scrollLeft, clientWidth), place(offsetTop, offsetHeight, scrollTop, clientHeight)];
  if (left !== scrollLeft || top !== scrollTop) list.scrollTo(left, top);
}
