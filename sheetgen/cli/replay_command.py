"""`sheetgen replay`."""

import click

from sheetgen.cli.output import fail, print_json, read_input


@click.command("replay")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="The result for scripts.")
def command(file: str, as_json: bool) -> None:
    """Play a record and check what it expects.

    FILE is a record (`-` for standard input): a game or a situation as text. The first step that the rules forbid, or
    expectation that does not hold, ends with its line, the reason and the clause.
    """
    from sheetgen.cli.results import score_as_dict, score_lines
    from sheetgen.engine import RecordError, replay

    try:
        game = replay(read_input(file))
    except RecordError as error:
        clause = f" ({error.clause})" if error.clause else ""
        fail(f"{file}:{error.line}:1: {error.reason}{clause}")
    names = [player.name for player in game.players]
    winners = [names[i] for i in game.winners()] if game.is_over else []
    if as_json:
        players = [{"name": name, **score_as_dict(score)} for name, score in zip(names, game.scores(), strict=True)]
        print_json({"players": players, "winners": winners})
        return
    for name, score in zip(names, game.scores(), strict=True):
        click.echo(f"{name}")
        for line in score_lines(score):
            click.echo(f"  {line}")
    if winners and len(names) > 1:
        click.echo(f"won by {' and '.join(winners)}")
