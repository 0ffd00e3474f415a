"""The command line: every command parses, calls and prints; the work is done in the other packages."""

from sheetgen.cli.app import main

__all__ = ["main"]
