"""`--watch`: a command again and again, whenever one of its files changes."""

import time
from collections.abc import Sequence
from pathlib import Path

import click

from sheetgen.cli.output import InputError, errors_as_messages

PAUSE = 0.3


def keep_watching(command: click.Command, files: Sequence[str | None]) -> None:
    """Run the command that was called once, and again after every change, until interrupted."""
    context = click.get_current_context()
    options = {**context.params, "watch": False}
    known: dict[Path, tuple[int, int]] = {}
    try:
        while True:
            # Times are taken before the run, so that a change during it is not overlooked.
            now = _times(files)
            if now != known:
                if known:
                    click.echo(time.strftime("-- changed, %H:%M:%S"))
                known = now
                try:
                    with errors_as_messages(context):
                        context.invoke(command, **options)
                except SystemExit:  # the problems are printed; the next change may mend them
                    pass
                except InputError as error:
                    error.show()
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        click.echo("")


def _times(files: Sequence[str | None]) -> dict[Path, tuple[int, int]]:
    """When the files were written last, with the layouts beside them, which may be their parents."""
    from sheetgen.layout.checks import find
    from sheetgen.layout.problems import LayoutError

    times: dict[Path, tuple[int, int]] = {}
    for file in files:
        if file is None or file == "-":
            continue
        try:
            path = find(file)[0]
            beside = path.parent.glob("*.y*ml")
            for layout in {path, *beside}:
                state = layout.stat()
                times[layout] = (state.st_mtime_ns, state.st_size)
        except (LayoutError, OSError):
            times[Path(file)] = (0, 0)
    return times
