// Counts sheets from the tables of sheetgen/engine/counting.py: points, badges, rating, and marks that cannot be.
// Marks are those of a marks file: {"yellow.r2c3": "x", "purple.1": 4, "pink.2": {"value": 3, "bonus": true}}.
"use strict";
const SheetCounter = (() => {
  const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

  // One function for each kind of points: the data of the part, the entries by cell, the cells that count.
  const POINTS = {
    "sum": ({ weights }, content, counted) => add(counted.map((cell) => weights[cell] * content[cell])),
    "count": ({ groups, ladder }, content, counted) => {
      const marks = {};
      for (const cell of counted) marks[groups[cell]] = (marks[groups[cell]] || 0) + 1;
      return add(Object.values(marks).map((count) => ladder[count - 1]));
    },
    "lines": ({ lines, ladder }, content, counted) =>
      add(ladder.filter((_, line) => lines[line].every((cell) => counted.includes(cell)))),
    "last": ({ ladder }, content, counted) => (counted.length ? ladder[counted[counted.length - 1]] : 0),
    "ends": ({ ladder, middle }, content, counted) =>
      (ladder[Math.min(middle, ...counted)] || 0) + (ladder[Math.max(middle, ...counted)] || 0),
    "pairs": (data, content) =>
      add(content.map((first, cell) => (cell % 2 === 0 && first && content[cell + 1] ? first - content[cell + 1] : 0))),
    "each": ({ limits }, content, counted) =>
      add(
        counted.map((cell) => {
          const reached = limits.filter(([least, limit]) => (least ? content[cell] >= limit : content[cell] <= limit));
          return reached.length ? Math.max(...reached.map(([, , points]) => points)) : 0;
        }),
      ),
  };

  // One function for each kind of comparison: the number, the printed one, the one before, the side, the restart.
  const FITS = {
    "same": (value, { number }) => value === number,
    "at least": (value, { number }) => value >= number,
    "higher": (value, { before, restart }) => before === null || value > before || before === restart,
    "lower": (value, { before, restart }) => before === null || value < before || before === restart,
    "not higher": (value, { before }) => before === null || value <= before,
    "not lower": (value, { before }) => before === null || value >= before,
    "step": (value, { before, side, restart }) =>
      before === null || value === before + side || (value === restart && before !== restart),
    "even": (value) => value % 2 === 0,
    "any": () => true,
  };

  const PRINTED = ["same", "at least"]; // those that compare with the number that is printed in the cell

  const valueOf = (mark) => (mark !== null && typeof mark === "object" ? mark.value : mark);

  // A zone with the marks of a sheet: per cell whether it is marked, and the number or the stage.
  const read = (zone, marks) => {
    const given = zone.cells.map((cell) => marks[`${zone.id}.${cell}`]);
    const stages = { x: zone.marks === "circle then cross" ? 2 : 1, o: 1 };
    const content = given.map((mark) =>
      mark === undefined ? 0 : zone.marks === "number" ? valueOf(mark) : stages[mark],
    );
    const printed = new Set(zone.printed);
    return { zone, given, content, printed, isMarked: (cell) => given[cell] !== undefined || printed.has(cell) };
  };

  const countedCells = ({ zone, given, content, printed }) => {
    const last = zone.marks === "circle then cross" ? 2 : 1;
    const filling = zone.filling || zone.cells.map((_, cell) => cell);
    return filling.filter(
      (cell) => given[cell] !== undefined && !printed.has(cell) && (zone.marks === "number" || content[cell] >= last),
    );
  };

  const isOpen = (sheet, cell) => {
    const first = (sheet.zone.first || [])[cell] || [];
    return first.every((other) => other >= 0 && sheet.isMarked(other) && isOpen(sheet, other));
  };

  const numberBefore = ({ zone, given, content, isMarked }, cell) => {
    let other = zone.before ? zone.before[cell] : -1;
    if (zone.skips) for (other = cell - 1; other >= 0 && !isMarked(other); ) other -= 1;
    if (other < 0) return null;
    return (given[other] !== undefined ? content[other] : (zone.entries || {})[other]) || null;
  };

  // The numbers that a cell can contain, those with its badge and those without (both empty where there is no choice).
  // A ? may go on from the number before.
  const writableIn = (sheet, cell) => {
    const { zone } = sheet;
    const next = (numberBefore(sheet, cell) || 0) + 1;
    const more = zone["one more"] ? zone["one more"][cell].map(([times, by]) => Math.ceil((next * times) / by)) : [];
    const merged = (numbers, others) => [...new Set([...numbers, ...others])].sort((one, other) => one - other);
    const choice = zone.choice ? zone.choice[cell] : [];
    return {
      numbers: merged(zone.values[zone["value of"] ? zone["value of"][cell] : 0], more),
      choice: choice.map((numbers, way) => merged(numbers, more.slice(way, way + 1))),
    };
  };

  // Whether an entry took the badge of its cell: as the sheet says, else as its number says.
  const tookBadge = (sheet, cell) => {
    if (!sheet.zone.choice) return true;
    const value = sheet.content[cell];
    const [halves, products] = writableIn(sheet, cell).choice;
    if (![...halves, ...products].includes(value)) return true;
    const { bonus } = Object(sheet.given[cell]);
    return typeof bonus === "boolean" ? bonus : halves.includes(value);
  };

  // Why a mark cannot be: a key of the refusals, or a message of the zone, and the values of its fields; else null.
  const refusal = (sheet, cell) => {
    const { zone, content } = sheet;
    const value = content[cell];
    if (zone.marks === "circle then cross") return null;
    if (!isOpen(sheet, cell)) return { why: "closed", says: zone.closed };
    if (zone.marks !== "number") return null;
    const writable = writableIn(sheet, cell);
    if (!writable.numbers.includes(value)) return { why: "value", number: value, numbers: writable.numbers };
    if (zone.choice) {
      const badge = tookBadge(sheet, cell);
      const numbers = writable.choice[badge ? 0 : 1];
      if (!numbers.includes(value)) {
        return { why: badge ? "with badge" : numbers.length ? "without badge" : "no star", number: value, numbers };
      }
    }
    const fit = zone.fits[zone["fit of"] ? zone["fit of"][cell] : 0];
    const restart = fit.restart === undefined ? null : fit.restart;
    const side = (zone.left || []).includes(cell) ? -1 : 1;
    const before = numberBefore(sheet, cell);
    const number = zone.numbers ? zone.numbers[cell] : null;
    if (FITS[fit.how](value, { number, before, side, restart })) return null;
    const says = fit.says[restart === null || before === restart ? 0 : fit.says.length - 1];
    const needed = fit.how === "step" ? before + side : PRINTED.includes(fit.how) ? number : before;
    return { why: "fit", says, number: needed, restart };
  };

  const writable = (zone, marks, cell) => writableIn(read(zone, marks), cell);

  const earned = (sheet) => {
    const { zone, given, content, printed, isMarked } = sheet;
    return (zone.badges || [])
      .filter(({ cells, from = 0, chosen }) => {
        const [cell] = cells;
        if (chosen && given[cell] !== undefined && !tookBadge(sheet, cell)) return false;
        if (from && given[cell] !== undefined && content[cell] < from) return false;
        return cells.every((own) => (zone.stage ? printed.has(own) || content[own] >= zone.stage : isMarked(own)));
      })
      .map(({ gives }) => gives);
  };

  // The score of a sheet; `rounds` is how many rounds have begun.
  const count = (table, marks, rounds) => {
    const sheets = table.zones.map((zone) => read(zone, marks));
    const zones = {};
    for (const sheet of sheets) {
      const counted = countedCells(sheet);
      zones[sheet.zone.id] = add(sheet.zone.points.map((part) => POINTS[part.how](part, sheet.content, counted)));
    }
    const badges = {};
    for (const id of Object.keys(table.badges || {})) badges[id] = 0;
    const unlocked = {};
    const earn = (id) => {
      if (id in badges) badges[id] += 1;
      const track = (table.tracks || {})[id];
      if (!track) return;
      unlocked[id] = (unlocked[id] || 0) + 1;
      if (unlocked[id] === track.slots) earn(track.end);
    };
    if (table.rounds) table.rounds.gives.slice(0, rounds).filter(Boolean).forEach(earn);
    sheets.flatMap(earned).forEach(earn);
    const lowest = Math.min(...Object.values(zones));
    for (const [id, number] of Object.entries(badges)) {
      const { points = lowest, least = -Infinity } = table.badges[id];
      const each = Math.max(points, least);
      badges[id] = { count: number, each, points: number * each };
    }
    const total = add(Object.values(zones)) + add(Object.values(badges).map(({ points }) => points));
    const problems = sheets.flatMap((sheet) =>
      sheet.zone.cells
        .map((name, cell) => ({ cell: `${sheet.zone.id}.${name}`, index: cell }))
        .filter(({ index }) => sheet.given[index] !== undefined && !sheet.printed.has(index))
        .map(({ cell, index }) => ({ cell, ...refusal(sheet, index) }))
        .filter(({ why }) => why),
    );
    return { zones, badges, total, rating: ratingOf(table.ratings || [], total), problems };
  };

  const ratingOf = (ratings, total) =>
    ratings.find(([from]) => total >= from) || (ratings.length ? ratings[ratings.length - 1] : null);

  // The score of a player of the card game; marks are the number of cards won by name, and of those captured.
  const countCards = (table, marks) => {
    const zones = { own: add(table.cards.map(([card, , points]) => points * (marks[card] || 0))) };
    zones.captured = table.back * (marks.captured || 0);
    return { zones, badges: {}, total: zones.own + zones.captured, rating: null, problems: [] };
  };

  // Who leads: the highest total, then the highest zone; in the card game the one who was active last.
  const winners = (scores, isCards) => {
    const rank = (score, seat) => [score.total, isCards ? seat : Math.max(...Object.values(score.zones))];
    const ranks = scores.map(rank);
    const best = [...ranks].sort((a, b) => b[0] - a[0] || b[1] - a[1])[0];
    return ranks.flatMap(([total, second], seat) => (total === best[0] && second === best[1] ? [seat] : []));
  };

  const functions = { points: Object.keys(POINTS), fits: Object.keys(FITS) };
  return { count, countCards, winners, writable, functions };
})();
