// The service worker: keeps the languages that were visited, so that their pages open without a network.
// The build writes four tables before this text: FILES, every file of the site with a digest of its contents;
// DOWNLOADS, the folder of the files to print; STUDIO, that of the studio, kept by those who open it; MISSING, what to say about a page that is not kept, by language.
// A file is kept under its address and digest. A new build therefore fetches what has changed and nothing else.
const SCOPE = registration.scope;
const CACHE = `sheetgen ${SCOPE}`;

const folderOf = (name) => (name.includes("/") ? name.split("/", 1)[0] : "");
const addressOf = (name) => SCOPE + name.split("/").map(encodeURIComponent).join("/");
const keyOf = (name) => `${addressOf(name)}?${FILES.get(name)}`;

// The file that an address means; some hosts leave out "index.html" or ".html".
const nameOf = (address) => {
  if (!address.startsWith(SCOPE)) return undefined;
  let path = address.slice(SCOPE.length).split(/[?#]/, 1)[0];
  try {
    path = decodeURIComponent(path);
  } catch {
    return undefined; // no address of ours
  }
  return [path, `${path}index.html`, `${path}.html`].find((name) => FILES.has(name));
};

// Asks the server, not the browser's own cache, which may hold the file of an earlier build. WebAssembly has its version
// in its name: the very answer that the page got is kept, to which browsers tie the machine code that they made of it.
const load = async (name) => {
  const response = await fetch(addressOf(name), { cache: name.endsWith(".wasm") ? "force-cache" : "no-cache" });
  // Browsers refuse to show a page from a response that was redirected.
  return response.redirected ? new Response(response.body, response) : response;
};

// The digest of a response, as in FILES.
const digestOf = async (name, response) => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, FILES.get(name).length);
};

// Whether a response is the file that was built. A host in the middle of an update may still send the file of before,
// and a network that asks for a password sends its own page for every address: neither may be kept as ours.
const isOurs = async (name, response) => response.ok && (await digestOf(name, response)) === FILES.get(name);

// Keeps a file. One that the host changes on the way is left out, and asked for each time. One that is still the file
// of the build before, or that the host does not give, is an error: the host is in the middle of an update.
const keep = async (cache, name) => {
  const response = await load(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const digest = await digestOf(name, response);
  if (digest === FILES.get(name)) await cache.put(keyOf(name), response);
  else if (await cache.match(`${addressOf(name)}?${digest}`, { ignoreVary: true })) {
    throw new Error(`${name}: still the file of the build before`);
  }
};

// Fetches what is missing of some languages and of what all languages share.
const fill = async (languages) => {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  const missing = [...FILES.keys()].filter((name) => {
    const folder = folderOf(name);
    const wanted = Object.hasOwn(MISSING, folder) || folder === STUDIO ? languages.includes(folder) : folder !== DOWNLOADS;
    return wanted && !kept.has(keyOf(name));
  });
  await Promise.all(missing.map((name) => keep(cache, name)));
};

// One after the other, so that two pages of a language do not fetch the same files.
let filling = Promise.resolve();
const fillNext = (languages) => {
  filling = filling.then(() => fill(languages)).catch(() => {}); // the next visit tries again
  return filling;
};

const missingPage = (name) => {
  const language = name.split("/").find((part) => Object.hasOwn(MISSING, part)) ?? Object.keys(MISSING)[0];
  const { title, text } = MISSING[language];
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="${SCOPE}index.html#languages">${title}</a></p></html>`;
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
};

const answer = async (name, event) => {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(name), { ignoreVary: true });
  if (kept) return kept;
  try {
    const response = await load(name);
    const copy = response.clone();
    const store = async () => { if (await isOurs(name, copy)) await cache.put(keyOf(name), copy); };
    event.waitUntil(store().catch(() => {})); // the disk may be full
    return response;
  } catch (error) {
    if (event.request.mode !== "navigate") throw error;
    return missingPage(name);
  }
};

// A worker is ready when the languages of the open pages, and those kept by the worker before it, are whole, but for
// files that the host changes.
addEventListener("install", (event) => {
  const prepare = async () => {
    const kept = await (await caches.open(CACHE)).keys();
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    await fill([...kept, ...open].map(({ url }) => folderOf(url.slice(SCOPE.length))));
  };
  skipWaiting();
  event.waitUntil(prepare());
});

addEventListener("activate", (event) => {
  const clean = async () => {
    const cache = await caches.open(CACHE);
    const current = new Set([...FILES.keys()].map(keyOf));
    const old = (await cache.keys()).filter((request) => !current.has(request.url));
    await Promise.all(old.map((request) => cache.delete(request, { ignoreVary: true })));
    await clients.claim();
  };
  event.waitUntil(clean());
});

addEventListener("fetch", (event) => {
  const name = event.request.method === "GET" ? nameOf(event.request.url) : undefined;
  if (name === undefined) return;
  event.respondWith(answer(name, event));
  if (event.request.mode === "navigate") event.waitUntil(fillNext([folderOf(name)]));
});
