"""The samples of the server definition, and those of our page, run against the server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.data import data
from tests.docs.pages import ROOT, snippets
from tests.drawer_server.conftest import drawers, program, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.drawer_server.conftest import Server

PAGE = ROOT / "docs" / "geppetto.md"
_ADDRESSES = re.compile(r"http://(?:127\.0\.0\.1|localhost):(?:8000|8050|8080)\b")
_LOCAL = re.compile(r'(?<="filename": ")/[^"]*/(?=[^"/]+")')
_PDF = b"%PDF-1.4\n"


@pytest.fixture(scope="module")
def definition() -> str:
    return (data("systems/geppetto") / "original.txt").read_text("utf-8")


def named(pattern: str, text: str) -> list[str]:
    """What the samples name at a place, each once."""
    found = list(dict.fromkeys(re.findall(pattern, text)))
    assert found
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, definition: str) -> Iterator[Server]:
    """A server with the documents that the samples ask about, and with the files that they upload and ingest."""
    folder = tmp_path_factory.mktemp("samples")
    root = drawers(folder)
    for path in named(r'"document": "([^"]+)"', definition):
        file = root / path / f"{Path(path).name}.txt"
        file.parent.mkdir(parents=True)
        file.write_text("A document.\n")
    for path in (*named(r'"files=@([^"]+)"', definition), *named(r'"filename": "/[^"]*/([^"/]+)"', definition)):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(_PDF)
    module = folder / "node_modules" / "node-fetch" / "index.js"  # what Node has itself, under the name of the package
    module.parent.mkdir(parents=True)
    module.write_text("module.exports = globalThis.fetch;\n")
    with serving(root, "--ingest-folder", str(folder)) as running:
        yield running


def here(text: str, server: Server) -> str:
    """A sample with the address of our server in it, and with the folder of what is ingested."""
    return _ADDRESSES.sub(server.url, _LOCAL.sub(f"{server.folder.parent}/", text))


def run(command: list[str], server: Server, text: str | None = None) -> str:
    folder = server.folder.parent
    done = subprocess.run(
        command, input=text, capture_output=True, encoding="utf-8", cwd=folder, check=False, timeout=60
    )
    assert 0 == done.returncode, done.stderr
    return done.stdout


def shell(text: str, server: Server) -> list[dict[str, Any]]:
    """The replies to the curl commands of a script."""
    program("curl")
    found = run(["/bin/sh", "-e"], server, re.sub(r"\bcurl ", r"curl -sS -w '\\n' ", here(text, server)))
    return [json.loads(line) for line in found.splitlines() if line]


def node(text: str, server: Server, name: str) -> str:
    """What a script prints."""
    path = server.folder.parent / name
    path.write_text(here(text, server))
    return run([program("node"), str(path)], server)


def samples(definition: str, start: str) -> list[str]:
    """The blocks of the definition that have a line which begins so, from there on: prompts are before it."""
    blocks = re.findall(r"(?ms)^```\n(.*?)^```$", definition)
    return [block[match.start() :] for block in blocks if (match := re.search(rf"(?m)^{start}", block))]


def test_the_curl_samples_that_ask(server: Server, definition: str) -> None:
    asked = samples(definition, "curl -X 'POST'")
    assert 2 == len(asked)
    for sample in asked:
        (reply,) = shell(sample, server)
        (message,) = named(r'"message": "([^"]+)"', sample)
        assert ("query", None, len(message.split())) == (
            reply["requestType"],
            reply["error"],
            reply["inputTokenCount"],
        )
        assert reply["content"].startswith(f"You asked: {message}")
        assert 1 == len(reply["citations"])


def test_the_curl_sample_that_lists(server: Server, definition: str) -> None:
    (sample,) = samples(definition, "#!/bin/bash\n# Define variables")
    (reply,) = shell(sample.replace('echo ""\n', ""), server)
    assert "OK" == reply["responseType"]
    drawer, name = named(r'"document": "([^"]+)"', definition)[0].split("/")
    assert [name] == json.loads(reply["responseMsg"])[drawer]


def test_the_curl_sample_that_uploads(server: Server, definition: str) -> None:
    (sample,) = samples(definition, "curl -X POST http://localhost:8050/uploadfile")
    (reply,) = shell(sample, server)
    (drawer,) = named('"filedrawer=([^"]+)"', sample)
    names = [Path(path) for path in named(r'"files=@([^"]+)"', sample)]
    assert f"Successfully uploaded {len(names)} files to '{drawer}'." == reply["message"]
    assert [f"drawers/{drawer}/{each.stem}/{each.name}" for each in names] == reply["listfiles"]
    assert [_PDF] * len(names) == [(server.folder.parent / each).read_bytes() for each in reply["listfiles"]]


def test_the_curl_samples_that_ingest(server: Server, definition: str) -> None:
    (sample,) = [text for text in samples(definition, "curl -X POST") if "ingestlocalweb" in text]
    page, file = shell(sample, server)
    assert {"request": "upload", "status": "success", "error": None} == file
    (name,) = named(r'"filename": "/[^"]*/([^"/]+)"', sample)
    assert 1 == len(list(server.folder.glob(f"*/{Path(name).stem}/{name}")))
    assert ("upload", "failure") == (page["request"], page["status"])  # this server fetches nothing


@pytest.mark.parametrize(
    ("start", "printed"),
    [
        ("// Define variables", "responseType: 'OK'"),
        ("const fetch = require", "status: 'failure'"),
        ("// Define the URL", "status: 'failure'"),
    ],
)
def test_the_javascript_samples(start: str, printed: str, server: Server, definition: str) -> None:
    (sample,) = samples(definition, start)
    assert printed in node(sample, server, "sample.js")


def of_page(language: str, start: str) -> str:
    (found,) = [each.text for each in snippets(language) if each.page == PAGE and each.text.startswith(start)]
    return found


def test_the_samples_of_our_page(tmp_path: Path) -> None:
    with serving(drawers(tmp_path)) as server:
        (server.folder / "Herbs" / "mint-guide" / "mint-guide.txt").unlink()
        stored, answered, listed = shell(of_page("bash", 'echo "Mint'), server)
        assert ["drawers/Herbs/mint-guide/mint-guide.txt"] == stored["listfiles"]
        said = "You asked: How much water does mint need? mint-guide.txt says: Mint needs water every day."
        assert said == answered["content"]
        assert "mint-guide" in listed["responseMsg"]
        python = run([sys.executable, "-W", "error", "-c", here(of_page("py", "import json"), server)], server)
        assert f"{said}\nmint-guide.txt\n" == python
        assert "basil" in node(of_page("javascript", "const base"), server, "page.mjs")
        assert (server.folder / "Herbs" / "basil" / "basil.txt").is_file()


def test_the_question_of_the_readme(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (asked,) = [each.text for each in snippets("bash") if each.page == ROOT / "README.md" and "/message/" in each.text]
    # The sample gives its body as a path from the root of the project; `shell` runs beside the folder of drawers.
    with serving(tmp_path / "examples" / "geppetto" / "drawers") as server:
        (reply,) = shell(asked.replace("@examples/geppetto/", "@"), server)
    assert reply["content"].endswith("mint-guide.txt says: Mint likes shade. Mint needs water every day.")
