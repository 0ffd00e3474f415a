"""What a record expects, told to readers: moves that are (not) possible, points, the winner."""

import re
from collections.abc import Iterator

from sheetgen.engine.moves import PartialMove
from sheetgen.engine.records import Line
from sheetgen.site.steps import Example, Step
from sheetgen.site.words import Words

_CLAUSE = re.compile(r"[A-Z][0-9]{1,2}\Z")


def tell_notes(example: Example, step: Step, words: Words) -> Iterator[tuple[str, str]]:
    """Pairs of a kind (`no`, `yes`, `points`) and a sentence; what the pictures show already is left out."""
    for line in step.notes:
        word, _, rest = line.rest.partition(" ")
        who = f"{line.who} · " if line.who and len(example.record.players) > 1 else ""
        if word in ("can", "cannot"):
            move = _move(example, rest, words, with_clause=word == "cannot")
            if move and word == "can":
                yield "yes", who + words.tr("Possible here: {move}.", move=move)
            elif move:
                yield "no", who + words.tr("Not possible here: {move}.", move=move)
        elif word == "winner":
            yield "points", words.tr("The winner: {names}.", names=words.listed(rest.split(", ")))
        else:
            told = _points(example, line, words)
            if told:
                yield "points", who + told


def _points(example: Example, line: Line, words: Words) -> str:
    what, _, number = line.rest.rpartition(" ")
    if not number.lstrip("-").isdecimal():
        return ""
    n = int(number)
    if what in example.edition.zones:
        zone = words.cap(words.zone(example.edition, what))
        return words.ntr("{zone}: {n} point.", "{zone}: {n} points.", n, zone=zone)
    if what == "total":
        return words.ntr("In all: {n} point.", "In all: {n} points.", n)
    if what == "fox":
        return words.ntr("Each fox is worth {n} point.", "Each fox is worth {n} points.", n)
    if what == "fox points":
        return words.ntr("All foxes together: {n} point.", "All foxes together: {n} points.", n)
    if what == "band" and example.edition.solo is not None and (band := example.edition.solo.rating(n)) is not None:
        return words.tr("The rating says: {label}", label=words.tr(band.label))
    return ""


def _move(example: Example, text: str, words: Words, *, with_clause: bool) -> str:
    """A move in words, as a noun phrase; the clause that forbids it may stand behind it."""
    parts, tr = text.split(), words.tr
    simple = {
        "reroll": tr("throw again"),
        "pass": tr("take no die"),
        "done": tr("stop"),
        "throw": tr("throw the dice"),
    }
    if parts[0] in simple:
        return simple[parts[0]]
    if with_clause and len(parts) > 2 and _CLAUSE.match(parts[-1]):
        parts = parts[:-1]
    wanted = PartialMove(example.record.rules, " ".join(parts))
    fields = wanted.fields
    if wanted.kind == "unlock":
        return tr("unlock “{action}”", action=words.tr(str(fields["what"])))
    die, where = _die(example, wanted, words), _cell(example, wanted, words)
    if wanted.kind == "nearest":
        return tr("{die} as the nearest die", die=die)
    if wanted.kind == "return":
        return tr("take {die} back", die=die)
    if wanted.kind == "place":
        return tr("{bonus}, used in {cell}", bonus=words.bonus(example.edition, str(fields["what"])), cell=where)
    if not die:
        return tr("one more mark in {cell}", cell=where)
    if not where:
        return die
    if wanted.kind == "extra":
        return tr("{die} as an extra die for {cell}", die=die, cell=where)
    return tr("{die} for {cell}", die=die, cell=where)


def _die(example: Example, wanted: PartialMove, words: Words) -> str:
    die = str(wanted.fields.get("die", ""))
    if not die:
        return ""
    shown = words.die(example.edition, die)
    if wanted.face is not None:
        shown = words.tr("{colour} {face}", colour=shown, face=wanted.face)
    if wanted.fields.get("value", wanted.face) != wanted.face:
        shown = words.tr("{die} as {value}", die=shown, value=wanted.fields["value"])
    return shown


def _cell(example: Example, wanted: PartialMove, words: Words) -> str:
    zone, cell = str(wanted.fields.get("zone", "")), str(wanted.fields.get("cell", ""))
    if zone not in example.edition.zones:
        return ""
    name = words.zone(example.edition, zone)
    row, _, column = cell.removeprefix("r").partition("c")
    if column:
        return words.tr("{zone}, row {row}, column {column}", zone=name, row=row, column=column)
    return words.tr("{zone}, cell {cell}", zone=name, cell=cell)
