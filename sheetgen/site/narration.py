"""Sentences in one language for events, decisions, moves and expectations. Site and studio use them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetgen.engine import cards as card_ev
from sheetgen.engine import events as ev
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.records import Line
from sheetgen.engine.rules import Rules
from sheetgen.engine.turns import EQUALS, EXTRA, FINAL
from sheetgen.engine.why import BlockedDie
from sheetgen.engine.zones import ZoneRules
from sheetgen.i18n import fill_fields, later_plural
from sheetgen.layout.parts.bonus import parse_bonus
from sheetgen.layout.parts.value import FACES, Entry
from sheetgen.layout.sentences import CellName
from sheetgen.site.examples import CardExample, CardStep, Example, Step
from sheetgen.site.phrases import Phrases
from sheetgen.site.words import Words


@dataclass(frozen=True)
class _Moment:
    """What the sentence about an event depends on beside the event."""

    active: bool  # whether the active player acts
    move: Move | None  # None if it is not known, as in the log of a game
    faces: Mapping[str, int]  # of all dice before the event
    platter: Sequence[tuple[str, int]]  # dice and faces before the event
    taken: int  # the face of the die that was taken last, 0 if none
    circles: bool  # whether the cell that is marked was circled, not crossed
    earlier: Sequence[ev.Event]  # those before it in the same step
    following: ev.Event | None
    blocked: Sequence[BlockedDie] = ()  # dice that could not be used, once for each of their zones
    seat: int | None = None  # of the player who made the move, if one was made and it is known


class Narrator:
    """Describes games of one edition in one language: the steps of an example, or the log of a game."""

    def __init__(self, rules: Rules, players: Sequence[str], words: Words) -> None:
        self.rules, self.players, self.words = rules, players, words
        self.edition = rules.edition
        self.phrases = Phrases(rules, words)

    def tell(self, step: Step) -> list[str]:
        """Return all sentences of a step."""
        sentences = list(self._situation(step)) if step.kind == "start" else []
        taken = next((face for _, face in reversed([die for die in step.table.slots if die])), 0)
        for i, event in enumerate(step.events):
            earlier = step.events[:i]
            if _of_round(event, earlier) or (step.turn_is_known and isinstance(event, ev.TurnStarted)):
                continue
            following = step.events[i + 1] if i + 1 < len(step.events) else None
            marked = event if isinstance(event, ev.Marked) else following
            circles = isinstance(marked, ev.Marked) and step.after.marks.get(f"{marked.zone}.{marked.cell}") == "o"
            moment = _Moment(
                step.active,
                step.move,
                step.faces,
                step.platter,
                taken,
                circles,
                earlier,
                following,
                step.blocked,
                step.seat if step.kind == "move" else None,
            )
            sentence = self._event(moment, event)
            if sentence:
                sentences.append(sentence)
        if not sentences:
            sentences.append(self._quiet(step))
        return sentences

    def _situation(self, step: Step) -> Iterator[str]:
        """Yield what an example starts with, for those who cannot see its pictures: the turn, the dice, the sheet."""
        tr, name, table = self.words.tr, self._name(step.seat), step.table
        over = any(isinstance(event, ev.Scored) for event in step.events)
        if over:
            yield tr("The game is over.")
        elif not any(isinstance(event, ev.TurnStarted) for event in step.events):  # its sentence says whose turn it is
            active, passive = tr("{name} is the active player."), tr("{name} is a passive player.")
            yield fill_fields(active if step.active else passive, name=name)
        for text, dice in (
            (tr("On the die slots: {dice}."), [die for die in table.slots if die]),
            (tr("On the platter: {dice}."), table.platter),
        ):
            if dice:
                yield fill_fields(text, dice=", ".join(self._die(*die) for die in dice))
        marked = {address.partition(".")[0] for address in step.before.marks}
        for zone in self.edition.zones:
            if zone in marked:
                content = self.phrases.content(zone, step.before.marks)
                yield tr("{Zone}: {content}.", zone=self.words.zone(self.edition, zone), content=content)
        if (
            not marked and not over and not any(table.slots)
        ):  # dice on the slots belong to marks that do not matter here
            yield tr("{name} has marked nothing yet.", name=name)
        actions = [
            f"{self.words.action(self.edition, label)} ({self.words.num(left)})"
            for label, track in step.before.actions.items()
            if (left := _unused(track)) > 0
        ]
        if actions and not over:
            yield tr("Actions ready to use: {actions}.", actions=self.words.listed(actions))

    def tell_log(self, game: Game) -> list[str]:
        """Return a text for every event of a game; empty if the text of another event includes it."""
        events, sentences = game.events, list[str]()
        faces: dict[str, int] = dict.fromkeys(self.rules.dice, 0)
        active: int | None = None  # unknown in a situation that was set up
        taken = start = 0
        crossings = _crossings(game)
        for i, event in enumerate(events):
            if isinstance(event, ev.RoundStarted | ev.Taken) or (
                isinstance(event, ev.TurnStarted) and any(isinstance(e, ev.Thrown) for e in events[start:i])
            ):
                start = i
            if isinstance(event, ev.TurnStarted):
                active, taken = event.player if event.role == "active" else -1, 0
            elif isinstance(event, ev.Taken):
                taken = event.face
            acting = active is None or getattr(event, "player", active) == active
            following = events[i + 1] if i + 1 < len(events) else None
            circles = (i if isinstance(event, ev.Marked) else i + 1) not in crossings
            moment = _Moment(acting, None, faces, (), taken, circles, events[start:i], following)
            sentences.append("" if _of_round(event, moment.earlier) else self._event(moment, event))
            faces.update(zip(self.rules.dice, getattr(event, "table_faces", ()), strict=False))
        return sentences

    def _quiet(self, step: Step) -> str:
        tr, name = self.words.tr, self._name(step.seat)
        kind = step.move.kind if step.move is not None else ""
        if kind == "throw":
            return tr("{name} takes no further die back.", name=name)
        if step.decision == "extra mark":
            return tr("{name} marks no further cell.", name=name)
        if step.decision == "extra die":
            return tr("{name} uses no more extra dice.", name=name)
        return tr("{name} stops here.", name=name)

    # One event

    def _event(self, moment: _Moment, event: ev.Event) -> str:
        match event:
            case ev.Taken():
                return self._taken(moment, event)
            case ev.Marked() if moment.earlier and isinstance(moment.earlier[-1], ev.Taken):
                return self._lost_badge(moment, event)  # the sentence about the die says the rest
            case ev.Marked():
                return " ".join(filter(None, (self._marked(moment, event), self._lost_badge(moment, event))))
            case ev.Sent():
                return self._sent(moment, event)
            case ev.Earned() if isinstance(moment.following, ev.Unlocked | ev.Counted):
                return ""  # the next event says it
            case ev.Earned() if moment.seat not in (None, event.player):
                # A move of another player earns nothing: it is the bonus of the round, which each takes in turn.
                bonus = self.words.bonus(self.edition, event.bonus)
                return self.words.tr(
                    "{name} takes the round's bonus, too: {bonus}.", name=self._name(event.player), bonus=bonus
                )
            case ev.Returned():
                die = self.phrases.die(event.die, moment.faces[event.die])
                return self.words.tr(
                    "{name} takes {die} back from the platter.", name=self._name(event.player), die=die
                )
            case ev.RoundStarted() | ev.TurnStarted() | ev.Thrown():
                return self._begun(event)
            case ev.Earned() | ev.Unlocked() | ev.Used() | ev.Counted():
                return self._gained(event)
            case ev.Lost():
                return self._lost(moment, event)
            case ev.Scored():
                return self._scored(event)

    def _begun(self, event: ev.RoundStarted | ev.TurnStarted | ev.Thrown) -> str:
        tr = self.words.tr
        if isinstance(event, ev.RoundStarted):
            badge = self.rules.round_bonus(event.round)
            if badge is None:
                return tr("Round {round} begins.", round=event.round)
            bonus = self.words.bonus(self.edition, badge)
            return tr(
                "Round {round} begins; everyone takes the round's bonus: {bonus}.", round=event.round, bonus=bonus
            )
        name = self._name(event.player)
        if isinstance(event, ev.Thrown):
            dice = ", ".join(self._die(die, face) for die, face in zip(event.dice, event.faces, strict=True))
            return tr("{name} rolls: {dice}.", name=name, dice=dice)
        if event.role == "passive":
            return tr("Now {name} plays as a passive player.", name=name)
        return tr("{name} is the active player.", name=name)

    def _gained(self, event: ev.Earned | ev.Unlocked | ev.Used | ev.Counted) -> str:
        tr, name = self.words.tr, self._name(event.player)
        if isinstance(event, ev.Counted):
            return self.words.ntr(*event.badge.texts.earned, event.number, name=name)
        if isinstance(event, ev.Earned):
            return tr("{name} earns {bonus}.", name=name, bonus=self.words.bonus(self.edition, event.bonus))
        action = self.words.action(self.edition, event.action)
        names = {"name": name, "slot": event.slot, "action": action}
        track = next(track for track in self.rules.tracks if track.label == event.action)
        if (printed := track.slots[event.slot - 1]) is not None:
            if isinstance(event, ev.Unlocked):
                return tr("{name} unlocks slot {slot} of “{action}”, which shows {printed}.", printed=printed, **names)
            return tr("{name} uses slot {slot} of “{action}”, which shows {printed}.", printed=printed, **names)
        if isinstance(event, ev.Unlocked):
            return tr("{name} unlocks slot {slot} of “{action}”.", **names)
        return tr("{name} uses slot {slot} of “{action}”.", **names)

    def _taken(self, moment: _Moment, event: ev.Taken) -> str:
        tr, marked = self.words.tr, moment.following
        names = {"name": self._name(event.player), "die": self.phrases.die(event.die, event.face)}
        names["marks"] = self._marks(moment, marked) if isinstance(marked, ev.Marked) else ""
        if event.extra:
            return tr("{name} uses {die} as an extra die and {marks}.", **names)
        if moment.active:
            slot = self.words.slot(self.edition, event.slot)
            return tr("{name} takes {die}, puts it on die slot {slot} and {marks}.", slot=slot, **names)
        if event.slot:
            return tr("No die on the platter fits, so {name} uses {die} from a die slot and {marks}.", **names)
        return tr("{name} uses {die} from the platter and {marks}.", **names)

    def _marked(self, moment: _Moment, event: ev.Marked) -> str:
        """Return the sentence about a mark without a die, or with a further die."""
        tr, move = self.words.tr, moment.move
        names = {"name": self._name(event.player), "marks": self._marks(moment, event)}
        if move is None or move.kind not in ("place", "also"):
            return tr("{name} {marks}.", **names)
        if move.kind == "place":
            bonus = self.words.bonus(self.edition, parse_bonus(move.what))
            return tr("{name} uses the bonus, {bonus}, and {marks}.", bonus=bonus, **names)
        if move.die:
            die = self.phrases.die(move.die, moment.faces[move.die])
            return tr("{Die} is swept to the platter, so {name} also {marks}.", die=die, **names)
        return tr("Another die shows {face} too, so {name} also {marks}.", face=move.value, **names)

    def _marks(self, moment: _Moment, event: ev.Marked) -> str:
        zone = self.rules.zones[self.rules.zone_index[event.zone]]
        value = self._value(moment, zone, event)
        return self.phrases.marks(event.zone, event.cell, value, circles=moment.circles)

    def _value(self, moment: _Moment, zone: ZoneRules, event: ev.Marked) -> str:
        """Return the number that was written, with its calculation if it is not the face of the die."""
        move, plain = moment.move, str(event.value)
        if move is None or move.polish or move.partner or move.kind == "also":
            return plain
        entries = list(
            self._of_bonus(moment, zone, event) if move.kind == "place" else self._of_die(moment, zone, event)
        )
        workings = {
            self.words.tr(working, face=entry.face) for entry in entries if (working := zone.zone.value.working(entry))
        }
        return f"{plain} ({workings.pop()})" if len(workings) == 1 else plain

    def _of_die(self, moment: _Moment, zone: ZoneRules, event: ev.Marked) -> Iterator[Entry]:
        """Yield the entry of a die; none if the player chose its number with a joker."""
        move, rule = moment.move, zone.zone.value
        if move is None or not move.die or (face := self._face(moment, move)) is None:
            return
        others = tuple(face for die, face in moment.platter if die != move.die)
        added = None
        if rule.added_die is not None:
            die_of_zone = zone.zone.die or zone.name
            added = moment.faces[rule.added_die if move.die == die_of_zone else die_of_zone]
        yield Entry(zone.index[event.cell], event.value, face, move.badge, added, others)

    def _of_bonus(self, moment: _Moment, zone: ZoneRules, event: ev.Marked) -> Iterator[Entry]:
        """Yield the entries that a bonus may have made, one for each number that the player may have chosen."""
        move, rule, cell = moment.move, zone.zone.value, zone.index[event.cell]
        if move is None or rule.adds_platter or (rule.added_die is not None and zone.zone.free_choice != "face"):
            return
        numbers = {single.fixed_number for single in parse_bonus(move.what).singles}
        added = moment.faces[rule.added_die] if rule.added_die is not None else None
        for face in FACES if None in numbers else [number for number in numbers if number is not None]:
            made = [written for written, badge in zone.written(cell, face + (added or 0)) if badge is move.badge]
            if event.value in made:
                yield Entry(cell, event.value, face, move.badge, added, ())

    def _lost_badge(self, moment: _Moment, event: ev.Marked) -> str:
        """Return that the badge of a cell is lost, as with a star or too low a number; empty if it is not."""
        zone = self.rules.zones[self.rules.zone_index[event.zone]]
        star = moment.move is not None and not moment.move.badge
        cell = (zone.index[event.cell],)
        lost = any(
            trigger.needs == cell and (event.value < trigger.only_from or (star and trigger.single_cell))
            for trigger in zone.triggers
        )
        return self.words.tr("The badge is lost.") if lost else ""

    def _face(self, moment: _Moment, move: Move) -> int | None:
        """Return the number that the die of a move counts as; None if the player chose it with a joker."""
        if not move.joker:
            return moment.faces[move.die]
        printed = self.rules.tracks[self.rules.by_kind["joker"][0]].slots[move.joker - 1]
        return printed if isinstance(printed, int) else None

    def _sent(self, moment: _Moment, event: ev.Sent) -> str:
        tr = self.words.tr
        faces = dict(zip(self.rules.dice, event.table_faces, strict=True))
        dice = ", ".join(self._die(die, faces[die]) for die in event.dice)
        lost = any(isinstance(e, ev.Lost | ev.Sent) for e in moment.earlier)
        count = len(event.dice)
        if moment.move is not None and moment.move.kind == "nearest":
            return tr("The nearest die goes to the platter: {dice}.", dice=dice)
        # Bonuses may come between the die that was taken and those that leave because of it.
        if moment.active and not lost and all(faces[die] < moment.taken for die in event.dice):
            one, many = later_plural(
                "The lower die goes to the platter: {dice}.", "The lower dice go to the platter: {dice}."
            )
        elif any(isinstance(e, ev.TurnStarted) and e.role == "passive" for e in moment.earlier):
            one, many = later_plural(
                "The lowest die goes to the platter: {dice}.", "The lowest dice go to the platter: {dice}."
            )
        else:
            one, many = later_plural(
                "The remaining die goes to the platter: {dice}.", "The remaining dice go to the platter: {dice}."
            )
        return self.words.ntr(one, many, count, dice=dice)

    def _lost(self, moment: _Moment, event: ev.Lost) -> str:
        tr, name = self.words.tr, self._name(event.player)
        if event.what in ("throw", "platter") and moment.blocked:
            return self._blocked(moment, event)
        passes = moment.move is not None and moment.move.kind == "pass"
        if event.what == "throw":
            chosen, lost = (
                tr("{name} passes on this roll.", name=name),
                tr("{name} takes no die from this roll.", name=name),
            )
            return chosen if passes else lost
        if event.what == "platter":
            chosen, lost = (
                tr("{name} passes and uses no platter die.", name=name),
                tr("{name} uses no die from the platter.", name=name),
            )
            return chosen if passes else lost
        if event.what in {track.label for track in self.rules.tracks}:
            action = self.words.action(self.edition, event.what)
            return tr("Every slot of “{action}” is already unlocked: the badge is lost.", action=action)
        bonus = self.words.bonus(self.edition, event.what)
        return tr("It cannot be placed, so it is lost: {bonus}.", bonus=bonus)

    def _blocked(self, moment: _Moment, event: ev.Lost) -> str:
        """Return the sentence about a roll or a platter of which no die fits, with the reasons."""
        tr, name = self.words.tr, self._name(event.player)
        if event.what == "throw":
            rule = tr("{name} cannot use any die of this roll, so the roll is lost.", name=name)
        else:
            rule = tr("{name} cannot use any die on the platter.", name=name)
        reasons = [
            tr("{Die}: {reason}.", die=self.phrases.die(die, face), reason=self.phrases.reason(reason))
            for die, face, reason in moment.blocked
        ]
        return " ".join([rule, *reasons])

    def _scored(self, event: ev.Scored) -> str:
        words, score = self.words, event.score
        parts = [f"{words.zone(self.edition, zone)} {words.num(points)}" for zone, points in score.zones.items()]
        parts += [
            words.tr(badge.texts.points, points=words.num(part.points))
            for badge, part in score.badges.items()
            if part.count
        ]
        return words.ntr(
            "{name} has {n} point: {parts}.",
            "{name} has {n} points: {parts}.",
            score.total,
            name=self._name(event.player),
            parts=", ".join(parts),
        )

    # Words

    def _name(self, seat: int) -> str:
        return self.players[seat]

    def _die(self, die: str, face: int) -> str:
        return self.words.tr("{colour} {face}", colour=self.words.die(self.edition, die), face=face)


def _of_round(event: ev.Event, earlier: Sequence[ev.Event]) -> bool:
    """Whether an event is about the bonus of a round, which the sentence about the round includes."""
    started = any(isinstance(before, ev.RoundStarted) for before in earlier)
    return started and isinstance(event, ev.Earned | ev.Unlocked)


def _unused(track: Mapping[str, object]) -> int:
    """Return how many slots of an action track are unlocked and not used yet."""
    unlocked, used = track["unlocked"], track["used"]
    return unlocked - len(used) if isinstance(unlocked, int) and isinstance(used, list) else 0


def _crossings(game: Game) -> set[int]:
    """Return the indices of the events that crossed a cell: for each cell that is crossed now, its last mark."""
    last: dict[tuple[int, str], int] = {}
    for i, event in enumerate(game.events):
        if isinstance(event, ev.Marked):
            last[event.player, f"{event.zone}.{event.cell}"] = i
    marks = [player.marks() for player in game.players]
    return {i for (player, address), i in last.items() if marks[player].get(address) != "o"}


def tell_decision(game: Game, words: Words) -> str:
    """Return a sentence that says who decides now, and what."""
    tr = words.tr
    if game.is_over:
        return tr("The game is over.")
    player = game.players[game.actor]
    name = player.name if len(game.players) > 1 else tr("You")
    if player.pending:
        bonus = words.bonus(game.rules.edition, player.pending[0])
        return tr("{name}: use the bonus “{bonus}”.", name=name, bonus=bonus)
    if game.extra_marks_left:
        return tr("{name}: mark one more cell with the same die, or stop.", name=name)
    if game.phase in (EXTRA, FINAL):
        return tr("{name}: use an extra die, or stop.", name=name)
    if game.phase == EQUALS:
        return tr("{name}: say which of the equal dice goes to the platter.", name=name)
    if not game.is_active:
        return tr("{name}, as a passive player: use a die from the platter.", name=name)
    if {"take", "pass"} & {move.kind for move in game.legal_moves()}:
        throws = game.rules.throws
        return tr(
            "{name}: roll {throw} of {throws}. Take a die and mark a cell.", name=name, throw=game.throw, throws=throws
        )
    return tr("{name}: roll, or take a die back first.", name=name)


def tell_move(game: Game, move: Move, words: Words) -> str:
    """Return a move in a few words, for a button; raise ValueError for an unknown kind."""
    tr, rules = words.tr, game.rules
    die = Phrases(rules, words).die(move.die, game.faces[rules.die_index[move.die]]) if move.die else ""
    match move.kind:
        case "take" | "extra" | "also" | "place":
            return _tell_mark(game, move, words)
        case "unlock":
            return tr("unlock “{action}”", action=words.action(rules.edition, move.what))
        case "reroll":
            return tr("reroll these dice")
        case "return":
            return tr("take {die} back", die=die)
        case "throw":
            return tr("roll the dice")
        case "pass":
            return tr("take nothing")
        case "nearest":
            return tr("{die} goes to the platter", die=die)
        case "done" | "decline":
            return tr("stop")
    raise ValueError(f"a move of an unknown kind: {move.kind}")


def _tell_mark(game: Game, move: Move, words: Words) -> str:
    """Return a move that marks a cell: the die with its changes, the cell, and the number if one is written."""
    rules, tr = game.rules, words.tr
    what = ""
    if move.kind == "place":
        what = words.bonus(rules.edition, move.what)
    elif move.die in rules.die_index:
        face = game.faces[rules.die_index[move.die]]
        what = tr("{colour} {face}", colour=words.die(rules.edition, move.die), face=face)
    if move.joker:
        printed = rules.tracks[rules.by_kind["joker"][0]].slots[move.joker - 1]
        what += ", " + tr("joker {number}", number=printed)
    if move.polish:
        what += ", " + tr("polished {change}", change=f"{move.polish:+d}")
    if move.partner:
        what += ", " + tr("partner {change}", change=f"{move.partner:+d}")
    if move.kind == "extra":
        what = tr("extra die {die}", die=what)
    elif move.kind == "also":
        what = tr("also {die}", die=what).strip()
    text = f"{what} → {move.target}"
    if rules.zones[rules.zone_index[move.zone]].writes:
        text += f" = {move.value}"
    return text if move.badge else text + ", " + tr("without the badge")


def tell_notes(example: Example, step: Step, words: Words) -> Iterator[tuple[str, str, str]]:
    """Yield the expectations of a step as a kind (`no`, `yes`, `points`), a sentence and the clause behind it.

    What the pictures show is left out, and so are points that this step or an earlier one states.
    """
    phrases = Phrases(example.record.rules, words)
    for note in step.notes:
        if note.line.rest in _stated_points(example, step, note.name):
            continue
        line = note.line
        word, _, rest = line.rest.partition(" ")
        who = f"{line.who} – " if line.who and len(example.record.players) > 1 else ""
        if note.move is not None and note.reason is not None:
            cell = CellName(note.zone, str(note.move.fields.get("cell", "")))
            reason = phrases.reason(note.reason, cell)
            sentence = phrases.possible(note.name, note.move, reason, negated=word == "cannot")
            yield ("yes" if word == "can" else "no"), sentence, note.reason.clause
        elif word == "winner":
            winners = rest.split(", ")
            names = {"names": words.listed(winners)}
            yield (
                "points",
                words.ntr("{names} wins.", "It is a tie: {names} win together.", len(winners), **names),
                "E1",
            )
        else:
            sentence = _points(example, line, words)
            if sentence:
                yield "points", who + sentence, ""


def _stated_points(example: Example, step: Step, name: str) -> set[str]:
    """Return the points of a player that a step, or one before it, states by itself, as a record expects them."""
    players = example.record.players
    latest: dict[str, int] = {}
    for told in example.steps:
        if name == players[told.seat]:
            latest |= {zone: told.after.score.zones[zone] for zone in told.zones}
        if told is step:
            break
    stated = {f"{zone} {points}" for zone, points in latest.items()}
    for event in step.events:
        if isinstance(event, ev.Scored) and players[event.player] == name:
            stated |= {f"{zone} {points}" for zone, points in event.score.zones.items()}
            stated |= {f"{badge.name} points {part.points}" for badge, part in event.score.badges.items() if part.count}
            stated.add(f"total {event.score.total}")
    return stated


def _points(example: Example, line: Line, words: Words) -> str:
    what, _, number = line.rest.rpartition(" ")
    if not number.lstrip("-").isdecimal():
        return ""
    n = int(number)
    if what in example.edition.zones:
        zone = words.zone(example.edition, what)
        return words.ntr("{Zone}: {n} point.", "{Zone}: {n} points.", n, zone=zone)
    if what == "total":
        return words.ntr("Total: {n} point.", "Total: {n} points.", n)
    for badge in example.edition.scoring_badges:
        if what == badge.name:
            return words.ntr(*badge.texts.each, n)
        if what == f"{badge.name} points":
            return words.ntr(*badge.texts.together, n)
    if what == "band" and example.edition.solo is not None and (band := example.edition.solo.rating(n)) is not None:
        return words.tr("The rating says: “{label}”", label=words.tr(band.label))
    return ""


class CardNarrator:
    """Describes the steps of examples of the card game in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def tell(self, example: CardExample, step: CardStep) -> list[str]:
        """Return all sentences of a step."""
        return [sentence for event in step.events for sentence in self._event(example, step, event)]

    def _event(self, example: CardExample, step: CardStep, event: card_ev.CardEvent) -> Iterator[str]:
        tr, names = self.words.tr, example.players
        match event:
            case card_ev.CardRoundStarted():
                yield tr("Round {round} begins.", round=event.round)
                yield tr("{name} is the active player.", name=names[event.active])
            case card_ev.CardDiceThrown():
                yield self._thrown(names[event.player], event)
            case card_ev.Laid():
                if event is step.events[0]:  # one sentence for all players
                    yield self.words.ntr(
                        "Everyone plays {n} card face down.", "Everyone plays {n} cards face down.", event.number
                    )
            case card_ev.Revealed():
                yield tr("{name} turns over {cards}.", name=names[event.player], cards=self.cards(example, event.cards))
            case card_ev.Settled():
                yield tr("The dice stay as they are.")
            case card_ev.Won() | card_ev.Discarded() | card_ev.Captured():
                yield self._result(example, event)
            case card_ev.SetAside():
                cards = self.cards(example, event.cards)
                yield tr("{name} never played {cards}: no points.", name=names[event.player], cards=cards)
            case card_ev.CardScored():
                yield self._scored(names[event.player], event)

    def _thrown(self, name: str, event: card_ev.CardDiceThrown) -> str:
        dice = ", ".join(map(str, event.faces))
        if event.throw == 1:
            return self.words.tr("{name} rolls: {dice}.", name=name, dice=dice)
        return self.words.ntr(
            "{name} rerolls {n} die: {dice}.",
            "{name} rerolls {n} dice: {dice}.",
            len(event.dice),
            name=name,
            dice=dice,
        )

    def _result(self, example: CardExample, event: card_ev.Won | card_ev.Discarded | card_ev.Captured) -> str:
        ntr, name = self.words.ntr, example.players[event.player]
        card = self.cards(example, (event.card,))
        match event:
            case card_ev.Won():
                return ntr(
                    "{card} wins: {name} keeps it for {n} point.",
                    "{card} wins: {name} keeps it for {n} points.",
                    event.points,
                    card=card,
                    name=name,
                )
            case card_ev.Discarded():
                return self.words.tr("{card} misses: it leaves the game.", card=card)
            case card_ev.Captured():
                return ntr(
                    "{card} misses: {name} takes it for {n} point.",
                    "{card} misses: {name} takes it for {n} points.",
                    event.points,
                    card=card,
                    name=name,
                )

    def _scored(self, name: str, event: card_ev.CardScored) -> str:
        words = self.words
        return words.ntr(
            "{name} has {n} point: own cards {own}, captured cards {captured}.",
            "{name} has {n} points: own cards {own}, captured cards {captured}.",
            event.total,
            name=name,
            own=words.num(event.own),
            captured=words.num(event.captured),
        )

    def cards(self, example: CardExample, cards: tuple[str, ...]) -> str:
        """Return the names of cards, quoted, as a list within a sentence."""
        quoted = [self.words.tr("“{card}”", card=self.words.tr(example.edition.cards[card].name)) for card in cards]
        return self.words.listed(quoted)
