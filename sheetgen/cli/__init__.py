"""The command line: every command parses, calls and prints; the work is done in the other rooms."""

from sheetgen.cli.frame import main

__all__ = ["main"]
