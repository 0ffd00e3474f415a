// The drawn sheet: pages, zoom and pan, what was clicked, what is highlighted.

import { shape } from "./dom.js";

const PHONE = matchMedia("(max-width: 46rem)"); // there a sheet is as wide as the screen, and is scrolled
const LOOKS = new CSSStyleSheet();
LOOKS.replaceSync(`
  :host { display: block; }
  svg { display: block; width: 100%; height: auto; }
  text { white-space: pre; font-kerning: none; text-rendering: geometricPrecision; user-select: none; }
  .light rect { fill: rgb(255 170 0 / .22); stroke: #b45309; stroke-width: .7; vector-effect: none; pointer-events: none; }
  .legal rect { fill: rgb(34 160 80 / .16); stroke: #15803d; stroke-width: .8; pointer-events: none; }
  .legal text { font: 700 2.7px sheetgen-strong, sans-serif; fill: #14532d; stroke: #fff; stroke-width: .7; paint-order: stroke; pointer-events: none; }
  .chosen rect { fill: none; stroke: #1d4ed8; stroke-width: 1.1; pointer-events: none; }
  .fresh rect { fill: rgb(29 78 216 / .18); stroke: #1d4ed8; stroke-width: .6; stroke-dasharray: 1 1; pointer-events: none; }
  .caption { margin: 0; padding: 4px 8px; font: 600 14px/1.3 system-ui, sans-serif; color: #22252b; background: #e8eef4; }
  .decides { color: #fff; background: #22577f; }
  :host(.hand) g[id*="."] { cursor: pointer; }
`);

// Fonts of layouts, by name and characters; the last ones that were used are at the end.
const MOST_FONTS = 24;
const fonts = new Map();

// Lets the document use the fonts of some pages, and removes those that were not used the longest. Returns those that
// are new.
function useFonts(pages) {
  const used = pages.flatMap((page) => page.fonts ?? []), fresh = [];
  for (const { name, range, data } of used) {
    const key = `${name} ${range}`;
    let font = fonts.get(key);
    if (!font) {
      font = new FontFace(name, Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)), { unicodeRange: range });
      document.fonts.add(font);
      fresh.push(font);
    }
    fonts.delete(key);
    fonts.set(key, font);
  }
  for (const [key, font] of [...fonts].slice(0, Math.max(0, fonts.size - Math.max(MOST_FONTS, used.length)))) {
    document.fonts.delete(font);
    fonts.delete(key);
  }
  return fresh;
}

export class Sheet {
  constructor(holder, { clicked }) {
    this.holder = holder;
    this.pages = [];
    this.zoom = 1;
    this.layers = new Map();
    this.labels = new Map();
    this.painters = []; // functions that draw more on the pages; called when they are new or have another size
    this.seat = undefined; // of the player who decides, where sheets of several players are shown
    holder.addEventListener("click", (event) => {
      if (this.dragged || event.target.closest(".covers")) return;
      const id = idOf(event);
      if (id) clicked(id, event, this.pages.find((own) => own.host === event.target)?.seat);
    });
    holder.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.scale(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
    holder.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "+" || event.key === "=") this.scale(1.2);
      else if (event.key === "-") this.scale(1 / 1.2);
      else if (event.key === "0") this.fit();
      else return;
      event.preventDefault();
    });
    this.pan();
    this.watchMouse();
    // A hidden sheet has no sizes: frames are drawn again when it is shown.
    new ResizeObserver(() => { this.size(); this.drawAll(); }).observe(holder);
  }

  pan() {
    let from = null;
    this.holder.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, left: this.holder.scrollLeft, top: this.holder.scrollTop };
      this.dragged = false;
    });
    addEventListener("pointermove", (event) => {
      if (!from) return;
      const dx = event.clientX - from.x, dy = event.clientY - from.y;
      if (Math.hypot(dx, dy) > 5) this.dragged = true;
      if (this.dragged) this.holder.scrollTo(from.left - dx, from.top - dy);
    });
    addEventListener("pointerup", () => { from = null; });
  }

  // There is a click only where the thing under the mouse is the same when it is pressed and when it is released: pages
  // that come in between are shown after it.
  watchMouse() {
    this.isPressed = false;
    this.waiting = null;
    const release = () => {
      if (!this.isPressed) return;
      setTimeout(() => { // the click comes first
        this.isPressed = false;
        const pages = this.waiting;
        this.waiting = null;
        if (pages) this.show(pages);
      });
    };
    this.holder.addEventListener("pointerdown", (event) => { if (event.pointerType === "mouse") this.isPressed = true; });
    addEventListener("pointermove", (event) => { if (!event.buttons) release(); }); // released where no event comes from
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release);
  }

  show(pages) {
    if (this.isPressed) { this.waiting = pages; return; }
    while (this.pages.length > pages.length) this.pages.pop().host.remove();
    while (this.pages.length < pages.length) {
      const host = document.createElement("div");
      host.className = "page";
      const root = host.attachShadow({ mode: "open" });
      const looks = new CSSStyleSheet();
      root.adoptedStyleSheets = [LOOKS, looks];
      this.holder.append(host);
      this.pages.push({ host, root, looks });
    }
    pages.forEach((page, i) => {
      const own = this.pages[i];
      own.looks.replaceSync(page.css);
      own.root.innerHTML = page.svg;
      own.seat = page.seat;
      own.host.toggleAttribute("data-seat", page.caption !== undefined);
      if (page.caption) {
        const caption = document.createElement("p");
        caption.className = page.decides ? "caption decides" : "caption";
        caption.textContent = page.caption;
        own.root.prepend(caption);
      }
      own.width = page.width;
      own.height = page.height;
      own.host.setAttribute("aria-label", page.title);
    });
    this.size();
    this.drawAll();
    const fresh = useFonts(pages);
    if (fresh.length) Promise.allSettled(fresh.map((font) => font.loaded)).then(() => this.drawAll()); // texts have their widths now
  }

  // Every page fits the holder at zoom 1; many small ones, such as cards, stand side by side.
  size() {
    if (!this.pages.length || !this.holder.clientWidth) return;
    const players = this.pages.filter((page) => page.host.hasAttribute("data-seat")).length;
    const few = this.pages.length <= 2 && !players;
    const across = few ? 1 : players ? Math.min(players, Math.max(1, Math.floor(this.holder.clientWidth / 240))) : Math.max(2, Math.floor(this.holder.clientWidth / 170));
    for (const page of this.pages) {
      const wide = (this.holder.clientWidth - 24 - 10 * (across - 1)) / across;
      const tall = few && !PHONE.matches ? (Math.max(this.holder.clientHeight, 260) - 24) * page.width / page.height : wide;
      page.host.style.width = `${Math.max(120, Math.floor(Math.min(wide, this.pages.length > 1 ? wide : tall) * this.zoom))}px`;
    }
  }

  scale(factor) { this.zoom = Math.min(8, Math.max(0.3, this.zoom * factor)); this.size(); }

  fit() { this.zoom = 1; this.size(); }

  // The page that shows a thing, and the thing itself: on the sheet of the player who decides, if it is shown.
  page(id) {
    const first = [...this.pages].sort((a, b) => (b.seat === this.seat) - (a.seat === this.seat));
    return first.find((page) => page.root.getElementById(id));
  }

  element(id) { return this.page(id)?.root.getElementById(id) ?? null; }

  // A layer of frames around things, by name: light, legal, chosen, fresh. `labels` are short texts at the corners of
  // some of them. `seats` says on whose sheet each of them is; without it all are on that of the player who decides.
  frame(name, ids, labels = {}, seats = ids.map(() => this.seat)) {
    this.layers.set(name, { ids, seats });
    this.labels.set(name, labels);
    this.draw(name);
  }

  drawAll() {
    for (const paint of this.painters) paint();
    for (const name of this.layers.keys()) this.draw(name);
  }

  draw(name) {
    const { ids, seats } = this.layers.get(name);
    for (const page of this.pages) {
      const here = ids.filter((_, i) => seats[i] === undefined || page.seat === undefined || seats[i] === page.seat);
      frames(page.root, name, here, this.labels.get(name));
    }
  }

  // What an element is, in words: its name, and what is printed there.
  describe(id) {
    const thing = this.element(id);
    const words = [...(thing?.querySelectorAll("text") ?? [])].map((own) => own.textContent.trim()).filter(Boolean).slice(0, 4).join(" ");
    return words ? `${id}: ${words}` : id;
  }

  reveal(id) {
    const thing = this.element(id);
    if (!thing) return;
    const own = thing.getBoundingClientRect(), holder = this.holder.getBoundingClientRect();
    if (own.top < holder.top || own.bottom > holder.bottom) this.holder.scrollTop += own.top - holder.top - holder.height / 3;
    if (own.left < holder.left || own.right > holder.right) this.holder.scrollLeft += own.left - holder.left - holder.width / 3;
  }

  hand(on) { for (const page of this.pages) page.host.classList.toggle("hand", on); }
}

// Frames around elements of a drawing, in place of those of the same name; `labels` are short texts at their corners.
export function frames(root, name, ids, labels = {}) {
  const svg = root.querySelector("svg");
  if (!svg) return;
  svg.querySelector(`:scope > .${name}`)?.remove();
  const layer = shape("g", { class: name });
  for (const id of ids) {
    const thing = root.getElementById(id);
    if (!thing) continue;
    const box = thing.getBBox(), gap = 0.5;
    layer.append(shape("rect", { x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap, rx: 1 }));
    if (labels[id]) layer.append(shape("text", { x: box.x + box.width + gap, y: box.y + 1.1, "text-anchor": "end" }, labels[id]));
  }
  if (layer.childNodes.length) svg.append(layer);
}

// A small picture of a page.
export function thumbnail(page) {
  useFonts([page]);
  const host = document.createElement("div");
  host.className = "thumbnail";
  const root = host.attachShadow({ mode: "open" }), looks = new CSSStyleSheet();
  looks.replaceSync(page.css);
  root.adoptedStyleSheets = [LOOKS, looks];
  root.innerHTML = page.svg;
  root.querySelector("svg").setAttribute("aria-hidden", "true");
  return host;
}

function idOf(event) {
  for (const thing of event.composedPath()) {
    if (thing instanceof ShadowRoot) return null;
    if (thing.dataset?.cell) return thing.dataset.cell;
    if (thing.id) return thing.id.replace(/^mark\./, "");
  }
  return null;
}
