"""Records of the card game: the same kind of text, with `lay`, `rethrow` and `stand`.

edition: objectives
players: Ada, Ben
throw: 3 3 5 6 1                    the faces, in the order of the dice
Ada: lay three-of-a-kind
Ben: lay pair
Ada: rethrow 3 4 5                  positions, from 1; the next `throw:` tells these dice
throw: 3 2 6
Ada: stand
expect Ada: total 2
"""

from collections.abc import Sequence

from sheetgen.engine.card_values import CardMove, CardRules, card_rules_of
from sheetgen.engine.cards import CardGame
from sheetgen.engine.dice import OutOfDiceError, WrongDiceError
from sheetgen.engine.game import Game
from sheetgen.engine.moves import IllegalMoveError
from sheetgen.engine.records import Line, RecordError, read_lines, replay
from sheetgen.layout import CardEdition, LayoutError, read
from sheetgen.layout.problems import brief, did_you_mean, listed

MOVE_WORDS = ("lay", "rethrow", "stand")


class ToldFaces:
    """Dice as a card record tells them."""

    def __init__(self, throws: list[list[int]]) -> None:
        self._throws = throws
        self.used = 0

    def throw(self, dice: Sequence[int]) -> list[int]:
        """The next throw that is told."""
        if self.used == len(self._throws):
            raise OutOfDiceError
        told = self._throws[self.used]
        if len(told) != len(dice):
            raise WrongDiceError(self.used, len(dice))
        self.used += 1
        return told

    def order(self, dice: Sequence[int]) -> list[int]:
        """Cards do not ask how dice lie."""
        return list(dice)


def replay_any(text: str) -> Game | CardGame:
    """Play the record of a sheet or of a card game, whichever its edition is."""
    edition = next((line for line in read_lines(text) if line.word == "edition"), None)
    if edition is not None:
        try:
            if isinstance(read(edition.rest).edition, CardEdition):
                return replay_cards(text)
        except LayoutError as error:
            raise RecordError(edition.number, str(error).splitlines()[0]) from None
    return replay(text)


def replay_cards(text: str) -> CardGame:
    """Play a card record to its end and check what it expects; raise RecordError at the first thing that fails."""
    lines = list(read_lines(text))
    head = {line.word: line for line in lines if line.word in ("edition", "players", "variant")}
    rules = card_rules_of(head["edition"].rest)
    names = [name.strip() for name in head["players"].rest.split(",")] if "players" in head else ["You", "Other"]
    told = [line for line in lines if line.word == "throw"]
    source = ToldFaces([_faces(line) for line in told])
    number = head["edition"].number
    try:
        game = CardGame(rules, names, dice=source, variant="variant" in head)
        for line in lines:
            number = line.number
            _play_line(game, line, names)
    except IllegalMoveError as error:
        raise RecordError(number, error.reason, error.clause) from None
    except WrongDiceError as error:
        throw, wanted = error.args
        raise RecordError(told[throw].number, f"{wanted} dice are thrown here", "O3") from None
    except (ValueError, AssertionError) as error:
        raise RecordError(number, str(error)) from None
    if source.used < len(told):
        raise RecordError(told[source.used].number, "nobody throws dice here any more")
    return game


def _faces(line: Line) -> list[int]:
    words = line.rest.split()
    if not words or any(word not in "123456" or len(word) > 1 for word in words):
        raise RecordError(line.number, f"expected faces such as '3 3 5 6 1', found {brief(line.rest)}")
    return [int(word) for word in words]


def _play_line(game: CardGame, line: Line, names: list[str]) -> None:
    if line.who and line.who not in names:
        raise ValueError(f"there is no player {brief(line.who)}")
    if line.word == "expect":
        _check(game, line.rest, names.index(line.who) if line.who else game.actor)
    elif line.word == "move":
        move = read_move(game.rules, line.rest)
        if line.who and names[game.actor] != line.who and not game.is_over:
            raise ValueError(f"it is {names[game.actor]} who decides now, not {line.who}")
        if game.waits_for_dice:
            raise ValueError("the dice of the throw before this move are missing")
        game.play(move)


def read_move(rules: CardRules, text: str) -> CardMove:
    """Read a move as a record writes it."""
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
    raise ValueError(f"{brief(text)} is no move, expected {listed(MOVE_WORDS)}")


def _check(game: CardGame, text: str, seat: int) -> None:
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
        assert values["holds"] == "yes", f"expected that {expected} holds, found {' '.join(map(str, game.faces))}"
        return
    if what not in values:
        raise ValueError(f"nothing is called {brief(what)}; known are {', '.join(values)}")
    assert str(values[what]) == expected, f"expected {what} {expected}, found {values[what]}"


def write_card_record(game: CardGame) -> str:
    """Write a card game as a record; replaying it gives the same state."""
    names = [player.name for player in game.players]
    lines = [f"edition: {game.rules.id}", f"players: {', '.join(names)}"]
    if game.variant:
        lines.append("variant: two")
    again = CardGame(game.rules, names, dice=ToldFaces([list(faces) for faces in game.throws]), variant=game.variant)
    told = 0
    for move in (*game.moves, None):
        lines += ["throw: " + " ".join(map(str, faces)) for faces in again.throws[told:]]
        told = len(again.throws)
        if move is not None:
            lines.append(f"{names[again.actor]}: {move}")
            again.play(move)
    return "\n".join(lines) + "\n"
