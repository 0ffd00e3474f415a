"""`sheetgen list`."""

import click

from sheetgen.cli.output import print_json, problems_told


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
def command(as_json: bool) -> None:
    """Editions, languages, themes, papers and print profiles that sheetgen knows."""
    from sheetgen.drawing.themes import themes
    from sheetgen.i18n import languages, translate
    from sheetgen.layout import read
    from sheetgen.layout.sheet import PAPERS
    from sheetgen.layout.walk import provenance
    from sheetgen.press.profiles import profile_names
    from sheetgen.resources import shipped_layouts

    with problems_told():
        layouts = [read(name) for name in shipped_layouts()]
    titles = {own.id: {lang: translate(own.edition.title, lang) for lang in languages()} for own in layouts}
    sure = {own.id: provenance(own.edition) for own in layouts}
    if as_json:
        editions = [
            {"id": own.id, "titles": titles[own.id], "kind": own.edition.kind, "provenance": sure[own.id]}
            for own in layouts
        ]
        known = {"languages": list(languages()), "themes": list(themes()), "papers": list(PAPERS)}
        known["print profiles"] = profile_names()
        print_json({"editions": editions, **known})
        return
    for own in layouts:
        names = " · ".join(dict.fromkeys(titles[own.id].values()))
        click.echo(f"{own.id:<12} {own.edition.kind:<6} {sure[own.id]:<14} {names}")
    click.echo(f"\nlanguages: {', '.join(languages())}")
    click.echo(f"themes: {', '.join(themes())}")
    click.echo(f"papers: {', '.join(PAPERS)}")
    click.echo(f"print profiles: {', '.join(profile_names())}")
