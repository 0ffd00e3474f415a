"""The command line: every command parses, calls and prints; the work is done in the other packages."""

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C ends it without a traceback, also while it still imports its modules."""
    try:
        from sheetgen.cli.app import main as run

        run()
    except KeyboardInterrupt:
        from sheetgen.cli.interrupts import end_at_once

        end_at_once()
