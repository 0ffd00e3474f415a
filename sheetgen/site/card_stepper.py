"""Examples of the card game, told and drawn: the same steppers as those of the sheets, with dice and cards."""

from collections.abc import Iterator
from html import escape

from sheetgen.engine import cards as ev
from sheetgen.site.card_steps import CardExample, CardStep, LaidCard
from sheetgen.site.pictures import LayoutPictures
from sheetgen.site.stepper import stepper_html
from sheetgen.site.words import Words


class CardStepper:
    """Writes examples of one card edition in one language."""

    def __init__(self, pictures: LayoutPictures, words: Words) -> None:
        self.pictures, self.words = pictures, words

    def write(self, example: CardExample) -> str:
        """The whole example; its title stands before it on the page."""
        steps = [(self.tell(example, step), self._shown(example, step)) for step in example.steps]
        return stepper_html(steps, example.anchor, self.words)

    # Words

    def tell(self, example: CardExample, step: CardStep) -> list[str]:
        """All sentences of a step."""
        return [sentence for event in step.events for sentence in self._event(example, step, event)]

    def _event(self, example: CardExample, step: CardStep, event: ev.CardEvent) -> Iterator[str]:
        tr, names = self.words.tr, example.players
        match event:
            case ev.CardRoundStarted():
                yield tr("Round {round} begins.", round=event.round)
                yield tr("{name} is the active player.", name=names[event.active])
            case ev.CardDiceThrown():
                yield self._thrown(names[event.player], event)
            case ev.Laid():
                if event is step.events[0]:  # told once for all
                    yield self.words.ntr(
                        "Everybody lays {n} card face down.", "Everybody lays {n} cards face down.", event.number
                    )
            case ev.Revealed():
                yield tr(
                    "{name} turns over {cards}.", name=names[event.player], cards=self._cards(example, event.cards)
                )
            case ev.Settled():
                yield tr("The dice stay as they are.")
            case ev.Won() | ev.Discarded() | ev.Captured():
                yield self._result(example, event)
            case ev.SetAside():
                cards = self._cards(example, event.cards)
                yield tr("{name} never played {cards}; this counts nothing.", name=names[event.player], cards=cards)
            case ev.CardScored():
                yield self._scored(names[event.player], event)

    def _thrown(self, name: str, event: ev.CardDiceThrown) -> str:
        dice = ", ".join(map(str, event.faces))
        if event.throw == 1:
            return self.words.tr("{name} throws: {dice}.", name=name, dice=dice)
        return self.words.ntr(
            "{name} throws {n} die again: {dice}.",
            "{name} throws {n} dice again: {dice}.",
            len(event.dice),
            name=name,
            dice=dice,
        )

    def _result(self, example: CardExample, event: ev.Won | ev.Discarded | ev.Captured) -> str:
        ntr, name = self.words.ntr, example.players[event.player]
        card = self._cards(example, (event.card,))
        match event:
            case ev.Won():
                return ntr(
                    "{card} holds: {name} keeps it for {n} point.",
                    "{card} holds: {name} keeps it for {n} points.",
                    event.points,
                    card=card,
                    name=name,
                )
            case ev.Discarded():
                return self.words.tr("{card} does not hold: it leaves the game.", card=card)
            case ev.Captured():
                return ntr(
                    "{card} does not hold: {name} takes it for {n} point.",
                    "{card} does not hold: {name} takes it for {n} points.",
                    event.points,
                    card=card,
                    name=name,
                )

    def _scored(self, name: str, event: ev.CardScored) -> str:
        words = self.words
        return words.ntr(
            "{name} has {n} point: own cards {own}, captured cards {captured}.",
            "{name} has {n} points: own cards {own}, captured cards {captured}.",
            event.total,
            name=name,
            own=words.num(event.own),
            captured=words.num(event.captured),
        )

    def _cards(self, example: CardExample, cards: tuple[str, ...]) -> str:
        quoted = [self.words.tr("“{card}”", card=self.words.tr(example.edition.cards[card].name)) for card in cards]
        return self.words.listed(quoted)

    # Pictures

    def _shown(self, example: CardExample, step: CardStep) -> str:
        dice = "".join(
            f'<span class="fresh">{drawn}</span>' if place in step.thrown else drawn
            for place, face in enumerate(step.faces, start=1)
            for drawn in [self.pictures.plain_die(face, str(face))]
        )
        laid = "".join(self._laid(example, own) for own in step.laid)
        return (
            f'<div class="table"><div class="pool"><span class="dice">{dice}</span></div></div>'
            + (f'<div class="laid">{laid}</div>' if laid else "")
            + self._points(example, step)
            + self._held(example, step)
        )

    def _laid(self, example: CardExample, own: LaidCard) -> str:
        deck = _deck(example, own.seat)
        if own.card:
            picture = self.pictures.laid_card(own.card, deck, self.words.tr(example.edition.cards[own.card].name))
        else:
            picture = self.pictures.laid_card("", deck, self.words.tr("A card, face down"))
        caption = escape(example.players[own.seat])
        return f'<figure class="{own.fate or "open"}">{picture}<figcaption>{caption}</figcaption></figure>'

    def _points(self, example: CardExample, step: CardStep) -> str:
        chips = ""
        for seat, name in enumerate(example.players):
            if step.gained[seat]:
                told = self.words.ntr("{zone}: {n} point", "{zone}: {n} points", step.points[seat], zone=name)
                gain = f" (+{self.words.num(step.gained[seat])})"
                colour = example.edition.decks[_deck(example, seat)].colour
                chips += f'<span class="chip" style="--die:{colour}">{escape(told + gain)}</span>'
        return f'<p class="points">{chips}</p>' if chips else ""

    def _held(self, example: CardExample, step: CardStep) -> str:
        cards = tuple(card for card in example.edition.cards if card in step.held)
        if not cards:
            return ""
        told = self.words.tr("This throw holds {cards}.", cards=self._cards(example, cards))
        return f'<ul class="notes"><li class="note-yes">{escape(told)}</li></ul>'


def _deck(example: CardExample, seat: int) -> str:
    return list(example.edition.decks)[seat]
