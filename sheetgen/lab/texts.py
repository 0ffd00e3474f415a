"""Figures in words: numbers, shares, and the names of zones and badges in a language, for reports and pages."""

from sheetgen.drawing.names import action_name, bonus_text, told_apart, zone_name_in_sentence
from sheetgen.i18n import fill_fields, is_grouped, later, translate
from sheetgen.lab.results import badge_name
from sheetgen.lab.tally import Estimate
from sheetgen.layout import SheetEdition
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.zone import Badge

PLACES = {
    "cell": later("cell {n}"),
    "row": later("row {n}"),
    "column": later("column {n}"),
    "diagonal": later("diagonal"),
    "between cells": later("between cells {n} and {next}"),
    "between rows": later("column {n}, between rows {row} and {below}"),
}


class FigureTexts:
    """Writes texts and numbers about an edition in one language."""

    def __init__(self, edition: SheetEdition, language: str) -> None:
        self.edition, self.language = edition, language

    def tr(self, message: str, **values: object) -> str:
        """Return a message in the language, with its fields filled."""
        text = translate(message, self.language, self.edition.translations)
        return fill_fields(text, **values) if values else text

    def number(self, value: float, digits: int = 1) -> str:
        """Return a number with some digits after the point."""
        from babel.numbers import format_decimal

        pattern = "#,##0" + ("." + "0" * digits if digits else "")
        grouped = is_grouped(value, self.language)
        return str(format_decimal(value, pattern, locale=self.language, group_separator=grouped))

    def percent(self, value: float, digits: int = 0) -> str:
        """Return a share (0 to 1) in percent."""
        from babel import Locale
        from babel.numbers import format_percent

        pattern: str = Locale.parse(self.language).percent_formats[None].pattern
        digits_pattern = "##0" + ("." + "0" * digits if digits else "")
        return str(format_percent(value, pattern.replace("##0", digits_pattern), locale=self.language))

    def estimate(self, estimate: Estimate) -> str:
        """Return a figure with its margin."""
        return f"{self.number(estimate.value)} ± {self.number(estimate.margin)}"

    def zone(self, zone: str) -> str:
        """Return the name of a zone, with a capital letter; a further zone of a die has its key, too."""
        name = zone_name_in_sentence(self.edition, zone, self.tr)
        return told_apart(self.edition, zone, name[:1].upper() + name[1:])

    def badge(self, bonus: Bonus) -> str:
        """Return what a badge gives."""
        if len(bonus.singles) > 1:
            one, other = bonus.singles[:2]
            return self.tr("{one} or {other}", one=self.badge(one), other=self.badge(other))
        return bonus_text(self.edition, bonus, self.tr)

    def place(self, badge: Badge) -> str:
        """Return where in its zone a badge is."""
        steps = [step for step in badge.path[1:] if isinstance(step, int)]
        last = steps[-1] + (badge.attached_to != "cell") if steps else 0
        row = steps[0] + 1 if steps else 0
        return self.tr(PLACES[badge.attached_to], n=last, next=last + 1, row=row, below=row + 1)

    def badge_of_zone(self, zone: str, badge: Badge) -> str:
        """Return the name of a badge: its zone, its place there and what it gives."""
        return f"{self.zone(zone)}, {self.place(badge)}: {self.badge(badge.bonus)}"

    def action(self, label: str) -> str:
        """Return the name of an action by the label of its track, with a capital letter."""
        name = action_name(self.edition, label, self.tr)
        return name[:1].upper() + name[1:]


class LayoutTexts(FigureTexts):
    """English texts with the names that the layout file itself has for its parts, as commands print them."""

    def __init__(self, edition: SheetEdition) -> None:
        super().__init__(edition, "en")

    def zone(self, zone: str) -> str:
        """Return the key of a zone."""
        return zone

    def badge_of_zone(self, zone: str, badge: Badge) -> str:
        """Return the name of a badge as figures have it."""
        return badge_name(zone, badge.attached_to, badge.path, str(badge.bonus))

    def action(self, label: str) -> str:
        """Return the label of a track."""
        return label
