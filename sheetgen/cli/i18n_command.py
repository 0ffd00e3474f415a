"""`sheetgen i18n`."""

import click


@click.group("i18n")
def command() -> None:
    """Look after the translations."""


@command.command("update")
def update() -> None:
    """Collect all texts anew into locales/sheetgen.pot and carry them over into every catalogue."""
    from sheetgen.i18n.extraction import update_catalogues

    for line in update_catalogues(layout_texts()):
        click.echo(line)


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
