"""Commands of the rules site and of the studio: site build, site serve, studio."""

from pathlib import Path

import click

import sheetgen
from sheetgen import limits
from sheetgen.cli.options import complete_files, languages_option
from sheetgen.cli.output import Command, CommandGroup

_LAYOUTS = click.option(
    "--layout",
    "layouts",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_files,
    help="A layout of your own, in place of ours if it has its name; may be repeated.",
)
_LANGUAGES = languages_option("Only this language; may be repeated.", metavar="LANG")


@click.group("site", cls=CommandGroup)
def site_command() -> None:
    """Build or serve the rules site."""


@site_command.command("build")
@_LAYOUTS
@_LANGUAGES
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("output/site"),
    show_default=True,
    help="The folder of the site; what it held before is replaced.",
)
def site_build(layouts: tuple[str, ...], languages: tuple[str, ...], output: Path) -> None:
    """Build the rules site of all editions, in all languages.

    Every picture, table and example on it is computed; an example that the engine disagrees with ends the build with
    its file and line. A layout of your own gets the same pages.
    """
    from sheetgen.cli.app import cli
    from sheetgen.site.tables import read_commands

    pages = sheetgen.build_site(layouts, languages=languages, output=output, commands=read_commands(cli))
    click.echo(f"{output / 'index.html'}: {pages} pages")


@site_command.command("serve")
@_LAYOUTS
@_LANGUAGES
@click.option("--port", type=click.IntRange(*limits.PORTS), default=8000, show_default=True, help="0 finds a free one.")
def site_serve(layouts: tuple[str, ...], languages: tuple[str, ...], port: int) -> None:
    """Show the site on this machine while you write it; a changed page is built anew at once."""
    from sheetgen.cli.app import cli
    from sheetgen.site.tables import read_commands

    sheetgen.serve_site(layouts, languages=languages, port=port, commands=read_commands(cli), echo=click.echo)


@click.command("studio", cls=Command)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(*limits.PORTS), help="By default 8765, or any free one if that is taken.")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in the browser.")
def studio_command(file: Path | None, port: int | None, opens: bool) -> None:
    """Write a layout and see it: an editor, the sheet, a game on it, and files to print.

    The page runs on this machine only. It reads and writes layouts in the folder of FILE, by default in the folder
    where it was started, and never outside it.
    """
    sheetgen.open_studio(file, port=port, opens=opens, echo=click.echo, open_page=click.launch)
