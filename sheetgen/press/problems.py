"""What can be wrong with an order for the press."""

from sheetgen.errors import SheetgenError


class PressError(SheetgenError, ValueError):
    """Something that cannot be printed as it was ordered; the message says what would work."""


class PadOptionsError(PressError):
    """Options of a pad that exclude each other."""
