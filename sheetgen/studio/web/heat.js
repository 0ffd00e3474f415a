// How often each cell is marked, on the drawn sheet: shades of one colour, patterns for cells that are hardly ever
// marked, and the share in percent in every cell, so that nothing depends on colours. Of several players that one counts
// who marks the cell most often: a cell is out of reach only if nobody reaches it. Badges have the share of sheets on
// which they are earned.

import { shape } from "./dom.js";
import { language, tr } from "./texts.js";

const LOOKS = new CSSStyleSheet();
LOOKS.replaceSync(`
  .heat .veil { fill: #fff; opacity: .5; pointer-events: none; }
  .heat .shade { fill: #c2410c; stroke: none; }
  .heat .often .shade { fill-opacity: .62; }
  .heat .half .shade { fill-opacity: .4; }
  .heat .some .shade { fill-opacity: .2; }
  .heat .rare .shade { fill: url(#heat-rare); stroke: #111; stroke-width: .35; stroke-dasharray: 1.1 .7; }
  .heat .never .shade { fill: url(#heat-never); stroke: #111; stroke-width: .6; }
  .heat .earned:is(.often, .half, .some) .shade { fill-opacity: 0; }
  .heat .earned text { font-size: 2px; fill: #7c2d12; }
  .heat text { font: 700 2.4px sheetgen-strong, sans-serif; fill: #111; stroke: #fff; stroke-width: .75; paint-order: stroke; text-anchor: end; pointer-events: none; }
`);

// The least share of each step, the most frequent first; `never` is exactly none.
export const STEPS = [["often", 0.6], ["half", 0.25], ["some", 0.05], ["rare", Number.MIN_VALUE], ["never", 0]];
export const stepOf = (shares) => STEPS.find(([, least]) => Math.max(...Object.values(shares)) >= least)[0];
const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
const [often, half, some] = STEPS.map(([, least]) => percent.format(least));
export const RARE = some; // below which a cell is rarely marked
const WORDS = {
  often: tr("{share} or more", { share: often }),
  half: tr("{low} to {high}", { low: half, high: often }),
  some: tr("{low} to {high}", { low: some, high: half }),
  rare: tr("less than {share}", { share: some }),
  never: tr("never"),
};

// Lines in one direction, or in two.
function patterns() {
  const line = (d) => shape("path", { d, stroke: "#111", "stroke-width": 0.28, fill: "none" });
  const pattern = (id, ...lines) => shape("pattern", { id, width: 1.6, height: 1.6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, shape("rect", { width: 1.6, height: 1.6, fill: "#fff", "fill-opacity": 0.45 }), ...lines);
  return shape("defs", {}, pattern("heat-rare", line("M0 0H1.6")), pattern("heat-never", line("M0 0H1.6"), line("M0 0V1.6")));
}

export class HeatMap {
  constructor(sheet, legend) {
    Object.assign(this, { sheet, legend });
    this.shares = null;
    sheet.painters.push(() => this.paint());
    legend.querySelector("ul").replaceChildren(...STEPS.map(([step]) => {
      const item = document.createElement("li"), picture = shape("svg", { viewBox: "0 0 6 4", "aria-hidden": "true" }, patterns());
      const host = document.createElement("span");
      const root = host.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [LOOKS];
      picture.append(shape("g", { class: "heat" }, shape("g", { class: step }, shape("rect", { class: "shade", x: 0.4, y: 0.4, width: 5.2, height: 3.2, rx: 0.5 }))));
      root.append(picture);
      item.append(host, WORDS[step]);
      return item;
    }));
  }

  // `shares` by cell and bot (0 to 1), or null to show none; `earned` the same of badges; `names` are those of the bots.
  show(shares, earned = {}, names = {}) {
    Object.assign(this, { shares, earned, names });
    this.legend.hidden = !shares;
    this.paint();
  }

  // The figures of a cell or a badge in words; empty if they are not shown.
  words(id) {
    const marked = this.shares?.[id], shares = marked ?? (this.shares && this.earned[id]);
    if (!shares) return "";
    const list = Object.entries(shares).map(([bot, own]) => `${this.names[bot]} ${percent.format(own)}`).join(" · ");
    return marked ? tr("Sheets on which it is marked: {shares}", { shares: list }) : tr("Sheets on which it is earned: {shares}", { shares: list });
  }

  paint() {
    for (const { root } of this.sheet.pages) {
      const svg = root.querySelector("svg");
      svg?.querySelector(":scope > .heat")?.remove();
      if (!svg || !this.shares) continue;
      if (!root.adoptedStyleSheets.includes(LOOKS)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, LOOKS];
      const layer = shape("g", { class: "heat" }, patterns(), shape("rect", { class: "veil", width: "100%", height: "100%" }));
      // Badges last: some are in the corner of a cell, and can be touched there.
      for (const [id, shares] of Object.entries({ ...this.shares, ...this.earned })) {
        const thing = root.getElementById(id);
        if (!thing) continue;
        const share = Math.max(...Object.values(shares)), box = thing.getBBox();
        const title = shape("title");
        title.textContent = `${id}\n${this.words(id)}`;
        const label = shape("text", { x: box.x + box.width - 0.4, y: box.y + box.height - 0.5 });
        label.textContent = share > 0 && share < 0.005 ? "<1" : Math.round(share * 100);
        const own = shape("g", { class: id in this.shares ? stepOf(shares) : `earned ${stepOf(shares)}`, "data-cell": id }, title);
        own.append(shape("rect", { class: "shade", x: box.x, y: box.y, width: box.width, height: box.height, rx: 0.8 }), label);
        layer.append(own);
      }
      svg.append(layer);
    }
  }
}
