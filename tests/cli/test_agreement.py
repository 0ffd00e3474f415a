"""Commands and library agree: each option of a command is a parameter of its function, with the same default."""

import inspect
import json
import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import pytest

import sheetgen
from sheetgen.cli.app import cli
from sheetgen.layout.sheet import PAPERS
from tests.cli.test_completion import every_command

# Which functions of the library do what a command does; the first one that has a parameter is compared.
FUNCTIONS: dict[str, tuple[Callable[..., Any], ...]] = {
    "list": (sheetgen.list_known,),
    "show": (sheetgen.show,),
    "check": (sheetgen.check,),
    "schema": (sheetgen.schema,),
    "new": (sheetgen.new,),
    "sheet": (sheetgen.draw,),
    "pad": (sheetgen.pad,),
    "rulebook": (sheetgen.rulebook,),
    "build": (sheetgen.build,),
    "preflight": (sheetgen.preflight,),
    "replay": (sheetgen.replay, sheetgen.game_result),
    "score": (sheetgen.score, sheetgen.rating),
    "simulate": (sheetgen.simulate, sheetgen.run_simulation),
    "advise": (sheetgen.advise,),
    "balance": (sheetgen.balance, sheetgen.what_if),
    "bands": (sheetgen.bands,),
    "train": (sheetgen.train,),
    "odds": (sheetgen.odds,),
    "site build": (sheetgen.build_site,),
    "site serve": (sheetgen.serve_site,),
    "studio": (sheetgen.open_studio,),
    "i18n check": (sheetgen.check_translations,),
    "i18n new": (sheetgen.new_translation,),
    "i18n update": (sheetgen.update_translations,),
    "i18n stamp": (sheetgen.stamp_translation,),
}
WITHOUT = {"completion": "it prints a script for the shell in which commands are typed"}

# Options whose name in the library is another one.
RENAMED = {
    "lang": ("language", "languages"),  # several where several may be given
    "format": ("kind",),  # format is a function of Python
    "number": ("numbered",),
    "from": ("edition",),  # from is a keyword of Python
    "open": ("opens",),  # open is a function of Python
    "layout": ("layouts",),
}
# What a command does with the result of a function, or how often it calls it.
OWN_OPTIONS = {
    ("list", "json"): "the function returns data",
    ("show", "json"): "load(edition).data() is the data",
    ("check", "json"): "the function returns data",
    ("check", "watch"): "calls the function again and again",
    ("check", "files"): "calls the function for each file",
    ("sheet", "output"): "the function returns the file",
    ("sheet", "watch"): "calls the function again and again",
    ("pad", "output"): "the function returns the file",
    ("pad", "lang"): "calls the function for each language",
    ("pad", "calibrate"): "is calibration_page",
    ("pad", "proof"): "is proof_page",
    ("rulebook", "output"): "the function returns the file",
    ("rulebook", "lang"): "calls the function for each language",
    ("preflight", "json"): "the function returns data",
    ("preflight", "files"): "calls the function for each file",
    ("replay", "json"): "the function returns data",
    ("replay", "file"): "the function takes the text of the file",
    ("advise", "json"): "the function returns data",
    ("advise", "all"): "the function returns all",
    ("advise", "file"): "the function takes the text of the file",
    ("score", "json"): "the function returns data",
    ("score", "file"): "the function takes the text of the file",
    ("simulate", "json"): "the function returns data",
    ("balance", "json"): "the function returns data",
    ("balance", "try"): "is what_if, which needs changes",
    ("train", "json"): "training_data of what the function returns",
    ("odds", "json"): "the function returns data",
    ("i18n check", "all"): "the function returns all",
    ("i18n stamp", "files"): "calls the function for each file",
}
# Defaults that differ on purpose: command, option, default of the library.
OTHER_DEFAULTS = {
    ("sheet", "format"): "svg",  # a command looks at the ending of -o first
    ("simulate", "jobs"): 1,  # a program that imports sheetgen starts no processes unless it asks for them
    ("balance", "jobs"): 1,
    ("bands", "jobs"): 1,
    ("build", "jobs"): 1,
}
Run = Callable[..., Any]
COMMANDS = {name: command for name, command in every_command(cli) if not isinstance(command, click.Group)}


def written_name(parameter: click.Parameter) -> str:
    """What a user types: the long option without its dashes, or the name of an argument."""
    if isinstance(parameter, click.Argument):
        return str(parameter.name)
    return max(parameter.opts, key=len).lstrip("-").replace("-", "_")


def parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(function).parameters)


def compared() -> list[tuple[str, click.Parameter]]:
    return [
        (name, parameter)
        for name, command in COMMANDS.items()
        if name not in WITHOUT
        for parameter in command.params
        if (name, written_name(parameter)) not in OWN_OPTIONS
    ]


def test_every_command_has_its_function() -> None:
    assert {*FUNCTIONS, *WITHOUT} == set(COMMANDS)
    public = {getattr(sheetgen, name) for name in sheetgen.__all__ if inspect.isfunction(getattr(sheetgen, name))}
    assert {function for functions in FUNCTIONS.values() for function in functions} <= public


def test_each_option_is_a_parameter_with_the_same_default() -> None:
    assert [objection for name, option in compared() if (objection := disagreement(name, option))] == []


def disagreement(name: str, option: click.Parameter) -> str:
    """What is different between an option of a command and the parameter of its function; nothing if they agree."""
    typed = written_name(option)
    place = f"sheetgen {name}: {typed}"
    names = RENAMED.get(typed, (typed,))
    matches = [parameter for f in FUNCTIONS[name] for key, parameter in parameters(f).items() if key in names]
    if not matches or option.name != matches[0].name:
        return f"{place}: there is no parameter {option.name}"
    given, default = matches[0].default, values_without_options(name)[str(option.name)]
    if given is inspect.Parameter.empty:
        needed = option.required or (name, typed) == ("pad", "edition")  # --calibrate does without an edition
        return "" if needed else f"{place}: the parameter has no default"
    if (name, typed) in OTHER_DEFAULTS:
        same = given == OTHER_DEFAULTS[name, typed] != default
    elif given is None or given == ():
        same = default == given
    else:
        # The option's own type reads it: A4 is a size in millimetres on either side.
        same = option.type_cast_value(click.Context(COMMANDS[name]), given) == default
    return "" if same else f"{place}: {default!r}, but the library has {given!r}"


def values_without_options(name: str) -> dict[str, Any]:
    """What a command is given when only what it requires is typed."""
    required = [option for option in COMMANDS[name].params if option.required]
    typed = [["x"] if isinstance(option, click.Argument) else [option.opts[0], "x"] for option in required]
    parent = click.Context(cli, **cli.context_settings)  # a command keeps the help option of its first context
    return COMMANDS[name].make_context(name, [word for words in typed for word in words], parent).params


def test_the_tables_name_nothing_that_is_gone() -> None:
    options = {(name, written_name(option)) for name, command in COMMANDS.items() for option in command.params}
    assert {*OWN_OPTIONS, *OTHER_DEFAULTS} <= options
    assert set(RENAMED) <= {option for _, option in options}


@pytest.mark.parametrize("page", [sheetgen.calibration_page, sheetgen.proof_page])
def test_single_pages_have_the_options_of_pad(page: Callable[..., bytes]) -> None:
    pad = parameters(sheetgen.pad)
    for name, parameter in parameters(page).items():
        assert parameter.default == pad[name].default


# Not options of a command: the command's own help, and how the library reports what goes on.
LIBRARY_ONLY = {"commands", "progress", "figures", "decisions", "counted", "echo", "warn", "open_page"}


TAKEN = {
    "replay": {"record", "folder", "game"},
    "advise": {"record", "folder"},
    "score": {"marks", "total"},
    "check": {"edition"},
    "pad": {"language"},
    "rulebook": {"language"},
    "i18n stamp": {"file"},
    "preflight": {"file"},
}


def test_each_parameter_is_an_option() -> None:
    """What the library can do, the command can too."""
    missing = []
    for name, functions in FUNCTIONS.items():
        options = {str(option.name) for option in COMMANDS[name].params} | TAKEN.get(name, set()) | LIBRARY_ONLY
        missing += [f"{name}: {key}" for function in functions for key in parameters(function) if key not in options]
    assert missing == []


def test_a_disagreement_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def preflight(file: str, *, profile: str = "home") -> None: ...

    monkeypatch.setitem(FUNCTIONS, "preflight", (preflight,))
    (profile,) = [option for name, option in compared() if name == "preflight"]
    assert disagreement("preflight", profile) == "sheetgen preflight: profile: 'press-x4', but the library has 'home'"


RECORD = "edition: classic\nplayers: Ada, Ben\nthrow: Y1 B2 G4 O5 P3 W6\nAda: take P3 purple.1\n"
MARKS = {"marks": {"green.1": "x", "green.2": "x", "purple.1": 4}}
FEW = {"games": 20, "bot": "greedy", "seed": 3}
FEW_TYPED = ("--games", "20", "--bot", "greedy", "--seed", "3")


def test_commands_print_what_functions_return(run: Run, tmp_path: Path) -> None:
    (tmp_path / "record").write_text(RECORD, "utf-8")
    (tmp_path / "marks").write_text(json.dumps(MARKS), "utf-8")
    score = sheetgen.score("classic", MARKS)
    band = sheetgen.rating("classic", score.total)
    assert band is not None
    expected: dict[tuple[Any, ...], object] = {
        ("list",): sheetgen.list_known(),
        ("show", "mix"): sheetgen.load("mix").data(),
        ("check", "mix"): [problem.as_dict() for problem in sheetgen.check("mix")],
        ("replay", tmp_path / "record"): sheetgen.game_result(sheetgen.replay(RECORD)),
        ("score", "classic", tmp_path / "marks"): {
            "edition": "classic",
            **sheetgen.score_data(score),
            "band": {"from": band.from_, "label": band.label},
        },
        ("odds", "objectives"): sheetgen.odds("objectives"),
        ("balance", "mix", "--against", "classic", *FEW_TYPED): asdict(
            sheetgen.balance("mix", against="classic", **FEW)  # type: ignore[arg-type]
        ),
    }
    for arguments, data in expected.items():
        done = run(*arguments, "--json")
        assert (done.code, done.err) == (0, ""), arguments
        assert json.loads(done.out) == json.loads(json.dumps(data, default=str)), arguments
    assert run("show", "mix").out == sheetgen.show("mix")
    assert json.loads(run("schema").out) == sheetgen.schema()
    assert json.loads(run("schema", "--site").out) == sheetgen.schema(site=True)


PADS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "classic": (
        ("--sheets", "3", "--scale", "80", "--guides", "lines", "--pad-edge", "top", "--pad-margin", "6", "--number"),
        {"sheets": 3, "scale": 80, "guides": "lines", "pad_edge": "top", "pad_margin": 6, "numbered": True},
    ),
    "double": (
        ("--sheets", "2", "--duplex", "long", "--back-offset", "1", "-0.5", "--scale", "fit", "--paper", "A6"),
        {"sheets": 2, "duplex": "long", "back_offset": (1.0, -0.5), "scale": "fit", "paper": "A6"},
    ),
    "mix": (
        ("--sheets", "2", "--profile", "press-x4", "--back", "score", "--backs", "apart"),
        {"sheets": 2, "profile": "press-x4", "back": "score", "backs": "apart"},
    ),
    "deluxe": (
        ("--sheets", "2", "--exact", "--rules-url", "https://example.org/{edition}"),
        {"sheets": 2, "exact": True, "rules_url": "https://example.org/{edition}"},
    ),
}


def test_pads_are_those_of_the_library(run: Run, tmp_path: Path) -> None:
    for edition, (typed, options) in PADS.items():
        done, warnings = run("pad", edition, *typed, "-o", tmp_path / "pad.pdf"), list[str]()
        pad: bytes | tuple[bytes, bytes] = sheetgen.pad(edition, warn=warnings.append, **options)
        assert (done.code, done.err) == (0, "".join(f"{edition}: warning: {line}\n" for line in warnings))
        files = (pad,) if isinstance(pad, bytes) else pad
        names = ("pad.pdf", "pad-backs.pdf")[: len(files)]
        assert files == tuple((tmp_path / name).read_bytes() for name in names), edition
    assert run("pad", "--calibrate", "--duplex", "short", "-o", tmp_path / "page.pdf").code == 0
    assert sheetgen.calibration_page(duplex="short") == (tmp_path / "page.pdf").read_bytes()
    assert run("pad", "cubed", "--proof", "--exact", "--lang", "es", "-o", tmp_path / "page.pdf").code == 0
    assert sheetgen.proof_page("cubed", exact=True, language="es") == (tmp_path / "page.pdf").read_bytes()
    report = sheetgen.preflight(tmp_path / "pad.pdf")
    printed = json.loads(run("preflight", tmp_path / "pad.pdf", "--json").out)
    assert (printed["pages"], printed["clean"]) == (report.pages, report.is_clean)


def test_papers_are_named_where_they_are_chosen() -> None:
    (paper,) = [option for option in COMMANDS["pad"].params if option.name == "paper"]
    assert isinstance(paper, click.Option)
    _, words = paper.get_help_record(click.Context(COMMANDS["pad"])) or ("", "")
    assert words.partition("  [")[0] == f"{', '.join(PAPERS)}, or W x H in mm."
    page = (Path(sheetgen.__file__).parent / "studio" / "web" / "index.html").read_text("utf-8")
    (choice,) = re.findall('<select id="paper" translate="no">(.*?)</select>', page)
    assert re.findall("<option>(.*?)</option>", choice) == list(PAPERS)
