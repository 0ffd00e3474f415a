"""`sheetgen check`."""

import sys

import click

from sheetgen.cli import completing
from sheetgen.cli.output import print_json


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=completing.editions)
@click.option("--json", "as_json", is_flag=True, help="A list of problems for editors and scripts.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; stop with Ctrl-C.")
def command(files: tuple[str, ...], as_json: bool, watch: bool) -> None:
    """Say what is wrong with layouts, and what to know about them.

    Errors go to stderr and make the exit code 1; warnings and notes go to stdout. A FILE may also be a shipped id.
    """
    from sheetgen.layout import Severity, check

    if watch:
        from sheetgen.cli.watching import keep_watching

        keep_watching(command, files)
        return
    # A parent shared by several files is told once.
    problems = list(dict.fromkeys(problem for file in files for problem in check(file)))
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    if as_json:
        print_json([problem.as_dict() for problem in problems])
    else:
        for problem in problems:
            click.echo(problem, err=problem.severity is Severity.ERROR)
        if not errors:
            warnings = sum(problem.severity is Severity.WARNING for problem in problems)
            click.echo(f"{_count(len(files), 'layout')} checked: no errors, {_count(warnings, 'warning')}")
    sys.exit(1 if errors else 0)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
