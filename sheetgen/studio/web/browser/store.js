// The layouts of this browser, in IndexedDB; where that is forbidden, as long as the page is open.
// Tables: `layouts` (text by name), `drafts` ({ text, base } by name), `drawings` (the last drawing by name);
// and what the page remembers of each layout.

const TABLES = ["layouts", "drafts", "drawings"];
const MEMORY = ["versions", "history", "game"]; // what the page remembers of a layout, as in memory.py
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("sheetgen-studio") : null;
const memory = Object.fromEntries([...TABLES, ...MEMORY].map((table) => [table, new Map()]));

const opened = (name, tables) => new Promise((resolve) => {
  let request;
  try {
    request = indexedDB.open(name, 1);
  } catch {
    resolve(null);
    return;
  }
  request.onupgradeneeded = () => { for (const table of tables) request.result.createObjectStore(table); };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => resolve(null);
  request.onblocked = () => resolve(null);
});
// Two databases: a table that is added to one in use would have to wait until all other tabs are closed.
const opening = opened("sheetgen-studio", TABLES), remembering = opened("sheetgen-studio-memory", MEMORY);

export const lasting = opening.then((database) => database !== null);

// Does something with a table; the promise is kept when it is on the disk.
async function use(table, mode, ask) {
  const database = await (MEMORY.includes(table) ? remembering : opening);
  if (!database) return ask(null, memory[table]);
  return new Promise((resolve, reject) => {
    const change = database.transaction(table, mode);
    const request = ask(change.objectStore(table), null);
    change.oncomplete = () => resolve(request.result);
    change.onerror = change.onabort = () => reject(change.error ?? new Error("storage"));
  });
}

export const read = (table, key) => use(table, "readonly", (own, map) => (own ? own.get(key) : map.get(key)));
export const write = (table, key, value) => use(table, "readwrite", (own, map) => (own ? own.put(value, key) : map.set(key, value)));
export const remove = (table, key) => use(table, "readwrite", (own, map) => (own ? own.delete(key) : map.delete(key)));

export async function names() {
  const keys = await use("layouts", "readonly", (own, map) => (own ? own.getAllKeys() : [...map.keys()]));
  return keys.sort((a, b) => a.localeCompare(b));
}

export async function all() {
  return Object.fromEntries(await Promise.all((await names()).map(async (name) => [name, await read("layouts", name)])));
}

export const recall = async (name) => Object.fromEntries(await Promise.all(MEMORY.map(async (table) => [table, await read(table, name)])));
export const forget = (name) => Promise.all(MEMORY.map((table) => remove(table, name)));

// Other tabs hear which layouts were written or removed.
export const announce = (news) => channel?.postMessage(news);
export const hear = (tell) => { if (channel) channel.onmessage = ({ data }) => tell(data); };
