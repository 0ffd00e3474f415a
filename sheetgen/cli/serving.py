"""Commands of the rules site and of the studio."""

from pathlib import Path

import click

from sheetgen.cli.options import complete_files, complete_languages
from sheetgen.cli.output import fail, known_word, problems_told


@click.group("site")
def site_command() -> None:
    """Build or serve the rules site."""


_LAYOUT = click.option(
    "--layout",
    "layouts",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_files,
    help="A layout of your own, in place of ours if it has its name; may be repeated.",
)
_LANGUAGE = click.option(
    "--lang",
    "chosen",
    metavar="LANG",
    multiple=True,
    shell_complete=complete_languages,
    help="Only this language; may be repeated.",
)


@site_command.command("build")
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
    from sheetgen.cli.app import cli
    from sheetgen.site.build import SiteError, build_site, plan_site
    from sheetgen.site.tables import read_commands

    with problems_told():
        told = plan_site(_known(chosen), _checked(layouts))
        try:
            pages = build_site(told, output, read_commands(cli))
        except SiteError as error:
            fail("\n".join(error.problems))
        except OSError as error:
            fail(f"{output}: cannot be written: {error.strerror or error}")
    click.echo(f"{output / 'index.html'}: {pages} pages")


@site_command.command("serve")
@_LAYOUT
@_LANGUAGE
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 finds a free one.")
def serve(layouts: tuple[str, ...], chosen: tuple[str, ...], port: int) -> None:
    """Show the site on this machine while you write it; a changed page is built anew at once."""
    from sheetgen.cli.app import cli
    from sheetgen.site.build import plan_site
    from sheetgen.site.examples import ExampleError
    from sheetgen.site.serve import serve as serve_site
    from sheetgen.site.tables import read_commands
    from sheetgen.site.templates import PageError

    with problems_told():
        told = plan_site(_known(chosen), _checked(layouts), with_downloads=False)
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


@click.command("studio")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), help="By default 8765, or any free one if that is taken.")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in the browser.")
def studio_command(file: Path | None, port: int | None, opens: bool) -> None:
    """Write a layout and see it: an editor, the sheet, a game on it, and files to print.

    The page runs on this machine only. It reads and writes layouts in the folder of FILE, by default in the folder
    where it was started, and never outside it.
    """
    from sheetgen.studio.server import local_service, open_server
    from sheetgen.studio.workspace import WorkspaceError, checked_name

    folder = file.parent if file is not None else Path()
    if not folder.is_dir():
        fail(f"{folder}: there is no such folder")
    if file is not None:
        try:
            checked_name(file.name)
        except WorkspaceError as error:
            fail(str(error))
        if not file.is_file():
            fail(f"{file}: there is no such file; try `sheetgen new {file} --from classic`")
    service = local_service(folder, file.name if file is not None else "")
    service.start()
    try:
        server = open_server(service, port)
    except OSError as error:
        service.close()
        fail(f"port {port}: {error.strerror or error}")
    click.echo(f"{server.address} (stop with Ctrl-C)")
    if opens:
        click.launch(server.address)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        click.echo("")
    finally:
        service.close()
