"""Layouts between file and model: `extends` and the position of each value, and YAML that can be read again."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.i18n import languages
from sheetgen.layout import LayoutError, Severity, check, load, read
from sheetgen.layout.loading import MAX_PARENTS, Resolved, as_yaml, merge, read_from_text, resolve, starter
from sheetgen.layout.nodes import locate, plain, read_text
from sheetgen.layout.problems import Position
from sheetgen.resources import shipped_layouts


def family(folder: Path, *texts: str) -> Resolved:
    """Resolve a line of layouts, the eldest first."""
    names = [f"g{i}.yaml" for i in range(len(texts))]
    for i, (name, text) in enumerate(zip(names, texts, strict=True)):
        head = f"extends: {names[i - 1]}\n" if i else ""
        (folder / name).write_text(head + text, encoding="utf-8")
    return resolve(folder / names[-1], names[-1])


def merged(folder: Path, *texts: str) -> object:
    return plain(family(folder, *texts).root)


def test_blocks_merge_key_by_key(tmp_path: Path) -> None:
    found = merged(tmp_path, "a: {b: {c: 1, d: 2}, e: 3}\nf: 4\n", "a: {b: {d: 20, x: 30}}\ng: 5\n")
    assert found == {"a": {"b": {"c": 1, "d": 20, "x": 30}, "e": 3}, "f": 4, "g": 5}


def test_the_order_is_that_of_the_parent_with_new_keys_behind(tmp_path: Path) -> None:
    found = merged(tmp_path, "{a: 1, b: {c: 1, d: 2}, e: 3}", "n: 0\nb: {x: 1, c: 9}\na: 5\n")
    assert isinstance(found, dict)
    assert list(found) == ["a", "b", "e", "n"]
    assert list(found["b"]) == ["c", "d", "x"]


@pytest.mark.parametrize(
    ("parent", "child"),
    [("[1, 2, 3]", "[4]"), ("{b: 1}", "[4]"), ("[1]", "{b: 1}"), ("7", "{b: 1}"), ("{b: 1}", "7"), ("7", "8")],
)
def test_lists_and_values_replace(parent: str, child: str, tmp_path: Path) -> None:
    assert merged(tmp_path, f"a: {parent}\n", f"a: {child}\n") == plain(read_text(f"a: {child}\n", "demo"))


@pytest.mark.parametrize("part", ["order", "accepts", "value", "points", "foxes", "back", "holds", "provenance"])
def test_a_part_replaces_whatever_it_is_spelled_like(part: str, tmp_path: Path) -> None:
    found = merged(tmp_path, f"z: {{{part}: {{one way: [1, 2]}}, x: 1}}\n", f"z: {{{part}: {{other way: 3}}}}\n")
    assert found == {"z": {part: {"other way": 3}, "x": 1}}


def test_a_note_on_a_part_leaves_the_part(tmp_path: Path) -> None:
    found = merged(tmp_path, "points: {by count: [1], provenance: inferred}\n", "points: {provenance: ~}\n")
    assert found == {"points": {"by count": [1]}}


def test_a_zone_may_be_called_like_a_part(tmp_path: Path) -> None:
    found = merged(tmp_path, "zones: {value: {cells: 3, points: sum}}\n", "zones: {value: {cells: 4}}\n")
    assert found == {"zones": {"value": {"cells": 4, "points": "sum"}}}


def test_null_deletes_at_any_depth(tmp_path: Path) -> None:
    found = merged(tmp_path, "a: {b: {c: 1, d: 2}, e: {f: 3}}\ng: 4\n", "a: {b: {c: ~}, e: ~}\ng: null\nnever: ~\n")
    assert found == {"a": {"b": {"d": 2}}}


def test_a_null_in_a_list_stays(tmp_path: Path) -> None:
    assert merged(tmp_path, "a: [1, ~]\n", "b: [~, {c: ~}]\n") == {"a": [1, None], "b": [None, {"c": None}]}


def test_a_grandchild_may_bring_back_what_a_child_deleted(tmp_path: Path) -> None:
    found = merged(tmp_path, "a: {b: 1, c: 2}\n", "a: {b: ~}\n", "a: {b: 3}\n")
    assert found == {"a": {"b": 3, "c": 2}}


def test_what_comes_back_is_new_and_has_nothing_of_the_old(tmp_path: Path) -> None:
    assert merged(tmp_path, "a: {b: 1, c: 2}\n", "a: ~\n", "a: {d: 3}\n") == {"a": {"d": 3}}


def test_replace_takes_nothing_from_the_parent(tmp_path: Path) -> None:
    found = merged(tmp_path, "a: {b: {c: 1}, d: 2}\ne: {f: 1}\n", "a: {b: {replace: true, x: 9}}\ne: {replace: true}\n")
    assert found == {"a": {"b": {"x": 9}, "d": 2}, "e": {}}


def test_replace_holds_for_grandparents_too_but_not_for_grandchildren(tmp_path: Path) -> None:
    texts = ("a: {b: 1}\n", "a: {c: 2}\n", "a: {replace: true, d: 3}\n", "a: {e: 4}\n")
    assert merged(tmp_path, *texts) == {"a": {"d": 3, "e": 4}}


@pytest.mark.parametrize("word", ["yes", "on", "false"])
def test_replace_is_true_or_absent(word: str, tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"^g1\.yaml:2:14 a\.replace: expected true, found .*; write true, or leave"):
        merged(tmp_path, "a: {b: 1}\n", f"a: {{replace: {word}}}\n")


def test_replace_may_be_the_name_of_something_else(tmp_path: Path) -> None:
    found = merged(tmp_path, "a: 1\n", "fr: {replace: remplacer, extends: prolonge}\n")
    assert found == {"a": 1, "fr": {"replace": "remplacer", "extends": "prolonge"}}


def test_every_value_keeps_the_place_where_it_was_written(tmp_path: Path) -> None:
    root = family(tmp_path, "a:\n  b: 1\n  c: [5, 6]\n", "# mine\na:\n  d: 2\n", "x: 1\na: {b: 3}\n").root
    beside = str(tmp_path / "g0.yaml")
    assert locate(root, ("a", "c", 1)) == (Position(beside, 3, 10), "a.c[2]")
    assert locate(root, ("a", "d")) == (Position(str(tmp_path / "g1.yaml"), 4, 6), "a.d")
    assert locate(root, ("a", "b")) == (Position("g2.yaml", 3, 8), "a.b")
    assert locate(root, ("a",)) == (Position("g2.yaml", 3, 1), "a")
    assert root.position.file == "g2.yaml"


def test_the_lineage_names_the_nearest_parent_first(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("schema: 1\nextends: mix\n", encoding="utf-8")
    assert resolve(tmp_path / "mine.yaml", "mine.yaml").lineage == ("mix", "deluxe", "classic")


def test_a_layout_that_only_extends_is_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("schema: 1\nextends: double\n", encoding="utf-8")
    assert load(str(path)).edition == load("double").edition
    assert load(str(path)).data() == load("double").data()
    assert load(str(path)).id == "mine"


def test_a_shipped_id_wins_over_a_file_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "classic").write_text("not YAML: [", encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("extends: classic\n", encoding="utf-8")
    assert resolve(tmp_path / "mine.yaml", "mine.yaml").lineage == ("classic",)


def test_a_file_beside_the_layout_may_be_called_like_an_edition(tmp_path: Path) -> None:
    (tmp_path / "classic.yaml").write_text("schema: 1\nextends: classic\nage: 99\n", encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("extends: classic.yaml\n", encoding="utf-8")
    found = resolve(tmp_path / "mine.yaml", "mine.yaml")
    assert found.lineage == ("classic", "classic")
    assert read(str(tmp_path / "mine.yaml")).edition.age == 99


def test_parents_are_looked_for_beside_the_file_that_names_them(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "middle.yaml").write_text("extends: eldest.yaml\nb: 2\n", encoding="utf-8")
    (tmp_path / "sub" / "eldest.yaml").write_text("a: 1\n", encoding="utf-8")
    (tmp_path / "eldest.yaml").write_text("a: wrong\n", encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("extends: sub/middle.yaml\n", encoding="utf-8")
    assert plain(resolve(tmp_path / "mine.yaml", "mine.yaml").root) == {"a": 1, "b": 2}


def test_a_link_to_a_file_in_the_same_folder_is_fine(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text("a: 1\n", encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    (tmp_path / "mine.yaml").write_text("extends: link.yaml\n", encoding="utf-8")
    assert plain(resolve(tmp_path / "mine.yaml", "mine.yaml").root) == {"a": 1}


def test_a_layout_may_have_as_many_parents_as_allowed(tmp_path: Path) -> None:
    texts = [f"a{i}: {i}\n" for i in range(MAX_PARENTS + 2)]
    assert merged(tmp_path, *texts[:-1]) == {f"a{i}": i for i in range(MAX_PARENTS + 1)}
    with pytest.raises(LayoutError, match=f"has more than {MAX_PARENTS} parents in a row"):
        merged(tmp_path, *texts)


def test_text_that_is_not_on_disk_finds_its_parents(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text("schema: 1\nextends: classic\nage: 7\n", encoding="utf-8")
    text = "schema: 1\nextends: parent.yaml\nminutes: 5\n"
    layout = read_from_text(text, tmp_path / "unsaved.yaml", "unsaved.yaml")
    assert (layout.edition.age, layout.edition.minutes) == (7, 5)
    assert not (tmp_path / "unsaved.yaml").exists()


def test_what_the_parent_says_is_not_blamed_on_it_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An inherited value that no longer fits is shown where it stands, with the name of the file that broke it."""
    monkeypatch.chdir(tmp_path)
    Path("parent.yaml").write_text("schema: 1\nextends: classic\nwild: white\n", encoding="utf-8")
    kept = ", ".join(f"{name}: {{colour: '#112233'}}" for name in ("yellow", "blue", "green", "orange", "purple"))
    mine = f"schema: 1\nextends: parent.yaml\ndice: {{replace: true, {kept}}}\n"
    Path("mine.yaml").write_text(mine, encoding="utf-8")
    lines = [str(problem) for problem in check("mine.yaml")]
    dice = "yellow, blue, green, orange, purple"
    told = f"parent.yaml:3:7 wild: there is no die 'white' (inherited by mine.yaml); the dice are {dice}"
    assert told in lines
    assert "inherited by" not in "".join(str(problem) for problem in check("parent.yaml"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("zones:\n", "3:1 zones: TAKES; give it a value"),
        ("zones:\n  yellow:\n    points:\n", "5:5 zones.yellow.points: TAKES; give it a value"),
        ("zones:\n  yellow:\n", "4:3 zones.yellow: TAKES, but zones.blue.bonus.rows[2] needs it; give it a value"),
        ("dice: {white: ~}\n", "3:8 dice.white: TAKES, but wild needs it; give it a value"),
        ("dice:\n  green:\n    colour: #FF66AA\n", '5:5 dice.green.colour: TAKES; write it in quotes: "#FFD500"'),
    ],
)
def test_a_key_without_a_value_is_named_where_it_is_needed(tmp_path: Path, text: str, told: str) -> None:
    """Somebody who has typed half a block is told about that block, not about what it breaks elsewhere."""
    (tmp_path / "mine.yaml").write_text(f"schema: 1\nextends: classic\n{text}", "utf-8")
    errors = [problem for problem in check(str(tmp_path / "mine.yaml")) if problem.severity is Severity.ERROR]
    told = told.replace("TAKES", "has no value, which takes away what the parent says")
    assert str(errors[0]).startswith(f"{tmp_path / 'mine.yaml'}:{told}")
    assert {Path(problem.position.file).name for problem in errors} == {"mine.yaml"}


def test_a_key_that_belongs_to_the_die_is_sent_there(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("schema: 1\nextends: classic\nzones: {green: {colour: '#FF66AA'}}\n", "utf-8")
    assert "zones.green: unknown key 'colour'; it belongs to dice.green" in str(check(str(tmp_path / "mine.yaml"))[0])


def test_a_colour_without_quotes_is_named(tmp_path: Path) -> None:
    text = "schema: 1\nextends: classic\ndice:\n  green: {colour: #FF66AA}\nage: 8\n"
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    (problem,) = check(str(tmp_path / "mine.yaml"))
    told = '4:19: a colour must be in quotes, since # begins a comment; write "#FF66AA"'
    assert str(problem) == f"{tmp_path / 'mine.yaml'}:{told}"


words = st.sampled_from("abcd")
trees = st.recursive(
    st.integers(0, 9),
    lambda inner: st.dictionaries(words, inner, max_size=4) | st.lists(inner, max_size=2),
    max_leaves=12,
)
blocks = st.dictionaries(words, trees, max_size=4)


def laid_over(parent: object, own: object) -> object:
    """What the documentation promises, said as shortly as possible."""
    if not (isinstance(parent, dict) and isinstance(own, dict)):
        return own
    return {key: laid_over(parent.get(key), own[key]) if key in own else parent[key] for key in {**parent, **own}}


@settings(deadline=None)  # a busy machine is no mistake
@given(blocks, blocks)
def test_merging_is_what_the_documentation_says(parent: dict[str, object], own: dict[str, object]) -> None:
    found = merge(read_text(str(parent), "parent"), read_text(str(own), "own"))
    assert plain(found) == laid_over(parent, own)


@settings(deadline=None)  # a busy machine is no mistake
@given(blocks)
def test_nothing_new_changes_nothing(layer: dict[str, object]) -> None:
    node = read_text(str(layer), "demo")
    assert plain(merge(node, node)) == plain(merge(node, read_text("{}", "own"))) == layer


EDITIONS = ("classic", "cubed", "deluxe", "double", "mix", "objectives")


def test_all_editions_are_tested() -> None:
    assert tuple(shipped_layouts()) == EDITIONS


@pytest.mark.parametrize("name", EDITIONS)
def test_shown_layout_reads_as_the_same_edition(name: str, tmp_path: Path) -> None:
    layout = load(name)
    file = tmp_path / f"{name}.yaml"
    file.write_text(as_yaml(layout), "utf-8")
    again = load(str(file))
    assert again.edition == layout.edition
    assert again.id == name
    assert again.lineage == ()  # all in one piece: nothing is inherited any more
    assert as_yaml(again) == as_yaml(layout)


@pytest.mark.parametrize("name", EDITIONS)
def test_shown_layout_is_fit_to_read(name: str) -> None:
    text = as_yaml(load(name))
    assert text.startswith("schema: 1\n")
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    lines = text.splitlines()
    assert [line for line in lines if len(line) > 120 or line != line.rstrip()] == []
    assert [line for line in lines if "&id" in line or "!!" in line] == []


def test_shown_layout_resolves_the_parent() -> None:
    text = as_yaml(load("deluxe"))
    assert "extends" not in text
    assert "replace" not in text
    assert "[3, 6, 5, x]" in text  # from classic


@pytest.mark.parametrize("name", EDITIONS)
def test_starter_passes_the_check(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(starter(load(name), name), "utf-8")
    problems = [problem for problem in check(str(file)) if problem.severity is not Severity.INFO]
    assert [str(problem) for problem in problems] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_starter_is_the_parent_with_another_title(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    parent = load(name)
    file.write_text(starter(parent, name), "utf-8")
    own = read(str(file))
    changed = ("title", "translations")
    assert own.lineage[:1] == (name,)
    assert own.edition.title != parent.edition.title
    assert own.edition.model_copy(update={key: getattr(parent.edition, key) for key in changed}) == parent.edition
    for language in languages()[1:]:
        assert own.edition.title in own.edition.translations[language]


@pytest.mark.parametrize("name", EDITIONS)
def test_hints_of_the_starter_hold(name: str, tmp_path: Path) -> None:
    """Taking away the # before the hints, as the file says, gives a layout without errors."""
    file = tmp_path / "mine.yaml"
    head, _, hints = starter(load(name), name).partition("# Write only what you change.")
    lines = [line.removeprefix("# ") for line in hints.splitlines()[1:]]
    # The badges of the hint are an example: fewer than there are slots is worth a warning, no error.
    file.write_text(head + "\n".join(lines) + "\n", "utf-8")
    assert "points:" in file.read_text("utf-8")
    errors = [problem for problem in check(str(file)) if problem.severity is Severity.ERROR]
    assert [str(problem) for problem in errors] == []


def test_starting_from_a_file_beside(tmp_path: Path) -> None:
    parent = tmp_path / "parent.yaml"
    parent.write_text("schema: 1\nextends: classic\nfoxes: {worth: 12}\n", "utf-8")
    child = tmp_path / "child.yaml"
    child.write_text(starter(load(str(parent)), "parent.yaml"), "utf-8")
    layout = load(str(child))
    assert layout.lineage == ("parent", "classic")
    assert layout.edition.foxes.points == 12  # type: ignore[union-attr]
    problems = [problem for problem in check(str(child)) if problem.severity is not Severity.INFO]
    assert [str(problem) for problem in problems] == []


def test_starting_from_a_title_with_quotes(tmp_path: Path) -> None:
    """Titles are texts of all kinds; the starter must stay readable YAML."""
    parent = tmp_path / "parent.yaml"
    parent.write_text("schema: 1\nextends: classic\ntitle: 'Say \"clever\": a #1 \\ game'\n", "utf-8")
    child = tmp_path / "child.yaml"
    child.write_text(starter(load(str(parent)), "parent.yaml"), "utf-8")
    assert load(str(child)).edition.title == 'My Say "clever": a #1 \\ game'


# Digests


@pytest.mark.parametrize(
    ("change", "is_played"),
    [
        ("title: Other", False),
        ("minutes: 99", False),
        ("sheet: {size: 130 x 180}", False),
        ("solo: {ratings: [{from: 300, stars: 5, label: Great}, {from: 0, stars: 0, label: Small}]}", False),
        ("zones: {yellow: {provenance: {inferred: a guess}}}", False),
        ("zones: {yellow: {clause: Z9}}", False),
        ("zones: {yellow: {name: Sun}}", False),
        ("dice: {yellow: {colour: '#123456', symbol: moon, name: gold}}", False),
        ("solo: {rounds: 5}", True),
        ("zones: {yellow: {points: {full columns: [11, 14, 16, 20]}}}", True),
        ("may waive: [passive]", True),
        ("rounds: {bonuses: [reroll]}", True),
    ],
)
def test_figures_stay_valid_until_the_rules_change(change: str, is_played: bool, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"schema: 1\nextends: classic\n{change}\n", encoding="utf-8")
    mine, classic = read(str(path)), read("classic")
    assert (mine.play_digest() != classic.play_digest()) == is_played
    assert mine.digest() != classic.digest()


def test_a_font_is_beside_the_file_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "parent.yaml").write_text("schema: 1\nextends: classic\nfont: own.ttf\n", "utf-8")
    child = tmp_path / "child.yaml"
    child.write_text("schema: 1\nextends: below/parent.yaml\n", "utf-8")
    assert read(str(child)).font == tmp_path / "below" / "own.ttf"
    child.write_text("schema: 1\nextends: below/parent.yaml\nfont: own.ttf\n", "utf-8")
    assert read(str(child)).font == tmp_path / "own.ttf"
    assert read_from_text(child.read_text("utf-8"), child, "child.yaml").font == tmp_path / "own.ttf"
