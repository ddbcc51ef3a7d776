"""Which packages import which: in one direction, and no other than the table allows.

An import for type checkers counts as any other.  docs/packages.svg shows the table.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from import_graph import PACKAGE, PICTURE, cycles, drawn, module_graph, package_graph

MOST_ENTRIES = 25

# The package -> what it imports.  An arrow that is new needs a reason in its commit; one that is gone has to go here.
ALLOWED = {
    "model": "",
    "errors": "model",
    "codec": "errors model",
    "catalogue": "codec errors model",
    "documents": "codec errors model",
    "mapped": "codec documents lowering model",
    "plain turns": "codec errors model",
    "lowering": "catalogue codec documents errors model",
    "plain replies": "codec documents lowering model plain_turns",
    "declaration": "catalogue codec documents lowering model plain_replies plain_turns",
    "registry": "catalogue codec declaration documents errors model",
    "detect": "codec declaration documents errors registry",
    "lane": "codec declaration documents errors lowering model plain_replies plain_turns registry",
    "testing": "codec declaration documents errors lowering model registry",
    "convert": "codec declaration detect documents errors lane lowering model registry",
    "sessions": "catalogue codec convert documents errors lowering model registry",
    "stream": "codec convert declaration documents errors model registry",
    "validation": "catalogue codec convert declaration detect documents errors lowering model registry",
    "families": "catalogue codec declaration documents errors lowering mapped model plain_replies plain_turns stream",
    "gateway": "catalogue codec convert declaration documents errors lowering model registry stream",
    # A plan has the capabilities of its target.
    # The page at `/` shows the threads of session files.
    "service": "catalogue codec convert declaration detect documents errors gateway model registry sessions stream "
    "validation",
    "dialects": "catalogue codec declaration documents errors families lowering mapped model plain_replies plain_turns "
    "stream",
    # The adapters of the canonical format say what is not portable about tools; its messages are parted as drafts are.
    "systems": "catalogue codec convert declaration documents errors gateway lowering model registry sessions stream "
    "validation",
    "turnwire": "convert detect documents errors gateway model stream validation",
    "cli": "arrow bulk catalogue codec convert declaration detect documents errors gateway model registry sessions "
    "stream systems validation",
    "arrow": "codec convert declaration detect documents errors model validation",
    "bulk": "arrow codec convert declaration detect documents errors model sessions",
    "__main__": "cli",
}


@pytest.mark.parametrize("graph", [module_graph, package_graph])
def test_nothing_imports_itself_over_others(graph: object) -> None:
    assert callable(graph)
    assert [] == cycles(graph())


def test_the_arrows_are_those_of_the_table() -> None:
    table = {name: {each.replace("_", " ") for each in below.split()} for name, below in ALLOWED.items()}
    assert table == package_graph()


def test_a_cycle_is_found() -> None:
    assert ["a", "b"] == cycles({"a": {"b"}, "b": {"a", "c"}, "c": set()})


def test_the_picture_is_that_of_the_table() -> None:
    assert drawn(package_graph()) == PICTURE.read_text(), "run tools/import_graph.py"


def test_the_top_has_few_entries() -> None:
    entries = [each.name for each in Path(PACKAGE).iterdir() if each.name != "__pycache__"]
    assert len(entries) <= MOST_ENTRIES
