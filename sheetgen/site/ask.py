"""The page on which readers tap a part of the drawn sheet and get its rules: the parts, where they are, their rules.

The rules are sections of the edition's own pages, taken as they were rendered there.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import groupby

from sheetgen.drawing.elements import steps_of
from sheetgen.drawing.scene import Group, Rect, Scene, bounds, number
from sheetgen.formats.svg import element
from sheetgen.i18n import later
from sheetgen.layout import CardEdition, SheetEdition
from sheetgen.layout.nodes import Steps
from sheetgen.layout.parts.bonus import Bonus, SingleBonus
from sheetgen.site.count import as_script
from sheetgen.site.pictures import LayoutPictures
from sheetgen.site.words import Words, plain

SCRIPT, STYLE = "ask.js", "ask.css"
ASK_PLACE = "<!--ask-->"  # where `ask_html` goes on a page
LEAST_SIDE = 7.4  # millimetres of an area to tap: 24 pixels on a phone
_LINE = 1.6  # areas are one line if together they are not this much higher, or wider, than the largest of them
_HEADING = re.compile(r'<h([1-6]) id="([^"]+)"[^>]*>(.*?)</h\1>', re.DOTALL)
_HEADER_LINK = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
_ID = re.compile(r' id="[^"]*"')
_OWN_LINK = re.compile(r'href="#(?!b[0-9a-f]{8}")')
_CLAUSE = re.compile(r'data-rule="([^"]+)"')
_PLACEHOLDER = re.compile(r'<!--part:([0-9a-f]{12})-->|<span data-part="([0-9a-f]{12})"></span>')
# Pictures that would show the sheet or the card once more that the reader has just tapped.
_SHOWN_ALREADY = ('<figure class="paper">', '<svg class="sg card"', '<div class="cards">')


@dataclass(frozen=True)
class SheetPart:
    """Something on the sheet that readers may ask about."""

    id: str  # of the element that shows it; the fragment of its address
    name: str
    places: tuple[str, ...]  # sections with its rules, `page#anchor`, the most wanted first; some may not exist
    rows: Mapping[str, int] = field(default_factory=dict)  # of tables in such sections: the only row about it
    topic: str = ""  # of the examples that show it, beside those of its clauses


@dataclass(frozen=True)
class Area:
    """Where to tap for a part, in millimetres."""

    part: str
    rect: Rect


@dataclass(frozen=True)
class Picture:
    """A drawn page as HTML, its size in millimetres, and where to tap on it."""

    html: str
    width: float
    height: float
    areas: tuple[Area, ...]


@dataclass(frozen=True)
class ShownExample:
    """An example that a part can refer to."""

    anchor: str
    title: str
    clauses: frozenset[str]
    topic: str


@dataclass(frozen=True)
class AskedSheet:
    """All that the page of one edition needs, except the rules, which the other pages have."""

    pictures: tuple[Picture, ...]
    parts: Mapping[str, SheetPart]
    examples: tuple[ShownExample, ...]
    texts: Mapping[str, str]


TEXTS = {
    "close": later("Close"),
    "hint": later("Tap a part of the sheet, and its rules appear here."),
    "examples": later("Examples that show it"),
    "parts": later("The parts of the sheet"),
}


# The parts of a sheet


@dataclass
class _SheetParts:
    """Finds the parts of a sheet and their areas among the drawn elements."""

    edition: SheetEdition
    words: Words
    parts: dict[str, SheetPart] = field(default_factory=dict)

    def areas(self, scene: Scene) -> tuple[Area, ...]:
        """Return the areas of a page from top to bottom, a panel before what lies on it; add to `parts`."""
        found: list[tuple[str, str, Rect]] = []  # the part, the elements that belong together, and their place
        panels = [item for item in scene.items if isinstance(item, Group)]
        panels.sort(key=lambda panel: (round(bounds(panel).y), bounds(panel).x))
        for group in replace(scene, items=tuple(panels)).groups():
            part = self._part(group.id) if group.id else None
            if part is not None:
                self.parts.setdefault(part.id, part)
                found.append((part.id, re.sub(r"\.?[0-9]+\Z", "", group.id), bounds(group)))
        areas: list[Area] = []
        for (part_id, _), same in groupby(found, key=lambda row: row[:2]):
            areas += [Area(part_id, _at_least(rect)) for rect in lines([rect for *_, rect in same])]
        return tuple(self._with_icons(areas))

    def _with_icons(self, areas: Sequence[Area]) -> Iterator[Area]:
        """Yield the areas, those of tracks with the icon before their slots: up to the track or the edge before it."""
        lines_of_tracks = [area.rect for area in areas if area.part in self.tracks]
        panel = next((area.rect for area in areas if area.part == "actions"), None)
        for area in areas:
            if area.part in self.tracks and panel is not None:
                x, rect = panel.x, area.rect
                for other in lines_of_tracks:
                    if other.right <= rect.x and other.y < rect.bottom and rect.y < other.bottom:
                        x = max(x, other.right)
                area = Area(area.part, Rect(x, rect.y, rect.right - x, rect.height))
            yield area

    @property
    def tracks(self) -> frozenset[str]:
        """The ids of the tracks."""
        return frozenset(
            _track_id(name, kind if action.lists is not None else "")
            for name, action in self.edition.actions.items()
            for kind in action.tracks(name)
        )

    def _part(self, element_id: str) -> SheetPart | None:
        """Return the part that an element shows; None for one that belongs to the panel around it."""
        first, _, rest = element_id.partition(".")
        if first == "tally" and rest:
            return self._tally(rest.partition(".")[0])
        tr = self.words.tr
        steps = steps_of(element_id, self.edition)
        if steps is not None and steps in self._badges:
            return self._badge(element_id, steps)
        match steps:
            case ("zones", str(zone)):
                name = self.words.zone_heading(self.edition, zone)
                places = tuple(f"{zone}#{section}" for section in ("mark", "bonus", "free", "points", "see"))
                return SheetPart(element_id, name, places, topic=f"zone {zone}")
            case ("zones", str(zone), "points", *_):
                return self._tally(zone)
            case ("rounds",):
                return SheetPart(element_id, tr("Rounds"), ("turn#round", "index#rounds", "solo#rounds"))
            case ("dice",):
                places = ("turn#active", "turn#wild", "turn#active-details", "turn#passive", "solo#passive")
                return SheetPart(element_id, tr("Die slots"), places)
            case ("actions",):
                return SheetPart(element_id, tr("Actions"), ("bonuses#actions", "bonuses#track-end"))
            case ("actions", str(name), *lists, "slots", int()):
                return self._track(name, str(lists[1]) if lists else "")
        return None

    @cached_property
    def _badges(self) -> Mapping[Steps, Bonus]:
        """All badges by their paths; the end of a track that is in no list also without the list."""
        badges: dict[Steps, Bonus] = {}
        for path, bonus in self.edition.every_badge():
            badges[path] = bonus
            if path[0] == "actions" and self.edition.actions[str(path[1])].lists is None:
                badges["actions", path[1], "end"] = bonus
        return badges

    def _tally(self, source: str) -> SheetPart | None:
        """Return the part for the points of a zone, of a kind of badge, or of all."""
        part_id = f"tally.{source}"
        if source in self.edition.zones:
            name = self.words.tr(later("{zone}: points"), zone=self.words.zone_heading(self.edition, source))
            return SheetPart(part_id, name, (f"{source}#points", f"{source}#combinations", "end#zones"))
        for badge in self.edition.scoring_badges:
            if badge.plural == source:
                return SheetPart(
                    part_id, self.words.tr(badge.texts.heading), (f"end#{source}", f"bonuses#{badge.name}")
                )
        if source == "total":
            return SheetPart(
                part_id, self.words.tr("Total"), ("end#zones", "end#winner", "solo#rating", "end#last-chance")
            )
        return None

    def _track(self, name: str, kind: str) -> SheetPart:
        own, group = f"bonuses#{_slug(kind or name)}", f"bonuses#list-{_slug(name)}"
        places = (own, group, "bonuses#actions", "bonuses#track-end")
        return SheetPart(_track_id(name, kind), self._name_of_track(name, kind), places)

    def _name_of_track(self, name: str, kind: str) -> str:
        return self.words.cap(self.words.action(self.edition, f"{name}.{kind}" if kind else name))

    def _badge(self, element_id: str, steps: Steps) -> SheetPart:
        """Return the part for a badge: what it does, what earns it, and the rules for all of its kind."""
        bonus, rows = self._badges[steps], dict[str, int]()
        if steps[0] == "zones":
            zone = str(steps[1])
            where, earned = self.words.zone_heading(self.edition, zone), f"{zone}#bonus"
            badges = self.edition.zones[zone].badges
            rows[earned] = next(i for i, badge in enumerate(badges) if badge.path == steps[3:])
        elif steps[0] == "rounds":
            where, earned = self.words.tr("Rounds"), "turn#round"
        else:
            where = self._name_of_track(str(steps[1]), str(steps[3]) if len(steps) > 3 else "")
            earned = "bonuses#track-end"
        choice = ["bonuses#either"] if len(bonus.singles) > 1 else []
        effects = [place for single in bonus.singles for place in self._effect(single)]
        general = [place for single in bonus.singles for place in self._general_rules(single)]
        name = self.words.tr(later("{place}: {badge}"), place=where, badge=self.words.bonus(self.edition, bonus))
        return SheetPart(element_id, name, tuple(dict.fromkeys([*choice, *effects, earned, *general])), rows)

    def _effect(self, bonus: SingleBonus) -> Iterator[str]:
        """Yield the sections that say what a badge does, by its zone, its sign or its name; some may not exist."""
        if bonus.target is not None:
            yield f"{bonus.target}#free"
        elif bonus.effect == "mark":
            yield f"bonuses#{bonus.glyph}"
        else:
            yield f"bonuses#{_slug(bonus.glyph_text)}"
            yield f"bonuses#list-{_slug(bonus.glyph_text)}"
        yield from (f"end#{badge.plural}" for badge in self.edition.scoring_badges if badge == bonus)

    def _general_rules(self, bonus: SingleBonus) -> Iterator[str]:
        yield from {"mark": ["bonuses#at-once"], "action": ["bonuses#actions"], "points": []}[bonus.effect]


def _slug(name: str) -> str:
    return name.replace(" ", "-")


def _track_id(name: str, kind: str) -> str:
    return f"{_slug(name)}.{_slug(kind)}" if kind else _slug(name)


def lines(rects: Sequence[Rect]) -> list[Rect]:
    """Return areas of equal things, those that follow each other in one row or column as one."""
    result: list[Rect] = []
    tallest, widest = max(rect.height for rect in rects), max(rect.width for rect in rects)
    for rect in rects:
        if result:
            both = _union(result[-1], rect)
            if both.height < _LINE * tallest or both.width < _LINE * widest:
                result[-1] = both
                continue
        result.append(rect)
    return result


def _union(one: Rect, other: Rect) -> Rect:
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Rect(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)


def _at_least(rect: Rect) -> Rect:
    """Return an area that a finger can hit."""
    width, height = max(rect.width, LEAST_SIDE), max(rect.height, LEAST_SIDE)
    x, y = rect.centre
    return Rect(x - width / 2, y - height / 2, width, height)


def sheet_to_ask(drawn: LayoutPictures, words: Words, examples: Sequence[ShownExample]) -> AskedSheet:
    """Return the pictures of an edition, the areas to tap on them and the parts that they are about."""
    edition = drawn.layout.edition
    texts = {key: plain(words.tr(text)) for key, text in TEXTS.items()}
    if isinstance(edition, SheetEdition):
        found = _SheetParts(edition, words)
        scenes = (drawn.scene,) if drawn.back is None else (drawn.scene, drawn.back)
        sheets = [
            Picture(drawn.whole(scene, scene.title), scene.width, scene.height, found.areas(scene)) for scene in scenes
        ]
        return AskedSheet(tuple(sheets), found.parts, tuple(examples), texts)
    parts = _card_parts(edition, words)
    return AskedSheet(tuple(_cards(drawn, edition, parts)), parts, tuple(examples), texts)


def _cards(drawn: LayoutPictures, edition: CardEdition, parts: Mapping[str, SheetPart]) -> Iterator[Picture]:
    deck = next(iter(edition.decks))
    width, height = edition.card_size
    for part in parts.values():
        picture = drawn.card(part.id.partition(".")[2], deck, part.name)
        yield Picture(picture, width, height, (Area(part.id, Rect(0, 0, width, height)),))


def _card_parts(edition: CardEdition, words: Words) -> dict[str, SheetPart]:
    """Return a part for the face of each card, and one for the back."""
    parts = [
        SheetPart(f"card.{card}", words.tr(printed.name), (f"cards#{card}", "index#result"))
        for card, printed in edition.cards.items()
    ]
    parts.append(SheetPart("card.", words.tr("The back of a card, worth its points"), ("index#result", "index#end")))
    return {part.id: part for part in parts}


# The rules


@dataclass(frozen=True)
class RuleSection:
    """A section of a rules page, without ids, so that it can stand on another page of the same folder."""

    place: str  # its address
    title: str
    html: str

    @property
    def clauses(self) -> frozenset[str]:
        """The clauses that it states."""
        return frozenset(_CLAUSE.findall(self.html))


def rules_of_page(name: str, html: str, html_parts: Mapping[str, str]) -> dict[str, RuleSection]:
    """Return the sections of a rendered page of this name by anchor, each up to the next heading.

    `html` is the page as Markdown gives it, with placeholders for the `html_parts`.
    """
    headings = list(_HEADING.finditer(html))
    rules = {}
    for i, heading in enumerate(headings):
        end = headings[i + 1].start() if i + 1 < len(headings) else len(html)
        inner = _ID.sub("", _PLACEHOLDER.sub(lambda match: _kept(match, html_parts), html[heading.end() : end]))
        place = f"{name}.html#{heading[2]}"
        rules[heading[2]] = RuleSection(
            place, _HEADER_LINK.sub("", heading[3]), _OWN_LINK.sub(f'href="{name}.html#', inner).strip()
        )
    return rules


def _kept(placeholder: re.Match[str], html_parts: Mapping[str, str]) -> str:
    is_shown = html_parts[placeholder[1] or placeholder[2]].startswith(_SHOWN_ALREADY)
    return "" if is_shown else placeholder[0]


def ask_html(asked: AskedSheet, pages: Mapping[str, str], html_parts: Mapping[str, str]) -> str:
    """Return the part of the page that answers: pictures with links, the rules of all parts, data for the script.

    `pages` are the pages of the edition by name, as Markdown gives them, with placeholders for the `html_parts`.
    """
    known = {
        f"{name}#{anchor}": rule
        for name, html in pages.items()
        for anchor, rule in rules_of_page(name, html, html_parts).items()
    }
    rules = {part.id: [known[place] for place in part.places if place in known] for part in asked.parts.values()}
    # A part without rules on any page of this site has nothing to say.
    answered = {part_id: part for part_id, part in asked.parts.items() if rules[part_id]}
    used = list(dict.fromkeys(rule for part_id in answered for rule in rules[part_id]))
    examples = [(example, place) for example in asked.examples if (place := _place_of(example, pages))]
    data = {
        "parts": {
            part.id: [
                part.name,
                [used.index(rule) for rule in rules[part.id]],
                [part.rows.get(place) for place in part.places if place in known],
                [i for i, (example, _) in enumerate(examples) if _shows(example, part, rules[part.id])],
            ]
            for part in answered.values()
        },
        "examples": [[example.title, place] for example, place in examples],
        "shown": asked.texts["examples"],
    }
    address = {part_id: rules[part_id][0].place for part_id in answered}
    pictures = "".join(_picture_html(picture, asked.parts, address) for picture in asked.pictures)
    kind = "ask-sheets" if len(asked.pictures) < len(asked.parts) else "ask-sheets cards"  # a picture for each part
    stored = "".join(
        f'<template><h3><a href="{escape(rule.place)}">{rule.title}</a></h3>{rule.html}</template>' for rule in used
    )
    listed = "".join(
        f'<li><a href="{escape(address[part.id])}" data-part="{escape(part.id)}">{escape(part.name)}</a></li>'
        for part in _listed(answered.values())
    )
    texts = {key: escape(text) for key, text in asked.texts.items()}
    return (
        f'<link rel="stylesheet" href="../assets/{STYLE}">'
        f'<div class="ask"><div class="{kind}">{pictures}</div>'
        f'<section class="ask-answer" aria-labelledby="ask-title" tabindex="-1" hidden><div class="ask-head">'
        f'<h2 id="ask-title">{texts["hint"]}</h2>'
        f'<button type="button" class="ask-close" aria-label="{texts["close"]}">×</button></div>'
        f'<div class="ask-text"></div></section>'
        f'<nav class="ask-parts edition-pages" aria-label="{texts["parts"]}"><ul>{listed}</ul></nav>{stored}'
        f'<script type="application/json" class="ask-data">{as_script(data)}</script></div>'
        f'<script src="../assets/{SCRIPT}" defer></script>'
    )


def _place_of(example: ShownExample, pages: Mapping[str, str]) -> str:
    """Return the address of an example; empty if no page shows it."""
    name = next((name for name, html in pages.items() if f'id="{example.anchor}"' in html), "")
    return f"{name}.html#{example.anchor}" if name else ""


def _shows(example: ShownExample, part: SheetPart, rules: Iterable[RuleSection]) -> bool:
    """Whether an example shows a part: that of its topic; for parts without one, a clause of their first rules."""
    if part.topic:
        return example.topic == part.topic
    first = next(iter(rules))
    return not example.clauses.isdisjoint(first.clauses)


def _listed(parts: Iterable[SheetPart]) -> Iterator[SheetPart]:
    """Yield the parts for a list: of equal badges one, without the place of each."""
    for part in parts:
        if ".badge." not in part.id:
            yield part


def _picture_html(picture: Picture, parts: Mapping[str, SheetPart], address: Mapping[str, str]) -> str:
    links = "".join(
        element(
            "a",
            {"href": address[area.part], "data-part": area.part, "aria-label": parts[area.part].name},
            element("rect", _box(area.rect)),
        )
        for area in picture.areas
        if area.part in address
    )
    view = f"0 0 {number(picture.width)} {number(picture.height)}"
    overlay = element("svg", {"class": "ask-links", "viewBox": view}, links)
    return f'<figure class="paper">{picture.html}{overlay}</figure>'


def _box(rect: Rect) -> dict[str, str]:
    sides = {"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height}
    return {**{name: number(side) for name, side in sides.items()}, "rx": "1"}
