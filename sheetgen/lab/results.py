"""The result of a simulation as figures: what `simulate` prints, and what reports and comparisons use."""

from dataclasses import dataclass
from math import ceil

from sheetgen.engine.rules import Rules
from sheetgen.lab.fast import why_slow
from sheetgen.lab.simulation import SimulationPlan
from sheetgen.lab.tally import PERCENTILES, Estimate, Sample, Tally, share

STAGES = 3  # of a game, for figures that change in its course


def stages(rounds: int) -> list[int]:
    """Return the rounds that end the stages of a game.

    >>> stages(6), stages(4), stages(1)
    ([2, 4, 6], [2, 3, 4], [1])
    """
    return sorted({ceil(rounds * (stage + 1) / STAGES) for stage in range(STAGES)})


def stage_beginnings(rounds: int) -> list[int]:
    """Return the rounds that begin the stages of a game.

    >>> stage_beginnings(6), stage_beginnings(4), stage_beginnings(1)
    ([1, 3, 5], [1, 3, 4], [1])
    """
    return [1, *(last + 1 for last in stages(rounds)[:-1])]


@dataclass(frozen=True)
class SimulationResult:
    """A finished or interrupted simulation: its plan, its counts, and how many seconds it took."""

    plan: SimulationPlan
    tally: Tally
    seconds: float

    @property
    def complete(self) -> bool:
        """Were all games played?"""
        return self.tally.games == self.plan.games

    @property
    def rules(self) -> Rules:
        """The rules that were played."""
        return Rules(self.plan.layout)

    @property
    def why_slow(self) -> str:
        """Why the games were played in Python, in a few words, if the fast engine should have played them."""
        return why_slow(self.plan.layout, self.plan.bot) or ""

    @property
    def totals(self) -> Sample:
        """The totals of all sheets."""
        return Sample(self.tally.totals)

    @property
    def mean(self) -> Estimate:
        """The mean total; the players of a game share its dice, so that games, not sheets, are independent."""
        players = self.plan.players
        estimate = Sample(self.tally.sums).mean_estimate()
        return Estimate(estimate.value / players, estimate.low / players, estimate.high / players)


def as_dict(result: SimulationResult) -> dict[str, object]:
    """Return all figures as plain data; except for the speed they depend only on what the plan says."""
    plan, tally, totals = result.plan, result.tally, result.totals
    rules = result.rules
    mean = result.mean
    figures: dict[str, object] = {
        "edition": plan.layout.id,
        "layout": plan.layout.play_digest(),
        "bot": plan.bot,
        "players": plan.players,
        "games": tally.games,
        "seed": plan.seed,
        "complete": result.complete,
        "mean": _rounded(mean.value),
        "interval": [_rounded(mean.low), _rounded(mean.high)],
        "sd": _rounded(totals.sd),
        "min": min(totals.counts),
        "max": max(totals.counts),
        "percentiles": {str(percent): totals.percentile(percent) for percent in PERCENTILES},
        "zones": {zone: _rounded(tally.zone(zone).mean) for zone in rules.zone_index},
        **_scoring_badges(result),
        "lowest_zone": {zone: _rounded(tally.lowest[zone] / tally.sheets) for zone in rules.zone_index},
        "actions": {
            track.label: {
                "unlocked": _rounded(tally.slots_unlocked(track.label).mean),
                "used": _rounded(tally.slots_used(track.label).mean),
            }
            for track in rules.tracks
        },
        "badges": {name: _rounded(earned.value) for name, earned in badges(result).items()},
        "marks": {cell: _rounded(marked.value) for cell, marked in marks(result).items()},
        "longest_chain": {str(length): tally.chains[length] for length in sorted(tally.chains)},
        "lost": {what: _rounded(tally.lost_per_game(what).mean) for what in sorted({what for what, _ in tally.lost})},
        "histogram": {str(total): totals.counts[total] for total in sorted(totals.counts)},
    }
    if plan.players > 1:
        figures["seats"] = seats(result)
        figures["ties"] = _rounded(ties(result).value)
    figures["seconds"] = round(result.seconds, 3)
    figures["games_per_second"] = round(tally.games / result.seconds, 1) if result.seconds else None
    return figures


def summary_lines(result: SimulationResult) -> list[str]:
    """Return the main figures as lines of text, as `sheetgen simulate` prints them."""
    plan, tally, totals = result.plan, result.tally, result.totals
    mean = result.mean
    width = max(len(word) for word in (*(source.id for source in result.rules.edition.score_sources), "total"))
    lines = [
        f"{plan.layout.id}: {tally.games} games of {plan.players} by {plan.bot}, seed {plan.seed}"
        + ("" if result.complete else "  (PARTIAL)"),
        f"{'total':<{width}} {mean.value:>7.1f} ± {mean.margin:.1f}   sd {totals.sd:.1f}   "
        f"from {min(totals.counts)} to {max(totals.counts)}",
    ]
    for zone in result.rules.zone_index:
        points = tally.zone(zone)
        lines.append(f"{zone:<{width}} {points.mean:>7.1f} ± {points.mean_estimate().margin:.1f}   sd {points.sd:.1f}")
    for badge in result.rules.scoring_badges:
        mean_points, mean_count = tally.points_of(badge).mean, tally.count_of(badge).mean
        lines.append(f"{badge.plural:<{width}} {mean_points:>7.1f}   {mean_count:.2f} per sheet")
    lines.append("percentiles  " + "  ".join(f"{p}%: {totals.percentile(p)}" for p in (5, 25, 50, 75, 95)))
    for track in result.rules.tracks:
        unlocked, used = tally.slots_unlocked(track.label).mean, tally.slots_used(track.label).mean
        lines.append(f"{track.label}: {unlocked:.1f} unlocked, {used:.1f} used")
    lost = tally.lost_per_game("throw").mean
    chain = Sample(tally.chains).mean
    lines.append(f"lost rolls {lost:.2f} per game; longest chain {chain:.1f} bonus marks on average")
    if plan.players > 1:
        lines += [
            f"seat {seat['seat']}: mean {seat['mean']:.1f}, wins {seat['wins']:.1%}, shared {seat['shared']:.1%}"
            for seat in seats(result)
        ]
        lines.append(f"ties {ties(result).value:.1%}")
    lines.append(f"{tally.games / result.seconds:.0f} games per second")
    return lines


def _scoring_badges(result: SimulationResult) -> dict[str, float]:
    """Return how many badges of each scoring kind a sheet has, and what they are worth together: two keys for each."""
    figures = {}
    for badge in result.rules.scoring_badges:
        figures[badge.plural] = _rounded(result.tally.count_of(badge).mean)
        figures[f"{badge.name}_points"] = _rounded(result.tally.points_of(badge).mean)
    return figures


def _rounded(value: float) -> float:
    return round(value, 4)


def marks(result: SimulationResult) -> dict[str, Estimate]:
    """Return by cell on which share of all sheets it was marked; cells with a printed mark are left out."""
    tally = result.tally
    return {
        f"{zone.name}.{cell}": share(tally.marks[f"{zone.name}.{cell}"], tally.sheets)
        for zone in result.rules.zones
        for cell, printed in zip(zone.names, zone.printed, strict=True)
        if not printed
    }


def badges(result: SimulationResult) -> dict[str, Estimate]:
    """Return by name of a badge on which share of all sheets it was earned."""
    tally = result.tally
    return {
        badge_name(zone.name, badge.attached_to, badge.path, str(badge.bonus)): share(
            tally.badges[zone.name, number], tally.sheets
        )
        for zone in result.rules.zones
        for number, badge in enumerate(zone.zone.badges)
    }


def badge_name(zone: str, where: str, path: tuple[str | int, ...], bonus: str) -> str:
    """Return the name of a badge in figures: its zone, its place and what it gives.

    >>> badge_name("blue", "row", ("rows", 2), "fox"), badge_name("green", "cell", ("cells", 4), "extra die")
    ('blue row 3: fox', 'green cell 4: extra die')
    """
    steps = [step for step in path[1:] if isinstance(step, int)]
    numbers = [step if where == "cell" else step + 1 for step in steps]
    return f"{' '.join([zone, where, *map(str, numbers)])}: {bonus}"


def seats(result: SimulationResult) -> list[dict[str, object]]:
    """Return per seat the mean total and the shares of games won, alone and shared with others."""
    tally, plan = result.tally, result.plan
    rows: list[dict[str, object]] = []
    for seat in range(plan.players):
        mean = tally.seat(seat).mean_estimate()
        alone = share(tally.wins[seat, False], tally.games)
        rows.append(
            {
                "seat": seat + 1,
                "mean": _rounded(mean.value),
                "interval": [_rounded(mean.low), _rounded(mean.high)],
                "wins": _rounded(alone.value),
                "wins_interval": [_rounded(alone.low), _rounded(alone.high)],
                "shared": _rounded(tally.wins[seat, True] / tally.games),
            }
        )
    return rows


def ties(result: SimulationResult) -> Estimate:
    """Return the share of games that end in a shared win."""
    tally = result.tally
    alone = sum(times for (_, shared), times in tally.wins.items() if not shared)
    return share(tally.games - alone, tally.games)
