"""The JSON Schema that editors use and the reference page: current, complete, as strict as an editor can be."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from sheetgen.layout import read
from sheetgen.layout.base import parts_of
from sheetgen.layout.parts.accepts import AnyAccepts
from sheetgen.layout.parts.cells import Cells
from sheetgen.layout.parts.order import AnyOrder
from sheetgen.layout.parts.points import AnyPoints
from sheetgen.layout.parts.value import AnyValue
from sheetgen.layout.schema import all_models, json_schema, reference_text, schema_text, undescribed
from sheetgen.layout.sheet import Die, Rulings, SheetEdition
from sheetgen.layout.zone import Zone
from sheetgen.resources import data_folder, shipped_layouts

EDITIONS = ("classic", "cubed", "deluxe", "double", "mix", "objectives")
SHIPPED = data_folder("layouts") / "schema.json"


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SHIPPED.read_text("utf-8")))


def as_editors_see_it(value: Any) -> Any:
    """JSON has only texts as keys, and so have editors."""
    if isinstance(value, dict):
        return {str(key): as_editors_see_it(own) for key, own in value.items()}
    return [as_editors_see_it(item) for item in value] if isinstance(value, list) else value


@cache
def written(name: str) -> Any:
    """A shipped file as it stands, before `extends`."""
    return as_editors_see_it(yaml.safe_load(shipped_layouts()[name].read_text("utf-8")))


def test_all_editions_are_tested() -> None:
    assert tuple(shipped_layouts()) == EDITIONS


def test_shipped_schema_is_current() -> None:
    assert SHIPPED.read_text("utf-8") == schema_text(), "layouts/schema.json is out of date: run `make generate`"


def test_schema_is_valid() -> None:
    schema = json_schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)


def test_every_reference_leads_somewhere() -> None:
    schema = json_schema()
    found: list[str] = []

    def visit(node: Any) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                found.append(node["$ref"])
            for inner in node.values():
                visit(inner)
        elif isinstance(node, list):
            for inner in node:
                visit(inner)

    visit(schema)
    assert found
    assert {reference.removeprefix("#/$defs/") for reference in found} <= set(schema["$defs"])


@pytest.mark.parametrize("name", EDITIONS)
def test_shipped_layouts_validate(name: str, validator: Draft202012Validator) -> None:
    assert [error.message for error in validator.iter_errors(written(name))] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_resolved_layouts_validate(name: str, validator: Draft202012Validator) -> None:
    data = as_editors_see_it(read(name).data())
    assert [error.message for error in validator.iter_errors(data)] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_first_line_names_the_schema(name: str) -> None:
    first = shipped_layouts()[name].read_text("utf-8").split("\n", 1)[0]
    assert first == "# yaml-language-server: $schema=schema.json"


Change = Callable[[Any], None]


def put(*steps: str | int, value: Any) -> Change:
    def change(data: Any) -> None:
        for step in steps[:-1]:
            data = data[step]
        data[steps[-1]] = value

    return change


MISTAKES: dict[str, tuple[str, Change]] = {
    "unknown key at the top": ("classic", put("zone", value={})),
    "unknown key in a zone": ("classic", put("zones", "blue", "oder", value="anywhere")),
    "unknown key in a die": ("classic", put("dice", "blue", "color", value="#112233")),
    "unknown key in solo": ("classic", put("solo", "rating", value=[])),
    "a zone with a capital": ("classic", put("zones", "Red", value={"cells": 3})),
    "replace by a word": ("mix", put("zones", "replace", value="yes")),
    "two levels of certainty": (
        "classic",
        put("sheet", "provenance", value={"inferred": "the size", "reconstructed": "the rest"}),
    ),
    "unknown order": ("classic", put("zones", "blue", "order", value="anywere")),
    "unknown rule": ("classic", put("zones", "green", "accepts", value="at lest")),
    "unknown option of a rule": (
        "classic",
        put("zones", "purple", "accepts", value={"higher than the one before": {"restart": 6}}),
    ),
    "two rules at once": (
        "classic",
        put("zones", "green", "accepts", value={"at least": True, "anything": True}),
    ),
    "a rule without its value": ("classic", put("zones", "orange", "value", value="times")),
    "an unknown way to score": ("classic", put("zones", "blue", "points", value={"by counts": [1, 2]})),
    "a ladder of words": ("classic", put("zones", "blue", "points", value={"by count": ["one"]})),
    "an extra without a limit": ("cubed", put("zones", "blue", "points", "each entry", value={"most 4": 4})),
    "a cell that is none": ("classic", put("zones", "yellow", "cells", 0, 3, value="X")),
    "cells by name": ("classic", put("zones", "orange", "cells", value="eleven")),
    "a badge that is a number": ("classic", put("zones", "green", "bonus", "4", value=4)),
    "a badge under a word": ("classic", put("zones", "green", "bonus", "four", value="reroll")),
    "slots by name": ("classic", put("actions", "reroll", "slots", value="seven")),
    "a joker above six": ("cubed", put("actions", "joker", "slots", 0, value=7)),
    "a colour by name": ("classic", put("dice", "blue", "colour", value="blue")),
    "an unknown symbol": ("classic", put("dice", "blue", "symbol", value="star")),
    "a size in words": ("classic", put("sheet", "size", value="big")),
    "a row without weight": ("classic", put("sheet", "rows", 0, "height", value=0)),
    "an unknown certainty": ("classic", put("sheet", "provenance", value="sure")),
    "a band from a text": ("classic", put("solo", "ratings", 0, "from", value="281")),
    "six stars": ("classic", put("solo", "ratings", 0, "stars", value=6)),
    "waiving by strangers": ("double", put("may waive", value=["everyone"])),
    "a later version": ("classic", put("schema", value=2)),
    "an unknown kind": ("objectives", put("kind", value="dice")),
    "an unknown objective": ("objectives", put("cards", "pair", "holds", value={"same": [2]})),
    "a die with seven faces": ("objectives", put("cards", "pair", "drawn", 0, value=7)),
    "negative card points": ("objectives", put("cards", "pair", "points", value=-1)),
    "zones in a card game": ("objectives", put("zones", value={})),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_typical_mistakes_do_not_validate(mistake: str, validator: Draft202012Validator) -> None:
    name, change = MISTAKES[mistake]
    data = copy.deepcopy(written(name))
    assert validator.is_valid(data)
    change(data)
    assert not validator.is_valid(data)


@pytest.mark.parametrize(
    "data",
    [
        {"schema": 1, "extends": "classic", "title": "Mine"},
        {"schema": 1, "extends": "classic", "zones": {"blue": None}},
        {"schema": 1, "extends": "classic", "zones": {"blue": {"bonus": {"rows": None}}}},
        {"schema": 1, "extends": "classic", "zones": {"replace": True, "red": {"cells": 3}}},
        {"schema": 1, "extends": "classic", "zones": {"orange": {"cells": [["_", "_"], ["_", "x"]]}}},
        {"schema": 1, "extends": "mine.yaml", "zones": {"blue": {"points": {"sum": True}}}},
        {"schema": 1, "extends": "classic", "zones": {"green": {"bonus": {"4": None}}}},
        {"schema": 1, "extends": "classic", "zones": {"blue": {"value": {"replace": True, "face": True}}}},
        {"schema": 1, "extends": "classic", "zones": {"blue": {"value": {"sum with": None, "face": True}}}},
        {"schema": 1, "extends": "mix", "rounds": {"by players": {"4": None}}},
        {"schema": 1, "extends": "mix", "rounds": {"provenance": {"replace": True, "inferred": "all"}}},
        {"schema": 1, "extends": "objectives", "kind": "cards", "cards": {"pair": {"points": 2}}},
    ],
)
def test_changes_on_top_of_a_parent_validate(data: dict[str, Any], validator: Draft202012Validator) -> None:
    assert [error.message for error in validator.iter_errors(data)] == []


PAGE = Path(__file__).parents[2] / "docs" / "en" / "layout-reference.md"


def test_page_is_current() -> None:
    message = "docs/en/layout-reference.md is out of date: run `make generate`"
    assert PAGE.read_text("utf-8") == reference_text(), message


def test_everything_is_described() -> None:
    assert undescribed() == []


def test_a_key_without_description_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Die.model_fields["symbol"], "description", None)
    assert undescribed() == ["Die.symbol"]


def test_a_block_without_docstring_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Die, "__doc__", " ")
    assert undescribed() == ["Die"]


def test_every_block_is_visited() -> None:
    models = all_models()
    assert {SheetEdition, Zone, Cells, Rulings} <= set(models)
    assert len(models) == len(set(models))


@pytest.mark.parametrize("union", [AnyAccepts, AnyOrder, AnyPoints, AnyValue])
def test_every_part_has_a_row(union: object) -> None:
    page = reference_text()
    names = list(parts_of(union))
    assert names
    assert [name for name in names if f"\n| `{name}` |" not in page] == []


def test_every_key_of_a_zone_has_a_row() -> None:
    page = reference_text()
    keys = [field.alias for field in Zone.model_fields.values()]
    assert [key for key in keys if f"\n| `{key}` |" not in page] == []


def test_links_lead_to_a_heading() -> None:
    page = reference_text()
    targets = {part.split(" ", 1)[0] for part in page.split("{: #")[1:]}
    links = {part.split(")", 1)[0] for part in page.split("](#")[1:]}
    assert links
    assert links <= targets
