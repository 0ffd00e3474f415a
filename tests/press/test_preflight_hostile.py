"""Preflight of files that mean harm or nothing at all: one line, no traceback, no waiting."""

import random
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from sheetgen.press.preflight import Report, UnreadableError, objects, preflight, reader
from sheetgen.press.profiles import load_profile
from tests.press.broken import X4, draw, form, good, saved


def looked_at(path: Path, profile: str = X4) -> Report:
    return preflight(path, load_profile(profile))


def codes(path: Path) -> set[str]:
    return {each.code for each in looked_at(path).objections}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not a PDF"),
        (b"hello", "is not a PDF"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "is not a PDF"),
        (b"%PDF-1.4\n", "is damaged and cannot be read"),
        (b"%PDF-1.4\n" + b"garbage " * 1000, "is damaged and cannot be read"),
        (b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n", "cannot be read"),
        (b"%PDF-1.4\n1 0 obj\n<< /Pages 1 0 R >>\nendobj\ntrailer << /Root 1 0 R >>\n", ""),
        (b"%PDF-1.4\n1 0 obj\n" + b"[" * 100_000 + b"\ntrailer << /Root 1 0 R >>\n", ""),
    ],
)
def test_garbage_is_one_line(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "x.pdf"
    file.write_bytes(data)
    with pytest.raises(UnreadableError) as told:
        looked_at(file)
    assert words in str(told.value)
    assert "\n" not in str(told.value)
    assert "BytesIO" not in str(told.value)


def test_a_locked_file_is_one_line(tmp_path: Path) -> None:
    file = saved(
        good(), tmp_path / "x.pdf", deterministic_id=False, encryption=pikepdf.Encryption(user="a", owner="b", R=4)
    )
    with pytest.raises(UnreadableError, match="is encrypted and needs a password"):
        looked_at(file)


def test_folders_and_missing_files_are_one_line(tmp_path: Path) -> None:
    for path, words in ((tmp_path, "is not a file"), (tmp_path / "none.pdf", "cannot be read: No such file")):
        with pytest.raises(UnreadableError, match=words):
            looked_at(path)


def endless(pdf: pikepdf.Pdf) -> None:
    """A form that draws itself, through another one."""
    first, second = form("/Next Do")(pdf), form("/Next Do")(pdf)
    first.Resources, second.Resources = (
        Dictionary(XObject=Dictionary(Next=second)),
        Dictionary(XObject=Dictionary(Next=first)),
    )
    draw("/Loop Do", XObject={"Loop": first})(pdf)


def doubling(pdf: pikepdf.Pdf) -> None:
    """Forms inside forms: ten places each, fifteen deep."""
    inner = form("0 0 9 9 re f")(pdf)
    for _ in range(15):
        content = " ".join(f"q 1 0 0 1 {place} 0 cm /In Do Q" for place in range(10))
        inner = form(content, Resources=Dictionary(XObject=Dictionary(In=inner)))(pdf)
    draw("/In Do", XObject={"In": inner})(pdf)


def many_operators(pdf: pikepdf.Pdf) -> None:
    draw("0 0 9 9 re f " * 30_000)(pdf)


def bomb(pdf: pikepdf.Pdf) -> None:
    stream = pdf.make_stream(b"")
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * 10_000_000) for _ in range(7)) + packer.flush()
    stream.write(packed, filter=Name.FlateDecode)
    pdf.pages[1].Contents = stream


@pytest.mark.parametrize("change", [doubling, many_operators, bomb])
def test_too_much_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[pikepdf.Pdf], None]
) -> None:
    monkeypatch.setattr(objects, "MAX_WORK", 50_000)
    pdf = good()
    change(pdf)
    file = saved(pdf, tmp_path / "x.pdf", compress_streams=False)
    with pytest.raises(UnreadableError, match="is too much to look at"):
        looked_at(file)


def test_content_may_be_large_but_not_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list takes much more memory than the bytes that it is written in, so that content has a limit of its own."""
    monkeypatch.setattr(reader, "MAX_CONTENT", 1_000_000)
    pdf = good()
    draw("[" + "1 " * 600_000 + "] TJ")(pdf)
    with pytest.raises(UnreadableError, match="a stream that unpacks to more than 1 MB"):
        looked_at(saved(pdf, tmp_path / "x.pdf"))


def test_a_long_list_is_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "MAX_WORK", 50_000)
    pdf = good()
    draw("BT /FONT 9 Tf [" + "1 " * 60_000 + "] TJ ET")(pdf)
    with pytest.raises(UnreadableError, match="more to draw than can be looked at"):
        looked_at(saved(pdf, tmp_path / "x.pdf"))


def test_numbers_with_two_signs_are_read(tmp_path: Path) -> None:
    """Some programs write them, and other readers take them."""
    pdf = good()
    draw("0 0 0 1 K 0.1 w --50 0 m 0 0 l S")(pdf)
    (objection,) = looked_at(saved(pdf, tmp_path / "x.pdf")).objections
    assert objection.place == pytest.approx((20 - 50 * 25.4 / 72, 30), abs=0.1)


def test_a_bomb_in_the_index_is_one_line(tmp_path: Path) -> None:
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * 10_000_000) for _ in range(7)) + packer.flush()
    head = b"%%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /N 1 /First 9 /Filter /FlateDecode /Length %d >>\nstream\n"
    file = tmp_path / "x.pdf"
    file.write_bytes(head % len(packed) + packed + b"\nendstream\nendobj\n")
    with pytest.raises(UnreadableError, match="a stream that unpacks to more than 64 MB"):
        looked_at(file)


def test_time_runs_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "MAX_SECONDS", 0.0)
    pdf = good()
    many_operators(pdf)
    with pytest.raises(UnreadableError, match="more to draw than can be looked at"):
        looked_at(saved(pdf, tmp_path / "x.pdf"))


def test_a_form_that_draws_itself_is_told(tmp_path: Path) -> None:
    pdf = good()
    endless(pdf)
    (told,) = looked_at(saved(pdf, tmp_path / "x.pdf")).objections
    assert told.line("x.pdf") == "x.pdf: page 2: a form that draws itself; expected forms that come to an end"


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("/MediaBox", Array([0, 0, 0, 0]), "box"),
        ("/MediaBox", Array([1, 2, 3]), "centred"),
        ("/MediaBox", Name.Nonsense, "centred"),
        ("/TrimBox", Array([Name.a, Name.b, Name.c, Name.d]), "box"),
        ("/BleedBox", pikepdf.Object.parse(b"[-99999999999 0 99999999999 500]"), "box"),
        ("/Contents", Array([1, Name.x, Dictionary()]), "damaged"),
        ("/Resources", Name.Nonsense, "resource"),
        ("/Annots", Array([Dictionary(AP=Dictionary(N=Dictionary())), 5]), "annotation"),
        ("/UserUnit", 1e30, None),
        ("/Rotate", Name.x, None),
    ],
)
def test_odd_pages_are_told(tmp_path: Path, key: str, value: pikepdf.Object, code: str | None) -> None:
    pdf = good()
    pdf.pages[1].obj[key] = value
    found = codes(saved(pdf, tmp_path / "x.pdf"))
    assert code is None or code in found


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("1e5 0 0 1 0 0 cm", "where a value should be"),
        ("NaN 0 m", "'NaN' is not an operator"),
        ("9" * 400 + " w", "a number out of range"),
        ("1000000 0 0 1000000 0 0 cm " * 9, "a number out of range"),
        ("cm", "the operator cm without what it needs"),
        ("(a) (b) (c) (d) re", "the operator re without what it needs"),
        ("0 0 l S", "a path without a beginning"),
        ("[ 1 2", "a list that does not end"),
        ("[" * 1000, "lists nested too deeply"),
        ("<< /a", "a dictionary that does not end"),
        ("<12zz>", "hexadecimal"),
        ("BI /W 1 ID abc", "an inline image that does not end"),
        ("1 " * 5000, "more operands than any operator takes"),
        ("q " * 5000, "graphics states nested too deeply"),
        (")", "a stray ')'"),
        ("Q Q Q", "was never kept"),
        ("/Pattern cs /P scn 0 0 1 1 re f", "the pattern /P is used"),
    ],
)
def test_odd_content_is_told(tmp_path: Path, content: str, words: str) -> None:
    pdf = good()
    pdf.pages[1].Contents = pdf.make_stream(content.encode())
    told = [each.line("x.pdf") for each in looked_at(saved(pdf, tmp_path / "x.pdf")).objections]
    assert any(words in line for line in told), told
    assert all("\n" not in line and len(line) < 400 for line in told)


def test_damaged_streams_are_told(tmp_path: Path) -> None:
    pdf = good()
    stream = pdf.make_stream(b"")
    stream.write(b"this was never packed", filter=Name.FlateDecode)
    pdf.pages[1].Contents = stream
    assert "damaged" in codes(saved(pdf, tmp_path / "x.pdf", compress_streams=False))


def test_names_cannot_break_the_line(tmp_path: Path) -> None:
    pdf = good()
    draw("/" + "a#0a#1b[31m" * 100 + " Do")(pdf)
    for told in looked_at(saved(pdf, tmp_path / "x.pdf")).objections:
        assert told.line("x").isprintable()
        assert len(told.line("x")) < 500


def test_objections_do_not_flood(tmp_path: Path) -> None:
    pdf = good()
    draw(" ".join(f"0.{width:05d} w 0 0 m 9 9 l S" for width in range(1000, 24000, 200)))(pdf)
    found = looked_at(saved(pdf, tmp_path / "x.pdf")).objections
    assert len(found) <= 21
    assert sum(each.count for each in found) >= 20


@pytest.mark.parametrize("seed", range(60))
def test_flipped_bytes_never_end_in_a_traceback(tmp_path: Path, seed: int) -> None:
    """Any byte may be wrong; the answer is a report or one line."""
    chance = random.Random(seed)
    stream = BytesIO()
    good().save(stream, object_stream_mode=pikepdf.ObjectStreamMode.disable, compress_streams=bool(seed % 2))
    data = bytearray(stream.getvalue())
    edges = [data.find(b"stream\n", place) for place in range(0, len(data), 1 + len(data) // 20)]
    for _ in range(chance.randint(1, 60)):
        near = chance.choice(edges) if chance.random() < 0.5 else chance.randrange(len(data))
        place = min(len(data) - 1, max(0, near + chance.randint(-300, 300)))
        data[place] = chance.choice((chance.randrange(256), 0x20, 0x2F, 0x39, 0x3E, 0x5B))
    file = tmp_path / "x.pdf"
    file.write_bytes(data)
    try:
        told = [each.line("x") for each in looked_at(file).objections]
    except UnreadableError as error:
        told = [str(error)]
    assert all(line.isprintable() for line in told)
