"""The limits of the source tree.  They have no escape: a limit with one does not hold.

Raising a number here needs a commit of its own that says why.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import turnwire
from import_graph import PACKAGE, imports_of, package_modules

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("python", "tests", "tools", "benchmarks")
LONGEST_FILE = 400
LONGEST_FUNCTION = 40
LONGEST_CLASS = 200
MOST_METHODS = 20
MOST_BRANCHES = 8
# As many as there are: whoever adds a public name raises this number, and says why in the changelog.
MOST_PUBLIC_NAMES = 29

FORBIDDEN_NAMES = re.compile(r"(^|_)(utils?|helpers?|common|misc|sanitize|transformation|handlers?|process)(_|$)")
OUTSIDE_WORLD = {"logging", "time", "random", "secrets", "socket", "urllib", "http", "requests", "httpx", "uuid"}
# "it MUST write a structured log entry at WARN level" (canonical message format, 4.2.2, of dropped blocks): one module.
MAY_LOG = "python/turnwire/systems/canonical/adapters/logged.py"
PARAMETERIZED = {"dict", "list", "set", "frozenset", "tuple", "deque", "defaultdict", "Counter"}
MAY_TOUCH_THE_WORLD = ("cli", "service", "testing", "__main__.py")


def sources() -> list[Path]:
    """Every Python file that people write; scripts without a suffix are told by their first line."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    scripts = [p for p in (ROOT / "tools").rglob("*") if p.is_file() and not p.suffix and _is_python(p)]
    return sorted(p for p in (*found, *scripts) if "node_modules" not in p.parts and "__pycache__" not in p.parts)


def _is_python(path: Path) -> bool:
    return b"python" in path.read_bytes().split(b"\n", 1)[0]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The length of a function without its docstring."""
    first = function.body[0]
    text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if text else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def test_there_are_sources_to_check() -> None:
    assert len(sources()) > 50


def test_no_file_is_longer_than_the_limit() -> None:
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in sources()}
    assert {} == {name: n for name, n in lengths.items() if n > LONGEST_FILE}


def test_no_class_is_longer_than_the_limit() -> None:
    long = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                methods = sum(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in node.body)
                if (node.end_lineno or 0) - node.lineno >= LONGEST_CLASS or methods > MOST_METHODS:
                    long.add(f"{name_of(path)}:{node.name}")
    assert set() == long


def test_no_function_is_longer_than_the_limit() -> None:
    long = {}
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and body_lines(node) > LONGEST_FUNCTION:
                long[f"{name_of(path)}:{node.name}"] = body_lines(node)
    assert {} == long


def test_no_function_branches_more_than_the_limit() -> None:
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--ignore-noqa", "--select", "C901"]
    limit = ["--config", f"lint.mccabe.max-complexity={MOST_BRANCHES}", "--output-format", "json"]
    done = subprocess.run([*command, *limit, *map(str, sources())], capture_output=True, text=True, check=False)
    found = [f"{Path(each['filename']).name}: {each['message']}" for each in json.loads(done.stdout)]
    assert [] == found


def test_no_file_asks_for_an_exemption() -> None:
    escape = re.compile(r"noqa: *(C901|PLR09)|type: *ignore(?!\[)|pragma: no " + "cover")
    found = [name_of(p) for p in sources() if p != Path(__file__) and escape.search(p.read_text())]
    assert [] == found


def test_names_say_what_is_in_a_file() -> None:
    odd = [name_of(p) for p in sources() if any(FORBIDDEN_NAMES.search(part) for part in (p.stem, *p.parts[-3:-1]))]
    assert [] == odd


def test_the_public_surface_is_small() -> None:
    assert len(turnwire.__all__) <= MOST_PUBLIC_NAMES
    assert len(set(turnwire.__all__)) == len(turnwire.__all__)


def dialect_of(path: Path) -> str | None:
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "dialects" and len(parts) > 2 else None


# What a dialect is declared with, in the folder of the registry.
DECLARING = {"dialect", "lazy_import"}


def dialects_of(path: Path) -> set[str]:
    """The dialects that a file imports; the registry counts as one, called `__init__`."""
    parts = [module.split(".") for module in imports_of(path)]
    return {(*each, "__init__")[2] for each in parts if each[:2] == [PACKAGE.name, "dialects"]} - DECLARING


def test_dialects_are_independent_of_each_other() -> None:
    found = []
    for path in package_modules():
        own = dialect_of(path)
        found += [f"{name_of(path)}: {other}" for other in dialects_of(path) - {own} if own]
    assert [] == found


ABOVE_DIALECTS = {
    "arrow",
    "bulk",
    "convert.py",
    "detect.py",
    "dialects",
    "gateway",
    "lane",
    "cli",
    "service",
    "sessions",
    "stream",
    "systems",
    "testing",
    "validation",
}


def test_the_core_is_independent_of_dialects() -> None:
    core = [p for p in package_modules() if p.relative_to(PACKAGE).parts[0] not in ABOVE_DIALECTS]
    found = [f"{name_of(p)}: {dialect}" for p in core for dialect in dialects_of(p)]
    assert {"codec", "documents", "families", "lowering"} <= {p.relative_to(PACKAGE).parts[0] for p in core}
    assert [] == found


FAMILIES = {"anthropic", "chat", "gemini"}


def families_of(path: Path) -> set[str]:
    """The families that a file imports from."""
    parts = [module.split(".") for module in imports_of(path)]
    return {each[2] for each in parts if each[:2] == [PACKAGE.name, "families"] and len(each) > 2} & FAMILIES


def test_families_are_independent_of_each_other_and_lowering_of_all() -> None:
    found = []
    for path in package_modules():
        parts = path.relative_to(PACKAGE).parts
        if parts[0] in ("families", "lowering"):
            found += [f"{name_of(path)}: {other}" for other in families_of(path) - {parts[1]}]
    assert FAMILIES == {family for path in package_modules() if dialect_of(path) for family in families_of(path)}
    assert [] == found


def test_no_function_takes_anything_by_any_name() -> None:
    found = []
    for path in package_modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.args.kwarg is not None:
                annotation = node.args.kwarg.annotation
                if annotation is not None and ast.unparse(annotation) in ("Any", "object"):
                    found.append(f"{name_of(path)}:{node.name}")
    assert [] == found


def test_no_function_calls_a_parameterized_type() -> None:
    """`dict[str, Any]()` takes twenty times as long as `{}`: it fails to set `__orig_class__`."""
    found = []
    for path in package_modules():
        for node in ast.walk(ast.parse(path.read_text())):
            for call in ast.walk(node) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ():
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Subscript):
                    called = ast.unparse(call.func.value)
                    found += [f"{name_of(path)}:{call.lineno}"] if called in PARAMETERIZED else []
    assert [] == found


def test_only_the_model_imports_generated_structs() -> None:
    users = [name_of(p) for p in package_modules() if "turnwire.v1.structs" in imports_of(p)]
    assert ["python/turnwire/model.py"] == users


@pytest.mark.parametrize("path", package_modules(), ids=name_of)
def test_the_library_does_not_touch_the_outside_world(path: Path) -> None:
    if path.relative_to(PACKAGE).parts[0] in MAY_TOUCH_THE_WORLD:
        return
    tree = ast.parse(path.read_text())
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    roots = {module.split(".")[0] for module in imports_of(path)}
    assert ({"logging"} if name_of(path) == MAY_LOG else set()) == roots & OUTSIDE_WORLD
    assert set() == called & {"print", "input", "open"}
    assert "os.environ" not in path.read_text()


def test_a_dialect_costs_one_registry_line() -> None:
    registry = (PACKAGE / "dialects" / "__init__.py").read_text()
    folders = {p.name for p in (PACKAGE / "dialects").iterdir() if p.is_dir() and p.name != "__pycache__"}
    for name in folders:
        assert registry.count(f"dialects.{name}") == 1
    mentions = {n: [name_of(p) for p in package_modules() if f"dialects.{n}" in p.read_text()] for n in folders}
    outside = {n: [p for p in ps if f"/dialects/{n}/" not in p] for n, ps in mentions.items()}
    assert {n: ["python/turnwire/dialects/__init__.py"] for n in folders} == outside
