"""Tables and lists of the pages, as Markdown or HTML: editions, ladders, figures, the card game, terms, commands.

`site.context` calls them for the templates; `words` is the language of the page.
"""

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from typing import Any, get_args
from unicodedata import combining, normalize

from sheetgen.drawing.names import ACTIONS, COLOURS
from sheetgen.engine.odds import Goal, bystander_odds, odds
from sheetgen.formats.svg import element
from sheetgen.i18n import in_context, languages, later, later_plural
from sheetgen.lab.players import BOTS
from sheetgen.layout import CardEdition, Layout, SheetEdition
from sheetgen.layout.base import provenance_notes
from sheetgen.layout.loading import Edition
from sheetgen.layout.parts.bonus import SCORING_BADGES, Bonus
from sheetgen.layout.parts.points_rule import LadderTable, NumberTable
from sheetgen.layout.sheet import Credits, Rulings
from sheetgen.layout.zone import Zone
from sheetgen.press.build import FileKinds
from sheetgen.resources import data_folder, shipped_variants
from sheetgen.site.words import Words, language_name

ODDS = 1_000  # chances that are kept: a game has 36 cards
_PIPE = re.compile(r"(?P<code>`[^`]*`)|\|")  # in code, Markdown would show a backslash before it
_MARKS_OF_CLICK = re.compile(r"\f|[ \t]*\x08\n")  # the end of a help text, and "do not wrap what follows"
NOTHING = "–"  # in a cell of a table


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, css: str = "", caption: str = "") -> str:
    """Return an HTML table whose first column names the rows; all texts are escaped."""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    css_class = f' class="{css}"' if css else ""
    return f"<table{css_class}>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, figures: Container[int] = ()) -> str:
    r"""Return a table in Markdown, whose words the search finds; columns of `figures` are aligned to the right.

    >>> print(markdown_table(["a", "b"], [["1", "x | y"]], figures={0}))
    | a | b |
    |---:|---|
    | 1 | x \| y |
    >>> print(markdown_table(["a"], [["`x | y`"]]).splitlines()[-1])
    | `x | y` |
    """
    rule = "".join("---:|" if column in figures else "---|" for column in range(len(heads)))
    lines = [_row(heads), "|" + rule, *(_row(row) for row in rows)]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    escaped = (_PIPE.sub(lambda match: match["code"] or r"\|", cell) for cell in cells)
    return "| " + " | ".join(cell.replace("\n", " ") for cell in escaped) + " |"


BadgePicture = Callable[[str], str]  # returns the picture of a badge, as HTML
DiePicture = Callable[[str], str]  # returns the picture of a die, as HTML


@dataclass(frozen=True)
class Ruling:
    """A ruling: how the edition reads a rule that its rulebook leaves open, and the other reading."""

    key: str
    clause: str
    ours: str
    other: str


def rulings(edition: SheetEdition) -> list[Ruling]:
    """Return every ruling with the reading that this edition follows and the other one."""
    rulings = []
    for key, field in Rulings.model_fields.items():
        ours = getattr(edition.rulings, key)
        other = next(word for word in get_args(field.annotation) if word != ours)
        clause = (field.description or "").partition(":")[0]
        rulings.append(Ruling(key, clause, ours, other))
    return rulings


def rounds_table(edition: SheetEdition, words: Words, badge: BadgePicture) -> str:
    """Return a table of the rounds: their badges, and the numbers of players that play them."""
    rounds = edition.rounds
    rows = []
    for number in range(1, rounds.count + 1):
        bonus = rounds.bonuses[number - 1] if number <= len(rounds.bonuses) else None
        players = [str(count) for count, played in sorted(rounds.by_players.items()) if played >= number]
        rows.append([str(number), _badge_cell(edition, bonus, words, badge), ", ".join(players)])
    return markdown_table([words.tr("Round"), words.tr("Badge"), words.tr("Players")], rows)


def rounds_strip(edition: SheetEdition, words: Words, badge: BadgePicture) -> str:
    """Return a table of the rounds from left to right: their badges, and the numbers of players that play them."""
    rounds = edition.rounds
    numbers = range(1, rounds.count + 1)
    bonuses = [rounds.bonuses[number - 1] if number <= len(rounds.bonuses) else None for number in numbers]
    players = [spans(count for count, played in rounds.by_players.items() if played >= number) for number in numbers]
    rows = [[words.tr("Players"), *players]]
    if any(bonuses):
        rows.insert(0, [words.tr("Badge"), *(badge(str(bonus)) if bonus else NOTHING for bonus in bonuses)])
    return markdown_table([words.tr("Round"), *map(str, numbers)], rows)


def spans(numbers: Iterable[int]) -> str:
    """Return numbers as ranges.

    >>> spans([4, 1, 2, 3]), spans([1, 2]), spans([1, 3, 4, 5])
    ('1–4', '1–2', '1, 3–5')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _badge_cell(edition: SheetEdition, bonus: Bonus | None, words: Words, badge: BadgePicture) -> str:
    if bonus is None:
        return NOTHING
    return f"{badge(str(bonus))} {words.cap(words.bonus(edition, bonus))}"


def players_table(edition: SheetEdition, words: Words) -> str:
    """Return a table of the number of rounds by number of players."""
    counts = sorted(edition.rounds.by_players.items())
    rows = [[str(players), str(rounds)] for players, rounds in counts]
    return markdown_table([words.tr("Players"), words.tr("Rounds")], rows)


def actions_table(edition: SheetEdition, words: Words, badge: BadgePicture) -> str:
    """Return a table of the action tracks: slots, what is printed in them, badges at the end; no empty columns."""
    rows = []
    for name, action in edition.actions.items():
        for kind, track in action.tracks(name).items():
            slots = track.slots or ()
            printed = [str(slot) for slot in slots if slot is not None]
            label = words.cap(words.action(edition, name if action.lists is None else f"{name}.{kind}"))
            end = _badge_cell(edition, track.end, words, badge)
            rows.append([f"{badge(kind)} {label}", str(len(slots)), " · ".join(printed) or NOTHING, end])
    heads = [words.tr("Action"), words.tr("Slots"), words.tr("Printed"), words.tr("End of track")]
    shown = [i for i in range(len(heads)) if any(row[i] != NOTHING for row in rows)]
    return markdown_table([heads[i] for i in shown], [[row[i] for i in shown] for row in rows])


def dice_table(edition: SheetEdition, words: Words, sign: DiePicture) -> str:
    """Return a table of the dice and the zones that they may mark."""
    rows = []
    for die in edition.dice:
        marked = [zone for zone in edition.zones if edition.die_of(zone) == die]
        added = [name for name, zone in edition.zones.items() if zone.value.added_die == die]
        uses = [
            words.zone(edition, zone)
            if edition.zones[zone].name
            else words.tr("the {zone} zone", zone=words.zone(edition, zone))
            for zone in marked
        ]
        if die == edition.wild:
            uses.append(words.tr("any zone"))
        sums = []
        for other in dict.fromkeys(map(edition.die_of, added)):
            zones = [words.zone_after_word(edition, zone) for zone in added if edition.die_of(zone) == other]
            one, many = later_plural("in {zones}, added to the {die} die", "in {zones}, added to the {die} die")
            names = {"zones": words.listed(zones), "die": words.die(edition, other)}
            sums.append(words.ntr(one, many, len(zones), **names))
        text = words.series(filter(None, [", ".join(uses), *sums])) if uses or sums else NOTHING
        rows.append([f"{sign(die)} {words.cap(words.die_and_colour(edition, die))}", text])
    return markdown_table([words.tr("Die"), words.tr("Used for")], rows)


def bands(edition: SheetEdition, words: Words) -> str:
    """Return a table of the rating bands, best first; empty without a solo game."""
    if edition.solo is None or not edition.solo.ratings:
        return ""
    ratings = edition.solo.ratings
    stars = any(band.stars is not None for band in ratings)
    rows = []
    above: int | None = None
    for band in ratings:
        span = f"{words.num(band.from_)}–{words.num(above - 1)}" if above is not None else f"≥ {words.num(band.from_)}"
        if above is not None and band.from_ <= 0:
            span = f"< {words.num(above)}"
        row = [span, words.tr(band.label)]
        if stars:
            row.append(words.num(band.stars or 0) + " ★" if band.stars else NOTHING)
        rows.append(row)
        above = band.from_
    heads = [words.tr("Points"), words.tr("Rating"), *([words.tr("Stars")] if stars else [])]
    return markdown_table(heads, rows)


def warning(edition: Edition, words: Words, names: Mapping[str, str]) -> str:
    """Return a note on values that nobody has seen in print, empty if all are certain; `names` are those of blocks."""
    lines = []
    for steps, note in provenance_notes(edition):
        if steps[:1] == ("sheet",):
            continue  # measures of the paper change nothing about the game
        name = names.get(str(steps[1]), "") if len(steps) > 1 else ""
        what = words.tr(note.note) if note.note else ""
        level = words.tr("inferred") if note.level == "inferred" else words.tr("reconstructed")
        text = words.tr("{where}: {what}", where=words.cap(name), what=what) if name else what
        lines.append(f"    - {text} ({level})")
    if not lines:
        return ""
    title = words.tr("Not everything here was checked against a printed copy")
    about = words.tr(
        "These values follow from the rulebook or were chosen to agree with it. If you own the box, please "
        "correct them."
    )
    return "\n".join([f'!!! warning "{title}"', f"    {about}", "", *lines])


@dataclass(frozen=True)
class Origin:
    """A zone that follows a zone of another edition: the name, edition and page of that zone, and what differs."""

    zone: str
    name: str
    title: str
    page: str
    changes: tuple[str, ...]


def origins(edition: SheetEdition, others: Mapping[str, tuple[str, SheetEdition]], words: Words) -> list[Origin]:
    """Return the zones that follow one of another edition (`like`); `others` are titles and editions by id."""
    result = []
    for zone_id, zone in edition.zones.items():
        other_id, _, other_zone = (zone.like or "").partition(".")
        if other_id not in others or other_zone not in others[other_id][1].zones:
            continue
        title, other = others[other_id]
        changes = tuple(_zone_changes(zone, other.zones[other_zone], words))
        result.append(Origin(zone_id, words.zone(other, other_zone), title, f"/{other_id}/{other_zone}", changes))
    return result


def _zone_changes(edition: Zone, other: Zone, words: Words) -> list[str]:
    tr = words.tr
    checks = (
        (edition.cells != other.cells, tr("its cells")),
        (edition.order != other.order, tr("the order of its marks")),
        (edition.accepts != other.accepts, tr("the numbers that fit")),
        (edition.value != other.value, tr("what a die is worth")),
        (edition.mark_kind != other.mark_kind or edition.extra_marks != other.extra_marks, tr("how it is marked")),
        (edition.points.parts != other.points.parts, tr("what it scores")),
    )
    return [what for differs, what in checks if differs]


# Score ladders: what the marks of a zone are worth, with the gain of each step and a small chart


def ladders_of(zone: Zone) -> list[LadderTable]:
    """Return every ladder of a zone, in the order of its points."""
    return [ladder for part in zone.points.parts for ladder in part.ladders(zone)]


def ladder_html(edition: SheetEdition, zone_id: str, words: Words) -> str:
    """Return all ladders of a zone as HTML tables with charts; empty if it has none."""
    zone = edition.zones[zone_id]
    colour = edition.dice[edition.die_of(zone_id)].colour
    parts = []
    for ladder in ladders_of(zone):
        heading = words.tr(ladder.heading)
        heads = [heading, words.tr("Points")]
        rows = [[step, words.num(points)] for step, points in zip(ladder.steps, ladder.points, strict=True)]
        if ladder.climbs:
            heads.append(words.tr("Gain"))
            rows = [[*row, _signed(gain, words)] for row, gain in zip(rows, ladder.gains, strict=True)]
        caption = words.tr("{zone}: points", zone=words.zone_label(edition, zone_id))
        label = words.tr("Chart: {what}", what=f"{caption} ({heading})")
        chart = bars(ladder.steps, ladder.points, label) if len(ladder.points) > 2 else ""
        parts.append(f'<div class="ladder" style="--die:{colour}">{table(heads, rows, css="numbers")}{chart}</div>')
    return "".join(parts)


def _signed(number: int, words: Words) -> str:
    return f"+{words.num(number)}" if number >= 0 else words.num(number)


def combinations_html(edition: SheetEdition, zone_id: str, words: Words) -> str:
    """Return HTML tables of what combinations are worth; empty if the points depend on one count only."""
    zone = edition.zones[zone_id]
    tables = [number_table for part in zone.points.parts if (number_table := part.combinations(zone)) is not None]
    colour = edition.dice[edition.die_of(zone_id)].colour
    inner = "".join(_number_table(number_table, words) for number_table in tables)
    return f'<div class="combinations" style="--die:{colour}">{inner}</div>' if tables else ""


def _number_table(numbers: NumberTable, words: Words) -> str:
    heads = [words.tr(head) for head in numbers.heads]
    rows = [[item if isinstance(item, str) else words.num(item) for item in row] for row in numbers.rows]
    css = "numbers matrix" if numbers.is_matrix else "numbers"
    return table(heads, rows, css=css, caption=words.tr(numbers.caption) if numbers.caption else "")


def ladders_table_html(editions: Sequence[tuple[str, SheetEdition]], words: Words) -> str:
    """Return an HTML table of all ladders of editions, given as (title, edition), one row each."""
    lines: list[tuple[str, str, LadderTable, str]] = []
    for title, edition in editions:
        for zone_id, zone in edition.zones.items():
            colour = edition.dice[edition.die_of(zone_id)].colour
            name = Words.of(words.language, edition).zone_label(edition, zone_id)
            lines += [(title, name, ladder, colour) for ladder in ladders_of(zone) if ladder.steps[0] == "1"]
    width = max((len(ladder.points) for _, _, ladder, _ in lines), default=0)
    heads = (words.tr("Zone"), words.tr("Counts"), words.tr("Worth"))
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    head += "".join(f'<th scope="col" class="n">{i}</th>' for i in range(1, width + 1))
    columns = len(heads) + width
    body = []
    previous = ""
    for title, name, ladder, colour in lines:
        if title != previous:
            body.append(f'<tr class="group"><th scope="rowgroup" colspan="{columns}">{escape(title)}</th></tr>')
            previous = title
        cells = "".join(
            f'<td class="n">{words.num(ladder.points[i]) if i < len(ladder.points) else ""}</td>' for i in range(width)
        )
        label = f'<th scope="row"><span class="dot" style="--die:{colour}"></span>{escape(name)}</th>'
        worth = words.tr("altogether") if ladder.climbs else words.tr("each")
        body.append(f"<tr>{label}<td>{escape(words.tr(ladder.heading))}</td><td>{escape(worth)}</td>{cells}</tr>")
    caption = escape(words.tr("All score ladders"))
    return (
        f'<div class="wide-table" tabindex="0" role="region" aria-label="{caption}">'
        f'<table class="numbers ladders"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
    )


BAR, GAP, HEIGHT = 14, 6, 88  # of a bar chart, in pixels


def bars(labels: Sequence[str], values: Sequence[int], title: str) -> str:
    """Return an SVG bar chart, with negative values below the line; its colour is the CSS variable `--die`."""
    most, least = max(*values, 0), min(*values, 0)
    scale = HEIGHT / ((most - least) or 1)
    zero = 14 + most * scale
    width = len(values) * (BAR + GAP) + GAP
    shapes = []
    for i, (label, value) in enumerate(zip(labels, values, strict=True)):
        x = GAP + i * (BAR + GAP)
        height = max(abs(value) * scale, 1)
        top = zero - height if value >= 0 else zero
        middle = str(x + BAR / 2)
        shapes += [
            element("rect", {"x": x, "y": f"{top:.1f}", "width": BAR, "height": f"{height:.1f}", "rx": 2}),
            element("text", {"class": "v", "x": middle, "y": f"{top - 3:.1f}"}, str(value).replace("-", "−")),
            element("text", {"x": middle, "y": HEIGHT + 26}, escape(label)),
        ]
    shapes.append(element("path", {"d": f"M0 {zero:.1f}h{width}"}))
    view = {"viewBox": f"0 0 {width} {HEIGHT + 30}", "width": f"{width * 1.5:g}", "height": f"{(HEIGHT + 30) * 1.5:g}"}
    return element("svg", {"class": "chart", **view, "role": "img", "aria-label": title}, "".join(shapes))


# Credits

# What the people in the credits of a layout did.
ROLES: Mapping[str, str] = {
    "author": in_context("credits", "Author"),
    "illustration": in_context("credits", "Illustration"),
    "design": in_context("credits", "Design"),
    "editing": in_context("credits", "Editing"),
    "publisher": in_context("credits", "Publisher"),
}
AUTHORS = in_context("credits", "Authors")


def credits_text(people: Credits, words: Words) -> str:
    """Return everybody in the credits of an edition with what they did, and its year.

    >>> from sheetgen.layout import load
    >>> credits_text(load("classic").edition.credits, Words("de"))
    'Autor: Wolfgang Warsch · Illustration: Leon Schiffer · Verlag: Schmidt Spiele · 2018'
    """
    roles = {**ROLES, "author": AUTHORS if "," in people.author else ROLES["author"]}
    named = [(words.tr(role), getattr(people, field)) for field, role in roles.items()]
    parts = [words.tr("{role}: {name}", role=label, name=name) for label, name in named if name]
    return " · ".join([*parts, *([str(people.year)] if people.year else [])])


# Stored figures

FIGURES = "figures"  # in docs/: what `sheetgen simulate … --json` printed


def figures_of(layout: Layout) -> dict[str, dict[str, Any]]:
    """Return the stored figures by bot; only those that were made with the rules of this layout."""
    stored = {bot: _stored(f"{layout.id}-{bot}.json") for bot in BOTS}
    digest = layout.play_digest()
    return {bot: figures for bot, figures in stored.items() if figures is not None and figures["layout"] == digest}


@cache
def _stored(name: str) -> dict[str, Any] | None:
    path = data_folder("docs") / FIGURES / name
    return json.loads(path.read_text("utf-8")) if path.is_file() else None


BEST_BOT = "expert"  # whose points are shown zone by zone


def command_of(layout: Layout, bot: str) -> str:
    """Return the command that makes the stored figures; it names a variant by its file in the repository."""
    figures = figures_of(layout)[bot]
    variant = shipped_variants().get(layout.id)
    edition = layout.id if variant is None else f"layouts/{variant.parent.name}/{variant.name}"
    return f"sheetgen simulate {edition} --bot {bot} --games {figures['games']} --seed {figures['seed']}"


def figures_by_player(layout: Layout, words: Words) -> str:
    """Return a table of the scores of the bots in solo games."""
    rows = []
    for bot, figures in figures_of(layout).items():
        low, high = figures["interval"]
        spread = figures["percentiles"]
        rows.append(
            [
                words.tr(BOTS[bot].how),
                f"{words.num(figures['mean'], 1)}\u00a0±\u00a0{words.num((high - low) / 2, 1)}",
                f"{words.num(spread['25'])}–{words.num(spread['75'])}",
                words.num(figures["max"]),
            ]
        )
    heads = [words.tr("Who"), words.tr("On average"), words.tr("Half of all games"), words.tr("Best of all games")]
    return markdown_table(heads, rows, figures=range(1, len(heads)))


def figures_by_zone(layout: Layout, words: Words) -> str:
    """Return a table of the points by zone of the best bot; empty without its figures."""
    edition, figures = layout.edition, figures_of(layout).get(BEST_BOT)
    if not isinstance(edition, SheetEdition) or figures is None:
        return ""
    parts = {words.zone_label(edition, zone): points for zone, points in figures["zones"].items()}
    for badge in edition.scoring_badges:
        parts[words.tr(badge.texts.heading)] = figures[f"{badge.name}_points"]
    total = sum(parts.values())
    rows = [[name, words.num(points, 1), words.percent(points / total, 0)] for name, points in parts.items()]
    return markdown_table([words.tr("From"), words.tr("Points"), words.tr("Share")], rows, figures=(1, 2))


@dataclass(frozen=True)
class OddsRow:
    """A card with its chances by the number of rerolls."""

    id: str
    name: str
    points: int
    chances: tuple[float, ...]

    @property
    def expected(self) -> float:
        """The mean points with all rerolls."""
        return self.points * self.chances[-1]


def odds_rows(edition: CardEdition, words: Words) -> list[OddsRow]:
    """Return the odds of every card, in printed order."""
    return [
        OddsRow(card_id, words.tr(card.name), card.points, chances)
        for (card_id, card), chances in zip(edition.cards.items(), _chances(edition), strict=True)
    ]


def _chances(edition: CardEdition) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(_chance(card.holds, edition.dice, rethrows) for rethrows in range(edition.rethrows + 1))
        for card in edition.cards.values()
    )


@lru_cache(maxsize=ODDS)
def _chance(objective: Goal, dice: int, rethrows: int) -> float:
    return float(odds(objective, dice, rethrows))


def odds_table(edition: CardEdition, words: Words) -> str:
    """Return a table of the chance of every card by the number of rerolls left, and the mean points."""
    heads = [words.tr("Card"), words.tr("Points")]
    heads += [words.ntr("{n} reroll", "{n} rerolls", n) for n in range(edition.rethrows + 1)]
    heads.append(words.tr("Points to expect"))
    rows = [
        [
            row.name,
            str(row.points),
            *(words.percent(chance) for chance in row.chances),
            words.num(row.expected, 2),
        ]
        for row in odds_rows(edition, words)
    ]
    return markdown_table(heads, rows, figures=range(1, len(heads)))


def card_table(edition: CardEdition, words: Words) -> str:
    """Return a table of the cards: name, rule, points."""
    rows = [[words.tr(card.name), words.tr(card.rule), str(card.points)] for card in edition.cards.values()]
    return markdown_table([words.tr("Card"), words.tr("Rule"), words.tr("Points")], rows, figures={2})


@lru_cache(maxsize=ODDS)
def _bystander(card: object, aim: object, rethrows: int, dice: int) -> float:
    return float(bystander_odds(card, aim, rethrows, dice=dice))  # type: ignore[arg-type]  # cached by the card itself


def bystander(edition: CardEdition, card: str, aim: str) -> float:
    """Return the chance, 0 to 1, that a card holds while the active player aims at another one."""
    return _bystander(edition.cards[card].holds, edition.cards[aim].holds, edition.rethrows, edition.dice)


GENERAL_TERMS = (  # of sheets and of card games
    later("active player"),
    later("die"),
    in_context("noun", "roll"),
    later("round"),
    later("number"),
    later("points"),
    later("objective card"),
    later("deck"),
)
SHEET_TERMS = (  # that a card game does not have, or uses in another sense
    later("passive player"),
    later("silver platter"),
    later("die slot"),
    later("sheet"),
    later("zone"),
    later("cell"),
    later("row"),
    later("column"),
    later("cross"),
    later("circle"),
    later("badge"),
    later("bonus"),
    later("action"),
    later("score ladder"),
    later("star"),
    later("solo game"),
    later("rating"),
)
TERMS = (*GENERAL_TERMS, *SHEET_TERMS)


def sortable(text: str) -> str:
    """Return a text for sorting, in small letters without accents."""
    return "".join(sign for sign in normalize("NFD", text.casefold()) if not combining(sign))


def glossary_table(language: str) -> str:
    """Return a table of all terms in all languages, sorted in the given one."""
    shown = (language, *(other for other in languages() if other != language))
    words = {other: Words(other) for other in shown}
    terms = sorted(
        {*TERMS, *map(str, SCORING_BADGES), *ACTIONS.values(), *COLOURS},
        key=lambda term: sortable(words[language].tr(term)),
    )
    rows = [[words[other].tr(term) for other in shown] for term in terms]
    return markdown_table([language_name(other) for other in shown], rows)


@dataclass(frozen=True)
class CommandHelp:
    """A command as its help describes it."""

    path: str
    usage: str
    help: str
    options: tuple[tuple[str, str], ...]


def read_commands(group: Any) -> tuple[CommandHelp, ...]:
    """Return the help of all commands of a click group, which is passed in since `site` must not import `cli`."""
    import click

    # With its settings: a command keeps the help option of the first context that it is asked for.
    return tuple(_commands(group, click.Context(group, info_name="sheetgen", **group.context_settings)))


def _commands(group: Any, context: Any) -> Iterator[CommandHelp]:
    import click

    for name in group.list_commands(context):
        command = group.get_command(context, name)
        inner = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from _commands(command, inner)
            continue
        records = [p.get_help_record(inner) for p in command.get_params(inner) if p.name != "help"]
        # click has no help for arguments: the usage names them, and the text of the command explains them.
        options = tuple(record for record in records if record is not None and record[1])
        usage = f"{inner.command_path} {' '.join(command.collect_usage_pieces(inner))}"
        yield CommandHelp(inner.command_path, usage, _MARKS_OF_CLICK.sub("", command.help or "").strip(), options)


def command_line(commands: Sequence[CommandHelp], words: Words) -> str:
    """Return the text of the page of commands: usage, help and options of each."""
    blocks = []
    for command in commands:
        blocks.append(f"## {command.path} {{: #{command.path.replace(' ', '-')} }}")
        blocks.append(f"```\n{command.usage}\n```")
        blocks.append(_escaped(command.help))
        if command.options:
            rows = [[f"`{option}`", _escaped(text)] for option, text in command.options]
            blocks.append(markdown_table([words.tr("Option"), words.tr("Meaning")], rows))
    return "\n\n".join(blocks)


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;")


DOWNLOADS = "downloads"  # beside the languages, with one folder for each


def downloads(layout: Layout, words: Words, files: FileKinds) -> str:
    """Return a table of the files of an edition, with links that fit a page of the edition."""
    rows = [
        # HTML links: the files are outside the folder of the pages, so mkdocs would report Markdown links as broken.
        [f'<a href="../../{DOWNLOADS}/{job.path}">{job.title}</a>', job.path.rpartition(".")[2].upper()]
        for job in files.jobs_of(layout.id, layout, words.language)
    ]
    return markdown_table([words.tr("File"), words.tr("Format")], rows)
