"""Packages that come with an extra and are not installed: the command that needs one says which extra in a line."""

from __future__ import annotations

from tests.cli.lines import is_ending, ran

CHAT = '{"model": "m", "messages": [{"role": "user", "content": "hi"}]}'
STORE = "it needs: pip install 'turnwire[store]'"
POSTGRESQL = "pip install 'turnwire[postgresql]'"

# (packages that are not there, command) -> (exit code, what it says)
SAID = {
    ("sqlalchemy", "store import -"): (2, STORE),
    ("sqlalchemy", "store export --all"): (2, STORE),
    ("sqlalchemy", "store list"): (2, STORE),
    ("sqlalchemy", "store show x"): (2, STORE),
    ("sqlalchemy", "store reprice"): (2, STORE),
    ("sqlalchemy", "store verify"): (2, STORE),
    ("sqlalchemy", "store list --store postgresql://h/d"): (2, POSTGRESQL),
    ("sqlalchemy", "store list --help"): (0, "--store"),
    ("psycopg", "store list --store postgresql://u:secret@h/d"): (2, POSTGRESQL),
    ("pygls", "lsp"): (2, "pip install 'turnwire[lsp]'"),
    ("pygls", "lsp --help"): (0, "--from"),
    ("starlette", "geppetto serve --folder ."): (2, "pip install 'turnwire[geppetto]'"),
    ("uvicorn", "geppetto serve --folder ."): (2, "pip install 'turnwire[geppetto]'"),
    ("starlette uvicorn", "geppetto serve --help"): (0, "--ingest-host"),
    ("re2", "redact - --only email"): (0, "1 as they were"),
    ("grpc", "serve"): (2, "pip install 'turnwire[service]'"),
    ("starlette", "serve --http-port 0"): (2, "pip install 'turnwire[service]'"),
    ("grpc", "serve --help"): (0, "--workers"),
    ("sqlalchemy psycopg grpc hypothesis orjson", "convert - --to anthropic_messages"): (0, "max_tokens"),
    ("sqlalchemy psycopg grpc hypothesis orjson", "hash -"): (0, "sha256"),
    ("sqlalchemy psycopg grpc hypothesis orjson", "validate -"): (0, "1 valid"),
    ("sqlalchemy psycopg grpc hypothesis orjson", "plan - --to openai_chat"): (0, "nothing is lost"),
    ("sqlalchemy psycopg grpc hypothesis orjson", "dialects"): (0, "anthropic_messages"),
    ("sqlalchemy psycopg grpc hypothesis orjson", "schema history"): (0, "$schema"),
}


def test_what_is_not_installed_is_named_by_its_extra() -> None:
    wrong = {}
    for missing in dict.fromkeys(names for names, _ in SAID):
        asked = {command: wanted for (names, command), wanted in SAID.items() if names == missing}
        for (command, wanted), line in zip(asked.items(), ran(asked, said=CHAT, missing=missing), strict=True):
            if not is_ending(line, wanted) or "secret" in line:
                wrong[missing, command] = line
    assert {} == wrong
