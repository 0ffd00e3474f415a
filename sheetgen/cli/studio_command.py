"""`sheetgen studio`."""

from pathlib import Path

import click

from sheetgen.cli.output import fail


@click.command("studio")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), help="By default 8765, or any free one if that is taken.")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in the browser.")
def command(file: Path | None, port: int | None, opens: bool) -> None:
    """Write a layout and see it: an editor, the sheet, a game on it, and files to print.

    The page runs on this machine only. It reads and writes layouts in the folder of FILE, by default in the folder
    where it was started, and never outside it.
    """
    from sheetgen.studio.answers import Studio
    from sheetgen.studio.server import open_server
    from sheetgen.studio.shelf import ShelfError, checked_name

    folder = file.parent if file is not None else Path()
    if not folder.is_dir():
        fail(f"{folder}: there is no such folder")
    if file is not None:
        try:
            checked_name(file.name)
        except ShelfError as error:
            fail(str(error))
        if not file.is_file():
            fail(f"{file}: there is no such file; try `sheetgen new {file} --from classic`")
    studio = Studio(folder, file.name if file is not None else "")
    studio.begin()
    try:
        server = open_server(studio, port)
    except OSError as error:
        studio.close()
        fail(f"port {port}: {error.strerror or error}")
    click.echo(f"{server.address} (stop with Ctrl-C)")
    if opens:
        click.launch(server.address)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        click.echo("")
    finally:
        studio.close()
