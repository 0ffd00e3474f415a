"""What is out of balance on a sheet: a layout beside its parent, in plain sentences with figures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from sheetgen.lab.statistics import Estimate, Sample, difference
from sheetgen.lab.summary import Result, badges, marks, ties

Kind = Literal["fine", "note", "problem"]

# What counts as out of balance. A variant may differ from its parent; these are the limits of taste.
WORTH_NOTHING = 1.0  # points on average
TOO_MUCH, TOO_LITTLE = 1.6, 0.5  # times the points of the parent's zone
MUCH_OF_ALL, LITTLE_OF_ALL = 1.5, 0.5  # times the largest and the smallest share of a zone of the parent
HARDLY = 0.01  # the share of sheets below which something practically never happens
SPREAD = 1.3  # times the parent's, both relative to the mean
SEAT = 0.05  # of the mean: less is no advantage worth mentioning


@dataclass(frozen=True)
class Finding:
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
        found: dict[str, float] = {}
        for result in (self.best, *self.others):
            for name, estimate in figures(result).items():
                found[name] = max(found.get(name, 0.0), estimate.value)
        return found

    def used(self, track: str) -> tuple[float, float]:
        """How many slots of an action are unlocked and used, by the player who does so most."""
        tallies = [result.tally for result in (self.best, *self.others)]
        return (
            max(tally.slots_unlocked(track).mean for tally in tallies),
            max(tally.slots_used(track).mean for tally in tallies),
        )


def findings(own: Runs, parent: Runs) -> list[Finding]:
    """Everything that there is to say, problems first."""
    found = [
        *_totals(own, parent),
        *_zones(own, parent),
        *_never(own, parent, "marks"),
        *_never(own, parent, "badges"),
        *_actions(own, parent),
        *_spread(own, parent),
        *_seats(own.best),
    ]
    rank: Sequence[Kind] = ("problem", "note", "fine")
    return sorted(found, key=lambda finding: rank.index(finding.kind))


def _totals(own: Runs, parent: Runs) -> Iterator[Finding]:
    mine, theirs = own.best.totals, parent.best.totals
    gap = difference(mine, theirs)
    told = f"{own.name} scores {shown(mine.mean_estimate())} on average, {parent.name} {shown(theirs.mean_estimate())}"
    if gap.low <= 0 <= gap.high:
        yield Finding("fine", "sheet", f"{told}: no difference that {mine.size} games could show.")
    else:
        word = "more" if gap.value > 0 else "less"
        advice = "`sheetgen bands` finds rating bands that fit."
        yield Finding("note", "sheet", f"{told}: {shown(_absolute(gap))} {word}.", advice)


def _absolute(gap: Estimate) -> Estimate:
    return gap if gap.value >= 0 else Estimate(-gap.value, -gap.high, -gap.low)


def _zones(own: Runs, parent: Runs) -> Iterator[Finding]:
    mine, theirs = _shares(own.best), _shares(parent.best)
    for zone in own.best.rules.zone_index:
        sample = own.best.tally.zone(zone)
        best = max((result.tally.zone(zone).mean_estimate() for result in (own.best, *own.others)), key=_value)
        told = f"{zone} brings {shown(sample.mean_estimate())} points, {mine[zone]:.0%} of what all zones bring"
        if best.high < WORTH_NOTHING:
            yield Finding(
                "problem",
                zone,
                f"{zone} is worth nothing: at most {shown(best)} points on average, whoever plays.",
                f"Look at `points` of {zone}; as long as a zone is near zero, foxes are worth nothing either.",
            )
            continue
        if zone in theirs:
            before = parent.best.tally.zone(zone)
            gap = difference(sample, before)
            told += f"; in {parent.name} {shown(before.mean_estimate())}, {theirs[zone]:.0%}"
            strong = sample.mean > TOO_MUCH * before.mean and mine[zone] > MUCH_OF_ALL * theirs[zone] and gap.low > 0
            weak = sample.mean < TOO_LITTLE * before.mean and mine[zone] < theirs[zone] and gap.high < 0
        else:
            strong = mine[zone] > MUCH_OF_ALL * max(theirs.values())
            weak = mine[zone] < LITTLE_OF_ALL * min(theirs.values())
        if strong:
            advice = f"Lower the points of {zone}, or let its badges come later."
            yield Finding("problem", zone, f"{zone} is too strong: it {told.partition(' ')[2]}.", advice)
        elif weak:
            advice = f"Raise the points of {zone}, give it better badges, or let more numbers fit."
            yield Finding("problem", zone, f"{zone} is too weak: it {told.partition(' ')[2]}.", advice)
        else:
            yield Finding("fine", zone, f"{told}.")


def _value(estimate: Estimate) -> float:
    return estimate.value


def _shares(result: Result) -> dict[str, float]:
    means = {zone: result.tally.zone(zone).mean for zone in result.rules.zone_index}
    whole = sum(max(mean, 0.0) for mean in means.values()) or 1.0
    return {zone: max(mean, 0.0) / whole for zone, mean in means.items()}


def _never(own: Runs, parent: Runs, what: Literal["marks", "badges"]) -> Iterator[Finding]:
    """Cells and badges that nobody reaches; those that the parent does not reach either are no news."""
    mine, theirs = own.reached(what), parent.reached(what)
    games = sum(result.tally.sheets for result in (own.best, *own.others))
    verb, noun = ("marked", "cell") if what == "marks" else ("earned", "badge")
    silent = True
    for name, seen in mine.items():
        if seen >= HARDLY or theirs.get(name, 1.0) < HARDLY:
            continue
        silent = False
        often = "never" if seen == 0 else f"hardly ever ({seen:.1%})"
        beside = f", in {parent.name} on {theirs[name]:.0%} of all sheets" if name in theirs else ""
        yield Finding(
            "problem",
            name,
            f"{name} is {often} {verb} on {games} sheets{beside}.",
            "Move it to where players come, or make the cells before it easier."
            if what == "badges"
            else "See which numbers fit there, and what must be marked before it.",
        )
    if silent:
        yield Finding("fine", what, f"Every {noun} that {parent.name} reaches is {verb} here, too.")


def _actions(own: Runs, parent: Runs) -> Iterator[Finding]:
    tracks = {track.label for track in parent.best.rules.tracks}
    for track in own.best.rules.tracks:
        unlocked, used = own.used(track.label)
        told = f"{track.label}: {unlocked:.1f} of {len(track.slots)} slots are unlocked in a game, {used:.1f} used"
        if unlocked < HARDLY:
            advice = f"Add a badge that unlocks {track.label}, or leave the action out."
            yield Finding("problem", track.label, f"{track.label} is never unlocked.", advice)
        elif used < max(0.05 * unlocked, HARDLY) and not (
            track.label in tracks and parent.used(track.label)[1] < max(0.05 * parent.used(track.label)[0], HARDLY)
        ):
            advice = "Its badges are wasted: give others instead."
            yield Finding("problem", track.label, f"{track.label} is never used. {told}.", advice)
        else:
            yield Finding("fine", track.label, f"{told}.")


def _spread(own: Runs, parent: Runs) -> Iterator[Finding]:
    mine, theirs = _relative_spread(own.best.totals), _relative_spread(parent.best.totals)
    told = f"Totals spread by {mine.value:.0%} around their mean, in {parent.name} by {theirs.value:.0%}"
    if mine.low > SPREAD * theirs.high:
        yield Finding("note", "sheet", f"{told}: more is left to luck.", "Ladders that rise more evenly spread less.")
    elif mine.high * SPREAD < theirs.low:
        yield Finding("note", "sheet", f"{told}: games end much alike.", "Steeper ladders reward risks.")
    else:
        yield Finding("fine", "sheet", f"{told}.")


def _relative_spread(totals: Sample) -> Estimate:
    """The standard deviation as a share of the mean; its error as for a normal distribution, doubled to be careful."""
    value = totals.sd / max(totals.mean, 1.0)
    margin = 2 * 1.96 * value / sqrt(2 * max(totals.size - 1, 1))
    return Estimate(value, value - margin, value + margin)


def _seats(result: Result) -> Iterator[Finding]:
    """With several players: does it matter who begins?"""
    players = result.plan.players
    if players == 1:
        return
    samples = [result.tally.seat(seat) for seat in range(players)]
    order = sorted(range(players), key=lambda seat: samples[seat].mean)
    gap = difference(samples[order[-1]], samples[order[0]])
    mean = sum(sample.mean for sample in samples) / players
    wins = ", ".join(f"{result.tally.wins[seat, False] / result.tally.games:.0%}" for seat in range(players))
    told = f"By seat the players score {', '.join(shown(s.mean_estimate()) for s in samples)} and win {wins}"
    if gap.low > SEAT * mean:
        advice = "Let the others begin with a badge more."
        ahead = f"Seat {order[-1] + 1} has an advantage of {shown(gap)} points"
        yield Finding("problem", "seats", f"{ahead}. {told}.", advice)
    else:
        yield Finding("fine", "seats", f"{told}: no seat has an advantage worth mentioning.")
    yield Finding("fine", "ties", f"{ties(result).value:.1%} of the games end in a shared win.")


def shown(estimate: Estimate) -> str:
    """A figure with its margin.

    >>> shown(Estimate(12.34, 11.24, 13.44))
    '12.3 ± 1.1'
    """
    return f"{estimate.value:.1f} ± {estimate.margin:.1f}"
