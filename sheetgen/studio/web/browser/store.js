// The layouts of this browser, in IndexedDB; where that is forbidden, as long as the page is open.
// Tables: `layouts` (text by name), `drafts` ({ text, base } by name), `drawings` (the last drawing by name).

const TABLES = ["layouts", "drafts", "drawings"];
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("sheetgen-studio") : null;
const memory = Object.fromEntries(TABLES.map((table) => [table, new Map()]));

const opening = new Promise((resolve) => {
  let request;
  try {
    request = indexedDB.open("sheetgen-studio", 1);
  } catch {
    resolve(null);
    return;
  }
  request.onupgradeneeded = () => { for (const table of TABLES) request.result.createObjectStore(table); };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => resolve(null);
  request.onblocked = () => resolve(null);
});

export const lasting = opening.then((database) => database !== null);

// Does something with a table; the promise is kept when it is on the disk.
async function use(table, mode, ask) {
  const database = await opening;
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

// Other tabs hear which layouts were written or removed.
export const announce = (news) => channel?.postMessage(news);
export const hear = (tell) => { if (channel) channel.onmessage = ({ data }) => tell(data); };
