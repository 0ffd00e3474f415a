"""How the layout on the page plays: quick figures while one types; `simulate`, `balance` and `bands`, bit by bit.

A run is begun with a layout, and goes on for a moment with each request. So the page can show how far it is, and ends
it by asking no more. Runs are found by what they play: the same question gets the same answer, at once if it was asked
before. The last few are kept; one that is gone has to be begun again.
"""

import hashlib
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from sheetgen.drawing.elements import badge_ids
from sheetgen.errors import SheetgenError
from sheetgen.i18n import later
from sheetgen.lab.balance import LayoutRuns, compared_bots, findings, oldest_sheet, parent_name, zone_shares
from sheetgen.lab.bands import bots_for_bands, fitting_bands, ratings_to_go_by
from sheetgen.lab.fast import strongest_bot, why_slow
from sheetgen.lab.players import BOTS
from sheetgen.lab.results import SimulationResult, as_dict, badges, marks
from sheetgen.lab.simulation import SimulationPlan
from sheetgen.lab.stepwise import (
    Comparison,
    GameSeries,
    RunOptions,
    RunStep,
    balance_steps,
    bands_steps,
    differences,
    simulation_steps,
)
from sheetgen.lab.tally import PERCENTILES, TOTAL, Estimate
from sheetgen.lab.texts import FigureTexts
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.studio.advice import advisers

Data = dict[str, Any]
MOMENT = 0.25  # seconds that a run goes on with one request
MOST_RUNS = 12  # that are kept
SEED = 1  # as the commands have it
# The quick run: who plays, and how many games; in Python, as in a browser, far fewer.
QUICK_BOT, OTHER_BOT = "greedy", "random"
QUICK_GAMES, QUICK_GAMES_IN_PYTHON = 4_000, 300
LEAST_GAMES = 40  # before there are any figures
# Of the longer runs; for more there are the commands.
MOST_GAMES, MOST_GAMES_IN_PYTHON = 100_000, 5_000


class FiguresError(ValueError):
    """A run that cannot be done as asked: a message and its values."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message, self.values = message, values


class Wish(NamedTuple):
    """What the page asks for: a kind of run with its options, and the run to compare with."""

    what: str
    options: RunOptions
    named: bool = True  # whether the page names the bot; else the strongest one plays, as for the command
    before: str = ""


class QuickRun:
    """A few games by a greedy player and by one who marks at random; compared with another run, game by game."""

    def __init__(self, layout: Layout, edition: SheetEdition) -> None:
        games = QUICK_GAMES if why_slow(layout, QUICK_BOT) is None else QUICK_GAMES_IN_PYTHON
        players = min(edition.rounds.by_players)
        self.edition = edition
        self.series, self.other = (
            GameSeries(SimulationPlan(layout, players, bot, SEED, games)) for bot in (QUICK_BOT, OTHER_BOT)
        )
        self.before: GameSeries | None = None  # to compare with; not its run, which has one before it in turn

    def compare_with(self, other: "Run | None") -> None:
        """Compare with another quick run for as many players, if it is one, else with none."""
        self.before = None
        if isinstance(other, QuickRun) and other.series.plan.players == self.series.plan.players:
            self.before = other.series

    @property
    def _waiting(self) -> list[GameSeries]:
        """What is still to be played, in this order."""
        before = [self.before] if self.before is not None else []
        return [series for series in (self.series, *before, self.other) if series.left]

    @property
    def finished(self) -> bool:
        """Was everything played?"""
        return not self._waiting

    def go_on(self, seconds: float) -> None:
        """Play on for about so long, at least one bit."""
        end = time.perf_counter() + seconds
        while waiting := self._waiting:
            waiting[0].play_bit()
            if time.perf_counter() >= end:
                break

    def answer(self, words: FigureTexts, name: str) -> Data:
        """Return how far it is, and the figures as soon as there are enough games."""
        series = self.series
        progress = {"played": series.played, "of": series.plan.games}
        return {**progress, "quick": self._figures(words, name) if series.played >= LEAST_GAMES else None}

    def _figures(self, words: FigureTexts, name: str) -> Data:
        series, result = self.series, self.series.result
        tally, shares, changes = result.tally, zone_shares(result), self._changes()
        bots = [each for each in (self.series, self.other) if each.played >= LEAST_GAMES]
        options = RunOptions(QUICK_BOT, series.plan.games, SEED, series.plan.players)
        return {
            "games": series.played,
            "total": _interval(result.mean),
            "change": _interval(changes[TOTAL].difference) if TOTAL in changes else None,
            "same": self.before is series,
            "zones": [
                {
                    "id": zone,
                    "name": words.zone(zone),
                    "points": _interval(tally.zone(zone).mean_estimate()),
                    "share": shares[zone],
                    "change": _interval(changes[zone].difference) if zone in changes else None,
                }
                for zone in result.rules.zone_index
            ],
            "badges": [
                {
                    "name": words.tr(badge.texts.heading),
                    "points": tally.points_of(badge).mean,
                    "change": _interval(changes[badge.plural].difference) if badge.plural in changes else None,
                }
                for badge in result.rules.scoring_badges
            ],
            "bots": [
                {"id": each.plan.bot, "who": words.tr(BOTS[each.plan.bot].who), "total": _interval(each.result.mean)}
                for each in bots
            ],
            "cells": self._shares(marks),
            "earned": self._shares(_earned),
            "command": command("simulate", name, options),
            "slow": bool(result.why_slow),
            "runs": _choices(words, name),
        }

    def _shares(self, count: Callable[[SimulationResult], Mapping[str, Estimate]]) -> Data:
        """Return by the id of what is drawn, for each bot, on which share of the sheets it was reached."""
        own = count(self.series.result)
        also = count(self.other.result) if self.other.played >= LEAST_GAMES else {}
        return {
            each: {QUICK_BOT: share.value, **({OTHER_BOT: also[each].value} if also else {})}
            for each, share in own.items()
        }

    def _changes(self) -> Mapping[str, Comparison]:
        if self.before is None or not self.before.played:
            return {}
        return differences(self.before, self.series)


def _earned(result: SimulationResult) -> dict[str, Estimate]:
    """Return on which share of the sheets each badge was earned, by all ids that it may be drawn with."""
    shares = iter(badges(result).values())  # in the order of zones and of their badges
    drawn = [badge_ids(zone.name, badge) for zone in result.rules.zones for badge in zone.zone.badges]
    return {each: share for ids, share in zip(drawn, shares, strict=True) for each in ids}


def _choices(words: FigureTexts, name: str) -> Data:
    """Return what longer runs can be asked for here, and in words what they cannot."""
    here = advisers()
    missing = [bot for bot in BOTS if bot not in here]
    more = "".join(
        words.tr(NOT_HERE, who=words.tr(BOTS[bot].who), command=f"sheetgen simulate {quote(name)} --bot {bot}")
        for bot in missing
    )
    return {
        "bots": {bot: words.tr(known.who) for bot, known in here.items()},
        "players": sorted(words.edition.rounds.by_players),
        "strongest": words.tr("the strongest bot that knows this sheet"),
        "missing": more,
    }


NOT_HERE = later(
    "Not available in the browser: {who}. It learns with the fast engine. With sheetgen installed: {command}"
)


def _interval(estimate: Estimate) -> list[float]:
    """Return a figure and the two ends of its interval."""
    return [estimate.value, estimate.low, estimate.high]


class LongRun:
    """One of the commands: its steps, the last of them, and its result when it is finished or was stopped."""

    def __init__(self, layout: Layout, edition: SheetEdition, wish: Wish, folder: Path) -> None:
        self.edition, self.wish = edition, wish
        self.kind = kind = KINDS[wish.what]
        self.step: RunStep | None = None
        self.finished = False
        self.result: Any = None
        self._steps = kind.steps(layout, wish, folder)

    def go_on(self, seconds: float) -> None:
        """Play on for about so long, at least one bit."""
        end = time.perf_counter() + seconds
        try:
            while not self.finished:
                self.step = next(self._steps)
                if time.perf_counter() >= end:
                    break
        except StopIteration as last:
            self.finished, self.result = True, last.value

    def stop(self) -> None:
        """End it before its time; what was played may be a result already."""
        self.finished = True
        if self.result is None and self.kind.partial and self.step is not None:
            self.result = self.step.result

    def answer(self, words: FigureTexts, name: str) -> Data:
        """Return how far it is, and the result at the end."""
        step, kind = self.step, self.kind
        answer: Data = {"played": 0, "of": self.wish.options.games, "doing": ""}
        if step is not None:
            who = words.tr(BOTS[step.bot].who)
            message = LEARNS if step.learning else PLAYS
            doing = words.tr(message, who=who, layout=step.layout, part=step.part, parts=step.parts)
            answer = {"played": step.played, "of": step.of, "doing": doing}
        if self.result is not None:
            answer["result"] = {
                **kind.show(self.result, words, name),
                "who": self._who(words, name),
                "command": command(self.wish.what, name, self.wish.options, named=self.wish.named),
            }
        return answer

    def _who(self, words: FigureTexts, name: str) -> str:
        """Return who played, if the page has not named a bot."""
        if self.wish.named:
            return ""
        who = " · ".join(words.tr(BOTS[bot].who) for bot in self.kind.bots(self.wish.options.bot))
        told = words.tr(PLAYED, who=who)
        if self.wish.options.bot != EXPERT and EXPERT in advisers():
            told += " " + words.tr(NO_EXPERT, command=f"sheetgen train {quote(name)}")
        return told


EXPERT, BANDS = "expert", "bands"
PLAYED = later("Played by: {who}.")
NO_EXPERT = later("No expert has learned it yet. To teach one: {command}")
PLAYS = later("{layout}, {who} (part {part} of {parts})")
LEARNS = later("{layout}, {who} learns it first (part {part} of {parts})")


def command(what: str, name: str, options: RunOptions, *, named: bool = True) -> str:
    """Return the command that gives the same figures; `named` says whether it names the bot."""
    bot = f" --bot {options.bot}" if named else ""
    # Ratings are for one player: that command has no such option.
    players = f" --players {options.players}" if options.players != 1 and what != BANDS else ""
    return f"sheetgen {what} {quote(name)}{bot} --games {options.games}{players} --seed {options.seed}"


# The kinds of longer runs


class Kind(NamedTuple):
    """A command: its steps for a layout, and how its result is shown."""

    steps: Callable[[Layout, Wish, Path], Generator[RunStep, None, Any]]
    show: Callable[[Any, FigureTexts, str], Data]
    # The bot that plays if none is named, from the layout and its folder; None if one must be named
    strongest: Callable[[Layout, Path], str] | None = None
    bots: Callable[[str], Sequence[str]] = lambda bot: (bot,)  # who plays then, the strongest first
    partial: bool = False  # whether a part of the games is a result, too


BandsResult = list[tuple[SimulationResult, SimulationResult]]


def _simulate(layout: Layout, wish: Wish, folder: Path) -> Generator[RunStep, None, SimulationResult]:
    return simulation_steps(layout, wish.options)


def _balance(layout: Layout, wish: Wish, folder: Path) -> Generator[RunStep, None, tuple[LayoutRuns, LayoutRuns, str]]:
    against = parent_name(layout, folder)
    runs, parent = yield from balance_steps(layout, load(against), wish.options)
    return runs, parent, against


def _bands(layout: Layout, wish: Wish, folder: Path) -> Generator[RunStep, None, BandsResult]:
    like = load(oldest_sheet())
    ratings_to_go_by(layout, like, like.id)  # before the games, not after them
    bots = () if wish.named else bots_for_bands(wish.options.bot)
    return (yield from bands_steps(layout, like, wish.options._replace(players=1), bots))


def _show_simulation(result: SimulationResult, words: FigureTexts, name: str) -> Data:
    tr, tally, shares, totals = words.tr, result.tally, zone_shares(result), result.totals
    zones = [
        [
            words.zone(zone),
            words.estimate(tally.zone(zone).mean_estimate()),
            words.percent(shares[zone]),
            words.percent(tally.lowest[zone] / tally.sheets),
        ]
        for zone in result.rules.zone_index
    ]
    badges = [
        [tr(badge.texts.heading), words.number(tally.points_of(badge).mean), "", ""]
        for badge in result.rules.scoring_badges
    ]
    actions = [
        [
            tr(track.kind),
            *(words.number(each.mean) for each in (tally.slots_unlocked(track.label), tally.slots_used(track.label))),
        ]
        for track in result.rules.tracks
    ]
    total = [tr("Total"), words.estimate(result.mean), "", ""]
    spread = [words.number(totals.percentile(percent), 0) for percent in PERCENTILES]
    return {
        "partial": not result.complete,
        "tables": [
            _table(
                tr("Points"), [tr("Zone"), tr("Points"), tr("Share"), tr("is the lowest on")], [*zones, *badges, total]
            ),
            _table(tr("Totals"), [words.percent(percent / 100) for percent in PERCENTILES], [spread], words=()),
            _table(tr("Actions"), [tr("Action"), tr("unlocked"), tr("used")], actions),
        ],
        "file": _file(name, "simulate", as_dict(result)),
    }


def _show_balance(result: tuple[LayoutRuns, LayoutRuns, str], words: FigureTexts, name: str) -> Data:
    runs, parent, against = result
    kinds = {kind: words.tr(message) for kind, message in FINDINGS.items()}
    rows = [[kinds[each.kind], f"{each.sentence} {each.advice}".strip()] for each in findings(runs, parent, words)]
    as_printed = [asdict(each) for each in findings(runs, parent)]
    data = {"edition": runs.name, "against": against, "findings": as_printed}
    return {
        "tables": [_table(words.tr("Balance"), [words.tr("Kind"), words.tr("Finding")], rows, words=(0, 1))],
        "file": _file(name, "balance", data),
    }


FINDINGS = {"problem": later("problem"), "note": later("note"), "fine": later("fine")}


def _show_bands(results: BandsResult, words: FigureTexts, name: str) -> Data:
    (result, reference), *weaker = results
    bands, tr = fitting_bands(result, reference, oldest_sheet(), *weaker), words.tr
    rows = [
        [
            words.number(rating.from_, 0),
            words.number(rating.stars, 1) if rating.stars is not None else "",
            tr(rating.label),
            words.percent(share),
        ]
        for rating, share in zip(bands.ratings, bands.shares, strict=True)
    ]
    text = "\n".join([*bands.yaml_lines(), ""])
    return {
        "tables": [
            _table(tr("Rating bands"), [tr("From points"), tr("Stars"), tr("Text"), tr("Reached in")], rows, words=(2,))
        ],
        "text": text,
        "file": {"name": f"{Path(name).stem}-bands.yaml", "content": text},
    }


def _table(caption: str, heads: list[str], rows: list[list[str]], *, words: tuple[int, ...] = (0,)) -> Data:
    """Return a table for the page; all columns but those of `words` have numbers."""
    numbers = [column for column in range(len(heads)) if column not in words]
    return {"caption": caption, "heads": heads, "rows": rows, "numbers": numbers}


def _file(name: str, what: str, data: object) -> Data:
    """Return data as a file for the page, as the command prints it with `--json`."""
    content = json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n"
    return {"name": f"{Path(name).stem}-{what}.json", "content": content}


KINDS: Mapping[str, Kind] = {
    "simulate": Kind(_simulate, _show_simulation, partial=True),
    "balance": Kind(
        _balance,
        _show_balance,
        strongest=lambda layout, folder: strongest_bot((layout, load(parent_name(layout, folder)))),
        bots=compared_bots,
    ),
    BANDS: Kind(
        _bands,
        _show_bands,
        strongest=lambda layout, folder: strongest_bot((layout, load(oldest_sheet()))),
        bots=bots_for_bands,
    ),
}
QUICK = "quick"


# Requests

Run = QuickRun | LongRun
_runs: OrderedDict[str, Run] = OrderedDict()  # the last one that was asked for is at the end


def begin(layout: Layout, edition: SheetEdition, data: Data, language: str) -> Data:
    """Begin the run that the page asks for, or find it; play for a moment, and return its answer."""
    try:
        wish = _read_wish(layout, edition, data)
        parts = (wish.what, *wish.options, wish.named, layout.play_digest(), "" if wish.what == QUICK else data["text"])
        key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]
        run = _runs.get(key)
        if not isinstance(run, QuickRun):  # a longer run that was asked for once more begins anew
            run = _new_run(layout, edition, wish, Path(data["folder"]))
        run.edition = edition  # its names may have changed
        if isinstance(run, QuickRun):
            run.compare_with(_runs.get(wish.before))
        _keep(key, run)
        return _moment(key, run, data, language)
    except FiguresError as error:
        words = FigureTexts(edition, language)
        values = {name: words.number(own, 0) if isinstance(own, int) else own for name, own in error.values.items()}
        return {"error": words.tr(error.message, **values)}
    except SheetgenError as error:
        return {"error": str(error)}


def go_on(data: Data, language: str) -> Data:
    """Go on with a run, or stop it; return its answer, or `lost` if it is not known any more."""
    key = str(data.get("run"))
    run = _runs.get(key)
    if run is None:
        return {"lost": True}
    _runs.move_to_end(key)  # as long as it is asked about, it is not forgotten
    if data.get("stop") is True and isinstance(run, LongRun):
        run.stop()
        _runs.pop(key)  # asked again, it begins anew
    try:
        return _moment(key, run, data, language)
    except SheetgenError as error:
        return {"error": str(error)}


def _moment(key: str, run: Run, data: Data, language: str) -> Data:
    try:
        run.go_on(MOMENT)
    except Exception:
        _runs.pop(key, None)  # it is broken
        raise
    words = FigureTexts(run.edition, language)
    return {"run": key, "finished": run.finished, **run.answer(words, str(data.get("name")))}


def _keep(key: str, run: Run) -> None:
    _runs[key] = run
    _runs.move_to_end(key)
    while len(_runs) > MOST_RUNS:
        _runs.popitem(last=False)


def _new_run(layout: Layout, edition: SheetEdition, wish: Wish, folder: Path) -> Run:
    return QuickRun(layout, edition) if wish.what == QUICK else LongRun(layout, edition, wish, folder)


def _read_wish(layout: Layout, edition: SheetEdition, data: Data) -> Wish:
    """Return what the page asks for; raise FiguresError if that cannot be done here."""
    asked = data.get("wish") or {}
    what, bot, games = str(asked.get("what")), asked.get("bot", QUICK_BOT), asked.get("games", 1000)
    players = asked.get("players", min(edition.rounds.by_players))
    if what == QUICK:
        return Wish(what, RunOptions(QUICK_BOT, 0), before=str(asked.get("before", "")))
    if what not in KINDS:
        raise FiguresError(NO_RUN)
    kind = KINDS[what]
    named = bot != "" or kind.strongest is None
    if named and (not isinstance(bot, str) or bot not in BOTS):
        raise FiguresError(NO_PLAYER, name=str(bot)[:40])
    if type(players) is not int or players not in edition.rounds.by_players:
        raise FiguresError(NOT_FOR_SO_MANY, layout=layout.id)
    if type(games) is not int or games < 1:
        raise FiguresError(TOO_FEW_GAMES)
    if not named and kind.strongest is not None:
        bot = kind.strongest(layout, Path(data["folder"]))
    options = RunOptions(bot, games, SEED, players)
    same = command(what, data["name"], options, named=named)
    if bot not in advisers():
        raise FiguresError(NO_SUCH_PLAYER_HERE, name=bot, command=same)
    bots = (bot,) if named else kind.bots(bot)
    most = MOST_GAMES if all(why_slow(layout, each) is None for each in bots) else MOST_GAMES_IN_PYTHON
    if games > most:
        raise FiguresError(TOO_MANY_GAMES, most=most, command=same)
    return Wish(what, options, named)


NO_RUN = later("there is no such run")
NO_PLAYER = later("there is no player “{name}”")
NOT_FOR_SO_MANY = later("{layout} is not for so many players")
TOO_FEW_GAMES = later("the number of games is at least 1")
NO_SUCH_PLAYER_HERE = later("a browser has no player “{name}”; with sheetgen installed: {command}")
TOO_MANY_GAMES = later("at most {most} games here; for more: {command}")
