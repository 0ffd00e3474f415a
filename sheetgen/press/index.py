"""The page that shows what lies in the output folder."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from sheetgen.i18n import translate
from sheetgen.layout import load
from sheetgen.press.collection import Job


def index_page(jobs: Sequence[Job], *, has_site: bool = False) -> str:
    """A page of links with a picture of every sheet, in all languages; it needs nothing else."""
    from babel import Locale
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    sections = []
    for language, own in groupby(jobs, key=lambda job: job.language):
        editions = []
        for edition, files in groupby(own, key=lambda job: job.edition):
            model = load(edition).edition
            found = list(files)
            title = translate(model.title, language, model.translations)
            editions.append({"title": title, "preview": found[0].path, "files": found[1:]})
        name = str(Locale(language).get_display_name(language) or language)
        words = {
            "note": translate("Unofficial. The games belong to their authors and publishers.", language),
            "rules": translate("Rules", language),
        }
        sections.append({"language": language, "name": name, "editions": editions, **words})
    return environment.get_template("index.html.j2").render(sections=sections, has_site=has_site)
