// Try it: a game by the rules, or marks by pencil. The game is a seed and its moves; the studio plays them anew each time.

import { ask, rulesAddress } from "./api.js";
import { element, item } from "./dom.js";
import { language, ntr, tr } from "./texts.js";

const $ = (id) => document.getElementById(id);
const MOST_BUTTONS = 150;
const PHONE = matchMedia("(max-width: 46rem)");

export class Play {
  // `redraw` draws the sheet with the present game or marks; `sheet` shows frames; `job` is what every question needs.
  // `keep` is called after each move.
  constructor({ sheet, redraw, job, complain, keep }) {
    Object.assign(this, { sheet, job, complain, keep });
    this.round = 0; // counts what was done here, so that an answer to something older is not taken for the newest
    this.redraw = (more) => { this.round++; redraw(more); };
    this.mode = "play";
    this.game = null;
    this.pencil = null;
    this.position = null;
    this.die = "";
    this.undone = []; // moves that were taken back, the last one first to come again
    this.facts = { players: [1], zones: [], writes: [], circles: [] };
    this.look = null; // the seat whose sheet is looked at; null for the player who decides
    this.isWide = localStorage.getItem("studio:sheets") === "all";
    $("new-game").onclick = () => this.begin();
    // A game that has not begun takes the new number at once; another one ends only when a new one is asked for.
    $("players").onchange = () => { if (this.game?.moves.length) this.pointToNewGame(); else this.begin(); };
    $("advise").onclick = () => this.advise();
    $("take-back").onclick = () => this.takeBack();
    $("play-again").onclick = () => this.redo();
    $("erase").onclick = () => { this.pencil = { ...this.pencil, marks: {} }; this.redraw(); };
    $("rounds").onchange = () => { this.pencil = { ...this.pencil, rounds: Number($("rounds").value) }; this.redraw(); };
    for (const radio of document.getElementsByName("mode")) radio.onchange = () => this.setMode(radio.value);
    $("dice-form").onsubmit = (event) => { event.preventDefault(); this.setDice($("dice-words").value); };
    $("pencil-form").onsubmit = (event) => { event.preventDefault(); this.mark($("pencil-cell").value.trim()); };
    $("save-record").onclick = () => this.store("record");
    $("save-marks").onclick = () => this.store("marks");
    $("load-button").onclick = () => $("load").click();
    $("load").onchange = () => this.load();
    for (const part of ["panel-try", "pages"]) $(part).addEventListener("keydown", (event) => this.key(event));
    $("number-form").onsubmit = () => this.write(Number($("number").value));
  }

  get spec() {
    if (this.mode === "pencil") return { pencil: this.pencil ?? { marks: {} } };
    const game = this.game ?? this.start();
    return { game, seats: this.isWide && !PHONE.matches ? game.players.map((_, seat) => seat) : this.look === null ? [] : [this.look] };
  }

  // What is above a sheet, where several are played: whose it is, and who decides.
  caption({ players, actor, over, told, bots }, seat) {
    const { name, total } = players[seat], how = bots[told.bots[seat]]?.how;
    const points = ntr("{n} point", "{n} points", total);
    return [name, how, over || seat !== actor ? points : tr("decides now")].filter(Boolean).join(" · ");
  }

  start(players = 1) {
    const names = Array.from({ length: players }, (_, i) => tr("Player {n}", { n: i + 1 }));
    const bots = names.map((_, seat) => document.querySelector(`#seats [data-seat="${seat}"]`)?.value ?? "");
    this.game = { players: names, seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1, moves: [], dice: {}, orders: [], setting: [], bots };
    this.look = null;
    return this.game;
  }

  // What is kept of a game, and the way back: a game that was kept goes on.
  get kept() { return { game: this.game, undone: this.undone }; }

  resume(kept) {
    if (!kept?.game || !Array.isArray(kept.undone)) return;
    this.game = kept.game;
    this.undone = kept.undone.filter(Array.isArray);
  }

  begin() {
    this.start(Number($("players").value) || 1);
    this.die = "";
    this.undone = [];
    this.redraw();
  }

  pointToNewGame() { $("new-game").classList.toggle("main", Number($("players").value) !== this.game?.players.length); }

  setMode(mode) {
    this.mode = mode;
    for (const radio of document.getElementsByName("mode")) radio.checked = radio.value === mode;
    $("playing").hidden = mode !== "play";
    $("pencilling").hidden = mode !== "pencil";
    $("save-record").disabled = mode !== "play";
    this.refuse([]);
    this.redraw();
  }

  // The number of the last move that a person has made; -1 if only bots have moved.
  get lastOfPerson() {
    const { moves, movers = [], bots = [] } = this.game;
    return moves.findLastIndex((_, i) => !bots[movers[i]]);
  }

  // The last move of a person, with those of bots after it.
  takeBack() {
    if (!this.game) return;
    const { moves } = this.game, from = this.lastOfPerson;
    if (from < 0) return;
    this.undone = [...this.undone, moves.slice(from)];
    this.game = { ...this.game, moves: moves.slice(0, from) };
    this.look = null;
    this.redraw();
  }

  // What was taken back last, once more.
  redo() {
    if (!this.game || !this.undone.length) return;
    this.game = { ...this.game, moves: [...this.game.moves, ...this.undone.at(-1)] };
    this.undone = this.undone.slice(0, -1);
    this.redraw();
  }

  // Bots play on until a person decides. Drawing the same game once more does not ask them once more.
  async letBotsPlay() {
    const { round } = this;
    if (this.asking === round) return;
    this.asking = round;
    document.body.dataset.bots = "yes";
    try {
      const isPast = () => round !== this.round || document.body.dataset.tab !== "try";
      const { name } = this.position.players[this.position.actor];
      const { told } = await this.learned("bots", { game: this.game }, (n) => { $("situation").textContent = tr("{name} learns this sheet first: {n} %", { name, n }); }, isPast);
      if (isPast() || !told) return; // a text with errors has no game; when they are fixed, it is asked again
      this.game = told;
      this.redraw();
    } catch (error) {
      if (round === this.round) this.refuse([error.message]);
    } finally {
      if (this.asking === round) {
        this.asking = null;
        document.body.dataset.bots = "no";
      }
    }
  }

  // Asks again and again while a bot learns the sheet; each answer takes a moment, so that drawing need not wait.
  async learned(question, data, tell, isPast) {
    for (;;) {
      const answer = await ask(question, { ...this.job(), ...data });
      if (!answer.learning || isPast()) return answer;
      tell(Math.floor((100 * answer.learning.games) / answer.learning.of));
    }
  }

  get isBot() { return Boolean(this.position && !this.position.over && this.game.bots?.[this.position.actor]); }

  // What a bot would do now.
  async advise() {
    const { round } = this;
    $("advice").textContent = tr("Thinking…");
    $("advise").disabled = true;
    try {
      const wish = { bot: $("bot").value };
      const { advice, bot, reasons, second } = await this.learned("advise", { game: this.game, wish }, (n) => { $("advice").textContent = tr("The bot learns this sheet first: {n} %", { n }); }, () => round !== this.round);
      if (round !== this.round || !advice) { $("advice").textContent = ""; return; }
      const what = tr("What {bot} would do: {move}.", { bot, move: advice.say });
      const why = reasons.length ? `${capital(reasons.join("; "))}.` : "";
      const rest = second ? (second.less > 0 ? tr("To this player it is worth {n} points more than the next best move: {move}.", { n: second.less.toLocaleString(language), move: second.say }) : tr("Another move is worth just as much to this player: {move}.", { move: second.say })) : "";
      $("advice").textContent = [what, why, rest].filter(Boolean).join(" ");
      if (advice.cell) { this.sheet.frame("chosen", [advice.cell]); this.sheet.reveal(advice.cell); }
    } catch (error) {
      if (round === this.round) $("advice").textContent = error.message;
    } finally {
      $("advise").disabled = this.position?.over ?? true;
    }
  }

  isCell(id) { return this.facts.zones.includes(id.split(".")[0]) && id.includes(".") && !/\.(badge|star|sign)\./.test(id); }

  play(move) {
    if (this.seen !== this.round || this.isBot) return; // something else is on its way: this move may not be legal after it
    this.die = "";
    this.undone = [];
    this.look = null;
    this.game = { ...this.game, moves: [...this.game.moves, move.text] };
    this.focusMoves = document.activeElement?.closest("#moves, #choices") !== null;
    this.redraw();
  }

  setDice(words) {
    const throwNumber = this.position.throws - 1;
    if (throwNumber < 0) return;
    this.before = this.game;
    this.game = { ...this.game, dice: { ...this.game.dice, [throwNumber]: words.trim() } };
    this.redraw();
  }

  key(event) {
    if (document.body.dataset.tab !== "try") return;
    const typing = event.target.closest("input, select, textarea");
    if (event.key.toLowerCase() === "r" && !typing && !event.ctrlKey && !event.metaKey) { this.redo(); event.preventDefault(); }
    if (event.key.toLowerCase() === "u" && !typing && !event.ctrlKey && !event.metaKey) { this.takeBack(); event.preventDefault(); }
    const list = event.target.closest("#moves");
    if (list && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const buttons = [...list.querySelectorAll("button")];
      const next = buttons[buttons.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
      next?.focus();
      event.preventDefault();
    }
  }

  // What the studio answered to the last drawing.
  show(answer) {
    const counts = this.facts.players.length ? this.facts.players : [1];
    fill($("players"), counts.map(String), $("players").value || String(this.game?.players.length ?? 1));
    if (this.mode === "pencil") this.showPencil(answer);
    else this.showGame(answer);
  }

  // What was asked for last could not be done: the game is as it was before it. A studio that does not respond at all is
  // asked again when it is back.
  failed(round, error) {
    if (round !== this.round || error.status === 0 || this.mode !== "play" || !this.position) return;
    this.game = this.position.told;
    ({ undone: this.undone, look: this.look } = this.known);
    this.before = null;
    this.seen = this.round;
    this.refuse([error.message]);
  }

  showGame(answer) {
    const position = answer.game;
    if (!position) {
      this.refuse(answer.refused ?? []);
      if (this.before) { this.game = this.before; this.before = null; }
      else if (answer.refused) this.game = null;
      this.seen = this.round;
      return;
    }
    this.before = null;
    this.seen = this.round;
    this.position = position;
    this.game = position.told;
    const dropped = position.dropped ? `${ntr("The layout has changed: {n} move was taken back.", "The layout has changed: {n} moves were taken back.", position.dropped)} ` : "";
    $("situation").textContent = `${tr("Round {round} of {rounds}.", position)} ${position.situation}`;
    $("fresh").textContent = dropped + position.fresh.join(" ");
    this.refuse(answer.refused ?? [], answer.clauses);
    $("take-back").disabled = this.lastOfPerson < 0;
    this.sheet.seat = position.actor;
    this.pointToNewGame();
    $("advise").disabled = position.over || this.isBot;
    fill($("bot"), Object.keys(position.bots), $("bot").value || "greedy", Object.fromEntries(Object.entries(position.bots).map(([name, own]) => [name, own.who])));
    $("advice").textContent = "";
    this.showSeats();
    this.showTabs();
    this.showEnding();
    if (position.dropped) this.undone = [];
    this.known = { undone: this.undone, look: this.look }; // with this position
    this.keep();
    $("play-again").disabled = !this.undone.length;
    this.showDice();
    this.showMoves();
    $("log").replaceChildren(...[...position.log].reverse().map((line) => item(line)));
    this.showScores(position.players);
    this.sheet.frame("fresh", position.changed.map(([, cell]) => cell), {}, position.changed.map(([seat]) => seat));
    const own = position.changed.filter(([seat]) => seat === position.actor || position.players.length === 1);
    if (own.length) this.sheet.reveal(own.at(-1)[1]);
    if (this.isBot) {
      $("situation").textContent = tr("{name} is thinking…", position.players[position.actor]);
      this.letBotsPlay();
    }
  }

  // Who plays each sheet: a person, or a bot.
  showSeats() {
    const { players, bots } = this.position, options = ["", ...Object.keys(bots)];
    const names = { "": tr("a person"), ...Object.fromEntries(Object.entries(bots).map(([name, own]) => [name, own.who])) };
    const known = [...$("seats").querySelectorAll("label")].map((own) => own.dataset.name).join("\n");
    if (known !== players.map((own) => own.name).join("\n")) {
      $("seats").replaceChildren(...players.map(({ name }, seat) => {
        const label = document.createElement("label"), select = document.createElement("select");
        label.dataset.name = name;
        select.dataset.seat = String(seat);
        label.append(`${name} `, select);
        select.onchange = () => {
          const chosen = [...(this.game.bots ?? [])];
          chosen[seat] = select.value;
          this.game = { ...this.game, bots: players.map((_, i) => chosen[i] ?? "") };
          this.redraw();
        };
        return label;
      }));
    }
    for (const select of $("seats").querySelectorAll("select")) fill(select, options, this.game.bots?.[Number(select.dataset.seat)] ?? "", names);
  }

  // The sheets of several players: one of them, or all side by side.
  showTabs() {
    const { players, actor, changed } = this.position, several = players.length > 1;
    $("seat-tabs").hidden = !several;
    document.body.dataset.sheets = several && this.isWide && !PHONE.matches ? "all" : "one";
    if (!several) return;
    const shown = this.look ?? actor;
    const buttons = players.map((player, seat) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.sheet = String(seat);
      const news = seat !== shown && changed.some(([own]) => own === seat);
      button.textContent = `${player.name} · ${player.total}${news ? " •" : ""}`;
      if (news) button.title = tr("New marks");
      button.setAttribute("aria-pressed", String(!this.isWide && seat === shown));
      button.onclick = () => { this.isWide = false; this.keepWide(); this.look = seat === actor ? null : seat; this.redraw(); };
      return button;
    });
    const all = document.createElement("button");
    all.type = "button";
    all.id = "side-by-side";
    all.textContent = tr("Side by side");
    all.setAttribute("aria-pressed", String(this.isWide));
    all.onclick = () => { this.isWide = !this.isWide; this.keepWide(); this.redraw(); };
    const focused = document.activeElement?.closest("#seat-tabs") ? document.activeElement.dataset.sheet ?? "all" : "";
    $("seat-tabs").replaceChildren(...buttons, all);
    if (focused) (focused === "all" ? all : buttons[Number(focused)])?.focus();
  }

  keepWide() { try { localStorage.setItem("studio:sheets", this.isWide ? "all" : "one"); } catch { /* forbidden */ } }

  // The end: all totals, the winner, and what the sheet says about a total of one player.
  showEnding() {
    const { over, players, winners } = this.position;
    $("ending").hidden = !over;
    if (!over) return;
    const lines = [...players].sort((a, b) => b.total - a.total).map((own) => {
      const points = ntr("{n} point", "{n} points", own.total);
      return `${players.length > 1 ? `${own.name}: ` : ""}${points}${players.length > 1 && winners.includes(own.name) ? ` · ${tr("winner")}` : ""}`;
    });
    const rating = players.length === 1 ? players[0].rating : "";
    $("ending-lines").replaceChildren(...lines.map((line) => item(line)), ...(rating ? [item(rating)] : []));
  }

  // Why not, in words, and the rules that say so. It has its place at the foot of the panel, always in view: nothing that
  // is clicked moves when it comes or goes.
  refuse(lines, clauses = []) {
    $("refused").textContent = lines.join("\n");
    $("refused-rules").replaceChildren(...clauses.map((clause) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: tr("Rule {clause}", { clause }), onclick: () => this.showClause(clause) });
      return button;
    }));
  }

  async showClause(clause) {
    const title = tr("Rule {clause}", { clause });
    $("clause-title").textContent = title;
    $("clause-text").replaceChildren();
    $("clause-link").hidden = true;
    $("clause-dialog").showModal();
    try {
      const { clause: found } = await ask("clause", { ...this.job(), element: clause });
      if (!found) throw new Error(tr("Fix the errors in the layout first."));
      $("clause-title").textContent = `${title} · ${found.title}`;
      $("clause-text").replaceChildren(...found.texts.map((words) => element("p", words)));
      const address = rulesAddress(found.pages, clause) || (/^https?:/.test(found.url) ? found.url : "");
      $("clause-link").hidden = !address;
      if (address) $("clause-link").href = address;
    } catch (error) {
      $("clause-text").textContent = error.message;
    }
  }

  showDice() {
    const places = [["pool", tr("Rolled")], ["slot", tr("Taken")], ["platter", tr("Platter")], ["beside", tr("Set aside")]];
    $("dice").replaceChildren(...places.flatMap(([place, title]) => {
      const here = this.position.dice.filter((die) => die.place.startsWith(place));
      if (!here.length) return [];
      const row = document.createElement("div");
      row.className = "dice-row";
      const name = document.createElement("span");
      name.className = "quiet";
      name.textContent = title;
      row.append(name, ...here.map((die) => this.dieButton(die, title)));
      return [row];
    }));
  }

  dieButton(die, title) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "die";
    button.textContent = die.face;
    button.style.setProperty("--die", die.colour);
    button.style.setProperty("--on-die", dark(die.colour) ? "#fff" : "#111");
    button.dataset.die = die.name;
    button.setAttribute("aria-pressed", String(this.die === die.name));
    button.setAttribute("aria-label", `${die.label} ${die.face} (${title})`);
    button.title = `${die.label} ${die.face}`;
    button.onclick = () => {
      this.die = this.die === die.name ? "" : die.name;
      this.showDice();
      this.showMoves();
      $("dice").querySelector(`[data-die="${die.name}"]`)?.focus();
    };
    return button;
  }

  get moves() {
    const all = this.position?.moves ?? [];
    return this.die ? all.filter((move) => !move.die || move.die === this.die) : all;
  }

  showMoves() {
    const moves = this.isBot ? [] : this.moves;
    const buttons = moves.slice(0, MOST_BUTTONS).map((move) => this.moveButton(move));
    if (moves.length > MOST_BUTTONS) buttons.push(item(ntr("and {n} more: choose a die, or click a cell", "and {n} more: choose a die, or click a cell", moves.length - MOST_BUTTONS)));
    $("moves").replaceChildren(...buttons);
    const best = {};
    for (const move of moves) if (move.cell) best[move.cell] = Math.max(best[move.cell] ?? -Infinity, move.points);
    const labels = Object.fromEntries(Object.entries(best).filter(([, points]) => points).map(([cell, points]) => [cell, signed(points)]));
    this.sheet.frame("legal", Object.keys(best), labels);
    this.sheet.frame("chosen", []);
    if (this.focusMoves) { this.focusMoves = false; $("moves").querySelector("button")?.focus(); }
  }

  moveButton(move, after = () => {}) {
    const line = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move.say;
    const gain = gained(move);
    if (gain) {
      const own = document.createElement("span");
      own.className = "gain";
      own.textContent = gain;
      button.append(" ", own);
    }
    button.dataset.move = move.text;
    button.onclick = () => { after(); this.play(move); };
    const point = () => { if (move.cell) { this.sheet.frame("chosen", [move.cell]); this.sheet.reveal(move.cell); } };
    button.onfocus = point;
    button.onmouseenter = () => { if (move.cell) this.sheet.frame("chosen", [move.cell]); };
    button.onmouseleave = () => this.sheet.frame("chosen", []);
    line.append(button);
    return line;
  }

  // A cell was clicked.
  click(cell, seat) {
    if (this.mode === "pencil") { this.mark(cell); return; }
    const { players, actor } = this.position ?? {};
    if (players && seat !== undefined && seat !== actor) {
      this.refuse([tr("This is the sheet of {name}; {actor} decides now.", { name: players[seat].name, actor: players[actor].name })]);
      return;
    }
    const moves = this.moves.filter((move) => move.cell === cell);
    if (moves.length === 1) this.play(moves[0]);
    else if (moves.length > 1) this.choose(cell, moves);
    else if (this.isCell(cell)) this.redraw({ why: { cell, die: this.die } });
  }

  choose(cell, moves) {
    const dialog = $("choice-dialog");
    $("choice-title").textContent = tr("Mark {cell} with", { cell });
    $("choices").replaceChildren(...moves.slice(0, MOST_BUTTONS).map((move) => this.moveButton(move, () => dialog.close())));
    dialog.showModal();
  }

  // Pencil

  mark(cell) {
    const zone = cell.split(".")[0];
    if (!this.isCell(cell)) return;
    const marks = { ...(this.pencil?.marks ?? {}) };
    if (this.facts.writes.includes(zone) && !(cell in marks)) {
      this.writing = cell;
      $("number-title").textContent = tr("Write into {cell}", { cell });
      $("number-dialog").showModal();
      return;
    }
    if (!(cell in marks)) marks[cell] = this.facts.circles.includes(zone) ? "o" : "x";
    else if (marks[cell] === "o") marks[cell] = "x";
    else delete marks[cell];
    this.pencil = { ...this.pencil, marks };
    this.redraw();
  }

  write(number) {
    this.pencil = { ...this.pencil, marks: { ...(this.pencil?.marks ?? {}), [this.writing]: number } };
    this.redraw();
  }

  showPencil(answer) {
    if (!answer.pencil) return;
    this.pencil = { ...this.pencil, marks: answer.pencil.marks, rounds: answer.pencil.rounds };
    $("rounds").value = answer.pencil.rounds;
    $("impossible").replaceChildren(...(answer.refused ?? []).map((line) => item(line)));
    this.sheet.frame("legal", []);
    this.sheet.frame("fresh", []);
    this.showScores(answer.pencil.score ? [answer.pencil.score] : []);
  }

  showScores(players) {
    const body = $("scores").tBodies[0];
    const rows = [];
    const row = (name, values) => {
      const line = document.createElement("tr");
      line.append(element("th", name, { scope: "row" }), ...values.map((value) => element("td", value)));
      rows.push(line);
    };
    if (players.length > 1) {
      const line = document.createElement("tr");
      line.append(element("td"), ...players.map((player) => element("th", player.name, { scope: "col" })));
      rows.push(line);
    }
    for (const [i, [name]] of (players[0]?.parts ?? []).entries()) row(name, players.map((player) => player.parts[i][1]));
    if (players.length) {
      row(tr("Total"), players.map((player) => player.total));
      rows.at(-1).className = "total";
      rows.at(-1).id = "total-row";
    }
    body.replaceChildren(...rows);
  }

  // No game and no marks: another layout.
  clear() {
    this.game = this.pencil = this.position = this.before = null;
    this.undone = [];
    this.look = null;
    $("seats").replaceChildren();
    this.die = "";
    this.round++;
    this.leave();
    $("ending").hidden = true;
    for (const id of ["situation", "fresh"]) $(id).textContent = "";
    this.refuse([]);
    for (const id of ["dice", "moves", "log", "impossible"]) $(id).replaceChildren();
    $("scores").tBodies[0].replaceChildren();
  }

  leave() {
    $("seat-tabs").hidden = true;
    document.body.dataset.sheets = "one";
    this.sheet.seat = undefined;
    for (const layer of ["legal", "chosen", "fresh"]) this.sheet.frame(layer, []);
  }

  // Files

  async store(kind) {
    try {
      const answer = await ask("store", { ...this.job(), ...this.spec, kind });
      download(answer.name, new Blob([answer.content], { type: "text/plain" }));
    } catch (error) {
      this.complain(error);
    }
  }

  async load() {
    const [file] = $("load").files;
    $("load").value = "";
    if (!file) return;
    try {
      const answer = await ask("load", { ...this.job(), content: (await file.text()).slice(0, 400000) });
      if (answer.game) {
        Object.assign(this, { game: answer.game, undone: [], look: null, die: "" });
        this.setMode("play");
      }
      else if (answer.pencil) { this.pencil = answer.pencil; this.setMode("pencil"); }
    } catch (error) {
      this.complain(error);
    }
  }
}

export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const capital = (words) => words[0].toLocaleUpperCase(language) + words.slice(1);
const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

// What a move brings at once, in words; empty for nothing.
function gained({ points, badges }) {
  return [points ? ntr("{points} point", "{points} points", Math.abs(points), { points: signed(points) }) : "", ...badges].filter(Boolean).join(", ");
}

// `names` are what people read instead of a word.
export function fill(select, words, chosen, names = {}) {
  if ([...select.options].map((own) => own.value).join("\n") !== words.join("\n")) {
    select.replaceChildren(...words.map((word) => new Option(names[word] ?? word, word)));
  }
  if (words.includes(chosen)) select.value = chosen;
}

function dark(colour) {
  const [red, green, blue] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255).map((own) => (own <= 0.04045 ? own / 12.92 : ((own + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18;
}
