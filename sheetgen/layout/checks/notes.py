"""What a reader should know: texts without translation, values that are not certain."""

from collections.abc import Iterator

from sheetgen.i18n import catalogue, languages
from sheetgen.layout.loading import Layout
from sheetgen.layout.nodes import printable
from sheetgen.layout.problems import Problem, Severity, brief, did_you_mean
from sheetgen.layout.walk import provenance_notes, texts


def translations(layout: Layout) -> Iterator[Problem]:
    """Every text should exist in every language."""
    own = layout.edition.translations
    for language in own:
        if language not in languages():
            hint = did_you_mean(language, languages()) or f"languages are {', '.join(languages())}"
            yield layout.problem(
                ("translations", language), f"unknown language {brief(language)}", hint, Severity.WARNING
            )
    seen = set()
    for steps, text in texts(layout.edition):
        if text in seen:
            continue
        seen.add(text)
        missing = [
            language
            for language in languages()
            if language != "en" and text not in own.get(language, {}) and text not in catalogue(language)
        ]
        if missing:
            message = f"no translation of {brief(text)} into {', '.join(missing)}"
            yield layout.problem(steps, message, severity=Severity.WARNING)


def provenance(layout: Layout) -> Iterator[Problem]:
    """Values that were never seen in print stay marked."""
    for steps, note in provenance_notes(layout.edition):
        message = f"{note.level}: {printable(note.note)}" if note.note else note.level
        yield layout.problem(steps, message, severity=Severity.INFO)
