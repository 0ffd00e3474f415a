"""`sheetgen schema`."""

import click


@click.command("schema")
def command() -> None:
    """Print the JSON Schema of the layout language, for editors.

    In VS Code with the YAML extension, the first line of a layout names the schema:
    `# yaml-language-server: $schema=schema.json`
    """
    from sheetgen.layout.schema import as_text

    click.echo(as_text(), nl=False)
