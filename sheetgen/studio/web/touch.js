// Changing the sheet where it is drawn: a small editor beside what was clicked, and a choice by the arrow keys.

import { ask } from "./api.js";
import { thumbnail } from "./sheet.js";
import { ntr, tr } from "./texts.js";

const $ = (id) => document.getElementById(id);
const LABELS = {
  cell: tr("In the cell"), factor: tr("Factor"), least: tr("Badge from this number on"), points: tr("Points here"),
  badge: tr("Badge here"), "row badge": tr("Badge of the row"), "column badge": tr("Badge of the column"),
  "end badge": tr("Badge at the end"), slots: tr("Number of slots"), slot: tr("In the slot"), title: tr("Title"),
  author: tr("Author"), name: tr("Name"), from: tr("From so many points"), label: tr("Text"),
};
const CHANGES = {
  "add cells cell": tr("Add a cell"), "remove cells cell": tr("Remove this cell"),
  "add cells row": tr("Add a row below"), "remove cells row": tr("Remove this row"),
  "add cells column": tr("Add a column to the right"), "remove cells column": tr("Remove this column"),
};
const label = (name) => LABELS[name] ?? (name.startsWith("players ") ? ntr("Rounds with {n} player", "Rounds with {n} players", Number(name.slice(8))) : name);

export class Touch {
  // `job` is what every question needs; `apply(text)` takes a changed text over; `say` tells what was done; `show(line,
  // column)` leads to a line of the text; `figures` gives what simulated games say about an element.
  constructor({ sheet, job, apply, say, show, figures }) {
    Object.assign(this, { sheet, job, apply, say, show, figures });
    this.box = $("touch");
    this.id = "";
    this.asked = 0;
    $("touch-close").onclick = () => this.close();
    addEventListener("keydown", (event) => { if (event.key === "Escape" && this.isOpen) { event.stopPropagation(); this.close(); } }, true);
    addEventListener("pointerdown", (event) => { if (!this.box.hidden && !this.box.contains(event.target)) this.close(false); });
    // Who goes on elsewhere before the answer is there keeps the keyboard: the editor then stays closed.
    for (const sign of ["pointerdown", "keydown", "focusin"]) {
      addEventListener(sign, (event) => { if (!this.box.contains(event.target)) this.asked++; }, true);
    }
    new ResizeObserver(() => { if (!this.box.hidden) this.place(); }).observe(sheet.holder);
  }

  get isOpen() { return !this.box.hidden; }

  // Opens the editor for an element; `place` is its line, column and file, if it has one.
  async open(id, place) {
    const number = ++this.asked;
    let answer;
    try {
      answer = await ask("touch", { ...this.job(), element: id });
    } catch (error) {
      this.say(error.message);
      return;
    }
    if (number !== this.asked || !answer.touched) return;
    const { touched } = answer;
    this.id = id;
    this.badges = answer.badges;
    $("touch-title").textContent = this.title(touched);
    $("touch-error").textContent = "";
    $("touch-origin").textContent = touched.origin ? tr("This comes from {file}. What you change is copied into your layout.", { file: touched.origin }) : "";
    if (touched.origin && place?.[2]) $("touch-origin").append(" ", this.parentButton(place[2], place[0]));
    $("touch-figures").textContent = this.figures(id);
    $("touch-line").hidden = !place || Boolean(place[2]);
    if (place && !place[2]) {
      $("touch-line").textContent = tr("Line {line}", { line: place[0] });
      $("touch-line").onclick = () => { this.close(false); this.show(place[0], place[1]); };
    }
    $("touch-fields").replaceChildren(...touched.fields.map((field) => this.field(field)));
    $("touch-changes").replaceChildren(...this.changes(touched));
    this.box.hidden = false;
    this.place();
    this.sheet.frame("chosen", [id]);
    const first = [...this.box.querySelectorAll("#touch-fields [aria-pressed=true], #touch-fields input, #touch-fields button")].find((own) => own.checkVisibility());
    (first ?? $("touch-close")).focus({ preventScroll: true });
    if (first?.select) first.select();
  }

  title({ id, zone }) {
    const name = this.names?.[zone] ?? zone;
    const cell = id.slice(zone.length + 1);
    const track = zone ? "" : Object.keys(this.names ?? {}).find((own) => id.startsWith(`${own.replaceAll(" ", "-")}.`));
    if (track) return this.names[track];
    if (!zone) return this.sheet.element(id)?.querySelector("title")?.textContent ?? id;
    if (id.startsWith("zone-")) return tr("The zone {zone}", { zone: name });
    return cell.includes(".") ? name : tr("{zone}, {place}", { zone: name, place: cell });
  }

  close(back = true) {
    if (this.box.hidden) return;
    this.box.hidden = true;
    this.sheet.holder.style.removeProperty("padding-bottom");
    this.asked++;
    this.sheet.frame("chosen", []);
    if (back) this.sheet.holder.focus({ preventScroll: true });
  }

  // Beside the element where there is room; a phone has it at its foot by its style.
  place() {
    const thing = this.sheet.element(this.id)?.getBoundingClientRect();
    if (!thing) return;
    const { width, height, top } = this.box.getBoundingClientRect();
    if (width >= innerWidth) { // at the foot of a phone: the sheet is scrolled until the thing is above it
      this.sheet.holder.style.paddingBottom = `${height}px`;
      if (thing.bottom > top - 8) this.sheet.holder.scrollTop += thing.bottom - top + 24;
      return;
    }
    const gap = 10, right = thing.right + gap + width <= innerWidth;
    const left = right ? thing.right + gap : Math.max(gap, thing.left - gap - width);
    this.box.style.left = `${Math.min(left, Math.max(gap, innerWidth - width - gap))}px`;
    this.box.style.top = `${Math.max(gap, Math.min(thing.top - 12, innerHeight - height - gap))}px`;
  }

  field(field) {
    const line = document.createElement("div"), name = document.createElement("span");
    line.className = `touch-field ${field.kind}`;
    line.setAttribute("role", "group");
    line.setAttribute("aria-label", label(field.label));
    name.textContent = label(field.label);
    line.append(name, field.kind === "badge" ? this.badge(field) : this.input(field));
    return line;
  }

  input(field) {
    const form = document.createElement("form"), input = document.createElement("input"), button = document.createElement("button");
    form.className = "group";
    input.value = field.value ?? (field.kind === "cell" ? "~" : "");
    input.autocomplete = "off";
    input.spellcheck = false;
    input.setAttribute("aria-label", label(field.label));
    if (field.kind === "number") input.inputMode = "numeric";
    input.size = field.kind === "text" ? 22 : 5;
    if (field.kind === "cell") input.title = tr("A number, _ to write in, x printed cross, =7 printed entry, ~ no cell; * tints it");
    button.textContent = tr("Apply");
    form.onsubmit = (event) => {
      event.preventDefault();
      const value = read(field, input.value.trim());
      this.change(field.kind === "text" && value === null ? { do: "remove", steps: field.steps } : { do: "set", steps: field.steps, value });
    };
    form.append(input, button);
    return form;
  }

  // The present badge; a click on it shows all that there can be.
  badge(field) {
    const box = document.createElement("div"), all = document.createElement("div"), open = document.createElement("button");
    box.className = "touch-badge";
    all.className = "badges";
    all.hidden = true;
    open.type = "button";
    open.setAttribute("aria-expanded", "false");
    const present = this.badges.find((own) => own.value === field.value);
    open.append(...(present ? [icon(present)] : []), field.value === null ? tr("none") : present?.say ?? field.value);
    const send = (value) => this.change({ do: "badge", steps: field.steps, value, length: field.length });
    const fill = () => all.replaceChildren(this.button("—", tr("no badge"), () => send(null), field.value === null), ...this.badges.map((own) => {
      const button = this.button("", own.say, () => send(own.value), own.value === field.value);
      button.append(icon(own));
      button.dataset.badge = own.value;
      return button;
    }), this.written(field, send));
    const toggle = (on) => { all.hidden = !on; open.setAttribute("aria-expanded", String(on)); if (on && !all.childNodes.length) fill(); this.place(); };
    open.onclick = () => toggle(all.hidden);
    box.append(open, all);
    if (this.id.includes(".badge.")) { toggle(true); open.hidden = true; } // the badge itself was clicked
    return box;
  }

  button(text, say, run, pressed) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: text, title: say, onclick: run });
    button.setAttribute("aria-label", say);
    button.setAttribute("aria-pressed", String(pressed));
    return button;
  }

  // A badge in words of the layout: what no picture offers, such as another number or a choice of two.
  written(field, send) {
    const form = document.createElement("form"), input = document.createElement("input"), button = document.createElement("button");
    form.className = "group";
    Object.assign(input, { value: field.value ?? "", size: 14, autocomplete: "off", spellcheck: false });
    input.setAttribute("aria-label", tr("Badge as the layout writes it"));
    button.textContent = tr("Apply");
    form.onsubmit = (event) => { event.preventDefault(); send(input.value.trim() || null); };
    form.append(input, button);
    return form;
  }

  changes({ zone, cells, id }) {
    const buttons = cells.map((own) => this.button(CHANGES[`${own.do} ${own.axis}`], "", () => this.change({ ...own, zone })));
    if (zone && !id.startsWith("zone-")) buttons.push(this.button(tr("The whole zone…"), "", () => this.open(`zone-${zone}`)));
    if (id === `zone-${zone}`) buttons.push(this.button(tr("Its parts…"), "", () => { this.close(false); this.parts(zone); }), this.button(tr("Remove this zone"), "", () => this.change({ do: "remove zone", zone })));
    for (const button of buttons) { button.removeAttribute("aria-label"); button.removeAttribute("aria-pressed"); button.removeAttribute("title"); }
    return buttons;
  }

  async change(change) {
    $("touch-error").textContent = "";
    try {
      const answer = await this.make(change);
      if (answer.refused) { $("touch-error").textContent = answer.refused; this.place(); return; }
      this.close();
    } catch (error) {
      $("touch-error").textContent = error.message;
    }
  }

  // Makes a change in the text; the answer has `refused` if it cannot be made.
  async make(change) {
    const before = this.job();
    const answer = await ask("edit", { ...before, change });
    if (answer.refused) return answer;
    const now = this.job();
    if (now.text !== before.text || now.name !== before.name) return { refused: tr("The text has changed meanwhile. Try again.") };
    this.apply(answer.text);
    const told = [];
    if (answer.text === before.text) told.push(tr("Nothing changes."));
    if (answer.copied.length) told.push(tr("Copied into your layout: {parts}.", { parts: answer.copied.join(", ") }));
    if (answer["lost badges"]) told.push(ntr("{n} badge for it was taken away.", "{n} badges for it were taken away.", answer["lost badges"]));
    if (answer.taller) told.push(tr("The sheet is {size} mm now, so that everything has room.", { size: answer.taller }));
    this.say(told.join(" ") || tr("Changed. ↶ takes it back."));
    return answer;
  }
}

// What was typed as a value of the layout: a number where it is one, nothing for ~ or an empty number.
function read(field, text) {
  if (text === "~" || (text === "" && field.optional)) return null;
  return field.kind !== "text" && /^-?\d{1,6}$/.test(text) ? Number(text) : text;
}

function icon(picture) {
  const own = thumbnail(picture);
  own.className = "badge-icon";
  const [, , width, height] = picture.svg.match(/viewBox="([^"]*)"/)[1].split(" ").map(Number);
  own.style.width = `${(1.6 * width) / height}rem`;
  return own;
}

// The element nearest to another one in a direction, by the keys; the first one if there is none yet.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export function next(sheet, ids, from, key) {
  const centre = (id) => { const box = sheet.element(id)?.getBoundingClientRect(); return box && [box.x + box.width / 2, box.y + box.height / 2]; };
  const start = from && centre(from);
  if (!start) return ids.find((id) => centre(id)) ?? "";
  const [dx, dy] = WAYS[key];
  let best = "", least = Infinity;
  for (const id of ids) {
    const place = id !== from && centre(id);
    if (!place) continue;
    const along = (place[0] - start[0]) * dx + (place[1] - start[1]) * dy;
    const across = Math.abs((place[0] - start[0]) * dy) + Math.abs((place[1] - start[1]) * dx);
    const far = along + 2.5 * across + (across > along ? 1e5 : 0); // what lies in the direction comes before what is beside it
    if (along > 1 && far < least) [best, least] = [id, far];
  }
  return best || from;
}
export const isArrow = (key) => key in WAYS;
