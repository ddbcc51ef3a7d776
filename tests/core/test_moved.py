"""Modules are found by the names that they had before, with a warning that names the new one."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import turnwire
from turnwire.documents.moved import PACKAGES, RENAMED, new_name

PAGE = Path(__file__).resolve().parents[2] / "docs" / "migrating.md"
OPTIONAL = {"service.client": "grpc", "sessions.store": "sqlalchemy"}


@pytest.mark.parametrize("old", sorted(PACKAGES))
def test_each_is_found_by_its_old_name(old: str) -> None:
    needed = OPTIONAL.get(PACKAGES[old])
    if needed is not None:
        pytest.importorskip(needed)
    sys.modules.pop(f"turnwire.{old}", None)
    with pytest.warns(DeprecationWarning, match=re.escape(f"turnwire.{old} is turnwire.{PACKAGES[old]} now")) as seen:
        found = import_module(f"turnwire.{old}")
    today = import_module(f"turnwire.{PACKAGES[old]}")
    public = [name for name in vars(today) if not name.startswith("__")]
    assert [] == [name for name in public if getattr(found, name) is not getattr(today, name)]
    assert Path(__file__).parent.name in Path(seen[0].filename).parts or "importlib" in seen[0].filename


@pytest.mark.parametrize("old", sorted(RENAMED))
def test_each_renamed_module_is_there(old: str) -> None:
    assert import_module(f"turnwire.{RENAMED[old]}").__name__ == new_name(f"turnwire.{old}")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("turnwire.pricing.table", "turnwire.catalogue.pricing.table"),
        ("turnwire.anthropic.words", "turnwire.families.anthropic.enums"),
        ("turnwire.convert", None),
        ("turnwire.families.chat", None),
        ("turnwire.nothing", None),
    ],
)
def test_a_name_that_has_moved_is_known(old: str, new: str | None) -> None:
    assert new_name(old) == new


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_module_below_an_old_name_is_no_copy() -> None:
    old, today = import_module("turnwire.pricing.table"), import_module("turnwire.catalogue.pricing.table")
    assert old.PriceTable is today.PriceTable


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_function_is_not_hidden_by_a_module_of_its_name() -> None:
    sys.modules.pop("turnwire.plan", None)
    import_module("turnwire.plan")
    assert callable(turnwire.plan)


def test_what_is_nowhere_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"turnwire\.nothing"):
        import_module("turnwire.nothing")


def test_the_warning_names_the_line_that_imports() -> None:
    code = "\nimport turnwire.residue"
    done = subprocess.run(
        [sys.executable, "-W", "default", "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr.splitlines()[0].startswith("<string>:2: DeprecationWarning: turnwire.residue is ")


def test_the_page_lists_them_all() -> None:
    rows = re.findall(r"^\| `turnwire\.([\w.]+)` \| `turnwire\.([\w.]+)` \|$", PAGE.read_text(), re.MULTILINE)
    assert dict(rows) == PACKAGES | RENAMED
