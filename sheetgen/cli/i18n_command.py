"""`sheetgen i18n`."""

import click


@click.group("i18n")
def command() -> None:
    """Look after the translations."""


@command.command("update")
def update() -> None:
    """Collect all texts anew into locales/sheetgen.pot and carry them over into every catalogue."""
    from sheetgen.i18n.extraction import update_catalogues
    from sheetgen.layout import read
    from sheetgen.layout.walk import texts
    from sheetgen.resources import shipped_layouts

    found: dict[str, list[str]] = {}
    for name in shipped_layouts():
        for _, text in texts(read(name).edition):
            found.setdefault(text, []).append(f"layouts/{name}.yaml")
    for line in update_catalogues(found):
        click.echo(line)
