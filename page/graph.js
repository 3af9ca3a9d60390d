// The lead in the course of a game, to click in.

import { h, s } from "./dom.js";
import { boardLead, leadOf } from "./lead.js";
import { t } from "./words.js";

const [WIDTH, HEIGHT] = [320, 96];

export class LeadGraph {
  /** `leadAt` tells the lead that is expected at a node of a game, or null. */
  constructor(go, leadAt = (game, node) => leadOf(game, node)?.lead ?? null) {
    this.go = go;
    this.leadAt = leadAt;
    this.svg = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.element = h("div", { hidden: true }, this.svg);
    this.svg.addEventListener("click", (event) => this.click(event));
    this.losses = [];
    this.line = [];
  }

  click(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const node = this.line[Math.round(share * (this.line.length - 1))];
    if (node) this.go(node);
  }

  /** Shows the line through a node. `losses` of a review mark the mistakes. */
  show(game, node) {
    this.line = game.end(node).path();
    const count = this.line.length;
    this.element.hidden = count < 3;
    if (count < 3) return;
    const known = this.line.map((one) => this.leadAt(game, one));
    // What has not been looked into has the lead on the board.
    const leads = this.line.map((one, index) => known[index] ?? (one.view ? boardLead(game, one.view) : null));
    const most = Math.max(4, ...leads.map((lead) => Math.abs(lead ?? 0)));
    const x = (index) => (index / (count - 1)) * WIDTH;
    const y = (lead) => HEIGHT / 2 - (lead / most) * (HEIGHT / 2 - 6);
    const points = leads.flatMap((lead, index) => (lead === null ? [] : [[x(index), y(lead)]]));
    const path = points.map(([px, py], index) => `${index ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
    const area = points.length ? `${path}L${points.at(-1)[0].toFixed(1)} ${HEIGHT / 2}L${points[0][0].toFixed(1)} ${HEIGHT / 2}Z` : "";
    const at = x(this.line.indexOf(node));
    const marks = this.losses.filter(({ kind }) => kind).flatMap(({ node: one, kind }) => {
      const index = this.line.indexOf(one);
      return index < 0 ? [] : [s("circle", { cx: x(index), cy: y(leads[index] ?? 0), r: 3.2, class: `loss ${kind}` })];
    });
    this.svg.replaceChildren(
      s("clipPath", { id: "above" }, s("rect", { width: WIDTH, height: HEIGHT / 2 })),
      s("clipPath", { id: "below" }, s("rect", { y: HEIGHT / 2, width: WIDTH, height: HEIGHT / 2 })),
      s("path", { d: area, class: "area player-0", "clip-path": "url(#above)" }),
      s("path", { d: area, class: "area player-1", "clip-path": "url(#below)" }),
      s("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "axis" }),
      s("path", { d: path, class: "curve" }), ...marks,
      s("path", { d: `M${at} 0V${HEIGHT}`, class: "here" }));
    this.svg.parentElement.title = t("graph");
  }
}
