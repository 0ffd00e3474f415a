"""What `import sheetgen` offers: load, check, draw, print, play, score and simulate; each function is thin.

An edition is given as a shipped id (`"classic"`), as the path of a layout file, or as a layout that was loaded before.
Whatever is wrong with what is given raises `SheetgenError`, with one line per problem.
"""

import json
import time
from collections.abc import Mapping
from os import PathLike, fspath
from typing import Any, Literal

from sheetgen import limits as _limits
from sheetgen.drawing.themes import themes as _themes
from sheetgen.engine import CardGame, CardMove, CardScore, Game, Move, Score, read_marks, rules_of, sheet_from
from sheetgen.engine import replay_any as _replay
from sheetgen.engine.player import Player
from sheetgen.errors import SheetgenError, WrongValueError
from sheetgen.i18n import languages
from sheetgen.layout import Layout, Problem
from sheetgen.layout import check as _check
from sheetgen.layout import load as _load
from sheetgen.layout.problems import known_one
from sheetgen.layout.sheet import read_size as _read_size
from sheetgen.resources import shipped_layouts

Edition = str | PathLike[str] | Layout
Size = str | tuple[float, float]  # a paper, "120 x 171", or width and height in millimetres
Kind = Literal["svg", "pdf", "png"]


def editions() -> tuple[str, ...]:
    """The ids of the editions that come with sheetgen.

    >>> editions()
    ('classic', 'cubed', 'deluxe', 'double', 'mix', 'objectives')
    """
    return tuple(shipped_layouts())


def themes() -> tuple[str, ...]:
    """The themes that sheets can be drawn in.

    >>> "safe" in themes()
    True
    """
    return tuple(_themes())


def load(edition: Edition) -> Layout:
    """Read a layout and make sure that it makes sense; what others take as an edition may be the result.

    >>> layout = load("classic")
    >>> layout.id, layout.edition.title, list(layout.edition.zones)
    ('classic', "That's Pretty Clever", ['yellow', 'blue', 'green', 'orange', 'purple'])
    >>> load("clasic")
    Traceback (most recent call last):
    sheetgen.layout.problems.LayoutError: clasic:1:1: there is no such edition or file; did you mean 'classic'?
    """
    return edition if isinstance(edition, Layout) else _load(fspath(edition))


def check(edition: str | PathLike[str]) -> list[Problem]:
    """Everything there is to say about a layout: errors, warnings and notes; never raises for a wrong one.

    >>> [str(problem) for problem in check("nowhere.yaml")]
    ['nowhere.yaml:1:1: there is no such file']
    """
    return _check(fspath(edition))


def draw(
    edition: Edition,
    kind: Kind = "svg",
    *,
    language: str = "en",
    theme: str = "light",
    solo: bool = False,
    back: bool = False,
    marks: Mapping[str, object] | None = None,
    card: str | None = None,
    deck: str | None = None,
    size: Size | None = None,
    dpi: int = 150,
) -> bytes:
    """Draw a sheet as SVG, PDF or PNG; of an edition with cards its score sheet, a card or the back of a deck.

    `marks` are what is on the sheet, as in a marks file; they must be those of a possible game.

    >>> draw("classic", language="fr")[:5], draw("double", "pdf", solo=True)[:5], draw("objectives", "png")[1:4]
    (b'<?xml', b'%PDF-', b'PNG')
    """
    from sheetgen.drawing.pages import choose_page, draw_page
    from sheetgen.formats import write_scene

    layout = load(edition)
    known_one("kind", kind, ("svg", "pdf", "png"))
    _between("dpi", dpi, _limits.DOTS_PER_INCH)
    known_one("theme", theme, themes())
    known_one("language", language, languages())
    measures = None if size is None else _millimetres(size)
    page = choose_page(layout, solo=solo, back=back, card=card, deck=deck, marks=marks is not None)
    drawn = None
    if marks is not None:
        player, rounds = _sheet(layout, marks)
        drawn = {"marks": player.marks(), "rounds": rounds, "actions": player.actions()}
    scene = draw_page(layout, page, size=measures, marks=drawn, theme=theme, language=language)
    return write_scene(scene, kind, dpi=dpi)


def pad(
    edition: Edition,
    *,
    sheets: int | None = None,
    paper: Size = "A4",
    up: int | None = None,
    duplex: Literal["long", "short", "none"] | None = None,
    back: str | None = None,
    solo: bool = False,
    scores: bool = False,
    profile: str = "home",
    language: str = "en",
    theme: str = "light",
    size: Size | None = None,
    numbered: bool = False,
    imprint: str = "",
) -> bytes:
    """Print a pad, or a deck of cards, as PDF; the options are those of `sheetgen pad`.

    >>> pad("classic", sheets=4, language="fr", paper="Letter")[:5]
    b'%PDF-'
    """
    from sheetgen.press.pads import PadOptions, make_pad
    from sheetgen.press.profiles import load_profile

    if duplex is not None:
        known_one("duplex", duplex, ("long", "short", "none"))
    _between("sheets", 1 if sheets is None else sheets, _limits.SHEETS)
    _between("up", 1 if up is None else up, _limits.SHEETS_ON_A_PAGE)
    options = PadOptions(
        load(edition),
        sheets=sheets,
        profile=load_profile(profile),
        paper=_millimetres(paper),
        up=up,
        duplex=duplex,
        back=back,
        solo=solo,
        scores=scores,
        theme=known_one("theme", theme, themes()),
        language=known_one("language", language, languages()),
        size=None if size is None else _millimetres(size),
        numbered=numbered,
        imprint=imprint,
    )
    return make_pad(options).pdf


def replay(record: str) -> Game | CardGame:
    """Play the text of a record; raise SheetgenError with the line that the rules forbid, and why.

    >>> game = Game("classic", players=["Ada"], seed=3)
    >>> while not game.is_over:
    ...     game.play(game.legal_moves()[0])
    >>> replay(game.record()).scores() == game.scores()
    True
    """
    return _replay(record)


def score(edition: Edition, marks: Mapping[str, object]) -> Score:
    """Score what is on a sheet, given as in a marks file; raise SheetgenError for a sheet that no game can leave.

    >>> result = score("classic", {"marks": {"green.1": "x", "green.2": "x", "purple.1": 4}})
    >>> result.zones["green"], result.zones["purple"], result.total
    (3, 4, 7)
    """
    player, _ = _sheet(load(edition), marks)
    return player.score()


def simulate(
    edition: Edition, *, games: int = 1000, players: int = 1, bot: str = "greedy", seed: int = 1, jobs: int = 1
) -> dict[str, Any]:
    """Play many games and say how the sheet scores; the figures are those of `sheetgen simulate --json`.

    The bot is `random`, `greedy`, `planner` or one's own as `module:function`.

    >>> figures = simulate("classic", games=40)
    >>> figures["games"], sorted(figures["zones"]), figures["min"] <= figures["mean"] <= figures["max"]
    (40, ['blue', 'green', 'orange', 'purple', 'yellow'], True)
    """
    from sheetgen.engine.rules import Rules
    from sheetgen.lab.knowledge import knowledge_of
    from sheetgen.lab.machines import machine
    from sheetgen.lab.players import prepare
    from sheetgen.lab.simulation import Plan, run
    from sheetgen.lab.summary import Result, as_dict

    layout = load(edition)
    rules = Rules(layout)
    _between("games", games, _limits.GAMES)
    _between("seed", seed, _limits.SEEDS)
    _between("jobs", jobs, _limits.PROCESSES)
    Game(rules, players)  # whether so many can play
    knowledge = knowledge_of(rules, players) if bot == "planner" else b""
    prepare(bot, rules, players, knowledge)  # whether there is such a bot
    plan = Plan(layout, players, bot, seed, games, knowledge)
    with machine(jobs) as executor:
        start = time.perf_counter()
        tally = run(plan, executor)
    return as_dict(Result(plan, tally, time.perf_counter() - start))


def _sheet(layout: Layout, marks: Mapping[str, object]) -> tuple[Player, int]:
    """A sheet with marks on it, and how many rounds were begun."""
    rules = rules_of(layout)
    try:
        text = json.dumps(dict(marks))
    except (TypeError, ValueError, RecursionError):
        raise WrongValueError('marks are plain data as in a marks file: {"marks": {"green.1": "x"}}') from None
    read = read_marks(text, rules)
    return sheet_from(read, rules), read.rounds


def _millimetres(size: Size) -> tuple[float, float]:
    words = size if isinstance(size, str) else " x ".join(f"{side:g}" for side in size)
    try:
        return _read_size(words)
    except ValueError as error:
        raise WrongValueError(str(error)) from None


def _between(what: str, number: int, limits: tuple[int, int]) -> None:
    least, most = limits
    if not least <= number <= most:
        raise WrongValueError(f"{what}: expected {least} to {most}, found {number}")


__all__ = [
    "CardGame",
    "CardMove",
    "CardScore",
    "Game",
    "Layout",
    "Move",
    "Problem",
    "Score",
    "SheetgenError",
    "check",
    "draw",
    "editions",
    "languages",
    "load",
    "pad",
    "replay",
    "score",
    "simulate",
    "themes",
]
