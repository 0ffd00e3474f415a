"""`sheetgen new`."""

from pathlib import Path

import click

from sheetgen.cli import completing
from sheetgen.cli.output import fail, problems_told, write_result


@click.command("new")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "edition",
    required=True,
    metavar="EDITION",
    shell_complete=completing.editions,
    help="The edition to start from.",
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def command(file: Path, edition: str, force: bool) -> None:
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
