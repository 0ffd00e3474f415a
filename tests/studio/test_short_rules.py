"""The rules in short, for a player who was sent a sheet."""

import re

import pytest

from sheetgen.engine.why import Clause
from sheetgen.i18n import languages
from sheetgen.layout import SheetEdition, load
from sheetgen.resources import shipped_layouts
from sheetgen.studio.jobs import run_job
from sheetgen.studio.short_rules import UnknownClauseError, clause_text, short_rules
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


@pytest.mark.parametrize("name", [name for name in start_names() if name != "objectives"])
def test_every_clause_that_a_refusal_can_name_has_a_text(name: str) -> None:
    layout = load(str(start_names()[name]))
    assert isinstance(layout.edition, SheetEdition)
    zones = layout.edition.zones.values()
    stated = {zone.clause for zone in zones if zone.clause} | {
        own for zone in zones for own in sum(zone.clauses.values(), ())
    }
    stated |= {own for clauses in layout.edition.clauses.values() for own in clauses}  # of its bonuses
    for clause in {*stated, *map(str, Clause)}:
        if clause.startswith("S") and layout.edition.solo is None:
            continue
        told = clause_text(layout, clause, "de")
        assert told["title"], clause
        assert all(told["texts"]), clause
        assert told["texts"], clause
        assert [text for text in told["texts"] if SIGNS.search(text) or "\x01" in text] == []
        assert told["pages"][0][0] == layout.id


def test_the_clause_of_a_zone_says_what_its_part_says() -> None:
    told = clause_text(load("classic"), "C4", "en")
    assert told["title"] == "Green"
    assert told["texts"][0] == (
        "Where: in the leftmost open cell. Start beside the arrow and go on to the right, without gaps."
    )
    assert told["pages"] == [["classic", "green"]]


def test_a_clause_that_nobody_knows_is_an_error() -> None:
    for clause in ("Z1", "X99", "X", "", "A", "Axe"):
        with pytest.raises(UnknownClauseError):
            clause_text(load("classic"), clause, "en")
    data = {"text": "schema: 1\nextends: classic\ntitle: M\n", "name": "m.yaml", "folder": "."}
    assert run_job("clause", {**data, "element": "Z1"}) == {"error": "there is no rule 'Z1'"}


def test_a_refusal_names_its_clauses_beside_its_words() -> None:
    data = {"text": "schema: 1\nextends: classic\ntitle: M\n", "name": "m.yaml", "folder": "."}
    why = {"cell": "green.4", "die": "green"}
    drawn = run_job("draw", {**data, "game": {"players": ["Ada"], "seed": 3}, "why": why, "language": "de"})
    assert drawn["clauses"] == ["C4"]
    assert len(drawn["refused"]) == 1


def test_cards_say_why_they_are_not_played() -> None:
    data = {"text": shipped_layouts()["objectives"].read_text("utf-8"), "name": "cards.yaml", "folder": "."}
    for job in ("bots", "advise", "clause"):
        assert run_job(job, {**data, "element": "A1"}) == {"error": "cards are not played here"}
    english, german = (run_job("store", {**data, "kind": "record", "language": own})["error"] for own in ("en", "de"))
    assert english == "cards have neither marks nor records here" != german
    parent = {"text": "schema: 1\nextends: classic\ntitle: M\n", "name": "m.yaml", "folder": ".", "element": "no"}
    english, german = (run_job("parent", {**parent, "language": own})["error"] for own in ("en", "de"))
    assert english == "the layout does not extend such a file" != german
