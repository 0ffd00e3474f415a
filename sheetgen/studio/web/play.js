// Try it: a game by the rules, or marks by pencil. The game is a seed and its moves; the studio plays them anew each time.

import { ask } from "./api.js";
import { ntr, tr } from "./texts.js";

const $ = (id) => document.getElementById(id);
const MOST_BUTTONS = 150;

export class Play {
  // `redraw` draws the sheet with the present game or marks; `sheet` shows frames; `job` is what every question needs.
  // `kept` is called with the game after each move.
  constructor({ sheet, redraw, job, complain, kept }) {
    Object.assign(this, { sheet, job, complain, kept });
    this.round = 0; // counts what was done here, so that an answer to something older is not taken for the newest
    this.redraw = (more) => { this.round++; redraw(more); };
    this.mode = "play";
    this.game = null;
    this.pencil = null;
    this.position = null;
    this.die = "";
    this.undone = []; // moves that were taken back, the last one first to come again
    this.facts = { players: [1], zones: [], writes: [], circles: [] };
    $("new-game").onclick = () => this.begin();
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
    return { game: this.game ?? this.start() };
  }

  start(players = 1) {
    const names = Array.from({ length: players }, (_, i) => tr("Player {n}", { n: i + 1 }));
    this.game = { players: names, seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1, moves: [], dice: {}, orders: [], setting: [] };
    return this.game;
  }

  begin() {
    this.start(Number($("players").value) || 1);
    this.die = "";
    this.undone = [];
    this.redraw();
  }

  setMode(mode) {
    this.mode = mode;
    for (const radio of document.getElementsByName("mode")) radio.checked = radio.value === mode;
    $("playing").hidden = mode !== "play";
    $("pencilling").hidden = mode !== "pencil";
    $("save-record").disabled = mode !== "play";
    this.redraw();
  }

  takeBack() {
    if (!this.game?.moves.length) return;
    this.undone = [...this.undone, this.game.moves.at(-1)];
    this.game = { ...this.game, moves: this.game.moves.slice(0, -1) };
    this.redraw();
  }

  // The move that was taken back last, once more.
  redo() {
    if (!this.game || !this.undone.length) return;
    this.game = { ...this.game, moves: [...this.game.moves, this.undone.at(-1)] };
    this.undone = this.undone.slice(0, -1);
    this.redraw();
  }

  // What a bot would do now.
  async advise() {
    const { round } = this;
    $("advice").textContent = tr("Thinking…");
    $("advise").disabled = true;
    try {
      const { advice, bot } = await ask("advise", { ...this.job(), game: this.game, wish: { bot: $("bot").value } });
      if (round !== this.round || !advice) { $("advice").textContent = ""; return; }
      const gain = gained(advice);
      const what = tr("What {bot} would do: {move}.", { bot, move: advice.say });
      const why = gain ? tr("It brings at once: {gain}.", { gain }) : tr("It brings nothing at once.");
      $("advice").textContent = `${what} ${why}`;
      if (advice.cell) { this.sheet.frame("chosen", [advice.cell]); this.sheet.reveal(advice.cell); }
    } catch (error) {
      if (round === this.round) $("advice").textContent = error.message;
    } finally {
      $("advise").disabled = this.position?.over ?? true;
    }
  }

  isCell(id) { return this.facts.zones.includes(id.split(".")[0]) && id.includes(".") && !/\.(badge|star|sign)\./.test(id); }

  play(move) {
    if (this.seen !== this.round) return; // something else is on its way: this move may not be legal after it
    this.die = "";
    this.undone = [];
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
    fill($("players"), counts.map(String), $("players").value || "1");
    if (this.mode === "pencil") this.showPencil(answer);
    else this.showGame(answer);
  }

  showGame(answer) {
    const position = answer.game;
    if (!position) {
      $("refused").textContent = (answer.refused ?? []).join("\n");
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
    $("refused").textContent = (answer.refused ?? []).join("\n");
    $("take-back").disabled = !this.game.moves.length;
    $("advise").disabled = position.over;
    fill($("bot"), Object.keys(position.bots), $("bot").value || "greedy", position.bots);
    $("advice").textContent = "";
    $("whose").textContent = position.players.length > 1 ? tr("The sheet of {name}", position.players[position.actor]) : "";
    this.kept(this.game);
    if (position.dropped) this.undone = [];
    $("play-again").disabled = !this.undone.length;
    this.showDice();
    this.showMoves();
    $("log").replaceChildren(...[...position.log].reverse().map((line) => item(line)));
    this.showScores(position.players);
    this.sheet.frame("fresh", position.changed);
    if (position.changed.length) this.sheet.reveal(position.changed.at(-1));
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
    const moves = this.moves;
    const buttons = moves.slice(0, MOST_BUTTONS).map((move) => this.moveButton(move));
    if (moves.length > MOST_BUTTONS) buttons.push(item(ntr("and {n} more: choose a die, or click a cell", "and {n} more: choose a die, or click a cell", moves.length - MOST_BUTTONS)));
    if (this.position.over) buttons.push(item(this.position.players.length > 1 ? tr("Winner: {names}", { names: this.position.winners.join(", ") }) : this.position.players[0].rating || tr("The game is over.")));
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
  click(cell) {
    if (this.mode === "pencil") { this.mark(cell); return; }
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
    const row = (name, values, kind = "td") => {
      const line = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = name;
      line.append(head, ...values.map((value) => { const cell = document.createElement(kind); cell.textContent = value; return cell; }));
      rows.push(line);
    };
    if (players.length > 1) row("", players.map((player) => player.name), "td");
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
    this.die = "";
    this.round++;
    this.leave();
    for (const id of ["situation", "fresh", "refused"]) $(id).textContent = "";
    for (const id of ["dice", "moves", "log", "impossible"]) $(id).replaceChildren();
    $("scores").tBodies[0].replaceChildren();
  }

  leave() { for (const layer of ["legal", "chosen", "fresh"]) this.sheet.frame(layer, []); }

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
      if (answer.game) { this.game = answer.game; this.setMode("play"); }
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

const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

// What a move brings at once, in words; empty for nothing.
function gained({ points, badges }) {
  return [points ? ntr("{points} point", "{points} points", Math.abs(points), { points: signed(points) }) : "", ...badges].filter(Boolean).join(", ");
}

function item(words) {
  const line = document.createElement("li");
  line.textContent = words;
  return line;
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
