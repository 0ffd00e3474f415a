"""What all errors about wrong input have in common."""


class SheetgenError(Exception):
    """Something that was given is wrong: a layout, a record, a move, an option.

    Its text says what was found, what was expected and, where possible, what would help: one line per problem.
    """


class WrongEditionError(SheetgenError, TypeError):
    """An edition of the other kind: cards where a sheet is needed, or a sheet where cards are."""


class WrongValueError(SheetgenError, ValueError):
    """A value that is none of those that are known or possible."""
