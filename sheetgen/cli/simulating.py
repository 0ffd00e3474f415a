"""What `simulate`, `balance` and `bands` share: options, and a run with its bar and its ways to fail."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from sheetgen import limits
from sheetgen.cli import completing
from sheetgen.cli.output import fail, problems_told, progress, write_result

if TYPE_CHECKING:
    from sheetgen.lab.summary import Result
    from sheetgen.layout import Layout

EXIT_INTERRUPTED = 130


def run_options(games: int, bot: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options of every command that plays games."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(
            (
                click.option(
                    "--games", type=click.IntRange(*limits.GAMES), default=games, show_default=True, help="How many."
                ),
                click.option(
                    "--bot",
                    default=bot,
                    show_default=True,
                    shell_complete=completing.bots,
                    help="random, greedy, planner, MODULE:FUNCTION.",
                ),
                click.option(
                    "--seed",
                    type=click.IntRange(*limits.SEEDS),
                    default=1,
                    show_default=True,
                    help="Of the dice; the same games again.",
                ),
                click.option(
                    "--jobs", type=click.IntRange(*limits.PROCESSES), help="Processes; by default one per core."
                ),
                click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: tcp://host:8786."),
            )
        ):
            command = option(command)
        return command

    return add


def layout_to_play(edition: str) -> "Layout":
    """The layout of a sheet; cards are not simulated."""
    from sheetgen.layout import SheetEdition, load

    with problems_told():
        layout = load(edition)
    if not isinstance(layout.edition, SheetEdition):
        fail(f"{edition}: is a card game; its odds are exact: sheetgen odds")
    return layout


def simulated(
    edition: str,
    *,
    games: int,
    players: int = 1,
    bot: str,
    seed: int,
    jobs: int | None,
    cluster: str | None,
) -> "Result":
    """Play; tell in one line what went wrong. After Ctrl-C the result holds the games so far."""
    from concurrent.futures import BrokenExecutor

    from sheetgen.engine.rules import Rules
    from sheetgen.lab.machines import ClusterError, available_jobs, machine
    from sheetgen.lab.players import NoSuchPlayerError
    from sheetgen.lab.simulation import BATCH, InterruptedRunError, Plan, PlayerFailedError, run
    from sheetgen.lab.summary import Result

    layout = layout_to_play(edition)
    rules = Rules(layout)
    allowed = rules.edition.rounds.by_players
    if players not in allowed:
        raise click.UsageError(f"{layout.id} is for {', '.join(map(str, allowed))} players, not {players}")
    try:
        knowledge = _knowledge(rules, players, bot)
    except NoSuchPlayerError as error:
        raise click.UsageError(str(error)) from None
    plan = Plan(layout, players, bot, seed, games, knowledge)
    wanted = min(jobs or available_jobs(), -(-games // BATCH))
    start = time.perf_counter()
    try:
        with progress(games, f"{layout.id}, {bot}") as step, machine(wanted, cluster) as executor:
            start = time.perf_counter()
            tally = run(plan, executor, step)
    except PlayerFailedError as error:
        path = Path(f"{layout.id}-{error.seed}.record")
        head, _, rest = error.record.partition("\n")
        write_result(path, f"{head.partition(':')[0]}: {edition}\n{rest}")
        fail(f"{bot}: {error.reason} (game {error.number}, seed {error.seed}; the game until then: {path})")
    except ClusterError as error:
        fail(str(error))
    except BrokenExecutor:
        fail(f"{bot}: a process ended in the middle of a game; try --jobs 1 to see why")
    except InterruptedRunError as error:
        tally = error.tally
        if not tally.games:
            _end_at_once()
    return Result(plan, tally, time.perf_counter() - start)


def _knowledge(rules: Any, players: int, bot: str) -> bytes:
    """What the bot has to know before it plays; whether there is such a bot shows here too."""
    from sheetgen.lab.players import prepare

    if bot != "planner":
        prepare(bot, rules, players)
        return b""
    from sheetgen.lab.knowledge import is_known, knowledge_of
    from sheetgen.lab.learning import GAMES

    if is_known(rules, players):
        return knowledge_of(rules, players)
    with progress(GAMES, f"the planner learns {rules.id}") as step:
        return knowledge_of(rules, players, progress=step)


def end_if_interrupted(result: "Result") -> None:
    """After Ctrl-C: say that the result is partial, and end accordingly."""
    if not result.complete:
        click.echo(f"interrupted: {result.tally.games} of {result.plan.games} games were played", err=True)
        _end_at_once()


def _end_at_once() -> NoReturn:
    """Processes that were stopped in the middle may have left locks that an orderly exit would wait for."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(EXIT_INTERRUPTED)
