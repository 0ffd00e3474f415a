"""`sheetgen simulate`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen.cli import completing
from sheetgen.cli.output import known_word, print_json, write_result
from sheetgen.cli.simulating import end_if_interrupted, run_options, simulated
from sheetgen.cli.values import language_option

if TYPE_CHECKING:
    from sheetgen.lab.summary import Result


@click.command("simulate")
@click.argument("edition", shell_complete=completing.editions)
@click.option("--players", type=click.IntRange(1, 9), default=1, show_default=True, help="1 plays alone.")
@run_options(games=1000, bot="greedy")
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE.html", help="Write a page with pictures, too.")
@language_option("The language of the report.")
@click.option("--json", "as_json", is_flag=True, help="The figures for scripts.")
def command(
    edition: str,
    players: int,
    games: int,
    bot: str,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    report: Path | None,
    language: str,
    as_json: bool,
) -> None:
    """Play many games of EDITION and say how it scores.

    The same seed gives the same figures, whatever the number of jobs. The planner learns a layout before it plays it
    for the first time; what it learned is kept. A bot of your own is a function that takes a game and a source of
    chance and returns one of `game.legal_moves()`: `--bot mybots:careful` or `--bot bots.py:careful`.
    """
    from sheetgen.i18n import languages
    from sheetgen.lab.summary import as_dict

    known_word("language", language, languages())
    result = simulated(edition, games=games, players=players, bot=bot, seed=seed, jobs=jobs, cluster=cluster)
    if report is not None:
        from sheetgen.lab.report import as_html

        write_result(report, as_html(result, language))
    if as_json:
        print_json(as_dict(result))
    else:
        for line in lines(result):
            click.echo(line)
    end_if_interrupted(result)


def lines(result: "Result") -> list[str]:
    """The figures for people."""
    from sheetgen.lab.statistics import Sample
    from sheetgen.lab.summary import seats, ties

    plan, tally, totals = result.plan, result.tally, result.totals
    mean = result.mean
    width = max(len(word) for word in (*result.rules.edition.zones, "foxes", "total"))
    told = [
        f"{plan.layout.id}: {tally.games} games of {plan.players} by {plan.bot}, seed {plan.seed}"
        + ("" if result.complete else "  (PARTIAL)"),
        f"{'total':<{width}} {mean.value:>7.1f} ± {mean.margin:.1f}   sd {totals.sd:.1f}   "
        f"from {min(totals.counts)} to {max(totals.counts)}",
    ]
    for zone in result.rules.zone_index:
        own = tally.zone(zone)
        told.append(f"{zone:<{width}} {own.mean:>7.1f} ± {own.mean_estimate().margin:.1f}   sd {own.sd:.1f}")
    foxes = Sample(tally.foxes)
    told.append(f"{'foxes':<{width}} {Sample(tally.fox_points).mean:>7.1f}   {foxes.mean:.2f} per sheet")
    told.append("percentiles  " + "  ".join(f"{p}%: {totals.percentile(p)}" for p in (5, 25, 50, 75, 95)))
    for track in result.rules.tracks:
        unlocked, used = tally.slots_unlocked(track.label).mean, tally.slots_used(track.label).mean
        told.append(f"{track.label}: {unlocked:.1f} unlocked, {used:.1f} used")
    lost = tally.lost_per_game("throw").mean
    chain = Sample(tally.chains).mean
    told.append(f"lost throws {lost:.2f} per game; longest chain {chain:.1f} bonus marks on average")
    if plan.players > 1:
        told += [
            f"seat {seat['seat']}: mean {seat['mean']:.1f}, wins {seat['wins']:.1%}, shared {seat['shared']:.1%}"
            for seat in seats(result)
        ]
        told.append(f"ties {ties(result).value:.1%}")
    told.append(f"{tally.games / result.seconds:.0f} games per second")
    return told
