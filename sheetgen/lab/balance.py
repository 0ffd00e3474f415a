"""What is out of balance on a sheet, compared with its parent, in plain sentences; and rating bands for a layout."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import NormalDist
from typing import Literal

from sheetgen.lab.results import Result, badges, marks, ties
from sheetgen.lab.tally import Estimate, Sample, difference
from sheetgen.layout.sheet import Rating

Kind = Literal["fine", "note", "problem"]

# What counts as out of balance. A variant may differ from its parent; these are the limits of taste.
WORTH_NOTHING = 1.0  # points on average
TOO_MUCH, TOO_LITTLE = 1.6, 0.5  # times the points of the parent's zone
MUCH_OF_ALL, LITTLE_OF_ALL = 1.5, 0.5  # times the largest and the smallest share of a zone of the parent
HARDLY = 0.01  # the share of sheets below which something practically never happens
SPREAD = 1.3  # times the parent's, both relative to the mean
SEAT = 0.05  # of the mean: less is no advantage worth mentioning


@dataclass(frozen=True)
class BalanceFinding:
    """One sentence about a layout, and what to try."""

    kind: Kind
    about: str  # a zone, a cell, a badge, an action, or the sheet
    sentence: str
    advice: str = ""


@dataclass(frozen=True)
class Runs:
    """The runs of one layout: by the best player, and by others who may do what that one never does."""

    best: Result
    others: tuple[Result, ...] = ()

    @property
    def name(self) -> str:
        """What the layout is called."""
        return self.best.plan.layout.id

    def reached(self, what: Literal["marks", "badges"]) -> dict[str, float]:
        """The highest share of sheets on which any of the players had each cell or badge."""
        figures = marks if what == "marks" else badges
        highest: dict[str, float] = {}
        for result in (self.best, *self.others):
            for name, estimate in figures(result).items():
                highest[name] = max(highest.get(name, 0.0), estimate.value)
        return highest

    def used(self, track: str) -> tuple[float, float]:
        """How many slots of an action are unlocked and used, by the player who does so most."""
        tallies = [result.tally for result in (self.best, *self.others)]
        return (
            max(tally.slots_unlocked(track).mean for tally in tallies),
            max(tally.slots_used(track).mean for tally in tallies),
        )


def findings(runs: Runs, parent: Runs) -> list[BalanceFinding]:
    """Everything that there is to say, problems first."""
    sentences = [
        *_totals(runs, parent),
        *_zones(runs, parent),
        *_never(runs, parent, "marks"),
        *_never(runs, parent, "badges"),
        *_actions(runs, parent),
        *_spread(runs, parent),
        *_seats(runs.best),
    ]
    rank: Sequence[Kind] = ("problem", "note", "fine")
    return sorted(sentences, key=lambda finding: rank.index(finding.kind))


def _totals(runs: Runs, parent: Runs) -> Iterator[BalanceFinding]:
    mine, theirs = runs.best.totals, parent.best.totals
    gap = difference(mine, theirs)
    text = f"{runs.name} scores {shown(mine.mean_estimate())} on average, {parent.name} {shown(theirs.mean_estimate())}"
    if gap.low <= 0 <= gap.high:
        yield BalanceFinding("fine", "sheet", f"{text}: no difference that {mine.size} games could show.")
    else:
        word = "more" if gap.value > 0 else "less"
        advice = "`sheetgen bands` finds rating bands that fit."
        yield BalanceFinding("note", "sheet", f"{text}: {shown(_absolute(gap))} {word}.", advice)


def _absolute(gap: Estimate) -> Estimate:
    return gap if gap.value >= 0 else Estimate(-gap.value, -gap.high, -gap.low)


def _zones(runs: Runs, parent: Runs) -> Iterator[BalanceFinding]:
    mine, theirs = _shares(runs.best), _shares(parent.best)
    for zone in runs.best.rules.zone_index:
        sample = runs.best.tally.zone(zone)
        best = max((result.tally.zone(zone).mean_estimate() for result in (runs.best, *runs.others)), key=_value)
        text = f"{zone} brings {shown(sample.mean_estimate())} points, {mine[zone]:.0%} of what all zones bring"
        if best.high < WORTH_NOTHING:
            yield BalanceFinding(
                "problem",
                zone,
                f"{zone} is worth nothing: at most {shown(best)} points on average, whoever plays.",
                f"Look at `points` of {zone}; as long as a zone is near zero, foxes are worth nothing either.",
            )
            continue
        if zone in theirs:
            before = parent.best.tally.zone(zone)
            gap = difference(sample, before)
            text += f"; in {parent.name} {shown(before.mean_estimate())}, {theirs[zone]:.0%}"
            strong = sample.mean > TOO_MUCH * before.mean and mine[zone] > MUCH_OF_ALL * theirs[zone] and gap.low > 0
            weak = sample.mean < TOO_LITTLE * before.mean and mine[zone] < theirs[zone] and gap.high < 0
        else:
            strong = mine[zone] > MUCH_OF_ALL * max(theirs.values())
            weak = mine[zone] < LITTLE_OF_ALL * min(theirs.values())
        if strong:
            advice = f"Lower the points of {zone}, or let its badges come later."
            yield BalanceFinding("problem", zone, f"{zone} is too strong: it {text.partition(' ')[2]}.", advice)
        elif weak:
            advice = f"Raise the points of {zone}, give it better badges, or let more numbers fit."
            yield BalanceFinding("problem", zone, f"{zone} is too weak: it {text.partition(' ')[2]}.", advice)
        else:
            yield BalanceFinding("fine", zone, f"{text}.")


def _value(estimate: Estimate) -> float:
    return estimate.value


def _shares(result: Result) -> dict[str, float]:
    means = {zone: result.tally.zone(zone).mean for zone in result.rules.zone_index}
    whole = sum(max(mean, 0.0) for mean in means.values()) or 1.0
    return {zone: max(mean, 0.0) / whole for zone, mean in means.items()}


def _never(runs: Runs, parent: Runs, what: Literal["marks", "badges"]) -> Iterator[BalanceFinding]:
    """Cells and badges that nobody reaches; those that the parent does not reach either are no news."""
    mine, theirs = runs.reached(what), parent.reached(what)
    games = sum(result.tally.sheets for result in (runs.best, *runs.others))
    verb, noun = ("marked", "cell") if what == "marks" else ("earned", "badge")
    silent = True
    for name, seen in mine.items():
        if seen >= HARDLY or theirs.get(name, 1.0) < HARDLY:
            continue
        silent = False
        often = "never" if seen == 0 else f"hardly ever ({seen:.1%})"
        beside = f", in {parent.name} on {theirs[name]:.0%} of all sheets" if name in theirs else ""
        yield BalanceFinding(
            "problem",
            name,
            f"{name} is {often} {verb} on {games} sheets{beside}.",
            "Move it to where players come, or make the cells before it easier."
            if what == "badges"
            else "See which numbers fit there, and what must be marked before it.",
        )
    if silent:
        yield BalanceFinding("fine", what, f"Every {noun} that {parent.name} reaches is {verb} here, too.")


def _actions(runs: Runs, parent: Runs) -> Iterator[BalanceFinding]:
    tracks = {track.label for track in parent.best.rules.tracks}
    for track in runs.best.rules.tracks:
        unlocked, used = runs.used(track.label)
        text = f"{track.label}: {unlocked:.1f} of {len(track.slots)} slots are unlocked in a game, {used:.1f} used"
        if unlocked < HARDLY:
            advice = f"Add a badge that unlocks {track.label}, or leave the action out."
            yield BalanceFinding("problem", track.label, f"{track.label} is never unlocked.", advice)
        elif used < max(0.05 * unlocked, HARDLY) and not (
            track.label in tracks and parent.used(track.label)[1] < max(0.05 * parent.used(track.label)[0], HARDLY)
        ):
            advice = "Its badges are wasted: give others instead."
            yield BalanceFinding("problem", track.label, f"{track.label} is never used. {text}.", advice)
        else:
            yield BalanceFinding("fine", track.label, f"{text}.")


def _spread(runs: Runs, parent: Runs) -> Iterator[BalanceFinding]:
    mine, theirs = _relative_spread(runs.best.totals), _relative_spread(parent.best.totals)
    text = f"Totals spread by {mine.value:.0%} around their mean, in {parent.name} by {theirs.value:.0%}"
    if mine.low > SPREAD * theirs.high:
        yield BalanceFinding(
            "note", "sheet", f"{text}: more is left to luck.", "Ladders that rise more evenly spread less."
        )
    elif mine.high * SPREAD < theirs.low:
        yield BalanceFinding("note", "sheet", f"{text}: games end much alike.", "Steeper ladders reward risks.")
    else:
        yield BalanceFinding("fine", "sheet", f"{text}.")


def _relative_spread(totals: Sample) -> Estimate:
    """The standard deviation as a share of the mean; its error as for a normal distribution, doubled to be careful."""
    value = totals.sd / max(totals.mean, 1.0)
    margin = 2 * 1.96 * value / sqrt(2 * max(totals.size - 1, 1))
    return Estimate(value, value - margin, value + margin)


def _seats(result: Result) -> Iterator[BalanceFinding]:
    """With several players: does it matter who begins?"""
    players = result.plan.players
    if players == 1:
        return
    samples = [result.tally.seat(seat) for seat in range(players)]
    order = sorted(range(players), key=lambda seat: samples[seat].mean)
    gap = difference(samples[order[-1]], samples[order[0]])
    mean = sum(sample.mean for sample in samples) / players
    wins = ", ".join(f"{result.tally.wins[seat, False] / result.tally.games:.0%}" for seat in range(players))
    text = f"By seat the players score {', '.join(shown(s.mean_estimate()) for s in samples)} and win {wins}"
    if gap.low > SEAT * mean:
        advice = "Let the others begin with a badge more."
        ahead = f"Seat {order[-1] + 1} has an advantage of {shown(gap)} points"
        yield BalanceFinding("problem", "seats", f"{ahead}. {text}.", advice)
    else:
        yield BalanceFinding("fine", "seats", f"{text}: no seat has an advantage worth mentioning.")
    yield BalanceFinding("fine", "ties", f"{ties(result).value:.1%} of the games end in a shared win.")


def shown(estimate: Estimate) -> str:
    """A figure with its margin.

    >>> shown(Estimate(12.34, 11.24, 13.44))
    '12.3 ± 1.1'
    """
    return f"{estimate.value:.1f} ± {estimate.margin:.1f}"


# Rating bands: as hard to reach, for the same player, as those of a sheet whose bands are known


# Between these shares of games the games themselves say where a band begins; beyond, too few of them are left.
TAIL = 0.02
ROUND_STEPS = (50, 20, 10, 5, 2, 1)


def rating_bands(sample: Sample, known: Sample, ratings: tuple[Rating, ...]) -> list[Rating]:
    """The bands of `ratings`, moved from a sheet that scores like `known` to one that scores like `sample`.

    The last band takes everything below, as it does there.
    """
    limits = [equally_hard(rating.from_, known, sample) for rating in ratings[:-1]]
    rounded = rounded_apart(limits)
    moved = [rating.model_copy(update={"from_": limit}) for rating, limit in zip(ratings[:-1], rounded, strict=True)]
    return [*moved, ratings[-1]]


def equally_hard(score: int, known: Sample, sample: Sample) -> float:
    """The score on one sheet that is as hard to reach as a score on another."""
    part_of_games = known.share_from(score)
    if TAIL <= part_of_games <= 1 - TAIL:
        return _quantile(sample, 1 - part_of_games)
    # In the tails a sheet is described by its mean and spread.
    distance = (score - known.mean) / (known.sd or 1.0)
    edge = NormalDist().inv_cdf(1 - TAIL)
    inner = _quantile(sample, 1 - TAIL if distance > 0 else TAIL)
    known_inner = _quantile(known, 1 - TAIL if distance > 0 else TAIL)
    beyond = (score - known_inner) / (known.sd or 1.0)
    return inner + beyond * sample.sd if abs(distance) > edge / 2 else sample.mean + distance * sample.sd


def _quantile(sample: Sample, share: float) -> float:
    """Where a share of a sample lies below, evenly between whole scores."""
    wanted, seen = share * sample.size, 0
    for value in sorted(sample.counts):
        times = sample.counts[value]
        if seen + times >= wanted:
            return value - 0.5 + (wanted - seen) / times
        seen += times
    return float(max(sample.counts))


def rounded_apart(limits: list[float]) -> list[int]:
    """Limits as a person would print them: round numbers, as round as keeps them apart.

    >>> rounded_apart([281.3, 258.8, 241.0, 219.2]), rounded_apart([24.2, 21.1, 18.3])
    ([280, 260, 240, 220], [24, 21, 18])
    """
    gaps = [above - below for above, below in pairwise(limits)]
    least = min(gaps, default=10.0)
    for step in ROUND_STEPS:
        rounded = [round(limit / step) * step for limit in limits]
        apart = all(above > below for above, below in pairwise(rounded))
        if apart and step <= max(least / 1.5, 1):
            return rounded
    # Games that all end alike leave no room: one point each is the least.
    result = [round(limits[0])] if limits else []
    for limit in limits[1:]:
        result.append(min(round(limit), result[-1] - 1))
    return result
