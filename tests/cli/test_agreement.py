"""Commands and library agree: each option of a command is a parameter of its function, with the same default."""

import inspect
from collections.abc import Callable
from typing import Any

import click
import pytest

import sheetgen
from sheetgen.cli.app import cli
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
    "build": (sheetgen.build,),
    "preflight": (sheetgen.preflight,),
    "replay": (sheetgen.replay, sheetgen.game_result),
    "score": (sheetgen.score, sheetgen.rating),
    "simulate": (sheetgen.simulate, sheetgen.run_simulation),
    "balance": (sheetgen.balance,),
    "bands": (sheetgen.bands,),
    "odds": (sheetgen.odds,),
    "site build": (sheetgen.build_site,),
    "site serve": (sheetgen.serve_site,),
    "studio": (sheetgen.open_studio,),
    "i18n check": (sheetgen.check_translations,),
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
    ("pad", "calibrate"): "is calibration_page",
    ("preflight", "json"): "the function returns data",
    ("replay", "json"): "the function returns data",
    ("replay", "file"): "the function takes the text of the file",
    ("score", "json"): "the function returns data",
    ("score", "file"): "the function takes the text of the file",
    ("simulate", "json"): "the function returns data",
    ("balance", "json"): "the function returns data",
    ("odds", "json"): "the function returns data",
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


@pytest.mark.parametrize(("name", "option"), [pytest.param(n, o, id=f"{n} {written_name(o)}") for n, o in compared()])
def test_each_option_is_a_parameter_with_the_same_default(name: str, option: click.Parameter) -> None:
    typed = written_name(option)
    names = RENAMED.get(typed, (typed,))
    (function, found) = next((f, p) for f in FUNCTIONS[name] for key, p in parameters(f).items() if key in names)
    assert option.name == found.name, "the command hands it on under this name"
    default = values_without_options(name)[str(option.name)]
    if option.required:
        assert found.default is inspect.Parameter.empty
    elif isinstance(option, click.Argument) and found.default is inspect.Parameter.empty:
        assert (name, typed) == ("pad", "edition"), "which --calibrate does without"
    elif (name, typed) in OTHER_DEFAULTS:
        assert found.default == OTHER_DEFAULTS[name, typed] != default
    elif found.default is None or found.default == ():
        assert default == found.default
    else:
        # The option's own type reads it: A4 is a size in millimetres on either side.
        assert option.type_cast_value(click.Context(COMMANDS[name]), found.default) == default
    assert function.__doc__


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


def test_the_calibration_page_has_the_options_of_pad() -> None:
    pad = parameters(sheetgen.pad)
    for name, parameter in parameters(sheetgen.calibration_page).items():
        assert parameter.default == pad[name].default


# Not options of a command: the command's own help, and how the library reports what goes on.
LIBRARY_ONLY = {"commands", "progress", "echo", "open_page"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_parameter_is_an_option(name: str) -> None:
    """What the library can do, the command can too."""
    options = {str(option.name) for option in COMMANDS[name].params}
    taken = {"replay": {"record", "game"}, "score": {"marks", "total"}, "check": {"edition"}, "i18n stamp": {"file"}}
    missing = {key for function in FUNCTIONS[name] for key in parameters(function)} - options - LIBRARY_ONLY
    assert missing - taken.get(name, set()) == set()
