"""`sheetgen i18n`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click


@click.group("i18n")
def command() -> None:
    """Look after the translations."""


@command.command("update")
def update() -> None:
    """Collect all texts anew into locales/sheetgen.pot and carry them over into every catalogue."""
    from sheetgen.i18n.extraction import update_catalogues
    from sheetgen.resources import data_folder

    with writing_told(data_folder("locales")):
        for line in update_catalogues(layout_texts()):
            click.echo(line)


@command.command("check")
def check() -> None:
    """Say what is missing, out of date or wrong in the translations of texts and pages."""
    from sheetgen.cli.output import fail
    from sheetgen.i18n.checking import check_catalogues, check_terms
    from sheetgen.site.parity import check_templates

    problems = [*check_catalogues(layout_texts()), *check_templates(), *check_terms()]
    if problems:
        fail("\n".join(problems))


@command.command("stamp")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def stamp_files(files: tuple[Path, ...]) -> None:
    """Note in translated page templates that they agree with the English ones as these are now."""
    from sheetgen.i18n import SOURCE
    from sheetgen.resources import data_folder
    from sheetgen.site.parity import stamp

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
