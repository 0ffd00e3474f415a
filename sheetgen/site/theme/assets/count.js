// The page on which players count their sheets: tap, type, compare, keep, share. score.js does the counting.
"use strict";
(() => {
  const root = document.querySelector(".count");
  const table = JSON.parse(root.querySelector(".count-data").textContent);
  const isCards = Boolean(table.cards);
  const zones = table.zones || [];
  const place = {}; // by address: the zone, the index of the cell, and its element
  const SVG = "http://www.w3.org/2000/svg";
  root.style.setProperty("--pencil", table.pencil);

  const say = (text, values = {}) => text.replace(/\{(\w+)\}/g, (field, name) => (name in values ? values[name] : field));
  const tr = (key, values) => say(table.texts[key], values);
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const shown = (number) => String(number).replace("-", "−");

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  };
  const button = (label, action, attributes = {}) =>
    make("button", { type: "button", onclick: action, ...attributes }, label);

  // The state: players with names and marks, the rounds that have begun (null: all of them), whose sheet is shown.

  const STORE = `sheetgen.count.${table.id}`;
  const KEY = "sheet=";
  const fresh = () => ({ players: [{ name: tr("player", { n: 1 }), marks: {} }], rounds: null, now: 0 });
  const isValid = (zone, mark) => {
    if (!zone) return Number.isInteger(mark) && mark > 0 && mark < 64;
    if (zone.marks !== "number") return mark === "x" || (mark === "o" && zone.marks === "circle then cross");
    const value = mark !== null && typeof mark === "object" ? mark.value : mark;
    return Number.isInteger(value) && value >= 0 && value < 1000;
  };
  const counters = isCards ? [...table.cards.map(([card]) => card), "captured"] : [];
  const addresses = zones.map((zone) =>
    zone.cells.map((cell) => `${zone.id}.${cell}`).filter((_, cell) => !(zone.printed || []).includes(cell)),
  );
  const zoneOf = Object.create(null); // no names but those of cells
  zones.forEach((zone, i) => addresses[i].forEach((address) => (zoneOf[address] = zone)));
  const checked = (given) => {
    const players = (Array.isArray(given.players) ? given.players : []).slice(0, table["most players"]);
    const known = (address) => (isCards ? counters.includes(address) : address in zoneOf);
    return {
      players: players.map((player) => ({
        name: String(player.name).slice(0, 24),
        marks: Object.fromEntries(
          Object.entries(Object(player.marks)).filter(([key, mark]) => known(key) && isValid(zoneOf[key], mark)),
        ),
      })),
      rounds: Number.isInteger(given.rounds) ? given.rounds : null,
      now: Math.max(0, Math.min(Math.trunc(given.now) || 0, players.length - 1)),
    };
  };
  const stored = () => {
    try {
      const state = checked(JSON.parse(localStorage.getItem(STORE)));
      return state.players.length ? state : fresh();
    } catch {
      return fresh(); // nothing is kept, or keeping is forbidden
    }
  };

  // Links: six crosses, three circles or one number in a character, and at the end a sum that notices damage.

  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const ESCAPE = 63;
  const pair = (number) => LETTERS[number >> 6] + LETTERS[number & 63];
  const checksum = (text) => {
    let sum = 7;
    for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)) % 4093;
    return pair(sum);
  };
  const forms = { "cross": [2, 6], "circle then cross": [3, 3] };
  const numberCode = (mark) => {
    if (mark === undefined) return 0;
    if (typeof mark !== "object") return 1 + 3 * mark;
    return 1 + 3 * mark.value + (mark.bonus === true ? 1 : mark.bonus === false ? 2 : 0);
  };
  const packZone = (zone, cells, marks) => {
    let text = "";
    if (zone.marks === "number") {
      for (const cell of cells) {
        const code = numberCode(marks[cell]);
        text += code < ESCAPE ? LETTERS[code] : LETTERS[ESCAPE] + pair(code);
      }
    } else {
      const [base, size] = forms[zone.marks];
      for (let start = 0; start < cells.length; start += size) {
        const stages = cells.slice(start, start + size).map((cell) => ({ o: 1, x: base - 1 })[marks[cell]] || 0);
        text += LETTERS[stages.reduceRight((sum, stage) => sum * base + stage, 0)];
      }
    }
    return text.replace(/A+$/, "");
  };
  const unpackZone = (zone, cells, text, marks) => {
    const codes = [...text].map((letter) => LETTERS.indexOf(letter));
    if (codes.includes(-1)) throw new Error("no letter of a link");
    if (zone.marks === "number") {
      for (let i = 0, cell = 0; i < codes.length; i += 1, cell += 1) {
        let code = codes[i];
        if (code === ESCAPE) {
          code = codes[i + 1] * 64 + codes[i + 2];
          i += 2;
        }
        if (!code) continue;
        const value = Math.floor((code - 1) / 3);
        const bonus = [undefined, true, false][(code - 1) % 3];
        if (!(cell < cells.length) || !isValid(zone, value)) throw new Error("no mark");
        marks[cells[cell]] = bonus === undefined ? value : { value, bonus };
      }
      return;
    }
    const [base, size] = forms[zone.marks];
    codes.forEach((code, start) => {
      for (let i = 0, rest = code; rest; i += 1, rest = Math.floor(rest / base)) {
        const cell = cells[start * size + i];
        if (i >= size || !cell) throw new Error("no cell");
        if (rest % base) marks[cell] = rest % base === base - 1 ? "x" : "o";
      }
    });
  };
  const pack = (state) => {
    const players = state.players.map(({ name, marks }) => {
      const packed = isCards
        ? counters.map((key) => LETTERS[marks[key] || 0]).join("").replace(/A+$/, "")
        : zones.map((zone, i) => packZone(zone, addresses[i], marks)).join(".");
      return `${encodeURIComponent(name)}=${packed}`;
    });
    const text = ["1", state.rounds === null ? "" : state.rounds, ...players].join("&");
    return `${KEY}${text}&${checksum(text)}`;
  };
  const unpack = (fragment) => {
    try {
      const text = fragment.slice(KEY.length, fragment.lastIndexOf("&"));
      if (checksum(text) !== fragment.slice(fragment.lastIndexOf("&") + 1)) return null;
      const [version, rounds, ...players] = text.split("&");
      if (version !== "1" || !players.length || players.length > table["most players"]) return null;
      return checked({
        rounds: rounds === "" ? null : Number(rounds),
        now: 0,
        players: players.map((player) => {
          const [name, packed] = player.split("=");
          const marks = {};
          if (isCards) [...packed].forEach((letter, i) => (marks[counters[i]] = LETTERS.indexOf(letter)));
          else {
            const parts = packed.split(".");
            if (parts.length !== zones.length) throw new Error("other zones");
            zones.forEach((zone, i) => unpackZone(zone, addresses[i], parts[i], marks));
          }
          return { name: decodeURIComponent(name), marks };
        }),
      });
    } catch {
      return null;
    }
  };

  let state = fresh();
  let isShared = false;
  let selected = null; // the address of a cell
  let typed = ""; // the digits of the number that is being typed
  let before = []; // earlier states, to undo

  // The same page in another language shows the same link; sheets that are kept are the same in all languages.
  const followLanguages = () => {
    for (const other of document.querySelectorAll(".md-select__link")) other.hash = isShared ? pack(state) : "";
  };
  const keep = () => {
    followLanguages();
    if (isShared) history.replaceState(null, "", `#${pack(state)}`);
    else {
      try {
        localStorage.setItem(STORE, JSON.stringify(state));
      } catch {
        // Keeping is forbidden; the sheets last as long as the page.
      }
    }
  };
  const change = (action) => {
    before = [...before.slice(-99), JSON.stringify(state)];
    action();
    keep();
    show();
  };
  const undo = () => {
    if (!before.length) return;
    state = checked(JSON.parse(before.pop()));
    keep();
    show();
  };
  const player = () => state.players[state.now];

  // Scores

  const rounds = () => {
    if (!table.rounds) return 0;
    const usual = table.rounds["by players"][state.players.length];
    return state.rounds === null ? usual || table.rounds.most : state.rounds;
  };
  const scores = () =>
    state.players.map(({ marks }) =>
      isCards ? SheetCounter.countCards(table, marks) : SheetCounter.count(table, marks, rounds()),
    );
  const sayProblem = ({ cell, why, says, ...values }) => {
    const { zone, index } = place[cell];
    const numbers = values.numbers ? listed(values.numbers) : "";
    const reason = say(says || table.refusals[why], { ...values, numbers });
    return why === "fit"
      ? tr("demanded", { cell: zone.names[index], demand: reason })
      : tr("refused", { cell: zone.names[index], reason });
  };
  const listed = (numbers) => {
    const [first, last] = [numbers[0], numbers[numbers.length - 1]];
    return numbers.length > 2 && last - first === numbers.length - 1 ? `${first}–${last}` : numbers.join(", ");
  };
  const cardProblems = () => {
    const count = state.players.length;
    const inRound = count === 2 ? table["for two"] || 1 : 1;
    const most = (table.rounds[count] || Math.max(...Object.values(table.rounds))) * inRound;
    const won = ({ marks }) => counters.slice(0, -1).reduce((sum, card) => sum + (marks[card] || 0), 0);
    const problems = state.players
      .filter((own) => won(own) > most)
      .map((own) => tr("too many", { name: own.name, n: won(own), most }));
    const together = state.players.reduce((sum, own) => sum + won(own) + (own.marks.captured || 0), 0);
    if (together > count * most) {
      problems.push(tr("too many together", { n: together, most: count * most }));
    }
    return problems;
  };

  // What is on the page: players above the sheet, keys and points below or beside it.

  const live = make("p", { class: "count-live", role: "status", "aria-live": "polite" });
  const notice = make("p", { class: "count-notice", role: "status" });
  const tabs = make("div", { class: "count-tabs", role: "group", "aria-label": tr("players") });
  const name = make("input", { maxlength: "24", autocomplete: "off", enterkeyhint: "done" });
  const remove = button(
    "✕",
    () =>
      change(() => {
        state.players.splice(state.now, 1);
        state.now = Math.max(0, state.now - 1);
        selected = null;
      }),
    { "aria-label": tr("remove"), title: tr("remove") },
  );
  const clear = button(tr("clear"), () => change(() => (player().marks = {})));
  const undoing = [
    button(tr("undo"), undo, { class: "count-desk" }),
    button("↶", undo, { class: "count-phone", "aria-label": tr("undo"), title: tr("undo") }),
  ];
  const link = make("input", { readonly: true, "aria-label": tr("link"), hidden: true });
  const linkNote = make("p", { class: "count-note", role: "status" });
  const share = button(tr("share"), async () => {
    const address = new URL(location.href);
    address.hash = pack(state);
    link.value = address.href;
    link.hidden = false;
    link.select();
    try {
      await navigator.clipboard.writeText(address.href);
      linkNote.textContent = tr("copied");
    } catch {
      linkNote.textContent = tr("copy");
    }
  });
  const points = make("div", { class: "count-points" });
  const problems = make("div", { class: "count-problems" });
  const pad = make("div", { class: "count-pad", role: "group", hidden: true });
  const chips = make("div", { class: "count-chips", "aria-hidden": "true" });
  const dock = make("div", { class: "count-dock" }, pad, make("div", { class: "count-phone" }, undoing[1], chips));
  const roundsInput = make("input", { type: "number", min: "0", inputmode: "numeric" });
  const roundsField = make("label", { class: "count-rounds" }, `${table.rounds && !isCards ? tr("rounds") : ""} `, roundsInput);
  const sheets = root.querySelector(".count-sheets");
  const head = make(
    "div",
    { class: "count-head" },
    notice,
    tabs,
    make("div", { class: "count-name" }, make("label", {}, `${tr("name")} `, name), remove),
  );
  const side = make(
    "div",
    { class: "count-side" },
    points,
    problems,
    roundsField,
    make("div", { class: "count-actions" }, undoing[0], clear, share),
    linkNote,
    link,
    live,
  );
  root.prepend(head);
  sheets.after(side, dock);
  if (!table.rounds || isCards) roundsField.remove();
  else roundsInput.max = table.rounds.most;
  roundsInput.addEventListener("change", () =>
    change(() => {
      const wanted = Math.round(Number(roundsInput.value));
      state.rounds = roundsInput.value === "" ? null : Math.max(0, Math.min(wanted, table.rounds.most));
    }),
  );
  name.addEventListener("input", () => {
    player().name = name.value;
    keep();
    showPlayers(scores());
  });

  const showPlayers = (everyone) => {
    const leaders = everyone.length > 1 ? SheetCounter.winners(everyone, isCards) : [];
    const focused = tabs.contains(document.activeElement);
    const add = button("+", () => {
      change(() => {
        state.players.push({ name: tr("player", { n: state.players.length + 1 }), marks: {} });
        state.now = state.players.length - 1;
        selected = null;
      });
      name.focus();
      name.select();
    }, { class: "count-add", "aria-label": tr("add"), title: tr("add") });
    tabs.replaceChildren(
      ...state.players.map((own, i) =>
        button(
          make("span", {}, own.name || tr("player", { n: i + 1 })),
          () => {
            state.now = i;
            selected = null;
            keep();
            show();
          },
          { "aria-pressed": String(i === state.now) },
        ),
      ),
      ...(state.players.length < table["most players"] ? [add] : []),
    );
    [...tabs.children].slice(0, everyone.length).forEach((tab, i) => {
      tab.append(make("b", {}, shown(everyone[i].total) + (leaders.includes(i) ? " ★" : "")));
    });
    if (focused) tabs.children[state.now].focus();
    showPoints(everyone, leaders);
  };

  const dot = (colour) => {
    const element = make("span", { class: "dot" });
    element.style.setProperty("--die", colour);
    return element;
  };
  const rows = () =>
    isCards
      ? ["own", "captured"].map((id) => [tr(id), (score) => shown(score.zones[id])])
      : [
          ...zones.map((zone) => [[dot(zone.colour), zone.name], (score) => shown(score.zones[zone.id])]),
          ...Object.entries(table.badges || {}).map(([id, badge]) => [
            badge.name,
            ({ badges: { [id]: own } }) => {
              const product = `${own.count} × ${shown(own.each)}`;
              const points = shown(own.points);
              return state.players.length < 3 ? `${product} = ${points}` : make("span", { title: product }, points);
            },
          ]),
        ];
  const showPoints = (everyone, leaders) => {
    const cells = (read, attributes = () => ({})) => everyone.map((score, i) => make("td", attributes(i), read(score, i)));
    const here = (i) => (i === state.now ? { class: "now" } : {});
    const body = rows().map(([title, read]) =>
      make("tr", {}, make("th", { scope: "row" }, ...[title].flat()), ...cells(read, here)),
    );
    body.push(
      make(
        "tr",
        { class: "sum" },
        make("th", { scope: "row" }, tr("total")),
        ...cells((score, i) => {
          const star = make("span", { title: tr("winner") }, " ★");
          return leaders.includes(i) ? make("b", {}, shown(score.total), star) : make("b", {}, shown(score.total));
        }, here),
      ),
    );
    const { rating } = everyone[0];
    if (everyone.length === 1 && rating) {
      body.push(make("tr", {}, make("th", { scope: "row" }, tr("rating")), make("td", {}, rating[1])));
    }
    const names = state.players.map((own, i) =>
      make("th", { scope: "col", ...here(i) }, own.name || tr("player", { n: i + 1 })),
    );
    points.replaceChildren(
      make(
        "table",
        { class: "count-table" },
        make("caption", {}, tr("points")),
        make("thead", {}, make("tr", {}, make("td"), ...names)),
        make("tbody", {}, ...body),
      ),
    );
    const own = everyone[state.now];
    const parts = isCards
      ? ["own", "captured"].map((id) => make("span", {}, `${tr(id)} ${shown(own.zones[id])}`))
      : [
          ...zones.map((zone) => make("span", {}, dot(zone.colour), shown(own.zones[zone.id]))),
          ...Object.entries(own.badges).map(([id, { count, each }]) =>
            make("span", {}, `${table.badges[id].name} ${count} × ${shown(each)}`),
          ),
        ];
    const sum = make("b", {}, shown(own.total));
    if (everyone.length === 1 && rating) sum.append(make("small", {}, rating[1]));
    chips.replaceChildren(make("div", {}, ...parts), sum);
    const announced = tr("announced", { name: player().name, total: shown(own.total) });
    if (live.textContent !== announced) live.textContent = announced;
  };

  const showProblems = (everyone) => {
    const wrong = everyone[state.now].problems;
    // One gap closes all cells after it: the first one is enough.
    const isFirst = ({ cell, why }, i) =>
      why !== "closed" || !wrong.slice(0, i).some((other) => other.why === why && zoneOf[other.cell] === zoneOf[cell]);
    const texts = isCards ? cardProblems() : wrong.filter(isFirst).map(sayProblem);
    problems.replaceChildren(
      ...(texts.length
        ? [make("p", {}, tr("impossible")), make("ul", {}, ...texts.map((text) => make("li", {}, capital(text))))]
        : []),
    );
    for (const [address, { element }] of Object.entries(place)) {
      element.classList.toggle("wrong", wrong.some(({ cell }) => cell === address));
    }
  };

  // Marks on the sheet

  const markText = (mark) => {
    if (mark === undefined) return tr("empty");
    if (typeof mark !== "object") return mark in { x: 1, o: 1 } ? tr(mark) : String(mark);
    return mark.bonus === undefined ? String(mark.value) : `${mark.value}, ${tr(mark.bonus ? "with badge" : "without badge")}`;
  };
  const draw = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const ink = (own, mark) => {
    const { x, y, width, height } = own.box;
    const [size, middle] = [Math.min(width, height), [x + width / 2, y + height / 2]];
    if (mark !== "x" && mark !== "o") {
      const value = String(typeof mark === "object" ? mark.value : mark);
      const room = own.free();
      const text = draw("text", {
        x: middle[0],
        y: room.top + room.height / 2,
        "font-size": Math.min(room.height, (1.5 * width) / Math.max(value.length, 1.7), size * 0.8),
      });
      text.textContent = value;
      return [text];
    }
    const [circle, arm] = [own.zone.marks === "circle then cross", size * (own.zone.marks === "circle then cross" ? 0.22 : 0.3)];
    const [left, top, right, bottom] = [middle[0] - arm, middle[1] - arm, middle[0] + arm, middle[1] + arm];
    const shapes = circle ? [draw("circle", { cx: middle[0], cy: middle[1], r: size * 0.42 })] : [];
    if (mark === "x") shapes.push(draw("path", { d: `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}` }));
    return shapes;
  };
  // The part of a cell that its printed texts leave free for a number; a sign in a corner takes less than a line.
  const freePart = (element, box) => () => {
    let [top, bottom] = [box.y, box.y + box.height];
    for (const text of element.querySelectorAll("text")) {
      const own = text.getBBox();
      const most = box.height * (own.width < box.width / 2 ? 0.2 : 0.4);
      if (own.y + own.height / 2 < box.y + box.height / 2) top = Math.max(top, Math.min(own.y + own.height, box.y + most));
      else bottom = Math.min(bottom, Math.max(own.y, box.y + box.height - most));
    }
    return { top, height: bottom - top };
  };
  zones.forEach((zone) =>
    zone.cells.forEach((cell, index) => {
      const address = `${zone.id}.${cell}`;
      const element = sheets.querySelector(`[data-cell="${address}"]`);
      if (!element) return;
      const rect = element.querySelector("rect");
      const box = Object.fromEntries(["x", "y", "width", "height"].map((key) => [key, Number(rect.getAttribute(key))]));
      const svg = element.closest("svg");
      if (!svg.querySelector(".count-ink")) svg.append(draw("g", { class: "count-ink", "aria-hidden": "true" }));
      place[address] = { zone, index, element, box, svg, free: freePart(element, box), drawn: undefined };
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
    }),
  );
  const showSheet = () => {
    const { marks } = player();
    const entry = selected || Object.keys(place)[0];
    for (const [address, own] of Object.entries(place)) {
      const mark = marks[address];
      own.element.setAttribute("aria-label", capital(tr("marked", { cell: own.zone.names[own.index], mark: markText(mark) })));
      if (own.zone.marks !== "number") own.element.setAttribute("aria-pressed", String(mark !== undefined));
      own.element.setAttribute("tabindex", address === entry ? "0" : "-1");
      own.element.classList.toggle("selected", address === selected);
      const key = JSON.stringify(mark);
      if (own.drawn === key) continue;
      own.drawn = key;
      const layer = own.svg.querySelector(".count-ink");
      layer.querySelectorAll(`[data-mark="${address}"]`).forEach((shape) => shape.remove());
      if (mark === undefined) continue;
      const group = draw("g", { "data-mark": address });
      group.append(...ink(own, mark));
      layer.append(group);
    }
    for (const svg of sheets.querySelectorAll(".sheet")) {
      svg.setAttribute("role", "group");
      svg.setAttribute("aria-label", tr("sheet", { name: player().name }));
    }
  };
  const put = (address, mark) =>
    change(() => {
      if (mark === undefined) delete player().marks[address];
      else player().marks[address] = mark;
    });
  const tap = (address) => {
    const { zone } = place[address];
    const next = { "cross": { undefined: "x" }, "circle then cross": { undefined: "o", o: "x" } }[zone.marks];
    select(address);
    if (next) put(address, next[player().marks[address]]);
  };
  const select = (address) => {
    selected = address;
    typed = "";
    showSheet();
    showPad();
  };

  // Keys for numbers: those that a cell can contain, or digits if these are many.

  const FEW = 12;
  const writable = (address) => {
    const { zone, index } = place[address];
    return SheetCounter.writable(zone, player().marks, index);
  };
  const written = (address) => {
    const mark = player().marks[address];
    return mark !== undefined && typeof mark === "object" ? mark.value : mark;
  };
  const following = (address) => {
    const { zone, index } = place[address];
    const filling = zone.filling || zone.cells.map((_, cell) => cell);
    const rest = filling.slice(filling.indexOf(index) + 1).map((cell) => `${zone.id}.${zone.cells[cell]}`);
    return rest.find((other) => place[other] && player().marks[other] === undefined);
  };
  const goOn = (address) => {
    const next = following(address);
    select(next === undefined ? address : next);
    if (root.contains(document.activeElement) && document.activeElement.closest("[data-cell]")) place[selected].element.focus();
  };
  // Whether a number can come with the badge and without it, so that the player has to say which.
  const isUndecided = (address, value) => {
    const { choice } = writable(address);
    return choice.length > 0 && choice.every((numbers) => numbers.includes(value));
  };
  const write = (address, value) => {
    put(address, value);
    if (isUndecided(address, value)) showPad();
    else goOn(address);
  };
  const type = (address, digit) => {
    const most = Math.max(...writable(address).numbers);
    const longer = Number(typed + digit);
    typed = longer <= Math.max(most, 9) ? typed + digit : digit;
    const kept = typed;
    put(address, Number(typed));
    typed = kept;
    showPad();
  };
  const showPad = () => {
    const own = selected && place[selected];
    pad.hidden = !own || own.zone.marks !== "number";
    root.classList.toggle("typing", !pad.hidden);
    if (pad.hidden) return;
    const address = selected;
    const focused = pad.contains(document.activeElement) ? document.activeElement.textContent : null;
    const value = written(address);
    const values = writable(address).numbers;
    const key = (label, action, attributes = {}) => button(label, action, { class: "key", ...attributes });
    const keys =
      values.length <= FEW
        ? values.map((number) =>
            key(String(number), () => write(address, number), { "aria-pressed": String(value === number) }),
          )
        : [..."1234567890"].map((digit) => key(digit, () => type(address, digit)));
    keys.push(
      key("⌫", () => { put(address, undefined); typed = ""; showPad(); }, { "aria-label": tr("delete"), title: tr("delete") }),
      key("→", () => goOn(address), { "aria-label": tr("next"), title: tr("next") }),
    );
    if (isUndecided(address, value)) {
      const { bonus } = Object(player().marks[address]);
      for (const [text, taken] of [["with badge", true], ["without badge", false]]) {
        const isNow = (bonus === undefined ? true : bonus) === taken;
        const choose = () => {
          put(address, { value, bonus: taken });
          goOn(address);
        };
        keys.push(key(tr(text), choose, { class: "key wide", "aria-pressed": String(isNow) }));
      }
    }
    const label = capital(own.zone.names[own.index]);
    pad.setAttribute("aria-label", label);
    pad.replaceChildren(make("p", {}, label + (value === undefined ? "" : `: ${value}`)), make("div", {}, ...keys));
    const again = focused && [...pad.querySelectorAll("button")].find((other) => other.textContent === focused);
    if (again) again.focus();
  };

  // Taps go to the nearest cell, since cells are smaller than fingers.

  const REACH = 22; // CSS pixels around a cell
  const nearest = (svg, event) => {
    const matrix = svg.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const away = ({ box }) =>
      Math.hypot(
        Math.max(box.x - at.x, 0, at.x - box.x - box.width),
        Math.max(box.y - at.y, 0, at.y - box.y - box.height),
      );
    const near = Object.entries(place)
      .filter(([, own]) => own.svg === svg)
      .map(([address, own]) => [away(own) * matrix.a, address])
      .sort(([one], [other]) => one - other)[0];
    return near && near[0] <= REACH ? near[1] : null;
  };
  for (const svg of sheets.querySelectorAll(".sheet")) {
    svg.addEventListener("click", (event) => {
      const address = nearest(svg, event);
      if (address) tap(address);
    });
  }
  // Listeners for keys and focus are beside the SVG: one with a listener for focus would get the focus itself.
  sheets.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    const address = cell.dataset.cell;
    const { zone } = place[address];
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (selected !== address) select(address);
    if (way) move(address, way);
    else if (event.key === "Enter" || event.key === " ") {
      tap(address);
      if (!pad.hidden && event.key === "Enter") pad.querySelector("button").focus();
    } else if (event.key === "Backspace" || event.key === "Delete") {
      put(address, undefined);
      typed = "";
      showPad();
    } else if (/^\d$/.test(event.key) && zone.marks === "number") type(address, event.key);
    else return;
    event.preventDefault();
  });
  sheets.addEventListener("focusin", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (cell && selected !== cell.dataset.cell && cell.matches(":focus-visible")) select(cell.dataset.cell);
  });
  // The next cell in a direction: near, and straight ahead rather than aside.
  const move = (address, [x, y]) => {
    const from = place[address].element.getBoundingClientRect();
    const centre = (rect) => [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const [fromX, fromY] = centre(from);
    const ahead = Object.entries(place)
      .map(([other, own]) => {
        const [toX, toY] = centre(own.element.getBoundingClientRect());
        const [along, aside] = x ? [(toX - fromX) * x, Math.abs(toY - fromY)] : [(toY - fromY) * y, Math.abs(toX - fromX)];
        return [along > 2 ? along + 3 * aside : Infinity, other];
      })
      .sort(([one], [other]) => one - other)[0];
    if (!ahead || ahead[0] === Infinity) return;
    select(ahead[1]);
    place[ahead[1]].element.focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || pad.hidden) return;
    const address = selected;
    select(null);
    if (pad.contains(document.activeElement) || document.activeElement === document.body) place[address].element.focus();
  });

  // Cards: a button each, and a number of captured ones.

  const faces = [...sheets.querySelectorAll("[data-card]")];
  const captured = make("output", {});
  const changeCaptured = (step) =>
    change(() => {
      const count = Math.max(0, Math.min(60, (player().marks.captured || 0) + step));
      if (count) player().marks.captured = count;
      else delete player().marks.captured;
    });
  if (isCards) {
    for (const face of faces) {
      const card = face.dataset.card;
      face.setAttribute("role", "button");
      face.setAttribute("tabindex", "0");
      const turn = () =>
        change(() => {
          const count = (player().marks[card] || 0) + 1;
          if (count > (state.players.length === 2 ? table.decks : 1)) delete player().marks[card];
          else player().marks[card] = count;
        });
      face.addEventListener("click", turn);
      face.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        turn();
      });
    }
    sheets.append(
      make(
        "p",
        { class: "count-captured" },
        `${tr("captured")} `,
        button("−", () => changeCaptured(-1), { "aria-label": tr("fewer"), class: "key" }),
        captured,
        button("+", () => changeCaptured(1), { "aria-label": tr("more"), class: "key" }),
      ),
    );
  }
  const showCards = () => {
    for (const face of faces) {
      const [, title] = table.cards.find(([card]) => card === face.dataset.card);
      const count = player().marks[face.dataset.card] || 0;
      face.setAttribute("aria-pressed", String(count > 0));
      face.setAttribute("aria-label", count > 1 ? `${title}, ${count} ×` : title);
      face.dataset.count = count > 1 ? `${count} ×` : count ? "✓" : "";
    }
    captured.textContent = player().marks.captured || 0;
  };

  const show = () => {
    const everyone = scores();
    if (document.activeElement !== name) name.value = player().name;
    remove.hidden = state.players.length < 2;
    for (const own of undoing) own.disabled = !before.length;
    if (document.activeElement !== roundsInput && table.rounds && !isCards) roundsInput.value = rounds();
    link.hidden = true;
    linkNote.textContent = "";
    showPlayers(everyone);
    showProblems(everyone);
    if (isCards) showCards();
    else showSheet();
    showPad();
  };

  const open = () => {
    const fragment = location.hash.slice(1);
    const linked = fragment.startsWith(KEY) ? unpack(fragment) : null;
    isShared = linked !== null;
    state = linked || stored();
    before = [];
    selected = null;
    followLanguages();
    const back = button(tr("back"), () => {
      history.replaceState(null, "", location.pathname + location.search);
      open();
    });
    notice.replaceChildren(
      ...(isShared ? [tr("shared"), " ", back] : fragment.startsWith(KEY) ? [tr("damaged")] : []),
    );
    show();
  };
  window.addEventListener("hashchange", open);
  open();
  root.classList.add("ready");
})();
