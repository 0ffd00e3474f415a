"""Tables of the pages, cell by cell as a reader of the rulebooks would fill them in."""

import re

import click
import pytest

from sheetgen.i18n import languages
from sheetgen.layout import CardEdition, SheetEdition, load
from sheetgen.resources import shipped_variants
from sheetgen.site import tables
from sheetgen.site.words import Words

SHEETS = ("classic", "double", "cubed", "deluxe", "mix")


def edition_of(name: str) -> SheetEdition:
    edition = load(name).edition
    assert isinstance(edition, SheetEdition)
    return edition


def words_of(name: str) -> Words:
    return Words.of("en", load(name).edition)


def rows(markdown: str) -> list[list[str]]:
    """The cells of a Markdown table below its head."""
    lines = markdown.strip().splitlines()
    assert re.fullmatch(r"\|(---:?\|)+", lines[1])
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def cells(html: str) -> list[list[str]]:
    """The cells of an HTML table below its head."""
    body = html.partition("<tbody>")[2]
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", body)]


def sign(name: object) -> str:
    return f"({name})"


def test_rounds_players_and_ratings_of_classic() -> None:
    edition, words = edition_of("classic"), words_of("classic")
    everybody = "1, 2, 3, 4"
    assert rows(tables.rounds_table(edition, words, sign)) == [
        ["1", "(reroll) The action “reroll”", everybody],
        ["2", "(extra die) The action “extra die”", everybody],
        ["3", "(reroll) The action “reroll”", everybody],
        ["4", "(X any or 6 any) Either a free cross in yellow, blue or green, or a 6 for orange or purple", everybody],
        ["5", "–", "1, 2, 3"],
        ["6", "–", "1, 2"],
    ]
    assert rows(tables.players_table(edition, words)) == [["1", "6"], ["2", "6"], ["3", "5"], ["4", "4"]]
    ratings = rows(tables.bands(edition, words))
    limits = ["≥ 281", "260–280", "240–259", "220–239", "200–219", "180–199", "160–179", "140–159", "< 140"]
    assert [row[0] for row in ratings] == limits
    assert [row[2] for row in ratings] == ["5 ★", "4 ★", "3 ★", "2.5 ★", "2 ★", "1.5 ★", "1 ★", "0.5 ★", "–"]


def test_a_table_of_actions_has_no_empty_columns() -> None:
    heads = {
        name: tables.actions_table(edition_of(name), words_of(name), sign).splitlines()[0]
        for name in ("classic", "mix")
    }
    assert heads == {"classic": "| Action | Slots |", "mix": "| Action | Slots | Printed |"}


def test_actions_and_dice_of_cubed() -> None:
    edition, words = edition_of("cubed"), words_of("cubed")
    assert rows(tables.actions_table(edition, words, sign)) == [
        ["(reroll) Reroll", "7", "–", "(fox) A fox"],
        ["(joker) Joker", "7", "3 · 4 · 5 · 6 · ? · ? · ?", "(? pink) A ? for pink"],
        ["(extra die) Extra die", "7", "–", "(? brown) A ? for brown"],
    ]
    assert rows(tables.dice_table(edition, words, sign)) == [
        *(
            [f"({die}) {die.capitalize()}", f"the {die} zone"]
            for die in ("yellow", "turquoise", "blue", "brown", "pink")
        ),
        ["(white) White", "any zone; in blue, added to the blue die"],
    ]


@pytest.mark.parametrize(
    ("name", "zone", "expected"),
    [
        ("classic", "blue", [("Crosses", "1 2 3 4 5 6 7 8 9 10 11", (1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56))]),
        ("classic", "yellow", [("Full column", "1 2 3 4", (10, 14, 16, 20))]),
        ("classic", "orange", []),
        ("cubed", "yellow", [("Crosses in one row", "1 2 3 4 5 6", (2, 6, 12, 20, 30, 42))]),
        (
            "cubed",
            "blue",
            [("Entries on one side", "1 2 3 4 5 6", (3, 6, 9, 13, 17, 22)), ("Each entry", "≤_4 ≥_10", (4, 4))],
        ),
    ],
)
def test_ladders(name: str, zone: str, expected: list[tuple[str, str, tuple[int, ...]]]) -> None:
    found = tables.ladders_of(edition_of(name).zones[zone])
    told = [(own.heading, " ".join(step.replace(" ", "_") for step in own.steps), own.points) for own in found]
    assert told == expected


@pytest.mark.parametrize("language", languages())
def test_ladders_side_by_side_say_what_is_worth_each(language: str) -> None:
    """Full columns and rows score one by one; all other ladders say what the marks are worth together."""
    words = Words(language)
    tide_pool = load(str(shipped_variants()["tide-pool"])).edition
    assert isinstance(tide_pool, SheetEdition)
    editions = [*(edition_of(name) for name in SHEETS), tide_pool]
    worth = {
        (row[1], row[2])
        for edition in editions
        for row in cells(tables.ladders_table_html([("", edition)], words))
        if len(row) > 1
    }
    each, altogether = words.tr("each"), words.tr("altogether")
    lines = {words.tr("Full column"), words.tr("Full row")}
    assert {counts for counts, how in worth if how == each} == lines
    assert {counts for counts, how in worth if how == altogether} == {counts for counts, _ in worth} - lines
    assert each != altogether


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "Current"), ("fr", "Courant"), ("de", "Strömung"), ("es", "Corriente"), ("it", "Corrente")],
)
def test_ladders_call_zones_of_variants_by_their_translated_names(language: str, name: str) -> None:
    """The words of the table belong to no edition; the names come from the layout of each."""
    tide_pool = load(str(shipped_variants()["tide-pool"])).edition
    assert isinstance(tide_pool, SheetEdition)
    html = tables.ladders_table_html([("", tide_pool)], Words(language))
    assert any(row[0].endswith(f"</span>{name}") for row in cells(html))


def test_where_zones_come_from() -> None:
    others = {name: (name, edition_of(name)) for name in SHEETS}
    found = tables.origins(edition_of("mix"), others, words_of("mix"))
    assert [(own.zone, own.name, own.page) for own in found] == [
        ("blue", "blue", "/classic/blue"),
        ("green", "green", "/double/green"),
        ("orange", "brown", "/cubed/brown"),
    ]
    assert found[0].changes == ("its cells",)
    assert tables.origins(edition_of("mix"), {}, words_of("mix")) == []
    assert tables.origins(edition_of("classic"), others, words_of("classic")) == []


def test_combinations_are_all_there() -> None:
    columns = cells(tables.combinations_html(edition_of("classic"), "yellow", words_of("classic")))
    # Of 10, 14, 16 and 20: the least and the most that so many of them are worth.
    assert columns == [["1", "10", "20"], ["2", "24", "36"], ["3", "40", "50"], ["4", "60", "60"]]
    sides = (0, 3, 6, 9, 13, 17, 22)
    both = cells(tables.combinations_html(edition_of("cubed"), "blue", words_of("cubed")))
    assert both == [[str(left), *(str(one + other) for other in sides)] for left, one in enumerate(sides)]
    pairs = cells(tables.combinations_html(edition_of("mix"), "green", words_of("mix")))
    factors = [(2, 3), (3, 3), (2, 1), (3, 2), (3, 1), (4, 1)]
    assert [row[1] for row in pairs] == [f"×{one} − ×{other}" for one, other in factors]
    for row, (one, other) in zip(pairs, factors, strict=True):
        values = [left * one - right * other for left in range(1, 7) for right in range(1, 7)]
        expected = (min(values), sum(values) / 36, max(values))
        assert [float(cell.replace("−", "-")) for cell in row[2:]] == pytest.approx(expected)


def test_cards_and_their_odds() -> None:
    edition = load("objectives").edition
    assert isinstance(edition, CardEdition)
    words = words_of("objectives")
    cards = rows(tables.card_table(edition, words))
    assert [(row[0], row[2]) for row in cards] == [
        (str(card.name), str(card.points)) for card in edition.cards.values()
    ]
    odds = {row[0]: row[1:] for row in rows(tables.odds_table(edition, words))}
    # Known from five dice of other games: a full house on the first throw in 300 of 7776, a straight in 240.
    assert odds["Full house"][:2] == ["6", f"{300 / 7776:.1%}"]
    assert odds["Large straight"][:2] == ["7", f"{240 / 7776:.1%}"]
    assert odds["Joker"] == ["1", "100.0%", "100.0%", "100.0%", "1.00"]
    assert tables.odds_table(edition, words).splitlines()[1] == "|---|---:|---:|---:|---:|---:|"
    assert odds["No even"][1:4] == [f"{(1 - 0.5**throws) ** 5:.1%}" for throws in (1, 2, 3)]


def test_what_is_not_certain_is_said_once_each() -> None:
    edition, words = edition_of("mix"), words_of("mix")
    names = {zone: words.zone(edition, zone) for zone in edition.zones}
    names |= {name: words.action(edition, name) for name in edition.actions}
    said = tables.warning(edition, words, names)
    assert said.startswith('!!! warning "Not everything here was checked against a printed copy"\n')
    points = re.findall(r"^    - (.*)$", said, re.MULTILINE)
    assert "the badges of rounds 1 to 3 (reconstructed)" in points
    assert "Yellow: the points of columns 4 to 6 (reconstructed)" in points
    assert len(points) == len(set(points)) >= 8
    assert tables.warning(edition_of("classic"), words_of("classic"), {}) == ""


def test_reading_the_help_of_commands_leaves_them_as_they_are() -> None:
    """A command keeps the help option of the first context that it is asked for: `-h` must be in that one, too."""

    @click.group(context_settings={"help_option_names": ["-h", "--help"]})
    def group() -> None:
        pass

    @group.command()
    def inner() -> None:
        """What it does."""

    assert [command.help for command in tables.read_commands(group)] == ["What it does."]
    option = inner.get_help_option(click.Context(inner))
    assert option is not None
    assert option.opts == ["-h", "--help"]


def test_a_name_that_a_zone_has_of_its_own_is_quoted_in_german_sentences() -> None:
    """`Kreuz im nächsten Feld von Weg` could be misread; a colour cannot, and a label needs no quotes."""
    edition = load(str(shipped_variants()["meadow"])).edition
    assert isinstance(edition, SheetEdition)
    german, english = (Words.of(language, edition) for language in ("de", "en"))
    assert german.bonus(edition, "6 flower") == "eine 6 für „Blumenbeet“"
    assert german.bonus(edition, "X leaf") == "ein Kreuz im nächsten Feld von „Weg“"
    assert german.bonus(edition, "X any") == "ein Kreuz nach Wahl in „Sonnenstrahlen“ oder „Weg“"
    assert english.bonus(edition, "X leaf") == "a cross on the next cell of Path"
    assert german.zone_label(edition, "leaf") == "Weg"
    classic = edition_of("classic")
    assert Words.of("de", classic).bonus(classic, "X green") == "ein Kreuz im nächsten Feld von Grün"
