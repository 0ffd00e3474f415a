"""How a sheet plays, as one page: self-contained HTML with figures and pictures, in several languages."""

from collections.abc import Iterable, Sequence
from html import escape

from sheetgen.drawing.names import zone_name
from sheetgen.i18n import filled, later, translate, translate_plural
from sheetgen.lab.charts import bars, heat_map, histogram
from sheetgen.lab.statistics import PERCENTILES, Estimate, Sample, share
from sheetgen.lab.summary import Result, marks, seats, ties
from sheetgen.layout import SheetEdition
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.zone import Badge

PLAYERS = {
    "random": later("a player who marks at random"),
    "greedy": later("a greedy player"),
    "planner": later("a player who plans ahead"),
}
PLACES = {
    "cell": later("cell {n}"),
    "row": later("row {n}"),
    "column": later("column {n}"),
    "diagonal": later("diagonal"),
    "between cells": later("between cells {n} and {next}"),
    "between rows": later("column {n}, between rows {row} and {below}"),
}
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


class _Page:
    """The texts and numbers of one report."""

    def __init__(self, result: Result, language: str) -> None:
        edition = result.plan.layout.edition
        assert isinstance(edition, SheetEdition), "what is played is a sheet"
        self.result, self.edition, self.language = result, edition, language

    def tr(self, text: str, **values: object) -> str:
        told = translate(text, self.language, self.edition.translations)
        return filled(told, **values) if values else told

    def number(self, value: float, digits: int = 1) -> str:
        from babel.numbers import format_decimal

        return str(format_decimal(value, "#,##0" + ("." + "0" * digits if digits else ""), locale=self.language))

    def percent(self, value: float, digits: int = 0) -> str:
        from babel.numbers import format_percent

        return str(format_percent(value, "#,##0" + ("." + "0" * digits if digits else "") + "%", locale=self.language))

    def estimate(self, estimate: Estimate) -> str:
        return f"{self.number(estimate.value)} ± {self.number(estimate.margin)}"

    def zone(self, zone: str) -> str:
        return zone_name(self.edition, zone, self.tr)

    def badge(self, bonus: Bonus) -> str:
        if len(bonus.singles) > 1:
            one, other = bonus.singles[:2]
            return self.tr("{one} or {other}", one=self.badge(one), other=self.badge(other))
        (single,) = bonus.singles
        if single.effect != "mark":
            return self.tr(str(single))
        zone = self.zone(single.target) if single.target is not None else self.tr("any zone")
        return f"{str(single).partition(' ')[0]} {zone}"

    def place(self, badge: Badge) -> str:
        steps = [step for step in badge.path[1:] if isinstance(step, int)]
        last = steps[-1] + (badge.where != "cell") if steps else 0
        row = steps[0] + 1 if steps else 0
        return self.tr(PLACES[badge.where], n=last, next=last + 1, row=row, below=row + 1)


def as_html(result: Result, language: str = "en") -> str:
    """The whole page."""
    page = _Page(result, language)
    tr, plan = page.tr, result.plan
    title = tr("{title}: how it plays", title=tr(page.edition.title))
    sections = [
        (tr("Totals"), _totals(page)),
        (tr("Zones"), _zones(page)),
        (tr("Where marks are made"), _heat(page)),
        (tr("Foxes"), _foxes(page)),
        (tr("Badges"), _badges(page)),
        (tr("Actions"), _actions(page)),
        (tr("Chains and losses"), _chains(page)),
    ]
    if plan.players > 1:
        sections.append((tr("Seats"), _seats(page)))
    games = translate_plural("{n} game", "{n} games", result.tally.games, language)
    player = tr(PLAYERS[plan.bot]) if plan.bot in PLAYERS else plan.bot
    options = {"games": plan.games, "players": plan.players, "bot": plan.bot, "seed": plan.seed}
    command = " ".join([f"sheetgen simulate {plan.layout.id}", *(f"--{k} {v}" for k, v in options.items())])
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">{escape(filled(games, n=page.number(result.tally.games, 0)))}, {escape(player)}</p>',
        f'<p class="lead"><code>{escape(command)}</code></p>',
    ]
    if not result.complete:
        told = tr("Interrupted: {games} of {planned} games were played.", games=result.tally.games, planned=plan.games)
        body.append(f'<p class="partial">{escape(told)}</p>')
    mean = result.mean
    points = tr("points on average, ± {margin}", margin=page.number(mean.margin))
    body.append(f'<p class="key">{page.number(mean.value)} <small>{escape(points)}</small></p>')
    body += [f"<section><h2>{escape(head)}</h2>{inside}</section>" for head, inside in sections]
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    head += f"<title>{escape(title)}</title><style>{STYLE}</style>"
    inside = "".join(body)
    return f'<!DOCTYPE html>\n<html lang="{language}"><head>{head}</head><body>{inside}</body></html>\n'


def _totals(page: _Page) -> str:
    totals, tr = page.result.totals, page.tr
    solo = page.edition.solo
    limits = [band.from_ for band in solo.ratings[:-1]] if solo is not None and page.result.plan.players == 1 else []
    told = tr(
        "From {low} to {high}; half of the results lie between {quarter} and {three}.",
        low=min(totals.counts),
        high=max(totals.counts),
        quarter=totals.percentile(25),
        three=totals.percentile(75),
    )
    rows = [[str(percent) + " %" for percent in PERCENTILES], [str(totals.percentile(p)) for p in PERCENTILES]]
    table = _table(rows[0], [rows[1]], numbers=range(len(PERCENTILES)))
    lines = tr("Dashed lines: where rating bands begin. Red line: the mean.") if limits else tr("Red line: the mean.")
    picture = histogram(totals, tr("How often which totals came"), limits)
    return f"{picture}<p>{escape(told)} {escape(lines)}</p>{table}"


def _zones(page: _Page) -> str:
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


def _heat(page: _Page) -> str:
    tr = page.tr
    told = tr("On how many of a hundred sheets each cell is marked at the end.")
    return f"<p>{escape(told)}</p>" + heat_map(page.result.plan.layout, marks(page.result), told, page.language)


def _foxes(page: _Page) -> str:
    tally, tr = page.result.tally, page.tr
    foxes, points = Sample(tally.foxes), Sample(tally.fox_points)
    told = tr(
        "{foxes} foxes per sheet, worth {points} points together.",
        foxes=page.number(foxes.mean, 2),
        points=page.number(points.mean),
    )
    rows = [
        (str(n), tally.foxes[n] / tally.sheets, page.percent(tally.foxes[n] / tally.sheets), "#D8231F")
        for n in range(max(tally.foxes) + 1)
    ]
    return f"<p>{escape(told)}</p>" + bars(rows, tr("Foxes on a sheet"))


def _badges(page: _Page) -> str:
    tally, tr = page.result.tally, page.tr
    rows = [
        [page.zone(zone.name), page.place(badge), page.badge(badge.bonus), page.percent(earned.value)]
        for zone in page.result.rules.zones
        for number, badge in enumerate(zone.zone.badges)
        for earned in [share(tally.badges[zone.name, number], tally.sheets)]
    ]
    return _table([tr("Zone"), tr("Place"), tr("Badge"), tr("earned on")], rows, numbers=[3])


def _actions(page: _Page) -> str:
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


def _chains(page: _Page) -> str:
    tally, tr = page.result.tally, page.tr
    rows = [
        (str(n), tally.chains[n] / tally.games, page.percent(tally.chains[n] / tally.games), "#7A4B9A")
        for n in range(max(tally.chains) + 1)
    ]
    lost = tr(
        "Lost in a game on average: {throws} throws, {platters} platters.",
        throws=page.number(tally.lost_per_game("throw").mean, 2),
        platters=page.number(tally.lost_per_game("platter").mean, 2),
    )
    told = tr("The longest chain of bonus marks in a game:")
    return f"<p>{escape(told)}</p>{bars(rows, told)}<p>{escape(lost)}</p>"


def _seats(page: _Page) -> str:
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
