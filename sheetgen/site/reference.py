"""The command line, told from the commands themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sheetgen.site.html import markdown_table
from sheetgen.site.words import Words


@dataclass(frozen=True)
class Command:
    """A command as its help tells it."""

    path: str
    usage: str
    help: str
    options: tuple[tuple[str, str], ...]


def read_commands(group: Any) -> tuple[Command, ...]:
    """All commands of a click group. It is handed in, since the command line is a room above this one."""
    import click

    return tuple(_commands(group, click.Context(group, info_name="sheetgen")))


def _commands(group: Any, context: Any) -> Iterator[Command]:
    import click

    for name in group.list_commands(context):
        command = group.get_command(context, name)
        own = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from _commands(command, own)
            continue
        records = [p.get_help_record(own) for p in command.get_params(own) if p.name != "help"]
        # Arguments have no help of their own: the usage names them, and the text says what they are.
        options = tuple(record for record in records if record is not None and record[1])
        usage = f"{own.command_path} {' '.join(command.collect_usage_pieces(own))}"
        yield Command(own.command_path, usage, (command.help or "").replace("\f", "").strip(), options)


def command_line(commands: Sequence[Command], words: Words) -> str:
    """Every command with its usage, what it does, and its options."""
    blocks = []
    for command in commands:
        blocks.append(f"## {command.path} {{: #{command.path.replace(' ', '-')} }}")
        blocks.append(f"```\n{command.usage}\n```")
        blocks.append(_escaped(command.help))
        if command.options:
            rows = [[f"`{option}`", _escaped(told)] for option, told in command.options]
            blocks.append(markdown_table([words.tr("Option"), words.tr("Meaning")], rows))
    return "\n\n".join(blocks)


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;")
