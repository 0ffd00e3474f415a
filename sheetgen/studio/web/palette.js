// The palette: a new zone from a shape and parts, or other parts for a zone; all parts come from the studio.

import { ask } from "./api.js";
import { thumbnail } from "./sheet.js";
import { fill } from "./play.js";
import { tr } from "./texts.js";

const $ = (id) => document.getElementById(id);
const KEYS = { order: tr("Order"), accepts: tr("What fits"), value: tr("What a die is worth"), points: tr("Points") };

export class Palette {
  // `job` is what every question needs; `make(change)` changes the layout; `say` tells what was done.
  constructor({ job, make, say }) {
    Object.assign(this, { job, make, say, asked: 0, zone: null, name: "" });
    for (const id of ["zone-shape", "zone-rows", "zone-columns", "zone-die"]) $(id).onchange = () => this.start();
    $("zone-name").onchange = () => this.refresh();
    $("zone-form").onsubmit = (event) => { event.preventDefault(); this.finish(); };
  }

  // A new zone; `facts` are those of the layout.
  add(facts) {
    this.old = null;
    fill($("zone-die"), facts.dice, facts.dice[0]);
    const names = new Set([...facts.zones, "rounds", "dice", "actions"]);
    for (let n = 1; ; n++) if (!names.has(`zone-${n}`)) { $("zone-name").value = `zone-${n}`; break; }
    $("zone-title").textContent = tr("A new zone");
    $("zone-ok").textContent = tr("Add it");
    $("zone-new").hidden = false;
    $("zone-dialog").showModal();
    this.start();
  }

  // The parts of a zone that is there.
  change(name, shown) {
    this.old = {};
    this.zone = null;
    $("zone-name").value = name;
    $("zone-title").textContent = tr("The zone {zone}", { zone: shown });
    $("zone-ok").textContent = tr("Apply");
    $("zone-new").hidden = true;
    $("zone-dialog").showModal();
    this.refresh();
  }

  get size() { return { rows: Number($("zone-rows").value), columns: Number($("zone-columns").value) }; }

  start() {
    this.zone = null;
    $("zone-rows-label").hidden = !$("zone-shape").value.includes("grid");
    this.refresh();
  }

  async refresh() {
    const number = ++this.asked;
    this.name = $("zone-name").value.trim();
    const change = { name: this.name, ...(this.zone ? { zone: this.zone } : { shape: $("zone-shape").value, die: $("zone-die").value, ...this.size }) };
    let answer;
    try {
      answer = await ask("palette", { ...this.job(), change });
    } catch (error) {
      answer = { refused: error.message };
    }
    if (number !== this.asked) return;
    $("zone-error").textContent = answer.refused ?? answer.palette?.problem ?? "";
    $("zone-ok").disabled = !answer.palette || Boolean(answer.palette.problem);
    if (answer.palette) this.show(answer.palette);
  }

  show({ zone, keys, picture }) {
    const focus = document.activeElement?.id;
    this.zone = zone;
    if (this.old && !Object.keys(this.old).length) this.old = zone;
    const drawn = picture ? [thumbnail(picture)] : [];
    for (const own of drawn) {
      const [, , width, height] = picture.svg.match(/viewBox="([^"]*)"/)[1].split(" ").map(Number);
      own.className = "zone-picture";
      own.style.width = `min(100%, ${(24 * width) / height}vh)`;
    }
    $("zone-picture").replaceChildren(...drawn);
    $("zone-parts").replaceChildren(...Object.entries(keys).map(([key, choices]) => {
      const box = document.createElement("fieldset"), title = document.createElement("legend");
      title.textContent = KEYS[key] ?? key;
      box.append(title, ...choices.map((own) => this.choice(key, own)));
      return box;
    }));
    if (focus) $(focus)?.focus();
  }

  choice(key, own) {
    const label = document.createElement("label"), input = document.createElement("input"), words = document.createElement("span"), about = document.createElement("span");
    Object.assign(input, { type: "radio", name: `part-${key}`, id: `part-${key}-${own.kind.replaceAll(" ", "-")}`, checked: own.chosen || (own.kind === "face" && this.zone[key] === undefined), disabled: Boolean(own.why) });
    input.onchange = () => { this.zone = { ...this.zone, [key]: own.value }; this.refresh(); };
    words.textContent = own.say;
    about.className = "quiet";
    about.textContent = own.why || own.about;
    label.append(input, words, about);
    return label;
  }

  async finish() {
    const changes = this.old === null
      ? [{ do: "add zone", name: this.name, zone: this.zone, taller: true }]
      : [{ do: "parts", zone: this.name, parts: Object.fromEntries(Object.keys(KEYS).filter((key) => JSON.stringify(this.zone[key]) !== JSON.stringify(this.old[key])).map((key) => [key, this.zone[key]])), taller: true }];
    try {
      for (const change of changes) {
        const answer = await this.make(change);
        if (answer.refused) { $("zone-error").textContent = answer.refused; return; }
      }
      $("zone-dialog").close();
    } catch (error) {
      $("zone-error").textContent = error.message;
    }
  }
}
