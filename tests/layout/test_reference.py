"""The reference page: current and complete."""

from pathlib import Path

import pytest

from sheetgen.layout.base import parts_of
from sheetgen.layout.parts.accepts import AnyAccepts
from sheetgen.layout.parts.cells import Cells
from sheetgen.layout.parts.order import AnyOrder
from sheetgen.layout.parts.points import AnyPoints
from sheetgen.layout.parts.value import AnyValue
from sheetgen.layout.reference import all_models, as_text, undescribed
from sheetgen.layout.sheet import Die, Rulings, SheetEdition
from sheetgen.layout.zone import Zone

PAGE = Path(__file__).parents[2] / "docs" / "en" / "layout-reference.md"


def test_page_is_current() -> None:
    message = "docs/en/layout-reference.md is out of date: run `make generate`"
    assert PAGE.read_text("utf-8") == as_text(), message


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
    page = as_text()
    names = list(parts_of(union))
    assert names
    assert [name for name in names if f"\n| `{name}` |" not in page] == []


def test_every_key_of_a_zone_has_a_row() -> None:
    page = as_text()
    keys = [field.alias for field in Zone.model_fields.values()]
    assert [key for key in keys if f"\n| `{key}` |" not in page] == []


def test_links_lead_to_a_heading() -> None:
    page = as_text()
    targets = {part.split(" ", 1)[0] for part in page.split("{: #")[1:]}
    links = {part.split(")", 1)[0] for part in page.split("](#")[1:]}
    assert links
    assert links <= targets
