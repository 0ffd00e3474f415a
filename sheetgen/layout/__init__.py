"""The layout language: what a sheet is, read from one YAML file."""

from sheetgen.layout.cards import CardEdition
from sheetgen.layout.checks import check, load, problems_of
from sheetgen.layout.loading import Edition, Layout, by_name, read, read_from_text
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
    "by_name",
    "check",
    "load",
    "problems_of",
    "read",
    "read_from_text",
]
