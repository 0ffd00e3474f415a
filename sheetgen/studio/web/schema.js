// What may stand at a place of a layout: the path of the place, and what the JSON Schema says about it.

let schema = {};
let names = { zones: [], dice: [], actions: [], scoring: [], editions: [], files: [] };

export const setSchema = (own) => { schema = own; };
export const setNames = (own) => { names = { ...names, ...own }; };

const KEY = /^("[^"]*"|'[^']*'|[^\s\-#{}[\],"'&*!|>%@`?][^:#]*?|-?[0-9]+)\s*:(?=\s|$)/;
const bare = (word) => word.replace(/^(["'])(.*)\1$/, "$2");

// The path of a place: steps are keys, or "[]" for an item of a list.
// `kind` says whether a key or a value is expected there, `word` is what stands there up to the place.
export function contextAt(text, pos) {
  const stack = [];
  let start = 0;
  while (start <= pos) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const last = pos <= end;
    const line = text.slice(start, last ? pos : end);
    const found = readLine(text, start, line, stack, pos, last);
    if (found.context) return found.context;
    start = found.next ?? end + 1;
  }
  return { path: [], kind: "key", word: "", from: pos };
}

function readLine(text, start, line, stack, pos, last) {
  let col = line.search(/\S/);
  if (col < 0) col = line.length;
  let rest = line.slice(col);
  if (!last && (rest === "" || rest.startsWith("#"))) return {};
  if (rest.startsWith("#")) return { context: { path: [], kind: "comment", word: "", from: pos } };
  const isItem = rest === "-" || rest.startsWith("- ");
  while (stack.length && (stack.at(-1).col > col || (stack.at(-1).col === col && !(isItem && stack.at(-1).step !== "[]")))) stack.pop();
  while (rest === "-" || rest.startsWith("- ")) {
    stack.push({ col, step: "[]" });
    const gap = rest.slice(1).search(/\S/);
    const width = 1 + (gap < 0 ? rest.length - 1 : gap);
    col += width;
    rest = rest.slice(width);
  }
  const path = () => stack.map((own) => own.step);
  const match = rest.match(KEY);
  let value = rest;
  let offset = start + col;
  if (match) {
    stack.push({ col, step: bare(match[1]) });
    value = rest.slice(match[0].length);
    const gap = value.length - value.trimStart().length;
    offset += match[0].length + gap;
    value = value.trimStart();
  }
  if (value.startsWith("{") || value.startsWith("[")) {
    const flow = readFlow(text, offset, pos);
    if (!flow.closed) return { context: { ...flow.context, path: [...path(), ...flow.context.path] } };
    if (flow.end > start + line.length) {
      const next = text.indexOf("\n", flow.end);
      return { next: next < 0 ? text.length + 1 : next + 1 };
    }
  }
  if (!last) return {};
  if (match && (line.endsWith(" ") || value)) return { context: { path: path(), kind: "value", word: value, from: offset } };
  if (match) return { context: { path: path(), kind: "none", word: "", from: pos } };
  return { context: { path: path(), kind: "key", word: rest, from: start + col } };
}

// A list or block on one line: `[a, b]`, `{a: b}`, up to the place or to its end.
function readFlow(text, from, pos) {
  const frames = [];
  let token = from;
  let i = from;
  for (; i < pos; i++) {
    const sign = text[i];
    if (sign === '"' || sign === "'") {
      const end = text.indexOf(sign, i + 1);
      if (end < 0 || end >= pos) { i = pos; break; }
      i = end;
    } else if (sign === "#" && /\s/.test(text[i - 1] ?? "")) {
      const end = text.indexOf("\n", i);
      i = end < 0 || end > pos ? pos : end;
    } else if (sign === "{" || sign === "[") {
      frames.push({ sign, key: null });
      token = i + 1;
    } else if (sign === "}" || sign === "]") {
      frames.pop();
      token = i + 1;
      if (!frames.length) return { closed: true, end: i + 1 };
    } else if (sign === ",") {
      if (frames.length) frames.at(-1).key = null;
      token = i + 1;
    } else if (sign === ":" && /[\s]/.test(text[i + 1] ?? " ") && frames.at(-1)?.sign === "{") {
      frames.at(-1).key = bare(text.slice(token, i).trim());
      token = i + 1;
    }
  }
  const raw = text.slice(token, pos);
  const word = raw.trimStart();
  const path = frames.flatMap((frame) => (frame.sign === "[" ? ["[]"] : frame.key === null ? [] : [frame.key]));
  const top = frames.at(-1);
  const kind = top && top.sign === "{" && top.key === null ? "key" : "value";
  return { closed: false, context: { path, kind, word, from: pos - word.length } };
}

// All forms that a part of the schema allows.
function forms(node, text, seen = 0) {
  if (!node || typeof node !== "object" || seen > 12) return [];
  if (node.$ref) return forms(schema.$defs?.[node.$ref.split("/").pop()], text, seen + 1).map((own) => ({ description: node.description, ...own }));
  if (node.if) return forms(/^kind:\s*cards\b/m.test(text) ? node.then : node.else, text, seen + 1);
  const several = [...(node.anyOf ?? []), ...(node.allOf ?? [])];
  if (!several.length) return [node];
  const outer = node.description ? { description: node.description } : {};
  return several.flatMap((own) => forms(own, text, seen + 1)).map((own) => ({ ...own, outer: outer.description ?? own.outer }));
}

function step(found, name, text) {
  return found.flatMap((form) => {
    if (name === "[]") return forms(form.items, text);
    if (form.properties?.[name]) return forms(form.properties[name], text);
    for (const [pattern, own] of Object.entries(form.patternProperties ?? {})) {
      if (new RegExp(pattern).test(name)) return forms(own, text);
    }
    return typeof form.additionalProperties === "object" ? forms(form.additionalProperties, text) : [];
  });
}

const at = (path, text) => path.reduce((found, name) => step(found, name, text), forms(schema, text));

function describe(path, text) {
  if (!path.length) return "";
  const name = path.at(-1);
  for (const form of at(path.slice(0, -1), text)) {
    const own = form.properties?.[name];
    if (own?.description) return own.description;
    const found = own ? forms(own, text).find((inner) => inner.outer || inner.description) : null;
    if (found) return found.outer ?? found.description;
  }
  const inner = at(path, text).find((form) => form.outer || form.description);
  return inner?.outer ?? inner?.description ?? "";
}

const quoted = (word) => (/^[?&*!|>%@`"'#{}[\],]|: |^(true|false|null|~|-?\d.*)$/.test(word) ? JSON.stringify(word) : word);

function badges() {
  const zones = [...names.zones, "any"];
  return [...names.actions, ...names.scoring, ...zones.map((zone) => `? ${zone}`), ...zones.map((zone) => `X ${zone}`)];
}

// Words that the schema cannot know: those that this very layout has given to things.
function ownWords(path, found) {
  const last = path.filter((own) => own !== "[]").at(-1);
  if (last === "extends") return [...names.editions, ...names.files];
  if (last === "panels") return ["rounds", "dice", "actions", ...names.zones];
  if (last === "edition") return names.editions;
  if (["die", "wild", "sum with", "row dice"].includes(last)) return names.dice;
  const isBadge = found.some((form) => `${form.description ?? ""} ${form.outer ?? ""}`.match(/An action to unlock|A badge, or|badge at the end|diagonal from/));
  return isBadge ? badges() : [];
}

// The names that the blocks of this layout may have as keys; with what it extends, they need not be written yet.
const ownKeys = (path) => (path.length === 1 && ["zones", "dice", "actions"].includes(path[0]) ? names[path[0]] : []);

// The keys that the block around a key has besides it: a key stands only once.
export function siblings(text, from) {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  return new Set(/^[\s-]*$/.test(text.slice(start, from)) ? inLines(text, start, from) : inFlow(text, from));
}

function inLines(text, start, from) {
  const found = [];
  const col = from - start;
  // Reads a line; says whether the block goes on beyond it.
  const read = (line) => {
    const [, before, rest] = line.match(/^([\s-]*)(.*)$/);
    if (!rest || rest.startsWith("#")) return true;
    if (line.search(/\S/) > col || before.length > col) return true;
    if (before.length < col) return false;
    const key = rest.match(KEY);
    if (key) found.push(bare(key[1]));
    return !before.includes("-");
  };
  const above = text.slice(0, start).split("\n").slice(0, -1).reverse();
  const below = text.slice(start).split("\n").slice(1);
  if (!text.slice(start, from).includes("-")) above.every(read);
  below.every((line) => !/^\s*-/.test(line) || line.search(/\S/) >= col ? read(line) : false);
  return found;
}

function inFlow(text, from) {
  let open = from - 1;
  for (let depth = 0; open >= 0 && (depth || text[open] !== "{"); open--) {
    depth += "}]".includes(text[open]) ? 1 : "{[".includes(text[open]) ? -1 : 0;
  }
  const keys = [];
  let token = open + 1;
  for (let i = open + 1, depth = 0; i < text.length && (depth || text[i] !== "}"); i++) {
    depth += "{[".includes(text[i]) ? 1 : "}]".includes(text[i]) ? -1 : 0;
    if (depth) continue;
    if (text[i] === ",") token = i + 1;
    const key = text[i] === ":" ? text.slice(token, i) : "";
    if (key.trim() && token + key.search(/\S/) !== from) keys.push(bare(key.trim()));
  }
  return keys;
}

export function completions(text, pos) {
  const { path, kind, word, from } = contextAt(text, pos);
  if (kind !== "key" && kind !== "value") return null;
  const quote = /^["']/.test(word) ? word[0] : "";
  const found = at(path, text);
  const options = new Map();
  const add = (label, more) => { if (!options.has(label)) options.set(label, { label, ...more }); };
  if (kind === "key" && !path.at(-1)?.startsWith("[]")) {
    const present = siblings(text, from);
    for (const key of ownKeys(path)) if (!present.has(key)) add(key, { type: "property", apply: `${key}:` });
    for (const form of found) {
      for (const [key, own] of Object.entries(form.properties ?? {})) {
        if (present.has(key)) continue;
        const about = own.description ?? forms(own, text).find((inner) => inner.description)?.description ?? "";
        add(key, { type: "property", apply: `${key}: `, info: about });
      }
    }
  }
  if (kind === "value" || path.at(-1) === "[]") {
    for (const own of ownWords(path, found)) add(own, { type: "variable", apply: quoted(own) });
    for (const form of found) {
      const words = [form.const, ...(form.enum ?? [])].filter((own) => own !== undefined && own !== null);
      for (const own of words) add(String(own), { type: "keyword", apply: quoted(String(own)), info: form.description });
      if (form.type === "boolean") for (const own of ["true", "false"]) add(own, { type: "keyword" });
      if (form.type === "object" && !quote) {
        for (const [key, own] of Object.entries(form.properties ?? {})) {
          if (key !== "replace" && key !== "provenance") {
            add(`${key}: …`, { type: "property", apply: `{${key}: }`, inside: 1, info: own.description ?? forms(own, text)[0]?.description });
          }
        }
      }
    }
  }
  if (!quote) return { from, options: [...options.values()] };
  // Within quotes a word needs none of its own.
  const end = text[pos] === quote ? "" : quote;
  return { from: from + 1, options: [...options.values()].map((own) => ({ ...own, apply: own.label + end })) };
}

// What a key or word means: the name, and a sentence about it.
export function meaning(text, pos) {
  let from = pos, to = pos;
  const inside = (sign) => sign !== undefined && /[^\n:,{}[\]#"]/.test(sign);
  while (inside(text[from - 1])) from--;
  while (inside(text[to])) to++;
  const word = text.slice(from, to).trim();
  if (!word) return null;
  while (/\s|-/.test(text[from]) && from < to) from++;
  const isKey = /^ *:(\s|$)/.test(text.slice(to, to + 3));
  const context = contextAt(text, isKey ? to + (text.slice(to).match(/^ *: ?/)?.[0].length ?? 0) : to);
  if (context.kind === "comment") return null;
  if (isKey) {
    const path = context.kind === "none" || context.kind === "value" || context.path.at(-1) === word ? context.path : [...context.path, word];
    const about = describe(path, text);
    return about ? { from, to, title: path.filter((own) => own !== "[]").join(" › "), about } : null;
  }
  const form = at(context.path, text).find((own) => own.const === word || own.enum?.includes(word));
  return form?.description ? { from, to, title: word, about: form.description } : null;
}
