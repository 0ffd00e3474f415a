// Balance: figures of simulated games, quick ones after each change, and longer runs that are started by hand.
// A run goes on with each question, so that it is stopped by asking no more; drawing never waits for it.

import { ask } from "./api.js";
import { element } from "./dom.js";
import { HeatMap, RARE, stepOf } from "./heat.js";
import { download, fill } from "./play.js";
import { language, tr } from "./texts.js";

const $ = (id) => document.getElementById(id);
const REST = 250; // milliseconds without a change before a quick run begins
const MOST_CELLS = 12; // named below the figures
// How many games are proposed: as the commands do.
const GAMES = { simulate: 1000, balance: 1000, bands: 2000 };
const BOTS = { simulate: "greedy", balance: "", bands: "" }; // "" is the strongest that knows the sheet

const format = (digits, more = {}) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...more });
const number = format(1), signed = format(1, { signDisplay: "exceptZero" }), percent = format(0, { style: "percent" }), count = format(0);
const together = (words) => words.replaceAll(" ± ", "\u00a0±\u00a0"); // never divided between two lines
const margin = ([, low, high]) => number.format((high - low) / 2);
const estimate = (own) => together(`${number.format(own[0])} ± ${margin(own)}`);

// A difference with its interval; one that may as well be none is quiet.
function difference(own) {
  if (!own) return "";
  const [value, low, high] = own, sure = low > 0 || high < 0;
  if (value === 0 && low === 0 && high === 0) return element("span", "=", { class: "quiet" });
  const sign = !sure ? "≈" : value > 0 ? "▲" : "▼";
  return element("span", together(`${sign} ${signed.format(value)} ± ${margin(own)}`), { class: sure ? "sure" : "quiet" });
}

export class Balance {
  // `job` is what every question needs, `saved` gives the text of the file; `lookAt` shows a part of the studio.
  constructor({ sheet, job, saved, lookAt }) {
    Object.assign(this, { sheet, job, saved, lookAt });
    this.heat = new HeatMap(sheet, $("heat-legend"));
    this.isOn = false; // whether its panel is on the screen
    this.usable = false; // whether the text on the screen is a sheet without errors
    this.round = 0; // of the text: a run for an older one is over
    this.now = null; // the run whose figures are shown: `{ text, run, before, quick }`
    this.long = null; // the longer run that is going on
    $("heat").onchange = () => { this.paint(); this.quickly(); if ($("heat").checked) this.lookAt("see"); };
    $("heat-hide").onclick = () => { $("heat").checked = false; this.paint(); $("pages").focus(); };
    $("compare").onchange = () => { this.round++; this.stale(true); this.begin(); };
    $("run-what").onchange = () => this.propose();
    $("run-form").onsubmit = (event) => { event.preventDefault(); this.start(); };
    $("run-stop").onclick = () => this.stop();
    $("run-copy").onclick = () => this.copy();
    $("run-save").onclick = () => download(this.file.name, new Blob([this.file.content], { type: "text/plain" }));
  }

  get wanted() { return this.isOn || $("heat").checked; }

  // The panel is shown, or another one.
  turn(on) {
    this.isOn = on;
    this.paint();
    this.quickly();
  }

  // Another layout was opened: there is nothing to compare with.
  opened() {
    this.now = this.known = null;
    this.changed();
    $("figures").hidden = true;
    this.heat.show(null);
    this.result(null);
    $("run-state").textContent = "";
    if (this.long) {
      this.long.isLeft = true; // its result belongs to the layout before
      this.stop();
    }
  }

  // The text has changed: figures of the text before are grey from now on, and a run for it is over.
  changed(elsewhere = false) {
    this.round++;
    if (elsewhere && this.now) this.now.text = null; // what it extends may be another one
    clearTimeout(this.resting);
    this.usable = false;
    this.stale(true);
  }

  // The text on the screen was drawn; a sheet can be played.
  drawn(facts) {
    this.usable = facts.kind === "sheet";
    if (!this.usable) this.heat.show(null);
    this.quickly();
  }

  // It has errors.
  spoiled() {
    this.usable = false;
    clearTimeout(this.resting);
    this.tell(tr("Fix the errors in the layout; then the figures follow."));
  }

  stale(on) {
    $("figures").dataset.stale = on ? "yes" : "no";
    $("figures").setAttribute("aria-busy", String(on));
    $("heat-legend").dataset.stale = on ? "yes" : "no";
  }

  tell(words) { $("figures-state").textContent = words; }

  // A quick run when nothing has changed for a moment, if anybody looks.
  quickly() {
    clearTimeout(this.resting);
    if (!this.wanted || !this.usable) return;
    const { text, name } = this.job();
    if (this.now?.text === text && this.now.name === name && this.now.finished) { this.stale(false); this.tell(""); return; }
    this.resting = setTimeout(() => this.begin(), REST);
  }

  async begin() {
    const round = ++this.round, job = this.job();
    if (!this.wanted || !this.usable) return;
    try {
      const before = await this.before(job);
      if (round !== this.round) return;
      let answer = await this.ask(job, { wish: { what: "quick", before } });
      while (round === this.round) {
        if (answer.lost) { this.now = null; answer = await this.ask(job, { wish: { what: "quick" } }); continue; }
        if (!answer.run) { this.spoiled(); return; }
        this.show(answer, job, before);
        if (answer.finished) return;
        answer = await this.ask(job, { run: answer.run });
      }
    } catch (error) {
      if (round === this.round) this.tell(error.message);
    }
  }

  ask(job, more) { return ask("figures", more.run ? { name: job.name, ...more } : { ...job, ...more }); }

  // The run to compare with: that of the saved file, or the one whose figures were shown before this text.
  async before(job) {
    if ($("compare").value === "saved") {
      const text = this.saved();
      return text === job.text ? "" : (await this.ask({ ...job, text }, { wish: { what: "quick" } })).run ?? "";
    }
    if (!this.now || this.now.name !== job.name) return "";
    return this.now.text === job.text ? this.now.before : this.now.run;
  }

  show(answer, job, before) {
    const { quick } = answer;
    $("figures").hidden = false;
    this.tell(answer.finished ? "" : tr("{played} of {games} games", { played: count.format(answer.played), games: count.format(answer.of) }));
    if (!quick) return;
    if (before === answer.run) before = this.now?.before ?? ""; // a change that does not touch the game
    this.now = { text: job.text, name: job.name, run: answer.run, before, quick, finished: answer.finished };
    this.stale(false);
    $("figures-total").textContent = estimate(quick.total);
    $("figures-change").replaceChildren(...this.changeWords(quick));
    const rows = quick.zones.map((zone) => this.zoneRow(zone, Math.max(...quick.zones.map((each) => each.share), 0.01)));
    const badges = quick.badges.map((badge) => this.changeRow(badge.change, badge.name, "", number.format(badge.points)));
    $("figures-zones").tBodies[0].replaceChildren(...rows, ...badges);
    $("figures-who").textContent = `(${quick.bots[0].who})`;
    $("figures-bots").textContent = this.botWords(quick);
    $("figures-rare").replaceChildren(...this.rareWords(quick));
    $("figures-command").textContent = quick.command;
    $("figures-slow").textContent = quick.slow ? tr("Played without the fast engine, so these are few games.") : "";
    document.body.dataset.figures = String(Number(document.body.dataset.figures ?? 0) + 1);
    this.choices(quick);
    this.paint();
  }

  changeWords(quick) {
    if (quick.same) return [element("span", tr("The last change does not touch the game."), { class: "quiet" })];
    if (!quick.change) return [];
    const sure = quick.change[1] > 0 || quick.change[2] < 0;
    return [difference(quick.change), " ", element("span", sure ? tr("by the change, with the same dice") : tr("too small to see in this many games"), { class: "quiet" })];
  }

  zoneRow(zone, most) {
    const row = this.changeRow(zone.change, zone.name, percent.format(zone.share), estimate(zone.points));
    const bar = element("span", "", { class: "share-bar", "aria-hidden": "true" });
    bar.style.width = `${100 * zone.share / most}%`;
    row.cells[1].append(bar);
    return row;
  }

  changeRow(change, name, ...cells) {
    const row = this.row(name, ...cells, "");
    row.lastElementChild.append(difference(change));
    return row;
  }

  row(name, ...cells) {
    const row = element("tr");
    row.append(element("th", name, { scope: "row" }), ...cells.map((words) => element("td", words, { class: "number" })));
    return row;
  }

  botWords({ bots }) {
    if (bots.length < 2) return "";
    const [{ total }, other] = bots;
    const apart = tr("{points} points apart", { points: number.format(total[0] - other.total[0]) });
    return `${other.who}: ${estimate(other.total)} · ${apart}`;
  }

  // Cells that are hardly ever marked, in words; the heat map shows the same.
  rareWords({ cells }) {
    const found = { never: [], rare: [] };
    for (const [cell, shares] of Object.entries(cells)) found[stepOf(shares)]?.push(cell);
    const list = (own) => own.slice(0, MOST_CELLS).join(", ") + (own.length > MOST_CELLS ? " …" : "");
    const lines = [];
    if (found.never.length) lines.push(element("p", tr("Never marked: {cells}", { cells: list(found.never) })));
    if (found.rare.length) lines.push(element("p", tr("Marked on less than {share} of the sheets: {cells}", { share: RARE, cells: list(found.rare) })));
    if (!lines.length) lines.push(element("p", tr("Every cell is marked now and then.")));
    return lines;
  }

  paint() {
    // Not beside a game, and not where it would look as if it were printed.
    const on = $("heat").checked && !["try", "export"].includes(document.body.dataset.tab);
    $("heat-about").hidden = !$("heat").checked;
    const { cells, earned, bots } = (on && this.now?.quick) || {};
    this.heat.show(cells ?? null, earned, cells && Object.fromEntries(bots.map(({ id, who }) => [id, who])));
  }

  // Longer runs

  choices({ runs }) {
    const isFirst = !this.known;
    this.known = runs;
    fill($("run-players"), runs.players.map(String), isFirst ? String(runs.players[0]) : $("run-players").value);
    $("run-missing").textContent = runs.missing;
    if (isFirst) this.propose();
  }

  propose() {
    const what = $("run-what").value;
    $("run-games").value = GAMES[what];
    if (this.known) {
      const { bots, strongest } = this.known, names = BOTS[what] ? bots : { "": strongest, ...bots };
      fill($("run-bot"), Object.keys(names), BOTS[what], names);
    }
    $("run-players-label").hidden = what === "bands";
  }

  async start() {
    if (this.long) return;
    const run = this.long = { stopped: false }, job = this.job();
    const wish = { what: $("run-what").value, bot: $("run-bot").value, games: Number($("run-games").value), players: Number($("run-players").value) };
    this.result(null);
    this.running(true);
    $("run-state").textContent = "";
    try {
      let answer = await this.ask(job, { wish });
      while (!answer.finished && answer.run) {
        $("run-bar").max = answer.of;
        $("run-bar").value = answer.played;
        const games = tr("{played} of {games} games", { played: count.format(answer.played), games: count.format(answer.of) });
        $("run-doing").textContent = answer.doing ? `${answer.doing}: ${games}` : games;
        answer = await this.ask(job, { run: answer.run, ...(run.stopped && { stop: true }) });
      }
      if (answer.lost) throw new Error(tr("The run was lost. Start it again."));
      if (!answer.run) throw new Error(tr("Fix the errors in the layout first."));
      if (run.isLeft) return;
      $("run-state").textContent = run.stopped ? tr("Stopped.") : tr("Done.");
      this.result(answer.result ?? null);
    } catch (error) {
      if (!run.isLeft) $("run-state").textContent = error.message;
    } finally {
      this.long = null;
      this.running(false);
    }
  }

  stop() {
    if (!this.long) return;
    this.long.stopped = true;
    $("run-doing").textContent = tr("Stopping…");
  }

  running(on) {
    $("run-start").disabled = on;
    $("run-stop").disabled = !on;
    $("run-progress").hidden = !on;
    $("run-bar").removeAttribute("value");
    $("run-doing").textContent = "";
  }

  result(result) {
    $("run-result").hidden = !result;
    if (!result) return;
    this.file = result.file;
    this.text = result.text ?? result.tables.map(({ caption, heads, rows }) => [caption, heads.join("\t"), ...rows.map((row) => row.join("\t"))].join("\n")).join("\n\n");
    $("run-tables").replaceChildren(
      ...(result.partial ? [element("p", tr("Stopped before the end: these are the games until then."), { class: "refused" })] : []),
      ...result.tables.map((table) => this.table(table)),
      ...(result.text ? [element("pre", result.text, { tabindex: "0" })] : []),
    );
    $("run-who").textContent = result.who;
    $("run-command").textContent = result.command;
    $("run-save").textContent = tr("Save {file}", { file: result.file.name });
  }

  table({ caption, heads, rows, numbers }) {
    const holder = element("div", "", { class: "wide", tabindex: "0", role: "region", "aria-label": caption });
    const table = element("table", "", { class: "figures" });
    const right = (i) => (numbers.includes(i) ? { class: "number" } : {});
    const head = element("tr");
    head.append(...heads.map((words, i) => element("th", words, { scope: "col", ...right(i) })));
    table.append(element("caption", caption), element("thead"), element("tbody"));
    table.tHead.append(head);
    table.tBodies[0].append(...rows.map((cells) => { const row = element("tr"); row.append(...cells.map((words, i) => element("td", together(words), right(i)))); return row; }));
    holder.append(table);
    return holder;
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text);
      $("run-state").textContent = tr("Copied.");
    } catch {
      $("run-state").textContent = tr("This browser does not let the page copy; save the file instead.");
    }
  }
}
