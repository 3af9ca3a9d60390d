// A game as a tree of moves. It knows no rules: what is on the board, the engine tells.

/** Names of the players in JSON lines, the first one first. */
export const NAMES = ["Red", "Black"];

export const playerOf = (name) => NAMES.indexOf(name);

/** The advice of a review that was saved, in any language of the page. */
const SAVED_ADVICE = /(^|\n)(Better|Лучше|Краще|Lepiej): \d+-\d+$/;

export class Node {
  constructor(parent, move) {
    this.parent = parent;
    /** `{player, x, y}` or `{player, end: "Ground" | "Resign" | "Time"}`; null at the root. */
    this.move = move;
    this.children = [];
    this.depth = parent ? parent.depth + 1 : 0;
    /** What the engine tells of the board. */
    this.view = null;
    /** What the engine thinks of the position. */
    this.analysis = null;
    this.comment = "";
    /** How bad the move is by its record: "bad", "fair", or null. */
    this.kind = null;
    /** The same by a review. */
    this.verdict = null;
    /** What a review advises instead of the move. */
    this.advice = "";
    /** Seconds that were left to both players when the move was made here, without its increment. */
    this.left = null;
  }

  /** The nodes from the root to this one. */
  path() {
    const path = [];
    for (let node = this; node; node = node.parent) path.push(node);
    return path.reverse();
  }

  /** The dots that were put up to here, each with the number of its move. */
  numbers() {
    return this.path().filter(({ move }) => move && !move.end).map(({ move, depth }) => [move, depth]);
  }

  /** The comment, and the advice below it, which takes the place of that of a saved review. */
  get remark() {
    const { comment, advice } = this;
    return [advice ? comment.replace(SAVED_ADVICE, "") : comment, advice].filter(Boolean).join("\n");
  }

  /** How bad the move is by its record, or else by a review. */
  get mark() {
    return this.kind ?? this.verdict;
  }

  get isEnd() {
    return Boolean(this.move?.end);
  }
}

export class Game {
  /**
   * `about`: width, height, rules, komi, and `start` dots or a `picture`; `first` moves first. `human` is the side that
   * the reader has in a game of Play. `isOwn` if the reader has put dots in Analyse or Review. `result` is that of a record
   * whose moves are `end`, a text, and `recordKomi` its komi, if that is not played here.
   */
  constructor(about) {
    this.about = { rules: {}, komi: 0, start: [], picture: null, first: 0, players: ["", ""], ...about };
    this.root = new Node(null, null);
    this.at = this.root;
    /** What was cut: nodes with their places among their siblings, the last one at the end. */
    this.cuts = [];
  }

  /** Whether the reader would lose work with it: dots that he has put here, or what a review has found. */
  get hasWork() {
    return Boolean(this.about.isOwn) || this.nodes().some(({ analysis }) => analysis?.isWhole);
  }

  get width() {
    return this.about.width;
  }

  get height() {
    return this.about.height;
  }

  /** Whose turn it is after a node. In records a player may move several times in a row. */
  turn(node = this.at) {
    const next = node.children[0]?.move;
    if (next && !next.end) return next.player;
    return node.move ? 1 - node.move.player : this.about.first;
  }

  /** The child with this move, which is made if there is none. */
  add(node, move) {
    const found = childWith(node, move);
    if (found) return found;
    const child = new Node(node, move);
    node.children.push(child);
    return child;
  }

  /** Whether a node is still in the tree. */
  has(node) {
    for (; node.parent; node = node.parent) {
      if (!node.parent.children.includes(node)) return false;
    }
    return node === this.root;
  }

  /** Takes a node away with all that follows. */
  remove(node) {
    node.parent.children = node.parent.children.filter((child) => child !== node);
    for (let at = this.at; at; at = at.parent) {
      if (at === node) this.at = node.parent;
    }
  }

  /** Takes a node away so that it can be put back. */
  cut(node) {
    this.cuts.push({ node, index: node.parent.children.indexOf(node) });
    this.remove(node);
  }

  /** Puts back what was cut last. Its node is the one on the board then. */
  putBack() {
    const { node, index } = this.cuts.pop();
    const again = childWith(node.parent, node.move);
    if (again) {
      this.remove(again);
      absorb(node, again);
    }
    node.parent.children.splice(index, 0, node);
    this.at = node;
  }

  /** The end of the line that goes on from a node. */
  end(node = this.at) {
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** The main line from the root to its end. */
  mainLine() {
    return this.end(this.root).path();
  }

  /** All nodes, parents before their children. */
  nodes() {
    const nodes = [this.root];
    for (let index = 0; index < nodes.length; index++) nodes.push(...nodes[index].children);
    return nodes;
  }

  /** A game of the moves up to a node alone, to be played on: its players, result and end are not those of this one. */
  upTo(node) {
    const game = new Game({ ...this.about, isOwn: false, players: ["", ""], result: null, facts: undefined, recordKomi: undefined });
    for (const { move, comment, kind } of node.path().slice(1).filter((node) => !node.isEnd)) {
      game.at = game.add(game.at, move);
      Object.assign(game.at, { comment, kind });
    }
    return game;
  }

  /** As data that `Game.from` reads. */
  toData({ hasReviews = true } = {}) {
    const nodes = this.nodes();
    const number = new Map(nodes.map((node, index) => [node, index]));
    const found = ({ analysis }) => (hasReviews ? kept(analysis) : undefined);
    const row = (node) => [number.get(node.parent), node.move, node.comment, found(node), node.left, node.kind];
    return { about: this.about, root: found(this.root), comment: this.root.comment, nodes: nodes.slice(1).map(row), at: number.get(this.at) };
  }

  static from(data) {
    const game = new Game(data.about);
    const nodes = [game.root];
    game.root.analysis = data.root ?? null;
    game.root.comment = data.comment ?? "";
    for (const [parent, move, comment, analysis, left, kind] of data.nodes) {
      const node = game.add(nodes[parent], move);
      node.comment = comment;
      node.analysis = analysis ?? null;
      node.left = left ?? null;
      node.kind = kind ?? null;
      nodes.push(node);
    }
    game.at = nodes[data.at] ?? game.root;
    return game;
  }
}

/** Whether two cells are there and are the same. */
export const sameCell = (a, b) => Boolean(a && b && a.x === b.x && a.y === b.y);

const isSame = (a, b) => a.player === b.player && a.x === b.x && a.y === b.y && a.end === b.end;

const childWith = (node, move) => node.children.find((child) => isSame(child.move, move));

/** Adds what follows after another node with the same move. */
function absorb(node, again) {
  for (const child of again.children) {
    const own = childWith(node, child.move);
    if (own) absorb(own, child);
    else {
      child.parent = node;
      node.children.push(child);
    }
  }
}

/** What is kept of a finished analysis: the best moves, with the beginnings of their lines. */
function kept(analysis) {
  if (!analysis?.isWhole) return undefined;
  const move = ({ coords, weight, gain, visits, line }) => ({ coords, weight, gain, visits, line: line.slice(0, 8) });
  return { ...analysis, moves: analysis.moves.slice(0, 5).map(move) };
}

/** A cell as players name it: column and row from 1 at the bottom left. */
export function cellName({ x, y }, height) {
  return `${x + 1}-${height - y}`;
}
