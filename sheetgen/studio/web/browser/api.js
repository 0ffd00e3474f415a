// The studio without a server: files are in this browser (store.js), jobs run in Python in a worker (python.js).
// The same exports as ../api.js, which talks to `sheetgen studio`.

import { language, tr } from "./texts.js";
import { all, announce, forget, hear, lasting, names, read, recall, remove, write } from "./store.js";
import { begin, run, script } from "./python.js";
import { address, unpacked } from "./share.js";

export const inBrowser = true;
const { editions, languages, pages, rules, themes, schema, starters, version } = globalThis.studioData;
const NAME = /^[^\W_][\w .()+-]{0,58}\.ya?ml$/; // as in workspace.py
const LAST = "studio:last";

export class StudioError extends Error {
  constructor(message, status, answer = {}) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

// A version of a text is the text itself.
const versionOf = (text) => `=${text}`;

function named(name) {
  if (typeof name !== "string" || !NAME.test(name) || name.includes("..")) {
    throw new StudioError(tr("{name} is no name for a layout: letters, digits, - and _, with .yaml at its end", { name: String(name).slice(0, 60) }), 422);
  }
  return name;
}

// With `anew`, nothing is remembered of an earlier layout of this name.
async function put(name, text, base, anew = false) {
  const current = await read("layouts", named(name));
  if (current === undefined ? base : !base || ![base, versionOf(text)].includes(versionOf(current))) {
    throw new StudioError(tr("{file} was changed meanwhile in another tab", { file: name }), 409, { current: { text: current ?? "", version: current === undefined ? "" : versionOf(current) } });
  }
  try {
    await write("layouts", name, text);
  } catch {
    throw new StudioError(tr("This browser has no room for {file}. Save it to your disk.", { file: name }), 422);
  }
  await remove("drafts", name);
  if (anew) await forget(name);
  const files = await names();
  announce({ files, changed: [name], gone: [] });
  return { text, version: versionOf(text), files };
}

const questions = {
  async hello() {
    return { place: "browser", opened: "", files: await names(), editions, languages, pages, themes, schema, lasting: await lasting };
  },
  async open({ name }) {
    const text = await read("layouts", named(name));
    if (text === undefined) throw new StudioError(tr("{file} is not in this browser", { file: name }), 422);
    const draft = await read("drafts", name);
    return { text, version: versionOf(text), draft: draft && draft.text !== text ? draft : null };
  },
  async starts() {
    return { starts: editions.map((id) => ({ id, title: starters[id].titles[language], about: starters[id].about[language] })) };
  },
  save: ({ name, text, base, anew }) => put(name, text, base, anew),
  new: ({ name, edition, whole }) => put(name, starters[edition][whole ? "whole" : "starter"], "", true),
  async keep({ name, text, base }) { await write("drafts", named(name), { text, base }); return {}; },
  async forget({ name }) { await remove("drafts", named(name)); return {}; },
  recall: ({ name }) => recall(named(name)),
  async remember({ name, kind, content }) { await write(kind, named(name), content); return {}; },
  async delete({ name }) {
    await forget(named(name));
    for (const table of ["layouts", "drafts", "drawings"]) await remove(table, named(name));
    const files = await names();
    announce({ files, changed: [], gone: [name] });
    return { files };
  },
};

async function job(question, data) {
  const answer = await run(question, { ...data, files: { ...(await all()) } });
  if (answer.error) throw new StudioError(answer.error, answer.status);
  if (question === "draw" && answer.pages && !data.game && !data.pencil && !data.guest) {
    write("drawings", data.name, { text: data.text, view: data.view, pages: answer.pages }).catch(() => {});
  }
  return answer;
}

export async function ask(question, data = {}) {
  return questions[question] ? questions[question](data) : job(question, data);
}

export async function listen(tell) {
  hear((news) => tell("files", news));
  tell("hello", {});
}

// Pages to show while Python is being loaded: the last drawing of this text, or the picture of a shipped layout.
export async function early({ name, text, view }) {
  const drawn = await read("drawings", name).catch(() => undefined);
  if (drawn?.text === text && JSON.stringify(drawn.view) === JSON.stringify(view)) return drawn.pages;
  const known = Object.keys(starters).find((id) => [starters[id].starter, starters[id].whole].includes(text));
  return known ? picture(known) : null;
}

const pictures = new Map();
globalThis.studioSheet = (id, pages) => pictures.set(id, pages);

// The pages of a shipped layout in the language of the page, drawn when the site was built.
export async function picture(id) {
  if (!pictures.has(id)) await script(`sheets/${language}/${encodeURIComponent(id)}.js?${version}`);
  return pictures.get(id) ?? null;
}

export const remembered = () => { try { return localStorage.getItem(LAST) ?? ""; } catch { return ""; } };
export const remember = (name) => { try { localStorage.setItem(LAST, name); } catch { /* forbidden */ } };

// What the address asks for: `{ name, text, wish, settings, go }` of a layout that was sent, or of a shipped one; else
// null. `settings` are values for the fields of the page, `go` is a file to make at once.
export async function arrival() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const wish = wanted.get("do") ?? "", go = wanted.get("go") ?? "";
  const settings = Object.fromEntries(["paper", "theme", "language", "sheets"].filter((id) => wanted.has(id)).map((id) => [id, wanted.get(id)]));
  if (wanted.has("layout")) {
    const name = wanted.get("name") ?? "";
    return { name: NAME.test(name) && !name.includes("..") ? name : "shared.yaml", text: await unpacked(wanted.get("layout")), wish, settings, go };
  }
  const id = wanted.get("start");
  if (id === null) return null;
  if (!Object.hasOwn(starters, id)) throw new Error(tr("This site has no sheet {name}.", { name: id.slice(0, 60) }));
  return { name: `${id}.yaml`, text: starters[id].whole, id, wish, settings, go };
}
addEventListener("hashchange", () => { if (/[#&](layout|start)=/.test(location.hash)) location.reload(); });

export const leaveAddress = () => history.replaceState(null, "", location.pathname);
export const share = address;

// Where the rules page of a clause is: `pages` are pairs of an edition and a page, of which the site may have some.
export function rulesAddress(pages, clause) {
  const [edition, page] = pages.find(([own]) => rules.includes(own)) ?? [];
  return edition ? new URL(`../${language}/${edition}/${page}.html#clause-${clause}`, location.href).href : "";
}

// The page in another language; the address stays the same otherwise.
export function speak(code) {
  try { localStorage.setItem("studio:language", code); } catch { /* forbidden */ }
  location.href = `${code}.html${location.hash}`;
}

// Kept for when there is no network, if the site is served.
if (location.protocol.startsWith("http") && "serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register("../sw.js").catch(() => {}));
}

begin().catch(() => {}); // as early as possible
