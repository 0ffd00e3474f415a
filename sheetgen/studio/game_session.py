"""The game on the page: the browser keeps its seed and moves; it is played again from the start for each request."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple, cast

from sheetgen.drawing.names import zone_name
from sheetgen.engine import Game, Marks, MarksError, Move, Rules, rules_of, sheet_from
from sheetgen.engine.dice import RandomDice, place_name
from sheetgen.engine.events import Event
from sheetgen.engine.moves import MoveKind, read_dice, read_die, write_die
from sheetgen.engine.player import Score
from sheetgen.engine.records import RecordError, read_lines, read_record, replay
from sheetgen.engine.situations import SituationLine, set_up
from sheetgen.engine.why import why_not
from sheetgen.i18n import SOURCE
from sheetgen.lab.advice import move_reasons
from sheetgen.lab.players import BOTS, ChooseMove
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.problems import brief
from sheetgen.layout.sentences import CellName
from sheetgen.layout.sheet import ScoreSource
from sheetgen.site.narration import Narrator, tell_decision, tell_move
from sheetgen.site.phrases import Phrases
from sheetgen.site.words import Words, plain
from sheetgen.studio.advice import advise, adviser, advisers, gain_of, learn
from sheetgen.studio.preview import read_language

MAX_MOVES = 2_000
MAX_BOT_MOVES = 40  # in one request
MAX_GAINS = 150  # moves whose gain is computed; the page lists no more
# Events that change a sheet; the page shows them after a move.
SHEET_EVENTS = frozenset({"marked", "earned", "counted", "unlocked", "used"})


class SessionError(ValueError):
    """A game that cannot be played, in one line."""


class PresetDice(RandomDice):
    """Random dice, except for rolls whose faces the user has set, and for orders of dice from a record."""

    def __init__(self, seed: int, faces: Mapping[int, Mapping[str, int]], orders: Sequence[Sequence[str]] = ()) -> None:
        super().__init__(seed)
        self._faces, self._orders = faces, orders
        self._throw_count = self._order_count = 0

    def throw(self, dice: Sequence[str]) -> list[int]:
        """Return a face for each die: the one that was set, else a random one."""
        thrown = super().throw(dice)
        preset = self._faces.get(self._throw_count, {})
        self._throw_count += 1
        return [preset.get(die, face) for die, face in zip(dice, thrown, strict=True)]

    def order(self, dice: Sequence[str]) -> list[str]:
        """Return dice in the order of the record, else in random order."""
        drawn = super().order(dice)
        preset = self._orders[self._order_count] if self._order_count < len(self._orders) else ()
        self._order_count += 1
        return sorted(drawn, key=lambda die: preset.index(die) if die in preset else len(preset))

    def snapshot(self) -> object:
        """Return the state of the random numbers, and how many rolls and orders were used."""
        return super().snapshot(), self._throw_count, self._order_count

    def rewind(self, snapshot: object) -> None:
        """Go back, so that the same rolls come again."""
        state, self._throw_count, self._order_count = cast("tuple[object, int, int]", snapshot)
        super().rewind(state)


@dataclass(frozen=True)
class GameLog:
    """A game as the page keeps it; `play` plays it."""

    players: tuple[str, ...] = ("Player 1",)
    seed: int = 0
    moves: tuple[str, ...] = ()
    dice: Mapping[int, str] = field(default_factory=dict)  # per roll, from 0: the faces that were set
    orders: tuple[str, ...] = ()  # the dice in the order in which they lay, as a record writes them
    setting: tuple[str, ...] = ()  # the lines of a record that set up the situation in which the game starts
    bots: tuple[str, ...] = ()  # who plays each sheet: the name of a bot, or nothing for a person
    movers: tuple[int, ...] = ()  # the seat that made each move; known once the game was played

    def bot(self, seat: int) -> str:
        """The bot at a seat; empty for a person."""
        return self.bots[seat] if seat < len(self.bots) else ""

    def as_dict(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "players": list(self.players),
            "seed": self.seed,
            "moves": list(self.moves),
            "dice": {str(throw): faces for throw, faces in self.dice.items()},
            "orders": list(self.orders),
            "setting": list(self.setting),
            "bots": [self.bot(seat) for seat in range(len(self.players))],
            "movers": list(self.movers),
        }


def read_log(data: object) -> GameLog:
    """Read a game from the page; raise SessionError."""
    fields = data if isinstance(data, dict) else {}
    players, seed, dice = fields.get("players", ["Player 1"]), fields.get("seed", 0), fields.get("dice", {})
    lists = {key: fields.get(key, []) for key in ("moves", "orders", "setting", "bots")}
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
        tuple(bot if bot in advisers() else "" for bot in lists["bots"]),
    )


def log_from_record(record: str, rules: Rules, seed: int) -> GameLog:
    """Return the game of a record, so that it can be continued; raise SessionError."""
    try:
        record_data = read_record(record, rules)
        game = replay(record_data)
    except RecordError as error:
        raise SessionError(f"the record: {error}") from None
    dice = {}
    for number, throw in enumerate(game.throws):
        faces = zip(throw.dice, throw.faces, strict=True)
        dice[number] = " ".join(write_die(rules, rules.dice[die], face) for die, face in faces)
    orders = tuple(line.rest for line in record_data.steps if line.word == "order")
    moves = tuple(str(move) for move in game.moves)
    return GameLog(tuple(record_data.players), seed, moves, dice, orders, game.setting)


def start_game(rules: Rules, log: GameLog) -> Game:
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
    game = start_game(rules, log)
    movers: list[int] = []
    for text in log.moves:
        move = next((move for move in (*game.legal_moves(), *game.declines()) if str(move) == text), None)
        if move is None:
            break
        movers.append(game.actor)
        game.play(move)
    return game, replace(log, moves=log.moves[: len(movers)], movers=tuple(movers))


def play_bots(layout: Layout, data: Mapping[str, Any]) -> dict[str, Any]:
    """Let bots make their moves in the game of a request, until a person decides; return the game as `told`.

    No more than `MAX_BOT_MOVES`, so that the page can show how a game of bots goes on. Raises SessionError.
    """
    game, log = play(rules_of(layout), read_log(data.get("game")))
    if (waiting := _learning(game, {log.bot(game.actor)} - {""})) is not None:
        return waiting
    prepared: dict[str, ChooseMove] = {}
    moves, movers = list(log.moves), list(log.movers)
    ready = {log.bot(game.actor)}  # one bot at a time learns, if need be
    while (
        not game.is_over
        and (bot := log.bot(game.actor)) in ready - {""}
        and len(moves) - len(log.moves) < MAX_BOT_MOVES
    ):
        choose = prepared.get(bot) or prepared.setdefault(bot, adviser(bot, game))
        move = choose(game.copy(), Random(f"{log.seed} {len(moves)}"))
        moves.append(str(move))
        movers.append(game.actor)
        game.play(move)
    return {"told": replace(log, moves=tuple(moves), movers=tuple(movers)).as_dict()}


def game_view(game: Game, log: GameLog, words: Words) -> dict[str, Any]:
    """Return everything that the page shows of a game in its language, as JSON."""
    rules = game.rules
    last_events = _newest_events(rules, log, game)
    sentences = Narrator(rules, [player.name for player in game.players], words).tell_log(game)
    newest = zip(last_events, sentences[len(sentences) - len(last_events) :], strict=True)
    new_sentences = [sentence for event, sentence in newest if event.kind in SHEET_EVENTS]
    solo = rules.edition.solo
    players = []
    for player, score in zip(game.players, game.scores(), strict=True):
        band = solo.rating(score.total) if solo is not None and len(game.players) == 1 else None
        players.append(
            {
                "name": player.name,
                **_score(score, rules.edition, words),
                "rating": plain(words.tr(band.label)) if band is not None else "",
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
        "dice": list(_dice(game, words)),
        "pending": [str(bonus) for bonus in game.players[game.actor].pending],
        "bots": {name: {"who": words.tr(bot.who), "how": words.tr(bot.how)} for name, bot in advisers().items()},
        "moves": [
            _move(game, move, words, gains=number < MAX_GAINS and not log.bot(game.actor))
            for number, move in enumerate(moves)
        ],
        "players": players,
        "log": [plain(sentence) for sentence in sentences if sentence][-200:],
        "fresh": [plain(sentence) for sentence in new_sentences if sentence],
        "changed": [[event.player, f"{event.zone}.{event.cell}"] for event in last_events if event.kind == "marked"],
    }


def _newest_events(rules: Rules, log: GameLog, game: Game) -> Sequence[Event]:
    """The events of the last move of a person and of all moves of bots after it; where bots play alone, of one move."""
    if not log.moves:
        return []
    people = [number for number, seat in enumerate(log.movers) if not log.bot(seat)]
    first = len(log.moves) - 1
    if any(log.bots) and not all(log.bot(seat) for seat in range(len(log.players))):
        first = people[-1] if people else 0
    before, _ = play(rules, replace(log, moves=log.moves[:first]))
    return game.events[len(before.events) :]


def _dice(game: Game, words: Words) -> Iterator[dict[str, object]]:
    player = game.players[game.actor]
    for i, (name, face, place) in enumerate(zip(game.rules.dice, game.faces, game.places, strict=True)):
        die = game.rules.edition.dice[name]
        yield {
            "name": name,
            "label": plain(words.die(game.rules.edition, name)),
            "colour": die.colour,
            "face": face,
            "place": place_name(place),
            "used": bool(player.extras >> i & 1),
        }


def _move(game: Game, move: Move, words: Words, *, gains: bool = False) -> dict[str, object]:
    """Return a move for the page; with `gains`, also the points and badges that it brings at once."""
    gain = gain_of(game, move) if gains else None
    return {
        "points": gain.points if gain else 0,
        "badges": [plain(words.bonus(game.rules.edition, badge)) for badge in gain.badges] if gain else [],
        "text": str(move),
        "kind": move.kind,
        "die": move.die,
        "cell": move.target,
        "value": move.value,
        "say": plain(tell_move(game, move, words)),
    }


def advice(layout: Layout, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the move that a bot would make in the game of a request, as `advice` for the page; raise SessionError."""
    bot = data.get("wish", {}).get("bot")
    if bot not in advisers():
        raise SessionError(f"there is no player {brief(bot)}")
    game, _ = play(rules_of(layout), read_log(data.get("game")))
    if (waiting := _learning(game, {bot})) is not None:
        return waiting
    words = Words.of(read_language(data), layout.edition)
    found = advise(game, bot)
    if found is None:
        return {"advice": None, "bot": words.tr(BOTS[bot].who)}
    second = found.second
    return {
        "advice": _move(game, found.move, words, gains=True),
        "reasons": move_reasons(game, found.move, words.language),
        "bot": words.tr(BOTS[bot].who),
        "second": {**_move(game, second.move, words), "less": round(second.less, 1)} if second is not None else None,
    }


def _learning(game: Game, bots: Iterable[str]) -> dict[str, Any] | None:
    """Let bots learn the layout for a moment; return how far they are as `learning`, None when they are ready."""
    for bot in bots if not game.is_over else ():
        if (step := learn(bot, game)) is not None:
            return {"learning": {"games": step.games, "of": step.of}}
    return None


class Refusal(NamedTuple):
    """Why a cell cannot be marked, in words, and the clause of the rules that says so, if there is one."""

    text: str
    clause: str = ""


def refusal_reasons(game: Game, cell: object, die: object, words: Words) -> list[Refusal]:
    """Return why a cell cannot be marked now: with the die that was chosen, or with each die that the zone can use."""
    zone, _, name = str(cell).partition(".")
    rules = game.rules
    if zone not in rules.zone_index or name not in rules.zones[rules.zone_index[zone]].index:
        return [Refusal(words.tr("there is no cell {cell}", cell=brief(cell)))]
    phrases = Phrases(rules, words)
    index = rules.zone_index[zone]
    number = rules.zones[index].numbers[rules.zones[index].index[name]] or 0
    player = game.players[game.actor]
    if player.pending:
        bonus = str(player.pending[0])
        attempts = [Move("place", "", zone, name, number, what=bonus)]
    else:
        kind: MoveKind = "extra" if any(move.kind == "extra" for move in game.legal_moves()) else "take"
        usable = [die_name for i, die_name in enumerate(rules.dice) if index in {use.zone for use in rules.uses[i]}]
        dice = [str(die)] if die in rules.dice else usable
        attempts = [Move(kind, used, zone, name, game.faces[rules.die_index[used]]) for used in dice]
    legal = set(game.legal_moves())
    found: dict[Refusal, None] = {}
    for move in attempts:
        if move not in legal:
            reason = why_not(game, move)
            line = plain(phrases.reason(reason, CellName(zone, name)))
            if move.die:
                line = f"{plain(phrases.die(move.die, game.faces[rules.die_index[move.die]]))}: {line}"
            found[Refusal(words.cap(f"{line} ({reason.clause})" if reason.clause else line), reason.clause)] = None
    return list(found)


def player_marks(game: Game, seat: int | None = None) -> dict[str, object]:
    """Return the marks of the player at a seat (None: of the one who decides), for drawing and for a marks file."""
    player = game.players[game.actor if seat is None else seat]
    return {
        "edition": game.rules.id,
        "rounds": min(game.round, game.rules.edition.most_rounds),
        "marks": player.marks(),
        "actions": player.actions(),
    }


# The marks of a request: those of a game, or of a pencil


def play_session(layout: Layout, data: Mapping[str, Any], answer: dict[str, Any]) -> dict[int, Mapping[str, Any]]:
    """Play the game of a request as far as its moves are legal; return the marks of the sheets to draw, by seat.

    `seats` of the request lists them; by default it is the sheet of the player who decides. What the page shows of the
    game is put into `answer` as `game`; reasons why it cannot be played, or why a cell cannot be marked, as `refused`,
    and the clauses of the rules that say so as `clauses`.
    """
    try:
        log = read_log(data["game"])
        game, played = play(rules_of(layout), log)
    except SessionError as error:
        answer["refused"] = [str(error)]
        return {0: {"marks": {}, "actions": {}, "rounds": 0}}
    words = Words.of(read_language(data), layout.edition)
    answer["game"] = game_view(game, played, words)
    answer["game"]["dropped"] = len(log.moves) - len(played.moves)
    if data.get("why"):
        refusals = refusal_reasons(game, data["why"].get("cell"), data["why"].get("die"), words)
        answer["refused"] = [each.text for each in refusals]
        answer["clauses"] = list(dict.fromkeys(each.clause for each in refusals if each.clause))
    asked = data.get("seats")
    wanted = {seat for seat in asked if type(seat) is int} if isinstance(asked, list) else set()
    seats = [seat for seat in range(len(game.players)) if seat in wanted] or [game.actor]
    return {
        seat: {**player_marks(game, seat), "results": game.players[seat].results(tally=game.is_over)} for seat in seats
    }


def read_pencil(
    layout: Layout, pencil: Mapping[str, Any], answer: dict[str, Any], language: str = SOURCE
) -> Mapping[str, Any]:
    """Return marks that the user has drawn with the pencil, whether a game can lead there or not.

    They are put into `answer` as `pencil`, with their score; if no game can lead there, the reasons as `refused`.
    """
    rules = rules_of(layout)
    drawn, rounds = pencil.get("marks"), pencil.get("rounds")
    zones = {zone.name: zone for zone in rules.zones}
    cells = {}
    for address, mark in (drawn if isinstance(drawn, dict) else {}).items():
        zone, _, cell = address.partition(".")
        if zone in zones and cell in zones[zone].index and _can_be_drawn(mark):
            cells[address] = mark
    all_rounds = rules.edition.most_rounds
    begun = rounds if type(rounds) is int and 0 <= rounds <= all_rounds else all_rounds
    answer["pencil"] = {"marks": cells, "rounds": begun}
    try:
        actions = pencil.get("actions")
        player = sheet_from(Marks(cells, begun, actions if isinstance(actions, dict) else {}), rules)
    except MarksError as error:
        answer["refused"] = list(error.reasons)
        return {"marks": cells, "actions": {}, "rounds": begun}
    answer["pencil"]["score"] = _score(player.score(), rules.edition, Words.of(language, rules.edition))
    return {"marks": player.marks(), "actions": player.actions(), "rounds": begun, "results": player.results()}


def _score(score: Score, edition: SheetEdition, words: Words) -> dict[str, object]:
    """Return a score for the page: the name and the text of each part, and the total."""
    parts = [
        [_source_name(part.source, edition, words), f"{part.count} × {part.each}" if part.count else str(part.points)]
        for part in score.parts
    ]
    return {"parts": parts, "total": score.total}


def _can_be_drawn(mark: object) -> bool:
    """Is it a cross, a circle or a number from -99 to 999, perhaps with its badge crossed out?"""
    value = mark.get("value") if isinstance(mark, dict) else mark
    return value in ("x", "o") if isinstance(value, str) else type(value) is int and -100 < value < 1000


def _source_name(source: ScoreSource, edition: SheetEdition, words: Words) -> str:
    """Return the name of what gives points, as a heading: a zone, or the badges of one kind."""
    if source.badge is not None:
        return words.tr(source.badge.texts.heading)
    return plain(zone_name(edition, source.id, words.tr))
