"""Languages, and how a text finds its translation."""

import pytest

from sheetgen.i18n import SOURCE, catalogue, in_context, languages, translate
from sheetgen.i18n.catalogues import PSEUDO
from sheetgen.layout.base import TranslatableText
from sheetgen.resources import data_folder

# Good typography, such as a narrow space before !, typed on a plain keyboard.
TYPED = str.maketrans({"\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " ", "’": "'"})


def test_english_comes_first() -> None:
    first, *others = languages()
    assert first == SOURCE == "en"
    folders = (path.parents[1].name for path in data_folder("locales").glob("*/LC_MESSAGES/sheetgen.po"))
    assert others == sorted(folders)
    assert {"de", "es", "fr", "it"} <= set(others)


def test_english_is_the_source() -> None:
    assert catalogue("en") == {}
    assert translate("Try harder!", "en") == "Try harder!"


@pytest.mark.parametrize(
    ("text", "language", "translation"),
    [
        # The printed titles.
        ("That's Pretty Clever", "de", "Ganz schön clever"),
        ("That's Pretty Clever", "fr", "Très futé"),
        ("Twice as Clever", "de", "Doppelt so clever"),
        ("Twice as Clever", "fr", "Vraiment très futé"),
        ("Clever Cubed", "de", "Clever hoch Drei"),
        ("Clever Cubed", "fr", "Très futé à la puissance trois"),
        ("Clever Mix", "fr", "Mélange futé"),
        # The printed French ratings, word for word.
        ("You're so clever!", "fr", "Super malin !"),
        ("Are you Einstein?", "fr", "Tu ne t'appellerais pas Albert Einstein, par hasard ?"),
        ("What a genius!", "fr", "Quel génie !"),
        ("Not bad… you could do better.", "fr", "Pas mal, mais tu feras mieux la prochaine fois."),
        ("Try harder!", "fr", "Bon espoir d'amélioration !"),
        ("Respect!", "fr", "Respect²"),
        ("You can do better.", "fr", "Fermons les yeux pour cette fois."),
        ("Not too shabby", "fr", "Et si on jouait plutôt au yahtzee ?"),
        ("It was just bad luck", "fr", "Tu n'as pas eu de chance."),
        ("You are a genius!", "fr", "Tu es un génie !"),
        ("Wow, super clever!", "fr", "Waouh, super futé !"),
        ("Luck was probably not on your side.", "fr", "La chance n'était probablement pas de ton côté."),
    ],
)
def test_printed_texts(text: str, language: str, translation: str) -> None:
    assert translate(text, language).translate(TYPED) == translation


def test_own_translation_comes_first() -> None:
    own = {"fr": {"That's Pretty Clever": "À moi"}, "de": {}}
    assert translate("That's Pretty Clever", "fr", own) == "À moi"
    assert translate("That's Pretty Clever", "de", own) == "Ganz schön clever"
    assert translate("That's Pretty Clever", "en", own) == "That's Pretty Clever"


def test_own_translation_in_a_language_of_its_own() -> None:
    own = {"en": {"Titel": "Title"}}
    assert translate("Titel", "en", own) == "Title"


def test_unknown_text_stays_english() -> None:
    assert translate("Nobody translated this", "fr") == "Nobody translated this"


@pytest.mark.parametrize(
    ("context", "text", "language", "translation"),
    [
        ("zone", "blue", "fr", "bleue"),
        ("die", "blue", "fr", "bleu"),
        ("die", "blue", "de", "blaue"),
        ("cells", "Pair", "fr", "Duo"),  # two cells side by side; the card with two equal dice is a "Paire"
        ("zone", "blue", "en", "blue"),
        ("nowhere", "blue", "fr", "bleu"),
        ("nowhere", "Nobody translated this", "fr", "Nobody translated this"),
        ("zone", "blue", PSEUDO, "[blúé ·]"),
    ],
)
def test_one_text_with_several_meanings(context: str, text: str, language: str, translation: str) -> None:
    assert translate(in_context(context, text), language) == translation


def test_own_translation_with_a_context() -> None:
    """The word of the layout comes before that of the catalogue, even if it has no context."""
    message = in_context("zone", "blue")
    assert translate(message, "fr", {"fr": {"blue": "azur", "blue (zone)": "azurée"}}) == "azurée"
    assert translate(message, "fr", {"fr": {"blue": "azur"}}) == "azur"
    assert translate(message, "fr", {"de": {"blue": "azur"}}) == "bleue"
    assert translate("blue", "fr", {"fr": {"blue (zone)": "azurée"}}) == "bleu"


def test_a_text_of_a_layout_stays_one_in_a_context() -> None:
    """Pages protect themselves from such texts by their type."""
    assert isinstance(in_context("zone", TranslatableText("<b>")), TranslatableText)
