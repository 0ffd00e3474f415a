"""The rules as a printed book: the pages of the site set in columns, with cover, contents and index."""

from sheetgen.press import PressError


class BookError(PressError):
    """A book that cannot be made this way; the message is in the words of the command line."""
