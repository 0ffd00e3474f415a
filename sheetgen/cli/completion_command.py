"""`sheetgen completion`."""

import click

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the script with which a shell completes commands, options, editions, languages and themes.

    \b
    bash   sheetgen completion bash > ~/.sheetgen-complete && echo '. ~/.sheetgen-complete' >> ~/.bashrc
    zsh    sheetgen completion zsh > ~/.sheetgen-complete && echo '. ~/.sheetgen-complete' >> ~/.zshrc
    fish   sheetgen completion fish > ~/.config/fish/completions/sheetgen.fish
    """  # noqa: D301
    from click.shell_completion import get_completion_class

    from sheetgen.cli.frame import cli

    kind = get_completion_class(shell)
    assert kind is not None, "click knows these shells"
    # Whoever asks for a script may be on another machine than the shell: its version is not looked up.
    script = kind(cli, {}, "sheetgen", "_SHEETGEN_COMPLETE")
    click.echo(script.source_template % script.source_vars())
