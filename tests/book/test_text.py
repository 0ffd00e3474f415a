"""Setting text: few lines of about equal length, hyphens of the language, nothing lost."""

import pytest

from sheetgen.book.inline import InlineReader
from sheetgen.book.text import (
    HYPHEN,
    Inline,
    PageNumber,
    Run,
    Style,
    break_lines,
    hyphenator,
    least_width,
    lines_beside,
    natural_width,
    no_hyphens,
)


def run(text: str, font: str = "body") -> Run:
    return Run(text, font, 3.0, "#000000")


def texts(*inlines: Inline, width: float, language: str = "") -> list[str]:
    hyphenate = hyphenator(language) if language else no_hyphens
    return [
        "".join(segment.content.text for segment in line.segments if isinstance(segment.content, Run))
        for line in break_lines(inlines, width, hyphenate)
    ]


STORY = "You roll the dice, take one, and mark it on your sheet in the zone of its colour."


@pytest.mark.parametrize("width", [25.0, 40.0, 60.0, 200.0])
def test_no_word_is_lost_and_no_line_is_too_wide(width: float) -> None:
    lines = break_lines([run(STORY)], width, no_hyphens)
    assert " ".join(texts(run(STORY), width=width)) == STORY
    assert all(line.width <= width + 1e-6 for line in lines)


def test_lines_are_of_about_equal_length() -> None:
    *lines, _ = break_lines([run(STORY * 3)], 50.0, no_hyphens)
    assert min(line.width for line in lines) > 0.8 * 50


def test_words_are_broken_as_the_language_does() -> None:
    lines = texts(run("Silbertablett Würfelfelder Nachwürfeln Spielregeln"), width=13.0, language="de")
    assert any(line.endswith(HYPHEN) for line in lines)
    assert "".join(line.removesuffix(HYPHEN) if line.endswith(HYPHEN) else f"{line} " for line in lines).split() == [
        "Silbertablett", "Würfelfelder", "Nachwürfeln", "Spielregeln",
    ]  # fmt: skip
    assert hyphenator("de")("Nachwürfeln") == (4, 7)


def test_words_of_the_game_are_broken_where_their_parts_meet() -> None:
    assert [hyphenator("de")(word) for word in ("Silbertablett", "Punkteskala", "Würfelfeldern")] == [(6,)] * 3


@pytest.mark.parametrize(
    "text",
    ["die Zahlen 3–1–2–6 stehen", "ein ×3-Feld wählen", "in der Zeile 2 steht", "das (3 × 2) gilt", "der Joker (7) da"],
)
def test_numbers_are_not_broken(text: str) -> None:
    whole = ("3–1–2–6", "×3-Feld", "Zeile 2", "(3 × 2)", "Joker (7)")
    for width in range(14, 30):
        joined = "|".join(texts(*InlineReader((), (), "#000000").read([text], Style(3.0, 4.0)), width=float(width)))
        assert any(each in joined.replace("\u00a0", " ") for each in whole), joined


def test_no_line_begins_with_the_sign_between_names() -> None:
    for width in range(12, 60):
        for line in texts(run("Author: Wolfgang Warsch · Publisher: Schmidt · 2018"), width=float(width)):
            assert not line.startswith("·")


def test_words_that_are_never_broken() -> None:
    assert [hyphenator("en")(word) for word in ("reroll", "rerolls")] == [(), ()]


@pytest.mark.parametrize("count", [1, 3, 99])
def test_lines_beside_a_picture_are_narrow_and_those_below_it_wide(count: int) -> None:
    lines = lines_beside([run(STORY * 3)], 30.0, count, 60.0, no_hyphens)
    assert all(line.width <= 30 for line in lines[:count])
    assert all(30 < line.width <= 60 for line in lines[count:-1])
    said = [segment.content for line in lines for segment in line.segments]
    assert " ".join(each.text for each in said if isinstance(each, Run)) == STORY * 3


def test_an_unknown_language_has_no_hyphens() -> None:
    assert hyphenator("xx")("Silbertablett") == ()


def test_french_signs_stay_with_their_words() -> None:
    for width in range(12, 40):
        for line in texts(run("Que faire ? Regardez « la case » : elle est libre !"), width=float(width)):
            assert not line.startswith(("?", ":", "!", "»"))
            assert not line.endswith("«")


def test_type_changes_within_a_word() -> None:
    (line,) = break_lines([run("Roll", "strong"), run(", then take one.")], 100.0, no_hyphens)
    assert [segment.content.font for segment in line.segments] == ["strong", "body"]  # type: ignore[union-attr]
    assert line.segments[1].x == pytest.approx(line.segments[0].width)


def test_a_word_that_is_wider_than_a_line_is_broken_anywhere() -> None:
    lines = break_lines([run("Donaudampfschifffahrt")], 8.0, no_hyphens)
    assert len(lines) > 2
    assert all(line.width <= 8.0 for line in lines)


def test_widths_of_a_text() -> None:
    assert least_width([run("a longest word")]) == pytest.approx(natural_width([run("longest")]))


def test_a_number_of_a_page_has_room_for_two_digits() -> None:
    number = PageNumber("classic/turn#top", "strong", 3.0, "#000000")
    (line,) = break_lines([run("see"), number], 100.0, no_hyphens)
    assert line.width == pytest.approx(natural_width([run("see")]) + natural_width([run("00", "strong")]))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ada crosses off row III of it", "row III"),
        ("Ada crosses off row 2 of it", "row 2"),
        ("It is worth only 15 points", "15 points"),
        ("Das bringt am Ende 15 Punkte", "15 Punkte"),
    ],
)
def test_numbers_stay_with_what_they_count(text: str, kept: str) -> None:
    broken = {width: texts(run(text), width=width / 2) for width in range(40, 100)}
    assert all(any(kept in line for line in lines) for lines in broken.values())
    assert {len(lines) for lines in broken.values()} >= {1, 2}
