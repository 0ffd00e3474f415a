"""Sentences of the rules: every kind of part has its own, they can be translated, and nothing is left open."""

import inspect
import re
from typing import get_args

import pytest

from sheetgen.i18n import languages
from sheetgen.i18n.catalogues import catalogue, plurals
from sheetgen.layout import SheetEdition, load, zone_text
from sheetgen.layout.parts.accepts import AcceptsRule, AnyAccepts
from sheetgen.layout.parts.extra_marks import AnyExtraMarks, ExtraMarksRule
from sheetgen.layout.parts.order import AnyOrder, OrderRule
from sheetgen.layout.parts.points import AnyPoints
from sheetgen.layout.parts.points_rule import PointsRule
from sheetgen.layout.parts.value import AnyValue, ValueRule
from sheetgen.layout.sentences import EditionZone, Sentence, Topic
from sheetgen.resources import shipped_layouts, shipped_variants

PARTS = {
    AcceptsRule: AnyAccepts,
    OrderRule: AnyOrder,
    ValueRule: AnyValue,
    ExtraMarksRule: AnyExtraMarks,
    PointsRule: AnyPoints,
}
EDITIONS = [
    edition
    for path in (*shipped_layouts().values(), *shipped_variants().values())
    if isinstance(edition := load(str(path)).edition, SheetEdition)
]
FIELD = re.compile(r"\{([A-Za-z_]+)(?::[a-z_]+)?\}")


def everything_said(edition: SheetEdition) -> list[Sentence]:
    """All sentences about the zones of an edition, with those inside them."""
    said: list[Sentence] = []
    for zone_id, zone in edition.zones.items():
        place = EditionZone(edition, zone_id)
        said += [*zone_text.seen(place), *zone.value.sentences(place), *zone.order.sentences(place)]
        said += [*zone.accepts.sentences(place), *zone_text.marking(place), zone_text.when_nothing_fits(place)]
        said += [*zone_text.badges(place), *zone_text.points(place), zone_text.free_cross(place)]
        said += [*zone_text.number_badge(place), *zone_text.free_choice(place)]
        said += zone.extra_marks.sentences(place) if zone.extra_marks is not None else ()
        earned = [zone_text.earned_by(place, badge) for badge in zone.badges]
        said += [sentence for sentence in earned if isinstance(sentence, Sentence)]
    said += [sentence for topic in get_args(Topic) for _, sentence in zone_text.remarks(edition, topic)]
    return [inner for sentence in said for inner in with_inner(sentence)]


def with_inner(sentence: Sentence) -> list[Sentence]:
    found = [sentence]
    for value in sentence.values.values():
        for item in value if isinstance(value, tuple) else (value,):
            found += with_inner(item) if isinstance(item, Sentence) else []
    return found


def test_every_kind_says_its_own_sentences() -> None:
    """A new kind cannot be read before it has them: no other sentence stands in."""
    for base, kinds in PARTS.items():
        assert "sentences" in base.__abstractmethods__
        for kind in get_args(kinds):
            assert not inspect.isabstract(kind), kind
            assert "sentences" in vars(kind), kind


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: str(edition.title))
def test_every_sentence_has_its_values_and_translations(edition: SheetEdition) -> None:
    sentences = everything_said(edition)
    assert len(sentences) > 50
    for sentence in sentences:
        for text in filter(None, (sentence.text, sentence.plural)):
            names = {name[:1].lower() + name[1:] for name in FIELD.findall(text)}
            assert names <= set(sentence.values), text
        for language in languages()[1:]:
            if sentence.plural:
                assert (sentence.text, sentence.plural) in plurals(language).texts, (language, sentence.text)
            else:
                assert sentence.text in catalogue(language), (language, sentence.text)


def test_what_holds_for_several_zones_is_said_once() -> None:
    edition = next(edition for edition in EDITIONS if edition.title == "Clever Cubed")
    said = [sentence.text for _, sentence in zone_text.remarks(edition, "active turn")]
    assert len(said) == len(set(said)) == 2
