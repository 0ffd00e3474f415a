"""What `check` promises of a layout without errors: it draws, plays to the end, scores right, replays and prints.

`check` itself draws each page in each language. Here each page is drawn once more, in a language and a theme that
follow from the seed (all pairs of them occur among neighbouring seeds), measured without the code that refuses pages,
and marked after each game. One seed in seven also makes a pad and plays in the fast engine, one in 21 makes the rules
pages, in that language.
"""

import json
from pathlib import Path
from random import Random

import sheetgen
from sheetgen.book.chapters import site_of
from sheetgen.book.markup import page_html
from sheetgen.drawing.marks import with_marks, with_marks_of_page
from sheetgen.drawing.pages import PageSpec, draw_page, pages_of, takes_marks
from sheetgen.drawing.scene import Box, Group, Rect, Scene, bounds
from sheetgen.drawing.themes import themes
from sheetgen.engine import Game, Rules
from sheetgen.engine.fast.core import FastEdition, core
from sheetgen.engine.fast.tables import CannotCompileError, compile_tables
from sheetgen.engine.marks import read_marks, sheet_from
from sheetgen.engine.records import read_record, replay
from sheetgen.i18n import languages
from sheetgen.layout import CardEdition, Layout, Severity, SheetEdition, load
from sheetgen.site.pages import edition_pages
from tests.drawing.measures import badges, clashes, stars, texts
from tests.engine.fast_games import compare, eagerly

MOST_MOVES = 20_000
VISIBLE = 0.05  # millimetres of an overlap that can be seen
PAD_EVERY, PAGES_EVERY = 7, 21  # seeds: these take long; no factor in common with the number of looks


class BrokenPromiseError(AssertionError):
    """A layout that `check` passes and that then fails."""


def keeps_promise(file: Path, seed: int = 0, look: tuple[str, str] | None = None) -> bool:
    """Return False if `check` finds errors in a layout; else try everything with it and return True.

    `look` is the language and the theme, by default those of the seed. Raise BrokenPromiseError with what failed.
    """
    problems = sheetgen.check(file)
    if any(problem.severity is Severity.ERROR for problem in problems):
        return False
    step = "load"
    try:
        layout = load(str(file))
        language, theme = look or look_of(seed)
        step = f"draw in {language}, {theme}"
        scenes = _draw_all(layout, language, theme)
        if seed % PAD_EVERY == 0:
            step = f"print in {language}, {theme}"
            _print(layout, language, theme)
        if seed % PAGES_EVERY == 0:
            step = f"rules pages in {language}"
            _write_pages(layout, language)
        if isinstance(layout.edition, CardEdition):
            return True
        rules = Rules(layout)
        step = f"play in the fast engine, seed {seed}"
        _play_fast(rules, seed)
        for players in sorted({min(layout.edition.rounds.by_players), max(layout.edition.rounds.by_players)}):
            for more in range(2):
                step = f"play with {players}, seed {seed + more}"
                game = play(rules, players, seed + more)
                step = f"score after a game with {players}, seed {seed + more}"
                _score_again(game)
                step = f"draw the marks of a game with {players}, seed {seed + more}"
                _draw_marks(game, scenes, theme)
                step = f"replay a game with {players}, seed {seed + more}"
                _replay(game)
    except BrokenPromiseError as error:
        raise BrokenPromiseError(f"{step}: {error}") from error
    except Exception as error:
        raise BrokenPromiseError(f"{step}: {type(error).__name__}: {error}") from error
    return True


def look_of(seed: int) -> tuple[str, str]:
    """The language and the theme in which the layout of a seed is drawn; any run of seeds goes through all pairs."""
    every = [(language, theme) for theme in themes() for language in languages()]
    return every[seed % len(every)]


def _draw_all(layout: Layout, language: str, theme: str) -> dict[PageSpec, Scene]:
    scenes = {page: draw_page(layout, page, language=language, theme=theme) for page in pages_of(layout)}
    if isinstance(layout.edition, SheetEdition):
        for scene in scenes.values():
            _nothing_over_another(scene, layout.edition)
    return scenes


def _print(layout: Layout, language: str, theme: str) -> None:
    printed = sheetgen.pad(layout, language=language, theme=theme, warn=lambda _: None)
    if not (printed if isinstance(printed, bytes) else printed[0]).startswith(b"%PDF-"):
        raise BrokenPromiseError("what was printed is no PDF")


def _write_pages(layout: Layout, language: str) -> None:
    site = site_of([layout], language, "light", "few")
    for page in edition_pages(layout):
        if not page_html(site, page).strip():
            raise BrokenPromiseError(f"{page.path} is empty")


def _nothing_over_another(scene: Scene, edition: SheetEdition) -> None:
    """Measure a page without the code that refuses such pages."""
    addresses = {f"{name}.{cell}" for name, zone in edition.zones.items() for cell in zone.cells.by_name}
    boxes = [(group.id, bounds(group.items[0])) for group in scene.groups() if group.id in addresses]
    signs = {**badges(scene), **stars(scene)}
    found = clashes([*signs.items(), *boxes], VISIBLE)
    found += clashes([(f"{text.text!r} of {group}", text.rect) for group, text in texts(scene)], VISIBLE)
    for group, text in texts(scene):
        found += [
            f"{name} on {text.text!r}"
            for name, rect in signs.items()
            if name != group and rect.overlaps(text.rect, VISIBLE)
        ]
    for panel in scene.groups():
        inner = [item for item in panel.items if isinstance(item, Group) and ".badge." in item.id]
        if panel.id.startswith(("zone-", "round.")) and inner and isinstance(panel.items[0], Box):
            frame = bounds(panel.items[0])
            found += [f"{item.id} leaves {panel.id}" for item in inner if not frame.contains(bounds(item), VISIBLE)]
    page = Rect(0, 0, scene.width, scene.height)
    found += [f"{name} leaves the page" for name, rect in signs.items() if not page.contains(rect)]
    if found:
        raise BrokenPromiseError("; ".join(found[:3]))


def play(rules: Rules, players: int, seed: int) -> Game:
    """Play a game to its end with legal moves by chance."""
    game, random = Game(rules, players, seed=seed), Random(seed)
    for _ in range(MOST_MOVES):
        if game.is_over:
            return game
        game.play(random.choice(game.legal_moves()))
    raise BrokenPromiseError(f"is not over after {MOST_MOVES} moves")


def _play_fast(rules: Rules, seed: int) -> None:
    """Make the tables of the fast engine; one seed in PAD_EVERY also compares a game with one in Python."""
    try:
        compile_tables(rules)
    except CannotCompileError:
        return
    if seed % PAD_EVERY == 0 and core().library is not None:
        compare(FastEdition(rules), min(rules.edition.rounds.by_players), seed, eagerly)


def _score_again(game: Game) -> None:
    """Compare the score of a finished game with that of the marks on its sheets."""
    for player in game.players:
        data = {
            "edition": game.rules.id,
            "rounds": game.rounds,
            "marks": player.marks(),
            "actions": player.actions(),
        }
        again = sheet_from(read_marks(json.dumps(data), game.rules), game.rules).score()
        if again != player.score():
            raise BrokenPromiseError(f"the sheet is worth {again}, the game says {player.score()}")


def _draw_marks(game: Game, scenes: dict[PageSpec, Scene], theme: str) -> None:
    """Mark the pages as `draw_page` does."""
    layout = game.rules.layout
    player = game.players[0]
    marks = {"marks": player.marks(), "actions": player.actions(), "rounds": game.rounds, "results": player.results()}
    draw = with_marks_of_page if game.rules.edition.has_two_pages else with_marks
    for page, scene in scenes.items():
        if takes_marks(layout, page) and (len(game.players) == 1 or not page.kind.startswith("solo")):
            draw(scene, layout, marks, theme=theme)


def _replay(game: Game) -> None:
    record = game.record()
    again = replay(read_record(record, game.rules))
    if [player.score() for player in again.players] != [player.score() for player in game.players]:
        raise BrokenPromiseError("a replay of the record gives other scores")
    if again.record() != record:
        raise BrokenPromiseError("a replay of the record gives another record")


__all__ = ["BrokenPromiseError", "keeps_promise", "look_of", "play"]
