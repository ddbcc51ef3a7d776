"""What `help()` says of the public functions: every parameter, what comes back, what is raised, and an example."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

import pytest

import turnwire
from turnwire.stream.writer import StreamWriter

if TYPE_CHECKING:
    from collections.abc import Callable

PUBLIC: list[Any] = [getattr(turnwire, name) for name in turnwire.__all__]
FUNCTIONS = [each for each in PUBLIC if inspect.isfunction(each)]
RAISES_NOTHING = {turnwire.fold}
METHODS = [
    turnwire.Continuity.request,
    turnwire.Continuity.only,
    turnwire.IdMap.restore,
    turnwire.IdMap.restore_event,
    StreamWriter.send,
    StreamWriter.close,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_the_help_of_a_function_says_all_of_it(function: Callable[..., Any]) -> None:
    text = inspect.getdoc(function) or ""
    sections = re.findall(r"^(Args|Returns|Raises|Example):$", text, re.MULTILINE)
    expected = {"Args", "Returns", "Raises", "Example"} - ({"Raises"} if function in RAISES_NOTHING else set())
    assert expected == set(sections)
    named = re.findall(r"^    (\w+): ", text.partition("Args:")[2].partition("Returns:")[0], re.MULTILINE)
    assert list(inspect.signature(function).parameters) == named


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.__qualname__)
def test_the_help_of_a_method_says_all_of_it(method: Callable[..., Any]) -> None:
    text = inspect.getdoc(method) or ""
    _, *parameters = inspect.signature(method).parameters
    named = re.findall(r"^    (\w+): ", text.partition("Args:")[2].partition("Returns:")[0], re.MULTILINE)
    assert parameters == named
    assert {"Returns", "Example"} <= set(re.findall(r"^(\w+):$", text, re.MULTILINE))


@pytest.mark.parametrize("kind", [each for each in PUBLIC if inspect.isclass(each)], ids=lambda kind: kind.__name__)
def test_the_help_of_a_class_is_its_own(kind: type) -> None:
    assert kind.__doc__
    assert kind.__doc__ != kind.__mro__[1].__doc__
