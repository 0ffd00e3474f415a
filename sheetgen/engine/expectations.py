"""What a record expects: `expect: yellow 24`, `expect: cannot take G3 green.4 C4`."""

import re

from sheetgen.engine.game import Game
from sheetgen.engine.moves import IllegalMoveError, Move
from sheetgen.engine.notation import NotationError, Wanted, read_dice, write_die
from sheetgen.engine.phases import ON_PLATTER
from sheetgen.engine.player import Player

_CLAUSE = re.compile(r"[A-Z][0-9]{1,2}\Z")


def check_expectation(game: Game, text: str, seat: int | None = None) -> None:
    """Raise AssertionError with what is instead, if an expectation does not hold."""
    word, _, rest = text.partition(" ")
    player = game.players[game.actor if seat is None else seat]
    if word in ("can", "cannot"):
        _check_move(game, rest, possible=word == "can")
    elif word == "platter":
        _check_platter(game, rest)
    elif word == "winner":
        found = ", ".join(game.players[i].name for i in game.winners())
        _compare("the winner", found, rest)
    elif word == "to":
        _compare("to decide", f"decide: {game.players[game.actor].name}", rest)
    elif word == "pending":
        _compare("waiting bonuses", ", ".join(map(str, player.pending)) or "none", rest)
    else:
        _check_value(game, player, text)


def _compare(what: str, found: object, expected: object) -> None:
    assert str(found) == str(expected).strip(), f"expected {what} {expected}, found {found}"


def _check_value(game: Game, player: Player, text: str) -> None:
    what, _, expected = text.rpartition(" ")
    if "." in what and what in _cells(player):
        _compare(what, _cells(player)[what], expected)
        return
    values: dict[str, object] = {**player.zone_points()}
    score = player.score()
    values.update(total=score.total, foxes=score.foxes, fox=score.each)
    values["fox points"] = score.fox_points
    for label, track in player.actions().items():
        used = track["used"]
        assert isinstance(used, list)
        values[f"{label} unlocked"], values[f"{label} used"] = track["unlocked"], len(used)
    solo = game.rules.edition.solo
    if solo is not None and (band := solo.rating(score.total)) is not None:
        values["band"] = band.from_
    if what not in values:
        raise NotationError(f"nothing is called '{what}'; known are {', '.join(values)}, a cell, platter, can, cannot")
    _compare(what, values[what], expected)


def _cells(player: Player) -> dict[str, str]:
    """Every cell by address: open, printed, x, o or its number."""
    found = {}
    marks = player.marks()
    for zone in player.rules.zones:
        for cell, printed in zip(zone.names, zone.printed, strict=True):
            mark = marks.get(f"{zone.name}.{cell}", "printed" if printed else "open")
            found[f"{zone.name}.{cell}"] = str(mark["value"] if isinstance(mark, dict) else mark)
    return found


def _check_platter(game: Game, rest: str) -> None:
    expected = {} if rest.strip() == "none" else read_dice(game.rules, rest)
    found = {die: game.faces[die] for die, place in enumerate(game.places) if place == ON_PLATTER}
    shown = " ".join(write_die(game.rules, game.rules.dice[die], face) for die, face in found.items()) or "none"
    assert found == expected, f"expected on the platter {rest}, found {shown}"


def _check_move(game: Game, rest: str, *, possible: bool) -> None:
    words = rest.split()
    clause = words.pop() if words and _CLAUSE.match(words[-1]) and not possible else ""
    wanted, found = find_moves(game, " ".join(words))
    if possible:
        assert found, f"expected that one can {rest}, but {_reason(game, wanted)}"
        return
    assert not found, f"expected that one cannot {' '.join(words)}, but it is legal"
    if clause:
        from sheetgen.engine.why import why_not

        reason, why = why_not(game, wanted.as_move())
        assert why == clause, f"expected clause {clause} to forbid it, found {why}: {reason}"


def find_moves(game: Game, text: str) -> tuple[Wanted, list[Move]]:
    """Read a move, and find the legal moves that it may mean."""
    wanted = Wanted(game.rules, text)
    die, player = wanted.fields.get("die"), game.players[game.actor]
    if wanted.face is not None and isinstance(die, str) and wanted.kind != "also":
        face = game.faces[game.rules.die_index[die]]
        if face != wanted.face:
            raise NotationError(f"the {die} die shows {face}, not {wanted.face}")
    # Joker slots that show the same are one choice: a record may name any of them.
    prints = {slot + 1: game.rules.tracks[track].slots[slot] for track, slot in player.free_slots("joker")}
    told = wanted.fields.get("joker")
    if isinstance(told, int) and told in prints:
        wanted.fields["joker"] = next(slot for slot, shown in prints.items() if shown == prints[told])
    return wanted, [move for move in game.legal_moves() if wanted.matches(move)]


def _reason(game: Game, wanted: Wanted) -> str:
    from sheetgen.engine.why import why_not

    return str(IllegalMoveError(*why_not(game, wanted.as_move())))
