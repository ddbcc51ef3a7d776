"""The media type of a picture or a sound: one finding for one cause, and the type of the bytes as its repair."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest
from tests.validation.repair.test_repairs import PNG, anthropic, chat, image, said

import turnwire

WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
OGG = "T2dnUwACAAAAAAAAAAA="
WORD, TYPE = "TW204", "TW315"


class Case(NamedTuple):
    """A document made with a stated type, its one finding, and the type after a repair; None if there is no repair."""

    dialect: str
    document: Any
    code: str
    pointer: str
    after: str | None


def converse(word: str, data: str = PNG) -> dict[str, Any]:
    picture = {"image": {"format": word, "source": {"bytes": data}}}
    return {"modelId": "m", "messages": [{"role": "user", "content": [{"text": "Hi."}, picture]}]}


def picture(media_type: str) -> dict[str, Any]:
    return anthropic(said("user", image(PNG, media_type)))


def sound(word: str, data: str = WAV) -> dict[str, Any]:
    return chat(said("user", {"type": "input_audio", "input_audio": {"data": data, "format": word}}))


def gemini(media_type: str) -> dict[str, Any]:
    return {"contents": [{"role": "user", "parts": [{"inlineData": {"mimeType": media_type, "data": PNG}}]}]}


def in_url(head: str) -> dict[str, Any]:
    return chat(said("user", {"type": "image_url", "image_url": {"url": f"data:{head};base64,{PNG}"}}))


OF_CONVERSE = "/messages/0/content/1"
OF_ANTHROPIC = "/messages/0/content/0"
FORMAT, MEDIA_TYPE, AUDIO = f"{OF_CONVERSE}/image/format", f"{OF_ANTHROPIC}/source/media_type", "/messages/0/content/0"
CASES = {
    "Converse, a near word for other bytes": Case("bedrock_converse", converse("jpg"), WORD, FORMAT, "png"),
    "Converse, no word of it": Case("bedrock_converse", converse("bmp"), WORD, FORMAT, "png"),
    "Converse, a media type for a word": Case("bedrock_converse", converse("image/png"), WORD, FORMAT, "png"),
    "Converse, capital letters": Case("bedrock_converse", converse("PNG"), WORD, FORMAT, "png"),
    "Converse, the word of other bytes": Case("bedrock_converse", converse("jpeg"), TYPE, OF_CONVERSE, "png"),
    "Converse, unknown bytes": Case("bedrock_converse", converse("bmp", "AAAA"), WORD, FORMAT, None),
    "Converse, unknown bytes and a near word": Case("bedrock_converse", converse("jpg", "AAAA"), WORD, FORMAT, "jpeg"),
    "Anthropic, a near type for other bytes": Case(
        "anthropic_messages", picture("image/jpg"), WORD, MEDIA_TYPE, "image/png"
    ),
    "Anthropic, no type of it": Case("anthropic_messages", picture("image/bmp"), WORD, MEDIA_TYPE, "image/png"),
    "Anthropic, the type of other bytes": Case(
        "anthropic_messages", picture("image/jpeg"), TYPE, OF_ANTHROPIC, "image/png"
    ),
    "chat, no word of it": Case("openai_chat", sound("flac"), WORD, f"{AUDIO}/input_audio/format", "wav"),
    "chat, the word of other bytes": Case("openai_chat", sound("mp3"), TYPE, AUDIO, "wav"),
    "chat, bytes that it does not take": Case("openai_chat", sound("mp3", OGG), TYPE, AUDIO, None),
    "chat, a picture in a data URL": Case(
        "openai_chat", in_url("image/jpg"), TYPE, f"{AUDIO}/image_url/url", f"data:image/png;base64,{PNG}"
    ),
    "chat, a data URL with a parameter": Case(
        "openai_chat", in_url("image/gif;a=b"), TYPE, f"{AUDIO}/image_url/url", f"data:image/png;a=b;base64,{PNG}"
    ),
    "Gemini, the type of other bytes": Case(
        "gemini_generate", gemini("image/jpeg"), TYPE, "/contents/0/parts/0", "image/png"
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_one_cause_has_one_finding(name: str) -> None:
    case = CASES[name]
    found = turnwire.validate(json.dumps(case.document), case.dialect, kind="request").diagnostics
    assert [(case.code, case.pointer)] == [(each.code, each.pointer) for each in found]
    assert len({each.patch for each in found[0].fixes}) == len(found[0].fixes)


@pytest.mark.parametrize("name", CASES)
def test_a_repair_writes_the_type_of_the_bytes(name: str) -> None:
    case = CASES[name]
    body = json.dumps(case.document)
    done = turnwire.repair(body, case.dialect, kind="request")
    if case.after is None:
        assert (body.encode(), [case.code]) == (done.data, [each.code for each in done.left])
        return
    (change,) = json.loads(done.applied[0].fixes[0].patch)
    assert ("replace", case.after) == (change["op"], change["value"])
    assert json.dumps(case.document).replace(_stated(case.document, change["path"]), case.after) == done.data.decode()
    assert () == done.left == turnwire.validate(done.data, case.dialect, kind="request").diagnostics
    assert not turnwire.repair(done.data, case.dialect, kind="request").changed


def _stated(document: Any, pointer: str) -> str:
    for step in pointer.split("/")[1:]:
        document = document[int(step) if isinstance(document, list) else step]
    return str(document)
