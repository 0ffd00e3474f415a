"""Steppers: an example as an HTML list of steps; a script on the page shows one step at a time."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from sheetgen.site.examples import CardExample, CardStep, Example, LaidCard, SheetState, Step, page_of_clause
from sheetgen.site.narration import CardNarrator, Narrator, tell_notes
from sheetgen.site.phrases import Phrases
from sheetgen.site.pictures import LayoutPictures
from sheetgen.site.words import Words


class Stepper:
    """Writes examples of one sheet edition in one language."""

    def __init__(self, pictures: LayoutPictures, words: Words) -> None:
        self.pictures, self.words = pictures, words

    def write(self, example: Example) -> str:
        """Return the whole example as HTML, without its title."""
        narrator = Narrator(example.record.rules, example.record.players, self.words)
        return stepper_html(
            [(narrator.tell(step), self._shown(example, step)) for step in example.steps], example.anchor, self.words
        )

    def _shown(self, example: Example, step: Step) -> str:
        sentences = dict.fromkeys(tell_notes(example, step, self.words))
        notes = "".join(
            f'<li class="note-{kind}">{escape(text)}{self._rule(example, clause)}</li>'
            for kind, text, clause in sentences
        )
        return (
            self._table(example, step)
            + self._sheets(example, step)
            + self._points(example, step)
            + (f'<ul class="notes">{notes}</ul>' if notes else "")
        )

    def _rule(self, example: Example, clause: str) -> str:
        """Return a link to the sentence that states a clause, on a page beside this one."""
        if not clause:
            return ""
        page = page_of_clause(clause, example.edition)
        label = escape(self.words.tr("Rule {clause}", clause=clause))
        return f' <a class="rule" href="{page}.html#clause-{clause}">{label}</a>'

    # The table

    def _table(self, example: Example, step: Step) -> str:
        table, tr = step.table, self.words.tr
        if not (table.pool or table.platter or any(table.slots)):
            return ""
        labels = example.edition.die_slots
        slots = "".join(
            f'<span class="slot">{self._die(example, *die) if die else ""}<small>{escape(label)}</small></span>'
            for die, label in zip(table.slots, labels, strict=True)
        )
        pool = [self._dice_area("pool", tr("Rolled"), self._dice(example, table.pool))] if table.pool else []
        parts = [
            *pool,
            self._dice_area("slots", tr("Die slots"), slots),
            self._dice_area("platter", tr("Platter"), self._dice(example, table.platter)),
        ]
        return f'<div class="table">{"".join(parts)}</div>'

    def _dice_area(self, css: str, label: str, dice: str) -> str:
        return f'<div class="{css}"><span class="place">{escape(label)}</span><span class="dice">{dice}</span></div>'

    def _dice(self, example: Example, dice: Iterable[tuple[str, int]]) -> str:
        return "".join(self._die(example, die, face) for die, face in dice)

    def _die(self, example: Example, die: str, face: int) -> str:
        label = self.words.tr("{colour} {face}", colour=self.words.die(example.edition, die), face=face)
        return self.pictures.die(die, face, label)

    # The sheet

    def _sheets(self, example: Example, step: Step) -> str:
        zones = step.zones
        if step.kind == "start":
            touched = set(example.zones)
            shown = [zone for zone in example.edition.zones if zone in touched or zone in example.starting_zones]
            figures = [self._figure(example, zone, step, "") for zone in shown]
            if any(track["unlocked"] for track in step.after.actions.values()):
                figures.append(self._actions(step, ""))
        else:
            figures = [self._figure(example, zone, step, when) for zone in zones for when in ("before", "after")]
            figures += self._deciding(example, step)
            if step.changes_actions and step.kind == "move":
                figures += [self._actions(step, "before"), self._actions(step, "after")]
        return f'<div class="sheets">{"".join(figures)}</div>' if figures else ""

    def _deciding(self, example: Example, step: Step) -> Iterator[str]:
        """Yield the zones that decide what is possible, where the step itself does not show them."""
        name = example.record.players[step.seat]
        shown = {(name, zone) for zone in step.zones}
        blocking = {zone: (name, step.after) for die in step.blocked for zone in die.reason.zones}
        for zone, (player, sheet) in [
            *blocking.items(),
            *((note.zone, (note.name, note.sheet)) for note in step.notes),
        ]:
            if zone in example.edition.zones and (player, zone) not in shown:
                shown.add((player, zone))
                name_of_zone = self.words.zone_label(example.edition, zone)
                caption = self.words.tr("{zone}, {name}'s sheet", zone=name_of_zone, name=player)
                label = self._label(example, zone, caption, sheet)
                yield _framed(self.pictures.zone(zone, label, sheet, None), caption, "")

    def _figure(self, example: Example, zone: str, step: Step, when: str) -> str:
        name = self.words.zone_label(example.edition, zone)
        sheet, before = (step.before, None) if when == "before" else (step.after, step.before if when else None)
        caption = self._caption(name, when)
        return _framed(
            self.pictures.zone(zone, self._label(example, zone, caption, sheet), sheet, before), caption, when
        )

    def _label(self, example: Example, zone: str, caption: str, sheet: SheetState) -> str:
        """Return the caption of a zone with its marks in words."""
        content = Phrases(example.record.rules, self.words).content(zone, sheet.marks)
        return self.words.tr("{caption}: {content}", caption=caption, content=content)

    def _actions(self, step: Step, when: str) -> str:
        sheet, before = (step.before, None) if when == "before" else (step.after, step.before if when else None)
        caption = self._caption(self.words.tr("Actions"), when)
        return _framed(self.pictures.panel("actions", "", caption, sheet, before), caption, when)

    def _caption(self, name: str, when: str) -> str:
        if when == "before":
            return self.words.tr("{zone}, before", zone=name)
        return self.words.tr("{zone}, after", zone=name) if when else name

    # Points

    def _points(self, example: Example, step: Step) -> str:
        chips = []
        for zone in step.zones:
            now, then = step.after.score.zones[zone], step.before.score.zones[zone]
            gain = f" ({'+' if now > then else '−'}{self.words.num(abs(now - then))})" if now != then else ""
            name = self.words.zone_label(example.edition, zone)
            text = self.words.ntr("{zone}: {n} point", "{zone}: {n} points", now, zone=name)
            die = example.edition.die_of(zone)
            chips.append(
                f'<span class="chip" style="--die:{example.edition.dice[die].colour}">{escape(text + gain)}</span>'
            )
        return f'<p class="points">{"".join(chips)}</p>' if chips else ""


def stepper_html(steps: Sequence[tuple[Iterable[str], str]], title_id: str, words: Words) -> str:
    """Return the HTML of steps, each given as sentences and the HTML below them; `title_id` is that of their title."""
    tr, total, items = words.tr, len(steps), ""
    for number, (sentences, shown) in enumerate(steps, start=1):
        count = escape(tr("Step {n} of {total}", n=number, total=total))
        text = " ".join(escape(sentence) for sentence in sentences)
        items += (
            f'<li class="step"><p class="told"><span class="n" title="{count}">{number}</span> {text}</p>{shown}</li>'
        )
    labels = {
        "previous": tr("Previous step"),
        "next": tr("Next step"),
        "count": tr("Step {n} of {total}", n="{n}", total=total),
    }
    data = " ".join(f'data-{key}="{escape(label)}"' for key, label in labels.items())
    return f'<section class="stepper" aria-labelledby="{title_id}" {data}><ol class="steps">{items}</ol></section>'


def _framed(svg: str, caption: str, when: str) -> str:
    return f'<figure class="{when or "now"}">{svg}<figcaption>{escape(caption)}</figcaption></figure>'


class CardStepper:
    """Writes examples of one card edition in one language."""

    def __init__(self, pictures: LayoutPictures, words: Words) -> None:
        self.pictures, self.words = pictures, words
        self.narrator = CardNarrator(words)

    def write(self, example: CardExample) -> str:
        """Return the whole example as HTML, without its title."""
        steps = [(self.narrator.tell(example, step), self._shown(example, step)) for step in example.steps]
        return stepper_html(steps, example.anchor, self.words)

    def _shown(self, example: CardExample, step: CardStep) -> str:
        dice = "".join(
            f'<span class="fresh">{drawn}</span>' if position in step.thrown else drawn
            for position, face in enumerate(step.faces, start=1)
            for drawn in [self.pictures.plain_die(face, str(face))]
        )
        laid = "".join(self._laid(example, card) for card in step.laid)
        return (
            f'<div class="table"><div class="pool"><span class="dice">{dice}</span></div></div>'
            + (f'<div class="laid">{laid}</div>' if laid else "")
            + self._points(example, step)
            + self._held(example, step)
        )

    def _laid(self, example: CardExample, card: LaidCard) -> str:
        deck = _deck(example, card.seat)
        if card.card:
            picture = self.pictures.laid_card(card.card, deck, self.words.tr(example.edition.cards[card.card].name))
        else:
            picture = self.pictures.laid_card("", deck, self.words.tr("A card, face down"))
        caption = escape(example.players[card.seat])
        return f'<figure class="{card.fate or "open"}">{picture}<figcaption>{caption}</figcaption></figure>'

    def _points(self, example: CardExample, step: CardStep) -> str:
        chips = ""
        for seat, name in enumerate(example.players):
            if step.gained[seat]:
                text = self.words.ntr("{zone}: {n} point", "{zone}: {n} points", step.points[seat], zone=name)
                gain = f" (+{self.words.num(step.gained[seat])})"
                colour = example.edition.decks[_deck(example, seat)].colour
                chips += f'<span class="chip" style="--die:{colour}">{escape(text + gain)}</span>'
        return f'<p class="points">{chips}</p>' if chips else ""

    def _held(self, example: CardExample, step: CardStep) -> str:
        cards = tuple(card for card in example.edition.cards if card in step.held)
        if not cards:
            return ""
        text = self.words.tr("This roll fulfils {cards}.", cards=self.narrator.cards(example, cards))
        return f'<ul class="notes"><li class="note-yes">{escape(text)}</li></ul>'


def _deck(example: CardExample, seat: int) -> str:
    return list(example.edition.decks)[seat]
