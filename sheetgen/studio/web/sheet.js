// The drawn sheet: pages, zoom and pan, what was clicked, what is highlighted.

const SVG = "http://www.w3.org/2000/svg";
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
  :host(.hand) g[id*="."] { cursor: pointer; }
`);

export class Sheet {
  constructor(holder, { clicked }) {
    this.holder = holder;
    this.pages = [];
    this.zoom = 1;
    this.layers = new Map();
    this.labels = new Map();
    holder.addEventListener("click", (event) => {
      if (this.dragged || event.target.closest(".covers")) return;
      const id = idOf(event);
      if (id) clicked(id, event);
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
    // A hidden sheet has no sizes: frames are drawn again when it is shown.
    new ResizeObserver(() => { this.size(); for (const name of this.layers.keys()) this.draw(name); }).observe(holder);
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

  show(pages) {
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
      own.width = page.width;
      own.height = page.height;
      own.host.setAttribute("aria-label", page.title);
    });
    this.size();
    for (const name of this.layers.keys()) this.draw(name);
  }

  // Every page fits the holder at zoom 1; many small ones, such as cards, stand side by side.
  size() {
    if (!this.pages.length || !this.holder.clientWidth) return;
    const few = this.pages.length <= 2;
    const across = few ? 1 : Math.max(2, Math.floor(this.holder.clientWidth / 170));
    for (const page of this.pages) {
      const wide = (this.holder.clientWidth - 24 - 10 * (across - 1)) / across;
      const tall = few && !PHONE.matches ? (Math.max(this.holder.clientHeight, 260) - 24) * page.width / page.height : wide;
      page.host.style.width = `${Math.max(120, Math.floor(Math.min(wide, this.pages.length > 1 ? wide : tall) * this.zoom))}px`;
    }
  }

  scale(factor) { this.zoom = Math.min(8, Math.max(0.3, this.zoom * factor)); this.size(); }

  fit() { this.zoom = 1; this.size(); }

  element(id) {
    for (const page of this.pages) {
      const found = page.root.getElementById(id);
      if (found) return found;
    }
    return null;
  }

  // A layer of frames around things, by name: light, legal, chosen, fresh.
  // `labels` are short texts at the corners of some of them.
  frame(name, ids, labels = {}) {
    this.layers.set(name, ids);
    this.labels.set(name, labels);
    this.draw(name);
  }

  draw(name) {
    for (const page of this.pages) {
      const svg = page.root.querySelector("svg");
      if (!svg) continue;
      svg.querySelector(`:scope > .${name}`)?.remove();
      const layer = document.createElementNS(SVG, "g");
      layer.setAttribute("class", name);
      for (const id of this.layers.get(name)) {
        const thing = page.root.getElementById(id);
        if (!thing) continue;
        const box = thing.getBBox();
        const rect = document.createElementNS(SVG, "rect");
        const gap = 0.5;
        for (const [key, value] of Object.entries({ x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap, rx: 1 })) rect.setAttribute(key, value);
        layer.append(rect);
        const words = this.labels.get(name)?.[id];
        if (words) {
          const text = document.createElementNS(SVG, "text");
          for (const [key, value] of Object.entries({ x: box.x + box.width + gap, y: box.y + 1.1, "text-anchor": "end" })) text.setAttribute(key, value);
          text.textContent = words;
          layer.append(text);
        }
      }
      if (layer.childNodes.length) svg.append(layer);
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

// A small picture of a page.
export function thumbnail(page) {
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
    if (thing.id) return thing.id.replace(/^mark\./, "");
  }
  return null;
}
