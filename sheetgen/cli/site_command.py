"""`sheetgen site`."""

from pathlib import Path

import click

from sheetgen.cli import completing
from sheetgen.cli.output import fail, known_word, problems_told


@click.group("site")
def command() -> None:
    """Build or serve the rules site."""


_LAYOUT = click.option(
    "--layout",
    "layouts",
    metavar="FILE",
    multiple=True,
    shell_complete=completing.files,
    help="A layout of your own, in place of ours if it has its name; may be repeated.",
)
_LANGUAGE = click.option(
    "--lang",
    "chosen",
    metavar="LANG",
    multiple=True,
    shell_complete=completing.languages,
    help="Only this language; may be repeated.",
)


@command.command("build")
@_LAYOUT
@_LANGUAGE
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path("output/site"), show_default=True,
    help="The folder of the site; what it held before is replaced.",
)  # fmt: skip
def build(layouts: tuple[str, ...], chosen: tuple[str, ...], output: Path) -> None:
    """Build the rules site of all editions, in all languages.

    Every picture, table and example on it is computed; an example that the engine disagrees with ends the build with
    its file and line. A layout of your own gets the same pages.
    """
    from sheetgen.cli.frame import cli
    from sheetgen.site.build import SiteError, build_site, plan
    from sheetgen.site.reference import read_commands

    with problems_told():
        told = plan(_known(chosen), _checked(layouts))
        try:
            pages = build_site(told, output, read_commands(cli))
        except SiteError as error:
            fail("\n".join(error.problems))
        except OSError as error:
            fail(f"{output}: cannot be written: {error.strerror or error}")
    click.echo(f"{output / 'index.html'}: {pages} pages")


@command.command("serve")
@_LAYOUT
@_LANGUAGE
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 finds a free one.")
def serve(layouts: tuple[str, ...], chosen: tuple[str, ...], port: int) -> None:
    """Show the site on this machine while you write it; a changed page is built anew at once."""
    from sheetgen.cli.frame import cli
    from sheetgen.site.build import plan
    from sheetgen.site.reference import read_commands
    from sheetgen.site.render import PageError
    from sheetgen.site.serve import serve as serve_site
    from sheetgen.site.steps import ExampleError

    with problems_told():
        told = plan(_known(chosen), _checked(layouts), with_downloads=False)
        try:
            serve_site(told, port, read_commands(cli), click.echo)
        except (PageError, ExampleError) as error:
            fail(str(error))
        except OSError as error:
            fail(f"port {port}: {error.strerror or error}")


def _known(chosen: tuple[str, ...]) -> tuple[str, ...]:
    from sheetgen.i18n import languages

    for word in chosen:
        known_word("language", word, languages())
    return chosen


def _checked(layouts: tuple[str, ...]) -> tuple[str, ...]:
    """Read the layouts, so that their problems are told before anything is built."""
    from sheetgen.layout import load

    for layout in layouts:
        load(layout)
    return layouts
