"""Objective cards: what is on them, and that it fits in every language, theme and size."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from sheetgen.drawing.cards import SHEET_SIZE, SMALLEST, card_ids, draw_card, draw_card_back, draw_score_sheet
from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Rect, Scene, Shape, Text, bounds
from sheetgen.drawing.text import font_face
from sheetgen.drawing.themes import contrast
from sheetgen.formats import write_scene
from sheetgen.i18n import languages, translate
from sheetgen.layout import CardEdition, Layout, load, read_from_text
from sheetgen.layout.cards import Always, Card, SumAtLeast
from sheetgen.layout.problems import UnknownWordError
from tests.drawing.measures import THEMES, fill_of, grounds, groups, texts

LANGUAGES = (*languages(), "longer", "wider")
CARDS = (
    "joker",
    "pair",
    "three-of-a-kind",
    "two-pairs",
    "small-straight",
    "no-even",
    "no-odd",
    "full-house",
    "large-straight",
    "four-of-a-kind",
)
DECKS = ("blue", "green", "orange", "pink", "purple")
SAFE = 3.0  # from the trimmed edge
VARIANT = """\
schema: 1
extends: objectives
title: Mine
cards:
  no-odd: {provenance: {reconstructed: its name}}
  pair: {provenance: inferred}
"""


def longer(text: str) -> str:
    """The pseudo-locale: one more word of 35 % of the length."""
    return f"{text} " + "".join("ömlis"[i % 5] for i in range(round(len(text) * 0.35 + 0.49) - 1))


def wider(text: str) -> str:
    """The other pseudo-locale: every word is 35 % longer, which leaves no more room to wrap."""
    words = text.split(" ")
    return " ".join(word + "mueno"[: round(len(word) * 0.35 + 0.49)] for word in words)


@cache
def layout() -> Layout:
    return load("objectives")


def edition() -> CardEdition:
    own = layout().edition
    assert isinstance(own, CardEdition)
    return own


@contextmanager
def speaking(language: str) -> Iterator[str]:
    """Let the pen speak a language, or one of the pseudo-locales."""
    stretched = {"longer": longer, "wider": wider}.get(language)
    if stretched is None:
        yield language
        return
    with patch("sheetgen.drawing.cards.translate", lambda text, **_: stretched(text)):
        yield "en"


@cache
def card(name: str, deck: str = "blue", language: str = "en", theme: str = "light") -> Scene:
    with speaking(language) as spoken:
        return draw_card(layout(), name, deck, theme=theme, language=spoken)


@cache
def scores(language: str = "en", theme: str = "light") -> Scene:
    with speaking(language) as spoken:
        return draw_score_sheet(layout(), theme=theme, language=spoken)


@cache
def back(deck: str, theme: str = "light") -> Scene:
    return draw_card_back(layout(), deck, theme=theme)


def every_card() -> Iterator[Scene]:
    """Every card once in every language and theme; the deck changes only colours and symbols."""
    for name, language, theme in product(CARDS, LANGUAGES, THEMES):
        yield card(name, DECKS[CARDS.index(name) % len(DECKS)], language, theme)


def every_scene() -> Iterator[Scene]:
    yield from every_card()
    yield from (scores(language, theme) for language, theme in product(LANGUAGES, THEMES))
    yield from (back(deck, theme) for deck, theme in product(DECKS, THEMES))


def group(scene: Scene, own_id: str) -> Group:
    (found,) = [own for own in groups(scene.items) if own.id == own_id]
    return found


def words(scene: Scene, own_id: str) -> str:
    return " ".join(item.text for item in group(scene, own_id).items if isinstance(item, Text))


def pips(scene: Scene) -> list[int]:
    """The dice from left to right and from top to bottom, by the pips that are drawn; blank ones are left out."""
    dice = [own for own in groups(scene.items) if own.id.startswith("die.")]
    counts = [sum(isinstance(item, Circle) for item in own.items) for own in dice]
    return [count for count in counts if count]


# What is on a card


def test_everything_is_tested() -> None:
    assert tuple(card_ids(layout())) == CARDS
    assert tuple(edition().decks) == DECKS


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", CARDS)
def test_pips_are_those_of_the_layout(name: str, theme: str) -> None:
    for deck in DECKS:
        scene = card(name, deck, theme=theme)
        assert pips(scene) == list(edition().cards[name].drawn or ())
        assert sum(own.id.startswith("die.") for own in groups(scene.items)) == edition().dice


@pytest.mark.parametrize("name", CARDS)
def test_points_are_those_of_the_layout(name: str) -> None:
    for deck, language, theme in product(DECKS, LANGUAGES, THEMES):
        scene = card(name, deck, language, theme)
        assert words(scene, "points") == str(edition().cards[name].points)
        numbers = [shape for own_id, shape in texts(scene) if any(map(str.isdigit, shape.text)) and own_id != "points"]
        assert all(shape.size < SMALLEST * 1.2 for shape in numbers), "no other number may be taken for the points"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("name", CARDS)
def test_name_and_rule_are_whole(name: str, language: str) -> None:
    own = edition().cards[name]
    plain = str.maketrans({"\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " "})
    scene = card(name, language=language)
    assert words(scene, "name").translate(plain) == translate(own.name, language).translate(plain)
    assert words(scene, "rule").translate(plain) == translate(own.rule, language).translate(plain)
    assert (scene.title, scene.language) == (translate(own.name, language), language)


@pytest.mark.parametrize("name", CARDS)
def test_what_is_inferred_is_said(name: str) -> None:
    own = edition().cards[name].provenance
    plain = str.maketrans({"\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " "})
    for language, mark in (("en", "Inferred: "), ("fr", "Déduit : "), ("de", "Erschlossen: ")):
        said = [text.text for own_id, text in texts(card(name, language=language)) if own_id == "provenance"]
        what = [mark + translate(own.note or "", language)] if own is not None else []
        assert [" ".join(said).translate(plain)] == (what or [""])


def test_what_is_unsure_need_not_be_the_points() -> None:
    variant = read_from_text(VARIANT, Path("mine.yaml"), "mine.yaml")
    assert words(draw_card(variant, "no-odd", "blue"), "provenance") == "Reconstructed: its name"
    assert words(draw_card(variant, "pair", "blue"), "provenance") == "some values inferred"


def test_only_the_joker_has_the_joker_sign() -> None:
    have = [name for name in CARDS if any(own.id == "joker" for own in groups(card(name).items))]
    assert have == [name for name in CARDS if isinstance(edition().cards[name].holds, Always)] == ["joker"]


@pytest.mark.parametrize("name", CARDS)
def test_every_card_is_unofficial(name: str) -> None:
    assert words(card(name), "imprint") == "Unofficial card · sheetgen"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", DECKS)
def test_symbol_stands_in_opposite_corners(deck: str, theme: str) -> None:
    scene = card("pair", deck, theme=theme)
    x, y = scene.width / 2, scene.height / 2
    top, foot = bounds(group(scene, "deck.top")), bounds(group(scene, "deck.foot"))
    assert (top.right < x, top.bottom < y) == (True, True)
    assert (foot.x > x, foot.y > y) == (True, True)


def test_decks_differ_without_colour() -> None:
    drawn = {deck: card("pair", deck, theme="ink") for deck in DECKS}
    assert len(set(drawn.values())) == len(DECKS)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", DECKS)
def test_back_shows_its_point_and_nothing_else(deck: str, theme: str) -> None:
    scene = back(deck, theme)
    assert [shape.text for _, shape in texts(scene)] == [str(edition().back_points)]
    star = bounds(group(scene, "points"))
    frame = Rect(0, 0, scene.width, scene.height).inset(4.6)
    symbols = [bounds(shape) for shape in group(scene, "pattern").items]
    assert len(symbols) > 30
    assert all(frame.contains(symbol, 0.3) for symbol in symbols)
    x, y = star.centre
    gaps = [((own.centre[0] - x) ** 2 + (own.centre[1] - y) ** 2) ** 0.5 - star.width / 2 for own in symbols]
    assert min(gaps) > 2.2


# That it fits


def test_texts_stay_in_the_safe_margin() -> None:
    for scene in every_scene():
        safe = Rect(0, 0, scene.width, scene.height).inset(SAFE)
        assert [shape.text for _, shape in texts(scene) if not safe.contains(inked(shape))] == []


def inked(shape: Text) -> Rect:
    """The place of a text together with what hangs below its line."""
    return Rect(shape.rect.x, shape.rect.y, shape.rect.width, shape.rect.height + 0.2 * shape.size)


def test_texts_do_not_overlap() -> None:
    for scene in every_scene():
        places = [(shape.text, inked(shape)) for _, shape in texts(scene)]
        hits = [(a, b) for (a, one), (b, other) in combinations(places, 2) if one.overlaps(other, 0.01)]
        assert hits == [], f"{scene.language}: {scene.title}"


def test_texts_keep_clear_of_the_signs() -> None:
    """Neither star, tray nor symbols touch the name, the rule and the foot."""
    for scene in every_card():
        signs = [bounds(group(scene, own)) for own in ("points", "dice", "deck.top", "deck.foot")]
        for own_id, shape in texts(scene):
            if own_id in ("name", "rule", "imprint", "provenance"):
                assert not any(sign.overlaps(inked(shape)) for sign in signs), shape.text


def test_texts_stay_large_enough() -> None:
    """Six points, except where a pseudo-locale stretches the small print."""
    for scene in every_scene():
        sizes = {shape.text: shape.size for _, shape in texts(scene)}
        assert min(sizes.values()) >= SMALLEST * 0.75
    for language, name in product(("en", "fr", "de"), CARDS):
        assert min(shape.size for _, shape in texts(card(name, language=language))) >= SMALLEST
    assert min(shape.size for lang in ("en", "fr", "de") for _, shape in texts(scores(lang))) >= SMALLEST


def test_texts_are_measured() -> None:
    for name, language in product(CARDS, LANGUAGES):
        for _, shape in texts(card(name, language=language)):
            assert shape.rect.width == pytest.approx(font_face(shape.font).width(shape.text, shape.size))


def test_texts_stand_out_from_their_ground() -> None:
    # Colours are the same in every language.
    faces = (card(name, deck, "en", theme) for name, deck, theme in product(CARDS, DECKS, THEMES))
    others = (scores("en", theme) for theme in THEMES), (back(deck, theme) for deck, theme in product(DECKS, THEMES))
    for scene in chain(faces, *others):
        assert len(seen := [own for _, own, _ in grounds(scene) if isinstance(own, Text)]) == len(texts(scene)), seen
        poor = [
            (shape.text, shape.fill, fill_of(below))
            for _, shape, below in grounds(scene)
            if isinstance(shape, Text) and contrast(shape.fill, fill_of(below)) < 4.5
        ]
        assert poor == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", DECKS)
def test_pips_stand_out_from_their_dice(deck: str, theme: str) -> None:
    for name in CARDS:
        for own in groups(card(name, deck, theme=theme).items):
            if own.id.startswith("die."):
                box, *dots = own.items
                assert isinstance(box, Box)
                assert all(contrast(fill_of(shape(dot)), fill_of(box)) >= 3 for dot in dots)


def shape(item: Any) -> Shape:
    assert not isinstance(item, Group)
    return item  # type: ignore[no-any-return]


@pytest.mark.parametrize("size", [(63.0, 88.0), (57.0, 87.0), (70.0, 120.0), (44.0, 68.0), (88.0, 126.0)])
def test_other_sizes(size: tuple[float, float]) -> None:
    for name in CARDS:
        scene = draw_card(layout(), name, "green", size=size)
        assert (scene.width, scene.height) == size
        page = Rect(0, 0, *size)
        assert all(page.contains(bounds(shape)) for _, shape in scene.shapes())
        unit = min(size[0] / 63, size[1] / 88)
        assert all(page.inset(SAFE * unit).contains(inked(own)) for _, own in texts(scene))


def test_too_long_a_rule_is_told() -> None:
    with pytest.raises(DrawingError, match=r"does not fit a place of .* shorten it"):
        draw_card(changed(rule="Very long words " * 24), "pair", "blue")


def test_a_missing_letter_is_told() -> None:
    with pytest.raises(DrawingError, match="display face has no '≥'"):
        draw_card(changed(name="Σ ≥ 20".removeprefix("Σ ")), "pair", "blue")


def changed(**values: object) -> Layout:
    """The layout with another pair."""
    own = edition()
    pair = own.cards["pair"].model_copy(update=values)
    assert isinstance(pair, Card)
    return replace(layout(), edition=own.model_copy(update={"cards": {**own.cards, "pair": pair}}))


def test_a_sum_is_written_in_signs() -> None:
    for dice in (1, 3, 5, 8, 10):
        own = changed(holds=SumAtLeast(sum=20), drawn=None)
        scene = draw_card(replace(own, edition=own.edition.model_copy(update={"dice": dice})), "pair", "blue")
        assert words(scene, "dice") == "Σ ≥ 20"
        places = [bounds(die) for die in groups(scene.items) if die.id.startswith("die.")]
        assert len(places) == dice
        assert not any(one.overlaps(other) for one, other in combinations(places, 2))


def test_unknown_names_are_told() -> None:
    with pytest.raises(UnknownWordError, match="no card 'pear'; did you mean 'pair'"):
        draw_card(layout(), "pear", "blue")
    with pytest.raises(UnknownWordError, match="no deck 'gold'; known are blue, green"):
        draw_card_back(layout(), "gold")
    with pytest.raises(DrawingError, match="classic has no cards"):
        draw_score_sheet(load("classic"))


# The score sheet


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_score_sheet_has_room_to_write(language: str, theme: str) -> None:
    scene = scores(language, theme)
    assert (scene.width, scene.height) == SHEET_SIZE
    boxes = {own.id: bounds(own) for own in groups(scene.items)}
    cells = [
        boxes[f"game.{n}.{deck}.{row}"] for n, deck, row in product(range(1, 6), DECKS, ("own", "captured", "total"))
    ]
    assert min(cell.height for cell in cells) >= 8
    assert min(cell.width for cell in cells) >= 8
    assert not any(one.overlaps(other, 0.65) for one, other in combinations(cells, 2))


def test_score_sheet_tells_the_rounds() -> None:
    for players, count in edition().rounds.by_players.items():
        assert words(scores(), f"rounds.{players}") == str(count)
    assert words(scores(), "imprint").startswith("Rounds inferred · Unofficial sheet")


@pytest.mark.parametrize("size", [(148.0, 210.0), (105.0, 148.0), (210.0, 297.0)])
def test_score_sheet_in_other_sizes(size: tuple[float, float]) -> None:
    for language in ("en", "fr", "de"):
        scene = draw_score_sheet(layout(), language=language, size=size)
        page = Rect(0, 0, *size)
        assert all(page.contains(bounds(shape)) for _, shape in scene.shapes())


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
def test_every_format_writes_them(kind: str) -> None:
    for scene in (card("joker", "pink", "fr", "vivid"), back("pink", "ink"), scores("de")):
        assert len(write_scene(scene, kind, dpi=50)) > 1000
