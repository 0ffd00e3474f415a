// Talking to the studio: every question carries the key of this session.

import { language, tr } from "./texts.js";

export const inBrowser = false;
const KEY = "studio-key";
const LAST = "studio:last";

// Whether the address has a key; it is kept, and taken out of the address.
function takeKey() {
  const told = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!told) return false;
  sessionStorage.setItem(KEY, told);
  history.replaceState(null, "", location.pathname);
  return true;
}
takeKey();
// The address of a restarted studio, pasted into an open page, changes nothing but its fragment.
addEventListener("hashchange", () => { if (takeKey()) location.reload(); });

export class StudioError extends Error {
  constructor(message, status, answer = {}) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

function post(path, data, more = {}) {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Studio-Key": sessionStorage.getItem(KEY) ?? "" },
    body: JSON.stringify({ language, ...data }),
    ...more,
  });
}

export async function ask(question, data = {}, more = {}) {
  let response;
  try {
    response = await post(`/api/${question}`, data, more);
  } catch {
    throw new StudioError(tr("the studio does not respond"), 0);
  }
  const answer = await response.json();
  if (!response.ok) throw new StudioError(answer.error ?? tr("refused ({status})", { status: response.status }), response.status, answer);
  return answer;
}

// News from the folder: `tell(kind, data)` for each, `lost(status)` whenever the line breaks.
export async function listen(tell, lost) {
  for (;;) {
    let status = 0;
    try {
      const response = await post("/api/news", {});
      status = response.status;
      if (response.ok) {
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          const events = (rest + value).split("\n\n");
          rest = events.pop();
          for (const event of events) {
            const [kind, data] = event.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
            tell(kind, JSON.parse(data));
          }
        }
        status = 0;
      }
    } catch {
      status = 0;
    }
    lost(status);
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

// Drawings take milliseconds here: there is nothing to show before them.
export const early = async () => null;

// Only a studio on a site is opened by links.
export const arrival = async () => null;
export const leaveAddress = () => {};
export const share = async () => "";
export const speak = (code) => { location.search = `?lang=${code}`; };

// Rules pages are on a site alone.
export const rulesAddress = () => "";

// A picture of a shipped layout, drawn by the studio.
export const picture = async (id) => (await ask("picture", { edition: id })).pages;

// The layout that was opened last in this tab; a reload opens it again.
export const remember = (name) => sessionStorage.setItem(LAST, name);
export const remembered = () => sessionStorage.getItem(LAST) ?? "";
