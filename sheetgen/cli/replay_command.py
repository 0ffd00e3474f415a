"""`sheetgen replay`."""

import click

from sheetgen.cli import completing
from sheetgen.cli.output import fail, print_json, read_input


@click.command("replay")
@click.argument("file", shell_complete=completing.files)
@click.option("--json", "as_json", is_flag=True, help="The result for scripts.")
def command(file: str, as_json: bool) -> None:
    """Play a record and check what it expects.

    FILE is a record (`-` for standard input): a game or a situation as text. The first step that the rules forbid, or
    expectation that does not hold, ends with its line, the reason and the clause.
    """
    from sheetgen.cli.results import card_score_as_dict, card_score_lines, score_as_dict, score_lines
    from sheetgen.engine import CardGame, RecordError, replay_any

    try:
        game = replay_any(read_input(file))
    except RecordError as error:
        clause = f" ({error.clause})" if error.clause else ""
        fail(f"{file}:{error.line}:1: {error.reason}{clause}")
    names = [player.name for player in game.players]
    winners = [names[i] for i in game.winners()] if game.is_over else []
    if isinstance(game, CardGame):
        results = [card_score_as_dict(score) for score in game.scores()]
        shown = [card_score_lines(score) for score in game.scores()]
    else:
        results = [score_as_dict(score) for score in game.scores()]
        shown = [score_lines(score) for score in game.scores()]
    if as_json:
        players = [{"name": name, **result} for name, result in zip(names, results, strict=True)]
        print_json({"players": players, "winners": winners})
        return
    for name, lines in zip(names, shown, strict=True):
        click.echo(name)
        for line in lines:
            click.echo(f"  {line}")
    if winners and len(names) > 1:
        click.echo(f"won by {' and '.join(winners)}")
