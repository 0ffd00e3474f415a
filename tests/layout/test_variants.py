"""The three variants of our own: they make sense, play, draw and print; their pages are tested with the site."""

from pathlib import Path
from random import Random

import pytest

from sheetgen.drawing.back import draw_back
from sheetgen.drawing.scene import Rect, Scene, Text
from sheetgen.drawing.sheet import draw_sheet
from sheetgen.drawing.solo import draw_solo, draw_solo_back
from sheetgen.engine import Game, replay, rules_of
from sheetgen.formats import write_scene
from sheetgen.i18n import languages
from sheetgen.layout import Layout, SheetEdition, check, load
from sheetgen.layout.sheet import MorePanels
from sheetgen.press.pads import PadOptions, make_pad
from sheetgen.press.preflight import preflight
from sheetgen.press.profiles import load_profile
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.matrix import each_once, first_of

FILES = shipped_variants()
PAGES = {"front": draw_sheet, "solo": draw_solo, "back": draw_back, "solo-back": draw_solo_back}


@pytest.fixture(scope="module", params=FILES)
def variant(request: pytest.FixtureRequest) -> Layout:
    return load(str(FILES[request.param]))


def edition_of(layout: Layout) -> SheetEdition:
    assert isinstance(layout.edition, SheetEdition)
    return layout.edition


def test_there_are_three_and_none_is_an_edition() -> None:
    assert set(FILES) == {"meadow", "day-and-night", "tide-pool"}
    assert not FILES.keys() & shipped_layouts().keys()


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_said_against_them(name: str) -> None:
    assert [str(problem) for problem in check(str(FILES[name]))] == []


def test_the_short_one_has_three_zones_for_children() -> None:
    edition = edition_of(load(str(FILES["meadow"])))
    assert len(edition.zones) == 3
    assert (edition.age or 99) <= 6
    assert (edition.minutes or 99) <= 15


def test_the_big_one_goes_on_on_its_back() -> None:
    edition = edition_of(load(str(FILES["day-and-night"])))
    assert isinstance(edition.back, MorePanels)
    behind = {name for row in edition.back.rows for name in row.flat}
    before = {name for row in edition.sheet.rows for name in row.flat}
    assert behind | before == {"dice", "rounds", "actions", *edition.zones}
    assert len(behind) == 4


def test_the_third_puts_parts_together_as_no_edition_does() -> None:
    def parts(edition: SheetEdition) -> dict[str, tuple[object, ...]]:
        return {
            name: (
                zone.order.kind,
                zone.accepts.kind,
                zone.value.kind,
                zone.mark_kind,
                zone.extra_marks and zone.extra_marks.kind,
            )
            for name, zone in edition.zones.items()
        }

    known = set()
    for name in shipped_layouts():
        layout = load(name)
        if isinstance(layout.edition, SheetEdition):
            known |= set(parts(layout.edition).values())
    own = parts(edition_of(load(str(FILES["tide-pool"]))))
    assert [name for name, found in own.items() if found not in known] == ["pearl", "sea", "coral", "kelp"]
    # The tide has the order and the marks of a zone of the mix, but rules that no row there has.
    rows = {rule.kind for rule in edition_of(load(str(FILES["tide-pool"]))).zones["sand"].accepts.rows}  # type: ignore[union-attr]
    assert rows == {"at least the one before", "at most the one before", "anything"}


@first_of(players=[2, 1, 4])
def test_random_games_are_played_to_their_end(variant: Layout, players: int) -> None:
    rules, chance = rules_of(variant), Random(players)
    marked: set[str] = set()
    for seed in range(25):
        game = Game(rules, players, seed)
        while not game.is_over:
            moves = game.legal_moves()
            game.play(chance.choice([move for move in moves if move.kind not in ("pass", "done")] or moves))
        for player, score in zip(game.players, game.scores(), strict=True):
            marked |= set(player.marks())
            assert score.total == sum(score.zones.values()) + score.foxes * score.each
    # Every zone is played in.
    assert {cell.partition(".")[0] for cell in marked} == set(edition_of(variant).zones)


def test_records_of_them_are_replayed(variant: Layout) -> None:
    path = FILES[variant.id]
    game = Game(str(path), 2, seed=7)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    assert replay(game.record().replace(f"edition: {variant.id}\n", f"edition: {path}\n")).state() == game.state()


def assert_tidy(scene: Scene) -> None:
    """Every text within the margins, and none over another."""
    page = Rect(0, 0, scene.width, scene.height).inset(2.5)
    texts = [shape for _, shape in scene.shapes() if isinstance(shape, Text)]
    assert [text.text for text in texts if not page.contains(text.rect, 0.05)] == []
    pairs = [(a.text, b.text) for i, a in enumerate(texts) for b in texts[i + 1 :] if a.rect.overlaps(b.rect, 0.05)]
    assert pairs == []


@each_once(side=list(PAGES), language=languages())
def test_every_page_is_drawn(variant: Layout, side: str, language: str) -> None:
    scene = PAGES[side](variant, language=language, theme="light")
    assert_tidy(scene)
    title = edition_of(variant).translations.get(language, {}).get(variant.edition.title, variant.edition.title)
    assert scene.title.startswith(title)
    if side == "front":
        ids = {own_id for own_id, _ in scene.shapes()} | {
            own_id for own_id, _ in draw_back(variant, language=language).shapes()
        }
        cells = {f"{name}.{cell}" for name, zone in edition_of(variant).zones.items() for cell in zone.cells.by_name}
        assert cells <= ids
    for kind, start in (("svg", b"<?xml"), ("pdf", b"%PDF")):
        assert write_scene(scene, kind).startswith(start)


@first_of(profile=["press-x4", "press-x1a", "home"])
def test_they_print(variant: Layout, profile: str, tmp_path: Path) -> None:
    wanted = PadOptions(variant, sheets=4, profile=load_profile(profile), duplex="long")
    path = tmp_path / "pad.pdf"
    path.write_bytes(make_pad(wanted).pdf)
    report = preflight(path, load_profile(profile))
    assert report.is_clean, [objection.line("pad.pdf") for objection in report.objections]
