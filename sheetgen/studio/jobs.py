"""The jobs that a worker does, by name: JSON in, JSON out, and no state is kept between jobs."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from sheetgen.drawing.scene import DrawingError
from sheetgen.i18n import fill_fields, languages, later, translate
from sheetgen.layout import Layout, LayoutError, Problem, Severity, SheetEdition, problems_of, read_from_text
from sheetgen.layout.parts.bonus import SCORING_BADGES
from sheetgen.layout.problems import brief
from sheetgen.layout.sheet import MorePanels
from sheetgen.studio.preview import View, has_two_pages, preview, read_language, read_view

Data = dict[str, Any]
MAX_CHARACTERS = 400_000  # of a record or marks file
MAX_CHANGES = 8  # that name a version
TALLER = (6, 12, 24, 48)  # millimetres that a sheet may grow for a new zone
NO_START = "start from one of the shipped editions or variants"
NO_CARD_GAMES = later("cards are not simulated; `sheetgen odds` computes their odds")
NO_CARDS = later("cards have neither marks nor records here")
NO_CARDS_TO_PLAY = later("cards are not played here")
NO_SUCH_PARENT = later("the layout does not extend such a file")
NO_SUCH_RULE = later("there is no rule {clause}")


@dataclass(frozen=True)
class LayoutJob:
    """A layout without errors, the warnings and notes about it, and the data of the request."""

    layout: Layout
    problems: list[Problem]
    data: Data


def run_job(name: str, data: Data) -> Data:
    """Do a job and return its answer; a layout that cannot be used or drawn gives `problems` and no `pages`.

    `data` holds the text of the layout, its file name and folder, and more for each job.
    """
    if name in PLAIN_JOBS:
        return PLAIN_JOBS[name](data)
    try:
        layout = read_from_text(data["text"], Path(data["folder"]) / data["name"], data["name"])
    except LayoutError as error:
        return _only_problems(error.problems, data)
    problems = problems_of(layout)
    if any(problem.severity is Severity.ERROR for problem in problems):
        return _only_problems(problems, data)
    try:
        return JOBS[name](LayoutJob(layout, problems, data))
    except DrawingError as error:
        return {"problems": [_drawing_problem(error, data)], "pages": None}


def _only_problems(problems: Iterable[Problem], data: Data) -> Data:
    return {"problems": [_problem(problem, data) for problem in problems], "pages": None}


def _problem(problem: Problem, data: Data) -> Data:
    return {
        **problem.as_dict(),
        "file": Path(problem.position.file).name,
        "own": problem.position.file == data["name"],  # is it in the file of the editor?
    }


def _drawing_problem(error: Exception, data: Data) -> Data:
    """Return an error of drawing as a problem of the line `sheet:`, which arranges the sheet, or of the first line."""
    lines = enumerate(data["text"].split("\n"), 1)
    line = next((number for number, text in lines if text.startswith("sheet:")), 1)
    return {
        "file": data["name"], "own": True, "line": line, "column": 1, "path": "sheet",
        "severity": "error", "message": str(error), "suggestion": "",
    }  # fmt: skip


def draw(job: LayoutJob) -> Data:
    """Draw a layout, with the marks of the game or of the pencil if there are any."""
    answer: Data = {
        "problems": [_problem(problem, job.data) for problem in job.problems],
        "facts": {**_facts(job.layout), "names": _names(job.layout, read_language(job.data))},
    }
    sheets = _marked_sheets(job, answer)
    return {**answer, **preview(job.layout, _view(job, sheets), sheets)}


def _view(job: LayoutJob, sheets: Mapping[int, object]) -> View:
    """Return the view that the page asks for; of a marked sheet that continues on its back, both sides."""
    view = read_view(job.data.get("view"))
    if sheets and has_two_pages(job.layout) and view.side == "front":
        return replace(view, side="both")
    return view


def _marked_sheets(job: LayoutJob, answer: Data) -> Mapping[int, Mapping[str, Any]]:
    """Return the marks of the game or of the pencil on the page, by seat; put the game or the pencil into `answer`."""
    if not isinstance(job.layout.edition, SheetEdition) or not (job.data.get("game") or job.data.get("pencil")):
        return {}
    from sheetgen.studio.game_session import play_session, read_pencil

    if job.data.get("game"):
        return play_session(job.layout, job.data, answer)
    return {0: read_pencil(job.layout, job.data["pencil"], answer, read_language(job.data))}


def _facts(layout: Layout) -> Data:
    """Return what the page needs to know about a layout, for its switches and for completion."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        return {
            "kind": "cards",
            "solo": False,
            "zones": [],
            "dice": list(edition.decks),
            "actions": [],
            "scoring": [],
            "players": [],
        }
    return {
        "kind": "sheet",
        "solo": edition.solo is not None,
        "zones": list(edition.zones),
        "writes": [name for name, zone in edition.zones.items() if zone.mark_kind == "number"],
        "circles": [name for name, zone in edition.zones.items() if zone.mark_kind == "circle then cross"],
        "dice": list(edition.dice),
        "actions": list(edition.actions),
        "scoring": [badge.name for badge in SCORING_BADGES],
        "players": sorted(edition.rounds.by_players),
        "two pages": has_two_pages(layout),
        "strips": _strips(edition),
    }


def _names(layout: Layout, language: str) -> dict[str, str]:
    """Return what zones and actions are called in the language of the page, by their names in the layout.

    A further zone of a die without a name of its own has its name in the layout, too.
    """
    from sheetgen.drawing.names import action_name, told_apart, zone_name

    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        return {}
    tr = partial(translate, language=language, translations=edition.translations)
    tracks = [
        name if action.lists is None else f"{name}.{kind}"
        for name, action in edition.actions.items()
        for kind in action.tracks(name)
    ]
    actions = {label: action_name(edition, label, tr) for label in tracks}
    return {
        **{label: own[:1].upper() + own[1:] for label, own in actions.items()},
        **{name: told_apart(edition, name, zone_name(edition, name, tr)) for name in edition.zones},
    }


def _strips(edition: SheetEdition) -> Data:
    """Return the panels of each page, strip by strip; a column of several panels is a list."""
    pages = {"front": edition.sheet.rows}
    if isinstance(edition.back, MorePanels):
        pages["back"] = edition.back.rows
    return {page: [list(row.panels) for row in rows] for page, rows in pages.items()}


def load(job: LayoutJob) -> Data:
    """Read a record or a marks file, so that it can be continued; return it as `game` or `pencil`."""
    from sheetgen.engine import MarksError, read_marks, rules_of
    from sheetgen.studio.game_session import SessionError, log_from_record

    content = str(job.data.get("content"))[:MAX_CHARACTERS]
    if not isinstance(job.layout.edition, SheetEdition):
        return {"error": translate(NO_CARDS, read_language(job.data))}
    rules = rules_of(job.layout)
    try:
        if content.lstrip().startswith("{"):
            marks = read_marks(content, rules)
            return {"pencil": {"marks": dict(marks.cells), "rounds": marks.rounds, "actions": dict(marks.actions)}}
        return {"game": log_from_record(content, rules, 1).as_dict()}
    except MarksError as error:
        return {"error": f"the marks: {error.reasons[0]}"}
    except SessionError as error:
        return {"error": str(error)}


def store(job: LayoutJob) -> Data:
    """The game or the marks on the page as the text of a file; its `kind` is `record` or `marks`."""
    from sheetgen.engine import rules_of
    from sheetgen.studio.game_session import SessionError, play, player_marks, read_log, read_pencil

    layout, data = job.layout, job.data
    if not isinstance(layout.edition, SheetEdition):
        return {"error": translate(NO_CARDS, read_language(data))}
    if data.get("pencil") and data.get("kind") == "marks":
        drawn = read_pencil(layout, data["pencil"], {})
        marks: Mapping[str, object] = {"edition": layout.id, "rounds": drawn["rounds"], "marks": drawn["marks"]}
    else:
        try:
            game, _ = play(rules_of(layout), read_log(data.get("game")))
        except SessionError as error:
            return {"error": str(error)}
        if data.get("kind") == "record":
            return {"name": f"{layout.id}.record", "content": game.record()}
        marks = player_marks(game)
    return {"name": f"{layout.id}-marks.json", "content": json.dumps(marks, indent=1, ensure_ascii=False) + "\n"}


def advise(job: LayoutJob) -> Data:
    """Return what a bot would do in the game of the page, as `advice`, with its second choice."""
    from sheetgen.studio.game_session import advice

    return _of_game(job, advice)


def bots(job: LayoutJob) -> Data:
    """Let bots play on in the game of the page until a person decides; return the game as `told`."""
    from sheetgen.studio.game_session import play_bots

    return _of_game(job, play_bots)


def _of_game(job: LayoutJob, answer: Callable[[Layout, Data], Data]) -> Data:
    """Return an answer about the game of the page, or why there is none as `error`."""
    from sheetgen.studio.game_session import SessionError

    if not isinstance(job.layout.edition, SheetEdition):
        return {"error": translate(NO_CARDS_TO_PLAY, read_language(job.data))}
    try:
        return answer(job.layout, job.data)
    except SessionError as error:
        return {"error": str(error)}


def figures(job: LayoutJob) -> Data:
    """Begin a run of simulated games and play for a moment; return how far it is, with what is known so far."""
    from sheetgen.studio.figures import begin

    if not isinstance(job.layout.edition, SheetEdition):
        return {"error": translate(NO_CARD_GAMES, read_language(job.data))}
    return begin(job.layout, job.layout.edition, job.data, read_language(job.data))


def more_figures(data: Data) -> Data:
    """Go on with a run for a moment, or stop it; return the same as `figures`, or `lost` if the run is not known."""
    from sheetgen.studio.figures import go_on

    return go_on(data, read_language(data))


def clause(job: LayoutJob) -> Data:
    """Return what a clause says, as `clause`: its heading, its texts, and the rules pages that state it."""
    from sheetgen.studio.short_rules import UnknownClauseError, clause_text

    language = read_language(job.data)
    if not isinstance(job.layout.edition, SheetEdition):
        return {"error": translate(NO_CARDS_TO_PLAY, language)}
    try:
        return {"clause": clause_text(job.layout, str(job.data.get("element")), language)}
    except UnknownClauseError as error:
        return {"error": fill_fields(translate(NO_SUCH_RULE, language), clause=brief(str(error)))}


def parent(data: Data) -> Data:
    """Return the text of a file that the layout extends, as `text`; `element` is its name as messages show it."""
    from sheetgen.layout.loading import resolve
    from sheetgen.layout.nodes import read_text

    try:
        files = resolve(Path(data["folder"]) / data["name"], data["name"], read_text(data["text"], data["name"])).files
    except LayoutError as error:
        return _only_problems(error.problems, data)
    wanted = str(data.get("element"))
    for shown, path in files.items():
        if wanted in (shown, path.name):
            return {"text": path.read_text("utf-8-sig")}
    return {"error": translate(NO_SUCH_PARENT, read_language(data))}


def new_layout(data: Data) -> Data:
    """Return the text of a new layout that extends a shipped edition; with `whole`, a complete copy of it."""
    from sheetgen.studio.starts import read_start, start_names

    file = start_names().get(str(data.get("edition")))
    if file is None:
        return {"error": NO_START}
    start = read_start(file)
    return {"text": start.whole if data.get("whole") else start.short}


def starts(data: Data) -> Data:
    """Return what a new layout can start from, as `starts`: ids with titles and a sentence in the page's language."""
    from sheetgen.studio.starts import read_starts, start_names

    language = read_language(data)
    found = read_starts(start_names().values())
    return {"starts": [{"id": each.id, "title": each.title(language), "about": each.about(language)} for each in found]}


def export(job: LayoutJob) -> Data:
    """Return a file of what is on the screen as `made`, or an `error`."""
    from sheetgen.layout.sheet import PAPERS
    from sheetgen.press import PressError
    from sheetgen.studio.exports import EXPORTS, MAX_SHEETS, PRESS_PROFILES, ExportRequest

    data = job.data
    wish = data.get("wish") or {}
    kind, sheets = str(wish.get("kind")), wish.get("sheets", 20)
    paper, profile = str(wish.get("paper")), str(wish.get("profile"))
    asked = wish.get("languages")
    chosen = asked if isinstance(asked, list) else []
    if kind not in EXPORTS:
        return {"error": "there is no such export"}
    if type(sheets) is not int or not 1 <= sheets <= MAX_SHEETS:
        return {"error": f"a pad has 1 to {MAX_SHEETS} sheets here"}
    told: Data = {}
    marked = _marked_sheets(job, told)
    actor = told.get("game", {}).get("actor")
    request = ExportRequest(
        job.layout,
        _view(job, marked),
        read_language(data),
        marks=tuple(marked.values()),
        decides=list(marked).index(actor) if actor in marked else 0,
        sheets=sheets,
        paper=paper if paper in PAPERS else "A4",
        both_sides=wish.get("both sides") is True,
        profile=profile if profile in PRESS_PROFILES else PRESS_PROFILES[0],
        file=Path(data["folder"]) / data["name"],
        text=data["text"],
        languages=tuple(code for code in languages() if code in chosen),
    )
    try:
        return {"made": EXPORTS[kind](request).as_dict()}
    except PressError as error:
        return {"error": str(error)}


def rules(job: LayoutJob) -> Data:
    """Return the rules in short as `rules`: a list of headings, each with its paragraphs."""
    from sheetgen.studio.short_rules import short_rules

    return {"rules": short_rules(job.layout, read_language(job.data))}


def touch(job: LayoutJob) -> Data:
    """Return what can be changed about a drawn element, as `touched`, null for nothing; with all badges that can be."""
    from sheetgen.layout.drafts import LayoutDraft
    from sheetgen.studio.touching import badge_choices, touched

    if not isinstance(job.layout.edition, SheetEdition):
        return {"touched": None}
    data = job.data
    draft = LayoutDraft(data["text"], Path(data["folder"]) / data["name"], data["name"])
    found = touched(draft, str(data.get("element")))
    badges = any(field["kind"] == "badge" for field in found["fields"]) if found else False
    return {"touched": found, "badges": badge_choices(job.layout, read_language(data)) if badges else []}


def _taller(text: str, path: Path, layout: Layout) -> tuple[str, str]:
    """Return the size of a sheet on which everything has room, and the text with it; raise DrawingError."""
    from sheetgen.layout.edits import edit
    from sheetgen.studio.preview import View, scenes

    if not isinstance(layout.edition, SheetEdition):
        raise DrawingError(f"{layout.id} has no sheet")
    width, height = layout.edition.sheet.size
    for more in TALLER:
        size = f"{width:g} x {height + more:g}"
        taller = edit(text, path, path.name, {"do": "set", "steps": ["sheet", "size"], "value": size}).text
        try:
            scenes(read_from_text(taller, path, path.name), View(side="both"))
        except DrawingError:
            if more == TALLER[-1]:
                raise
        else:
            return size, taller
    raise DrawingError(f"{layout.id} has no room")


def palette(job: LayoutJob) -> Data:
    """Return what a zone can be made of, as `palette`; `change` has its `name`, and the `zone` or a shape to start."""
    from sheetgen.layout.drafts import LayoutDraft
    from sheetgen.layout.rewriting import EditError
    from sheetgen.studio.palette import new_zone
    from sheetgen.studio.palette import palette as parts_for

    data, asked = job.data, job.data.get("change") or {}
    draft = LayoutDraft(data["text"], Path(data["folder"]) / data["name"], data["name"])
    try:
        name, zone = str(asked.get("name")), asked.get("zone")
        if not isinstance(zone, dict):
            known = ("zones", name)
            zone = (
                draft.get(known) if draft.has(known) else new_zone(*map(asked.get, ("shape", "rows", "columns", "die")))
            )
        if not isinstance(job.layout.edition, SheetEdition) or len(repr(zone)) > MAX_CHARACTERS // 100:
            raise EditError("a zone has a name and parts")
        return {"palette": parts_for(draft, name, zone, read_language(data))}
    except EditError as error:
        return {"refused": str(error)}


def edit_layout(data: Data) -> Data:
    """Return the text after a change on the sheet, with what was copied from a parent; or why not, as `refused`.

    A change after which the sheet cannot be drawn is refused, too: there would be nothing left to click on.
    """
    from sheetgen.layout.edits import edit
    from sheetgen.layout.rewriting import EditError
    from sheetgen.studio.preview import View, scenes

    path, change = Path(data["folder"]) / data["name"], data.get("change") or {}
    size = ""
    try:
        edited = edit(data["text"], path, data["name"], change)
        layout = read_from_text(edited.text, path, data["name"])
        errors = _errors_of(layout)
        known = (
            {error.message for error in _errors_of(read_from_text(data["text"], path, data["name"]))} if errors else ()
        )
        if new := [error for error in errors if error.message not in known]:
            raise EditError(new[0].message)
        try:
            if not errors:  # a layout with errors was not drawn before either
                scenes(layout, View(side="both"))
        except DrawingError:
            if change.get("taller") is not True:
                raise
            size, text = _taller(edited.text, path, layout)
            edited = replace(edited, text=text)
    except (EditError, DrawingError) as error:
        return {"refused": str(error)}
    except LayoutError as error:
        return {"refused": error.problems[0].message}
    copied = [".".join(map(str, steps)) for steps in edited.copied]
    return {"text": edited.text, "copied": copied, "lost badges": edited.lost_badges, "taller": size}


def _errors_of(layout: Layout) -> list[Problem]:
    return [problem for problem in problems_of(layout) if problem.severity is Severity.ERROR]


def changes(data: Data) -> Data:
    """Return what differs between the texts `before` and `text`, as `changes`; null if one of them is not YAML."""
    from sheetgen.layout.changes import changes_between

    try:
        found = changes_between(data["before"], data["text"])
    except LayoutError:
        return {"changes": None}
    return {"changes": [change.as_dict() for change in found[:MAX_CHANGES]], "more": max(0, len(found) - MAX_CHANGES)}


def picture(data: Data) -> Data:
    """Return the drawn pages of a layout that one can start from, by its id."""
    from sheetgen.studio.preview import View, as_page, scenes
    from sheetgen.studio.starts import read_start, start_names

    file = start_names().get(str(data.get("edition")))
    if file is None:
        return {"error": NO_START}
    pages = scenes(read_start(file).layout, View(language=read_language(data)))
    return {"pages": [as_page(scene) for scene in pages]}


# Jobs about the layout of the page, and others.
JOBS: Mapping[str, Callable[[LayoutJob], Data]] = {
    "draw": draw,
    "load": load,
    "store": store,
    "export": export,
    "rules": rules,
    "touch": touch,
    "palette": palette,
    "advise": advise,
    "figures": figures,
    "bots": bots,
    "clause": clause,
}
PLAIN_JOBS: Mapping[str, Callable[[Data], Data]] = {
    "new": new_layout,
    "starts": starts,
    "picture": picture,
    "edit": edit_layout,
    "changes": changes,
    "more figures": more_figures,
    "parent": parent,
}
