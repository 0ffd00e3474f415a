"""The index: terms are found with their endings and other forms, by what a language says about them."""

import pytest

from sheetgen.book.index import TermFinder, _terms
from sheetgen.i18n import languages
from sheetgen.layout import load
from sheetgen.site.words import Words


@pytest.mark.parametrize(
    ("language", "term", "text"),
    [
        ("en", "die", "all six dice"),
        ("en", "active player", "You are active"),
        ("de", "Fuchs", "zwei Füchse"),
        ("de", "Bonus", "Boni und Aktionen"),
        ("de", "Aktiver Spieler", "des aktiven Spielers"),
        ("fr", "croix", "une croix"),
        ("fr", "joueur actif", "les joueurs actifs"),
        ("es", "jugador activo", "jugadores activos"),
        ("it", "dado", "tutti e sei i dadi"),
        ("it", "giocatore attivo", "i giocatori attivi"),
        ("it", "volpe", "le tue volpi"),
    ],
)
def test_a_term_is_found_in_its_forms(language: str, term: str, text: str) -> None:
    finder = TermFinder.of(language)
    assert finder.term(term).count(finder.bare(text)) == 1


@pytest.mark.parametrize(
    ("language", "term", "text"),
    [("de", "Fuchs", "ein Fuchsbau"), ("fr", "croix", "la ligne croît"), ("en", "row", "brown")],
)
def test_other_words_are_not_found(language: str, term: str, text: str) -> None:
    finder = TermFinder.of(language)
    assert finder.term(term).count(finder.bare(text)) == 0


def test_a_language_without_a_file_has_its_terms_as_they_are() -> None:
    assert TermFinder.of("xx").term("dado").count("dado") == 1
    assert TermFinder.of("xx").term("dado").count("i dadi") == 0


@pytest.mark.parametrize("language", languages())
def test_forms_belong_to_terms(language: str) -> None:
    words = Words(language)
    known = {name.casefold() for edition in ("classic", "objectives") for name in _terms([load(edition)], words)}
    assert set(TermFinder.of(language).forms) <= known
