"""The command line: the group of all commands, each imported only when called, and the exit codes of errors."""

import codecs
import gc
import os
import sys
from importlib import import_module
from typing import Any

import click

import sheetgen
from sheetgen.cli.interrupts import end_at_once, end_soon_after_interrupt
from sheetgen.errors import SheetgenError

CUTOFF = 0.65  # how similar an option must be to be suggested, from 0 to 1
YOUNG_OBJECTS = 50_000  # made before the next search for unused ones; a tenth of the time of `check` with 700

# The help of each command, so that --help need not import any of them.
COMMANDS = {
    "list": "List all editions, languages, themes, papers and print profiles.",
    "show": "Print the complete layout of an edition, as YAML or JSON.",
    "check": "Report errors, warnings and notes about layouts.",
    "schema": "Print the JSON Schema of the layout language, for editors.",
    "new": "Start your own layout on top of an edition.",
    "sheet": "Draw a sheet as SVG, PDF or PNG.",
    "pad": "Make a pad of sheets, or a deck of cards, as PDF.",
    "rulebook": "Make a book of the rules as PDF, to read, fold or print.",
    "build": "Build everything into output/: sheets, pads, decks, site.",
    "preflight": "Report what a print shop would object to in a PDF.",
    "replay": "Play a record and check what it expects.",
    "advise": "Say what an expert would have played in a record, and why.",
    "score": "Score the marks on a sheet.",
    "simulate": "Play many games and report the scores.",
    "balance": "Report what is too strong, too weak or never reached on a sheet.",
    "bands": "Compute rating bands for a sheet from simulated games.",
    "train": "Teach the expert bot a layout by letting it play.",
    "odds": "Compute the exact odds of every objective card.",
    "site": "Build or serve the rules site.",
    "studio": "Design a sheet in your browser: write, see, play, print.",
    "i18n": "Start, check and update translations.",
    "completion": "Print a completion script for bash, zsh or fish.",
}

# The module of each command, which is imported when the command is called: `list` is `list_command` there.
_MODULES = {
    "design": ("list", "show", "check", "schema", "new", "studio", "i18n", "completion"),
    "publishing": ("sheet", "pad", "rulebook", "preflight", "build", "site"),
    "playing": ("replay", "advise", "score", "simulate", "balance", "bands", "train", "odds"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


class LazyGroup(click.Group):
    """A group that imports the module of a command when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"sheetgen.cli.{_MODULE_OF[cmd_name]}"), f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called; if there is none of that name, end with a suggestion."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _help_width() -> int:
    """Return the width of help in characters; click would ask shutil, which is slow to import."""
    try:
        columns = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size().columns
    except (OSError, ValueError):  # a pipe has no size
        columns = 80
    return max(min(columns, 80) - 2, 50)


def _print_version(context: click.Context, parameter: click.Parameter, asked: bool) -> None:
    """Print the version, and which engine plays simulated games."""
    if not asked or context.resilient_parsing:
        return
    from sheetgen.engine.fast.core import core

    click.echo(f"sheetgen, version {sheetgen.__version__}\nengine: {core()}")
    context.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "terminal_width": _help_width()})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version, and which engine plays simulated games.",
)
def cli() -> None:
    """Printable sheets, rules and examples for the Clever dice family. Unofficial.

    EDITION is always the id of an edition (see `sheetgen list`) or the path of a layout file.
    Exit codes: 0 success, 1 a file is missing, wrong or cannot be written, 2 what was typed is wrong, such as an
    unknown name, 130 ended by Ctrl-C before it was done. What goes on until Ctrl-C (studio, site serve, --watch) is
    done then: 0.
    """


def _encode_unprintable(error: UnicodeError) -> tuple[bytes, int]:
    """Encode what the codec cannot: undecodable bytes of a file name become those bytes again, the rest becomes `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = map(ord, error.object[error.start : error.end])
    return b"".join(bytes([code - 0xDC00]) if 0xDC80 <= code <= 0xDCFF else b"?" for code in characters), error.end


def _restart_in_utf8_mode() -> None:
    """Start this process again in Python's UTF-8 mode if the locale knows only ASCII: sheets may show file names."""
    if sys.getfilesystemencoding() == "ascii" and not sys.flags.utf8_mode:
        os.execve(sys.executable, sys.orig_argv, {**os.environ, "PYTHONUTF8": "1"})


def _without_far_suggestions(error: click.NoSuchOption) -> click.UsageError:
    """The error with suggestions that are similar without their dashes; `--lang` is not what `--wrong` means."""
    from difflib import get_close_matches

    names = {option.lstrip("-"): option for option in error.possibilities or ()}
    near = [names[name] for name in get_close_matches(error.option_name.lstrip("-"), names, n=1, cutoff=CUTOFF)]
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return click.UsageError(f"{error.message}{hint}", error.ctx)


def main() -> None:
    """Run the command line; wrong input ends in one line per problem and exit code 1."""
    _restart_in_utf8_mode()
    end_soon_after_interrupt()
    gc.set_threshold(YOUNG_OBJECTS)
    # A terminal or pipe with a narrow encoding must not turn a result into a traceback.
    codecs.register_error("sheetgen.printable", _encode_unprintable)
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="sheetgen.printable")
    try:
        cli.main(standalone_mode=False)
    except click.exceptions.Abort:
        end_at_once()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.UsageError as error:
        if isinstance(error, click.NoSuchOption):
            error = _without_far_suggestions(error)
        command = error.ctx.command_path if error.ctx is not None else "sheetgen"
        message = " ".join(error.format_message().split())
        print(f"{command}: {message} (see {command} --help)", file=sys.stderr)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except SheetgenError as error:
        print(error, file=sys.stderr)  # raised outside of a command, such as for a damaged catalogue in --help
        sys.exit(1)
    except OSError as error:
        # Commands handle errors of the files that they read and write; what is left is standard output.
        print(f"sheetgen: cannot print the result: {error.strerror or error}", file=sys.stderr)
        sys.exit(1)
