// Versions: how the layout was after each change, named by what changed; each of them can be opened again.

import { ask } from "./api.js";
import { frames, thumbnail } from "./sheet.js";
import { language, ntr, tr } from "./texts.js";

const $ = (id) => document.getElementById(id);
const MOST = 60, MOST_SIGNS = 600_000; // versions of a layout, and characters of all of them
const ONE_CHANGE = 120_000; // milliseconds within which changes of the same place are one
const REST = 900; // milliseconds without typing before a version is kept

export class Versions {
  // `job` is what every question needs; `open(text)` takes a text over as one step that can be undone.
  constructor({ job, open }) {
    Object.assign(this, { job, open, name: "", list: [], timer: 0, last: Promise.resolve(), posts: Promise.resolve(), keepNow: () => {} });
    $("versions").onclick = () => this.show();
    this.seen = new IntersectionObserver((entries) => { for (const own of entries) if (own.isIntersecting) this.draw(own.target); }, { root: $("version-list"), rootMargin: "200px" });
  }

  // The versions of another layout, as they were kept.
  start(name, kept) {
    clearTimeout(this.timer);
    this.keepNow = () => {};
    this.name = name;
    const whole = (own) => typeof own?.text === "string" && Number.isFinite(own.time) && Array.isArray(own.changes ?? []);
    this.list = Array.isArray(kept) ? kept.filter(whole) : [];
  }

  // A text that was drawn without errors; one that is being typed is kept after some rest.
  note(text, typed) {
    const { name } = this;
    clearTimeout(this.timer);
    this.keepNow = () => {
      clearTimeout(this.timer);
      this.keepNow = () => {};
      if (name) this.last = this.last.then(() => this.keep(name, text)).catch(() => {});
    };
    if (typed) this.timer = setTimeout(this.keepNow, REST);
    else this.keepNow();
  }

  async keep(name, text) {
    const last = this.list.at(-1), time = Date.now();
    if (name !== this.name || last?.text === text) return;
    if (!last) this.list = [{ text, time, first: true, changes: [] }];
    else {
      let before = last, { changes, more } = await ask("changes", { before: last.text, text });
      if (name !== this.name) return;
      const earlier = this.list.at(-2);
      if (earlier && !last.saved && time - last.time < ONE_CHANGE && same(changes, last.changes)) { // the same change goes on
        this.list = this.list.slice(0, -1);
        before = earlier;
        ({ changes, more } = await ask("changes", { before: earlier.text, text }));
        if (name !== this.name) return;
      }
      if (before.text !== text) this.list = [...this.list, { text, time, changes, more }];
    }
    this.store();
  }

  store() {
    let signs = 0;
    const newest = [...this.list].reverse().slice(0, MOST).filter((own, i) => (signs += own.text.length) <= MOST_SIGNS || !i);
    this.list = newest.reverse();
    const own = { name: this.name, kind: "versions", content: this.list };
    this.posts = this.posts.then(() => ask("remember", own)).catch(() => {}); // one after the other; the page still has them
    document.body.dataset.versions = String(this.list.length);
    if ($("versions-dialog").open) this.fill();
  }

  // The text was saved: changes after it are another version.
  saved(text) {
    const last = this.list.at(-1);
    if (last?.text !== text || last.saved) return;
    this.list = [...this.list.slice(0, -1), { ...last, saved: true }];
    this.store();
  }

  async show() {
    this.keepNow();
    $("versions-dialog").showModal();
    await this.last; // a version that is kept just now is in the list
    this.fill();
    $("version-list").querySelector("button")?.focus();
  }

  fill() {
    this.seen.disconnect();
    const clock = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
    const { text } = this.job();
    const focused = $("version-list").contains(document.activeElement) ? document.activeElement : null;
    const [row, isPicture] = [focused?.closest("li").dataset.index, focused?.classList.contains("place")];
    $("version-list").replaceChildren(...this.list.map((own, i) => [own, i]).reverse().map(([own, i]) => this.row(own, i, clock, text)));
    if (focused) $("version-list").querySelector(`[data-index="${row}"] ${isPicture ? ".place" : "div button"}`)?.focus();
    $("versions-none").hidden = this.list.length > 1;
  }

  row(own, i, clock, text) {
    const line = document.createElement("li"), place = document.createElement("button"), words = document.createElement("div");
    const name = document.createElement("strong"), time = document.createElement("span"), button = document.createElement("button");
    line.dataset.index = String(i);
    place.type = button.type = "button";
    place.className = "place";
    place.setAttribute("aria-label", tr("Show it larger"));
    place.setAttribute("aria-pressed", "false");
    place.onclick = () => place.setAttribute("aria-pressed", String(line.classList.toggle("large")));
    name.textContent = named(own);
    time.className = "quiet";
    time.textContent = [clock.format(own.time), own.saved ? tr("saved") : ""].filter(Boolean).join(" · ");
    words.append(name, time);
    if (own.text === text) {
      const here = document.createElement("span");
      here.className = "here";
      here.textContent = tr("On the screen now");
      words.append(here);
    } else {
      button.textContent = tr("Open this version");
      button.onclick = () => { $("versions-dialog").close(); this.open(own.text); };
      words.append(button);
    }
    line.append(place, words);
    this.seen.observe(line);
    return line;
  }

  // Pictures are drawn when they come into view, one after the other; frames are where the change is.
  draw(line) {
    this.seen.unobserve(line);
    const i = Number(line.dataset.index), own = this.list[i], before = this.list[i - 1];
    this.pictures = (this.pictures ?? Promise.resolve()).then(async () => {
      if (!line.isConnected || !$("versions-dialog").open || !own) return;
      const { pages, lines } = await ask("draw", { ...this.job(), text: own.text, guest: true });
      if (!pages) return;
      const picture = thumbnail(pages[0]);
      line.querySelector(".place").replaceChildren(picture);
      frames(picture.shadowRoot, "light", before ? changedLines(before.text, own.text).flatMap((number) => lines[number] ?? []) : []);
    }).catch(() => {});
  }
}

// What a version is called: its changes in the words of the layout.
export function named({ changes, more, first }) {
  if (first) return tr("As it was opened");
  if (!changes) return tr("Other text");
  if (!changes.length) return tr("Comments or spacing");
  const places = new Map();
  for (const { kind, where, before, after } of changes.slice(0, 4)) {
    const change = { set: `${before} → ${after}`, added: `+ ${after}`, removed: `− ${before}`, moved: tr("{what} moved", { what: before }) };
    places.set(where, [...(places.get(where) ?? []), change[kind]]);
  }
  const words = [...places].map(([where, own]) => `${where}${where.includes(":") ? "" : ":"} ${own.join(", ")}`);
  const rest = Math.max(changes.length - 4, 0) + (more ?? 0);
  return [words.join("; "), rest ? ntr("and {n} more change", "and {n} more changes", rest) : ""].filter(Boolean).join(" ");
}

const same = (one, other) => one?.length && one.length === other?.length && one.every((own, i) => own.path.join("\n") === other[i].path.join("\n"));

// The lines of a text that differ from another one, as numbers from 1: from the first to the last difference.
function changedLines(before, after) {
  const old = before.split("\n"), now = after.split("\n");
  let from = 0, to = now.length, end = old.length;
  while (from < to && from < end && old[from] === now[from]) from++;
  while (to > from && end > from && old[end - 1] === now[to - 1]) { to--; end--; }
  const changed = Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i + 1).filter((number) => !old.includes(now[number - 1]));
  // Neither the head of a block, below which everything is, nor the strips of a sheet that were copied in for one of them.
  const top = (number) => now.slice(0, number).findLast((line) => /^[^\s#-]/.test(line)) ?? "";
  return changed.filter((number) => now[number - 1] !== top(number) || /:\s*[^\s#]/.test(now[number - 1]))
    .filter((number) => !top(number).startsWith("sheet:") || old.some((line) => line.startsWith("sheet:")));
}
