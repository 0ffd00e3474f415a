"""The search of the site: an entry for each rule, section and example, and the words by which people look for them."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from sheetgen.drawing.themes import unlikeness
from sheetgen.i18n.catalogues import in_context
from sheetgen.layout import Layout, SheetEdition
from sheetgen.site.pages import DEVELOPERS_PAGES, Site, SitePage
from sheetgen.site.words import Words, plain

# Players do not look for these pages, and find them in the navigation.
UNSEARCHED_PAGES = (*DEVELOPERS_PAGES, "design", "figures", "edition/experts")
# Elements that end the text of a clause.
_BLOCKS = frozenset({"li", "p", "td", "dd", "dt", "tr"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})
_SILENT = frozenset({"svg", "style", "script", "title"})
_WITHOUT_END = frozenset({"use", "br", "img", "path", "rect", "circle", "hr", "input", "wbr"})
_NOT_SAID = frozenset({"headerlink", "example-rules"})  # classes of links that lead to a section or to its clauses
_PART = re.compile(r"part:([0-9a-f]{12})")
_CLAUSE = re.compile("\0([0-9]+)\0")
_MOST_OF_AN_EXAMPLE = 240  # characters: its first step shows what it is about

# Further words by which people look for a rule, by its template and anchor: synonyms, and what is said at the table.
# A translation has the words of its own language, as many as it needs, with commas between them.
SYNONYMS: Mapping[str, str] = {
    "index#set-up": in_context(
        "search words",
        "prepare, preparation, material, components, what do I need, start of the game, which side of the sheet",
    ),
    "index#clause-F0": in_context("search words", "who starts, first player, starting player, who begins"),
    "index#clause-F1": in_context("search words", "how many rounds, number of rounds, how long, players"),
    "index#clause-F3": in_context("search words", "next player, end of the round, whose turn"),
    # Of the card game.
    "index#round": in_context("search words", "how often may I roll, number of rolls, which dice roll again"),
    "index#result": in_context("search words", "who gets the card, same objective, several players, both have it"),
    "index#end": in_context("search words", "end of the game, who wins, how many cards, points"),
    "two-players#top": in_context("search words", "for two, two of us, variant for two players"),
    "odds#odds": in_context("search words", "how likely, probability, chance, odds of a card"),
    "turn#round": in_context("search words", "start of a round, round bonus, round 4, round four"),
    "turn#active": in_context("search words", "active player, how many dice, take a die, three rolls"),
    "turn#clause-A3": in_context("search words", "white die, joker colour, wild die, wildcard"),
    "turn#clause-A4": in_context(
        "search words", "lower dice, smaller dice, silver platter, tray, equal dice, same number"
    ),
    "turn#clause-A7": in_context("search words", "no dice left, ran out of dice, fewer rolls"),
    "turn#clause-A8": in_context(
        "search words", "no die fits, must take a die, forced, may I pass, skip, refuse a die, no usable die, lost roll"
    ),
    "turn#passive": in_context(
        "search words", "other players, not my turn, platter dice, must I take a die as passive player"
    ),
    "turn#clause-P2": in_context(
        "search words",
        "no die on the platter fits, no usable die on the platter, nothing works, nothing on the tray, "
        "use a die of the active player",
    ),
    "turn#clause-P3": in_context(
        "search words",
        "must I take a platter die, decline a platter die, decline a die, refuse, same die, several players one die",
    ),
    "bonuses#at-once": in_context("search words", "bonus, keep a bonus, save a bonus, chain, lost bonus"),
    "bonuses#cross": in_context("search words", "X, free cross, cross without a die"),
    "bonuses#number": in_context("search words", "6, number badge, number in a badge"),
    "bonuses#choice": in_context("search words", "?, question mark, any number"),
    "bonuses#either": in_context("search words", "cross or six, X or 6, slash, choose one of two"),
    "bonuses#fox": in_context("search words", "fox, foxes, red fox, what does the fox do"),
    "bonuses#reroll": in_context(
        "search words", "reroll, roll again, repeat the roll, circling arrow, how often reroll"
    ),
    "bonuses#extra-die": in_context(
        "search words", "+1, plus one, extra die, additional die, one more die, +1 twice, same die twice"
    ),
    "zone#mark": in_context(
        "search words",
        "zone, rules, where may I mark, how does it work, what fits, which cell, fill, order, skip, gap, leave out, "
        "in a row, arrow, allowed, how many crosses",
    ),
    "zone#points": in_context(
        "search words", "score, scoring, how is it scored, what is it worth, count the zone, ladder, stars"
    ),
    "zone#bonus": in_context("search words", "badge, bonus, when do I get the bonus, full row, full column"),
    "bonuses#return": in_context("search words", "return, take a die back, how many dice back, fetch from the platter"),
    "bonuses#joker": in_context("search words", "joker, change the number of a die, other number"),
    "bonuses#polish": in_context("search words", "polish, change a platter die, plus or minus one"),
    "end#last-chance": in_context("search words", "after the last turn, unused actions, leftover +1, end of the game"),
    "end#zones": in_context("search words", "count, add up, scoring, score, final score, points"),
    "end#foxes": in_context(
        "search words", "fox points, fox value, lowest zone, negative fox, worth of a fox, fox minus"
    ),
    "end#winner": in_context("search words", "tie, draw, equal points, same score, who wins, winner"),
    "solo#top": in_context("search words", "alone, solo, one player, single player"),
    "solo#rounds": in_context("search words", "solo rounds, how many rounds alone"),
    "solo#passive": in_context("search words", "solo platter, equal dice solo, nearest die, same number alone"),
    "solo#rating": in_context("search words", "how good, rating, result, good score, record, points table, stars"),
    "questions#mistakes": in_context("search words", "common mistakes, wrong, forgotten rules"),
}


@dataclass(frozen=True)
class ColourWords:
    """What people call a colour; a translation has the words of its own language, in all their forms."""

    colour: str
    words: str
    reach: float = 60  # in CIELAB: how unlike it a zone may be that is still meant, if no other zone is nearer


# A zone is looked for by the names of its colour, not only by its own: "pink" is the purple zone of a sheet that has
# no pink one.
COLOURS = (
    ColourWords("#FFD21F", in_context("search words", "yellow, gold, golden, lemon")),
    ColourWords("#F28C1E", in_context("search words", "orange, amber, apricot")),
    ColourWords("#D8352A", in_context("search words", "red, scarlet, crimson, coral")),
    ColourWords("#EE86B7", in_context("search words", "pink, rose, magenta, fuchsia, salmon")),
    ColourWords("#6A3D9A", in_context("search words", "purple, violet, lilac, mauve, lavender, plum")),
    ColourWords("#1F6FC0", in_context("search words", "blue, navy, azure, indigo")),
    ColourWords("#2FB3AD", in_context("search words", "turquoise, teal, cyan, aqua, petrol, mint")),
    ColourWords("#3FA447", in_context("search words", "green, lime, olive, emerald")),
    ColourWords("#7A4B2B", in_context("search words", "brown, chestnut, chocolate")),
    ColourWords("#909090", in_context("search words", "grey, gray, silver"), reach=35),
)


def colour_words(edition: SheetEdition, words: Words) -> dict[str, str]:
    """Return what people call the colours of the zones, by zone: each word for the nearest ones."""
    colours = {zone: edition.dice[edition.die_of(zone)].colour for zone in edition.zones}
    found: dict[str, list[str]] = {}
    for known in COLOURS:
        unlike = {zone: unlikeness(colour, known.colour) for zone, colour in colours.items()}
        nearest = min(unlike.values())
        for zone, distance in unlike.items():
            if distance == nearest <= known.reach:
                found.setdefault(zone, []).append(words.tr(known.words))
    return {zone: ", ".join(texts) for zone, texts in found.items()}


@dataclass(frozen=True)
class SearchEntry:
    """One answer of the search: where it stands, the headings above it, and its text."""

    address: str  # from the top of the language's tree, with an anchor
    edition: str  # the id of its edition; empty if it is for all
    page: str = ""  # the title of the page
    heading: str = ""
    text: str = ""
    words: str = ""  # further words by which it is found
    kind: str = "rule"  # or "example"


@dataclass
class _Reader(HTMLParser):
    """Collects the entries of a page from its HTML before tables and pictures are put in."""

    page: SitePage
    parts: Mapping[str, str]
    entries: list[SearchEntry] = field(default_factory=list)
    _silent: int = 0  # depth within pictures and the like
    _heading: str = ""  # the tag of the heading or title being read
    _section: int = -1  # the entry of the present section
    _open: int = -1  # the entry that gets the text

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        name, classes = attributes.get("id") or "", (attributes.get("class") or "").split()
        if tag in _SILENT or self._silent or not _NOT_SAID.isdisjoint(classes):
            self._silent += tag not in _WITHOUT_END
            return
        if "example-title" in classes:
            self._begin(name, kind="example")
            self._heading = tag
        elif tag in _HEADINGS and name:
            self._begin(name)
            self._section, self._heading = self._open, tag
        elif "clause" in classes and name:
            last = self.entries[self._open] if self._open >= 0 else None
            if last is not None and last.address.partition("#")[2].startswith("clause-") and not last.text:
                return  # two clauses that one sentence says
            self._say(f"\0{len(self.entries)}\0")  # its place in the text of the section
            self._begin(name)
            self.entries[-1] = replace(self.entries[-1], heading=self.entries[self._section].heading)
        elif tag in _BLOCKS:
            self._say(" ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Elements without an end have no text."""

    def handle_endtag(self, tag: str) -> None:
        if self._silent:
            self._silent -= 1
        elif tag == self._heading:
            self._heading = ""
        elif tag in _BLOCKS and self._open >= 0 and "#clause-" in self.entries[self._open].address:
            self._open = self._section
        elif tag in _BLOCKS:
            self._say(" ")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._say(data)

    def handle_comment(self, data: str) -> None:
        match = _PART.fullmatch(data)
        if match is None or self._open < 0:
            return
        text = _without_markup(self.parts[match[1]])
        self._say(f" {text[:_MOST_OF_AN_EXAMPLE]} " if self.entries[self._open].kind == "example" else f" {text} ")

    def _begin(self, anchor: str, *, kind: str = "rule") -> None:
        layout = self.page.layout
        address = f"{self.page.path}.html#{anchor}"
        self.entries.append(SearchEntry(address, layout.id if layout else "", kind=kind))
        self._open = len(self.entries) - 1

    def _say(self, text: str) -> None:
        if self._open < 0:
            return
        entry = self.entries[self._open]
        if self._heading:
            self.entries[self._open] = replace(entry, heading=entry.heading + text)
        elif not (entry.kind == "example" and len(entry.text) > _MOST_OF_AN_EXAMPLE):
            self.entries[self._open] = replace(entry, text=entry.text + text)


def _without_markup(html: str) -> str:
    """Return the words of a table or of an example; pictures have none."""
    from html import unescape

    html = re.sub(r"<(svg|style|script)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def entries_of(page: SitePage, html: str, parts: Mapping[str, str], words: Words) -> list[SearchEntry]:
    """Return the entries of a page: one for each section, clause and example that says something.

    A section with one clause is one entry. `html` is the page as Markdown gives it, with placeholders for the `parts`.
    """
    reader = _Reader(page, parts)
    reader.feed(html)
    reader.close()
    entries = reader.entries
    title = _tidy(entries[0].heading) if entries else ""
    name = page.template.rpartition("/")[2]
    merged: set[int] = set()
    result = []
    for i, entry in enumerate(entries):
        clauses = [int(number) for number in _CLAUSE.findall(entry.text)]
        alone = clauses[0] if len(clauses) == 1 else None
        text = _CLAUSE.sub("" if alone is None else entries[alone].text, entry.text)
        if alone is not None:
            merged.add(alone)
        anchor = entry.address.partition("#")[2]
        anchors = [anchor] if alone is None else [anchor, entries[alone].address.partition("#")[2]]
        synonyms = [words.tr(SYNONYMS[key]) for each in anchors if (key := f"{name}#{each}") in SYNONYMS]
        entry = replace(entry, page=title, heading=_tidy(entry.heading), text=_tidy(text), words=", ".join(synonyms))
        if i not in merged and (entry.text or entry.words):
            result.append(entry)
    return result


def _tidy(text: str) -> str:
    return re.sub(r" ([,.;:)])", r"\1", " ".join(plain(text).split()))


def is_for_players(page: SitePage) -> bool:
    """Return whether the search knows a page; some say again what other pages say."""
    return not page.repeats_rules and page.template not in UNSEARCHED_PAGES


def search_texts(words: Words) -> dict[str, str]:
    """Return the texts of the search itself."""
    return {
        "open": words.tr("Search"),
        "close": words.tr("Close"),
        "prompt": words.tr("Ask: +1, fox, no die fits …"),
        "games": words.tr("Your game"),
        "all": words.tr("All games"),
        "every": words.tr("for all games"),
        "none": words.tr("Nothing was found. Try another word, or fewer."),
        "choose": words.tr("Choose your game, and its rules come first."),
        "missing": words.tr("The search cannot be loaded."),
    }


def rating_bands(layout: Layout, words: Words) -> list[tuple[int, str]]:
    """Return the ratings of an edition, lowest first: from which score on, and what it is called."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition) or edition.solo is None:
        return []
    return sorted((band.from_, plain(words.tr(band.label))) for band in edition.solo.ratings)


def _other_names(
    layout: Layout, entries: Sequence[SearchEntry], number: Mapping[str, int], words: Words
) -> dict[int, str]:
    """Return the words by which the pages of zones are found beside their titles, by the number of the title."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        return {}
    pages = {f"{layout.id}/{zone}.html": text for zone, text in colour_words(edition, words).items()}
    titles = {entry.address.partition("#")[0]: number[entry.page] for entry in entries}
    return {titles[page]: text for page, text in pages.items() if page in titles}


def search_script(site: Site, entries: Sequence[SearchEntry]) -> str:
    """Return the script with all that the search of a language knows: editions, entries and common words."""
    words = Words(site.language)
    shown = {layout.id: Words.of(site.language, layout.edition) for layout in site.layouts}
    pages = list(dict.fromkeys(entry.page for entry in entries))
    number = {page: i for i, page in enumerate(pages)}
    editions = [
        {
            "id": layout.id,
            "title": plain(shown[layout.id].tr(layout.edition.title)),
            "variant": layout in site.variants,
            "bands": rating_bands(layout, shown[layout.id]),
            "also": _other_names(layout, entries, number, shown[layout.id]),
        }
        for layout in site.layouts
    ]
    index = {layout.id: i for i, layout in enumerate(site.layouts)}
    rows = [
        [
            index.get(entry.edition, -1),
            number[entry.page],
            entry.address,
            "" if entry.heading == entry.page else entry.heading,
            entry.text,
            entry.words,
            int(entry.kind == "example"),
        ]
        for entry in entries
    ]
    data = {
        "editions": editions,
        "pages": pages,
        "entries": rows,
        # Words that say nothing about what one looks for; a translation has those of its own language.
        "common": words.tr(
            in_context(
                "search words",
                "a, an, and, are, at, be, can, do, does, for, from, have, how, i, if, in, is, it, may, me, must, my, "
                "of, on, or, should, than, that, the, then, there, this, to, was, we, what, when, where, which, who, "
                "why, will, with, you, your",
            )
        ),
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"window.sheetgenSearch = {written};\n"
