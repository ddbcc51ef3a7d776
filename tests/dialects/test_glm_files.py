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
    assert (2, True) == (found.exit_code, "holds a canonical document" in found.stderr)
