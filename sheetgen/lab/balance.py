"""`sheetgen balance` and `bands`: what is out of balance on a sheet compared with its parent, and rating bands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import NormalDist
from typing import Literal

from sheetgen.lab.results import SimulationResult, badges, marks, ties
from sheetgen.lab.tally import Estimate, Sample, difference
from sheetgen.layout.sheet import Rating

FindingKind = Literal["fine", "note", "problem"]

# What counts as out of balance. A variant may differ from its parent; how much is a matter of taste.
WORTH_NOTHING = 1.0  # points on average, below which a zone counts as worthless
TOO_MUCH, TOO_LITTLE = 1.6, 0.5  # times the points of the parent's zone
MUCH_OF_ALL, LITTLE_OF_ALL = 1.5, 0.5  # times the largest and the smallest share of a zone of the parent
HARDLY = 0.01  # the share of sheets below which something counts as never happening
SPREAD = 1.3  # times the parent's, both relative to the mean
SEAT = 0.05  # share of the mean total: a smaller difference between seats is no advantage


@dataclass(frozen=True)
class BalanceFinding:
    """One sentence about a layout, and what to try."""

    kind: FindingKind
    about: str  # a zone, a cell, a badge, an action, or the sheet
    sentence: str
    advice: str = ""


@dataclass(frozen=True)
class LayoutRuns:
    """The simulations of one layout: by the best bot, and by others, which may reach what the best one never tries."""

    best: SimulationResult
    others: tuple[SimulationResult, ...] = ()

    @property
    def name(self) -> str:
        """The id of the layout."""
        return self.best.plan.layout.id

    def reached(self, what: Literal["marks", "badges"]) -> dict[str, float]:
        """For each cell or badge, by name: the highest share of sheets (0 to 1) on which any of the bots had it."""
        figures = marks if what == "marks" else badges
        highest: dict[str, float] = {}
        for result in (self.best, *self.others):
            for name, estimate in figures(result).items():
                highest[name] = max(highest.get(name, 0.0), estimate.value)
        return highest

    def mean_slots(self, track: str) -> tuple[float, float]:
        """How many slots of an action are unlocked, and how many used, per sheet by the bot with the highest mean."""
        tallies = [result.tally for result in (self.best, *self.others)]
        return (
            max(tally.slots_unlocked(track).mean for tally in tallies),
            max(tally.slots_used(track).mean for tally in tallies),
        )


def findings(runs: LayoutRuns, parent: LayoutRuns) -> list[BalanceFinding]:
    """Compare a layout with its parent; return one finding per zone, action and so on, problems first."""
    sentences = [
        *_totals(runs, parent),
        *_zones(runs, parent),
        *_unreached(runs, parent, "marks"),
        *_unreached(runs, parent, "badges"),
        *_actions(runs, parent),
        *_spread(runs, parent),
        *_seats(runs.best),
    ]
    rank: Sequence[FindingKind] = ("problem", "note", "fine")
    return sorted(sentences, key=lambda finding: rank.index(finding.kind))


def _totals(runs: LayoutRuns, parent: LayoutRuns) -> Iterator[BalanceFinding]:
    totals, parent_totals = runs.best.totals, parent.best.totals
    gap = difference(totals, parent_totals)
    mean, parent_mean = with_margin(totals.mean_estimate()), with_margin(parent_totals.mean_estimate())
    text = f"{runs.name} scores {mean} on average, {parent.name} {parent_mean}"
    if gap.low <= 0 <= gap.high:
        yield BalanceFinding("fine", "sheet", f"{text}: no difference that {totals.size} games could show.")
    else:
        word = "more" if gap.value > 0 else "less"
        advice = "`sheetgen bands` finds rating bands that fit."
        yield BalanceFinding("note", "sheet", f"{text}: {with_margin(_absolute(gap))} {word}.", advice)


def _absolute(gap: Estimate) -> Estimate:
    return gap if gap.value >= 0 else Estimate(-gap.value, -gap.high, -gap.low)


def _zones(runs: LayoutRuns, parent: LayoutRuns) -> Iterator[BalanceFinding]:
    shares, parent_shares = _shares(runs.best), _shares(parent.best)
    for zone in runs.best.rules.zone_index:
        sample = runs.best.tally.zone(zone)
        highest = max(
            (result.tally.zone(zone).mean_estimate() for result in (runs.best, *runs.others)),
            key=lambda estimate: estimate.value,
        )
        text = f"{zone} brings {with_margin(sample.mean_estimate())} points, {shares[zone]:.0%} of what all zones bring"
        if highest.high < WORTH_NOTHING:
            yield BalanceFinding(
                "problem",
                zone,
                f"{zone} is worth nothing: at most {with_margin(highest)} points on average, whoever plays.",
                f"Look at `points` of {zone}; as long as a zone is near zero, foxes are worth nothing either.",
            )
            continue
        if zone in parent_shares:
            before = parent.best.tally.zone(zone)
            gap = difference(sample, before)
            text += f"; in {parent.name} {with_margin(before.mean_estimate())}, {parent_shares[zone]:.0%}"
            strong = (
                sample.mean > TOO_MUCH * before.mean
                and shares[zone] > MUCH_OF_ALL * parent_shares[zone]
                and gap.low > 0
            )
            weak = sample.mean < TOO_LITTLE * before.mean and shares[zone] < parent_shares[zone] and gap.high < 0
        else:
            strong = shares[zone] > MUCH_OF_ALL * max(parent_shares.values())
            weak = shares[zone] < LITTLE_OF_ALL * min(parent_shares.values())
        if strong:
            advice = f"Lower the points of {zone}, or let its badges come later."
            yield BalanceFinding("problem", zone, f"{zone} is too strong: it {text.partition(' ')[2]}.", advice)
        elif weak:
            advice = f"Raise the points of {zone}, give it better badges, or let more numbers fit."
            yield BalanceFinding("problem", zone, f"{zone} is too weak: it {text.partition(' ')[2]}.", advice)
        else:
            yield BalanceFinding("fine", zone, f"{text}.")


def _shares(result: SimulationResult) -> dict[str, float]:
    means = {zone: result.tally.zone(zone).mean for zone in result.rules.zone_index}
    whole = sum(max(mean, 0.0) for mean in means.values()) or 1.0
    return {zone: max(mean, 0.0) / whole for zone, mean in means.items()}


def _unreached(runs: LayoutRuns, parent: LayoutRuns, what: Literal["marks", "badges"]) -> Iterator[BalanceFinding]:
    """Cells and badges that no bot reaches; those that are not reached on the parent either are left out."""
    reached, parent_reached = runs.reached(what), parent.reached(what)
    games = sum(result.tally.sheets for result in (runs.best, *runs.others))
    verb, noun = ("marked", "cell") if what == "marks" else ("earned", "badge")
    all_reached = True
    for name, share in reached.items():
        if share >= HARDLY or parent_reached.get(name, 1.0) < HARDLY:
            continue
        all_reached = False
        often = "never" if share == 0 else f"hardly ever ({share:.1%})"
        beside = f", in {parent.name} on {parent_reached[name]:.0%} of all sheets" if name in parent_reached else ""
        yield BalanceFinding(
            "problem",
            name,
            f"{name} is {often} {verb} on {games} sheets{beside}.",
            "Move it to where players come, or make the cells before it easier."
            if what == "badges"
            else "See which numbers fit there, and what must be marked before it.",
        )
    if all_reached:
        yield BalanceFinding("fine", what, f"Every {noun} that {parent.name} reaches is {verb} here, too.")


def _actions(runs: LayoutRuns, parent: LayoutRuns) -> Iterator[BalanceFinding]:
    tracks = {track.label for track in parent.best.rules.tracks}
    for track in runs.best.rules.tracks:
        unlocked, used = runs.mean_slots(track.label)
        text = f"{track.label}: {unlocked:.1f} of {len(track.slots)} slots are unlocked in a game, {used:.1f} used"
        if unlocked < HARDLY:
            advice = f"Add a badge that unlocks {track.label}, or leave the action out."
            yield BalanceFinding("problem", track.label, f"{track.label} is never unlocked.", advice)
        elif used < max(0.05 * unlocked, HARDLY) and not (
            track.label in tracks
            and parent.mean_slots(track.label)[1] < max(0.05 * parent.mean_slots(track.label)[0], HARDLY)
        ):
            advice = "Its badges are wasted: give others instead."
            yield BalanceFinding("problem", track.label, f"{track.label} is never used. {text}.", advice)
        else:
            yield BalanceFinding("fine", track.label, f"{text}.")


def _spread(runs: LayoutRuns, parent: LayoutRuns) -> Iterator[BalanceFinding]:
    spread, parent_spread = _relative_spread(runs.best.totals), _relative_spread(parent.best.totals)
    text = f"Totals spread by {spread.value:.0%} around their mean, in {parent.name} by {parent_spread.value:.0%}"
    if spread.low > SPREAD * parent_spread.high:
        yield BalanceFinding(
            "note", "sheet", f"{text}: more is left to luck.", "Ladders that rise more evenly spread less."
        )
    elif spread.high * SPREAD < parent_spread.low:
        yield BalanceFinding("note", "sheet", f"{text}: games end much alike.", "Steeper ladders reward risks.")
    else:
        yield BalanceFinding("fine", "sheet", f"{text}.")


def _relative_spread(totals: Sample) -> Estimate:
    """The standard deviation as a share of the mean; its error as for a normal distribution, doubled to be careful."""
    value = totals.sd / max(totals.mean, 1.0)
    margin = 2 * 1.96 * value / sqrt(2 * max(totals.size - 1, 1))
    return Estimate(value, value - margin, value + margin)


def _seats(result: SimulationResult) -> Iterator[BalanceFinding]:
    """With several players: whether a seat has an advantage, and how many games end in a tie."""
    players = result.plan.players
    if players == 1:
        return
    samples = [result.tally.seat(seat) for seat in range(players)]
    order = sorted(range(players), key=lambda seat: samples[seat].mean)
    gap = difference(samples[order[-1]], samples[order[0]])
    mean = sum(sample.mean for sample in samples) / players
    wins = ", ".join(f"{result.tally.wins[seat, False] / result.tally.games:.0%}" for seat in range(players))
    text = f"By seat the players score {', '.join(with_margin(s.mean_estimate()) for s in samples)} and win {wins}"
    if gap.low > SEAT * mean:
        advice = "Let the others begin with a badge more."
        ahead = f"Seat {order[-1] + 1} has an advantage of {with_margin(gap)} points"
        yield BalanceFinding("problem", "seats", f"{ahead}. {text}.", advice)
    else:
        yield BalanceFinding("fine", "seats", f"{text}: no seat has an advantage worth mentioning.")
    yield BalanceFinding("fine", "ties", f"{ties(result).value:.1%} of the games end in a shared win.")


def with_margin(estimate: Estimate) -> str:
    """Write a figure with its margin.

    >>> with_margin(Estimate(12.34, 11.24, 13.44))
    '12.3 ± 1.1'
    """
    return f"{estimate.value:.1f} ± {estimate.margin:.1f}"


# Rating bands: as hard to reach, for the same player, as those of a sheet whose bands are known


# The share of games at either end that is too small to say where a band begins; it is extrapolated there.
TAIL = 0.02
ROUND_STEPS = (50, 20, 10, 5, 2, 1)


def rating_bands(sample: Sample, reference: Sample, ratings: tuple[Rating, ...]) -> list[Rating]:
    """Move the bands of `ratings` from a sheet with the totals `reference` to one with the totals `sample`.

    Each new band is reached in about the same share of games. The last band, for all lower totals, stays as it is.
    """
    limits = [equally_hard_score(rating.from_, reference, sample) for rating in ratings[:-1]]
    rounded = round_limits(limits)
    moved = [rating.model_copy(update={"from_": limit}) for rating, limit in zip(ratings[:-1], rounded, strict=True)]
    return [*moved, ratings[-1]]


def relabelled(ratings: tuple[Rating, ...], labels: tuple[Rating, ...]) -> tuple[Rating, ...]:
    """Return the labels and stars of one ladder with the limits of another one.

    A ladder of another length has limits at the same parts of its way: the middle of one is the middle of the other.
    """
    limits = [rating.from_ for rating in ratings]
    steps = max(len(labels) - 1, 1)
    places = [i * (len(limits) - 1) / steps for i in range(len(labels))]
    between = [
        round(limits[int(place)] + (limits[min(int(place) + 1, len(limits) - 1)] - limits[int(place)]) * (place % 1))
        for place in places
    ]
    between[-1] = limits[-1]
    return tuple(label.model_copy(update={"from_": limit}) for label, limit in zip(labels, between, strict=True))


def equally_hard_score(score: int, reference: Sample, sample: Sample) -> float:
    """Return the total on the sheet of `sample` that is as hard to reach as `score` on the sheet of `reference`."""
    part_of_games = reference.share_from(score)
    if TAIL <= part_of_games <= 1 - TAIL:
        return _quantile(sample, 1 - part_of_games)
    # In the tails a sheet is described by its mean and spread.
    distance = (score - reference.mean) / (reference.sd or 1.0)
    edge = NormalDist().inv_cdf(1 - TAIL)
    inner = _quantile(sample, 1 - TAIL if distance > 0 else TAIL)
    reference_inner = _quantile(reference, 1 - TAIL if distance > 0 else TAIL)
    beyond = (score - reference_inner) / (reference.sd or 1.0)
    return inner + beyond * sample.sd if abs(distance) > edge / 2 else sample.mean + distance * sample.sd


def _quantile(sample: Sample, share: float) -> float:
    """Return the total below which a share (0 to 1) of a sample lies, interpolated between whole totals."""
    target, counted = share * sample.size, 0
    for value in sorted(sample.counts):
        times = sample.counts[value]
        if counted + times >= target:
            return value - 0.5 + (target - counted) / times
        counted += times
    return float(max(sample.counts))


def round_limits(limits: list[float]) -> list[int]:
    """Round limits to the largest step that keeps them apart, as a person would print them; at least 1 point apart.

    >>> round_limits([281.3, 258.8, 241.0, 219.2]), round_limits([24.2, 21.1, 18.3])
    ([280, 260, 240, 220], [24, 21, 18])
    """
    gaps = [above - below for above, below in pairwise(limits)]
    least = min(gaps, default=10.0)
    for step in ROUND_STEPS:
        rounded = [round(limit / step) * step for limit in limits]
        apart = all(above > below for above, below in pairwise(rounded))
        if apart and step <= max(least / 1.5, 1):
            return rounded
    # Totals that are almost all equal leave no room: bands are at least one point apart.
    result = [round(limits[0])] if limits else []
    for limit in limits[1:]:
        result.append(min(round(limit), result[-1] - 1))
    return result
