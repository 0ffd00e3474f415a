"""A game on the page: kept there as a seed and a list of moves, and played again from its start for each request."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from sheetgen.engine import Game, Marks, MarksError, Move, Rules, rules_of, sheet_from
from sheetgen.engine.dice import RandomDice, place_name
from sheetgen.engine.moves import MoveKind, read_dice, read_die, write_die
from sheetgen.engine.records import RecordError, read_lines, read_record, replay
from sheetgen.engine.situations import SituationLine, set_up
from sheetgen.engine.why import why_not
from sheetgen.i18n import SOURCE
from sheetgen.layout import Layout
from sheetgen.layout.problems import brief
from sheetgen.site.narration import Narrator, tell_decision, tell_move
from sheetgen.site.words import Words, plain

MAX_MOVES = 2_000
# Events that change a sheet: the page repeats them after a move.
ON_THE_SHEET = frozenset({"marked", "earned", "fox earned", "unlocked", "used"})


class SessionError(ValueError):
    """A game that cannot be played, in one line."""


class PresetDice(RandomDice):
    """Random dice, but for throws whose faces were set on the page, and orders that a record holds."""

    def __init__(self, seed: int, faces: Mapping[int, Mapping[str, int]], orders: Sequence[Sequence[str]] = ()) -> None:
        super().__init__(seed)
        self._faces, self._orders = faces, orders
        self._thrown = self._ordered = 0

    def throw(self, dice: Sequence[str]) -> list[int]:
        """Throw these dice; faces that were set replace the random ones."""
        thrown = super().throw(dice)
        preset = self._faces.get(self._thrown, {})
        self._thrown += 1
        return [preset.get(die, face) for die, face in zip(dice, thrown, strict=True)]

    def order(self, dice: Sequence[str]) -> list[str]:
        """The order in which dice lie; one that a record holds replaces the random one."""
        drawn = super().order(dice)
        preset = self._orders[self._ordered] if self._ordered < len(self._orders) else ()
        self._ordered += 1
        return sorted(drawn, key=lambda die: preset.index(die) if die in preset else len(preset))

    def snapshot(self) -> object:
        """Return the state of chance, and how many throws and orders were used."""
        return super().snapshot(), self._thrown, self._ordered

    def rewind(self, snapshot: object) -> None:
        """Go back, so that the same throws come again."""
        state, self._thrown, self._ordered = cast("tuple[object, int, int]", snapshot)
        super().rewind(state)


@dataclass(frozen=True)
class GameLog:
    """A game as the page keeps it; `play` plays it."""

    players: tuple[str, ...] = ("Player 1",)
    seed: int = 0
    moves: tuple[str, ...] = ()
    dice: Mapping[int, str] = field(default_factory=dict)  # per throw, from 0: the faces that were set
    orders: tuple[str, ...] = ()  # the dice in the order in which they lay, as a record writes them
    setting: tuple[str, ...] = ()  # the lines of a record that put the game into a situation

    def as_dict(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "players": list(self.players),
            "seed": self.seed,
            "moves": list(self.moves),
            "dice": {str(throw): faces for throw, faces in self.dice.items()},
            "orders": list(self.orders),
            "setting": list(self.setting),
        }


def read_log(data: object) -> GameLog:
    """Read a game from the page; raise SessionError."""
    given = data if isinstance(data, dict) else {}
    players, seed, dice = given.get("players", ["Player 1"]), given.get("seed", 0), given.get("dice", {})
    lists = {key: given.get(key, []) for key in ("moves", "orders", "setting")}
    for words in (players, *lists.values()):
        if not isinstance(words, list) or len(words) > MAX_MOVES or not all(isinstance(word, str) for word in words):
            raise SessionError(f"a game has players, and at most {MAX_MOVES} moves")
    if type(seed) is not int or not isinstance(dice, dict) or len(dice) > MAX_MOVES:
        raise SessionError("a game has a seed and dice")
    if not all(key.isdecimal() and len(key) < 6 and isinstance(faces, str) for key, faces in dice.items()):
        raise SessionError("dice are set by the number of their throw")
    names = tuple(name.replace(",", " ").replace(":", " ").strip()[:40] or "Player" for name in players)
    return GameLog(
        names,
        seed,
        tuple(lists["moves"]),
        {int(key): faces for key, faces in dice.items()},
        tuple(lists["orders"]),
        tuple(lists["setting"]),
    )


def log_from_record(record: str, rules: Rules, seed: int) -> GameLog:
    """Return the game of a record, so that it can be continued; raise SessionError."""
    try:
        read = read_record(record, rules)
        game = replay(read)
    except RecordError as error:
        raise SessionError(f"the record: {error}") from None
    dice = {}
    for number, throw in enumerate(game.throws):
        named = zip(throw.dice, throw.faces, strict=True)
        dice[number] = " ".join(write_die(rules, rules.dice[die], face) for die, face in named)
    orders = tuple(line.rest for line in read.steps if line.word == "order")
    moves = tuple(str(move) for move in game.moves)
    return GameLog(tuple(read.players), seed, moves, dice, orders, game.setting)


def begin(rules: Rules, log: GameLog) -> Game:
    """Return the game before the first of its moves; raise SessionError."""
    try:
        faces = {
            throw: {rules.dice[die]: face for die, face in read_dice(rules, words).items()}
            for throw, words in log.dice.items()
        }
        orders = [[rules.dice[read_die(rules, word)[0]] for word in words.split()] for words in log.orders]
        source = PresetDice(log.seed, faces, orders)
        if not log.setting:
            return Game(rules, log.players, log.seed, dice=source)
        game = Game(rules, log.players, log.seed, dice=source, start=False)
        lines = read_lines("\n".join([f"players: {', '.join(log.players)}", *log.setting]))
        situation = [
            SituationLine(line.word, line.rest, line.who, line.number) for line in lines if line.word != "players"
        ]
        set_up(game, situation)
    except ValueError as error:  # wrong dice, a wrong number of players, a situation that cannot be
        raise SessionError(str(error)) from None
    game.setting = log.setting
    game.remember_start()
    return game


def play(rules: Rules, log: GameLog) -> tuple[Game, GameLog]:
    """Play all moves; return the game and the log of what was played. Raises SessionError.

    The first move that is not legal any more, since the layout has changed, is dropped with all that follow.
    """
    game = begin(rules, log)
    for number, text in enumerate(log.moves):
        move = next((move for move in (*game.legal_moves(), *game.declines()) if str(move) == text), None)
        if move is None:
            return game, replace(log, moves=log.moves[:number])
        game.play(move)
    return game, log


def position(game: Game, log: GameLog) -> dict[str, Any]:
    """Return everything that the page shows of a game."""
    rules = game.rules
    last = _events_of_last(rules, log, game)
    words = Words.of(SOURCE, rules.edition)  # as everything on the page of the studio
    sentences = Narrator(rules, [player.name for player in game.players], words).tell_log(game)
    newest = zip(last, sentences[len(sentences) - len(last) :], strict=True)
    fresh = [sentence for event, sentence in newest if event.kind in ON_THE_SHEET]
    solo = rules.edition.solo
    players = []
    for player, score in zip(game.players, game.scores(), strict=True):
        band = solo.rating(score.total) if solo is not None and len(game.players) == 1 else None
        players.append(
            {
                "name": player.name,
                "zones": score.zones,
                "foxes": score.foxes,
                "each": score.each,
                "total": score.total,
                "rating": str(band.label) if band is not None else "",
            }
        )
    moves = game.legal_moves()
    return {
        "told": log.as_dict(),
        "over": game.is_over,
        "winners": [game.players[i].name for i in game.winners()] if game.is_over else [],
        "actor": game.actor,
        "round": game.round,
        "rounds": game.rounds,
        "situation": plain(tell_decision(game, words)),
        "throws": len(game.throws),
        "dice": list(_dice(game)),
        "pending": [str(bonus) for bonus in game.players[game.actor].pending],
        "moves": [_move(game, move, words) for move in moves],
        "players": players,
        "log": [plain(sentence) for sentence in sentences if sentence][-200:],
        "fresh": [plain(sentence) for sentence in fresh if sentence],
        "changed": [f"{event.zone}.{event.cell}" for event in last if event.kind == "marked"],
    }


def _events_of_last(rules: Rules, log: GameLog, game: Game) -> Sequence[Any]:
    """The events of the last move."""
    if not log.moves:
        return []
    before, _ = play(rules, replace(log, moves=log.moves[:-1]))
    return game.events[len(before.events) :]


def _dice(game: Game) -> Iterator[dict[str, object]]:
    player = game.players[game.actor]
    for i, (name, face, place) in enumerate(zip(game.rules.dice, game.faces, game.places, strict=True)):
        die = game.rules.edition.dice[name]
        yield {
            "name": name,
            "colour": die.colour,
            "face": face,
            "place": place_name(place),
            "used": bool(player.extras >> i & 1),
        }


def _move(game: Game, move: Move, words: Words) -> dict[str, object]:
    return {
        "text": str(move),
        "kind": move.kind,
        "die": move.die,
        "cell": move.target,
        "value": move.value,
        "say": plain(tell_move(game, move, words)),
    }


def reasons(game: Game, cell: object, die: object) -> list[str]:
    """Return why a cell cannot be marked now: with the die that was chosen, or with each die that the zone can use."""
    zone, _, name = str(cell).partition(".")
    rules = game.rules
    if zone not in rules.zone_index or name not in rules.zones[rules.zone_index[zone]].index:
        return [f"there is no cell {brief(cell)}"]
    index = rules.zone_index[zone]
    number = rules.zones[index].numbers[rules.zones[index].index[name]] or 0
    player = game.players[game.actor]
    if player.pending:
        bonus = str(player.pending[0])
        tried = [Move("place", "", zone, name, number, what=bonus)]
    else:
        kind: MoveKind = "extra" if any(move.kind == "extra" for move in game.legal_moves()) else "take"
        usable = [other for i, other in enumerate(rules.dice) if index in {use.zone for use in rules.uses[i]}]
        dice = [str(die)] if die in rules.dice else usable
        tried = [Move(kind, used, zone, name, game.faces[rules.die_index[used]]) for used in dice]
    legal = set(game.legal_moves())
    lines: dict[str, None] = {}
    for move in tried:
        if move not in legal:
            reason, clause = why_not(game, move)
            words = f"{move.die} {game.faces[rules.die_index[move.die]]}: {reason}" if move.die else reason
            lines[f"{words} ({clause})" if clause else words] = None
    return list(lines)


def player_marks(game: Game, seat: int | None = None) -> dict[str, object]:
    """Return the marks of a player (without a seat: of the one who decides), for drawing and for a marks file."""
    player = game.players[game.actor if seat is None else seat]
    return {
        "edition": game.rules.id,
        "rounds": min(game.round, game.rules.edition.rounds.count),
        "marks": player.marks(),
        "actions": player.actions(),
    }


# What a request of the page holds: a game, or marks of a pencil


def play_session(layout: Layout, data: Mapping[str, Any], answer: dict[str, Any]) -> Mapping[str, Any]:
    """Play the game of a request as far as it goes; return the marks of a player, and put the position into `answer`.

    The player is the one of `seat`, or the one who decides. What cannot be played, and why a cell cannot be marked, is
    `refused` in the answer.
    """
    try:
        log = read_log(data["game"])
        game, played = play(rules_of(layout), log)
    except SessionError as error:
        answer["refused"] = [str(error)]
        return {"marks": {}, "actions": {}, "rounds": 0}
    answer["game"] = position(game, played)
    answer["game"]["dropped"] = len(log.moves) - len(played.moves)
    if data.get("why"):
        answer["refused"] = reasons(game, data["why"].get("cell"), data["why"].get("die"))
    seat = data.get("seat")
    return player_marks(game, seat if type(seat) is int and 0 <= seat < len(game.players) else None)


def read_pencil(layout: Layout, pencil: Mapping[str, Any], answer: dict[str, Any]) -> Mapping[str, Any]:
    """Return marks as somebody draws them, whether a game can lead there or not, and put their score into `answer`.

    Where no game can lead there, the reasons are `refused` in the answer instead of a score.
    """
    rules = rules_of(layout)
    raw, rounds = pencil.get("marks"), pencil.get("rounds")
    zones = {zone.name: zone for zone in rules.zones}
    cells = {}
    for address, mark in (raw if isinstance(raw, dict) else {}).items():
        zone, _, cell = address.partition(".")
        if zone in zones and cell in zones[zone].index and _can_be_drawn(mark):
            cells[address] = mark
    most = rules.edition.rounds.count
    taken = rounds if type(rounds) is int and 0 <= rounds <= most else most
    answer["pencil"] = {"marks": cells, "rounds": taken}
    try:
        actions = pencil.get("actions")
        player = sheet_from(Marks(cells, taken, actions if isinstance(actions, dict) else {}), rules)
    except MarksError as error:
        answer["refused"] = list(error.reasons)
        return {"marks": cells, "actions": {}, "rounds": taken}
    score = player.score()
    answer["pencil"]["score"] = {
        "zones": score.zones, "foxes": score.foxes, "each": score.each, "total": score.total
    }  # fmt: skip
    return {"marks": player.marks(), "actions": player.actions(), "rounds": taken}


def _can_be_drawn(mark: object) -> bool:
    """Is it a cross, a circle or a number that a hand could write, perhaps with its bonus struck out?"""
    value = mark.get("value") if isinstance(mark, dict) else mark
    return value in ("x", "o") if isinstance(value, str) else type(value) is int and -100 < value < 1000
