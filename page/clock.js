// The clock of a game: seconds that are left to each player, and what is added for every move.

export class Clock {
  constructor({ left, increment }) {
    this.left = [...left];
    this.increment = increment;
    this.player = null;
    this.since = 0;
  }

  /** Runs for a player from now on. */
  run(player) {
    if (this.player === player) return;
    this.stop();
    this.player = player;
    this.since = performance.now();
  }

  stop() {
    if (this.player !== null) this.left[this.player] = this.now(this.player);
    this.player = null;
  }

  /** A player has moved. Returns what was left to both before he got his increment. */
  moved(player) {
    this.stop();
    const before = [...this.left];
    this.left[player] += this.increment;
    return before;
  }

  /** Stands still with so much left to both. */
  reset(left) {
    this.player = null;
    this.left = [...left];
  }

  /** Seconds that are left to a player. */
  now(player) {
    const spent = player === this.player ? (performance.now() - this.since) / 1000 : 0;
    return this.left[player] - spent;
  }

  /** Who has run out of time; null if nobody has. */
  late() {
    return this.player !== null && this.now(this.player) <= 0 ? this.player : null;
  }

  toData() {
    return { left: [0, 1].map((player) => this.now(player)), increment: this.increment };
  }

  static text(seconds) {
    const whole = Math.max(0, Math.ceil(seconds));
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }
}
