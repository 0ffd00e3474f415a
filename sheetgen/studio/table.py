"""The table: a game that is told as a seed and a list of moves, so that nothing but that has to be kept anywhere."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sheetgen.engine import Game, Move, Rules
from sheetgen.engine.dice import BESIDE, ON_PLATTER, POOL, RandomDice
from sheetgen.engine.moves import MoveKind, read_dice, read_die, write_die
from sheetgen.engine.records import RecordError, play_through, read_lines, read_record
from sheetgen.engine.situations import Situation, set_up
from sheetgen.engine.why import why_not
from sheetgen.layout.problems import brief
from sheetgen.studio.telling import situation, tell_event, tell_move

MOST_MOVES = 2_000


class TableError(ValueError):
    """What cannot be played, in one line."""


class TableDice(RandomDice):
    """Chance, but for throws whose faces somebody has set, and orders that a record tells."""

    def __init__(self, seed: int, told: Mapping[int, Mapping[int, int]], orders: Sequence[Sequence[int]] = ()) -> None:
        super().__init__(seed)
        self._told, self._orders = told, orders
        self._thrown = self._ordered = 0

    def throw(self, dice: Sequence[int]) -> list[int]:
        """Throw these dice; set faces win."""
        faces = super().throw(dice)
        told = self._told.get(self._thrown, {})
        self._thrown += 1
        return [told.get(die, face) for die, face in zip(dice, faces, strict=True)]

    def order(self, dice: Sequence[int]) -> list[int]:
        """How dice lie; what is told wins."""
        drawn = super().order(dice)
        told = self._orders[self._ordered] if self._ordered < len(self._orders) else ()
        self._ordered += 1
        return sorted(drawn, key=lambda die: told.index(die) if die in told else len(told))

    def copy(self) -> "TableDice":
        """Dice that go on with the same throws."""
        twin = TableDice(0, self._told, self._orders)
        twin._generator.setstate(self._generator.getstate())
        twin._thrown, twin._ordered = self._thrown, self._ordered
        return twin


@dataclass(frozen=True)
class Told:
    """A game as the page keeps it."""

    players: tuple[str, ...] = ("Player 1",)
    seed: int = 0
    moves: tuple[str, ...] = ()
    dice: Mapping[int, str] = field(default_factory=dict)  # per throw, from 0: the faces that were set
    orders: tuple[str, ...] = ()  # how dice lay, as a record tells it
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


def read_told(data: object) -> Told:
    """Read a game from the page; raise TableError."""
    told = data if isinstance(data, dict) else {}
    players, seed, dice = told.get("players", ["Player 1"]), told.get("seed", 0), told.get("dice", {})
    lists = {key: told.get(key, []) for key in ("moves", "orders", "setting")}
    for own in (players, *lists.values()):
        if not isinstance(own, list) or len(own) > MOST_MOVES or not all(isinstance(w, str) for w in own):
            raise TableError(f"a game has players, and at most {MOST_MOVES} moves")
    if type(seed) is not int or not isinstance(dice, dict) or len(dice) > MOST_MOVES:
        raise TableError("a game has a seed and dice")
    if not all(key.isdecimal() and len(key) < 6 and isinstance(own, str) for key, own in dice.items()):
        raise TableError("dice are set by the number of their throw")
    names = tuple(name.replace(",", " ").replace(":", " ").strip()[:40] or "Player" for name in players)
    return Told(
        names,
        seed,
        tuple(lists["moves"]),
        {int(key): own for key, own in dice.items()},
        tuple(lists["orders"]),
        tuple(lists["setting"]),
    )


def told_by(record: str, rules: Rules, seed: int) -> Told:
    """The game that a record tells, so that it can go on from there; raise TableError."""
    try:
        read = read_record(record, rules)
        game = [own for own, _ in play_through(read)][-1]
    except RecordError as error:
        raise TableError(f"the record: {error}") from None
    dice = {}
    for number, throw in enumerate(game.throws):
        named = zip(throw.dice, throw.faces, strict=True)
        dice[number] = " ".join(write_die(rules, rules.dice[die], face) for die, face in named)
    orders = tuple(line.rest for line in read.steps if line.word == "order")
    moves = tuple(str(move) for move in game.moves)
    return Told(tuple(read.players), seed, moves, dice, orders, game.setting)


def begin(rules: Rules, told: Told) -> Game:
    """The game before the first of its moves."""
    try:
        faces = {throw: read_dice(rules, words) for throw, words in told.dice.items()}
        orders = [[read_die(rules, word)[0] for word in words.split()] for words in told.orders]
        source = TableDice(told.seed, faces, orders)
        if not told.setting:
            return Game(rules, told.players, told.seed, dice=source)
        game = Game(rules, told.players, told.seed, dice=source, start=False)
        lines = read_lines("\n".join([f"players: {', '.join(told.players)}", *told.setting]))
        situation = [Situation(line.word, line.rest, line.who, line.number) for line in lines if line.word != "players"]
        set_up(game, situation)
    except ValueError as error:  # wrong dice, a wrong number of players, a situation that cannot be
        raise TableError(str(error)) from None
    game.setting = told.setting
    game.remember_start()
    return game


def play(rules: Rules, told: Told) -> tuple[Game, Told]:
    """Play all moves; those from the first on that is not legal any more, since the layout has changed, are dropped."""
    game = begin(rules, told)
    for number, text in enumerate(told.moves):
        move = next((own for own in game.legal_moves() if str(own) == text), None)
        if move is None:
            return game, replace(told, moves=told.moves[:number])
        game.play(move)
    return game, told


def position(game: Game, told: Told) -> dict[str, Any]:
    """Everything that the page shows of a game."""
    rules = game.rules
    last = _events_of_last(rules, told, game)
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
        "told": told.as_dict(),
        "over": game.is_over,
        "winners": [game.players[i].name for i in game.winners()] if game.is_over else [],
        "actor": game.actor,
        "round": game.round,
        "rounds": game.rounds,
        "situation": situation(game),
        "throws": len(game.throws),
        "dice": list(_dice(game)),
        "pending": [str(bonus) for bonus in game.players[game.actor].pending],
        "moves": [_move(game, move) for move in moves],
        "players": players,
        "log": [line for event in game.events if (line := tell_event(game, event))][-200:],
        "fresh": [line for event in last if (line := tell_event(game, event))],
        "changed": [f"{event.zone}.{event.cell}" for event in last if event.kind == "marked"],
    }


def _events_of_last(rules: Rules, told: Told, game: Game) -> Sequence[Any]:
    """What the last move has brought about."""
    if not told.moves:
        return []
    before, _ = play(rules, replace(told, moves=told.moves[:-1]))
    return game.events[len(before.events) :]


def _dice(game: Game) -> Iterator[dict[str, object]]:
    places = {ON_PLATTER: "platter", POOL: "pool", BESIDE: "beside"}
    player = game.players[game.actor]
    for i, (name, face, place) in enumerate(zip(game.rules.dice, game.faces, game.places, strict=True)):
        die = game.rules.edition.dice[name]
        yield {
            "name": name,
            "colour": die.colour,
            "face": face,
            "place": places.get(place, f"slot {place}"),
            "used": bool(player.extras >> i & 1),
        }


def _move(game: Game, move: Move) -> dict[str, object]:
    return {
        "text": str(move),
        "kind": move.kind,
        "die": move.die,
        "cell": move.target,
        "value": move.value,
        "say": tell_move(game, move),
    }


def reasons(game: Game, cell: object, die: object) -> list[str]:
    """Why a cell cannot be marked now: with the die that was chosen, or with each that could come into question."""
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
        able = [own for i, own in enumerate(rules.dice) if index in {use.zone for use in rules.uses[i]}]
        wanted = [str(die)] if die in rules.dice else able
        tried = [Move(kind, own, zone, name, game.faces[rules.die_index[own]]) for own in wanted]
    legal = set(game.legal_moves())
    found: dict[str, None] = {}
    for move in tried:
        if move not in legal:
            reason, clause = why_not(game, move)
            words = f"{move.die} {game.faces[rules.die_index[move.die]]}: {reason}" if move.die else reason
            found[f"{words} ({clause})" if clause else words] = None
    return list(found)


def sheet_of(game: Game, seat: int | None = None) -> dict[str, object]:
    """The marks of a player, for drawing and for a marks file."""
    player = game.players[game.actor if seat is None else seat]
    return {
        "edition": game.rules.id,
        "rounds": min(game.round, game.rules.edition.rounds.count),
        "marks": player.marks(),
        "actions": player.actions(),
    }
