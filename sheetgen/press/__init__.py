"""Printing: pads and decks as PDF for home printers and print shops, and preflight, the check of such files."""

from sheetgen.errors import SheetgenError


class PressError(SheetgenError, ValueError):
    """Options or files that cannot be printed; the message says what would work."""
