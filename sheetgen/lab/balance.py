"""`sheetgen balance` and `bands`: what is out of balance on a sheet compared with its parent, and rating bands."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal, NamedTuple

from sheetgen.i18n import later
from sheetgen.lab.fast import why_slow
from sheetgen.lab.players import BOTS
from sheetgen.lab.results import SimulationResult, badge_name, badges, marks, ties
from sheetgen.lab.simulation import SimulationPlan
from sheetgen.lab.tally import CONFIDENCE, Estimate, Sample, difference
from sheetgen.lab.tally import share as share_of
from sheetgen.lab.texts import FigureTexts, LayoutTexts
from sheetgen.layout import Layout, SheetEdition, read
from sheetgen.layout.sheet import Rating
from sheetgen.resources import shipped_layouts

if TYPE_CHECKING:
    from sheetgen.lab.play_style import BadgeGap, PlayStyle

FindingKind = Literal["fine", "note", "problem"]

# What counts as out of balance. A variant may differ from its parent; how much is a matter of taste.
WORTH_NOTHING = 1.0  # points on average, below which a zone counts as worthless
TOO_MUCH, TOO_LITTLE = 1.6, 0.5  # times the points of the parent's zone
MUCH_OF_ALL, LITTLE_OF_ALL = 1.5, 0.5  # times the largest and the smallest share of a zone of the parent
HARDLY = 0.01  # the share of sheets below which something counts as never happening
SPREAD = 1.3  # times the parent's, both relative to the mean
SKILL = 1.15  # times the points of a weaker player, below which good play counts as not rewarded
LONG = 1.5  # times the decisions of a game of the parent
DECIDING = 3  # how many badges are named that decide most
SEATS = 2  # the players of the games in which seats are compared
SEAT = 0.05  # share of the mean total: a smaller difference between seats is no advantage in points
WINS = 0.03  # share of games: a seat that wins less than that beyond its equal share has no advantage in wins


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
    seats: SimulationResult | None = None  # by the best bot for two players, if the others are solo games
    observed: "Observations | None" = None  # see `observation_steps`

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


@dataclass(frozen=True)
class Observations:
    """What was seen of solo games of the best bot, move by move."""

    style: "PlayStyle"
    badges: "tuple[BadgeGap, ...]" = ()  # those that go with most points first


def is_observed(layout: Layout, bot: str) -> bool:
    """Return whether the fast engine plays solo games of this bot, so that they can be watched."""
    edition = layout.edition
    is_solo = isinstance(edition, SheetEdition) and 1 in edition.rounds.by_players
    return is_solo and why_slow(layout, bot) is None


def observed_games(plan: SimulationPlan, *, badges: bool) -> int:
    """Return how many games `observation_steps` plays."""
    if not is_observed(plan.layout, plan.bot):
        return 0
    from sheetgen.lab.play_style import BADGE_GAMES, STYLE_GAMES  # which a browser need not have

    return min(plan.games, STYLE_GAMES) + (min(plan.games, BADGE_GAMES) if badges else 0)


def observation_steps(plan: SimulationPlan, *, badges: bool) -> Generator[int, None, Observations | None]:
    """Watch solo games of the bot of a plan: yield how many were played after each bit, return what was seen.

    With `badges`, also find out which of them go with most points. None if there are no games to watch.
    """
    if not is_observed(plan.layout, plan.bot):
        return None
    from sheetgen.lab.play_style import STYLE_GAMES, badge_gap_steps, watch_steps  # which a browser need not have

    solo = replace(plan, players=1)
    style = yield from watch_steps(replace(solo, games=min(plan.games, STYLE_GAMES)))
    gaps = (yield from badge_gap_steps(solo)) if badges else []
    return Observations(style, tuple(gaps))


def compares_seats(layout: Layout, players: int, bot: str) -> bool:
    """Return whether `balance` plays games for two, too: to compare seats, where that takes little time."""
    edition = layout.edition
    is_for_two = isinstance(edition, SheetEdition) and SEATS in edition.rounds.by_players
    return players == 1 and is_for_two and why_slow(layout, bot) is None


def compared_bots(bot: str) -> list[str]:
    """Return the bots that play a layout for `balance`: the given one, then those that reach other places."""
    return list(dict.fromkeys([bot, "greedy", "random"]))


def parent_name(layout: Layout, folder: Path) -> str:
    """Return what a layout extends: the id of an edition, or the path of a file in its folder; else the oldest."""
    for name in layout.lineage:
        if name in shipped_layouts():
            return name
        parent = folder / f"{name}.yaml"
        if parent.is_file():
            return str(parent)
    return oldest_sheet()


@cache
def oldest_sheet() -> str:
    """Return the shipped edition with a sheet that appeared first: what a layout that extends nothing is compared with.

    >>> oldest_sheet()
    'classic'
    """
    editions = {name: read(name).edition for name in shipped_layouts()}
    years = {
        name: edition.credits.year
        for name, edition in editions.items()
        if isinstance(edition, SheetEdition) and edition.credits is not None and edition.credits.year is not None
    }
    return min(years, key=lambda name: years[name])


def findings(runs: LayoutRuns, parent: LayoutRuns, words: FigureTexts | None = None) -> list[BalanceFinding]:
    """Compare a layout with its parent; return one finding per zone, action and so on, problems first.

    No game is played for it. Without `words` the sentences are those of the command: English, with the names that the
    layout has for its parts.
    """
    said = words or LayoutTexts(runs.best.rules.edition)
    sentences = [
        *_totals(runs, parent, said),
        *_zones(runs, parent, said),
        *_scoring_badges(runs, parent, said),
        *_unreached(runs, parent, "marks", said),
        *_unreached(runs, parent, "badges", said),
        *_actions(runs, parent, said),
        *_spread(runs, parent, said),
        *_skill(runs, parent, said),
        *_deciding(runs, said),
        *_length(runs, parent, said),
        *_seats(runs.seats or runs.best, said),
    ]
    rank: Sequence[FindingKind] = ("problem", "note", "fine")
    return sorted(sentences, key=lambda finding: rank.index(finding.kind))


def _totals(runs: LayoutRuns, parent: LayoutRuns, words: FigureTexts) -> Iterator[BalanceFinding]:
    totals, parent_totals, tr = runs.best.totals, parent.best.totals, words.tr
    gap = difference(totals, parent_totals)
    means = {
        "layout": runs.name,
        "mean": words.estimate(totals.mean_estimate()),
        "other": parent.name,
        "other_mean": words.estimate(parent_totals.mean_estimate()),
    }
    if gap.low <= 0 <= gap.high:
        text = tr(
            "{layout} scores {mean} on average, {other} {other_mean}: no difference that {games} games could show.",
            games=words.number(totals.size, 0),
            **means,
        )
        yield BalanceFinding("fine", "sheet", text)
        return
    advice = tr("`sheetgen bands` finds rating bands that fit.")
    if gap.value > 0:
        text = tr(
            "{layout} scores {mean} on average, {other} {other_mean}: {gap} more.", gap=words.estimate(gap), **means
        )
    else:
        less = words.estimate(Estimate(-gap.value, -gap.high, -gap.low))
        text = tr("{layout} scores {mean} on average, {other} {other_mean}: {gap} less.", gap=less, **means)
    yield BalanceFinding("note", "sheet", text, advice)


class _ZoneTexts(NamedTuple):
    """The sentences about what a zone brings."""

    strong: str
    weak: str
    fine: str


ZONES: dict[Literal["compared", "new"], _ZoneTexts] = {
    "compared": _ZoneTexts(
        later(
            "{zone} is too strong: it brings {points} points, {share} of what all zones bring; in {other} {before}, "
            "{other_share}."
        ),
        later(
            "{zone} is too weak: it brings {points} points, {share} of what all zones bring; in {other} {before}, "
            "{other_share}."
        ),
        later("{zone} brings {points} points, {share} of what all zones bring; in {other} {before}, {other_share}."),
    ),
    "new": _ZoneTexts(
        later("{zone} is too strong: it brings {points} points, {share} of what all zones bring."),
        later("{zone} is too weak: it brings {points} points, {share} of what all zones bring."),
        later("{zone} brings {points} points, {share} of what all zones bring."),
    ),
}


def _zones(runs: LayoutRuns, parent: LayoutRuns, words: FigureTexts) -> Iterator[BalanceFinding]:
    shares, parent_shares, tr = zone_shares(runs.best), zone_shares(parent.best), words.tr
    for zone in runs.best.rules.zone_index:
        sample, name = runs.best.tally.zone(zone), words.zone(zone)
        highest = max(
            (result.tally.zone(zone).mean_estimate() for result in (runs.best, *runs.others)),
            key=lambda estimate: estimate.value,
        )
        if highest.high < WORTH_NOTHING:
            yield BalanceFinding(
                "problem",
                zone,
                tr(
                    "{zone} is worth nothing: at most {points} points on average, whoever plays.",
                    zone=name,
                    points=words.estimate(highest),
                ),
                tr(
                    "Look at `points` of {zone}; as long as a zone is near zero, foxes are worth nothing either.",
                    zone=name,
                ),
            )
            continue
        own = {
            "zone": name,
            "points": words.estimate(sample.mean_estimate()),
            "share": words.percent(shares[zone]),
        }
        texts = ZONES["compared" if zone in parent_shares else "new"]
        if zone in parent_shares:
            before = parent.best.tally.zone(zone)
            gap = difference(sample, before)
            own |= {
                "other": parent.name,
                "before": words.estimate(before.mean_estimate()),
                "other_share": words.percent(parent_shares[zone]),
            }
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
            advice = tr("Lower the points of {zone}, or let its badges come later.", zone=name)
            yield BalanceFinding("problem", zone, tr(texts.strong, **own), advice)
        elif weak:
            advice = tr("Raise the points of {zone}, give it better badges, or let more numbers fit.", zone=name)
            yield BalanceFinding("problem", zone, tr(texts.weak, **own), advice)
        else:
            yield BalanceFinding("fine", zone, tr(texts.fine, **own))


def _scoring_badges(runs: LayoutRuns, parent: LayoutRuns, words: FigureTexts) -> Iterator[BalanceFinding]:
    """What the badges that score at the end bring, without which the points of the zones are not the total."""
    before = parent.best.rules.scoring_badges
    for badge in runs.best.rules.scoring_badges:
        values = {
            "badges": words.tr(badge.texts.heading),
            "points": words.estimate(runs.best.tally.points_of(badge).mean_estimate()),
        }
        if badge in before:
            other_points = words.estimate(parent.best.tally.points_of(badge).mean_estimate())
            text = words.tr(
                "{badges}: {points} points beside those of the zones; in {other} {other_points}.",
                other=parent.name,
                other_points=other_points,
                **values,
            )
        else:
            text = words.tr("{badges}: {points} points beside those of the zones.", **values)
        yield BalanceFinding("fine", badge.plural, text)


def zone_shares(result: SimulationResult) -> dict[str, float]:
    """Return the share (0 to 1) of each zone in what all zones bring; a zone below zero counts as nothing."""
    means = {zone: result.tally.zone(zone).mean for zone in result.rules.zone_index}
    whole = sum(max(mean, 0.0) for mean in means.values()) or 1.0
    return {zone: max(mean, 0.0) / whole for zone, mean in means.items()}


class _ReachTexts(NamedTuple):
    """The sentences about what is reached: cells or badges."""

    never: str
    hardly: str
    never_compared: str
    hardly_compared: str
    advice: str
    all_reached: str


REACH: dict[Literal["marks", "badges"], _ReachTexts] = {
    "marks": _ReachTexts(
        later("{name} is never marked on {games} sheets."),
        later("{name} is hardly ever ({share}) marked on {games} sheets."),
        later("{name} is never marked on {games} sheets, in {other} on {other_share} of all sheets."),
        later("{name} is hardly ever ({share}) marked on {games} sheets, in {other} on {other_share} of all sheets."),
        later("See which numbers fit there, and what must be marked before it."),
        later("Every cell that {other} reaches is marked here, too."),
    ),
    "badges": _ReachTexts(
        later("{name} is never earned on {games} sheets."),
        later("{name} is hardly ever ({share}) earned on {games} sheets."),
        later("{name} is never earned on {games} sheets, in {other} on {other_share} of all sheets."),
        later("{name} is hardly ever ({share}) earned on {games} sheets, in {other} on {other_share} of all sheets."),
        later("Move it to where players come, or make the cells before it easier."),
        later("Every badge that {other} reaches is earned here, too."),
    ),
}


def _unreached(
    runs: LayoutRuns, parent: LayoutRuns, what: Literal["marks", "badges"], words: FigureTexts
) -> Iterator[BalanceFinding]:
    """Cells and badges that no bot reaches; those that are not reached on the parent either are left out."""
    reached, parent_reached, texts, tr = runs.reached(what), parent.reached(what), REACH[what], words.tr
    games = sum(result.tally.sheets for result in (runs.best, *runs.others))
    names = _names_of_badges(runs.best, words) if what == "badges" else {}
    all_reached = True
    for name, share in reached.items():
        if share >= HARDLY or parent_reached.get(name, 1.0) < HARDLY:
            continue
        all_reached = False
        if name in parent_reached:
            message = texts.never_compared if share == 0 else texts.hardly_compared
        else:
            message = texts.never if share == 0 else texts.hardly
        text = tr(
            message,
            name=names.get(name, name),
            games=words.number(games, 0),
            share=words.percent(share, 1),
            other=parent.name,
            other_share=words.percent(parent_reached.get(name, 0.0)),
        )
        yield BalanceFinding("problem", name, text, tr(texts.advice))
    if all_reached:
        yield BalanceFinding("fine", what, tr(texts.all_reached, other=parent.name))


def _names_of_badges(result: SimulationResult, words: FigureTexts) -> dict[str, str]:
    """Return what badges are called in words, by their names in figures."""
    return {
        badge_name(zone.name, badge.attached_to, badge.path, str(badge.bonus)): words.badge_of_zone(zone.name, badge)
        for zone in result.rules.zones
        for badge in zone.zone.badges
    }


def _actions(runs: LayoutRuns, parent: LayoutRuns, words: FigureTexts) -> Iterator[BalanceFinding]:
    tracks, tr = {track.label for track in parent.best.rules.tracks}, words.tr
    for track in runs.best.rules.tracks:
        unlocked, used = runs.mean_slots(track.label)
        name = words.action(track.label)
        slots = {
            "action": name,
            "unlocked": words.number(unlocked),
            "slots": len(track.slots),
            "used": words.number(used),
        }
        if unlocked < HARDLY:
            advice = tr("Add a badge that unlocks {action}, or leave the action out.", action=name)
            yield BalanceFinding("problem", track.label, tr("{action} is never unlocked.", action=name), advice)
        elif used < max(0.05 * unlocked, HARDLY) and not (
            track.label in tracks
            and parent.mean_slots(track.label)[1] < max(0.05 * parent.mean_slots(track.label)[0], HARDLY)
        ):
            advice = tr("Its badges are wasted: give others instead.")
            text = tr(
                "{action} is never used: {unlocked} of {slots} slots are unlocked in a game, {used} used.", **slots
            )
            yield BalanceFinding("problem", track.label, text, advice)
        else:
            text = tr("{action}: {unlocked} of {slots} slots are unlocked in a game, {used} used.", **slots)
            yield BalanceFinding("fine", track.label, text)


def _spread(runs: LayoutRuns, parent: LayoutRuns, words: FigureTexts) -> Iterator[BalanceFinding]:
    spread, parent_spread, tr = _relative_spread(runs.best.totals), _relative_spread(parent.best.totals), words.tr
    shares = {
        "spread": words.percent(spread.value),
        "other": parent.name,
        "other_spread": words.percent(parent_spread.value),
    }
    if spread.low > SPREAD * parent_spread.high:
        text = tr(
            "Totals spread by {spread} around their mean, in {other} by {other_spread}: more is left to luck.", **shares
        )
        yield BalanceFinding("note", "sheet", text, tr("Ladders that rise more evenly spread less."))
    elif spread.high * SPREAD < parent_spread.low:
        text = tr(
            "Totals spread by {spread} around their mean, in {other} by {other_spread}: games end much alike.", **shares
        )
        yield BalanceFinding("note", "sheet", text, tr("Steeper ladders reward risks."))
    else:
        text = tr("Totals spread by {spread} around their mean, in {other} by {other_spread}.", **shares)
        yield BalanceFinding("fine", "sheet", text)


def _relative_spread(totals: Sample) -> Estimate:
    """The standard deviation as a share of the mean; its error as for a normal distribution, doubled to be careful."""
    value = totals.sd / max(totals.mean, 1.0)
    margin = 2 * 1.96 * value / sqrt(2 * max(totals.size - 1, 1))
    return Estimate(value, value - margin, value + margin)


def _skill(runs: LayoutRuns, parent: LayoutRuns, words: FigureTexts) -> Iterator[BalanceFinding]:
    """How far apart the best bot and a weaker one are."""
    if runs.best.plan.bot not in BOTS or not runs.others or runs.best.mean.value < runs.others[0].mean.value:
        return
    ratio, other_ratio = (each.best.mean.value / max(each.others[0].mean.value, 1.0) for each in (runs, parent))
    who = words.tr(BOTS[runs.best.plan.bot].who)
    values = {
        "best": who[:1].upper() + who[1:],
        "weaker": words.tr(BOTS[runs.others[0].plan.bot].who),
        "ratio": words.number(ratio, 2),
        "other": parent.name,
        "other_ratio": words.number(other_ratio, 2),
    }
    if ratio < SKILL <= other_ratio:
        text = words.tr(
            "{best} has {ratio} times the points of {weaker}, in {other} {other_ratio} times: good play hardly pays.",
            **values,
        )
        advice = words.tr("Badges worth a detour, and zones that need the same dice, give players more to decide.")
        yield BalanceFinding("note", "skill", text, advice)
    else:
        text = words.tr("{best} has {ratio} times the points of {weaker}, in {other} {other_ratio} times.", **values)
        yield BalanceFinding("fine", "skill", text)


def _deciding(runs: LayoutRuns, words: FigureTexts) -> Iterator[BalanceFinding]:
    """The badges that go with most points, in solo games of the best bot."""
    if runs.observed is None:
        return
    names = _names_of_badges(runs.best, words)
    gaps = [gap for gap in runs.observed.badges if gap.gap.low > 0][:DECIDING]
    if gaps:
        listed = "; ".join(
            words.tr(
                "{badge} ({points} points more, earned on {share} of all sheets)",
                badge=names[gap.name],
                points=words.estimate(gap.gap),
                share=words.percent(gap.earned),
            )
            for gap in gaps
        )
        advice = words.tr(
            "That is no proof: good dice earn more of everything. `sheetgen balance --try` shows what a badge is worth."
        )
        text = words.tr("Sheets with these badges score most: {badges}.", badges=listed)
        yield BalanceFinding("fine", "badges", text, advice)


def _length(runs: LayoutRuns, parent: LayoutRuns, words: FigureTexts) -> Iterator[BalanceFinding]:
    """How much there is to decide in a solo game of the best bot."""
    if runs.observed is None or parent.observed is None:
        return
    own, other = runs.observed.style, parent.observed.style
    values = {
        "decisions": words.number(own.mean_decisions, 0),
        "options": words.number(own.mean_options),
        "rerolls": words.number(own.mean_rerolls),
        "other": parent.name,
        "other_decisions": words.number(other.mean_decisions, 0),
        "other_options": words.number(other.mean_options),
        "other_rerolls": words.number(other.mean_rerolls),
    }
    if own.mean_decisions > LONG * other.mean_decisions:
        text = words.tr(
            "A game has {decisions} decisions, each among {options} moves on average, and {rerolls} rerolls; in "
            "{other} {other_decisions}, among {other_options}, and {other_rerolls}: it takes much longer.",
            **values,
        )
        advice = words.tr("Fewer rounds, or fewer badges that give marks, make a game shorter.")
        yield BalanceFinding("note", "length", text, advice)
    else:
        text = words.tr(
            "A game has {decisions} decisions, each among {options} moves on average, and {rerolls} rerolls; in "
            "{other} {other_decisions}, among {other_options}, and {other_rerolls}.",
            **values,
        )
        yield BalanceFinding("fine", "length", text)


def _seats(result: SimulationResult, words: FigureTexts) -> Iterator[BalanceFinding]:
    """With several players: whether a seat has an advantage, and how many games end in a tie."""
    players, tr = result.plan.players, words.tr
    if players == 1:
        return
    samples = [result.tally.seat(seat) for seat in range(players)]
    order = sorted(range(players), key=lambda seat: samples[seat].mean)
    gap = difference(samples[order[-1]], samples[order[0]])
    mean = sum(sample.mean for sample in samples) / players
    by_seat = {
        "points": ", ".join(words.estimate(sample.mean_estimate()) for sample in samples),
        "wins": ", ".join(
            words.percent(result.tally.wins[seat, False] / result.tally.games) for seat in range(players)
        ),
    }
    if gap.low > SEAT * mean:
        text = tr(
            "Seat {seat} has an advantage of {gap} points. By seat the players score {points} and win {wins}.",
            seat=order[-1] + 1,
            gap=words.estimate(gap),
            **by_seat,
        )
        yield BalanceFinding("problem", "seats", text, tr("Let the others begin with a badge more."))
    elif (winner := _seat_that_wins_more(result)) is not None:
        text = tr(
            "By seat the players score {points} and win {wins}: seat {seat} wins more often.",
            seat=winner + 1,
            **by_seat,
        )
        yield BalanceFinding(
            "note", "seats", text, tr("Play as many games as there are players, and let each begin one.")
        )
    else:
        text = tr(
            "By seat the players score {points} and win {wins}: no seat has an advantage worth mentioning.", **by_seat
        )
        yield BalanceFinding("fine", "seats", text)
    tied = words.percent(ties(result).value, 1)
    yield BalanceFinding("fine", "ties", tr("{share} of the games end in a shared win.", share=tied))


def _seat_that_wins_more(result: SimulationResult) -> int | None:
    """Return the seat that wins most of the games with one winner, if that is more than its equal share; else None."""
    players, tally = result.plan.players, result.tally
    alone = [tally.wins[seat, False] for seat in range(players)]
    decided, most, equal = sum(alone), max(range(players), key=alone.__getitem__), 1 / players
    if not decided or alone[most] / decided < equal + WINS:
        return None
    # One seat of several wins most by chance: each is tested the more strictly.
    wins = share_of(alone[most], decided, 1 - (1 - CONFIDENCE) / players)
    return most if wins.low > equal else None


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
