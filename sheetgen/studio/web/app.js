// The studio: opens, draws, saves; the other files do one thing each.

import { arrival, ask, early, inBrowser, leaveAddress, listen, picture, remember, share, speak } from "./api.js";
import { beginning } from "./begin.js";
import { Editor, reader, said } from "./editor.js";
import { setNames, setSchema } from "./schema.js";
import { Sheet, thumbnail } from "./sheet.js";
import { Play, download, fill } from "./play.js";
import { Touch, isArrow, next } from "./touch.js";
import { Arrange } from "./arrange.js";
import { Palette } from "./palette.js";
import { Versions } from "./versions.js";
import { Balance } from "./balance.js";
import { splitters, swipes } from "./panes.js";
import { exportButtons, rulesLanguages } from "./export.js";
import { language, languageName, ntr, tr } from "./texts.js";

const $ = (id) => document.getElementById(id);
const PAUSE = 70; // milliseconds of rest before the sheet is drawn again
const KEEP = 400; // before unsaved text is kept on disk

// The names of themes for people.
const THEMES = {
  light: tr("light"), vivid: tr("vivid"), ink: tr("ink saving"), grey: tr("grey"), safe: tr("colour-blind safe"),
};

// A guest is a layout that is not among the files: it came with a link.
const now = { place: "", name: "", saved: "", version: "", files: [], lines: {}, places: {}, gone: false, guest: false };
const phone = matchMedia("(max-width: 46rem)");

$("wrap").checked = localStorage.getItem("studio:wrap") !== null ? localStorage.getItem("studio:wrap") === "yes" : phone.matches;
const editor = new Editor($("editor"), { changed: textChanged, moved: light, save, wraps: $("wrap").checked });
$("wrap").onchange = () => { localStorage.setItem("studio:wrap", $("wrap").checked ? "yes" : "no"); editor.wrap($("wrap").checked); };
for (const own of document.querySelectorAll("[data-place]")) own.hidden = (own.dataset.place === "browser") !== inBrowser;
const sheet = new Sheet($("pages"), { clicked });
const touch = new Touch({ sheet, job, apply: takeOver, say, show: (line, column) => { look("write"); editor.go(line, column); }, figures: (id) => balance.heat.words(id) });
const palette = new Palette({ job, make: (change) => touch.make(change), say });
touch.parentButton = parentButton;
touch.parts = (zone) => palette.change(zone, now.facts.names?.[zone] ?? zone);
$("add-zone").onclick = () => { if (now.facts?.kind === "sheet") palette.add(now.facts); };
const versions = new Versions({ job, open: (text) => { takeOver(text); say(tr("The earlier version is open. ↶ takes it back.")); } });
const arrange = new Arrange({ sheet, move: (change) => touch.make(change), say });
const balance = new Balance({ sheet, job, saved: () => now.saved, lookAt: (part) => { if (phone.matches) look(part); } });
const play = new Play({ sheet, redraw: (more) => draw(more), job, complain, keep: keepGame });

exportButtons(() => ({ ...job(), ...tried() }));

// Words at the top: one notice at a time, with what can be done about it.
function notice(words, actions = {}) {
  $("notice").hidden = !words;
  $("notice-text").textContent = words;
  $("notice-actions").replaceChildren(...Object.entries(actions).map(([label, run]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.onclick = () => { notice(""); run(); };
    return button;
  }));
}

// What was done on the sheet, below it.
function say(words) { $("said").textContent = words; }

function complain(error) {
  if (error.status === 401) notice(tr("The studio was restarted. Open the address that it printed; your text is kept."));
  else if (error.status === 0) lost();
  else notice(error.message, { [tr("Close")]: () => {} });
}

function lost() {
  now.gone = true;
  notice(tr("The studio does not respond. Start `sheetgen studio` again; your text is kept."));
}

const dirty = () => now.name !== "" && editor.text !== now.saved;

function showState(words = "") {
  $("state").textContent = words || (now.name ? (dirty() ? tr("unsaved") : now.guest ? "" : tr("saved")) : "");
  $("save").disabled = !now.name;
  for (const id of ["save-as", "share", "to-disk"]) $(id).disabled = !now.name;
  $("delete").disabled = !now.name || now.guest;
  document.body.dataset.unsaved = now.name && (dirty() || now.guest) ? "yes" : "no";
  document.title = `${dirty() ? "• " : ""}${now.name || "sheetgen studio"}`;
}

// A text that was changed elsewhere than in the editor: one step of the history, and a version of its own.
let typed = true;
function takeOver(text) {
  typed = false;
  editor.change(text);
}

// Drawing

function job() {
  return { name: now.name, text: editor.text, view: view(), ...(now.guest && { guest: true }) };
}

function view() {
  return { theme: $("theme").value, language: $("language").value, side: $("side").value, solo: $("solo").checked };
}

// The game or the marks, while they are on the screen.
function isTried() {
  const { tab } = document.body.dataset;
  return tab === "try" || (tab === "export" && $("with-marks").checked);
}
const tried = () => (isTried() ? play.spec : {});

let drawing = false, again = null;
let recalling = null; // until what is remembered of the layout is there

async function draw(more = {}) {
  if (!now.name) return;
  if (drawing) { again = more; return; }
  drawing = true;
  document.body.dataset.busy = "yes";
  while (recalling && isTried()) await recalling.catch(() => {}); // a game that is remembered goes on; no other one begins before it is known
  const { name } = now, { round } = play, asked = job(), isTyped = typed;
  typed = true;
  try {
    const answer = await ask("draw", { ...asked, ...tried(), ...more });
    if (name === now.name) shown(answer, round);
    if (name === now.name && answer.pages && !now.guest && !answer.problems.some((own) => own.severity === "error")) {
      versions.note(asked.text, isTyped);
    }
  } catch (error) {
    typed &&= isTyped;
    play.failed(round, error);
    if (error.status === 422) showProblems([{ own: true, line: 1, column: 1, path: "", severity: "error", message: error.message, suggestion: "" }]);
    else complain(error);
  } finally {
    drawing = false;
    document.body.dataset.busy = "no";
    if (again) { const next = again; again = null; draw(next); }
  }
}

function shown(answer, round) {
  showProblems(answer.problems);
  $("pages").classList.toggle("stale", !answer.pages);
  if (!answer.pages) {
    $("situation").textContent = tr("Fix the errors in the layout to play on.");
    balance.spoiled();
    return;
  }
  now.lines = answer.lines;
  now.places = answer.places;
  now.facts = answer.facts;
  touch.names = answer.facts.names;
  setNames({ zones: answer.facts.zones, dice: answer.facts.dice, actions: answer.facts.actions });
  $("solo").disabled = !answer.facts.solo;
  $("add-zone").disabled = answer.facts.kind !== "sheet" || !designs();
  $("tab-try").disabled = $("tab-balance").disabled = answer.facts.kind !== "sheet";
  if (answer.facts.kind !== "sheet") { // cards are not played here: a game of the layout before is over
    play.clear();
    if (["try", "balance"].includes(document.body.dataset.tab)) choose($("tab-design"));
  }
  if (answer.game?.players.length > 1) {
    for (const page of answer.pages) Object.assign(page, { caption: play.caption(answer.game, page.seat), decides: page.seat === answer.game.actor && !answer.game.over });
  }
  sheet.seat = answer.game?.actor;
  sheet.show(answer.pages);
  arrange.show(answer.facts);
  now.shown = now.name;
  if (now.guest) $("guest-title").textContent = answer.pages[0]?.title ?? now.name;
  play.facts = answer.facts;
  if (now.asked !== now.name) {
    now.asked = now.name;
    $("both-sides").checked = answer.facts["two pages"] === true; // the game goes on there
  }
  if (document.body.dataset.tab === "try" && round === play.round) play.show(answer);
  sheet.hand(true);
  balance.drawn(answer.facts);
  light(editor.line);
  document.body.dataset.drawn = String(Number(document.body.dataset.drawn ?? 0) + 1);
}

// Errors first, then warnings, then notes; of notes those about the file itself before those about its parents.
const RANKS = { error: 0, warning: 1, info: 2 };
const rank = (own) => RANKS[own.severity] * 2 + (own.own ? 0 : 1);

function showProblems(found) {
  const problems = [...found].sort((a, b) => rank(a) - rank(b));
  now.problems = problems;
  editor.problems(problems);
  const errors = problems.filter((own) => own.severity === "error").length;
  const warnings = problems.filter((own) => own.severity === "warning").length;
  $("problems-title").textContent = errors || warnings ? `${ntr("{n} error", "{n} errors", errors)}, ${ntr("{n} warning", "{n} warnings", warnings)}` : tr("No problems");
  $("problems").dataset.worst = errors ? "error" : warnings ? "warning" : "fine";
  const worst = problems.find((own) => own.severity === "error"); // on a phone the list is beside the text alone
  $("pale").hidden = !worst;
  $("pale").textContent = worst ? `${worst.own ? "" : `${worst.file} `}${worst.line}:${worst.column} ${said(worst)}` : "";
  $("pale").onclick = () => { look("write"); goTo(worst); };
  $("problem-list").replaceChildren(...problems.map((own) => {
    const line = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = own.severity;
    button.textContent = `${own.own ? "" : `${own.file} `}${own.line}:${own.column} ${said(own)}`;
    button.onclick = () => { if (own.own) look("write"); goTo(own); };
    line.append(button);
    const mend = editor.mend(own);
    if (mend) {
      const fix = document.createElement("button");
      fix.type = "button";
      fix.className = "fix";
      fix.textContent = tr("Write {word}", { word: mend.word });
      fix.onclick = () => { mend.apply(); editor.view.focus(); };
      line.append(fix);
    }
    return line;
  }));
}

function goTo(problem) {
  if (problem.own) editor.go(problem.line, problem.column);
  else showParent(problem.file, problem.line);
}

// From the sheet to the text and back

function clicked(id, event, seat) {
  if (document.body.dataset.tab === "try" && !event.altKey) { play.click(id, seat); return; }
  const place = now.places[id];
  chosen = id;
  if (!place) { $("where").textContent = tr("{thing}: this comes from no line of the layout.", { thing: id }); say($("where").textContent); return; }
  const [line, column, file] = place;
  $("where").textContent = file ? tr("{thing} comes from {file}, line {line}.", { thing: id, file, line }) : tr("{thing}: line {line}.", { thing: id, line });
  if (!file) editor.go(line, column, false);
  else $("where").append(" ", parentButton(file, line));
  sheet.frame("light", [id]);
  say("");
  touch.open(id, place);
}

// The text of a layout that this one extends, at a line; to look at, not to change.
let parentView = null;
async function showParent(file, line) {
  touch.close(false);
  $("parent-title").textContent = tr("{file}, line {line}", { file: file.split(/[\\/]/).at(-1), line });
  parentView?.destroy();
  parentView = null;
  $("parent-dialog").showModal();
  try {
    const { text } = await ask("parent", { ...job(), element: file });
    if (text === undefined) throw new Error(tr("Fix the errors in the layout first."));
    $("parent-text").replaceChildren();
    parentView = reader($("parent-text"), text, line);
    parentView.focus();
  } catch (error) {
    $("parent-text").textContent = error.message;
  }
}

function parentButton(file, line) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: tr("Look at it"), onclick: () => showParent(file, line) });
  return button;
}

// Without a mouse: the arrow keys choose something on the sheet, Enter changes it or marks it.
let chosen = "";
$("pages").addEventListener("keydown", (event) => {
  if (event.target !== $("pages") || event.ctrlKey || event.metaKey || event.altKey) return;
  const playing = document.body.dataset.tab === "try";
  if (isArrow(event.key)) {
    const ids = Object.keys(now.places).filter((id) => (playing ? play.isCell(id) : id.includes(".")));
    chosen = next(sheet, ids, chosen, event.key);
    sheet.frame("chosen", [chosen], {}, [sheet.page(chosen)?.seat]);
    sheet.reveal(chosen);
    say([sheet.describe(chosen), balance.heat.words(chosen)].filter(Boolean).join(" · "));
  } else if (event.key === "Enter" && chosen) clicked(chosen, event, sheet.page(chosen)?.seat);
  else return;
  event.preventDefault();
});

function light(line) {
  if (document.body.dataset.tab === "try") { sheet.frame("light", []); return; }
  sheet.frame("light", now.lines[line] ?? []);
}

// Text

// Where the browser keeps unsaved text and the game of a layout: one place for each folder and file.
const local = (name = now.name) => `studio:${now.place}:${name}`;
const localGame = (name) => `game:${local(name)}`;
let pause = 0, keeping = 0, kept = null;

function textChanged() {
  balance.changed();
  clearTimeout(pause);
  pause = setTimeout(() => draw(), PAUSE);
  showState();
  if (now.guest) return;
  try {
    if (dirty()) localStorage.setItem(local(), JSON.stringify({ text: editor.text, base: now.version }));
    else localStorage.removeItem(local());
  } catch {
    // A full or forbidden storage: the studio keeps the text too.
  }
  clearTimeout(keeping);
  isHistoryKept = false;
  keeping = setTimeout(keep, KEEP);
}

async function keep() {
  if (!now.name || now.guest) return;
  const history = keepHistory();
  try {
    if (dirty()) await (kept = ask("keep", draftOf()));
    else await ask("forget", { name: now.name });
  } catch (error) {
    if (error.status !== 422) complain(error);
  }
  await history;
}

const draftOf = () => ({ name: now.name, text: editor.text, base: now.version });
const historyOf = () => ({ name: now.name, kind: "history", content: editor.history });

// What can be undone is kept for the next start, one state after the other.
let isHistoryKept = true, histories = Promise.resolve();
function keepHistory() {
  if (!now.name || now.guest) return histories;
  isHistoryKept = true;
  const own = historyOf();
  histories = histories.then(() => ask("remember", own)).catch(() => {}); // the page still has it
  return histories;
}

// A page that is left has no time for answers. Browsers send on only little of what is on its way then, and refuse more.
const MOST_LEAVING = 50_000; // bytes
addEventListener("pagehide", () => {
  if (!now.name || now.guest) return;
  let room = MOST_LEAVING;
  const send = (question, data) => {
    const size = new TextEncoder().encode(JSON.stringify(data)).length, keepalive = size < room;
    if (keepalive) room -= size;
    ask(question, data, { keepalive }).catch(() => {}); // the browser keeps unsaved text, too
  };
  if (dirty()) send("keep", draftOf());
  if (!isHistoryKept) send("remember", historyOf());
});

async function open(name, asked = ask("open", { name }), guest = false) {
  const recalled = guest ? Promise.resolve({}) : ask("recall", { name }).catch(() => ({}));
  const answer = await asked;
  now.name = name;
  now.guest = guest;
  $("guest").hidden = !guest;
  now.saved = answer.text;
  now.version = answer.version;
  let kept = answer.draft;
  try { kept = guest ? null : JSON.parse(localStorage.getItem(local())) ?? kept; } catch { /* not ours */ }
  if (kept && (typeof kept.text !== "string" || kept.text === answer.text)) kept = null;
  editor.show(kept ? kept.text : answer.text);
  isHistoryKept = true;
  fillFiles();
  $("file").value = name;
  play.clear();
  balance.opened();
  versions.start("");
  const text = editor.text;
  const recall = recalling = recalled.then((found) => {
    if (recalling === recall) recalling = null;
    if (now.name !== name || now.guest !== guest || guest) return;
    let here = null;
    try { here = JSON.parse(localStorage.getItem(localGame(name))); } catch { /* not ours */ }
    const age = (own) => (Number.isFinite(own?.time) ? own.time : -1);
    if (!play.game) play.resume(age(here) >= age(found.game) ? here ?? found.game : found.game); // the newer one
    if (editor.text === text && editor.restore(found.history)) editor.problems(now.problems ?? []);
    versions.start(name, found.versions);
    if (!versions.list.length) versions.note(answer.text);
    if (now.shown === name) versions.note(editor.text, true);
    document.body.dataset.recalled = name;
  });
  notice("");
  const switched = sessionStorage.getItem("studio:switched") === name; // the same text in another language: no news
  sessionStorage.removeItem("studio:switched");
  if (kept && kept.base !== answer.version) {
    now.version = kept.base;
    notice(tr("Your unsaved text of {file} is back, but the file has changed in the meantime.", { file: name }), {
      [tr("Take the file from disk")]: () => takeFromDisk(), [tr("Keep mine")]: () => { now.version = answer.version; },
    });
  } else if (kept && !switched) notice(tr("Your unsaved text of {file} is back.", { file: name }), { [tr("Keep it")]: () => {}, [tr("Take the file from disk")]: () => takeFromDisk() });
  showState();
  if (!guest) remember(name);
  early(job()).then((pages) => { if (pages && now.name === name && now.shown !== name) sheet.show(pages); }, () => {});
  await draw();
}

// The text of the file in place of the one in the editor, as a step that can be undone.
function takeOverFile({ text, version }) {
  now.saved = text;
  now.version = version;
  editor.show(text, false);
  balance.changed();
  keepHistory();
}

async function takeFromDisk() {
  takeOverFile(await ask("open", { name: now.name }));
  localStorage.removeItem(local());
  await ask("forget", { name: now.name });
  showState(tr("taken from disk"));
  await draw();
}

// The files, and a guest before them.
function fillFiles() { fill($("file"), now.guest && !now.files.includes(now.name) ? [now.name, ...now.files] : now.files, now.name); }

async function save() {
  if (!now.name) return;
  if (now.guest) { saveAs(); return; }
  const text = editor.text;
  clearTimeout(keeping);
  await kept?.catch(() => {}); // a draft on its way must not come after the file
  try {
    const answer = await ask("save", { name: now.name, text, base: now.version });
    saved(text, answer);
  } catch (error) {
    if (error.status === 409) conflict(error.answer.current);
    else complain(error);
  }
}

function saved(text, answer) {
  now.saved = text;
  now.version = answer.version;
  now.files = answer.files;
  clearTimeout(keeping);
  if (!dirty()) localStorage.removeItem(local());
  keepHistory();
  versions.note(text);
  versions.last.then(() => versions.saved(text));
  fillFiles();
  remember(now.name);
  showState();
}

function conflict(current) {
  const dialog = $("conflict-dialog");
  $("conflict-theirs").onclick = () => { dialog.close(); takeFromDisk().catch(complain); };
  $("conflict-mine").onclick = () => { dialog.close(); now.version = current.version; save(); };
  $("conflict-as").onclick = () => { dialog.close(); saveAs(); };
  dialog.showModal();
}

function saveAs() {
  $("as-name").value = now.guest ? freeName(now.name) : now.name.replace(/(\.ya?ml)$/, "-2$1");
  $("as-error").textContent = "";
  $("as-dialog").showModal();
  $("as-name").select();
}

// Nothing that the browser keeps of a file that is gone belongs to a new one of the same name.
function forgetLocal(name) { for (const key of [local(name), localGame(name)]) localStorage.removeItem(key); }

// A name that no file has yet: my-classic.yaml, my-classic-2.yaml …
function freeName(name) {
  const stem = name.replace(/\.ya?ml$/, "");
  for (let n = 1; ; n++) {
    const own = `${n === 1 ? stem : `${stem}-${n}`}.yaml`;
    if (!now.files.includes(own)) return own;
  }
}

const withEnding = (name) => (/\.ya?ml$/.test(name.trim()) ? name.trim() : `${name.trim()}.yaml`);

$("as-form").onsubmit = async (event) => {
  event.preventDefault();
  const name = withEnding($("as-name").value), text = editor.text;
  try {
    const answer = await ask("save", { name, text, base: "", anew: true });
    $("as-dialog").close();
    forgetLocal(name);
    if (!now.guest) {
      localStorage.removeItem(local());
      await ask("forget", { name: now.name });
    }
    settle();
    now.name = name;
    versions.start(name);
    saved(text, answer);
    draw();
  } catch (error) {
    $("as-error").textContent = error.status === 409 ? tr("{file} already exists; choose another name", { file: name }) : error.message;
  }
};

$("new-form").onsubmit = async (event) => {
  event.preventDefault();
  const name = withEnding($("new-name").value);
  const whole = document.querySelector("[name=whole]:checked").value === "yes";
  try {
    await starting;
    const answer = await ask("new", { name, edition: document.querySelector("[name=start]:checked").value, whole });
    $("new-dialog").close();
    forgetLocal(name);
    settle();
    now.files = answer.files;
    await open(name);
    if (phone.matches) look("see");
    else editor.view.focus();
  } catch (error) {
    $("new-error").textContent = error.status === 409 ? tr("{file} already exists; choose another name", { file: name }) : error.message;
  }
};

// What to start from: a picture and a title each, drawn when the dialog is opened for the first time.
let starting = null;
async function showStarts() {
  $("new-error").textContent = "";
  $("new-name").value = freeName("my-sheet.yaml");
  $("new-dialog").showModal();
  starting ??= ask("starts").then(({ starts }) => {
    $("new-starts").replaceChildren(...starts.map(({ id, title, about }, i) => {
      const label = document.createElement("label"), box = document.createElement("input"), name = document.createElement("strong");
      const place = document.createElement("span"), words = document.createElement("span");
      Object.assign(box, { type: "radio", name: "start", value: id, checked: i === 0 });
      place.className = "place";
      words.className = "quiet";
      name.textContent = title;
      words.textContent = about;
      label.append(box, place, name, words);
      picture(id).then((pages) => { if (pages) place.append(thumbnail(pages[0])); }, () => {});
      return label;
    }));
  });
  try {
    await starting;
    document.querySelector("[name=start]:checked").focus();
  } catch (error) {
    starting = null;
    $("new-error").textContent = error.message;
  }
}

// A guest has become a file.
function settle() {
  if (now.guest) leaveAddress();
  now.guest = false;
  $("guest").hidden = true;
}

async function showRules() {
  $("rules-text").replaceChildren();
  $("rules-dialog").showModal();
  try {
    const { rules } = await ask("rules", job());
    if (!rules) throw new Error(tr("Fix the errors in the layout first."));
    $("rules-text").replaceChildren(...rules.flatMap(([title, lines]) => {
      const head = document.createElement("h3");
      head.textContent = title;
      return [head, ...lines.map((words) => { const own = document.createElement("p"); own.textContent = words; return own; })];
    }));
  } catch (error) {
    $("rules-text").textContent = error.message;
  }
}
$("rules").onclick = $("guest-rules").onclick = showRules;

// Files of the disk, and links; on the page of a site alone.
$("share").onclick = async () => {
  const link = await share(now.name, editor.text);
  $("share-link").value = link;
  $("share-state").textContent = ntr("{n} character", "{n} characters", link.length);
  $("share-dialog").showModal();
  $("share-link").select();
};
$("share-copy").onclick = async () => {
  try {
    await navigator.clipboard.writeText($("share-link").value);
    $("share-state").textContent = tr("Copied.");
  } catch {
    $("share-link").select();
    $("share-state").textContent = tr("Copy the link from the box.");
  }
};
$("share-send").hidden = !navigator.share;
$("share-send").onclick = () => navigator.share({ title: document.title, url: $("share-link").value }).catch(() => {}); // who changes their mind is no error
$("to-disk").onclick = () => download(now.name, new Blob([editor.text], { type: "text/yaml" }));
$("from-disk").onclick = () => $("disk-file").click();
$("disk-file").onchange = async () => {
  const [file] = $("disk-file").files;
  $("disk-file").value = "";
  if (!file) return;
  try {
    if (file.size > 500_000) throw new Error(tr("{file} is larger than a layout may be", { file: file.name }));
    const name = freeName(withEnding(file.name));
    const answer = await ask("save", { name, text: (await file.text()).replaceAll("\r\n", "\n"), base: "", anew: true });
    forgetLocal(name);
    settle();
    now.files = answer.files;
    await open(name);
  } catch (error) {
    complain(error);
  }
};
$("delete").onclick = () => notice(tr("Delete {file} from this browser? There is no other copy here.", { file: now.name }), {
  [tr("Delete")]: async () => {
    forgetLocal(now.name);
    const { files } = await ask("delete", { name: now.name });
    Object.assign(now, { files, name: "", saved: editor.text });
    if (files.length) await open(files[0]);
    else { fillFiles(); showState(); showStarts(); }
  },
  [tr("Keep it")]: () => {},
});

$("guest-play").onclick = () => look("play");
$("guest-print").onclick = () => look("print");
$("guest-take").onclick = () => saveAs();

function welcome({ name, id, wish, settings }) {
  for (const [field, value] of Object.entries(settings)) {
    const own = $(field), before = own.value;
    own.value = value;
    if (!own.value || !own.checkValidity()) own.value = before; // no value that the page has
  }
  $("guest-title").textContent = name.replace(/\.ya?ml$/, ""); // until the sheet is drawn, which has a title
  $("guest-about").textContent = id ? tr("Play it, print it, or make it your own.") : tr("This sheet came with a link. Play it, print it, or make it your own.");
  look(wish === "print" ? "print" : wish === "play" ? "play" : "see");
}

// Switches, tabs, keys

$("with-marks").onchange = () => draw();
for (const id of ["theme", "language", "side", "solo"]) {
  $(id).onchange = () => { localStorage.setItem("studio:view", JSON.stringify(view())); draw(); };
}
$("interface").onchange = async () => {
  await keep();
  keepGame();
  sessionStorage.setItem("studio:switched", now.name);
  speak($("interface").value);
};
$("smaller").onclick = () => sheet.scale(1 / 1.2);
$("larger").onclick = () => sheet.scale(1.2);
$("fit").onclick = () => sheet.fit();
$("undo").onclick = () => takeBack("undo");
$("redo").onclick = () => takeBack("redo");
$("arrange").onclick = () => turnArranging(!arrange.isOn);

function turnArranging(on) {
  if (on) { touch.close(false); look("see"); }
  $("arrange").setAttribute("aria-pressed", String(on));
  arrange.turn(on);
  say(on ? tr("Drag a panel to another place, or move it with the arrow keys.") : "");
}

// One undo for the text and the sheet; while a game is played, for its moves.
function takeBack(way) {
  if (document.body.dataset.tab === "try") { if (way === "undo") play.takeBack(); else play.redo(); return; }
  if (!editor[way]()) say(way === "undo" ? tr("There is nothing to undo.") : tr("There is nothing to redo."));
  else say("");
}
$("save").onclick = save;
$("save-as").onclick = saveAs;
$("new").onclick = showStarts;
$("menu").onclick = () => $("menu").setAttribute("aria-expanded", String($("menu").getAttribute("aria-expanded") !== "true"));
$("file-menu").onclick = () => $("menu").setAttribute("aria-expanded", "false");
$("file").onchange = async () => {
  const wanted = $("file").value; // news from the folder may fill the list anew meanwhile
  try {
    await keep();
    settle();
    await open(wanted);
  } catch (error) {
    $("file").value = now.name;
    complain(error);
  }
};
for (const button of document.querySelectorAll("[data-close]")) button.onclick = () => button.closest("dialog").close();

// Whether the sheet can be changed: also while its balance is looked at.
const designs = () => ["design", "balance"].includes(document.body.dataset.tab);
const tabs = [...document.querySelectorAll("[role=tab]")];
function choose(tab) {
  for (const own of tabs) {
    const on = own === tab;
    own.setAttribute("aria-selected", String(on));
    own.tabIndex = on ? 0 : -1;
    $(own.getAttribute("aria-controls")).hidden = !on;
  }
  document.body.dataset.tab = tab.id.replace("tab-", "");
  if (document.body.dataset.tab !== "try") play.leave();
  if (!designs() && arrange.isOn) turnArranging(false);
  $("arrange").disabled = $("add-zone").disabled = !designs();
  touch.close(false);
  say(""); // what it says about undoing may not hold here
  balance.turn(document.body.dataset.tab === "balance");
  $("with-marks-label").hidden = !play.game && !play.pencil;
  draw();
}
for (const tab of tabs) {
  tab.onclick = () => choose(tab);
  tab.onkeydown = (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    const enabled = tabs.filter((own) => !own.disabled);
    const next = enabled[(enabled.indexOf(tab) + move + enabled.length) % enabled.length];
    next.focus();
    choose(next);
  };
}

// Shows a part of the studio where there is room for one only, and opens its tab: write, see, play, print.
const PARTS = ["write", "see", "play", "balance", "print"];
const TABS = { play: "tab-try", balance: "tab-balance", print: "tab-export" };
function look(part) {
  document.body.dataset.show = part;
  for (const button of document.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === part));
  const tab = $(TABS[part] ?? "tab-design");
  const leaves = phone.matches && part === "see" && document.body.dataset.tab !== "design"; // there, a tap changes the sheet
  if ((TABS[part] || leaves) && tab.getAttribute("aria-selected") !== "true") choose(tab);
}
for (const button of document.querySelectorAll("[data-view]")) button.onclick = () => look(button.dataset.view);
swipes(document.querySelector("main"), (way) => {
  if (phone.matches) look(PARTS[Math.min(PARTS.length - 1, Math.max(0, PARTS.indexOf(document.body.dataset.show) + way))]);
});
splitters(document.querySelector("main"));

addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); save(); }
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y") && !event.target.closest("#editor, input, textarea, dialog")) {
    event.preventDefault();
    takeBack(key === "y" || event.shiftKey ? "redo" : "undo");
  }
  if (event.key === "F6") {
    event.preventDefault();
    const active = document.activeElement;
    if ($("write").contains(active)) { look("see"); $("pages").focus(); }
    else if ($("see").contains(active)) { if (phone.matches) look("print"); tabs.find((tab) => tab.getAttribute("aria-selected") === "true").focus(); }
    else { look("write"); editor.view.focus(); }
  }
});
// A game is kept after each move: neither a reload nor another start loses it.
function keepGame() {
  if (!play.game || !now.name || now.guest) return;
  const content = { ...play.kept, time: Date.now() };
  try { localStorage.setItem(localGame(now.name), JSON.stringify(content)); } catch { /* full or forbidden */ }
  ask("remember", { name: now.name, kind: "game", content }).catch(() => {}); // the browser keeps it, too
}

// News from the folder

async function news(kind, data) {
  if (kind === "hello" && now.gone) {
    now.gone = false;
    notice("");
    keep();
    draw();
  }
  if (kind !== "files") return;
  now.files = data.files;
  fillFiles();
  setNames({ files: now.files });
  if (data.gone.includes(now.name)) { notice(tr("{file} is no longer in the folder. Save to write it again.", { file: now.name }), { [tr("Close")]: () => {} }); now.version = ""; return; }
  if (!data.changed.length || !now.name) return;
  if (!data.changed.includes(now.name)) { balance.changed(true); draw(); return; } // it may be a parent
  const answer = await ask("open", { name: now.name });
  if (answer.version === now.version || answer.text === now.saved) { now.version = answer.version; return; }
  if (!dirty()) {
    takeOverFile(answer);
    showState(tr("taken over from disk"));
    draw();
  } else notice(tr("{file} was changed by another program, and you have unsaved text.", { file: now.name }), {
    [tr("Take the file from disk")]: () => takeFromDisk().catch(complain),
    [tr("Keep mine")]: () => { now.version = answer.version; now.saved = answer.text; showState(); },
  });
}

async function start() {
  try {
    const hello = await beginning.hello;
    Object.assign(now, { place: hello.place, files: hello.files });
    setSchema(hello.schema);
    setNames({ editions: hello.editions, files: hello.files });
    fill($("theme"), hello.themes, "light", THEMES);
    const names = Object.fromEntries(hello.languages.map((code) => [code, languageName(code)]));
    fill($("language"), hello.languages, language, names);
    fill($("interface"), hello.pages ?? hello.languages, language, names);
    rulesLanguages(names);
    fill($("file"), hello.files, hello.opened);
    try {
      const before = JSON.parse(localStorage.getItem("studio:view")) ?? {};
      for (const id of ["theme", "language", "side"]) if ([...$(id).options].some((own) => own.value === before[id])) $(id).value = before[id];
      $("solo").checked = before.solo === true;
    } catch { /* a view that is not ours */ }
    listen((kind, data) => news(kind, data).catch(complain), (status) => { if (status === 401) complain({ status }); else lost(); });
    if (hello.lasting === false) notice(tr("This browser keeps no files: save what you make to your disk."), { [tr("Close")]: () => {} });
    const guest = await arrival().catch((error) => { leaveAddress(); notice(error.message, { [tr("Close")]: () => {} }); return null; });
    const first = await beginning.name;
    if (guest?.wish === "change" && guest.id) { // a layout that was sent is looked at first
      const name = freeName(`my-${guest.name}`);
      now.files = (await ask("new", { name, edition: guest.id, whole: false })).files;
      leaveAddress();
      if (phone.matches) look("see");
      await open(name);
    } else if (guest) {
      welcome(guest);
      await open(guest.name, Promise.resolve({ text: guest.text, version: "", draft: null }), true);
      if (guest.go === "pad") document.querySelector("[data-export=pad]").click();
    } else if (first) {
      if (phone.matches) look("see"); // a reload comes back to the sheet, not to its text
      await open(first, beginning.opened);
    } else await showStarts();
    showState();
  } catch (error) {
    complain(error);
  }
}

start();

export { arrange, balance, editor, play, sheet, touch, versions }; // for tests
