"""`simulate --report`: the result of a simulation as one self-contained HTML page with charts, in several languages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from shlex import quote

from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import bounds, number
from sheetgen.engine.rules import Rules
from sheetgen.formats.svg import element
from sheetgen.formats.svg_document import as_svg
from sheetgen.i18n import fill_fields, translate_plural
from sheetgen.lab.fast import why_slow
from sheetgen.lab.players import BOTS
from sheetgen.lab.results import SimulationResult, marks, seats, ties
from sheetgen.lab.simulation import SimulationPlan
from sheetgen.lab.tally import PERCENTILES, Estimate, Sample, share
from sheetgen.lab.texts import FigureTexts
from sheetgen.layout import SheetEdition
from sheetgen.layout.parts.bonus import ScoringBonus
from sheetgen.layout.problems import printable

STYLE = """
:root{color-scheme:light;--ink:#23262d;--quiet:#5b616c;--line:#d9dce1;--bar:#3b6ea5;--heat:#e4572e}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:#fff}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.7rem;margin:0 0 .2rem}h2{font-size:1.2rem;margin:2.2rem 0 .5rem}
p.lead{color:var(--quiet);margin:.2rem 0}
p.partial{background:#fff3cd;border-left:.3rem solid #b35900;padding:.5rem .8rem}
.key{font-size:2.4rem;font-weight:600}
.key small{font-size:1rem;font-weight:400;color:var(--quiet)}
svg.chart{width:100%;height:auto;font:12px system-ui,sans-serif}
.chart text{fill:var(--ink)}.chart .label{text-anchor:end}.chart .bar{fill:var(--bar)}
.chart .edge{stroke:#0004;stroke-width:.5}
.chart path.limit{stroke:#8a8f99;stroke-dasharray:2 3}.chart text.limit{fill:var(--quiet);text-anchor:middle}
.chart path.mean{stroke:var(--heat);stroke-width:2}
.sheet svg{width:100%;max-width:36rem;height:auto;border:1px solid var(--line)}
table{border-collapse:collapse;margin:.5rem 0}
th,td{padding:.2rem .8rem .2rem 0;text-align:left;border-bottom:1px solid var(--line)}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
code{background:#f1f2f4;padding:.1rem .3rem;border-radius:.2rem}
.wide{overflow-x:auto}
"""


COMPANIONS = ("greedy", "planner", "expert")  # whose games are shown beside those of a simulation
COMPANION_GAMES = 300


def companions(plan: SimulationPlan) -> Iterator[SimulationPlan]:
    """Yield what other bots play for the report of a simulation: those that know the layout, with the same dice.

    None of them learns for it, and the expert plays only where that is quick.
    """
    rules = Rules(plan.layout)
    for bot in COMPANIONS:
        if bot == plan.bot or (bot == "expert" and why_slow(plan.layout, bot) is not None):
            continue
        knowledge = BOTS[bot].knowledge_at_hand(rules, plan.players)
        if knowledge is not None:
            yield replace(plan, bot=bot, games=min(plan.games, COMPANION_GAMES), knowledge=knowledge)


class _ReportTexts(FigureTexts):
    """Writes the texts and numbers of one report in its language."""

    def __init__(self, result: SimulationResult, language: str, others: Sequence[SimulationResult]) -> None:
        edition = result.plan.layout.edition
        if not isinstance(edition, SheetEdition):
            raise TypeError(f"{result.plan.layout.id} has cards; only sheets are simulated")
        super().__init__(edition, language)
        self.result, self.others = result, others

    def who(self, bot: str) -> str:
        """Return what a bot is called, with a capital letter; the name of a user's own."""
        name = self.tr(BOTS[bot].who) if bot in BOTS else bot
        return name[:1].upper() + name[1:] if bot in BOTS else name


def as_html(result: SimulationResult, language: str = "en", *, others: Sequence[SimulationResult] = ()) -> str:
    """Return the page of a simulation, beside what `others` reached (see `companions`).

    Raises TypeError for an edition with cards, which is never simulated.
    """
    page = _ReportTexts(result, language, others)
    tr, plan = page.tr, result.plan
    title = tr("{title}: how it plays", title=tr(page.edition.title))
    sections = [
        (tr("Totals"), _totals(page)),
        *([(tr("Other bots"), _others(page))] if others else []),
        (tr("Zones"), _zones(page)),
        (tr("Where marks are made"), _heat(page)),
        *((tr(badge.texts.heading), _scoring_badge(page, badge)) for badge in result.rules.scoring_badges),
        (tr("Badges"), _badges(page)),
        (tr("Actions"), _actions(page)),
        (tr("Chains and losses"), _chains(page)),
    ]
    if plan.players > 1:
        sections.append((tr("Seats"), _seats(page)))
    games = translate_plural("{n} game", "{n} games", result.tally.games, language)
    player = tr(BOTS[plan.bot].who) if plan.bot in BOTS else plan.bot
    options = {"games": plan.games, "players": plan.players, "bot": plan.bot, "seed": plan.seed}
    file = printable(Path(plan.layout.source or plan.layout.id).name)  # not its folder: reports are passed on
    command = " ".join([f"sheetgen simulate {quote(file)}", *(f"--{k} {v}" for k, v in options.items())])
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">{escape(fill_fields(games, n=page.number(result.tally.games, 0)))}, {escape(player)}</p>',
        f'<p class="lead"><code>{escape(command)}</code></p>',
    ]
    if not result.complete:
        text = tr(
            "Interrupted: {games} of {planned} games were played.",
            games=page.number(result.tally.games, 0),
            planned=page.number(plan.games, 0),
        )
        body.append(f'<p class="partial">{escape(text)}</p>')
    mean = result.mean
    points = tr("points on average, ± {margin}", margin=page.number(mean.margin))
    body.append(f'<p class="key">{page.number(mean.value)} <small>{escape(points)}</small></p>')
    body += [f"<section><h2>{escape(head)}</h2>{inside}</section>" for head, inside in sections]
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    head += f"<title>{escape(title)}</title><style>{STYLE}</style>"
    inside = "".join(body)
    return f'<!DOCTYPE html>\n<html lang="{language}"><head>{head}</head><body>{inside}</body></html>\n'


def _totals(page: _ReportTexts) -> str:
    totals, tr = page.result.totals, page.tr
    solo = page.edition.solo
    limits = [band.from_ for band in solo.ratings[:-1]] if solo is not None and page.result.plan.players == 1 else []
    text = tr(
        "From {low} to {high}; half of the results lie between {quarter} and {three}.",
        low=page.number(min(totals.counts), 0),
        high=page.number(max(totals.counts), 0),
        quarter=page.number(totals.percentile(25), 0),
        three=page.number(totals.percentile(75), 0),
    )
    heads = [page.percent(percent / 100) for percent in PERCENTILES]
    row = [page.number(totals.percentile(percent), 0) for percent in PERCENTILES]
    table = _table(heads, [row], numbers=range(len(PERCENTILES)))
    lines = tr("Dashed lines: where rating bands begin. Red line: the mean.") if limits else tr("Red line: the mean.")
    picture = histogram(totals, tr("How often each total occurred"), limits)
    return f"{picture}<p>{escape(text)} {escape(lines)}</p>{table}"


def _others(page: _ReportTexts) -> str:
    tr = page.tr
    rows = [
        [
            page.who(result.plan.bot),
            page.number(result.tally.games, 0),
            page.estimate(result.mean),
            f"{page.number(result.totals.percentile(25), 0)}–{page.number(result.totals.percentile(75), 0)}",
            page.number(max(result.totals.counts), 0),
        ]
        for result in sorted((page.result, *page.others), key=lambda result: result.mean.value)
    ]
    heads = [tr("Who"), tr("Games"), tr("On average"), tr("Half of all games"), tr("Best of all games")]
    fewest = min(result.tally.games for result in (page.result, *page.others))
    text = tr("The first {games} games have the same dice for all.", games=page.number(fewest, 0))
    return _table(heads, rows, numbers=range(1, len(heads))) + f"<p>{escape(text)}</p>"


def _zones(page: _ReportTexts) -> str:
    tally, tr = page.result.tally, page.tr
    samples = {zone: tally.zone(zone) for zone in page.result.rules.zone_index}
    whole = sum(max(sample.mean, 0.0) for sample in samples.values()) or 1.0
    rows = []
    for zone, sample in samples.items():
        colour = page.edition.dice[page.edition.die_of(zone)].colour
        share_of_all = page.percent(max(sample.mean, 0.0) / whole)
        rows.append((page.zone(zone), sample.mean, f"{page.estimate(sample.mean_estimate())}   {share_of_all}", colour))
    lowest = [[page.zone(zone), page.percent(tally.lowest[zone] / tally.sheets)] for zone in samples]
    table = _table([tr("Zone"), tr("is the lowest on")], lowest, numbers=[1])
    return bars(rows, tr("Points of the zones")) + table


def _heat(page: _ReportTexts) -> str:
    tr = page.tr
    text = tr("On how many of 100 sheets each cell is marked at the end.")
    return f"<p>{escape(text)}</p>" + heat_map(page, marks(page.result), text)


def _scoring_badge(page: _ReportTexts, badge: ScoringBonus) -> str:
    tally, tr = page.result.tally, page.tr
    sample = tally.count_of(badge)
    count, points = page.number(sample.mean, 2), page.number(tally.points_of(badge).mean)
    text = tr(badge.texts.per_sheet, points=points, **{badge.plural: count})
    shares = [sample.counts[n] / tally.sheets for n in range(max(sample.counts) + 1)]
    rows = [(str(n), share, page.percent(share), "#D8231F") for n, share in enumerate(shares)]
    return f"<p>{escape(text)}</p>" + bars(rows, tr(badge.texts.on_a_sheet))


def _badges(page: _ReportTexts) -> str:
    tally, tr = page.result.tally, page.tr
    rows = [
        [page.zone(zone.name), page.place(badge), page.badge(badge.bonus), page.percent(earned.value)]
        for zone in page.result.rules.zones
        for number, badge in enumerate(zone.zone.badges)
        for earned in [share(tally.badges[zone.name, number], tally.sheets)]
    ]
    return _table([tr("Zone"), tr("Place"), tr("Badge"), tr("earned on")], rows, numbers=[3])


def _actions(page: _ReportTexts) -> str:
    tally, tr = page.result.tally, page.tr
    rows = [
        [
            tr(track.kind),
            str(len(track.slots)),
            page.number(tally.slots_unlocked(track.label).mean, 2),
            page.number(tally.slots_used(track.label).mean, 2),
        ]
        for track in page.result.rules.tracks
    ]
    return _table([tr("Action"), tr("Slots"), tr("unlocked"), tr("used")], rows, numbers=[1, 2, 3])


def _chains(page: _ReportTexts) -> str:
    tally, tr = page.result.tally, page.tr
    rows = [
        (str(n), tally.chains[n] / tally.games, page.percent(tally.chains[n] / tally.games), "#7A4B9A")
        for n in range(max(tally.chains) + 1)
    ]
    lost = tr(
        "Lost per game on average: {throws} rolls, {platters} platters.",
        throws=page.number(tally.lost_per_game("throw").mean, 2),
        platters=page.number(tally.lost_per_game("platter").mean, 2),
    )
    text = tr("The longest chain of bonus marks in a game:")
    return f"<p>{escape(text)}</p>{bars(rows, text)}<p>{escape(lost)}</p>"


def _seats(page: _ReportTexts) -> str:
    tr, result = page.tr, page.result
    rows = [
        [
            str(seat["seat"]),
            page.estimate(result.tally.seat(i).mean_estimate()),
            page.percent(result.tally.wins[i, False] / result.tally.games),
            page.percent(result.tally.wins[i, True] / result.tally.games, 1),
        ]
        for i, seat in enumerate(seats(result))
    ]
    table = _table([tr("Seat"), tr("Points"), tr("wins alone"), tr("wins with others")], rows, numbers=[1, 2, 3])
    tied = tr("{share} of the games end in a shared win.", share=page.percent(ties(result).value, 1))
    return f"{table}<p>{escape(tied)}</p>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Iterable[int] = ()) -> str:
    right = set(numbers)
    names = [' class="n"' if i in right else "" for i in range(len(heads))]
    head = "".join(f'<th scope="col"{names[i]}>{escape(text)}</th>' for i, text in enumerate(heads))
    body = "".join(
        "<tr>" + "".join(f"<td{names[i]}>{escape(text)}</td>" for i, text in enumerate(row)) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


# Charts, as SVG


WIDTH, HEIGHT, FOOT, HEAD = 720, 240, 34, 18
HEAT = "#E4572E"


def histogram(totals: Sample, title: str, limits: Sequence[int] = ()) -> str:
    """Draw how often each range of totals came as SVG; dashed lines mark `limits`, where rating bands begin."""
    low, high = min(totals.counts), max(totals.counts)
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100) if (high - low) / s <= 40), 200)
    first = low // step * step
    bins = [0] * ((high - first) // step + 1)
    for total, times in totals.counts.items():
        bins[(total - first) // step] += times
    bar_width, highest = WIDTH / len(bins), max(bins)
    chart_height = HEIGHT - FOOT - HEAD
    shapes = []
    for i, times in enumerate(bins):
        height = chart_height * times / highest
        label = f"{first + i * step}–{first + (i + 1) * step - 1}" if step > 1 else str(first + i)
        bar = {
            "x": i * bar_width + 0.5,
            "y": HEAD + chart_height - height,
            "width": max(bar_width - 1, 0.5),
            "height": height,
        }
        shapes.append(element("rect", {"class": "bar", **bar}, element("title", {}, f"{label}: {times}")))
    every = max(1, round(60 / bar_width))
    shapes += [
        element("text", {"x": i * bar_width, "y": HEIGHT - 14}, str(first + i * step))
        for i in range(0, len(bins), every)
    ]
    for limit in limits:
        if first <= limit <= high:
            x = number((limit - first) / step * bar_width)
            shapes.append(element("path", {"class": "limit", "d": f"M{x} {HEAD}v{chart_height}"}))
            shapes.append(element("text", {"class": "limit", "x": x, "y": 12}, str(limit)))
    mean = number((totals.mean - first) / step * bar_width)
    shapes.append(element("path", {"class": "mean", "d": f"M{mean} {HEAD}v{chart_height}"}))
    return _picture(WIDTH, HEIGHT, title, "".join(shapes))


def bars(rows: Sequence[tuple[str, float, str, str]], title: str) -> str:
    """Draw one bar per row as SVG; a row is a label, its value, the value as text, and a colour."""
    most = max([value for _, value, _, _ in rows] + [1e-9])
    shapes = []
    for i, (label, value, written, colour) in enumerate(rows):
        y = i * 26
        width = max(value, 0.0) / most * 400
        bar = {"x": 140, "y": y + 4, "width": max(width, 1), "height": 18, "rx": 3}
        shapes += [
            element("text", {"class": "label", "x": 132, "y": y + 17}, escape(label)),
            element("rect", {**bar, "fill": colour, "class": "edge"}),
            element("text", {"class": "value", "x": 148 + width, "y": y + 17}, escape(written)),
        ]
    return _picture(WIDTH, max(len(rows), 1) * 26, title, "".join(shapes))


def heat_map(page: _ReportTexts, marks: Mapping[str, Estimate], title: str) -> str:
    """Draw the sheet as HTML, each cell the darker the more often it is marked, with its share of sheets in percent."""
    scene = draw_page(page.result.plan.layout, "front", theme="ink", language=page.language)
    places = {group.id: bounds(group) for group in scene.groups() if group.id in marks}
    shapes = []
    for cell, place in places.items():
        share_marked = marks[cell].value
        box = {"x": place.x, "y": place.y, "width": place.width, "height": place.height, "rx": 0.8}
        fill = {"fill": HEAT, "fill-opacity": f"{0.05 + 0.75 * share_marked:.2f}"}
        corner = {"x": place.right - 0.4, "y": place.bottom - 0.5}
        small = {"font-size": "2.1", "text-anchor": "end", "class": "share"}
        shapes += [
            element("rect", {**box, **fill}, element("title", {}, f"{escape(cell)}: {page.percent(share_marked, 1)}")),
            element("text", {**corner, **small}, f"{share_marked * 100:.0f}"),
        ]
    svg = as_svg(scene)
    svg = svg[svg.index("<svg") :]
    style = "<style>.share{font-family:sans-serif;fill:#000}.heat rect{mix-blend-mode:multiply}</style>"
    heat = element("g", {"class": "heat", "aria-label": title}, "".join(shapes))
    drawn = svg.replace("</svg>", f"{style}{heat}</svg>")
    return f'<div class="sheet">{drawn}</div>'


def _picture(width: int, height: int, title: str, inside: str) -> str:
    attributes = {"class": "chart", "viewBox": f"0 0 {width} {height}", "role": "img", "aria-label": title}
    return element("svg", attributes, element("title", {}, escape(title)) + inside)
