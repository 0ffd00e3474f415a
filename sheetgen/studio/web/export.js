// Export: the files that the studio makes of what is on the screen, and what it says about them.

import { ask, inBrowser } from "./api.js";
import { item } from "./dom.js";
import { language, tr } from "./texts.js";
import { download } from "./play.js";

const $ = (id) => document.getElementById(id);
const DPI = 300; // of a PNG
// What needs sheetgen on a computer, and its command there.
const DESK = {
  press: (name) => `sheetgen pad ${name} --profile ${$("profile").value}`,
  rules: (name) => `sheetgen site build --layout ${name}`,
  rulebook: (name) => `sheetgen rulebook ${name}`,
  booklet: (name) => `sheetgen rulebook ${name} --booklet`,
  summary: (name) => `sheetgen rulebook ${name} --summary`,
};
// A name as a shell reads it, like Python's shlex.quote; names of layouts have no quotation marks.
const quoted = (name) => (/[^\w@%+=:,./-]/.test(name) ? `'${name}'` : name);

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
  const kind = button.dataset.export;
  $("report").replaceChildren();
  if (inBrowser && DESK[kind]) {
    state.textContent = tr("This needs sheetgen on a computer. Save the layout to your disk, then: {command}", { command: DESK[kind](quoted(job.name)) });
    return;
  }
  state.textContent = kind === "rules" ? tr("Building the pages; this may take a while…") : tr("Working…");
  button.disabled = true;
  const wish = {
    kind: kind === "png" ? "svg" : kind, sheets: Number($("sheets").value), paper: $("paper").value,
    "both sides": $("both-sides").checked, profile: $("profile").value,
    languages: [...document.querySelectorAll("#rules-languages :checked")].map((box) => box.value),
  };
  try {
    const { made } = await ask("export", { ...job, wish });
    const bytes = Uint8Array.from(atob(made.data), (sign) => sign.charCodeAt(0));
    let name = made.name, file = new Blob([bytes], { type: made.kind });
    if (kind === "png") {
      name = name.replace(/svg$/, "png");
      file = await asPng(file, new TextDecoder().decode(bytes));
    }
    download(name, file);
    state.textContent = tr("{file} is ready ({size} kB).", { file: name, size: Math.ceil(file.size / 1000).toLocaleString(language) });
    $("report").replaceChildren(...made.report.map(item));
    $("report").className = made.clean ? "report fine" : "report bad";
    $("report").scrollIntoView({ block: "nearest" });
  } catch (error) {
    state.textContent = error.message;
  } finally {
    button.disabled = false;
    button.focus();
  }
}

// An SVG as a picture with DPI dots per inch, drawn by the browser; its size is in millimetres.
async function asPng(svg, text) {
  const [width, height] = ["width", "height"].map((side) => Number(text.match(new RegExp(`<svg[^>]*\\s${side}="([\\d.]+)mm"`))[1]));
  const address = URL.createObjectURL(svg);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width / 25.4 * DPI);
    canvas.height = Math.round(height / 25.4 * DPI);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(tr("the picture is too large")))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
