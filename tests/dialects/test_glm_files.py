"""Files of a dialect that has encodings of its own: YAML with tags, protobuf that is not canonical."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from click.testing import CliRunner

from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

TRACKER = "tracker:\n- role: &id001 !ConversationRole 'USER'\n  content: Hi\ninversion_scheme:\n  *id001: none\n"
CHAT = "history:\n- user:\n    content: Hi\n    meta: {token_count: 1}\n"


def turnwire_command(line: str) -> Result:
    return CliRunner().invoke(app, line.split(), catch_exceptions=False)


def test_yaml_with_tags_is_detected(tmp_path: Path) -> None:
    (tmp_path / "chat.yaml").write_text(TRACKER, "utf-8")
    found = turnwire_command(f"convert --to glm {tmp_path}/chat.yaml")
    assert (0, "USER") == (found.exit_code, json.loads(found.stdout)["tracker"][0]["role"])


def test_yaml_with_tags_that_nobody_reads_is_refused_as_before(tmp_path: Path) -> None:
    (tmp_path / "chat.yaml").write_text("history: !!python/object/apply:os.system ['true']\n", "utf-8")
    found = turnwire_command(f"convert --to glm {tmp_path}/chat.yaml")
    assert (1, True) == (found.exit_code, "[yaml.tag]" in found.stderr)


def test_a_chat_goes_through_both_forms_of_protobuf(tmp_path: Path) -> None:
    (tmp_path / "chat.yaml").write_text(CHAT, "utf-8")
    expected = json.loads(turnwire_command(f"convert --to glm {tmp_path}/chat.yaml").stdout)
    for form, name in (("binpb", "chat.binpb"), ("protojson", "chat.json")):
        path = tmp_path / name
        made = turnwire_command(f"convert --to glm --output-format {form} -o {path} {tmp_path}/chat.yaml")
        back = turnwire_command(f"convert --from glm --to glm --input-format {form} {path}")
        assert (0, 0, expected) == (made.exit_code, back.exit_code, json.loads(back.stdout))


def test_a_canonical_document_still_needs_its_kind(tmp_path: Path) -> None:
    (tmp_path / "chat.binpb").write_bytes(b"")
    found = turnwire_command(f"convert --from sharegpt --to glm {tmp_path}/chat.binpb")
    assert (2, True) == (found.exit_code, "holds a document of turnwire's own model" in found.stderr)


TAGS = """\
history:
- user: {content: !!str 5}
- role: !ConversationRole user
  content: 'Hi!'
  meta: {at: 2024-05-01, quoted: '2024-05-01', odd: 2024-05-01x}
meta: {chat_started: 2024-05-01 10:00:00, x: !!timestamp 2024-05-01T10:00:00Z}
settings: {atomic_sequences: !!python/tuple [a, b]}
"""


def test_tags_and_times_of_yaml_are_told_and_their_texts_kept(tmp_path: Path) -> None:
    (tmp_path / "chat.yaml").write_text(TAGS, "utf-8")
    found = turnwire_command(f"convert --to glm --format json {tmp_path}/chat.yaml")
    told = json.loads(found.stderr.splitlines()[0])["losses"]
    time = "tag:yaml.org,2002:timestamp"
    assert [
        ("/history/1/role", "!ConversationRole"),
        ("/history/1/meta/at", time),
        ("/meta/chat_started", time),
        ("/meta/x", time),
        ("/settings/atomic_sequences", "tag:yaml.org,2002:python/tuple"),
    ] == [(loss["path"], loss["value"]) for loss in told]
    assert {("reshaped", "yaml.tag")} == {(loss["kind"], loss["feature"]) for loss in told}
    chat = json.loads(found.stdout)
    assert {"chat_started": "2024-05-01 10:00:00", "x": "2024-05-01T10:00:00Z"} == chat["meta"]
    assert ["a", "b"] == chat["settings"]["atomic_sequences"]


def test_what_protobuf_has_no_place_for_is_told(tmp_path: Path) -> None:
    chat = {"tracker": [{"role": "user", "content": "Hi", "index": 0}], "data": {}, "system": {"system": {"x": 1}}}
    (tmp_path / "chat.json").write_text(json.dumps(chat), "utf-8")
    found = turnwire_command(f"convert --to glm -o {tmp_path}/chat.binpb {tmp_path}/chat.json --fail-on-loss=dropped")
    told = [line.split(": ", 1)[1] for line in found.stderr.splitlines()]
    assert (1, True) == (found.exit_code, (tmp_path / "chat.binpb").exists())
    assert [
        "/history/0/provider_raw/glm/index: reshaped provider_raw = 0",
        '/system/provider_raw/glm: dropped provider_raw = {"system": {"x": 1}}',
        "/provider_raw/glm/data: reshaped provider_raw = {}",
        "dropped provider_raw",
    ] == told
    back = json.loads(turnwire_command(f"convert --from glm --to glm {tmp_path}/chat.binpb").stdout)
    history = [{"user": {"content": "Hi", "meta": {"index": 0}}}]
    assert {"history": history, "meta": {"data": {}}, "system": {}} == back
