"""The rules in short, for a player who was sent a sheet."""

import re

import pytest

from sheetgen.i18n import languages
from sheetgen.layout import SheetEdition, load
from sheetgen.studio.short_rules import short_rules
from sheetgen.studio.starts import start_names

SIGNS = re.compile(r"\*\*|\]\(|\{[a-z:]|<[a-z]|&[a-z]+;|[\ue000-\uf8ff]")


@pytest.mark.parametrize("name", list(start_names()))
def test_rules_are_plain_texts_in_every_language(name: str) -> None:
    layout = load(str(start_names()[name]))
    told = {language: short_rules(layout, language) for language in languages()}
    shapes = [[(len(texts)) for _, texts in sections] for sections in told.values()]
    assert all(shape == shapes[0] for shape in shapes)
    for sections in told.values():
        assert all(heading and texts and all(texts) for heading, texts in sections)
        assert [text for _, texts in sections for text in texts if SIGNS.search(text)] == []
    assert len({str(sections) for sections in told.values()}) == len(told)
    if isinstance(layout.edition, SheetEdition):
        assert len(told["en"]) >= len(layout.edition.zones) + 4


def test_a_zone_says_where_what_fits_and_what_it_is_worth() -> None:
    sections = dict(short_rules(load("classic"), "en"))
    assert [text.partition(":")[0] for text in sections["Purple"]] == ["Where", "What fits", "Points"]
    assert sections["Purple"][1].startswith("What fits: your number must be higher than the one before it")
    assert any(text.startswith("Reroll: ") for text in sections["Actions"])
