"""The jobs of a worker: each takes plain data and gives plain data, and keeps nothing between two of them."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sheetgen.drawing.marks import with_marks_of_page
from sheetgen.drawing.scene import DrawingError
from sheetgen.layout import Layout, LayoutError, Problem, Severity, SheetEdition, problems_of, read_from_text
from sheetgen.studio.pages import View, as_page, has_two_pages, ids_of, read_view, scenes
from sheetgen.studio.places import Places

Data = dict[str, Any]
LONGEST = 400_000  # characters of a record or marks file


class UnusableError(Exception):
    """A layout that has errors: there is nothing to draw or to play."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("the layout has errors")
        self.problems = problems


def do(job: str, data: Data) -> Data:
    """Do one job."""
    try:
        return JOBS[job](data)
    except UnusableError as error:
        return {"problems": [_problem(problem, data) for problem in error.problems], "pages": None}
    except DrawingError as error:
        return {"problems": [_undrawable(error, data)], "pages": None}


def _read(data: Data) -> tuple[Layout, list[Problem]]:
    """Read the text of the page as the layout that it would be on disk."""
    path = Path(data["folder"]) / data["name"]
    try:
        layout = read_from_text(data["text"], path, data["name"])
    except LayoutError as error:
        raise UnusableError(list(error.problems)) from None
    problems = problems_of(layout)
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise UnusableError(problems)
    return layout, problems


def _problem(problem: Problem, data: Data) -> Data:
    told: Data = problem.as_dict()
    told["file"] = Path(problem.mark.file).name
    told["own"] = problem.mark.file == data["name"]
    return told


def _undrawable(error: Exception, data: Data) -> Data:
    """What the sheet has no room for is told where the sheet is arranged, or at the top."""
    line = next((i for i, own in enumerate(data["text"].split("\n"), 1) if own.startswith("sheet:")), 1)
    return {
        "file": data["name"], "own": True, "line": line, "column": 1, "path": "sheet",
        "severity": "error", "message": str(error), "suggestion": "",
    }  # fmt: skip


# Drawing


def draw(data: Data) -> Data:
    """Check and draw a layout, with the marks of a game or of a pencil if there are any."""
    layout, problems = _read(data)
    view = read_view(data.get("view"))
    answer: Data = {"problems": [_problem(problem, data) for problem in problems], "facts": _facts(layout)}
    marks = None
    if isinstance(layout.edition, SheetEdition):
        if data.get("game"):
            marks = _play(layout, data, answer)
        elif data.get("pencil"):
            marks = _pencil(layout, data["pencil"], answer)
        if marks is not None and has_two_pages(layout) and view.side == "front":
            view = View(view.theme, view.language, view.solo, "both")
    return {**answer, **_drawn(layout, view, marks)}


def _drawn(layout: Layout, view: View, marks: Mapping[str, Any] | None) -> Data:
    bare = scenes(layout, view)
    places = Places(layout, [own_id for scene in bare for own_id in ids_of(scene.items)])
    shown = bare if marks is None else [with_marks_of_page(scene, layout, marks, theme=view.theme) for scene in bare]
    return {
        "pages": [as_page(scene) for scene in shown],
        "places": places.by_id(),
        "lines": places.by_line(),
    }


def _facts(layout: Layout) -> Data:
    """What the page needs to know about a layout, for its switches and for completion."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        return {"kind": "cards", "solo": False, "zones": [], "dice": list(edition.decks), "actions": [], "players": []}
    return {
        "kind": "sheet",
        "solo": edition.solo is not None,
        "zones": list(edition.zones),
        "writes": [name for name, zone in edition.zones.items() if zone.mark_kind == "number"],
        "circles": [name for name, zone in edition.zones.items() if zone.mark_kind == "circle then cross"],
        "dice": list(edition.dice),
        "actions": list(edition.actions),
        "players": sorted(edition.rounds.by_players),
        "two pages": has_two_pages(layout),
    }


# Trying it


def _play(layout: Layout, data: Data, answer: Data) -> Mapping[str, Any]:
    """Play the game of the page as far as it goes; return the marks of whoever decides."""
    from sheetgen.engine import rules_of
    from sheetgen.studio.table import TableError, play, position, read_told, reasons, sheet_of

    rules = rules_of(layout)
    try:
        told = read_told(data["game"])
        game, played = play(rules, told)
    except TableError as error:
        answer["refused"] = [str(error)]
        return {"marks": {}, "actions": {}, "rounds": 0}
    answer["game"] = position(game, played)
    answer["game"]["dropped"] = len(told.moves) - len(played.moves)
    if data.get("why"):
        answer["refused"] = reasons(game, data["why"].get("cell"), data["why"].get("die"))
    seat = data.get("seat")
    return sheet_of(game, seat if type(seat) is int and 0 <= seat < len(game.players) else None)


def _pencil(layout: Layout, pencil: Data, answer: Data) -> Mapping[str, Any]:
    """Marks as somebody draws them: anything goes, but the engine says what no game can leave, and counts."""
    from sheetgen.engine import Marks, MarksError, rules_of, sheet_from

    rules = rules_of(layout)
    raw, rounds = pencil.get("marks"), pencil.get("rounds")
    zones = {zone.name: zone for zone in rules.zones}
    cells = {
        cell: mark
        for cell, mark in (raw if isinstance(raw, dict) else {}).items()
        if (own := zones.get(cell.partition(".")[0])) is not None
        and cell.partition(".")[2] in own.index
        and _can_be_drawn(mark)
    }
    most = rules.edition.rounds.count
    taken = rounds if type(rounds) is int and 0 <= rounds <= most else most
    answer["pencil"] = {"marks": cells, "rounds": taken}
    try:
        actions = pencil.get("actions")
        player = sheet_from(Marks(cells, taken, actions if isinstance(actions, dict) else {}), rules)
    except MarksError as error:
        answer["refused"] = list(error.reasons)
        return {"marks": cells, "actions": {}, "rounds": taken}
    score = player.score()
    answer["pencil"]["score"] = {
        "zones": score.zones, "foxes": score.foxes, "each": score.each, "total": score.total
    }  # fmt: skip
    return {"marks": player.marks(), "actions": player.actions(), "rounds": taken}


def _can_be_drawn(mark: object) -> bool:
    """Is it a cross, a circle or a number that a hand could write, perhaps with its bonus struck?"""
    value = mark.get("value") if isinstance(mark, dict) else mark
    return value in ("x", "o") if isinstance(value, str) else type(value) is int and -100 < value < 1000


def load(data: Data) -> Data:
    """Take over a record or a marks file, so that it can be gone on with."""
    from sheetgen.engine import MarksError, read_marks, rules_of
    from sheetgen.studio.table import TableError, told_by

    layout, _ = _read(data)
    content = str(data.get("content"))[:LONGEST]
    if not isinstance(layout.edition, SheetEdition):
        return {"error": "cards have neither marks nor records here"}
    rules = rules_of(layout)
    try:
        if content.lstrip().startswith("{"):
            marks = read_marks(content, rules)
            return {"pencil": {"marks": dict(marks.cells), "rounds": marks.rounds, "actions": dict(marks.actions)}}
        return {"game": told_by(content, rules, 1).as_dict()}
    except MarksError as error:
        return {"error": f"the marks: {error.reasons[0]}"}
    except TableError as error:
        return {"error": str(error)}


def keep(data: Data) -> Data:
    """The game or the marks on the page as a file: `record` or `marks`."""
    from sheetgen.engine import rules_of
    from sheetgen.studio.table import TableError, play, read_told, sheet_of

    layout, _ = _read(data)
    if not isinstance(layout.edition, SheetEdition):
        return {"error": "cards have neither marks nor records here"}
    if data.get("pencil") and data.get("kind") == "marks":
        answer: Data = {}
        own = _pencil(layout, data["pencil"], answer)
        marks: Mapping[str, object] = {"edition": layout.id, "rounds": own["rounds"], "marks": own["marks"]}
    else:
        try:
            game, _ = play(rules_of(layout), read_told(data.get("game")))
        except TableError as error:
            return {"error": str(error)}
        if data.get("kind") == "record":
            record = game.record().replace(f"edition: {layout.id}\n", f"edition: {data['name']}\n", 1)
            return {"name": f"{layout.id}.record", "content": record}
        marks = sheet_of(game)
    return {"name": f"{layout.id}-marks.json", "content": json.dumps(marks, indent=1, ensure_ascii=False) + "\n"}


# Files


def new(data: Data) -> Data:
    """The text of a new layout on top of a shipped edition: only a start, or everything written out."""
    from sheetgen.layout import read
    from sheetgen.layout.writing import as_yaml, starter
    from sheetgen.resources import shipped_layouts

    edition = data.get("edition")
    if not isinstance(edition, str) or edition not in shipped_layouts():
        return {"error": "start from one of the shipped editions"}
    layout = read(edition)
    if not data.get("whole"):
        return {"text": starter(layout, edition)}
    source = shipped_layouts()[edition].read_text("utf-8")
    if "\nextends:" in source:
        source = f"# Everything that {edition} says, written out.\n{as_yaml(layout)}"
    lines = [line for line in source.split("\n") if not line.startswith("# yaml-language-server")]
    return {"text": "\n".join(lines)}


def export(data: Data) -> Data:
    """Make a file of what is on the screen."""
    from sheetgen.layout.sheet import PAPERS
    from sheetgen.press import PressError
    from sheetgen.studio.exports import EXPORTS, MOST_SHEETS, PRESS, Wish

    layout, _ = _read(data)
    wish = data.get("wish") or {}
    kind, sheets = str(wish.get("kind")), wish.get("sheets", 20)
    paper, profile = str(wish.get("paper")), str(wish.get("profile"))
    if kind not in EXPORTS:
        return {"error": "there is no such export"}
    if type(sheets) is not int or not 1 <= sheets <= MOST_SHEETS:
        return {"error": f"a pad has 1 to {MOST_SHEETS} sheets here"}
    marks = None
    if isinstance(layout.edition, SheetEdition) and (data.get("game") or data.get("pencil")):
        answer: Data = {}
        marks = _play(layout, data, answer) if data.get("game") else _pencil(layout, data["pencil"], answer)
    try:
        made = EXPORTS[kind](
            Wish(
                layout,
                read_view(data.get("view")),
                marks,
                sheets,
                paper if paper in PAPERS else "A4",
                wish.get("both sides") is True,
                profile if profile in PRESS else PRESS[0],
                Path(data["folder"]) / data["name"],
                data["text"],
            )
        )
    except PressError as error:
        return {"error": str(error)}
    return {"made": made.as_dict()}


JOBS: Mapping[str, Callable[[Data], Data]] = {
    "draw": draw,
    "load": load,
    "keep": keep,
    "new": new,
    "export": export,
}
