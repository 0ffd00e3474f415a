"""Objective cards: what is on them; that it fits is tested with all other pages."""

import pathlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from math import hypot
from typing import Any

import pytest

from sheetgen.drawing.cards import SHEET_SIZE
from sheetgen.drawing.pages import PageSpec, draw_page
from sheetgen.drawing.scene import Box, Circle, DrawingError, Group, Path, Rect, Scene, Shape, Text, bounds, outline
from sheetgen.drawing.text import DESCENT
from sheetgen.drawing.themes import contrast, luminance
from sheetgen.i18n import languages, translate
from sheetgen.layout import CardEdition, Layout, read_from_text
from sheetgen.layout.cards import Always, Card, SumAtLeast
from tests.drawing.measures import (
    POINT,
    PSEUDO_LOCALES,
    THEMES,
    drawn,
    fill_of,
    grounds,
    groups,
    inked,
    layout_of,
    texts,
)
from tests.matrix import every_pair

LANGUAGES = (*languages(), *PSEUDO_LOCALES)
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
PAIR = PageSpec("card face", "pair", "blue")
VARIANT = """\
schema: 1
extends: objectives
title: Mine
cards:
  no-odd: {provenance: {reconstructed: its name}}
  pair: {provenance: inferred}
"""


def layout() -> Layout:
    return layout_of("objectives")


def edition() -> CardEdition:
    own = layout().edition
    assert isinstance(own, CardEdition)
    return own


def card(name: str, deck: str = "blue", language: str = "en", theme: str = "light") -> Scene:
    return drawn("objectives", language, theme, None, PageSpec("card face", name, deck))


def scores(language: str = "en", theme: str = "light") -> Scene:
    return drawn("objectives", language, theme, None, "score sheet")


def back(deck: str, theme: str = "light") -> Scene:
    return drawn("objectives", "en", theme, None, PageSpec("card back", deck=deck))


def every_card() -> Iterator[Scene]:
    """Every card once in every language and theme; the deck changes only colours and symbols."""
    for name, language, theme in product(CARDS, LANGUAGES, THEMES):
        yield card(name, DECKS[CARDS.index(name) % len(DECKS)], language, theme)


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
    assert edition().card_size == (63, 88)
    assert tuple(edition().cards) == CARDS
    assert tuple(edition().decks) == DECKS


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", CARDS)
def test_pips_are_those_of_the_layout(name: str, theme: str) -> None:
    for deck in DECKS:
        scene = card(name, deck, theme=theme)
        assert pips(scene) == list(edition().cards[name].drawn or ())
        assert sum(own.id.startswith("die.") for own in groups(scene.items)) == edition().dice


@every_pair(name=CARDS, theme=THEMES, language=languages())
def test_type_is_large_enough(name: str, theme: str, language: str) -> None:
    """7 pt for dark type, 8 pt for light type."""
    for group, text, below in grounds(card(name, DECKS[0], language, theme), Text):
        assert isinstance(text, Text)
        light = luminance(text.fill) > luminance(fill_of(below))
        assert text.size / POINT >= (8 if light else 7), group


@pytest.mark.parametrize("name", CARDS)
def test_points_are_those_of_the_layout(name: str) -> None:
    for i, language in enumerate(LANGUAGES):
        scene = card(name, DECKS[i % len(DECKS)], language, THEMES[i % len(THEMES)])
        assert words(scene, "points") == str(edition().cards[name].points)
        numbers = [shape for own_id, shape in texts(scene) if any(map(str.isdigit, shape.text)) and own_id != "points"]
        (points,) = (shape for own_id, shape in texts(scene) if own_id == "points")
        assert all(shape.size < points.size / 2 for shape in numbers), "no other number may be taken for the points"


@pytest.mark.parametrize("language", languages())
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
    variant = read_from_text(VARIANT, pathlib.Path("mine.yaml"), "mine.yaml")
    assert words(draw_page(variant, PageSpec("card face", "no-odd", "blue")), "provenance") == "Reconstructed: its name"
    assert words(draw_page(variant, PAIR), "provenance") == "some values inferred"


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


def test_texts_keep_clear_of_the_signs() -> None:
    """Neither star, tray nor symbols touch the name, the rule and the foot."""
    for scene in every_card():
        signs = [bounds(group(scene, own)) for own in ("points", "dice", "deck.top", "deck.foot")]
        for own_id, shape in texts(scene):
            if own_id in ("name", "rule", "imprint", "provenance"):
                assert not any(sign.overlaps(inked(shape)) for sign in signs), shape.text


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


def test_too_long_a_rule_is_told() -> None:
    with pytest.raises(DrawingError, match=r"does not fit a place of .* shorten it"):
        draw_page(changed(rule="Very long words " * 24), PAIR)


def test_a_missing_letter_is_told() -> None:
    with pytest.raises(DrawingError, match="display face has no '≥'"):
        draw_page(changed(name="≥ 20"), PAIR)


def changed(**values: object) -> Layout:
    """The layout with another pair."""
    own = edition()
    pair = own.cards["pair"].model_copy(update=values)
    assert isinstance(pair, Card)
    return replace(layout(), edition=own.model_copy(update={"cards": {**own.cards, "pair": pair}}))


def test_a_sum_is_written_in_signs() -> None:
    for dice in (1, 3, 5, 8, 10):
        own = changed(holds=SumAtLeast(sum=20), drawn=None)
        scene = draw_page(replace(own, edition=own.edition.model_copy(update={"dice": dice})), PAIR)
        assert words(scene, "dice") == "Σ ≥ 20"
        places = [bounds(die) for die in groups(scene.items) if die.id.startswith("die.")]
        assert len(places) == dice
        assert not any(one.overlaps(other) for one, other in combinations(places, 2))


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


MARGIN = 1.0  # millimetres on paper
LOW = set("gjpqyç,;()")  # characters that reach below the baseline


def distance(text: Rect, shape: Box | Circle | Path) -> float:
    """From a text to the drawn edge of a shape that is around or beside it."""
    half = shape.paint.width / 2 if shape.paint.stroke else 0.0
    if isinstance(shape, Box) and shape.rect.contains(text):
        rect = shape.rect
        return min(text.x - rect.x, text.y - rect.y, rect.right - text.right, rect.bottom - text.bottom) - half
    if isinstance(shape, Circle):
        points, half = [(shape.x, shape.y)], half + shape.radius
    elif isinstance(shape, Path):
        points = list(outline(shape.commands))
    else:
        rect = shape.rect
        points = [(min(max(text.centre[0], rect.x), rect.right), min(max(text.centre[1], rect.y), rect.bottom))]
    return min(hypot(max(text.x - x, x - text.right, 0), max(text.y - y, y - text.bottom, 0)) for x, y in points) - half


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [None, "57x87", "70x120"])
def test_texts_keep_away_from_borders(language: str, size: str | None) -> None:
    """Frame, tray, band, star, dice and symbols; with the descenders of the last line."""
    for name in CARDS:
        scene = drawn("objectives", language, "light", size, PageSpec("card face", name, "purple"))
        shapes = [shape for _, shape in scene.shapes()]
        borders = [
            shape for shape in shapes if not isinstance(shape, Text) and bounds(shape).width < scene.width - 0.01
        ]
        for text in (shape for shape in shapes if isinstance(shape, Text)):
            rect = replace(text.rect, height=text.rect.height + (DESCENT * text.size if set(text.text) & LOW else 0))
            nearest = min(borders, key=lambda border: distance(rect, border))
            assert distance(rect, nearest) >= MARGIN, (name, text.text, nearest)
