"""Commands for designing a layout: list, show, check, schema, new, studio, i18n, completion."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

import sheetgen
from sheetgen import limits
from sheetgen.cli.interrupts import expect_interrupt
from sheetgen.cli.options import PlaceParameter, complete_editions, complete_languages, complete_new_languages
from sheetgen.cli.output import (
    EXIT_USAGE,
    ErrorHandlingCommand,
    ErrorHandlingGroup,
    counted,
    fail,
    keep_watching,
    print_json,
)

FIRST_PROBLEMS = 5  # of each folder that `i18n check` prints
SHELLS = ("bash", "zsh", "fish")


@click.command("list", cls=ErrorHandlingCommand)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def list_command(as_json: bool) -> None:
    """List all editions, languages, themes, papers and print profiles."""
    known = sheetgen.list_known()
    if as_json:
        print_json(known)
        return
    for edition in known["editions"]:
        names = " · ".join(dict.fromkeys(edition["titles"].values()))
        click.echo(f"{edition['id']:<12} {edition['kind']:<6} {edition['provenance']:<14} {names}")
    click.echo()
    for what in ("languages", "themes", "papers", "print profiles"):
        click.echo(f"{what}: {', '.join(known[what])}")


@click.command("show", cls=ErrorHandlingCommand)
@click.argument("edition", shell_complete=complete_editions)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of YAML.")
def show_command(edition: str, as_json: bool) -> None:
    """Print the complete layout of EDITION, with everything that it inherits through `extends`."""
    if as_json:
        print_json(sheetgen.load(edition).data())
    else:
        click.echo(sheetgen.show(edition), nl=False)


@click.command("check", cls=ErrorHandlingCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_editions)
@click.option("--json", "as_json", is_flag=True, help="Print the problems as JSON, for editors and scripts.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; stop with Ctrl-C.")
def check_command(files: tuple[str, ...], as_json: bool, watch: bool) -> None:
    """Report errors, warnings and notes about layouts.

    Errors go to stderr and set the exit code to 1, or 2 for an unknown name; warnings and notes go to stdout. FILE may
    also be the id of an edition.
    """
    if watch:
        keep_watching(check_command, files)
        return
    # A problem of a parent that several files share is printed once.
    problems = list(dict.fromkeys(problem for file in files for problem in sheetgen.check(file)))
    errors = sum(problem.severity == "error" for problem in problems)
    if as_json:
        print_json([problem.as_dict() for problem in problems])
    else:
        for problem in problems:
            click.echo(problem, err=problem.severity == "error")
        if not errors:
            warnings = sum(problem.severity == "warning" for problem in problems)
            click.echo(f"{counted(len(files), 'layout')} checked: no errors, {counted(warnings, 'warning')}")
    sys.exit(EXIT_USAGE if any(map(_is_unknown_name, files)) else 1 if errors else 0)


def _is_unknown_name(edition: str) -> bool:
    """Whether there is neither an edition nor a file of that name."""
    from sheetgen.layout.loading import find
    from sheetgen.layout.problems import UnknownNameError

    try:
        find(edition)
    except UnknownNameError:
        return True
    return False


@click.command("schema", cls=ErrorHandlingCommand)
@click.option("--site", is_flag=True, help="That of a publisher's file, for 'site build --config'.")
def schema_command(site: bool) -> None:
    """Print the JSON Schema of the layout language, for editors.

    In VS Code with the YAML extension, the first line of a layout names the schema:
    `# yaml-language-server: $schema=schema.json`
    """
    print_json(sheetgen.schema(site=site), indent=1)


@click.command("new", cls=ErrorHandlingCommand)
@click.argument("file", type=PlaceParameter())
@click.option(
    "--from",
    "edition",
    required=True,
    metavar="EDITION",
    shell_complete=complete_editions,
    help="The edition to start from.",
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def new_command(file: Path, edition: str, force: bool) -> None:
    """Start your own layout: write a small FILE with comments, on top of EDITION."""
    sheetgen.new(file, edition, force=force)
    click.echo(f"{file} is ready: edit it, then run `sheetgen check {file}`")


@click.command("studio", cls=ErrorHandlingCommand)
@click.argument("file", required=False, type=PlaceParameter())
@click.option("--port", type=click.IntRange(*limits.PORTS), help="By default 8765, or any free port if that is taken.")
@click.option(
    "--lang", "language", shell_complete=complete_languages, help="The language of the page; by default the browser's."
)
@click.option("--open/--no-open", "opens", default=True, help="Open the page in the browser.")
def studio_command(file: Path | None, port: int | None, language: str | None, opens: bool) -> None:
    """Design a sheet in your browser: an editor, the sheet, a game on it, and files to print.

    The page runs only on this machine. It reads and writes layouts in the folder of FILE (by default the current
    folder) and never outside it.
    """
    expect_interrupt()
    sheetgen.open_studio(file, port=port, language=language, opens=opens, echo=click.echo, open_page=click.launch)


@click.group("i18n", cls=ErrorHandlingGroup)
def i18n_command() -> None:
    """Start, check and update translations."""


@i18n_command.command("new")
@click.argument("language", shell_complete=complete_new_languages)
def i18n_new(language: str) -> None:
    """Start LANGUAGE, such as `it`: write its catalogue, with every text still to be translated."""
    file = sheetgen.new_translation(language)
    click.echo(f"{file} is ready: translate its texts, then run `sheetgen i18n check`")


@i18n_command.command("update")
def i18n_update() -> None:
    """Collect all texts into locales/sheetgen.pot and update every catalogue."""
    for line in sheetgen.update_translations():
        click.echo(line)


@i18n_command.command("check")
@click.option("--all", "show_all", is_flag=True, help="List every problem, not just the first few of each folder.")
def i18n_check(show_all: bool) -> None:
    """Report what is missing, out of date or wrong in the translations of texts and pages."""
    problems = sheetgen.check_translations()
    if problems:
        fail("\n".join(problems if show_all else _first_of_each_folder(problems)))
    others = ", ".join(language for language in sheetgen.languages() if language != "en")
    click.echo(f"texts, pages and terms in {others}: nothing is missing, out of date or wrong")


def _first_of_each_folder(problems: list[str]) -> Iterator[str]:
    """The first problems of every folder (`locales/fr`, `docs/fr`), and how many more there are."""
    folders: dict[str, list[str]] = {}
    for problem in problems:
        folders.setdefault("/".join(problem.partition(":")[0].split("/")[:2]), []).append(problem)
    for folder, lines in folders.items():
        yield from lines[:FIRST_PROBLEMS]
        if len(lines) > FIRST_PROBLEMS:
            yield f"{folder}: {len(lines)} problems, {FIRST_PROBLEMS} of them above; --all lists them all"


@i18n_command.command("stamp")
@click.argument("files", nargs=-1, required=True, type=PlaceParameter())
def i18n_stamp(files: tuple[Path, ...]) -> None:
    """Mark translated page templates as up to date with the English ones."""
    for file in files:
        click.echo(f"{file}: {counted(sheetgen.stamp_translation(file), 'section')} stamped")


@click.command("completion", cls=ErrorHandlingCommand)
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> None:
    """Print a script that lets your shell complete commands, options, editions, languages and themes.

    \b
    bash   sheetgen completion bash > ~/.sheetgen-complete && echo '. ~/.sheetgen-complete' >> ~/.bashrc
    zsh    sheetgen completion zsh > ~/.sheetgen-complete && echo '. ~/.sheetgen-complete' >> ~/.zshrc
    fish   sheetgen completion fish > ~/.config/fish/completions/sheetgen.fish
    """  # noqa: D301
    from click.shell_completion import get_completion_class

    from sheetgen.cli.app import cli

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"click knows no completion for {shell}")
    # Whoever asks for a script may be on another machine than the shell: its version is not looked up.
    script = kind(cli, {}, "sheetgen", "_SHEETGEN_COMPLETE")
    click.echo(script.source_template % script.source_vars())
