"""The codecs of native JSON that are generated: they know no message by name, and their facts are Python's."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from google.protobuf import text_format
from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from tests.conformance.registry import CANONICAL, messages, packages, required
from tests.generation.conftest import sample_request

from protoc_gen_native.plugin import answer
from turnwire.dialects.turnwire.native import native_form
from turnwire.documents.residue import STAND_INS

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "tools" / "protoc_gen_native"
PLUGINS = yaml.safe_load((ROOT / "buf.gen.native.yaml").read_text())["plugins"]
LANGUAGES = ("typescript", "go")


def options(language: str) -> dict[str, list[str]]:
    """What `make generate` tells the plugin for a language."""
    found: dict[str, list[str]] = {}
    for option in next(each["opt"] for each in PLUGINS if f"language={language}" in each["opt"]):
        key, _, value = option.partition("=")
        found.setdefault(key, []).append(value)
    return found


def made(language: str) -> dict[str, str]:
    """The generated files of a language, by name."""
    folder = ROOT / "generated" / language / {"typescript": "src/native", "go": "native"}[language]
    return {path.name: path.read_text() for path in folder.iterdir() if not path.name.endswith("_test.go")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_codec_names_no_message(language: str) -> None:
    text = "".join(path.read_text() for path in (SOURCES / language).iterdir())
    names = {name.rpartition(".")[2] for name in messages()} | set(packages())
    assert [] == [name for name in names if f'"{name}"' in text or f"v1.{name}" in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_sources_are_copied_and_its_facts_are_beside_them(language: str) -> None:
    sources = {path.name: path.read_text() for path in (SOURCES / language).iterdir()}
    files = made(language)
    facts = next(name for name in files if name.startswith("facts."))
    assert sources.keys() | {facts} == files.keys()
    assert all(files[name].endswith(text) for name, text in sources.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_required_fields_are_in_the_facts(language: str) -> None:
    facts = next(text for name, text in made(language).items() if name.startswith("facts."))
    told = facts[facts.rindex("Required") :]
    names = {name for package in packages() for name in required(package)}
    assert len(names) > 15
    assert [] == sorted(name for name in names if f'"{name}"' not in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_the_future_are_kept_as_python_keeps_them(language: str) -> None:
    given = options(language)
    aside = native_form(messages()["turnwire.v1.History"].struct).aside
    assert aside is not None
    assert {f"{CANONICAL}.{kind}.{name}:{word}" for (kind, name), word in STAND_INS.items()} == set(given["stand-in"])
    assert {f"{CANONICAL}.{kind}.{name}" for kind, name in aside().never_alone} == set(given["together"])
    assert [CANONICAL] == given["canonical"]


@pytest.mark.parametrize(
    ("parameter", "words"),
    [
        ("language=go,canonical=a,fast=yes", "unknown option 'fast=yes'"),
        ("language=cobol,canonical=a", "no codec for 'cobol'"),
        ("canonical=a", "say language=... once"),
        ("language=go", "say canonical=... once"),
        ("language=go,canonical=a,canonical=b", "say canonical=... once"),
    ],
)
def test_an_option_that_is_none_is_refused(parameter: str, words: str) -> None:
    assert words in answer(CodeGeneratorRequest(parameter=parameter)).error


def test_what_native_json_cannot_say_is_refused() -> None:
    descriptor = 'message_type { name: "A" field { name: "f" number: 1 type: TYPE_FLOAT label: LABEL_OPTIONAL } }'
    file = text_format.Parse(f'name: "x.proto" package: "x" syntax: "proto3" {descriptor}', FileDescriptorProto())
    request = CodeGeneratorRequest(
        file_to_generate=["x.proto"], proto_file=[file], parameter="language=go,canonical=turnwire.v1"
    )
    assert answer(request).error == "A.f: this scalar type has no place in native JSON"


def test_any_package_gets_its_facts() -> None:
    request = sample_request()
    request.parameter = "language=go,canonical=turnwire.v1"
    facts = next(file.content for file in answer(request).file if file.name == "native/facts.go")
    assert '"sample.v1.Shelf.room",' in facts
    assert '"sample.v1.Book", "book",' in facts
