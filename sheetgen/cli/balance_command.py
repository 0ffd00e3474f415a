"""`sheetgen balance`."""

from dataclasses import asdict
from pathlib import Path

import click

from sheetgen.cli import completing
from sheetgen.cli.output import print_json
from sheetgen.cli.simulating import end_if_interrupted, layout_to_play, run_options, simulated


@click.command("balance")
@click.argument("edition", metavar="FILE", shell_complete=completing.editions)
@click.option(
    "--against",
    metavar="EDITION",
    shell_complete=completing.editions,
    help="What to compare with; by default what FILE extends, else classic.",
)
@click.option("--players", type=click.IntRange(1, 9), default=1, show_default=True, help="Several: seats and ties.")
@run_options(games=1000, bot="planner")
@click.option("--json", "as_json", is_flag=True, help="The findings for scripts.")
def command(
    edition: str,
    against: str | None,
    players: int,
    games: int,
    bot: str,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Say in plain sentences what is out of balance on FILE.

    It is played beside its parent by the bot, by the greedy and by the random player: zones that are too strong or too
    weak, cells and badges that nobody reaches, actions that nobody uses, and how far results spread. The figures hold
    the true mean in 95 of 100 runs.
    """
    from sheetgen.lab.balance import Runs, findings

    layout = layout_to_play(edition)
    parent = against or _parent(edition, layout.lineage)
    bots = dict.fromkeys([bot, "greedy", "random"])
    runs = []
    for each in (edition, parent):
        results = []
        for name in bots:
            result = simulated(each, games=games, players=players, bot=name, seed=seed, jobs=jobs, cluster=cluster)
            end_if_interrupted(result)
            results.append(result)
        runs.append(Runs(results[0], tuple(results[1:])))
    found = findings(*runs)
    if as_json:
        print_json({"edition": layout.id, "against": parent, "findings": [asdict(finding) for finding in found]})
        return
    marks = {"problem": "!", "note": "·", "fine": " "}
    for finding in found:
        click.echo(f"{marks[finding.kind]} {finding.sentence}")
        if finding.advice:
            click.echo(f"    {finding.advice}")
    problems = sum(finding.kind == "problem" for finding in found)
    click.echo(f"{problems or 'no'} problem{'' if problems == 1 else 's'} found")


def _parent(edition: str, lineage: tuple[str, ...]) -> str:
    """What a layout extends: a file beside it, or a shipped edition; without either, classic."""
    from sheetgen.resources import shipped_layouts

    for name in lineage:
        beside = Path(edition).with_name(f"{name}.yaml")
        if name in shipped_layouts():
            return name
        if beside.is_file():
            return str(beside)
    return "classic"
