"""The card game (rules O1–O7): moves, events, state, rules, the game itself and its records.

Its records are the same kind of text as those of sheets, with `lay`, `rethrow` and `stand`:

    edition: objectives
    players: Ada, Ben
    throw: 3 3 5 6 1                   the faces, in the order of the dice
    Ada: lay three-of-a-kind
    Ben: lay pair
    Ada: rethrow 3 4 5                 positions, from 1; the next `throw:` has their faces
    throw: 3 2 6
    Ada: stand
    expect Ada: total 2
"""

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Literal, NamedTuple

from sheetgen.engine.dice import DiceSource, MissingDiceError, RandomDice, ScriptedDice, WrongDiceError
from sheetgen.engine.game import Game
from sheetgen.engine.moves import IllegalMoveError, Move
from sheetgen.engine.records import (
    HEAD_WORDS,
    Line,
    RecordError,
    ReplayStep,
    edition_of,
    read_lines,
    read_names,
    replay,
    replay_steps,
    write_name,
    write_names,
)
from sheetgen.engine.situations import ExpectationError
from sheetgen.errors import WrongEditionError, WrongValueError
from sheetgen.layout import CardEdition, Layout, LayoutError, load, read
from sheetgen.layout.problems import brief, did_you_mean, join_with_or

# Moves


class CardMove(NamedTuple):
    """One decision.

    lay       put unplayed cards face down: one, or two in the variant (O2, O7)
    rethrow   reroll dice, named by their positions from 1 (O3)
    stand     roll no further: the dice are final (O3)
    """

    kind: Literal["lay", "rethrow", "stand"]
    cards: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Give the move in the words of a record.

        >>> lay("pair"), rethrow(2, 5), STAND
        (<CardMove lay pair>, <CardMove rethrow 2 5>, <CardMove stand>)
        """
        return f"<CardMove {self}>"

    def __str__(self) -> str:
        return " ".join([self.kind, *self.cards, *map(str, self.dice)])


def lay(*cards: str) -> CardMove:
    """Return the move that lays cards face down."""
    return CardMove("lay", cards=cards)


def rethrow(*dice: int) -> CardMove:
    """Return the move that rolls the dice at these positions again, counted from 1."""
    return CardMove("rethrow", dice=dice)


STAND = CardMove("stand")


# Events: they may be shown to all players, so a card is named only after it was turned over


class CardRoundStarted(NamedTuple):
    """A new round and its active player (O1)."""

    round: int
    active: int
    kind: Literal["round started"] = "round started"


class CardDiceThrown(NamedTuple):
    """Dice were rolled: positions and faces in the same order; roll 1 is the first of the round."""

    player: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    throw: int
    kind: Literal["thrown"] = "thrown"


class Laid(NamedTuple):
    """A player laid that many cards face down (O2)."""

    player: int
    number: int
    kind: Literal["laid"] = "laid"


class Revealed(NamedTuple):
    """A player's cards were turned over: the active player's before any reroll, the others' after (O2, O3)."""

    player: int
    cards: tuple[str, ...]
    kind: Literal["revealed"] = "revealed"


class Settled(NamedTuple):
    """The dice are final (O3)."""

    player: int
    faces: tuple[int, ...]
    kind: Literal["settled"] = "settled"


class Won(NamedTuple):
    """An objective held: its owner keeps the card for its points (O4)."""

    player: int
    card: str
    points: int
    kind: Literal["won"] = "won"


class Discarded(NamedTuple):
    """The active player missed: the card leaves the game (O4)."""

    player: int
    card: str
    kind: Literal["discarded"] = "discarded"


class Captured(NamedTuple):
    """Another player missed: the active player takes the card for what its back says (O4)."""

    player: int
    owner: int
    card: str
    points: int
    kind: Literal["captured"] = "captured"


class SetAside(NamedTuple):
    """Cards that were never played, at the end (O6)."""

    player: int
    cards: tuple[str, ...]
    kind: Literal["set aside"] = "set aside"


class CardScored(NamedTuple):
    """A player's result at the end (O6)."""

    player: int
    own: int
    captured: int
    total: int
    kind: Literal["scored"] = "scored"


CardEvent = (
    CardRoundStarted | CardDiceThrown | Laid | Revealed | Settled | Won | Discarded | Captured | SetAside | CardScored
)


# State


class CardScore(NamedTuple):
    """The points of one player: `own` for the player's own cards that held, and `captured` for those of others."""

    own: int
    captured: int
    total: int


class CardPlayer(NamedTuple):
    """The cards of one player."""

    name: str
    hand: tuple[str, ...]  # unplayed, in printed order
    laid: tuple[str, ...] = ()  # in this round
    won: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    captured: tuple[tuple[int, str], ...] = ()  # (owner, card)


Phase = Literal["lay", "rethrow", "dice", "over"]  # dice: the game waits for the first roll of a round


class CardState(NamedTuple):
    """The state of a game as one value; with the same dice, equal states go on equally."""

    players: tuple[CardPlayer, ...]
    phase: Phase = "lay"
    round: int = 0
    actor: int = 0
    throw: int = 0  # rolls in this round
    faces: tuple[int, ...] = ()
    drawn: int = 0  # faces rolled since the start


@dataclass(frozen=True, slots=True)
class CardDecision:
    """What has to be decided now, and by whom: which cards to `lay`, or whether to `rethrow` dice.

    >>> decision = CardGame(players=["Ada", "Bo"], seed=1).decision
    >>> decision.kind, decision.name, len(decision.moves)
    ('lay', 'Ada', 10)
    """

    kind: Literal["lay", "rethrow"]
    player: int  # who decides, counted from 0
    name: str
    round: int
    faces: tuple[int, ...]  # the dice as they lie, position 1 first
    moves: tuple[CardMove, ...]  # the legal ones


class CardRules:
    """A card edition compiled for playing; shared by all its games."""

    def __init__(self, layout: Layout) -> None:
        if not isinstance(layout.edition, CardEdition):
            raise WrongEditionError(f"{layout.id} is a sheet: play it with sheetgen.Game")
        self.id = layout.id
        self.layout = layout
        self.edition = layout.edition
        self.cards = tuple(layout.edition.cards)
        self.index = {card: i for i, card in enumerate(self.cards)}
        self._held: dict[tuple[int, ...], frozenset[str]] = {}

    def held(self, faces: tuple[int, ...]) -> frozenset[str]:
        """Return the cards whose objectives hold for these faces; a better roll holds a lesser objective (O5)."""
        throw = tuple(sorted(faces))
        if throw not in self._held:
            cards = self.edition.cards.items()
            self._held[throw] = frozenset(name for name, card in cards if card.holds.holds(throw))
        return self._held[throw]


@cache
def _compiled(edition: str) -> CardRules:
    return CardRules(load(edition))


def card_rules_of(edition: str | Layout | CardRules) -> CardRules:
    """Compile an edition, given as id, path, layout or rules; a shipped one is compiled once.

    Raises LayoutError if the layout has problems, and WrongEditionError if it is a sheet.
    """
    if isinstance(edition, CardRules):
        return edition
    if isinstance(edition, Layout):
        return CardRules(edition)
    from sheetgen.resources import shipped_layouts

    return _compiled(edition) if edition in shipped_layouts() else CardRules(load(edition))


def forget_card_rules() -> None:
    """Forget the rules of shipped editions, so that their files are read again."""
    _compiled.cache_clear()


# The game


class _ThrownFaces:
    """All faces rolled so far, shared by copies of a game: after `undo`, and in copies, the same dice come again."""

    __slots__ = ("faces", "source")

    def __init__(self, source: DiceSource) -> None:
        self.source = source
        self.faces: list[int] = []

    def read(self, start: int, dice: Sequence[int]) -> tuple[int, ...]:
        missing = start + len(dice) - len(self.faces)
        if missing > 0:
            self.faces += self.source.throw([str(position) for position in dice[-missing:]])
        return tuple(self.faces[start : start + len(dice)])


@cache
def _throw_moves(dice: int) -> tuple[CardMove, ...]:
    """Return the moves after all cards are laid: stand, or roll any dice again (O3)."""
    positions = range(1, dice + 1)
    return (STAND, *[rethrow(*some) for count in positions for some in combinations(positions, count)])


@lru_cache(maxsize=4096)
def _lay_moves(hand: tuple[str, ...], count: int) -> tuple[CardMove, ...]:
    """Return the moves that lay `count` of the unplayed cards (O2, O7)."""
    return tuple([_lay_move(cards) for cards in dict.fromkeys(combinations(hand, count))])


# Hands differ, but share the same few moves: each is made once.
_lay_move = lru_cache(maxsize=4096)(lambda cards: lay(*cards))


class CardGame:
    """A game with objective cards; player 0 is the youngest and active first (O1).

    Cards are laid in seat order from the active player on. The order has no effect: what others laid
    changes nobody's legal moves, and `visible` hides it until it is turned over (O2).

    The variant for two (O7) leaves open how two cards a round work; our ruling: the decks of a player are one
    hand, any two of its cards may be laid (also two of the same name), the active player turns over both
    before rolling again, and each card is checked by itself.

    >>> game = CardGame(players=["Ada", "Bo"], seed=1)
    >>> game.faces, game.players[game.actor].name
    ((1, 6, 5, 2, 3), 'Ada')
    >>> for move in (lay("large-straight"), lay("pair"), rethrow(2)):
    ...     game.play(move)
    >>> game
    <CardGame objectives: round 1 of 10, Ada to stand or rethrow (1, 3, 5, 2, 3)>
    """

    def __init__(
        self,
        edition: str | Layout | CardRules = "objectives",
        players: int | Sequence[str] = 2,
        seed: int = 0,
        *,
        variant: bool = False,
        dice: DiceSource | None = None,
    ) -> None:
        self.rules = card_rules_of(edition)
        names = [f"Player {i + 1}" for i in range(players)] if isinstance(players, int) else list(players)
        rounds, for_two = self.rules.edition.rounds.by_players, self.rules.edition.variant_for_two
        if len(names) not in rounds:
            raise WrongValueError(f"{self.rules.id} is for {', '.join(map(str, rounds))} players, not {len(names)}")
        decks, self.cards_a_round = 1, 1
        if variant:
            if for_two is None:
                raise WrongValueError(f"{self.rules.id} has no variant for two")
            if len(names) != 2:
                raise WrongValueError(f"the variant is for 2 players, not {len(names)}")
            decks, self.cards_a_round = for_two.decks, for_two.cards_a_round
        self.rounds = rounds[len(names)]
        hand = tuple(card for card in self.rules.cards for _ in range(decks))
        if len(hand) < self.rounds * self.cards_a_round:
            raise WrongValueError(f"{len(hand)} cards each are too few for {self.rounds} rounds")
        self.seed = seed
        self.variant = variant
        self.events: list[CardEvent] = []
        self.moves: list[CardMove] = []
        self._state = CardState(tuple(CardPlayer(name, hand) for name in names))
        self._thrown = _ThrownFaces(RandomDice(seed) if dice is None else dice)
        self._history: list[tuple[CardState, int]] = []  # before each move: the state, and the number of events
        self._start_round()

    def __repr__(self) -> str:
        if self.is_over:
            return f"<CardGame {self.rules.id}: over, {[score.total for score in self.scores()]}>"
        todo = {"lay": "lay", "rethrow": "stand or rethrow"}.get(self._state.phase, "throw")
        who = f"{self.players[self.actor].name} to {todo} {self.faces}"
        return f"<CardGame {self.rules.id}: round {self.round} of {self.rounds}, {who}>"

    # The present state

    @property
    def players(self) -> tuple[CardPlayer, ...]:
        """The cards of each player."""
        return self._state.players

    @property
    def round(self) -> int:
        """The round, counted from 1."""
        return self._state.round

    @property
    def active(self) -> int:
        """Who rolls: player 0 in the first round, then the left neighbour each round (O1)."""
        return (self._state.round - 1) % len(self.players)

    @property
    def actor(self) -> int:
        """The player who decides, counted from 0."""
        return self._state.actor

    @property
    def faces(self) -> tuple[int, ...]:
        """The present faces of the dice, position 1 first."""
        return self._state.faces

    @property
    def rethrows_left(self) -> int:
        """How often dice may still be rerolled in this round (O3)."""
        return self.rules.edition.rethrows + 1 - self._state.throw

    @property
    def throws(self) -> list[tuple[int, ...]]:
        """The faces of every roll so far."""
        return [event.faces for event in self.events if isinstance(event, CardDiceThrown)]

    @property
    def is_over(self) -> bool:
        """Whether the game is finished."""
        return self._state.phase == "over"

    @property
    def waits_for_dice(self) -> bool:
        """Whether the source had no dice for the first roll of this round."""
        return self._state.phase == "dice"

    def state(self) -> CardState:
        """Return the whole state as one value; equal games have equal states."""
        return self._state

    def visible(self, viewer: int) -> tuple[tuple[str, ...] | None, ...]:
        """Return the laid cards that a player may see, by owner; None for cards face down (O2).

        >>> game = CardGame(seed=1)
        >>> game.play(lay("pair"))
        >>> game.visible(0), game.visible(1)
        ((('pair',), ()), (None, ()))
        >>> game.play(lay("joker"))
        >>> game.visible(0), game.visible(1)
        ((('pair',), None), (('pair',), ('joker',)))
        """
        all_laid = all(player.laid for player in self.players)
        return tuple(
            player.laid if not player.laid or seat == viewer or (all_laid and seat == self.active) else None
            for seat, player in enumerate(self.players)
        )

    def legal_moves(self) -> list[CardMove]:
        """Return every legal move of the player who decides; empty if the game is over or waits for dice (O2, O3)."""
        match self._state.phase:
            case "lay":
                return list(_lay_moves(self.players[self.actor].hand, self.cards_a_round))
            case "rethrow":
                return list(_throw_moves(len(self.faces)))
            case _:
                return []

    @property
    def decision(self) -> CardDecision | None:
        """What has to be decided now; None when the game is over or waits for dice."""
        kind = self._state.phase
        if kind not in ("lay", "rethrow"):
            return None
        name = self.players[self.actor].name
        return CardDecision(kind, self.actor, name, self.round, self.faces, tuple(self.legal_moves()))

    def scores(self) -> list[CardScore]:
        """Return the present score of every player (O6)."""
        edition, scores = self.rules.edition, []
        for player in self.players:
            own = sum(edition.cards[card].points for card in player.won)
            captured = edition.back_points * len(player.captured)
            scores.append(CardScore(own, captured, own + captured))
        return scores

    def winners(self) -> list[int]:
        """Return the players, counted from 0, with most points; among several, the one who was active last (O6).

        Several are returned only if none of them was active yet, so after a whole game it is always one.
        """
        count = len(self.players)
        ranks = [
            (score.total, max(0, self.round - (self.round - 1 - seat) % count))
            for seat, score in enumerate(self.scores())
        ]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    # Playing

    def play(self, move: CardMove) -> None:
        """Play a legal move, or change nothing at all and raise a SheetgenError.

        Raises IllegalMoveError with the rule that forbids the move, MissingDiceError if dice to reroll are missing,
        and WrongDiceError if the source has faces for other dice than are rolled. Without dice for the first roll of
        the next round, the game waits for them.
        """
        legal = self.legal_moves()
        if move not in legal:
            move = self._in_order(move)
            if move not in legal:
                raise IllegalMoveError(*self._why_not(move))
        before = self._state, len(self.events)
        try:
            self._do(move)
        except BaseException:
            # Dice may be missing or wrong in the middle of a move.
            self._return_to(*before)
            raise
        self._history.append(before)
        self.moves.append(move)

    def resume(self) -> None:
        """Go on after dice were fed; if they are still missing, the game goes on waiting. Raises WrongDiceError."""
        if self.waits_for_dice:
            self._throw_first()

    def undo(self) -> CardMove:
        """Take back and return the last move; the same dice will be rolled again. Raises IndexError if none exists."""
        if not self.moves:
            raise IndexError("there is no move to take back")
        self._return_to(*self._history.pop())
        return self.moves.pop()

    def copy(self) -> "CardGame":
        """Return an independent copy; the same moves roll the same dice in both."""
        twin = copy.copy(self)
        twin.events, twin.moves, twin._history = self.events[:], self.moves[:], self._history[:]
        return twin

    def record(self) -> str:
        """Return the game so far as a record, which `sheetgen replay` plays again."""
        return write_card_record(self)

    def _return_to(self, state: CardState, events: int) -> None:
        self._state = state
        del self.events[events:]

    def _in_order(self, move: CardMove) -> CardMove:
        """Return the move with its cards in printed order and its dice from left to right."""
        last = len(self.rules.cards)
        cards = sorted(move.cards, key=lambda card: self.rules.index.get(card, last))
        return move._replace(cards=tuple(cards), dice=tuple(sorted(move.dice)))

    def _do(self, move: CardMove) -> None:
        match move.kind:
            case "lay":
                self._lay(move.cards)
            case "rethrow":
                self._throw(move.dice)
                if not self.rethrows_left:
                    self._settle()
            case "stand":
                self._settle()

    def _start_round(self) -> None:
        """Start the next round: its active player rolls all dice (O1, O2)."""
        active, faces = self.round % len(self.players), (0,) * self.rules.edition.dice
        self._state = self._state._replace(phase="lay", round=self.round + 1, actor=active, throw=0, faces=faces)
        self.events.append(CardRoundStarted(self.round, self.active))
        self._throw_first()

    def _throw_first(self) -> None:
        """Make the first roll of a round; if its dice are missing, the game waits for them."""
        phase: Phase = "lay"
        try:
            self._throw(tuple(range(1, len(self.faces) + 1)))
        except MissingDiceError:
            phase = "dice"
        self._state = self._state._replace(phase=phase)

    def _throw(self, dice: tuple[int, ...]) -> None:
        state = self._state
        thrown = self._thrown.read(state.drawn, dice)
        faces = list(state.faces)
        for position, face in zip(dice, thrown, strict=True):
            faces[position - 1] = face
        throw = state.throw + 1
        self._state = state._replace(faces=tuple(faces), throw=throw, drawn=state.drawn + len(dice))
        self.events.append(CardDiceThrown(self.active, dice, thrown, throw))

    def _lay(self, cards: tuple[str, ...]) -> None:
        """Lay cards face down; when all players have laid, turn over those of the active player (O2)."""
        seat, player = self.actor, self.players[self.actor]
        hand = list(player.hand)
        for card in cards:
            hand.remove(card)
        players = list(self.players)
        players[seat] = player._replace(hand=tuple(hand), laid=cards)
        following = (seat + 1) % len(players)
        all_laid = following == self.active
        phase: Phase = "rethrow" if all_laid else "lay"
        self._state = self._state._replace(players=tuple(players), phase=phase, actor=following)
        self.events.append(Laid(seat, len(cards)))
        if all_laid:
            self.events.append(Revealed(following, players[following].laid))
            if not self.rethrows_left:
                self._settle()

    def _settle(self) -> None:
        """Turn over and check all cards; then start the next round, or end the game (O3, O4)."""
        active, count, players = self.active, len(self.players), list(self.players)
        self.events.append(Settled(active, self.faces))
        seats = [(active + step) % count for step in range(count)]
        self.events += [Revealed(seat, players[seat].laid) for seat in seats[1:]]
        held = self.rules.held(self.faces)
        for seat in seats:
            cards, players[seat] = players[seat].laid, players[seat]._replace(laid=())
            for card in cards:
                self._check(players, seat, card, card in held)
        self._state = self._state._replace(players=tuple(players))
        if self.round < self.rounds:
            self._start_round()
        else:
            self._finish()

    def _check(self, players: list[CardPlayer], seat: int, card: str, held: bool) -> None:
        """Move a card: its owner keeps one that held; else it leaves, or the active player captures another's (O4)."""
        owner, active, edition = players[seat], self.active, self.rules.edition
        if held:
            players[seat] = owner._replace(won=(*owner.won, card))
            self.events.append(Won(seat, card, edition.cards[card].points))
        elif seat == active:
            players[seat] = owner._replace(discarded=(*owner.discarded, card))
            self.events.append(Discarded(seat, card))
        else:
            taker = players[active]
            players[active] = taker._replace(captured=(*taker.captured, (seat, card)))
            self.events.append(Captured(active, seat, card, edition.back_points))

    def _finish(self) -> None:
        """End the game with events for unplayed cards and for the scores (O6)."""
        self._state = self._state._replace(phase="over")
        self.events += [SetAside(seat, player.hand) for seat, player in enumerate(self.players) if player.hand]
        self.events += [CardScored(seat, *score) for seat, score in enumerate(self.scores())]

    # Why a move is illegal

    def _why_not(self, move: CardMove) -> tuple[str, str]:
        phase = self._state.phase
        if phase == "over":
            return "the game is over", "O6"
        if phase == "dice":
            return "the dice of the next roll are missing", "O3"
        if move.dice if move.kind == "lay" else move.cards:
            return f"'{move.kind}' names {'cards, not dice' if move.kind == 'lay' else 'no cards'}", "O2"
        if move.kind == "lay":
            if phase == "rethrow":
                return "all cards are laid; the active player may now reroll dice", "O2"
            return self._why_not_lay(move.cards)
        if move.kind not in ("rethrow", "stand"):
            return f"there is no move '{move.kind}'; possible are lay, rethrow, stand", "O2"
        if phase == "lay":
            return f"'{move.kind}' has to wait until everyone has laid", "O2"
        if move.kind == "stand":
            return "'stand' names no dice", "O3"
        return self._why_not_throw(move.dice)

    def _why_not_lay(self, cards: tuple[str, ...]) -> tuple[str, str]:
        hand = Counter(self.players[self.actor].hand)
        for card, count in Counter(cards).items():
            if card not in self.rules.index:
                return f"there is no card {card!r}", "O1"
            if not hand[card]:
                return f"{card} was already played", "O2"
            if count > hand[card] and len(cards) == self.cards_a_round:
                return f"{card} is in the hand {hand[card]} times, not {count}", "O7"
        return f"cards laid each round: {self.cards_a_round}, not {len(cards)}", "O7" if self.variant else "O2"

    def _why_not_throw(self, dice: tuple[int, ...]) -> tuple[str, str]:
        if wrong := [die for die in dice if not 1 <= die <= len(self.faces)]:
            return f"there is no die {wrong[0]}; the dice are 1 to {len(self.faces)}", "O3"
        if len(set(dice)) < len(dice):
            return "each die is rolled once", "O3"
        return "reroll at least one die, or stand", "O3"


# Records

CARD_MOVE_WORDS = ("lay", "rethrow", "stand")


def replay_any(text: str, folder: Path | None = None) -> Game | CardGame:
    """Play the record of a sheet or of a card game to its end and return the game; raise RecordError.

    `folder` is that of the record, for the layout that it names.
    """
    return replay_cards(text, folder) if _is_of_cards(text, folder) else replay(text, folder)


def replay_any_steps(
    text: str, folder: Path | None = None
) -> Iterator[ReplayStep[Game, Move]] | Iterator[ReplayStep[CardGame, CardMove]]:
    """Play the record of a sheet or of a card game line by line; see `replay_steps`."""
    return replay_card_steps(text, folder) if _is_of_cards(text, folder) else replay_steps(text, folder)


def _is_of_cards(text: str, folder: Path | None) -> bool:
    edition = next((line for line in read_lines(text) if line.word == "edition"), None)
    if edition is None:
        return False
    try:
        return isinstance(read(edition_of(edition.rest, folder)).edition, CardEdition)
    except LayoutError as error:
        raise RecordError(edition.number, str(error).splitlines()[0]) from None


def replay_cards(text: str, folder: Path | None = None) -> CardGame:
    """Play a card record to its end, check its expectations and return the game; raise RecordError."""
    for step in replay_card_steps(text, folder):
        game = step.game
    return game


def replay_card_steps(text: str, folder: Path | None = None) -> Iterator[ReplayStep[CardGame, CardMove]]:
    """Play a card record line by line: yield the game at the start, then once after every line; raise RecordError."""
    lines = list(read_lines(text))
    head = {line.word: line for line in lines if line.word in ("edition", "players", "variant")}
    rules = card_rules_of(edition_of(head["edition"].rest, folder))
    names = read_names(head["players"].rest) if "players" in head else ["You", "Other"]
    throws = [line for line in lines if line.word == "throw"]
    source = ScriptedDice([_read_faces(line) for line in throws])
    number = head["edition"].number
    try:
        game = CardGame(rules, names, dice=source, variant="variant" in head)
        yield ReplayStep(game, None, None)
        for line in lines:
            number = line.number
            _play_card_line(game, line, names)
            if line.word not in HEAD_WORDS:
                yield ReplayStep(game, line, game.moves[-1] if line.word == "move" else None)
    except IllegalMoveError as error:
        raise RecordError(number, error.reason, error.clause) from None
    except WrongDiceError as error:
        raise RecordError(throws[error.throw].number, f"{len(error.dice)} dice are rolled here", "O3") from None
    except MissingDiceError:
        raise RecordError(number, "the dice of the roll after this move are missing") from None
    except ValueError as error:
        raise RecordError(number, str(error)) from None
    if source.used < len(throws):
        raise RecordError(throws[source.used].number, "nobody rolls dice here any more")


def _read_faces(line: Line) -> list[int]:
    words = line.rest.split()
    if not words or any(word not in "123456" or len(word) > 1 for word in words):
        raise RecordError(line.number, f"expected faces such as '3 3 5 6 1', found {brief(line.rest)}")
    return [int(word) for word in words]


def _play_card_line(game: CardGame, line: Line, names: list[str]) -> None:
    if line.who and line.who not in names:
        raise ValueError(f"there is no player {brief(line.who)}")
    if line.word == "expect":
        _check_card_expectation(game, line.rest, names.index(line.who) if line.who else game.actor)
    elif line.word == "move":
        move = read_card_move(game.rules, line.rest)
        if line.who and names[game.actor] != line.who and not game.is_over:
            raise ValueError(f"it is {names[game.actor]} who decides now, not {line.who}")
        if game.waits_for_dice:
            raise ValueError("the dice of the roll before this move are missing")
        game.play(move)


def read_card_move(rules: CardRules, text: str) -> CardMove:
    """Return a move from the text of a record; raise ValueError if it is not a move."""
    kind, *words = text.split() or [""]
    if kind == "lay":
        for word in words:
            if word not in rules.cards:
                raise ValueError(f"there is no card {brief(word)}; {did_you_mean(word, rules.cards)}".rstrip("; "))
        return CardMove("lay", cards=tuple(words))
    if kind == "rethrow":
        if any(not word.isdecimal() for word in words):
            raise ValueError("expected the positions of dice, such as 'rethrow 3 5'")
        return CardMove("rethrow", dice=tuple(int(word) for word in words))
    if kind == "stand" and not words:
        return CardMove("stand")
    raise ValueError(f"{brief(text)} is no move, expected {join_with_or(CARD_MOVE_WORDS)}")


def _check_card_expectation(game: CardGame, text: str, seat: int) -> None:
    what, _, expected = text.rpartition(" ")
    score, player = game.scores()[seat], game.players[seat]
    values: dict[str, object] = {
        "total": score.total,
        "own": score.own,
        "captured": score.captured,
        "won": ",".join(player.won) or "none",
        "discarded": ",".join(player.discarded) or "none",
        "holds": "yes" if expected in game.rules.held(game.faces) else "no",
        "winner": ",".join(game.players[i].name for i in game.winners()),
    }
    if what == "holds":
        if values["holds"] != "yes":
            raise ExpectationError(f"expected that {expected} holds, found {' '.join(map(str, game.faces))}")
        return
    if what not in values:
        raise ValueError(f"nothing is called {brief(what)}; known are {', '.join(values)}")
    if str(values[what]) != expected:
        raise ExpectationError(f"expected {what} {expected}, found {values[what]}")


def write_card_record(game: CardGame) -> str:
    """Return a card game as the text of a record; replaying it gives the same state."""
    names = [player.name for player in game.players]
    lines = [f"edition: {write_name(game.rules.layout.source)}", f"players: {write_names(names)}"]
    if game.variant:
        lines.append("variant: two")
    again = CardGame(game.rules, names, dice=ScriptedDice(game.throws), variant=game.variant)
    written = 0
    for move in (*game.moves, None):
        lines += ["throw: " + " ".join(map(str, faces)) for faces in again.throws[written:]]
        written = len(again.throws)
        if move is not None:
            lines.append(f"{write_name(names[again.actor])}: {move}")
            again.play(move)
    return "\n".join(lines) + "\n"
