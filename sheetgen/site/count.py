"""The page on which a player counts a sheet: the drawn sheet with its cells, tables and texts for the script."""

import json
from html import escape

from sheetgen.drawing.themes import themes
from sheetgen.engine.counting import REFUSALS, Table, card_counting_table, counting_table
from sheetgen.engine.rules import rules_of
from sheetgen.i18n import later
from sheetgen.layout import CardEdition, SheetEdition
from sheetgen.site.phrases import Phrases
from sheetgen.site.pictures import PICTURE_THEME, LayoutPictures
from sheetgen.site.words import Words, plain

MAX_PLAYERS = 6
SCRIPTS = ("score.js", "count.js")
STYLE = "count.css"
# The texts of the script, by the names that it uses.
TEXTS = {
    "player": later("Player {n}"),
    "players": later("Players"),
    "name": later("Name"),
    "add": later("Add a player"),
    "remove": later("Remove this player"),
    "clear": later("Empty this sheet"),
    "undo": later("Undo"),
    "share": later("Share as a link"),
    "copied": later("The link is copied. Whoever opens it sees these sheets."),
    "copy": later("Copy this link. Whoever opens it sees these sheets."),
    "link": later("Link to these sheets"),
    "damaged": later("This link is damaged: the sheets in it cannot be read."),
    "shared": later("These sheets came with a link. What you change stays in the link; your own sheets are kept."),
    "back": later("Back to my sheets"),
    "points": later("Points"),
    "total": later("Total"),
    "announced": later("{name}: total {total}"),
    "rating": later("Rating"),
    "winner": later("most points"),
    "rounds": later("Rounds that have begun"),
    "sheet": later("The sheet of {name}"),
    "marked": later("{cell}: {mark}"),
    "empty": later("open"),
    "x": later("crossed"),
    "o": later("circled"),
    "impossible": later("This cannot be:"),
    "refused": later("{cell}: {reason}"),
    "demanded": later("{cell} {demand}"),
    "delete": later("Delete"),
    "next": later("Next cell"),
    "with badge": later("with the badge"),
    "without badge": later("without the badge"),
}
CARD_TEXTS = {
    "clear": later("Put all cards back"),
    "own": later("Cards that you won"),
    "captured": later("Captured cards"),
    "fewer": later("One captured card fewer"),
    "more": later("One captured card more"),
    "too many": later("{name} has {n} cards, but nobody wins more than {most}."),
    "too many together": later("All players together have {n} cards, but only {most} were played."),
}


def sheet_counter_html(drawn: LayoutPictures, words: Words) -> str:
    """Return the part of the page that counts: pictures to tap, tables and texts for the script, and the script."""
    edition = drawn.layout.edition
    if isinstance(edition, SheetEdition):
        pictures, data = _sheets(drawn, edition), _sheet_data(drawn, edition, words)
    else:
        pictures, data = _cards(drawn, edition, words), _card_data(edition, words)
    data |= {"id": drawn.layout.id, "most players": MAX_PLAYERS, "pencil": themes()[PICTURE_THEME].pencil}
    scripts = "".join(f'<script src="../assets/{name}" defer></script>' for name in SCRIPTS)
    return (
        f'<link rel="stylesheet" href="../assets/{STYLE}">'
        f'<div class="count"><div class="count-sheets">{pictures}</div>'
        f'<script type="application/json" class="count-data">{as_script(data)}</script></div>{scripts}'
    )


def as_script(data: Table) -> str:
    """Return data as JSON that cannot end the element that it is in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("&", "\\u0026")


def _texts(texts: dict[str, str], words: Words) -> dict[str, str]:
    return {key: plain(words.tr(text)) for key, text in texts.items()}


def _sheet_data(drawn: LayoutPictures, edition: SheetEdition, words: Words) -> Table:
    rules = rules_of(drawn.layout)
    phrases = Phrases(rules, words)
    table = counting_table(rules, lambda text: plain(words.tr(text)))
    for zone in table["zones"]:
        zone["name"] = plain(words.cap(words.zone(edition, zone["id"])))
        zone["colour"] = edition.dice[edition.die_of(zone["id"])].colour
        zone["names"] = [plain(phrases.cell(zone["id"], cell)) for cell in zone["cells"]]
    for badge in edition.scoring_badges:
        table["badges"][badge.plural]["name"] = plain(words.tr(badge.texts.heading))
    return table | {"texts": _texts(TEXTS, words), "refusals": _texts(REFUSALS, words)}


def _card_data(edition: CardEdition, words: Words) -> Table:
    table = card_counting_table(edition, lambda text: plain(words.tr(text)))
    return table | {"texts": _texts(TEXTS | CARD_TEXTS, words), "refusals": {}}


def _sheets(drawn: LayoutPictures, edition: SheetEdition) -> str:
    """Return the pages of the sheet on which players make marks, with the address of each cell."""
    zones = edition.zones.items()
    cells = {f"{name}.{zone.table.names[cell]}" for name, zone in zones for cell in zone.table.writable}
    scenes = (drawn.scene,) if drawn.back is None else (drawn.scene, drawn.back)
    return "".join(f'<figure class="paper">{drawn.tappable(scene, scene.title, cells)}</figure>' for scene in scenes)


def _cards(drawn: LayoutPictures, edition: CardEdition, words: Words) -> str:
    """Return the faces of all cards, each with its id."""
    deck = next(iter(edition.decks))
    faces = (
        f'<div class="count-card" data-card="{escape(card)}">{drawn.card(card, deck, words.tr(printed.name))}</div>'
        for card, printed in edition.cards.items()
    )
    return f'<div class="cards">{"".join(faces)}</div>'
