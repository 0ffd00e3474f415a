"""The glossary: terms of the game in every language."""

from unicodedata import combining, normalize

from sheetgen.drawing.names import ACTIONS, COLOURS
from sheetgen.i18n import languages, later
from sheetgen.site.html import markdown_table
from sheetgen.site.words import Words, own_name

TERMS = (
    later("active player"),
    later("passive player"),
    later("silver platter"),
    later("die"),
    later("die slot"),
    later("throw"),
    later("round"),
    later("sheet"),
    later("zone"),
    later("cell"),
    later("row"),
    later("column"),
    later("cross"),
    later("circle"),
    later("number"),
    later("badge"),
    later("bonus"),
    later("action"),
    later("fox"),
    later("points"),
    later("score ladder"),
    later("star"),
    later("solo game"),
    later("rating"),
    later("objective card"),
    later("deck"),
)


def _sortable(text: str) -> str:
    """A text for sorting: without accents, which are no letters of their own here."""
    return "".join(sign for sign in normalize("NFD", text.casefold()) if not combining(sign))


def glossary_table(language: str) -> str:
    """All terms, sorted in the language of the page."""
    shown = (language, *(other for other in languages() if other != language))
    words = {other: Words(other) for other in shown}
    terms = sorted({*TERMS, *ACTIONS.values(), *COLOURS}, key=lambda term: _sortable(words[language].tr(term)))
    rows = [[words[other].tr(term) for other in shown] for term in terms]
    return markdown_table([own_name(other) for other in shown], rows)
