"""What `check` promises of a layout without errors: it draws, plays to the end, scores right, replays and prints."""

import json
from pathlib import Path
from random import Random

import sheetgen
from sheetgen.drawing.pages import draw_page, pages_of, takes_marks
from sheetgen.drawing.scene import Box, Group, Rect, Scene, bounds
from sheetgen.engine import Game, Rules
from sheetgen.engine.marks import read_marks, sheet_from
from sheetgen.engine.records import read_record, replay
from sheetgen.i18n import languages
from sheetgen.layout import CardEdition, Layout, Severity, SheetEdition, load
from tests.drawing.measures import badges, clashes, stars, texts

MOST_MOVES = 20_000
VISIBLE = 0.05  # millimetres of an overlap that can be seen


class BrokenPromiseError(AssertionError):
    """A layout that `check` passes and that then fails."""


def keeps_promise(file: Path, seed: int = 0) -> bool:
    """Return False if `check` finds errors in a layout; else try everything with it and return True.

    Raise BrokenPromiseError with what failed.
    """
    problems = sheetgen.check(file)
    if any(problem.severity is Severity.ERROR for problem in problems):
        return False
    step = "load"
    try:
        layout = load(str(file))
        step = "draw"
        _draw_all(layout)
        if isinstance(layout.edition, CardEdition):
            return True
        rules = Rules(layout)
        for players in sorted({min(layout.edition.rounds.by_players), max(layout.edition.rounds.by_players)}):
            for more in range(2):
                step = f"play with {players}, seed {seed + more}"
                game = play(rules, players, seed + more)
                step = f"score after a game with {players}, seed {seed + more}"
                _score_again(game)
                step = f"draw the marks of a game with {players}, seed {seed + more}"
                _draw_marks(game)
                step = f"replay a game with {players}, seed {seed + more}"
                _replay(game)
    except BrokenPromiseError as error:
        raise BrokenPromiseError(f"{step}: {error}") from error
    except Exception as error:
        raise BrokenPromiseError(f"{step}: {type(error).__name__}: {error}") from error
    return True


def _draw_all(layout: Layout) -> None:
    for page in pages_of(layout):
        for language in languages():
            scene = draw_page(layout, page, language=language)
            if language == "en" and isinstance(layout.edition, SheetEdition):
                _nothing_over_another(scene, layout.edition)


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


def _draw_marks(game: Game) -> None:
    layout = game.rules.layout
    for player in game.players[:1]:
        marks = {
            "marks": player.marks(),
            "actions": player.actions(),
            "rounds": game.rounds,
            "results": player.results(),
        }
        for page in pages_of(layout):
            if takes_marks(layout, page) and (len(game.players) == 1 or not page.kind.startswith("solo")):
                draw_page(layout, page, marks=marks)


def _replay(game: Game) -> None:
    record = game.record()
    again = replay(read_record(record, game.rules))
    if [player.score() for player in again.players] != [player.score() for player in game.players]:
        raise BrokenPromiseError("a replay of the record gives other scores")
    if again.record() != record:
        raise BrokenPromiseError("a replay of the record gives another record")


__all__ = ["BrokenPromiseError", "keeps_promise", "play"]
