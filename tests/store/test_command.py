"""`turnwire store` as a shell sees it."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import make_url

from turnwire.cli.app import app
from turnwire.sessions.store import Store

if TYPE_CHECKING:
    from pathlib import Path

CHAT = {
    "model": "acme:large",
    "messages": [
        {"role": "user", "content": "Weather in Bonn?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"a":  1}'}}
            ],
        },
    ],
}
ANSWER = {"messages": [{"role": "tool", "tool_call_id": "call_1", "content": "rain"}]}
PRICED = {
    "history": [
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "hi\u001b[31m"}],
            "metadata": {"model": "acme:large", "usage": {"input_tokens": 8, "output_tokens": 42}},
        }
    ]
}
TABLE = "{pricing_version: v1, models: {acme:large: {input_per_mtok_usd: 3, output_per_mtok_usd: 15}}}"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "TURNWIRE_STORE"):
        monkeypatch.delenv(name, raising=False)


def run(*arguments: str, said: str | None = None) -> Result:
    return CliRunner().invoke(app, ["store", *arguments], input=said, catch_exceptions=False)


def done(*arguments: str, said: Any = None) -> str:
    found = run(*arguments, said=None if said is None else json.dumps(said))
    assert 0 == found.exit_code, found.output
    return found.stdout.removesuffix("\n")


def refused(*arguments: str, said: Any = None) -> tuple[int, str]:
    """The exit code, and the code in what is said."""
    found = run(*arguments, said=None if said is None else json.dumps(said))
    return found.exit_code, found.stderr.partition("[")[2].partition("]")[0]


def test_a_conversation_from_its_import_to_its_export(tmp_path: Path) -> None:
    ident = done("import", "--from", "openai_chat", said=CHAT)
    assert ident.startswith("sess_")
    assert ident == done("import", "--from", "openai_chat", "--session", ident, said=ANSWER)
    whole = {**CHAT, "messages": CHAT["messages"] + ANSWER["messages"]}  # type: ignore[operator]
    assert whole == json.loads(done("export", ident))
    assert "messages" in json.loads(done("export", ident, "--to", "anthropic_messages"))
    assert "" == done("export", ident, "--pretty", "-o", "out.json")
    assert whole == json.loads((tmp_path / "out.json").read_text())
    listed = json.loads(done("list", "--json"))
    assert (ident, 3, 0, 0, "openai_chat", "acme:large") == tuple(
        listed[name] for name in ("id", "messages", "unanswered", "failed", "source", "model")
    )
    assert [ident] == [line.split()[0] for line in done("list").splitlines()[1:]]
    assert "Weather in Bonn?" in done("show", ident)
    about, *messages = map(json.loads, done("show", ident, "--json").splitlines())
    assert listed == about
    assert ["user", "assistant", "tool"] == [each["role"] for each in messages]
    assert messages[1] == json.loads(done("show", messages[1]["id"], "--json"))
    assert "weather" in done("show", messages[1]["id"])
    assert "whole" in run("verify").stderr


def test_many_conversations_in_lines(tmp_path: Path) -> None:
    lines = [json.dumps(CHAT), "{", json.dumps(PRICED)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    found = run("import", "in.jsonl", "--store", "a.db", "--format", "json")
    assert 1 == found.exit_code
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [(1, 2), (3, 1)] == [(each["line"], each["messages"]) for each in told]
    written = done("export", "--all", "--store", "a.db").splitlines()
    assert [CHAT, PRICED] == [json.loads(line) for line in written]
    assert 2 == len(done("export", *(each["session"] for each in told), "--store", "a.db").splitlines())


def test_costs_are_stored(tmp_path: Path) -> None:
    (tmp_path / "prices.yaml").write_text(TABLE)
    ident = done("import", "--from", "turnwire", "--kind", "request", said=PRICED)
    for dry in ([], ["--dry-run"]):
        told = done("reprice", "--table", "prices.yaml", "--dry-run", *dry)
        assert f"{ident}: 0.000654 USD by version v1, 1 change" == told
    assert f"{ident}: 0.000654 USD by version v1, 1 change" == done("reprice", ident, "--table", "prices.yaml")
    told = json.loads(done("reprice", "--table", "prices.yaml", "--json"))
    assert (ident, "0.000654", []) == (told["session"], told["total_usd"], told["changes"])
    assert "0.000654" == json.loads(done("export", ident))["history"][0]["metadata"]["usage"]["cost_usd"]
    (tmp_path / "other.yaml").write_text(TABLE.replace("large", "small"))
    assert (1, "price.unknown-model") == refused("reprice", "--table", "other.yaml")
    assert 2 == run("reprice", "--table", "none.yaml").exit_code


def test_what_a_document_says_does_not_steer_a_terminal() -> None:
    ident = done("import", "--from", "turnwire", "--kind", "request", said=PRICED)
    assert "hi\\x1b[31m" in done("show", ident)


def test_what_cannot_be_done_ends_with_a_code(tmp_path: Path) -> None:
    for name in ("list", "verify", "reprice"):
        assert (2, "store.missing") == refused(name)
    assert (2, "store.missing") == refused("export", "--all")
    assert (2, "store.missing") == refused("import", "--session", "sess_1", "--from", "openai_chat", said=CHAT)
    assert [] == list(tmp_path.iterdir())
    done("import", "--from", "openai_chat", said=CHAT)
    assert (1, "store.no-session") == refused("export", "sess_0")
    assert (1, "store.no-session") == refused("show", "sess_0")
    assert (1, "store.no-session") == refused("import", "--session", "sess_0", "--from", "openai_chat", said=CHAT)
    assert (2, "store.url") == refused("list", "--store", "mysql://h/d")
    assert 2 == run("export").exit_code
    assert 2 == run("export", "sess_0", "--all").exit_code
    assert 2 == run("export", "--all", "--pretty").exit_code
    assert 2 == run("export", "sess_0", "--to", "nothing").exit_code
    (tmp_path / "notes.db").write_text("no database " * 100)
    assert (2, "store.no-database") == refused("list", "--store", "notes.db")


def test_an_error_has_a_hint_of_its_own() -> None:
    body = json.dumps({"error": {"message": "no", "type": "server_error"}})
    found = run("import", "--from", "openai_chat", said=body)
    assert 1 == found.exit_code
    assert "an error is not a conversation" in found.stderr
    assert "hint: give the conversation in which it happened" in found.stderr


def test_a_reply_and_what_is_there_already_are_refused_and_the_others_stored() -> None:
    reply = {"candidates": [{"role": "assistant", "content": []}], "id": "r"}
    assert (1, "store.no-conversation") == refused("import", "--from", "turnwire", "--kind", "response", said=reply)
    turn = {"role": "user", "id": "01HZ0000000000000000000001", "content": [{"type": "text", "text": "hi"}]}
    arguments = ["import", "--from", "turnwire", "--kind", "request"]
    done(*arguments, said={"history": [turn]})
    assert (1, "store.repeated-id") == refused(*arguments, said={"history": [turn]})
    assert done(*arguments, "--new-ids", said={"history": [turn]}).startswith("sess_")


def test_losses_are_told_and_may_be_refused() -> None:
    ident = done("import", "--from", "turnwire", "--kind", "request", said=PRICED)
    found = run("export", ident, "--to", "openai_chat")
    assert (0, True) == (found.exit_code, "dropped" in found.stderr)
    assert 1 == run("export", ident, "--to", "openai_chat", "--fail-on-loss").exit_code
    told = json.loads(run("export", ident, "--to", "openai_chat", "--format", "json").stderr)
    assert (ident, True) == (told["session"], bool(told["losses"]))


@pytest.mark.parametrize("report", [[], ["--json"]])
def test_losses_are_listed_in_a_file_instead(report: list[str], tmp_path: Path) -> None:
    first, second = (done("import", "--from", "turnwire", "--kind", "request", said=PRICED) for _ in "ab")
    wanted = json.loads(run("export", first, "--to", "openai_chat", "--json").stderr)["losses"]
    assert [] != wanted

    found = run("export", "--all", "--to", "openai_chat", "--losses", "lost.jsonl", "--fail-on-loss", *report)

    assert (1, 2) == (found.exit_code, len(found.stdout.splitlines()))
    told = {"summary": {"losses": dict(Counter(loss["kind"] for loss in 2 * wanted))}}
    assert (told if report else f"{2 * len(wanted)} losses") == (
        json.loads(found.stderr) if report else found.stderr.partition(" (")[0]
    )
    lines = [json.loads(line) for line in (tmp_path / "lost.jsonl").read_text().splitlines()]
    assert [{"session": ident, **loss} for ident in (first, second) for loss in wanted] == lines


def test_the_list_of_losses_is_made_where_nothing_is_lost(tmp_path: Path) -> None:
    ident = done("import", "--from", "turnwire", "--kind", "request", said=PRICED)
    done("export", ident, "--losses", "lost.jsonl")
    assert "" == (tmp_path / "lost.jsonl").read_text()


def test_the_list_of_losses_may_be_standard_output_alone(tmp_path: Path) -> None:
    ident = done("import", "--from", "turnwire", "--kind", "request", said=PRICED)
    for output in ([], ["-o", "-"]):
        found = run("export", ident, "--to", "openai_chat", "--losses", "-", *output)
        assert (2, True) == (found.exit_code, "cannot share standard output; add -o" in found.output)
    lines = done("export", ident, "--to", "openai_chat", "--losses", "-", "-o", "out.json").splitlines()
    assert {ident} == {json.loads(line)["session"] for line in lines}
    assert "messages" in json.loads((tmp_path / "out.json").read_text())


@pytest.mark.parametrize("option", ["-o", "--losses"])
@pytest.mark.parametrize("place", ["chats.db", "link.db", "hard.db", "chats.db-wal", "chats.db-shm"])
def test_an_export_never_takes_the_place_of_its_store(place: str, option: str, tmp_path: Path) -> None:
    session = done("import", "-", "--store", "chats.db", said=CHAT)
    (tmp_path / "link.db").symlink_to("chats.db")
    (tmp_path / "hard.db").hardlink_to(tmp_path / "chats.db")

    found = run("export", session, "--store", "chats.db", option, place)

    assert (2, True) == (found.exit_code, f"{option} {place} is a file of the store" in found.output)
    assert CHAT == json.loads(done("export", session, "--store", "chats.db"))


def test_damage_is_told(tmp_path: Path) -> None:
    ident = done("import", "--from", "openai_chat", said=CHAT)
    database = sqlite3.connect(tmp_path / "turnwire.db", isolation_level=None)
    database.execute("DELETE FROM tool_calls")
    database.close()
    found = run("verify")
    assert (1, True, True) == (found.exit_code, "store.call" in found.stdout, ident in found.stdout)
    assert "store.call" == json.loads(run("verify", "--json").stdout)["code"]


def test_a_server_is_named_by_its_url(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNWIRE_STORE", postgresql)
    ident = done("import", "--from", "openai_chat", said=CHAT)
    assert CHAT == json.loads(done("export", ident))
    assert "whole" in run("verify").stderr
    with Store(postgresql) as store:
        assert [ident] == [each.id for each in store.sessions()]


@pytest.mark.parametrize(
    ("missing", "arguments", "extra"),
    [
        ("turnwire.sessions.store", ["list"], "turnwire[store]"),
        ("psycopg", ["list", "--store", "postgresql://h/d"], "turnwire[postgresql]"),
    ],
)
def test_what_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, missing: str, arguments: list[str], extra: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    found = run(*arguments)
    assert (2, True) == (found.exit_code, extra in found.stderr)


def test_no_password_is_said(postgresql: str) -> None:
    """The server of the tests asks for none, so that any will do."""
    sesame = "open-sesame"
    where = make_url(postgresql).set(password=sesame).render_as_string(hide_password=False)
    ident = done("import", "--from", "openai_chat", "--store", where, said=CHAT)
    ended = [run(name, "--store", where) for name in ("list", "verify")]
    ended += [run("show", name, "--store", where) for name in (ident, "sess_none")]
    assert [0, 0, 0, 1] == [found.exit_code for found in ended]
    assert "" == "".join(found.output for found in ended if sesame in found.output)


@pytest.mark.parametrize("name", ["import", "export", "list", "show", "reprice", "verify"])
def test_each_command_has_its_help(name: str) -> None:
    told = done(name, "--help")
    assert "--store FILE|URL" in told
    assert name in done("--help")


def test_the_store_may_be_named_as_an_argument() -> None:
    done("import", "--store", "x.db", said=CHAT)
    assert done("list", "--store", "x.db") == done("list", "x.db")
    assert "{" == done("list", "x.db", "--json")[0]
    assert 0 == run("verify", "x.db").exit_code
    found = run("list", "x.db", "--store", "y.db")
    assert (2, True) == (found.exit_code, "name the store once" in found.stderr)


def test_quiet_leaves_out_what_is_no_refusal() -> None:
    ident = done("import", said=CHAT).strip()
    for line in (["export", ident, "--to", "anthropic"], ["verify"], ["reprice", "--dry-run"]):
        assert "" != run(*line).stderr
        found = run(*line, "-q")
        assert ("", run(*line).stdout, run(*line).exit_code) == (found.stderr, found.stdout, found.exit_code)


def test_an_export_names_the_model_and_fails_on_what_is_not_allowed() -> None:
    ident = done("import", said=CHAT).strip()
    found = run("export", ident, "--to", "anthropic:claude-sonnet-4-5", "--fail-on-loss", "--allow", "invented")
    assert "claude-sonnet-4-5" == json.loads(found.stdout)["model"]
    assert 0 == run("export", ident, "--to", "openai", "--fail-on-loss=dropped,degraded", "-q").exit_code
    assert 1 == run("export", ident, "--to", "anthropic", "--fail-on-loss=invented", "-q").exit_code
