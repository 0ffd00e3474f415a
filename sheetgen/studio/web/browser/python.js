// Python in a worker: loads the archives with a progress bar, starts the worker, asks it, and ends it if it hangs.
// WebAssembly is fetched by the worker, as it is: browsers keep the machine code that they made of such a file.

import { language, tr } from "./texts.js";

const $ = (id) => document.getElementById(id);
// Seconds within which a job must be done; a phone is several times slower than a desk.
export const LIMITS = { draw: 20, load: 20, store: 20, export: 180, figures: 120 };
const START_SECONDS = 300;
const { archives: SIZES, wasm: WASM, version } = globalThis.studioData;
const IS_SERVED = location.protocol !== "file:";
const NAMES = Object.keys(SIZES).filter((name) => !IS_SERVED || name !== "runtime");

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

// Archives: scripts, which also work from disk, where a page may not fetch. Each byte is a character of a string.

const arrived = new Map();
globalThis.studioPack = (name, text) => arrived.get(name)?.(text);

export function script(source, charset = "utf-8") {
  return new Promise((resolve, reject) => {
    const own = document.createElement("script");
    own.charset = charset;
    own.src = source;
    own.onload = () => { own.remove(); resolve(); };
    own.onerror = () => { own.remove(); reject(new Error(tr("{file} cannot be loaded", { file: source.split("?")[0] }))); };
    document.head.append(own);
  });
}

async function load(name) {
  const source = `${name}.js?${version}`, total = SIZES[name];
  if (!IS_SERVED) {
    const found = new Promise((resolve) => arrived.set(name, resolve));
    await script(source, "x-user-defined");
    progress(name, total, total);
    return Uint8Array.from(await found, (sign) => sign.charCodeAt(0) & 255);
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(tr("{file} cannot be loaded", { file: `${name}.js` }));
  const reader = response.body.getReader();
  let bytes = new Uint8Array(total), done = 0;
  for (;;) {
    const piece = await reader.read();
    if (piece.done) break;
    if (done + piece.value.length > bytes.length) throw new Error(tr("{file} cannot be loaded", { file: `${name}.js` }));
    bytes.set(piece.value, done);
    done += piece.value.length;
    progress(name, done, total);
  }
  return content(bytes.subarray(0, done), name);
}

// The string of such a script, without the call around it and without the escapes.
function content(bytes, name) {
  const start = `studioPack("${name}","`.length, end = bytes.lastIndexOf(34); // the last quote
  const plain = new Uint8Array(end - start);
  let size = 0;
  for (let i = start; i < end; i++) {
    let byte = bytes[i];
    if (byte === 92) { // a backslash
      byte = bytes[++i];
      if (byte === 110) byte = 10; // n
      else if (byte === 114) byte = 13; // r
    }
    plain[size++] = byte;
  }
  return plain.subarray(0, size);
}

let fetching = null;
function archives() {
  for (const name of NAMES) progress(name, 0, SIZES[name]);
  fetching ??= Promise.all(NAMES.map(load));
  fetching.catch(() => { fetching = null; });
  return fetching;
}

// The worker. Its script is a function of this page, put into a blob, so that the policy of the page holds for it, too.

let address = null;
function newWorker() {
  address ??= URL.createObjectURL(new Blob([`(${globalThis.studioWorker})()`], { type: "text/javascript" }));
  return new Worker(address);
}

// A worker that runs Python: requests are answered one after the other. The first one, which draws, shows on the page
// how far its start is; another one starts in silence.
class Python {
  constructor(isFirst) {
    Object.assign(this, { isFirst, running: null, waiting: new Map(), count: 0, last: Promise.resolve() });
  }

  start() {
    const worker = newWorker();
    const STEPS = 2, WEIGHT = 3e6; // how much of the bar a step takes, in bytes
    const tell = this.isFirst ? loaded : () => {};
    const ready = (async () => {
      tell(tr("Python is being loaded; you can look and write meanwhile."));
      if (this.isFirst) progress("start", 0, STEPS * WEIGHT);
      const found = await archives();
      await new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(tr("Python did not start in {n} seconds", { n: START_SECONDS }))), START_SECONDS * 1000);
        worker.onmessage = ({ data }) => {
          if (data.step && this.isFirst) progress("start", data.step * WEIGHT, STEPS * WEIGHT);
          if (data.failed) { clearTimeout(limit); reject(new Error(data.failed)); }
          if (data.ready) { clearTimeout(limit); resolve(); }
        };
        worker.onerror = (event) => { clearTimeout(limit); reject(new Error(event.message)); };
        worker.postMessage({ archives: found, wasm: IS_SERVED ? new URL(WASM, location.href).href : "" });
      });
      worker.onmessage = ({ data }) => {
        const own = this.waiting.get(data.id);
        this.waiting.delete(data.id);
        own?.(data);
      };
      tell();
      if (this.isFirst) document.body.dataset.python = "ready";
    })();
    ready.catch((error) => {
      if (this.running?.worker === worker) this.running = null;
      worker.terminate();
      tell(tr("Python cannot be started here: {reason}", { reason: error.message }));
    });
    return { worker, ready };
  }

  begin() { this.running ??= this.start(); return this.running.ready; }

  end(reason) {
    this.running?.worker.terminate();
    this.running = null;
    if (this.isFirst) document.body.dataset.python = "";
    const lost = [...this.waiting.values()];
    this.waiting = new Map();
    if (this.isFirst) this.begin().catch(() => {}); // for the next request
    for (const own of lost) own({ text: JSON.stringify({ error: reason, status: 422 }) });
  }

  // The answer to a request; a job that takes too long ends the worker, and a new one is started.
  run(request, data) {
    const answer = this.last.then(async () => {
      await this.begin();
      const id = ++this.count, limit = LIMITS[request] ?? 20;
      const timer = setTimeout(() => this.end(tr("stopped: this takes longer than {n} seconds", { n: limit })), limit * 1000);
      const { text: found, failed } = await new Promise((resolve) => {
        this.waiting.set(id, resolve);
        this.running.worker.postMessage({ id, request, text: JSON.stringify({ language, ...data }) });
      });
      clearTimeout(timer);
      if (failed) { this.end(failed); return { error: failed, status: 422 }; }
      return JSON.parse(found);
    });
    this.last = answer.catch(() => {});
    return answer;
  }
}

const drawing = new Python(true), simulating = new Python(false);
export const begin = () => drawing.begin();
// Simulated games have a worker of their own, which is started when they are first asked for: drawing never waits.
export const run = (request, data) => (request === "figures" ? simulating : drawing).run(request, data);
