"""`sheetgen list`."""

import click

from sheetgen.cli.output import print_json, problems_told


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
def command(as_json: bool) -> None:
    """Editions, languages, themes and papers that sheetgen knows."""
    from sheetgen.drawing.themes import themes
    from sheetgen.i18n import languages, translate
    from sheetgen.layout import read
    from sheetgen.layout.sheet import PAPERS
    from sheetgen.layout.walk import provenance
    from sheetgen.resources import shipped_layouts

    with problems_told():
        editions = [
            {
                "id": layout.id,
                "titles": {language: translate(layout.edition.title, language) for language in languages()},
                "kind": layout.edition.kind,
                "provenance": provenance(layout.edition),
            }
            for layout in map(read, shipped_layouts())
        ]
    if as_json:
        known = {"languages": list(languages()), "themes": list(themes()), "papers": list(PAPERS)}
        print_json({"editions": editions, **known})
        return
    for edition in editions:
        titles = " · ".join(dict.fromkeys(edition["titles"].values()))  # type: ignore[attr-defined]
        click.echo(f"{edition['id']:<12} {edition['kind']:<6} {edition['provenance']:<14} {titles}")
    click.echo(f"\nlanguages: {', '.join(languages())}")
    click.echo(f"themes: {', '.join(themes())}")
    click.echo(f"papers: {', '.join(PAPERS)}")
