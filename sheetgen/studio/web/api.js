// Talking to the studio: every question carries the key of this session.

import { language, tr } from "./texts.js";

const KEY = "studio-key";

const told = new URLSearchParams(location.hash.slice(1)).get("key");
if (told) {
  sessionStorage.setItem(KEY, told);
  history.replaceState(null, "", location.pathname);
}

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
