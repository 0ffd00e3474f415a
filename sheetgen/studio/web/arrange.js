// Moving panels: covers over the panels of the sheet, to drag with mouse or finger or to move with the arrow keys.

import { tr } from "./texts.js";

const FIXED = { rounds: tr("Rounds"), dice: tr("Dice"), actions: tr("Actions") };

export class Arrange {
  // `move(change)` makes a change of the layout and returns a promise; `say` tells what happened.
  constructor({ sheet, move, say }) {
    Object.assign(this, { sheet, move, say, isOn: false, strips: {}, names: {} });
    this.layer = document.createElement("div");
    this.layer.className = "covers";
    this.layer.hidden = true;
    this.line = document.createElement("div");
    this.line.className = "drop";
    this.line.hidden = true;
    sheet.holder.append(this.layer);
    new ResizeObserver(() => this.draw()).observe(sheet.holder);
  }

  turn(on) {
    this.isOn = on;
    this.layer.hidden = !on;
    this.draw();
  }

  // Called after every drawing: `strips` are the panels of each page.
  show({ strips = {}, names = {} }) {
    Object.assign(this, { strips, names });
    this.draw();
  }

  element(name) { return this.sheet.element(`zone-${name}`) ?? this.sheet.element(name); }

  // The box of a panel within the area that scrolls.
  box(name) {
    const thing = this.element(name)?.getBoundingClientRect(), holder = this.sheet.holder.getBoundingClientRect();
    if (!thing?.width) return null;
    return { x: thing.x - holder.x + this.sheet.holder.scrollLeft, y: thing.y - holder.y + this.sheet.holder.scrollTop, width: thing.width, height: thing.height };
  }

  draw() {
    if (!this.isOn) { this.layer.replaceChildren(); return; }
    const focused = this.layer.querySelector(":focus")?.dataset.panel ?? this.focusNext;
    this.focusNext = "";
    const covers = Object.entries(this.strips).flatMap(([page, rows]) => rows.flatMap((row, r) => row.flatMap((column, c) => [column].flat().map((name) => this.cover(name, { page, r, c }))))).filter(Boolean);
    this.layer.replaceChildren(...covers, this.line);
    if (focused) this.layer.querySelector(`[data-panel="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  cover(name, place) {
    const box = this.box(name);
    if (!box) return null;
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.panel = name;
    button.textContent = FIXED[name] ?? this.names[name] ?? name;
    button.setAttribute("aria-label", tr("Move {panel}: drag it, or use the arrow keys", { panel: button.textContent }));
    set(button, box);
    button.onkeydown = (event) => {
      const change = this.byKey(name, place, event.key);
      if (change === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (change === null) this.say(tr("There is no place in this direction."));
      else this.send(name, change);
    };
    button.onpointerdown = (event) => this.drag(event, button, name, box);
    return button;
  }

  // Left and right: within the strip, or, alone in it, into the strip above or below. Up and down: a strip of its own.
  byKey(name, { page, r, c }, key) {
    const rows = this.strips[page], row = rows[r], alone = row.length === 1 && !Array.isArray(row[0]);
    const change = (more) => ({ do: "move panel", panel: name, page, ...more });
    if (key === "ArrowLeft") return c > 0 ? change({ row: r, column: c - 1 }) : alone && r > 0 ? change({ row: r - 1, column: rows[r - 1].length }) : null;
    if (key === "ArrowRight") return c < row.length - 1 ? change({ row: r, column: c + 2 }) : alone && r < rows.length - 1 ? change({ row: r + 1, column: 0 }) : null;
    if (key === "ArrowUp") return alone ? (r > 0 ? change({ row: r - 1 }) : null) : change({ row: r });
    if (key === "ArrowDown") return alone ? (r < rows.length - 1 ? change({ row: r + 2 }) : null) : change({ row: r + 1 });
    return undefined;
  }

  drag(event, button, name, box) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    button.focus({ preventScroll: true });
    button.setPointerCapture(event.pointerId);
    const from = [event.clientX, event.clientY];
    let target = null, moved = false;
    button.onpointermove = (own) => {
      const dx = own.clientX - from[0], dy = own.clientY - from[1];
      moved ||= Math.hypot(dx, dy) > 5;
      if (!moved) return;
      button.classList.add("dragged");
      set(button, { ...box, x: box.x + dx, y: box.y + dy });
      target = this.target(name, own.clientX, own.clientY);
      this.line.hidden = !target;
      if (target) set(this.line, target.line);
    };
    const end = (dropped) => {
      button.onpointermove = button.onpointerup = button.onpointercancel = null;
      this.line.hidden = true;
      button.classList.remove("dragged");
      set(button, box);
      if (!dropped || !moved) return;
      if (!target) this.say(tr("That is outside the sheet: nothing was moved."));
      else if (target.change) this.send(name, target.change);
    };
    button.onpointerup = () => end(true);
    button.onpointercancel = () => end(false);
  }

  // Where a panel would go: into a strip, or between two; null outside of the pages.
  target(name, x, y) {
    const holder = this.sheet.holder.getBoundingClientRect();
    const left = x - holder.x + this.sheet.holder.scrollLeft, top = y - holder.y + this.sheet.holder.scrollTop;
    for (const [i, [page, rows]] of Object.entries(this.strips).entries()) {
      const host = this.sheet.pages[this.sheet.pages.length > 1 ? i : 0]?.host.getBoundingClientRect();
      const strips = rows.map((row) => union(row.flat().map((own) => this.box(own)).filter(Boolean)));
      if (!host || x < host.left || x > host.right || y < host.top || y > host.bottom || !strips[0]) continue;
      const r = strips.findIndex((strip) => top < strip.y + strip.height);
      const at = r < 0 ? strips.length - 1 : r, strip = strips[at], part = (top - strip.y) / strip.height;
      const change = { do: "move panel", panel: name, page };
      if (part < 0.2 || part > 0.8) {
        const row = part < 0.2 ? at : at + 1;
        const edge = part < 0.2 ? strip.y - 2 : strip.y + strip.height;
        const alone = rows[at].length === 1 && rows[at][0] === name;
        return { change: alone ? null : { ...change, row }, line: { x: strip.x, y: edge, width: strip.width, height: 3 } };
      }
      const boxes = rows[at].map((column) => union([column].flat().map((own) => this.box(own)).filter(Boolean)));
      const column = boxes.filter((box) => box && box.x + box.width / 2 < left).length;
      const here = rows[at].indexOf(name);
      const edge = column < boxes.length ? boxes[column].x - 2 : strip.x + strip.width - 1;
      return { change: here >= 0 && (column === here || column === here + 1) ? null : { ...change, row: at, column }, line: { x: edge, y: strip.y, width: 3, height: strip.height } };
    }
    return null;
  }

  async send(name, change) {
    this.focusNext = name;
    try {
      const answer = await this.move(change);
      if (answer.refused) this.say(answer.refused);
    } catch (error) {
      this.say(error.message);
    }
  }
}

function set(thing, { x, y, width, height }) {
  Object.assign(thing.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

function union(boxes) {
  if (!boxes.length) return null;
  const x = Math.min(...boxes.map((box) => box.x)), y = Math.min(...boxes.map((box) => box.y));
  return { x, y, width: Math.max(...boxes.map((box) => box.x + box.width)) - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}
