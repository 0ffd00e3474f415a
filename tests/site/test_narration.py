"""Narration: every step of every record is told in every language."""

import re
from html import unescape

import pytest

from sheetgen.engine import Game, replay
from sheetgen.engine import events as ev
from sheetgen.i18n import languages
from sheetgen.i18n.catalogues import PSEUDO
from sheetgen.layout import load
from sheetgen.site.examples import Example, examples_of
from sheetgen.site.narration import Narrator, tell_move, tell_notes
from sheetgen.site.phrases import Phrases
from sheetgen.site.pictures import Pictures, panel_marks
from sheetgen.site.stepper import Stepper
from sheetgen.site.words import Words

SHEETS = ("classic", "double", "cubed", "deluxe", "mix")


def told(example: Example, language: str) -> list[str]:
    words = Words.of(language, example.edition)
    narrator = Narrator(example.record.rules, example.record.players, words)
    return [
        " ".join([*narrator.tell(step), *(text for _, text, _ in tell_notes(example, step, words))])
        for step in example.steps
    ]


def example(name: str) -> Example:
    return next(own for own in examples_of(name.partition("/")[0]) if own.name == name)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", SHEETS)
def test_every_step_is_told(edition: str, language: str) -> None:
    examples = examples_of(edition)
    assert len(examples) >= 26
    for own in examples:
        sentences = told(own, language)
        assert len(sentences) == len(own.steps) >= 1, own.name
        for sentence in sentences:
            assert re.search(r"\w{2}", sentence), own.name
            assert "{" not in sentence, f"{own.name}: {sentence}"
            assert not re.search(r"[a-z]\.\d|r\dc\d|\(zone\)", sentence), f"{own.name}: {sentence}"
            assert not re.search(r"\b([^\W\d]+) \1\b", sentence), f"{own.name}: {sentence}"  # an article twice


def test_a_turn_in_english() -> None:
    assert told(example("classic/01-seven-steps"), "en") == [
        "Round 1 begins; everyone takes the round's bonus: the action “reroll”. Ada is the active player. "
        "Ada rolls: yellow 4, blue 1, green 5, orange 6, purple 3, white 3.",
        "Ada takes the purple 3, puts it on die slot 1 and writes 3 in cell 1 of purple. "
        "The lower die goes to the platter: blue 1.",
        "Ada rolls: yellow 2, green 3, orange 5, white 4.",
        "Ada takes the white 4, puts it on die slot 2 and writes 4 in cell 2 of purple. "
        "The lower dice go to the platter: yellow 2, green 3.",
        "Ada rolls: orange 3. Ada may not use the green 3 for cell 1 of green: it is on the platter.",
        "Ada takes the orange 3, puts it on die slot 3 and writes 3 in cell 1 of orange. Ada – Total: 10 points.",
        "Ben uses the green 3 from the platter and crosses off cell 1 of green.",
        "Cleo uses the green 3 from the platter and crosses off cell 1 of green.",
    ]


def test_how_numbers_come_about() -> None:
    assert "5 (2 + 3)" in " ".join(told(example("cubed/13-blue-steps"), "en"))
    assert "12 (6 × 2)" in " ".join(told(example("classic/08-orange-six-becomes-twelve"), "en"))
    assert "7 (4 + 2 + 1)" in " ".join(told(example("mix/13-purple-four-one-two"), "en"))
    assert "3 (half of 5, rounded up)" in " ".join(told(example("cubed/18-pink-half-or-star"), "en"))
    assert "3 (half of 6) in" in " ".join(told(example("cubed/19-pink-first-cell"), "en"))


def test_the_numbers_of_bonuses_come_about_in_the_same_way() -> None:
    assert "writes 8 (2 + 6) in cell 8" in told(example("cubed/33-blue-question-mark-needs-white"), "en")[1]
    assert "a 6 for orange, and writes 12 (6 × 2)" in " ".join(
        told(example("classic/33-orange-badge-is-multiplied"), "en")
    )
    # In double a ? for blue is any sum, so nothing is added to it.
    free = " ".join(told(example("double/21-free-choice-in-blue"), "en"))
    assert re.search(r"a \? for blue, and writes \d+ in cell", free)


def test_a_sum_that_a_bonus_cannot_reach_is_told() -> None:
    assert (
        "Ada may not use the bonus, a ? for blue, for cell 6 of blue: white shows 6, so the sum is 7 to 12, but this "
        "cell takes only 6."
    ) in told(example("cubed/33-blue-question-mark-needs-white"), "en")[0]


@pytest.mark.parametrize("edition", SHEETS)
def test_what_a_picture_highlights_is_told_in_its_step(edition: str) -> None:
    """The bonus of the next round is no part of the move before it, neither in the picture nor in the text."""
    for own in examples_of(edition):
        for step in own.steps:
            events = [event for event in step.events if getattr(event, "player", None) == step.seat]
            for label, after in step.after.actions.items() if step.kind == "move" else ():
                before = step.before.actions[label]
                unlocked = [e.slot for e in events if isinstance(e, ev.Unlocked) and e.action == label]
                used = [e.slot for e in events if isinstance(e, ev.Used) and e.action == label]
                assert after["unlocked"] == int(str(before["unlocked"])) + len(unlocked), own.name
                assert {*_slots(after["used"])} == {*_slots(before["used"]), *used}, own.name
            marked = {f"{event.zone}.{event.cell}" for event in events if isinstance(event, ev.Marked)}
            fresh = {cell for cell, mark in step.after.marks.items() if step.before.marks.get(cell) != mark}
            assert fresh == marked, own.name


def _slots(used: object) -> list[object]:
    assert isinstance(used, list)
    return used


def test_a_round_that_begins_after_the_last_move_is_not_shown() -> None:
    last = example("cubed/27-solo-passive-throw").steps[-1]
    assert last.after.actions["extra die"] == {"unlocked": 1, "used": [1]}
    assert last.after.rounds == 1


def test_other_languages_have_their_own_words() -> None:
    german, french = (told(example("classic/01-seven-steps"), language)[1] for language in ("de", "fr"))
    assert german.startswith("Ada nimmt die lila 3, legt sie auf Würfelfeld 1 und trägt eine 3 in Feld 1 von Lila ein.")
    assert "Silbertablett: Blau 1." in german
    assert french.startswith("Ada choisit le 3\xa0violet, le pose sur la case «\u202fdé\u202f» 1 et inscrit 3")
    assert "zone violette" in french
    assert "plateau d’argent" in french


@pytest.mark.parametrize(
    ("language", "caption", "points"),
    [
        ("en", "Green, Ada's sheet", "Purple: 3 points (+3)"),
        ("fr", "Zone verte, chez Ada", "Zone violette\u202f: 3 points (+3)"),
        ("es", "Zona verde, hoja de Ada", "Zona morada: 3 puntos (+3)"),
        ("it", "Zona verde, scheda di Ada", "Zona viola: 3 punti (+3)"),
    ],
)
def test_captions_name_a_zone_as_the_language_does(language: str, caption: str, points: str) -> None:
    own = example("classic/01-seven-steps")
    words = Words.of(language, own.edition)
    html = Stepper(Pictures(language).of(load("classic")), words).write(own)
    assert caption in unescape(html)
    assert points in html


def test_solo_dice_go_to_the_platter_as_the_lowest() -> None:
    sentences = told(example("classic/25-solo-passive-throw"), "en")
    assert "The lowest dice go to the platter: blue 1, purple 2." in sentences[1]
    assert sentences[2].startswith("The nearest die goes to the platter: orange 3.")
    assert "The yellow 3 goes to the platter if it lies nearest: equal dice compete" in sentences[1]
    assert (
        "The green 5 cannot go to the platter as the nearest: only dice that show 3 compete for the last place."
    ) in sentences[1]


@pytest.mark.parametrize("edition", SHEETS)
def test_no_step_repeats_whose_turn_it_is(edition: str) -> None:
    for own in examples_of(edition):
        first, second, *_ = [*told(own, "en"), ""]
        assert not ("is a passive player" in first and "plays as a passive player" in second), own.name


def test_each_player_takes_the_bonus_of_a_round() -> None:
    """Ada's mark does not earn Ben's bonus."""
    assert (
        "Ada uses the bonus, a ? for any zone, and crosses off cell 7 of brown. "
        "Ben takes the round's bonus, too: a ? for any zone."
    ) in told(example("cubed/21-free-choice"), "en")
    for edition in SHEETS:
        for own in examples_of(edition):
            for step, text in zip(own.steps, told(own, "en"), strict=True):
                for name in {*own.record.players} - {own.record.players[step.seat]}:
                    assert f"{name} earns" not in text, own.name


def test_a_swept_die_marks_its_own_row() -> None:
    text = " ".join(told(example("double/03-silver-sweeps"), "en"))
    assert (
        "Ada may not mark the 1 in the green row of silver with the blue 1 as well: a die that is swept to the platter "
        "makes a cross only in the row of its own colour."
    ) in text
    assert "The blue 1 is swept to the platter, so Ada also crosses off the 1 in the blue row of silver." in text
    before = " ".join(told(example("double/04-not-what-lay-there-before"), "en"))
    assert "it did not go to the platter because of the die that was taken, so it makes no cross." in before


ROWS = {
    "en": "the 3 in the green row of silver",
    "de": "die 3 in Zeile Grün von Silber",
    "es": "el 3 de la fila verde de la zona plateada",
    "fr": "le 3 de la zone argentée (ligne verte)",
    "it": "casella “3” della riga verde della zona argento",
}


@pytest.mark.parametrize("language", languages())
def test_rows_of_dice_are_named_by_their_colours(language: str) -> None:
    assert ROWS[language] in " ".join(told(example("double/03-silver-sweeps"), language)).replace("\xa0", " ")


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("double/41-pink-lost-for-good", True),
        ("double/40-pink-just-enough", False),
        ("cubed/18-pink-half-or-star", True),
        ("cubed/36-pink-star-of-one", False),
    ],
)
def test_a_lost_badge_is_told(name: str, lost: bool) -> None:
    assert ("The badge is lost." in " ".join(told(example(name), "en"))) is lost


def test_a_cross_without_a_circle_is_refused() -> None:
    assert (
        "Ada may not use the bonus, a ? for yellow, to cross off the 3 in row 1 of yellow: this cell has no circle yet."
    ) in told(example("double/35-yellow-question-mark-circles"), "en")[0]


def test_who_stops_says_with_what() -> None:
    assert told(example("mix/40-whole-turn"), "en")[14] == "Ada uses no more extra dice."
    assert told(example("cubed/31-turquoise-fewer-crosses"), "en")[2].startswith("Ben marks no further cell.")
    assert "Ben passes and uses no platter die." in told(example("deluxe/04-leaving-the-platter"), "en")[1]


RATINGS = {"en": "“", "de": "„", "es": "«", "fr": "«\u202f", "it": "“"}


@pytest.mark.parametrize("language", languages())
def test_a_rating_is_quoted(language: str) -> None:
    own = example("cubed/26-fox-forty-two")
    label = Words.of(language, own.edition).tr("It was just bad luck")
    assert f"{RATINGS[language]}{label}" in " ".join(told(own, language))


def test_a_lost_last_throw_is_not_told_as_solo() -> None:
    sentences = " ".join(told(example("classic/13-last-die-too-low"), "en"))
    assert "Ada cannot use any die of this roll, so the roll is lost." in sentences
    assert "The lowest dice" not in sentences


@pytest.mark.parametrize("edition", SHEETS)
def test_nothing_in_a_stepper_is_hard_coded(edition: str) -> None:
    """In the pseudo language every text is within [ ], but for names, numbers and the print of the slots."""
    stepper = Stepper(Pictures("en").of(load(edition)), Words(PSEUDO))
    for own in examples_of(edition):
        html = stepper.write(own)
        attributes = re.findall(r'(?:aria-label|title|data-[a-z]+)="([^"]*)"', html)
        texts = re.findall(r">([^<]+)<", re.sub(r"<small>[^<]*</small>", "", html))
        for text in [*texts, *attributes]:
            bare = text
            while re.search(r"\[[^\[\]]*\]", bare):
                bare = re.sub(r"\[[^\[\]]*\]", "", bare)
            for name in own.record.players:
                bare = bare.replace(name, "")
            assert not re.search(r"[A-Za-z]{2}", bare), f"{own.name}: {text}"


def test_notes_name_the_player_they_are_about() -> None:
    """After Ben's move a note may speak of Cleo, who decides next."""
    sentences = told(example("classic/12-no-platter-die-fits"), "en")
    assert "Ben may not use the green 1 for cell 5 of green: this cell needs at least 5." in sentences[0]
    assert "Cleo may not use the orange 5 for cell 1 of orange: a die on the platter fits" in sentences[2]
    assert "Cleo may not pass: the passive player must use a die that fits." in sentences[2]


def test_the_log_of_a_game_says_what_its_examples_say() -> None:
    """The studio shows a whole game with the sentences of the site, in any language."""
    game = Game("double", ["Ada", "Ben"], seed=3)
    for _ in range(6):
        game.play(game.legal_moves()[0])
    english, german = (
        Narrator(game.rules, ["Ada", "Ben"], Words.of(language, game.rules.edition)).tell_log(game)
        for language in ("en", "de")
    )
    assert len(english) == len(german) == len(game.events)
    assert english[0].startswith("Round 1 begins; everyone takes the round's bonus")
    assert "Ada rolls: silver 2, yellow 4, blue 3, green 4, pink 4, white 1." in english
    assert "Ada würfelt: Silber 2, Gelb 4, Blau 3, Grün 4, Rosa 4, Weiß 1." in german
    assert english[1:3] == ["", ""]  # the badge of the round is told once for all


SLOTS = {
    "en": ("die slot I ", "die slot II ", "die slot III "),
    "de": ("Würfelfeld I ", "Würfelfeld II ", "Würfelfeld III "),
    "es": ("el hueco I ", "el hueco II ", "el hueco III "),
    "fr": ("dé\u202f» I ", "dé\u202f» II ", "dé\u202f» III "),
    "it": ("spazio dado I ", "spazio dado II ", "spazio dado III "),
}


@pytest.mark.parametrize("language", languages())
def test_die_slots_are_named_as_they_are_printed(language: str) -> None:
    """Cubed prints I, II and III on its slots and beside the rows of yellow; classic prints nothing there."""
    text = " ".join(told(example("cubed/01-seven-steps"), language))
    assert all(slot in text for slot in SLOTS[language])
    numbered = " ".join(told(example("classic/01-seven-steps"), language))
    assert all(slot.replace("III", "3").replace("II", "2").replace("I ", "1 ") in numbered for slot in SLOTS[language])


def test_rows_of_die_slots_are_named_as_they_are_printed() -> None:
    text = " ".join(told(example("cubed/01-seven-steps"), "en"))
    assert "the 3 in row I of yellow: a die of roll III marks row III." in text
    assert "crosses off the 3 in row III of yellow." in text
    alone = " ".join(told(example("cubed/27-solo-passive-throw"), "en"))
    assert "the 5 in row I of yellow: a die on slot II marks row II." in alone
    end = " ".join(told(example("cubed/26-fox-forty-two"), "en"))
    assert "Yellow: 2, 4, 5 and 6 crossed in row I;" in end
    assert "1, 2, 3, 4, 5 and 6 crossed in row 1;" in end  # of turquoise, whose rows have no labels


def test_the_log_of_a_game_names_die_slots_as_they_are_printed() -> None:
    game = Game("cubed", ["Ada"], seed=3)
    game.play(next(move for move in game.legal_moves() if move.kind == "take"))
    log = " ".join(Narrator(game.rules, ["Ada"], Words.of("en", game.rules.edition)).tell_log(game))
    assert "puts it on die slot I and" in log


def test_a_joker_slot_is_told_with_the_number_on_it() -> None:
    assert "Ada uses slot 4 of “joker”, which shows 6." in " ".join(told(example("cubed/23-number-joker"), "en"))
    assert "Ada unlocks slot 2 of “joker”, which shows 6." in " ".join(told(example("mix/40-whole-turn"), "en"))


def test_the_button_of_a_move_names_the_number_of_its_joker() -> None:
    game = replay("edition: cubed\nactions: joker 5\nturn: active 1\nthrow: Y2 T3 Bl4 Br5 P3 W2\n")
    words = Words.of("en", game.rules.edition)
    said = {tell_move(game, move, words) for move in game.legal_moves() if move.die == "yellow"}
    assert {"yellow 2, joker 6 → yellow.r1c6", "yellow 2, joker ? → yellow.r1c1"} <= said


def test_an_empty_platter_is_not_added() -> None:
    text = " ".join(told(example("mix/40-whole-turn"), "en"))
    assert "not use the purple 2 for cell 2 of purple: this cell needs a number higher than 5." in text
    assert "with the platter it counts 7" in " ".join(
        sentence for own in examples_of("mix") for sentence in told(own, "en")
    )


# What is possible and what is not


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", SHEETS)
def test_no_example_says_yes_and_no_to_the_same_words(edition: str, language: str) -> None:
    """At one step, a move and its opposite differ in their words: the number, the joker, the polish or the star."""
    for own in examples_of(edition):
        words = Words.of(language, own.edition)
        phrases = Phrases(own.record.rules, words)
        for step in own.steps:
            moves = [
                (note.line.rest.partition(" ")[0], note.name, phrases.offered_move(note.move))
                for note in step.notes
                if note.move is not None
            ]
            said = {(name, move) for word, name, move in moves if word == "can"}
            denied = {(name, move) for word, name, move in moves if word == "cannot"}
            assert said & denied == set(), own.name


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", SHEETS)
def test_every_yes_and_no_has_a_reason_and_a_clause(edition: str, language: str) -> None:
    """The reason is the engine's, in the language of the page; the clause leads to the page that states it."""
    for own in examples_of(edition):
        words = Words.of(language, own.edition)
        phrases = Phrases(own.record.rules, words)
        for step in own.steps:
            for note in step.notes:
                if note.move is None:
                    continue
                assert note.reason is not None
                assert note.reason.message, f"{own.name}: {note.line.rest}"
                if language != "en":
                    english = Phrases(own.record.rules, Words.of("en", own.edition)).reason(note.reason)
                    assert phrases.reason(note.reason) != english, f"{own.name}: {english}"
            told_notes = [(text, clause) for kind, text, clause in tell_notes(own, step, words) if kind != "points"]
            for text, clause in told_notes:
                assert re.fullmatch(r"[A-Z]\d{1,2}", clause), f"{own.name}: {text}"
                assert re.search(r".: .+\.$|.\u202f: .+\.$", text), f"{own.name}: {text}"


def test_a_refusal_names_what_it_is_about() -> None:
    sentences = " ".join(told(example("mix/27-number-joker"), "en"))
    assert "Ada may use the yellow 2 with joker slot 1 to write 4 in" in sentences
    assert "Ada may not use the yellow 2 with joker slot 1 to write 5 in" in sentences
    assert "joker slot 3 is locked or already used." in sentences
    chain = " ".join(told(example("classic/14-bonuses-set-off-bonuses"), "en"))
    assert "Ada may not pass: the bonus, a free cross in blue, must be used first." in chain


def test_a_further_mark_says_which_number_it_needs() -> None:
    """It is not enough that the cell takes another one: which number does the mark have?"""
    assert (
        "Ada may not mark the 4 in row 2 of turquoise as well: a further mark needs the same number, 3, but this cell "
        "takes 4."
    ) in " ".join(told(example("cubed/09-turquoise-matches-active"), "en"))
    assert "a further mark needs the same number, 4, but this cell takes 3." in " ".join(
        told(example("cubed/38-turquoise-joker-number"), "en")
    )


def test_after_a_die_came_back_no_other_does() -> None:
    steps = told(example("double/28-take-a-die-back"), "en")
    assert "takes the pink 2 back from the platter." in steps[1]
    assert steps[2] == "Ada takes no further die back."


@pytest.mark.parametrize(
    ("name", "zones", "words"),
    [
        (
            "classic/13-last-die-too-low",
            ["Purple, Ada's sheet"],
            "The purple 3: cell 2 of purple needs a number higher than 4.",
        ),
        ("double/20-leaving-the-platter", ["Silver", "Yellow", "Blue"], "this cell takes at most 2."),
        ("cubed/04-no-platter-die-fits", ["Brown", "Yellow", "Blue"], "this cell takes only 10 or 7."),
        ("deluxe/04-leaving-the-platter", ["Yellow", "Green", "Purple"], "this cell needs a number higher than 5."),
    ],
)
def test_what_decides_is_seen_and_said(name: str, zones: list[str], words: str) -> None:
    """Where dice fit nowhere, the zones that refuse them are shown, on the sheet of the player whom they stop."""
    own = example(name)
    language = Words.of("en", own.edition)
    html = Stepper(Pictures("en").of(load(name.partition("/")[0])), language).write(own)
    captions = re.findall(r"<figcaption>([^<]*)</figcaption>", unescape(html))
    player = "Ada" if name.startswith("classic") else "Cleo"
    for zone in zones:
        assert f"{zone.partition(',')[0]}, {player}'s sheet" in captions
    assert words in " ".join(told(own, "en"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cubed/39-blue-joker-changes-one-die", "writes 6 (5 + 1) in cell 6 of blue."),
        ("cubed/37-pink-joker-is-halved", "writes 3 (half of 6) in cell 2 of pink."),
    ],
)
def test_the_number_of_a_joker_is_in_the_calculation(name: str, words: str) -> None:
    assert words in " ".join(told(example(name), "en"))


def test_several_winners_are_a_tie() -> None:
    assert "It is a tie: Ada and Cleo win together." not in " ".join(
        told(example("classic/23-last-turn-of-four-players"), "en")
    )
    sentences = " ".join(told(example("classic/24-tie"), "en"))
    assert re.search(r"It is a tie: \w+ and \w+ win together\.", sentences)


def test_pictures_say_what_is_marked() -> None:
    """For those who cannot see them, the label of a zone says its marks."""
    labels = {
        "double/10-only-crosses-count": "3 crossed in row 1; 1 circled in row 2; 3 circled in row 3",
        "double/14-blue-fifteen": "Blue: 12 in cell 1, 10 in cell 2, 10 in cell 3, 7 in cell 4",
        "mix/03-yellow-nothing-after-a-one": "Yellow: 4 and 1 in the top row; 1 in the middle row",
        "mix/12-orange-twenty-one": "Orange: crosses in cells 1, 3, 4, 6 and 8",
        "cubed/18-pink-half-or-star": "Pink: 3 in cell 1, 2 in cell 2",
        "classic/01-seven-steps": "Purple, before: nothing is marked",
    }
    for name, label in labels.items():
        own = example(name)
        html = Stepper(Pictures("en").of(load(name.partition("/")[0])), Words.of("en", own.edition)).write(own)
        assert label in html, name


def test_an_example_starts_with_its_situation_in_words() -> None:
    """The turn, the dice and the marks, for those who cannot see the pictures."""
    assert told(example("classic/13-last-die-too-low"), "en")[0] == (
        "Ada is the active player. On the die slots: yellow 2, orange 5. On the platter: blue 1, green 3, white 2. "
        "Purple: 4 in cell 1."
    )
    assert "Actions ready to use: reroll (1)." in told(example("classic/07-green-fifteen"), "en")[0]
    assert told(example("classic/17-fox-worth-five"), "en")[0].startswith("The game is over. Yellow: ")


@pytest.mark.parametrize("edition", SHEETS)
def test_every_situation_names_each_marked_zone(edition: str) -> None:
    for own in examples_of(edition):
        first = own.steps[0]
        sentences = Narrator(own.record.rules, own.record.players, Words.of("en", own.edition)).tell(first)
        for zone in own.starting_zones if first.kind == "start" else ():
            assert any(sentence.startswith(f"{zone.capitalize()}: ") for sentence in sentences), own.name


@pytest.mark.parametrize("edition", SHEETS)
def test_no_step_states_points_twice(edition: str) -> None:
    """Not those of its zones, which are below the pictures, nor those that an earlier step has stated."""
    for own in examples_of(edition):
        words = Words.of("en", own.edition)
        stated: dict[tuple[str, str], int] = {}
        for step in own.steps:
            name = own.record.players[step.seat]
            stated |= {(name, zone): step.after.score.zones[zone] for zone in step.zones}
            notes = [text for kind, text, _ in tell_notes(own, step, words) if kind == "points"]
            for (player, zone), points in stated.items():
                who = f"{player} – " if len(own.record.players) > 1 else ""
                line = f"{who}{zone.capitalize()}: {points} point"
                assert not any(re.match(rf"{re.escape(line)}s?\.", note) for note in notes), own.name


def test_points_that_no_step_has_stated_are_told() -> None:
    assert "Ada – Blue: 4 points. Ben – Blue: 29 points." in told(example("classic/06-blue-ladder"), "en")[0]


def test_what_the_next_passive_player_may_do_is_a_step_of_its_own() -> None:
    """Ben passes; what Cleo may not do with the dice on the platter is no part of Ben's step."""
    own = example("deluxe/04-leaving-the-platter")
    ben, cleo = own.steps[1], own.steps[2]
    assert [(own.record.players[step.seat], len(step.notes)) for step in (ben, cleo)] == [("Ben", 2), ("Cleo", 3)]
    assert cleo.table == ben.table
    assert "Now Cleo plays as a passive player." in told(own, "en")[2]


def test_a_start_says_once_whose_turn_it_is() -> None:
    sentences = told(example("deluxe/25-solo-passive-throw"), "en")[0]
    assert sentences.count("passive player") == 1


def test_pictures_have_the_results_of_full_pairs() -> None:
    own = example("double/15-green-ten-minus-two")
    before, *_, after = (panel_marks(step.after, "green.")["marks"] for step in own.steps)
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert ("green.pair1" in before, after["green.pair1"]) == (False, 8)
