"""`sheetgen bands`."""

import click

from sheetgen.cli import completing
from sheetgen.cli.output import fail
from sheetgen.cli.simulating import end_if_interrupted, layout_to_play, run_options, simulated


@click.command("bands")
@click.argument("edition", metavar="FILE", shell_complete=completing.editions)
@click.option(
    "--like",
    default="classic",
    show_default=True,
    shell_complete=completing.editions,
    help="The edition whose bands say how hard to be.",
)
@run_options(games=2000, bot="planner")
def command(edition: str, like: str, games: int, bot: str, seed: int, jobs: int | None, cluster: str | None) -> None:
    """Print rating bands for FILE, as YAML to paste.

    A band is as hard to reach for the bot as the band of the same label on the other sheet: the same share of its games
    reach it.
    """
    import yaml

    from sheetgen.lab.bands import bands
    from sheetgen.layout import SheetEdition

    model = layout_to_play(like).edition
    assert isinstance(model, SheetEdition), "what is played is a sheet"
    if model.solo is None or not model.solo.ratings:
        fail(f"{like}: has no solo ratings to go by")
    known = simulated(like, games=games, bot=bot, seed=seed, jobs=jobs, cluster=cluster)
    end_if_interrupted(known)
    own = simulated(edition, games=games, bot=bot, seed=seed, jobs=jobs, cluster=cluster)
    end_if_interrupted(own)
    mean, other = own.totals.mean_estimate(), known.totals.mean_estimate()
    click.echo(f"# {own.plan.layout.id} by {bot}: {mean.value:.1f} ± {mean.margin:.1f} in {games} games, seed {seed};")
    click.echo(f"# each band as hard to reach as on {like}, where it scores {other.value:.1f} ± {other.margin:.1f}")
    click.echo("solo:\n  ratings:")
    for rating in bands(own.totals, known.totals, model.solo.ratings):
        words: dict[str, object] = {"from": rating.from_}
        if rating.stars is not None:
            words["stars"] = int(rating.stars) if rating.stars.is_integer() else rating.stars
        words["label"] = str(rating.label)
        line = yaml.safe_dump(words, default_flow_style=True, sort_keys=False, allow_unicode=True, width=1000).strip()
        reached = f"{own.totals.share_from(rating.from_):.0%}"
        click.echo(f"    - {line:<70} # {reached}")
