"""What commands share: printing, reading and writing files, `--watch`, errors as messages and exit codes."""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from sheetgen.cli.interrupts import expect_interrupt
from sheetgen.errors import SheetgenError, WrongEditionError, WrongValueError, require_writable, writing_to
from sheetgen.files import write_file

if TYPE_CHECKING:
    from sheetgen.layout import Layout

MAX_INPUT_BYTES = 5_000_000
EXIT_USAGE = 2  # what was typed is wrong
OUTPUTS = ("output", "report")  # the options that name what is written


class InputError(click.ClickException):
    """Wrong input: its message is printed as it is, one line per problem, and the exit code is 1."""

    def show(self, file: Any = None) -> None:
        """Print the message to stderr."""
        click.echo(self.message, err=True)


class UnknownNameInputError(InputError):
    """An unknown name of an edition or print profile: as InputError, with exit code 2."""

    exit_code = EXIT_USAGE


class ErrorHandlingCommand(click.Command):
    """A command whose errors end in a message and an exit code: 2 for a wrong option, 1 for other wrong input."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; raise click.UsageError for one that is given twice, unless it may be repeated."""
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for parameter in self.params:
            may_repeat = getattr(parameter, "multiple", False) or isinstance(parameter, click.Argument)
            if given.count(parameter) > 1 and not may_repeat and not ctx.resilient_parsing:
                names = " or ".join([*parameter.opts, *parameter.secondary_opts])
                raise click.UsageError(f"{names} is given {given.count(parameter)} times, expected once", ctx)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with errors_as_messages(ctx):
            return super().invoke(ctx)


class ErrorHandlingGroup(click.Group):
    """A group whose commands turn errors into messages and exit codes."""

    command_class = ErrorHandlingCommand


@contextmanager
def errors_as_messages(ctx: click.Context) -> Iterator[None]:
    """Turn errors into messages and exit codes.

    2 is for what was typed: an unknown name or option, a value out of its limits (WrongValueError, UnknownNameError). 1
    is for files: missing, wrong, or not to be written (other SheetgenErrors).
    """
    try:
        yield
    except WrongValueError as error:
        raise click.UsageError(str(error), ctx) from None
    except SheetgenError as error:
        from sheetgen.layout.problems import UnknownNameError  # not before: some commands never read a layout

        raise (UnknownNameInputError if isinstance(error, UnknownNameError) else InputError)(str(error)) from None


@contextmanager
def errors_naming_files(edition: str, marks: str | None = None) -> Iterator[None]:
    """Put the edition before the message of an error of drawing or printing, and the marks file before one about marks.

    Raises InputError instead of these errors.
    """
    from sheetgen.drawing.scene import DrawingError
    from sheetgen.engine import MarksError
    from sheetgen.press import PressError

    try:
        yield
    except WrongValueError:
        raise
    except WrongEditionError as error:
        fail(f"{edition}: {error}")
    except DrawingError as error:
        fail(f"{marks if error.in_marks else edition}: {error}")
    except PressError as error:
        fail(f"{edition}: {error}")
    except MarksError as error:
        fail("\n".join(f"{marks}: {reason}" for reason in error.reasons))


def fail(message: str) -> NoReturn:
    """Raise InputError: the command ends with the message on stderr and exit code 1."""
    raise InputError(message)


def warning_about(edition: str) -> Callable[[str], None]:
    """Return a function that prints a warning about an edition on stderr."""
    return lambda line: click.echo(f"{edition}: warning: {line}", err=True)


def echo_note(line: str) -> None:
    """Print a line that is no result, to stderr."""
    click.echo(line, err=True)


def print_json(data: object, indent: int = 2) -> None:
    """Print data as JSON; what JSON lacks, such as fractions, as text."""
    click.echo(json.dumps(data, indent=indent, ensure_ascii=False, default=str))


def counted(number: int, word: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> counted(1, "page"), counted(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


@contextmanager
def progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar if stderr is a terminal; give a function to call with the number of further steps done."""
    if not sys.stderr.isatty():
        yield lambda steps: None
        return
    with click.progressbar(length=total, label=label, file=sys.stderr) as bar:
        yield lambda steps: bar.update(steps)


def require_output(path: Path, *layouts: "Layout") -> None:
    """Raise UnwritableError, before the work is done, for a file that cannot be written or that this command reads.

    It reads the files that its options name, and those that `layouts` are made from.
    """
    from sheetgen.layout.loading import files_of

    context = click.get_current_context()
    require_writable(path, {*_files_read(context), *(file for layout in layouts for file in files_of(layout))})


def _files_read(context: click.Context) -> Iterator[Path]:
    """The files that the options of a command name, except those to write, and the files that these name in turn."""
    from sheetgen.layout.loading import layout_files

    for name, value in context.params.items():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str | Path) and str(each) not in ("", "-") and name not in OUTPUTS:
                yield from layout_files(str(each)) if str(each).endswith((".yaml", ".yml")) else (Path(each),)
                yield from _FILES_OF_OPTION.get(name, _no_files)(str(each))


def _no_files(value: str) -> Iterable[Path]:
    return ()


def _colours_of(profile: str) -> Iterable[Path]:
    from sheetgen.press.profiles import load_profile

    icc = load_profile(profile).icc
    return () if icc is None else (Path(icc),)


def _files_of_bot(bot: str) -> Iterable[Path]:
    from sheetgen.lab.players import bot_files

    return bot_files(bot)


_FILES_OF_OPTION: dict[str, Callable[[str], Iterable[Path]]] = {"profile": _colours_of, "bot": _files_of_bot}


def write_result(path: Path, content: str | bytes) -> None:
    """Write a file completely or not at all; raise UnwritableError."""
    with writing_to(path):
        write_file(path, content)


def read_input(file: str) -> str:
    """Return the text of a file, or of standard input for `-`; raise InputError if it cannot be read."""
    try:
        if file == "-":
            if sys.stdin is None:  # closed by whoever started this process
                fail("-: standard input is closed")
            data = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
        else:
            path = Path(file)
            if path.exists() and not path.is_file():
                fail(f"{file}: is not a file")
            with path.open("rb") as stream:
                data = stream.read(MAX_INPUT_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable file name"
        fail(f"{file}: cannot be read: {reason}")
    if len(data) > MAX_INPUT_BYTES:
        fail(f"{file}: is larger than {MAX_INPUT_BYTES // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        fail(f"{file}: is not UTF-8 text")


def keep_watching(command: click.Command, files: Sequence[str | None]) -> None:
    """Run the current command without `--watch` once, and again after every change of `files`, until Ctrl-C.

    Layouts beside the files are watched as well, since they may be their parents; None and `-` are no files.
    """
    from sheetgen.layout.loading import layout_files
    from sheetgen.watching import FileWatch

    context = click.get_current_context()
    options = {**context.params, "watch": False}
    editions = [file for file in files if file is not None and file != "-"]
    expect_interrupt()
    # Watching begins before the first run, so that a change during it is not missed.
    with FileWatch(lambda: {path for edition in editions for path in layout_files(edition)}) as watch:
        try:
            while True:
                try:
                    with errors_as_messages(context):
                        context.invoke(command, **options)
                except SystemExit:  # the problems are printed; the next change may correct them
                    pass
                except InputError as error:
                    error.show()
                while not watch.changed():
                    watch.wait()
                click.echo(time.strftime("-- changed, %H:%M:%S"))
        except KeyboardInterrupt:
            click.echo("")
