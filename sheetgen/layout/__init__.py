"""The layout language: what a sheet is, read from one YAML file."""

from sheetgen.layout.cards import CardEdition
from sheetgen.layout.checks import check, load, problems_of
from sheetgen.layout.loading import Edition, Layout, index_by_id, read, read_from_text
from sheetgen.layout.problems import LayoutError, Problem, Severity
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.zone import Badge, Zone

__all__ = [
    "Badge",
    "CardEdition",
    "Edition",
    "Layout",
    "LayoutError",
    "Problem",
    "Severity",
    "SheetEdition",
    "Zone",
    "check",
    "index_by_id",
    "load",
    "problems_of",
    "read",
    "read_from_text",
]
