"""`sheetgen preflight`."""

import sys
from pathlib import Path

import click

from sheetgen.cli import completing
from sheetgen.cli.output import fail, print_json, problems_told


@click.command("preflight")
@click.argument("file", metavar="FILE.pdf", shell_complete=completing.files)
@click.option(
    "--profile",
    "name",
    default="press-x4",
    show_default=True,
    shell_complete=completing.profiles,
    help="A print profile, or a file of your own.",
)
@click.option("--json", "as_json", is_flag=True, help="The report for scripts.")
def command(file: str, name: str, as_json: bool) -> None:
    """Say what a print shop would object to in a PDF, with page and place.

    Places are millimetres from the top left of the trim. Objections make the exit code 1; warnings do not.
    """
    from sheetgen.layout.problems import Severity
    from sheetgen.press.preflight import UnreadableError, preflight
    from sheetgen.press.profiles import load_profile

    with problems_told():
        profile = load_profile(name)
    try:
        report = preflight(Path(file), profile)
    except UnreadableError as error:
        fail(f"{file}: {error}")
    if as_json:
        objections = [objection.as_dict() for objection in report.objections]
        print_json(
            {"file": file, "profile": name, "pages": report.pages, "clean": report.is_clean, "objections": objections}
        )
    else:
        for objection in report.objections:
            click.echo(objection.line(file), err=objection.severity is Severity.ERROR)
        if report.is_clean:
            pages = f"{report.pages} page{'' if report.pages == 1 else 's'}"
            click.echo(f"{file}: nothing to object to ({name}, {pages})")
    sys.exit(0 if report.is_clean else 1)
