"""Sheets, rules and examples for the Clever dice family, from one layout file per edition."""

__version__ = "0.1.0"
