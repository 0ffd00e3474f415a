// Export: the files that the studio makes of what is on the screen, and what it says about them.

import { ask } from "./api.js";
import { language, tr } from "./texts.js";
import { download } from "./play.js";

const $ = (id) => document.getElementById(id);

// The languages in which the rules pages are made: at first that of the page.
export function rulesLanguages(names) {
  $("rules-languages").append(...Object.entries(names).map(([code, name]) => {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.value = code;
    box.checked = code === language;
    label.append(box, ` ${name}`);
    return label;
  }));
}

// `job` gives what is on the screen.
export function exportButtons(job) {
  for (const button of document.querySelectorAll("[data-export]")) button.onclick = () => make(button, job());
}

async function make(button, job) {
  const state = $("export-state");
  $("report").replaceChildren();
  state.textContent = button.dataset.export === "rules" ? tr("Building the pages; this may take a while…") : tr("Working…");
  button.disabled = true;
  const wish = {
    kind: button.dataset.export, sheets: Number($("sheets").value), paper: $("paper").value,
    "both sides": $("both-sides").checked, profile: $("profile").value,
    languages: [...document.querySelectorAll("#rules-languages :checked")].map((box) => box.value),
  };
  try {
    const { made } = await ask("export", { ...job, wish });
    const bytes = Uint8Array.from(atob(made.data), (sign) => sign.charCodeAt(0));
    download(made.name, new Blob([bytes], { type: made.kind }));
    state.textContent = tr("{file} is ready ({size} kB).", { file: made.name, size: Math.ceil(bytes.length / 1000).toLocaleString(language) });
    $("report").replaceChildren(...made.report.map(line));
    $("report").className = made.clean ? "report fine" : "report bad";
  } catch (error) {
    state.textContent = error.message;
  } finally {
    button.disabled = false;
    button.focus();
  }
}

function line(words) {
  const own = document.createElement("li");
  own.textContent = words;
  return own;
}
