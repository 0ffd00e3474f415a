"""`--watch`: a command again and again, whenever one of its files changes."""

import time
from collections.abc import Sequence
from pathlib import Path

import click

from sheetgen.cli.output import InputError, errors_as_messages
from sheetgen.files import FileWatch

PAUSE = 0.3  # seconds between two looks


def keep_watching(command: click.Command, files: Sequence[str | None]) -> None:
    """Run the command that was called once, and again after every change, until interrupted."""
    context = click.get_current_context()
    options = {**context.params, "watch": False}
    watch = FileWatch(lambda: _watched(files))  # before the first run, so that a change during it is not overlooked
    try:
        while True:
            try:
                with errors_as_messages(context):
                    context.invoke(command, **options)
            except SystemExit:  # the problems are printed; the next change may mend them
                pass
            except InputError as error:
                error.show()
            while not watch.changed():
                time.sleep(PAUSE)
            click.echo(time.strftime("-- changed, %H:%M:%S"))
    except KeyboardInterrupt:
        click.echo("")


def _watched(files: Sequence[str | None]) -> set[Path]:
    """The files, with the layouts beside them, which may be their parents."""
    from sheetgen.layout.loading import find
    from sheetgen.layout.problems import LayoutError

    paths: set[Path] = set()
    for file in files:
        if file is None or file == "-":
            continue
        try:
            path = find(file)[0]
            paths |= {path, *path.parent.glob("*.y*ml")}
        except (LayoutError, OSError):
            paths.add(Path(file))
    return paths
