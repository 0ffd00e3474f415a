// Python in a worker: loads the archives with a progress bar, starts the worker, asks it, and ends it if it hangs.

import { language, tr } from "./texts.js";

const $ = (id) => document.getElementById(id);
// Seconds within which a job must be done; a phone is several times slower than a desk.
export const LIMITS = { draw: 20, load: 20, store: 20, export: 180 };
const START_SECONDS = 300;
const { archives: NAMES, version } = globalThis.studioData;

// Progress: the archives by their bytes, then the steps of the worker.

const parts = new Map();
function progress(name, done, total) {
  parts.set(name, [done, total]);
  const sums = [...parts.values()].reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  $("loading-bar").max = sums[1];
  $("loading-bar").value = sums[0];
}

function loaded(words = "") {
  $("loading").hidden = !words;
  $("loading-text").textContent = words;
}

// Archives: scripts with base64, which also work from disk, where a page may not fetch.

const arrived = new Map();
globalThis.studioPack = (name, text) => arrived.get(name)?.(text);

export function script(source) {
  return new Promise((resolve, reject) => {
    const own = document.createElement("script");
    own.src = source;
    own.onload = () => { own.remove(); resolve(); };
    own.onerror = () => { own.remove(); reject(new Error(tr("{file} cannot be loaded", { file: source.split("?")[0] }))); };
    document.head.append(own);
  });
}

async function text(name, bytes) {
  const source = `${name}.js?${version}`;
  if (location.protocol === "file:") {
    const found = new Promise((resolve) => arrived.set(name, resolve));
    await script(source);
    progress(name, bytes, bytes);
    return found;
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(tr("{file} cannot be loaded", { file: `${name}.js` }));
  const reader = response.body.getReader(), pieces = [];
  for (let done = 0; ;) {
    const piece = await reader.read();
    if (piece.done) break;
    pieces.push(piece.value);
    done += piece.value.length;
    progress(name, Math.min(done, bytes), bytes);
  }
  const whole = await new Blob(pieces).text();
  return whole.slice(whole.indexOf('","') + 3, whole.lastIndexOf('"'));
}

function decode(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const signs = atob(base64), bytes = new Uint8Array(signs.length);
  for (let i = 0; i < signs.length; i++) bytes[i] = signs.charCodeAt(i);
  return bytes;
}

let fetching = null;
function archives() {
  for (const [name, bytes] of NAMES) progress(name, 0, bytes);
  fetching ??= Promise.all(NAMES.map(async ([name, bytes]) => decode(await text(name, bytes))));
  fetching.catch(() => { fetching = null; });
  return fetching;
}

// The worker. Its script is a function of this page, put into a blob, so that the policy of the page holds for it, too.

let address = null;
function newWorker() {
  address ??= URL.createObjectURL(new Blob([`(${globalThis.studioWorker})()`], { type: "text/javascript" }));
  return new Worker(address);
}

let running = null, waiting = new Map(), count = 0;

function start() {
  const worker = newWorker();
  const STEPS = 2, WEIGHT = 3e6; // how much of the bar a step takes, in bytes
  const ready = (async () => {
    loaded(tr("Python is being loaded; you can look and write meanwhile."));
    progress("start", 0, STEPS * WEIGHT);
    const found = await archives();
    await new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(tr("Python did not start in {n} seconds", { n: START_SECONDS }))), START_SECONDS * 1000);
      worker.onmessage = ({ data }) => {
        if (data.step) progress("start", data.step * WEIGHT, STEPS * WEIGHT);
        if (data.failed) { clearTimeout(limit); reject(new Error(data.failed)); }
        if (data.ready) { clearTimeout(limit); resolve(); }
      };
      worker.onerror = (event) => { clearTimeout(limit); reject(new Error(event.message)); };
      worker.postMessage({ archives: found });
    });
    worker.onmessage = ({ data }) => {
      const own = waiting.get(data.id);
      waiting.delete(data.id);
      own?.(data);
    };
    loaded();
    document.body.dataset.python = "ready";
  })();
  ready.catch((error) => {
    if (running?.worker === worker) running = null;
    worker.terminate();
    loaded(tr("Python cannot be started here: {reason}", { reason: error.message }));
  });
  return { worker, ready };
}

export function begin() { running ??= start(); return running.ready; }

function end(reason) {
  running?.worker.terminate();
  running = null;
  document.body.dataset.python = "";
  const lost = [...waiting.values()];
  waiting = new Map();
  begin().catch(() => {}); // for the next request
  for (const own of lost) own({ text: JSON.stringify({ error: reason, status: 422 }) });
}

// The answer to a request, one after the other; a job that takes too long ends the worker, and a new one is started.
let last = Promise.resolve();
export function run(request, data) {
  const answer = last.then(async () => {
    await begin();
    const id = ++count, limit = LIMITS[request] ?? 20;
    const timer = setTimeout(() => end(tr("stopped: this takes longer than {n} seconds", { n: limit })), limit * 1000);
    const { text: found, failed } = await new Promise((resolve) => {
      waiting.set(id, resolve);
      running.worker.postMessage({ id, request, text: JSON.stringify({ language, ...data }) });
    });
    clearTimeout(timer);
    if (failed) { end(failed); return { error: failed, status: 422 }; }
    return JSON.parse(found);
  });
  last = answer.catch(() => {});
  return answer;
}
