// The board as a picture: cells are crossings of squared paper, a unit apart.

import { isCaptured, isFree, playerAt } from "./cells.js";
import { centred, h, s } from "./dom.js";
import { sameCell } from "./tree.js";

const RADIUS = 0.36;
/** From the outermost lines to the edge of the paper, in cells. */
const EDGE = 0.62;
/** From the outermost lines to the edge of the picture, on sides without coordinates. A mark that is enlarged has room there. */
const MARGIN = 0.95;
/** Height of the coordinates in pixels. In cells it stays between the two limits below. */
const LETTERS = 11;
const SMALLEST_LETTERS = 0.3;
const LARGEST_LETTERS = 1.6;
/** Room for coordinates beyond the edge of the paper, as a multiple of their height. */
const LETTERS_ROOM = 1.5;
/** If coordinates are higher than this, in cells, only every fifth is shown. */
const DENSE_LETTERS = 0.66;
/** Smaller cells, in pixels, are chosen by touch in two steps. */
const SMALL_CELL = 24;
/** In cells of so many pixels text can be read. */
const READABLE_CELL = 27;

/** A second click on a cell within so many milliseconds belongs to the first one: some people click twice by habit. */
const DOUBLE_CLICK = 400;

const pathOf = (points, close) => points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("") + (close ? "Z" : "");

export class Board {
  /**
   * `onPut` hears of a chosen cell, `onHover` of the cell under the pointer or null, `onCursor` of that of the keyboard.
   * `confirmText` is the text of the button that puts a dot on a cell that was touched.
   */
  constructor(host, { label, confirmText, onPut, onHover, onCursor }) {
    Object.assign(this, { confirmText, onPut, onHover, onCursor });
    this.width = 0;
    this.height = 0;
    this.rows = [];
    this.cells = new Map();
    this.given = [];
    this.cursor = null;
    this.chosen = null;
    /** The cell that was clicked on last, and when. */
    this.clicked = null;
    /** The kind of the pointer that was down last: clicks tell theirs in some browsers only. */
    this.pointer = null;
    this.player = null;
    this.layers = {};
    this.svg = s("svg", { class: "board", tabindex: "0", role: "application", "aria-label": label });
    for (const name of ["paper", "grid", "heat", "territory", "paths", "dots", "numbers", "last", "marks", "line", "cursor"]) {
      this.layers[name] = s("g", { class: `layer-${name}` });
      this.svg.append(this.layers[name]);
    }
    this.svg.prepend(s("defs", {}, hatch()));
    this.isDirect = false;
    this.ok = h("button", { class: "button primary confirm", type: "button", hidden: true, onclick: () => this.choose(this.chosen) });
    host.append(this.svg, this.ok);
    this.listen();
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("pointermove", (event) => {
      const cell = this.cellAt(event);
      if (event.pointerType === "touch") return;
      if (cell?.x !== this.hovered?.x || cell?.y !== this.hovered?.y) {
        this.hovered = cell;
        this.showGhost(cell);
        this.onHover(cell);
      }
    });
    svg.addEventListener("pointerleave", () => {
      this.hovered = null;
      this.showGhost(null);
      this.onHover(null);
    });
    svg.addEventListener("pointerdown", (event) => {
      this.pointer = event.pointerType;
      this.setCursor(null);
    });
    svg.addEventListener("click", (event) => {
      const cell = this.cellAt(event);
      if (!cell) return;
      const touched = ["touch", "pen"].includes(event.pointerType ?? this.pointer);
      if (touched && !this.isDirect && this.cellPixels < SMALL_CELL && !sameCell(cell, this.chosen)) this.offer(cell);
      else if (!this.isSecondClick(cell, event.timeStamp)) this.choose(cell);
    });
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focus", () => {
      if (svg.matches(":focus-visible")) this.moveCursor(0, 0);
    });
    svg.addEventListener("blur", () => this.setCursor(null));
  }

  isSecondClick(cell, time) {
    const before = this.clicked;
    this.clicked = { cell, time };
    return sameCell(cell, before?.cell) && time - before.time < DOUBLE_CLICK;
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const isChoice = event.key === "Enter" || event.key === " ";
    // A board that was clicked on has the focus, too; there the keys step through the game.
    if (step && !this.cursor) return;
    if (step) this.moveCursor(...step.map((n) => n * (event.shiftKey ? 5 : 1)));
    else if (isChoice && this.cursor) {
      // A key that is held down puts one dot.
      if (!event.repeat) this.choose(this.cursor);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  moveCursor(dx, dy) {
    const clamp = (value, size) => Math.max(0, Math.min(size - 1, value));
    const from = this.cursor ?? this.lastCursor ?? { x: this.width >> 1, y: this.height >> 1 };
    this.setCursor({ x: clamp(from.x + dx, this.width), y: clamp(from.y + dy, this.height) });
  }

  setCursor(cell) {
    if (this.cursor) this.lastCursor = this.cursor;
    this.cursor = cell;
    const mark = cell && s("rect", { x: cell.x - 0.48, y: cell.y - 0.48, width: 0.96, height: 0.96, rx: 0.12, class: "cursor" });
    this.layers.cursor.replaceChildren(...(mark ? [mark] : []));
    this.onHover(cell);
    this.onCursor(cell);
  }

  /** A cell that is touched first and put after that. */
  offer(cell) {
    this.withdraw();
    this.onHover(cell);
    const there = this.rows[cell.y]?.[cell.x];
    if (!there) return;
    if (this.player === null || !isFree(there)) {
      // Whoever hears of it tells why nothing can be put there.
      this.onPut(cell);
      return;
    }
    this.chosen = cell;
    this.showGhost(cell);
    this.ok.textContent = this.confirmText(cell);
    this.ok.hidden = false;
  }

  /** The cell that was touched is not meant any more. */
  withdraw() {
    if (!this.chosen) return;
    this.chosen = null;
    this.ok.hidden = true;
    this.showGhost(null);
  }

  choose(cell) {
    this.withdraw();
    this.showGhost(null);
    if (cell) this.onPut(cell);
  }

  /** Whether a touch puts a dot at once, however small the cells are. */
  setDirect(isDirect) {
    this.isDirect = isDirect;
  }

  /** Whose dot is shown under the pointer; null for none. */
  setPlayer(player) {
    if (player !== this.player) this.withdraw();
    this.player = player;
    this.showGhost(this.chosen ?? this.hovered);
  }

  showGhost(cell) {
    const shown = cell && this.player !== null && isFree(this.rows[cell.y]?.[cell.x]);
    const ghost = this.ghost ?? (this.ghost = s("circle", { r: RADIUS }));
    if (!shown) {
      ghost.remove();
      return;
    }
    ghost.setAttribute("cx", cell.x);
    ghost.setAttribute("cy", cell.y);
    ghost.setAttribute("class", `ghost player-${this.player}`);
    this.layers.last.append(ghost);
  }

  cellAt(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [x, y] = [Math.round(point.x), Math.round(point.y)];
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? { x, y } : null;
  }

  /**
   * Finds out how large a cell is on the screen. The browser has to lay out the page for that, which takes longer than all else in a
   * step through a game. So it is asked only if the size of the board may have changed.
   */
  measure() {
    this.cellPixels = this.svg.getScreenCTM()?.a ?? 0;
  }

  /** By how much marks with text in them are enlarged, so that it can be read. */
  markScale() {
    return Math.max(1, Math.min(2, READABLE_CELL / this.cellPixels));
  }

  /** Shows a board of this size, with its coordinates or without. What is on it stays if the size does. */
  resize(width, height, coordinates) {
    const isSame = width === this.width && height === this.height;
    if (isSame && coordinates === this.coordinates) return;
    [this.width, this.height, this.coordinates] = [width, height, coordinates];
    this.drawFrame(SMALLEST_LETTERS);
    this.fit();
    if (!isSame) this.clear();
  }

  /** Takes everything off the board. */
  clear() {
    this.hovered = null;
    this.lastCursor = null;
    this.withdraw();
    this.cells.clear();
    this.given = [];
    this.rows = [];
    for (const name of ["heat", "territory", "paths", "dots", "numbers", "last", "marks", "line", "cursor"]) this.layers[name].replaceChildren();
  }

  /** Gives the coordinates a size at which they can be read, whatever the size of the board on the screen is. */
  fit() {
    const { width, letters } = this;
    const columns = width - 1 + EDGE + MARGIN;
    this.measure();
    // The pixels that the coordinates leave for the cells.
    const left = this.cellPixels * (columns + LETTERS_ROOM * letters) - LETTERS_ROOM * LETTERS;
    const fitting = Math.max(SMALLEST_LETTERS, Math.min(LARGEST_LETTERS, LETTERS * columns / Math.max(1, left)));
    if (!this.coordinates || Math.abs(fitting - letters) <= 0.02) return;
    this.drawFrame(fitting);
    this.measure();
  }

  /** Calls `work` while the coordinates have the height `letters` in cells, whatever it is on the screen. */
  withLetters(letters, work) {
    const shown = this.letters;
    this.drawFrame(letters);
    try {
      return work(this.svg);
    } finally {
      this.drawFrame(shown);
    }
  }

  /** Draws the paper, its lines and the coordinates. `letters` is their height in cells. */
  drawFrame(letters) {
    const { width, height, coordinates } = this;
    this.letters = letters;
    const room = coordinates ? EDGE + LETTERS_ROOM * letters : MARGIN;
    const box = [-room, -MARGIN, width - 1 + MARGIN + room, height - 1 + MARGIN + room];
    this.svg.setAttribute("viewBox", box.join(" "));
    this.svg.style.aspectRatio = `${box[2]} / ${box[3]}`;
    this.svg.style.setProperty("--ratio", box[2] / box[3]);
    this.svg.style.setProperty("--columns", box[2]);
    const paper = { x: -EDGE, y: -EDGE, width: width - 1 + 2 * EDGE, height: height - 1 + 2 * EDGE, rx: 0.2, class: "paper" };
    this.layers.paper.replaceChildren(s("rect", paper));
    let lines = "";
    for (let x = 0; x < width; x++) lines += `M${x} ${-EDGE}V${height - 1 + EDGE}`;
    for (let y = 0; y < height; y++) lines += `M${-EDGE} ${y}H${width - 1 + EDGE}`;
    this.layers.grid.replaceChildren(s("path", { d: lines, class: "grid" }), ...(coordinates ? this.names() : []));
  }

  /** The numbers of columns and rows; where there is no room for all of them, every fifth. */
  names() {
    const { width, height, letters } = this;
    const shown = (n) => letters <= DENSE_LETTERS || n === 1 || n % 5 === 0;
    const names = [];
    const put = (x, y, text) => names.push(centred(text, { x, y, class: "coordinate", "font-size": letters }));
    const away = EDGE + LETTERS_ROOM / 2 * letters;
    for (let n = 1; n <= width; n++) if (shown(n)) put(n - 1, height - 1 + away, n);
    for (let n = 1; n <= height; n++) if (shown(n)) put(-away, height - n, n);
    return names;
  }

  /** Shows what the engine tells of the board. `order` gives the numbers of moves by cell index. */
  show(view, { last = null, order = null } = {}) {
    for (let y = 0; y < this.height; y++) {
      const [row, old] = [view.rows[y], this.rows[y]];
      if (row === old) continue;
      this.withdraw();
      for (let x = 0; x < this.width; x++) {
        if (row[x] !== old?.[x]) this.showCell(x, y, row[x]);
      }
    }
    const isNew = !this.rows.length;
    this.rows = view.rows;
    // The cursor of the keyboard stays where it was, or comes to the edge of a smaller board.
    if (isNew && this.cursor) this.moveCursor(0, 0);
    this.showTerritory(view.territory);
    this.showGiven(last?.end === "Ground" ? view.loose[last.player] : []);
    this.showLast(last);
    this.showNumbers(order);
  }

  showCell(x, y, cell) {
    const index = y * this.width + x;
    const player = playerAt(cell);
    let dot = this.cells.get(index);
    if (player === undefined) {
      dot?.remove();
      this.cells.delete(index);
      return;
    }
    if (!dot) {
      dot = s("g", {}, s("circle", { cx: x, cy: y, r: RADIUS }), s("circle", { cx: x, cy: y, r: 0.15, class: "shape" }));
      dot.setAttribute("data-cell", `${x},${y}`);
      this.layers.dots.append(dot);
      this.cells.set(index, dot);
    }
    dot.setAttribute("class", `dot player-${player}${isCaptured(cell) ? " captured" : ""}`);
  }

  showTerritory(territory) {
    const paths = [0, 1].map((player) =>
      territory.filter((one) => one.player === player).map(({ chain }) => pathOf(turned(chain), true)).join(""));
    const key = paths.join("|");
    if (key === this.territoryKey && this.layers.territory.childElementCount) return;
    this.territoryKey = key;
    const drawn = [0, 1].flatMap((player) => (paths[player] ? [s("path", { d: paths[player], class: `territory player-${player}` })] : []));
    this.layers.territory.replaceChildren(...drawn);
  }

  /** The dots that were given away by stopping fade, by cell index. */
  showGiven(cells) {
    for (const dot of this.given) dot.classList.remove("given");
    this.given = cells.map((cell) => this.cells.get(cell));
    for (const dot of this.given) dot.classList.add("given");
  }

  showLast(last) {
    const mark = last && last.x !== undefined ? [s("circle", { cx: last.x, cy: last.y, r: RADIUS + 0.1, class: `last player-${last.player}` })] : [];
    this.layers.last.replaceChildren(...mark);
  }

  showNumbers(order) {
    this.svg.classList.toggle("numbered", Boolean(order));
    if (!order && !this.layers.numbers.childElementCount) return;
    const isPale = ({ x, y }) => this.cells.get(y * this.width + x)?.matches(".captured, .given");
    const text = ([cell, n]) => centred(n, { x: cell.x, y: cell.y, class: `number${isPale(cell) ? " pale" : ""}` });
    this.layers.numbers.replaceChildren(...(order ?? []).map(text));
  }

  /** Replaces what stands in one of the layers for marks. */
  draw(layer, elements) {
    this.layers[layer].replaceChildren(...elements);
  }

  clearMarks() {
    this.withdraw();
    for (const layer of ["heat", "paths", "marks", "line"]) this.layers[layer].replaceChildren();
  }
}

/** The chain in clockwise order: where chains of opposite order overlap, a hole would be drawn. */
function turned(chain) {
  const area = chain.reduce((sum, { x, y }, index) => {
    const to = chain[(index + 1) % chain.length];
    return sum + x * to.y - to.x * y;
  }, 0);
  return area < 0 ? [...chain].reverse() : chain;
}

/** Lines that tell the territory of the second player from that of the first without colour. */
function hatch() {
  return s("pattern", { id: "hatch", width: 0.3, height: 0.3, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("rect", { width: 0.3, height: 0.3, class: "hatch-ground" }), s("rect", { width: 0.08, height: 0.3, class: "hatch-line" }));
}

/** The cells of moves as small dots with numbers, as an expected line is shown. */
export function lineMarks(moves, player) {
  return moves.flatMap((move, index) => {
    if (!move) return [];
    const whose = index % 2 ? 1 - player : player;
    return [
      s("circle", { cx: move.x, cy: move.y, r: RADIUS, class: `expected player-${whose}` }),
      centred(index + 1, { x: move.x, y: move.y, class: "number" }),
    ];
  });
}

/** A ring round a cell. */
export function ring({ x, y }, kind) {
  return s("circle", { cx: x, cy: y, r: 0.44, class: `ring ${kind}` });
}
