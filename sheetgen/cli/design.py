"""Commands for designing: list, show, check, schema, new, i18n, completion."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from sheetgen.cli.options import complete_editions
from sheetgen.cli.output import fail, print_json, problems_told, write_result


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
def list_command(as_json: bool) -> None:
    """Editions, languages, themes, papers and print profiles that sheetgen knows."""
    from sheetgen.drawing.themes import themes
    from sheetgen.i18n import languages, translate
    from sheetgen.layout import read
    from sheetgen.layout.sheet import PAPERS
    from sheetgen.layout.walk import provenance
    from sheetgen.press.profiles import profile_names
    from sheetgen.resources import shipped_layouts

    with problems_told():
        layouts = [read(name) for name in shipped_layouts()]
    titles = {own.id: {lang: translate(own.edition.title, lang) for lang in languages()} for own in layouts}
    sure = {own.id: provenance(own.edition) for own in layouts}
    if as_json:
        editions = [
            {"id": own.id, "titles": titles[own.id], "kind": own.edition.kind, "provenance": sure[own.id]}
            for own in layouts
        ]
        known = {"languages": list(languages()), "themes": list(themes()), "papers": list(PAPERS)}
        known["print profiles"] = profile_names()
        print_json({"editions": editions, **known})
        return
    for own in layouts:
        names = " · ".join(dict.fromkeys(titles[own.id].values()))
        click.echo(f"{own.id:<12} {own.edition.kind:<6} {sure[own.id]:<14} {names}")
    click.echo(f"\nlanguages: {', '.join(languages())}")
    click.echo(f"themes: {', '.join(themes())}")
    click.echo(f"papers: {', '.join(PAPERS)}")
    click.echo(f"print profiles: {', '.join(profile_names())}")


@click.command("show")
@click.argument("edition", shell_complete=complete_editions)
@click.option("--json", "as_json", is_flag=True, help="JSON instead of YAML.")
def show_command(edition: str, as_json: bool) -> None:
    """Print a layout after `extends`: all that EDITION says, in one piece."""
    from sheetgen.layout import load
    from sheetgen.layout.writing import as_yaml

    with problems_told():
        layout = load(edition)
    if as_json:
        print_json(layout.data())
    else:
        click.echo(as_yaml(layout), nl=False)


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_editions)
@click.option("--json", "as_json", is_flag=True, help="A list of problems for editors and scripts.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; stop with Ctrl-C.")
def check_command(files: tuple[str, ...], as_json: bool, watch: bool) -> None:
    """Say what is wrong with layouts, and what to know about them.

    Errors go to stderr and make the exit code 1; warnings and notes go to stdout. A FILE may also be a shipped id.
    """
    from sheetgen.layout import Severity, check

    if watch:
        from sheetgen.cli.watching import keep_watching

        keep_watching(check_command, files)
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


@click.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of the layout language, for editors.

    In VS Code with the YAML extension, the first line of a layout names the schema:
    `# yaml-language-server: $schema=schema.json`
    """
    from sheetgen.layout.schema import as_text

    click.echo(as_text(), nl=False)


@click.command("new")
@click.argument("file", type=click.Path(path_type=Path))
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
    """Start a layout of your own: write a small commented FILE on top of EDITION."""
    from sheetgen.layout import load, read_from_text
    from sheetgen.layout.writing import starter
    from sheetgen.resources import shipped_layouts

    if file.suffix not in (".yaml", ".yml"):
        fail(f"{file}: a layout's name ends in .yaml; try {file.with_suffix('.yaml')}")
    if not force and _exists(file):
        fail(f"{file}: exists already; choose another name or add --force")
    with problems_told():
        layout = load(edition)
        shipped = edition in shipped_layouts()
        if not shipped and Path(edition).parent.resolve() != file.parent.resolve():
            fail(f"{edition}: a parent must be a shipped edition or lie beside {file.name}; copy it there first")
        text = starter(layout, edition if shipped else Path(edition).name)
        # What cannot be read back is not written, such as a layout on top of itself.
        read_from_text(text, file, str(file))
    write_result(file, text)
    click.echo(f"{file} is ready: edit it, then run `sheetgen check {file}`")


def _exists(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # such as a name that is too long: writing will say so
        return False


@click.group("i18n")
def i18n_command() -> None:
    """Look after the translations."""


@i18n_command.command("update")
def update() -> None:
    """Collect all texts anew into locales/sheetgen.pot and carry them over into every catalogue."""
    from sheetgen.i18n.extraction import update_catalogues
    from sheetgen.resources import data_folder

    with writing_told(data_folder("locales")):
        for line in update_catalogues(layout_texts()):
            click.echo(line)


@i18n_command.command("check")
def check() -> None:
    """Say what is missing, out of date or wrong in the translations of texts and pages."""
    from sheetgen.cli.output import fail
    from sheetgen.i18n.checking import check_catalogues, check_terms
    from sheetgen.site.templates import check_templates

    problems = [*check_catalogues(layout_texts()), *check_templates(), *check_terms()]
    if problems:
        fail("\n".join(problems))


@i18n_command.command("stamp")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def stamp_files(files: tuple[Path, ...]) -> None:
    """Note in translated page templates that they agree with the English ones as these are now."""
    from sheetgen.i18n import SOURCE
    from sheetgen.resources import data_folder
    from sheetgen.site.templates import stamp

    for file in files:
        docs = data_folder("docs").resolve()
        try:
            language, *rest = file.resolve().relative_to(docs).parts
        except ValueError:
            raise click.UsageError(f"{file}: is not a page below {docs.name}/") from None
        english = docs.joinpath(SOURCE, *rest)
        if language == SOURCE or not english.is_file():
            raise click.UsageError(f"{file}: has no English original")
        with writing_told(file):
            count = stamp(file, english)
            click.echo(f"{file}: {count} section{'' if count == 1 else 's'} stamped anew")


@contextmanager
def writing_told(place: Path) -> Iterator[None]:
    """Tell in one line that the files of an installed package cannot be written, say."""
    from sheetgen.cli.output import fail

    try:
        yield
    except PermissionError as error:
        fail(f"{place}: cannot be written: {error.strerror}")


def layout_texts() -> dict[str, list[str]]:
    """Every text of the shipped layouts, with the files that it stands in."""
    from sheetgen.layout import read
    from sheetgen.layout.walk import texts
    from sheetgen.resources import shipped_layouts

    found: dict[str, list[str]] = {}
    for name in shipped_layouts():
        for _, text in texts(read(name).edition):
            found.setdefault(text, []).append(f"layouts/{name}.yaml")
    return found


SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> None:
    """Print the script with which a shell completes commands, options, editions, languages and themes.

    \b
    bash   sheetgen completion bash > ~/.sheetgen-complete && echo '. ~/.sheetgen-complete' >> ~/.bashrc
    zsh    sheetgen completion zsh > ~/.sheetgen-complete && echo '. ~/.sheetgen-complete' >> ~/.zshrc
    fish   sheetgen completion fish > ~/.config/fish/completions/sheetgen.fish
    """  # noqa: D301
    from click.shell_completion import get_completion_class

    from sheetgen.cli.app import cli

    kind = get_completion_class(shell)
    assert kind is not None, "click knows these shells"
    # Whoever asks for a script may be on another machine than the shell: its version is not looked up.
    script = kind(cli, {}, "sheetgen", "_SHEETGEN_COMPLETE")
    click.echo(script.source_template % script.source_vars())
