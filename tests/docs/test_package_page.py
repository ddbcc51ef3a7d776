"""What a package index shows is the README, and every link in it works there."""

from __future__ import annotations

import re
import tomllib

from tests.docs.pages import ROOT, snippets

from package_page import page

PAGE = ROOT / "docs" / "package.md"


def test_the_page_of_the_package_is_the_readme_without_links_into_the_repository() -> None:
    text = PAGE.read_text("utf-8")
    assert page((ROOT / "README.md").read_text("utf-8")) == text, "run tools/fidelity_table.py"
    assert [] == re.findall(r"\]\((?!https?://)[^)]*\)", text)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert ROOT / project["readme"] == PAGE


def test_the_python_of_the_readme_needs_no_file_of_the_repository() -> None:
    blocks = [each.text for each in snippets("python") if each.page == ROOT / "README.md"]
    assert blocks
    assert [] == [text for text in blocks if "examples/" in text or "Path(" in text or "open(" in text]
