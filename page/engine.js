// The engine at a game: keeps the conversation at the node that is asked about.

import { Link } from "./link.js";
import { NAMES, playerOf } from "./tree.js";

const dot = ({ x, y, player }) => ({ coords: { x, y }, player: NAMES[player] });

/** A step from a node to its child, as a request. */
function step({ move }) {
  if (!move.end) return { command: "PutPoint", ...dot(move) };
  // Who runs out of time has lost; for the engine it is the same.
  const command = move.end === "Ground" ? "Ground" : "Resign";
  return { command, player: NAMES[move.player] };
}

/** The way from a node of a game to another one: how many moves are taken back, and the nodes that follow. */
function way(from, to) {
  let undo = 0;
  const steps = [];
  // Records are long: the nodes that both have in common are not looked at.
  while (from !== to) {
    if (from.depth >= to.depth) {
      from = from.parent;
      undo++;
    } else {
      steps.push(to);
      to = to.parent;
    }
  }
  return { undo, steps: steps.reverse() };
}

/** What the engine tells of a board, with players as numbers and loose dots as cell indices, which take less memory. */
function viewOf(reply) {
  const rows = reply.board.split("/");
  const player = (name) => (name === null ? null : playerOf(name));
  const result = reply.result && { winner: player(reply.result.winner), margin: reply.result.margin };
  return {
    rows,
    territory: reply.territory.map(({ player, chain }) => ({ player: playerOf(player), chain })),
    captured: reply.captured,
    status: reply.status,
    loose: reply.loose.map((cells) => cells.map(({ x, y }) => y * rows[0].length + x)),
    costOfStopping: reply.cost_of_stopping,
    winsByStopping: player(reply.wins_by_stopping),
    result,
  };
}

export class Engine {
  constructor(link = new Link()) {
    this.link = link;
    this.options = {};
    /** How often what ran was stopped. */
    this.stops = 0;
    /** Fulfilled if all steps since the beginning of the game were accepted. */
    this.accepted = Promise.resolve();
    this.forget();
    link.addEventListener("down", () => this.forget());
    link.addEventListener("open", () => this.sendOptions());
  }

  /** The conversation is at no game that we know of. */
  forget() {
    this.game = null;
    this.node = null;
  }

  /** Sets an option, now and in later conversations. */
  setOption(name, value) {
    if (this.options[name] === value) return;
    this.options[name] = value;
    if (this.link.isUp) this.send({ command: "SetOption", name, value });
  }

  /** Sets an option back to the value of the server. */
  resetOption(name, value) {
    this.setOption(name, value);
    this.forgetOption(name);
  }

  /** Later conversations begin with the value of their server. */
  forgetOption(name) {
    delete this.options[name];
  }

  sendOptions() {
    for (const [name, value] of Object.entries(this.options)) this.send({ command: "SetOption", name, value });
  }

  /** Sends what is expected to succeed. If it does not, the game is sent anew the next time. */
  send(message) {
    const reply = this.link.request(message);
    reply.catch(() => this.forget());
    return reply;
  }

  /**
   * Brings the conversation to a node. Returns two promises: `own` is fulfilled if the steps that are sent now are
   * accepted, `before` if all earlier steps of the game were.
   */
  goTo(game, node) {
    const sent = [];
    if (this.game !== game) sent.push(this.begin(game));
    const before = this.accepted;
    const { undo, steps } = way(this.node, node);
    if (undo) sent.push(this.send({ command: "Undo", count: undo }));
    const dots = steps.filter((node) => !node.isEnd);
    if (dots.length > 1) {
      sent.push(this.send({ command: "PutPoints", points: dots.map(({ move }) => dot(move)) }));
      steps.splice(0, dots.length);
    }
    for (const node of steps) sent.push(this.send(step(node)));
    this.game = game;
    this.node = node;
    const own = Promise.all(sent);
    this.accepted = before.then(() => own);
    // Who asks hears of a refusal.
    for (const promise of [own, this.accepted]) promise.catch(() => {});
    return { before, own };
  }

  begin(game) {
    const { width, height, rules, komi, start, picture } = game.about;
    this.game = game;
    this.node = game.root;
    this.accepted = Promise.resolve();
    // Low levels choose by the seed, and should not play the same game again.
    const seed = Math.floor(Math.random() * 2 ** 32);
    if (picture) return this.send({ command: "Setup", board: picture, seed, rules, komi });
    return this.send({ command: "Init", width, height, seed, rules, komi, start: typeof start === "string" ? start : start.map(dot) });
  }

  /** What is on the board at a node. Refused if the last move is against the rules. */
  async view(game, node) {
    if (!node.view) node.view = viewOf(await this.ask(game, node, { command: "Board" }));
    return node.view;
  }

  /** The views of all nodes of a line, asked for in one go. */
  views(game, nodes) {
    return Promise.all(nodes.map((node) => this.view(game, node)));
  }

  /** Looks for the best moves. `onLive` hears of them on the way; without a constraint until `stop`. */
  async analyze(game, node, { player = game.turn(node), constraint, lines, onLive } = {}) {
    const request = { command: "Analyze", player: NAMES[player], live: Boolean(onLive) };
    if (constraint) request.constraint = constraint;
    if (lines) request.lines = lines;
    return (await this.ask(game, node, request, onLive)).moves;
  }

  /** What a player does in his turn: the move, and who wins by what if it ends the game. */
  async decide(game, node, { player = game.turn(node), constraint, playOn = false }) {
    const { action, coords } = await this.ask(game, node, { command: "Decide", player: NAMES[player], constraint, play_on: playOn });
    return action === "Put" ? { player, ...coords } : { player, end: action };
  }

  /** Ends a search that runs. What waits behind it ends early, too, with a part of its answer. */
  stop() {
    this.stops++;
    if (this.link.isUp) this.link.request({ command: "Stop" }).catch(() => {});
  }

  /**
   * Asks about the game as it stands at a node. Many may ask at a time. If a step of another one is refused, the steps
   * that were sent after it lead to another position: then this is asked anew.
   */
  async ask(game, node, message, onLive) {
    const { before, own } = this.goTo(game, node);
    const told = this.link.request(message, onLive);
    told.catch(() => {});
    const isAstray = await before.then(() => false, ({ lost }) => !lost);
    if (isAstray) {
      this.forget();
      return this.ask(game, node, message, onLive);
    }
    await own;
    return told;
  }
}
