// The search: asks for the game first, then answers for it, and says which game each answer is for.
// Its index is read when it is first opened, by script elements, so that it also works for pages opened from disk.
{
  const opener = document.getElementById("search-open");
  const dialog = document.getElementById("search");
  const input = document.getElementById("search-query");
  const games = document.getElementById("search-games");
  const list = document.getElementById("search-answers");
  const status = document.getElementById("search-status");
  const base = dialog.dataset.base;
  const KEY = "sheetgen.edition";
  const MOST = 12; // answers shown
  const PLAYED = 5, GENERAL = 1.6, VARIANT = 0.6, EXAMPLE = 0.45, ASKED = 3; // weights of an answer
  let data, engine, common, chosen;

  const remembered = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return ""; // storage is switched off
    }
  };
  const remember = (id) => {
    try {
      localStorage.setItem(KEY, id);
    } catch {
      // then it holds for this page
    }
  };
  // The game of this page, else the one in the address, else the last one that was looked at.
  const here = dialog.dataset.edition;
  const asked = new URLSearchParams(location.search).get("game") ?? "";
  if (here) remember(here);

  const load = (name) =>
    new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = base + name;
      script.onload = done;
      script.onerror = () => failed(new Error(name));
      document.head.append(script);
    });

  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  // "+1" and "?" are words at the table; everything else that is no letter or digit only separates words.
  const split = (text) => text.match(/\+\d+|\?(?=\s*$|\s)|[\p{L}\p{N}]+/gu) ?? [];
  const terms = (text) => {
    const all = split(text).map(fold);
    // A question mark at the end of a sentence asks; alone, or after a zone's name, it is the badge.
    const wanted = all.length > 3 ? all.filter((term) => term !== "?") : all;
    const telling = wanted.filter((term) => !common.has(term));
    return telling.length ? telling : wanted;
  };

  const prepare = async () => {
    if (engine) return;
    await Promise.all([load("minisearch.js"), load("search-data.js")]);
    data = window.sheetgenSearch;
    common = new Set(data.common.split(",").map((word) => fold(word.trim())));
    engine = new MiniSearch({
      fields: ["words", "heading", "page", "text"],
      tokenize: (text) => text.match(/\+\d+|\?|[\p{L}\p{N}]+/gu) ?? [],
      processTerm: fold,
      searchOptions: {
        boost: { words: 4, heading: 2.5, page: 2.5 },
        prefix: (term) => term.length > 2,
        fuzzy: (term) => (term.length > 4 && !/\d/.test(term) ? 0.2 : false),
        weights: { fuzzy: 0.35, prefix: 0.6 },
      },
    });
    engine.addAll(
      data.entries.map(([edition, page, , heading, text, words], id) => ({
        id, heading, text, words, page: `${data.pages[page]} ${data.editions[edition]?.also[page] ?? ""}`,
      })),
    );
    const known = data.editions.map((edition) => edition.id);
    chosen = [here, asked, remembered()].find((id) => known.includes(id)) ?? "";
    for (const edition of [...data.editions, { id: "", title: dialog.dataset.all }]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = edition.title;
      button.dataset.game = edition.id;
      button.addEventListener("click", () => choose(edition.id));
      games.append(button);
    }
    showChoice();
  };

  const choose = (id) => {
    chosen = id;
    remember(id);
    if (!here) {
      const address = new URL(location);
      if (id) address.searchParams.set("game", id);
      else address.searchParams.delete("game");
      if (location.protocol !== "file:") history.replaceState(history.state, "", address);
    }
    showChoice();
    answer();
    input.focus();
  };
  const showChoice = () => {
    for (const button of games.children) {
      const on = button.dataset.game === chosen;
      button.setAttribute("aria-pressed", on);
      if (on) games.scrollLeft = button.offsetLeft - games.clientWidth / 2 + button.clientWidth / 2;
    }
  };

  // Which rating a number is, in the chosen game: the question "190 points".
  const ratings = (words) => {
    const numbers = words.filter((word) => /^\d{2,3}$/.test(word)).map(Number);
    if (numbers.length !== 1 || words.length > 4) return [];
    const edition = data.editions.find((each) => each.id === chosen);
    const at = edition ? edition.bands.findLastIndex(([from]) => from <= numbers[0]) : -1;
    const place = data.entries.findIndex(
      ([index, , address]) => data.editions[index]?.id === chosen && address.endsWith("/solo.html#rating"),
    );
    if (at < 0 || place < 0) return [];
    const [from, label] = edition.bands[at];
    const to = edition.bands[at + 1]?.[0];
    return [{ id: place, text: `${to === undefined ? `≥ ${from}` : `${from}–${to - 1}`}: ${label}` }];
  };

  const phrases = (id) =>
    data.entries[id][5].split(",").map((words) => ` ${split(words).map(fold).join(" ")} `).filter((each) => each.trim());

  const find = (query) => {
    const words = terms(query);
    if (!words.length) return [];
    const weight = (id) => {
      const [edition, , , , , , example] = data.entries[id];
      const of = data.editions[edition];
      const game = !of ? GENERAL : of.id === chosen ? PLAYED : of.variant ? VARIANT : 1;
      return game * (example ? EXAMPLE : 1);
    };
    const hits = engine.search({ combineWith: "OR", queries: [...new Set(words)] }, { boostDocument: weight });
    // An answer that has all the words comes before one that has a rare one often; best is one that is asked for
    // in just these words.
    const phrase = ` ${split(query).map(fold).join(" ")} `;
    for (const hit of hits) {
      hit.score *= (new Set(hit.queryTerms).size / new Set(words).size) ** 2;
      if (phrases(hit.id).some((each) => phrase.includes(each))) hit.score *= ASKED;
    }
    hits.sort((one, other) => other.score - one.score || one.id - other.id);
    const first = ratings(words);
    return [...first, ...hits.filter((hit) => hit.id !== first[0]?.id)].slice(0, MOST);
  };

  const marked = (text, matches) => {
    const element = document.createElement("span");
    let at = 0;
    for (const match of text.matchAll(/\+\d+|[\p{L}\p{N}]+/gu)) {
      if (!matches.has(fold(match[0]))) continue;
      const mark = document.createElement("mark");
      mark.textContent = match[0];
      element.append(text.slice(at, match.index), mark);
      at = match.index + match[0].length;
    }
    element.append(text.slice(at));
    return element;
  };
  // The part of a long text around its first match; nearly all of the first answer, which is mostly the one.
  const excerpt = (text, matches, isFirst) => {
    const LENGTH = isFirst ? 640 : 260;
    if (text.length <= LENGTH) return text;
    const first = [...text.matchAll(/[\p{L}\p{N}]+/gu)].find((match) => matches.has(fold(match[0])))?.index ?? 0;
    const start = first < LENGTH * 0.6 ? 0 : text.lastIndexOf(" ", first - 60) + 1;
    const end = text.lastIndexOf(" ", start + LENGTH);
    return (start ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : "");
  };

  // What a section says: its clauses, which are entries of their own and follow it, and the rest of it.
  const whole = (id) => {
    const [edition, page, address, heading, text] = data.entries[id];
    if (address.includes("#clause-")) return text;
    const parts = [];
    for (let i = id + 1; i < data.entries.length; i++) {
      const [ofEdition, ofPage, place, under, said] = data.entries[i];
      if (ofEdition !== edition || ofPage !== page || under !== heading || !place.includes("#clause-")) break;
      parts.push(said);
    }
    return [...parts, text].join(" ");
  };

  const answer = () => {
    if (!engine) return;
    const hits = find(input.value);
    list.replaceChildren();
    for (const hit of hits) {
      const [edition, page, address, heading] = data.entries[hit.id];
      const of = data.editions[edition];
      const matches = new Set(Object.keys(hit.match ?? {}));
      const link = document.createElement("a");
      link.href = base.replace(/assets\/$/, "") + address;
      link.addEventListener("click", () => dialog.close());
      const game = document.createElement("span");
      game.className = of?.id === chosen && chosen ? "game played" : "game";
      game.textContent = of ? of.title : dialog.dataset.every;
      const title = document.createElement("strong");
      title.append(marked(heading || data.pages[page], matches));
      const where = document.createElement("span");
      where.className = "where";
      where.textContent = heading ? data.pages[page] : "";
      const words = document.createElement("span");
      words.className = "text";
      words.append(marked(hit.text ?? excerpt(whole(hit.id), matches, hit === hits[0]), matches));
      link.append(title, where, game, words);
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    const none = input.value.trim() && !hits.length;
    status.textContent = none ? dialog.dataset.none : chosen || !input.value.trim() ? "" : dialog.dataset.choose;
    dialog.dataset.answered = input.value;
  };

  const open = async () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    try {
      await prepare();
      answer();
    } catch {
      status.textContent = dialog.dataset.missing;
    }
  };
  opener.hidden = false;
  opener.addEventListener("click", open);
  input.addEventListener("input", answer);
  document.getElementById("search-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  dialog.addEventListener("keydown", (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    const stops = [input, ...list.querySelectorAll("a")];
    const next = stops[stops.indexOf(document.activeElement) + way];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !["/", "s", "f"].includes(event.key)) return;
    event.preventDefault();
    open();
  });
}
