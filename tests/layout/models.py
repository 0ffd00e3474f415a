"""Zones and editions for the tests of the layout language."""

from functools import cache
from typing import Any

from sheetgen.layout import SheetEdition, Zone, read


def zone(**keys: Any) -> Zone:
    """A zone of three cells to write in, changed by keys as a file has them."""
    return Zone.model_validate({"cells": 3, "points": "sum", **keys})


@cache
def sheet(name: str) -> SheetEdition:
    """A shipped edition that is played on a sheet."""
    edition = read(name).edition
    assert isinstance(edition, SheetEdition)
    return edition
