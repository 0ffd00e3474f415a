"""`sheetgen show`."""

import click

from sheetgen.cli import completing
from sheetgen.cli.output import print_json, problems_told


@click.command("show")
@click.argument("edition", shell_complete=completing.editions)
@click.option("--json", "as_json", is_flag=True, help="JSON instead of YAML.")
def command(edition: str, as_json: bool) -> None:
    """Print a layout after `extends`: all that EDITION says, in one piece."""
    from sheetgen.layout import load
    from sheetgen.layout.writing import as_yaml

    with problems_told():
        layout = load(edition)
    if as_json:
        print_json(layout.data())
    else:
        click.echo(as_yaml(layout), nl=False)
