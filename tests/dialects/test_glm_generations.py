"""Files for the generations of the GLM library's code: what each loads, and what it costs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from tests.data import data

from turnwire import InvalidDocument
from turnwire.cli.app import app
from turnwire.dialects.glm import encodings
from turnwire.dialects.glm.generations import GENERATIONS
from turnwire.losses import Losses
from turnwire.testing import wire_documents

if TYPE_CHECKING:
    from pathlib import Path

ROLE = "!ConversationRole"


class _Loader(yaml.SafeLoader):
    """PyYAML, which every generation loads its files with; the tag of 2024 makes an enum there, and a pair here."""


def _role(loader: _Loader, node: yaml.ScalarNode) -> tuple[str, str]:
    return ROLE, loader.construct_scalar(node)


_Loader.add_constructor(ROLE, _role)

USER, ASSISTANT = (ROLE, "USER"), (ROLE, "ASSISTANT")
CHAT = {
    "history": [
        {"user": {"content": "Rain?", "sentiment": "hurried", "meta": {"token_count": 2, "mood": "x"}}},
        {"user_interaction": {"clicked": "map"}},
        {
            "assistant": {
                "content": "I look.",
                "function_calls": [
                    {"name": "weather", "parameters": {"kwargs": {"city": "Oslo"}}, "return": "Rain."},
                    {"name": "wind", "parameters": {}},
                ],
                "feedback": {"rating": 1},
            }
        },
    ],
    "meta": {"used_model": "m"},
    "settings": {"chat_format": "f"},
    "system": {"primary_message": "You help.", "available_user_info": {"name": "Ada"}, "service_info": {"up": True}},
}
INTERACTION = "dropped /history/1"
SPLIT = "reshaped /history/2/content/2"
EXPECTED: dict[str, tuple[Any, list[str]]] = {
    "2019": (
        [
            {"role": "USER", "content": "Rain?", "meta": {"token_count": 2, "mood": "x"}, "sentiment": "hurried"},
            {
                "role": "ASSISTANT",
                "content": "I look.[[FUNCTION_CALL]]",
                "function_calls": {"original_call": 'weather(city="Oslo")', "return": "Rain."},
            },
            {
                "role": "ASSISTANT",
                "content": "[[FUNCTION_CALL]]",
                "function_calls": {"original_call": "wind()"},
                "feedback": {"rating": 1},
            },
        ],
        [
            *(INTERACTION, "reshaped /history/2/content/1", SPLIT),
            *("dropped /system/primary_message", "dropped /system/available_user_info", "dropped /meta"),
            *("dropped /system/service_info", "dropped /settings"),
        ],
    ),
    "2024": (
        {
            "system_message": "You help.",
            "data": {"service_info": {"up": True}, "settings": {"chat_format": "f"}, "meta": {"used_model": "m"}},
            "user_info": {"name": "Ada"},
            "tracker": [
                {"role": USER, "content": "Rain?", "meta": {"token_count": 2, "mood": "x"}, "sentiment": "hurried"},
                {
                    "role": ASSISTANT,
                    "content": "I look.[[FUNCTION_CALL]]",
                    "function_calls": {"original_call": 'weather(city="Oslo")', "return": "Rain."},
                },
                {
                    "role": ASSISTANT,
                    "content": "[[FUNCTION_CALL]]",
                    "function_calls": {"original_call": "wind()"},
                    "feedback": {"rating": 1},
                },
            ],
        },
        [
            *(INTERACTION, "reshaped /history/2/content/1", SPLIT),
            *("reshaped /system/service_info", "reshaped /settings", "reshaped /meta"),
        ],
    ),
    "2025": (
        {
            "system_message": "You help.",
            "tracker": [
                {
                    "role": "user",
                    "content": "Rain?",
                    "metadata": {"token_count": 2, "mood": "x"},
                    "index": 0,
                    "sentiment": "hurried",
                },
                {
                    "role": "assistant",
                    "content": "I look.",
                    "code": 'weather(city="Oslo")',
                    "return_value": "Rain.",
                    "index": 1,
                },
                {"role": "assistant", "code": "wind()", "index": 2, "feedback": {"rating": 1}},
            ],
            "metadata": {"used_model": "m"},
            "data": {"service_info": {"up": True}, "settings": {"chat_format": "f"}, "user_info": {"name": "Ada"}},
        },
        [
            *(INTERACTION, SPLIT),
            *("reshaped /system/service_info", "reshaped /settings", "reshaped /system/available_user_info"),
        ],
    ),
}


def made(body: bytes, generation: str) -> tuple[Any, Losses]:
    losses = Losses("glm")
    text = GENERATIONS[generation](body, losses)
    return yaml.load(text, _Loader), losses  # noqa: S506 - a safe loader with one more tag


@pytest.mark.parametrize("generation", EXPECTED)
def test_what_a_generation_loads(generation: str) -> None:
    tree, losses = made(json.dumps(CHAT).encode(), generation)
    assert EXPECTED[generation] == (tree, [f"{each.kind} {each.path}" for each in losses.found])


# The members that the class of a generation takes: any other is a TypeError there.
MEMBERS = {
    "2024": {"system_message", "data", "user_info", "tracker", "inversion_scheme"},
    "2025": {"system_message", "tracker", "metadata", "data"},
}


@pytest.mark.parametrize(
    ("chat", "generation", "place", "expected", "told"),
    [
        (
            {
                "tracker": [
                    {"role": "system", "content": "x", "meta": {"token_count": 1}, "code": "f()", "return_value": "y"}
                ]
            },
            *("2025", "system_message", "x"),
            [
                *("reshaped /history/0/role", "dropped /history/0/content/1", "dropped /history/0/content/1"),
                "dropped /history/0/metadata",
            ],
        ),
        # Two things of one name: the second is lost, and told.
        (
            {"history": [], "user_info": {"a": 1}, "system": {"available_user_info": {"b": 2}}},
            *("2025", "data", {"user_info": {"a": 1}}),
            ["reshaped /provider_raw/glm/user_info", "dropped /system/available_user_info"],
        ),
        # A system message among the entries of another format.
        (
            {"tracker": [{"role": "system", "content": "Be brief."}], "system_message": "You help."},
            *("2025", "system_message", "You help.\n\nBe brief.", ["reshaped /history/0/role"]),
        ),
        (
            {"tracker": [], "data": {"a": 1}, "more": 2},
            *("2025", "data", {"a": 1, "more": 2}, ["reshaped /provider_raw/glm/more"]),
        ),
        ({"tracker": [], "data": 7}, *("2025", "data", {}, ["dropped /provider_raw/glm/data"])),
        (
            {"tracker": [], "data": {"more": 1}, "more": 2},
            *("2024", "data", {"more": 1}, ["dropped /provider_raw/glm/more"]),
        ),
        (
            {"tracker": [], "inversion_scheme": {"USER": "ASSISTANT", "ASSISTANT": "USER"}},
            *("2024", "user_info", {}, []),
        ),
        (
            {"tracker": [], "inversion_scheme": {"USER": "USER"}},
            *("2024", "user_info", {}, ["dropped /provider_raw/glm/inversion_scheme"]),
        ),
        (
            {"tracker": [], "inversion_scheme": {"USER": "USER"}},
            *("2025", "data", {"inversion_scheme": {"USER": "USER"}}, ["reshaped /provider_raw/glm/inversion_scheme"]),
        ),
        (
            {"history": [], "system": {"primary_message": "x", "tone": "y"}},
            *("2025", "data", {"tone": "y"}, ["reshaped /system/extra/tone"]),
        ),
        (
            {"tracker": [{"role": "user", "content": "Hi", "index": 7, "processing": {"a": 1}}]},
            *("2025", "tracker", [{"role": "user", "content": "Hi", "index": 0, "processing": {"a": 1}}]),
            ["dropped /history/0/provider_raw/glm/index"],
        ),
        (
            {"history": [{"assistant": {"function_calls": {"name": "f", "why": "x", "return": {"n": 1.50}}}}]},
            *("2025", "tracker", [{"role": "assistant", "code": "f()", "return_value": {"n": 1.5}, "index": 0}]),
            ["dropped /history/0/content/0/provider_raw/glm"],
        ),
        (
            {"history": [{"user": {}, "beside": 1}]},
            *("2025", "tracker", [{"role": "user", "content": "", "index": 0}]),
            ["dropped /history/0/provider_raw/glm"],
        ),
        (
            {"history": [{"assistant": {"content": "a[[FUNCTION_CALL]]b", "code": "x = 1\nprint(x)"}}]},
            *("2024", "tracker"),
            [
                {
                    "role": ASSISTANT,
                    "content": "a[[FUNCTION_CALL]]b",
                    "function_calls": {"original_call": "x = 1\nprint(x)"},
                }
            ],
            [],
        ),
        (
            {"history": [{"assistant": {"content": "a[[FUNCTION_CALL]]", "code": "f()"}}]},
            *("2025", "tracker", [{"role": "assistant", "content": "a", "code": "f()", "index": 0}], []),
        ),
        (
            {"history": [{"assistant": {"content": "a[[FUNCTION_CALL]]b", "code": "f()"}}]},
            *("2025", "tracker", [{"role": "assistant", "content": "ab", "code": "f()", "index": 0}]),
            ["reshaped /history/0/content/1"],
        ),
        (
            {"history": [{"assistant": {"content": "[[FUNCTION_CALL]]", "code": "f()"}}]},
            *("2025", "tracker", [{"role": "assistant", "code": "f()", "index": 0}], []),
        ),
        (
            {"history": [{"assistant": {"content": "[[FUNCTION_CALL]]"}}]},
            *("2025", "tracker", [{"role": "assistant", "content": "[[FUNCTION_CALL]]", "index": 0}], []),
        ),
    ],
)
def test_what_goes_where(chat: Any, generation: str, place: str, expected: Any, told: list[str]) -> None:
    tree, losses = made(json.dumps(chat).encode(), generation)
    assert (expected, told) == (tree[place], [f"{each.kind} {each.path}" for each in losses.found])
    assert tree.keys() <= MEMBERS[generation]


def test_a_file_of_2025_comes_back_from_one_of_2024() -> None:
    chat = {"tracker": [{"role": "assistant", "content": "Sure.", "code": "f()", "return_value": "1", "index": 0}]}
    older = GENERATIONS["2024"](json.dumps(chat).encode(), Losses("glm"))
    assert b"Sure.[[FUNCTION_CALL]]" in older
    newer = GENERATIONS["2025"](encodings.from_yaml(older), Losses("glm"))
    assert chat["tracker"] == json.loads(encodings.from_yaml(newer))["tracker"]


def texts(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {text for each in value.values() for text in texts(each)}
    if isinstance(value, list | tuple):
        return {text for each in value for text in texts(each)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("generation", GENERATIONS)
@given(st.data())
def test_no_text_is_lost_untold(generation: str, data: st.DataObject) -> None:
    body = data.draw(wire_documents("glm", "request", "plain"))
    tree, losses = made(body, generation)
    assert generation in ("2019", "2023") or tree.keys() <= MEMBERS[generation]
    there = "\0".join(
        texts(tree)
        | {text for each in losses.found for text in texts(json.loads(json.dumps(each.value, default=repr)))}
    )
    chat = json.loads(body)
    entries = chat["history"] if isinstance(chat, dict) else chat
    contents = {
        said["content"] for entry in entries for said in entry.values() if isinstance(said, dict) and "content" in said
    }
    assert set() == {text for text in contents if isinstance(text, str) and text not in there}


@pytest.mark.parametrize(
    ("file", "generation"), [("tracker-2024-format.yaml", "2024"), ("tracker-2025-format.yaml", "2025")]
)
def test_a_recorded_file_comes_back_as_its_program_loads_it(file: str, generation: str) -> None:
    path = data("systems/glm") / file
    theirs = yaml.load(path.read_text("utf-8"), _Loader)  # noqa: S506 - a safe loader with one more tag
    # What the class has by itself need not be in the file.
    theirs.pop("inversion_scheme", None)
    tree, losses = made(encodings.from_yaml(path.read_bytes()), generation)
    assert (theirs, []) == (tree, losses.found)


def test_what_is_no_chat_is_refused() -> None:
    with pytest.raises(InvalidDocument, match=r"glm\.history"):
        GENERATIONS["2025"](b"{}", Losses("glm"))


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("convert {0}/chat.json --to glm --generation 2024", 0, "- role: !ConversationRole USER"),
        ("convert {0}/chat.json --to glm --generation 2025 -o {0}/chat.yaml", 0, ""),
        ("convert {0}/chat.json --to glm --generation 1999", 2, "there are 2019, 2023, 2024, 2025"),
        ("convert {0}/chat.json --to openai --generation 2024", 2, "its files have one form"),
        ("convert {0}/chat.json --to glm --generation 2024 -o {0}/x.json", 2, "are YAML"),
        ("convert {0}/chat.json --to glm --generation 2024 --output-format json", 2, "are YAML"),
        ("convert {0}/chat.json --generation 2024", 2, "--generation needs --to"),
    ],
)
def test_the_command(tmp_path: Path, line: str, code: int, word: str) -> None:
    (tmp_path / "chat.json").write_text(json.dumps({"history": [{"user": {"content": "Hi"}}]}))
    found = CliRunner().invoke(app, line.format(tmp_path).split(), catch_exceptions=False)
    assert (code, True) == (found.exit_code, word in found.output), found.output
    if "-o" in line and not code:
        written = yaml.safe_load((tmp_path / "chat.yaml").read_text())
        assert [{"role": "user", "content": "Hi", "index": 0}] == written["tracker"]
