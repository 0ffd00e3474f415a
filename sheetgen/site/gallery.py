"""Links from the site to its studio: the gallery with a card per sheet, the form that prints a pad of an edition."""

from dataclasses import dataclass
from html import escape
from typing import Literal
from urllib.parse import quote

from sheetgen.drawing.themes import themes
from sheetgen.i18n import languages, later
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.sheet import PAPERS
from sheetgen.site.tables import figures_of
from sheetgen.site.words import Words, language_name

STUDIO = "studio"  # the folder of the studio in a site
Wish = Literal["play", "print", "change"]
DEFAULT_SHEETS, MAX_SHEETS = 20, 500  # of a pad from the form
SCRIPT = "print-here.js"
_WISHES: dict[Wish, str] = {"play": later("Play"), "print": later("Print"), "change": later("Change")}
_THEMES = {
    "light": later("light"),
    "vivid": later("vivid"),
    "ink": later("ink saving"),
    "grey": later("grey"),
    "safe": later("colour-blind safe"),
}


@dataclass(frozen=True)
class GalleryCard:
    """A sheet in the gallery: what is known of it, and HTML links that play, print and change it in the studio."""

    id: str
    title: str
    about: str
    figures: str
    links: str
    has_pages: bool  # whether the site has its rules


def studio_address(layout_id: str, wish: Wish, language: str, up: str) -> str:
    """Return the address that opens a layout in the studio; `up` leads from the page to the top of the site."""
    return f"{up}{STUDIO}/{language}.html#start={quote(layout_id)}&do={wish}"


def studio_link(words: Words, text: str, up: str) -> str:
    """Return an HTML link to the studio."""
    return f'<a href="{up}{STUDIO}/{words.language}.html">{escape(text)}</a>'


def gallery_card(layout: Layout, words: Words, *, has_pages: bool) -> GalleryCard:
    """Return the card of a layout, for a page at the top of a language."""
    edition = layout.edition
    links = "".join(
        f'<a href="{escape(studio_address(layout.id, wish, words.language, "../"))}">{escape(words.tr(text))}</a>'
        for wish, text in _WISHES.items()
        if wish != "play" or isinstance(edition, SheetEdition)
    )
    links = f'<span class="wishes">{links}</span>'
    about = words.tr(edition.about) if edition.about else ""
    return GalleryCard(layout.id, words.tr(edition.title), about, " · ".join(_figures(layout, words)), links, has_pages)


def _figures(layout: Layout, words: Words) -> list[str]:
    """Return what one wants to know before a game: players, zones, minutes, and what is usually scored."""
    edition = layout.edition
    figures = []
    if isinstance(edition, SheetEdition):
        players = sorted(edition.rounds.by_players)
        span = words.num(players[0]) if len(players) == 1 else f"{words.num(players[0])}–{words.num(players[-1])}"
        figures.append(words.tr(later("{players} players"), players=span))
        figures.append(words.ntr("{n} zone", "{n} zones", len(edition.zones)))
    if edition.minutes:
        figures.append(words.tr(later("{n} minutes"), n=words.num(edition.minutes)))
    stored = figures_of(layout).get("planner")
    if stored is not None:
        figures.append(words.tr(later("usually {n} points"), n=words.num(round(stored["mean"]))))
    return figures


def print_form(layout: Layout, words: Words) -> str:
    """Return the form that makes a pad in the reader's browser, for a page of an edition."""
    target = f"../../{STUDIO}/{words.language}.html"
    papers = {name: name for name in PAPERS}
    names_of_languages = {code: language_name(code) for code in languages()}
    names = {name: words.tr(_THEMES.get(name, name)) for name in themes()}
    choices = [
        (words.tr(later("Paper")), _select("paper", papers, "A4")),
        (words.tr(later("Language")), _select("language", names_of_languages, words.language)),
        (words.tr(later("Theme")), _select("theme", names, "light")),
        (
            words.tr(later("Sheets")),
            f'<input name="sheets" type="number" min="1" max="{MAX_SHEETS}" value="{DEFAULT_SHEETS}">',
        ),
    ]
    fields = "".join(f"<label>{escape(label)} {field}</label>" for label, field in choices)
    button = escape(words.tr(later("Make the PDF")))
    return (
        f'<form class="print-here" data-studio="{escape(target)}" data-start="{escape(layout.id)}">{fields}'
        f'<button type="submit" class="md-button md-button--primary">{button}</button></form>'
        f'<script src="../assets/{SCRIPT}" defer></script>'
    )


def _select(name: str, choices: dict[str, str], chosen: str) -> str:
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in choices.items()
    )
    return f'<select name="{name}">{options}</select>'
