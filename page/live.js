// An analysis that runs, and what it finds.

/** Best moves that are asked for. */
const LINES = 8;
/** Milliseconds between two pictures of a running search. */
const INTERVAL = 120;

/** A search that follows the board. */
export class LiveAnalysis {
  constructor(app, draw) {
    this.app = app;
    this.draw = draw;
    this.isOn = false;
    this.node = null;
  }

  toggle(game, node) {
    if (this.isOn) this.stop();
    else {
      this.isOn = true;
      this.follow(game, node);
    }
  }

  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    this.node = null;
    this.app.engine.stop();
    clearTimeout(this.timer);
    this.timer = null;
  }

  /** Searches at this node from now on; nowhere if the game is over there. */
  async follow(game, node) {
    if (!this.isOn) return;
    if (node.isEnd || node.view?.status === "full") {
      // Nothing is to be found here, and what was searched is not shown any more.
      if (this.node) this.app.engine.stop();
      this.node = null;
      return;
    }
    this.node = node;
    const player = game.turn(node);
    const keep = (reply) => {
      // What a longer search has found stays until this one knows as much.
      const before = node.analysis?.player === player ? node.analysis : null;
      const visits = (moves) => moves.reduce((sum, move) => sum + (move.visits ?? 0), 0);
      if (visits(reply.moves) < visits(before?.moves ?? [])) return;
      // What replaces the finding of a review still counts as reviewed: it has at least as many visits. Engines that
      // count none tell nothing of that.
      const isReviewed = before?.isWhole && visits(reply.moves) > 0;
      node.analysis = { ...(isReviewed && { isWhole: true, effort: before.effort }), player, moves: reply.moves };
      if (this.node === node) this.drawSoon();
    };
    try {
      keep({ moves: await this.app.engine.analyze(game, node, { player, lines: LINES, onLive: keep }) });
    } catch {
      // The game is over, or the engine is away: what is known stays.
    }
  }

  drawSoon() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.draw();
    }, INTERVAL);
  }
}
