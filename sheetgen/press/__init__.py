"""Press: pads and decks ready to print at home or at a print shop, and what a print shop would object to."""

from sheetgen.errors import SheetgenError


class PressError(SheetgenError, ValueError):
    """Something that cannot be printed as it was asked for; the message says what would work."""
