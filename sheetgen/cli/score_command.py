"""`sheetgen score`."""

import click

from sheetgen.cli import completing
from sheetgen.cli.output import fail, print_json, problems_told, read_input


@click.command("score")
@click.argument("edition", shell_complete=completing.editions)
@click.argument("file", shell_complete=completing.files)
@click.option("--json", "as_json", is_flag=True, help="The result for scripts.")
def command(edition: str, file: str, as_json: bool) -> None:
    """Score the marks on a sheet: zones, foxes, total and rating.

    FILE is a marks file (`-` for standard input):
    `{"edition": "classic", "rounds": 6, "marks": {"yellow.r1c1": "x", "purple.1": 3}}`
    """
    from sheetgen.cli.results import score_as_dict, score_lines
    from sheetgen.engine import MarksError, read_marks, rules_of, sheet_from

    with problems_told():
        try:
            rules = rules_of(edition)
        except TypeError as error:
            fail(f"{edition}: {error}")
    try:
        score = sheet_from(read_marks(read_input(file), rules), rules).score()
    except MarksError as error:
        fail("\n".join(f"{file}: {reason}" for reason in error.reasons))
    solo = rules.edition.solo
    band = solo.rating(score.total) if solo is not None else None
    if as_json:
        rating = {"from": band.from_, "label": band.label} if band is not None else None
        print_json({"edition": rules.id, **score_as_dict(score), "band": rating})
        return
    for line in score_lines(score):
        click.echo(line)
    if band is not None:
        click.echo(f"{band.label}")
