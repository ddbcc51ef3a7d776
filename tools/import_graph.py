"""The packages of turnwire and which of them import which, and the picture of them in docs/packages.svg.

    python tools/import_graph.py    draws the picture anew

An import for type checkers, in a function, or by a `Deferred` counts as any other.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "turnwire"
# Readers and writers that are made from the tables of mapping/; of what is generated, only these import others.
MAPPED = ROOT / "generated" / "python" / "turnwire" / "mapped"
PICTURE = ROOT / "docs" / "packages.svg"

# What is given the name of a module, and imports it when it is needed.
LATER = {"Deferred", "Streaming", "lazy_dialect"}

# Modules that are a part of the map by themselves, or belong to another one; all others belong to their folder.
PARTS = {
    "turnwire": "turnwire",
    "turnwire.losses": "documents",
    "turnwire.dialects": "registry",
    "turnwire.dialects.aliases": "registry",
    "turnwire.dialects.recognition": "registry",
    "turnwire.dialects.scores": "registry",
    "turnwire.dialects.several": "registry",
    "turnwire.dialects.wrapping": "registry",
    "turnwire.dialects.write_errors": "registry",
    "turnwire.dialects.dialect": "declaration",
    "turnwire.dialects.lazy_import": "declaration",
    "turnwire.lane.turns": "plain turns",
    "turnwire.lane.replies": "plain replies",
    # Made for wire objects whose types are written by hand.
    "turnwire.mapped.anthropic_settings": "families",
    "turnwire.mapped.cohere_settings": "dialects",
    "turnwire.mapped.converse_settings": "dialects",
    "turnwire.mapped.gemini_settings": "families",
    "turnwire.mapped.ollama_settings": "dialects",
    "turnwire.mapped.responses_settings": "dialects",
}


def package_modules() -> list[Path]:
    """The files of the package, sorted."""
    return sorted(PACKAGE.rglob("*.py"))


def imports_of(path: Path) -> set[str]:
    """The modules a file imports, at any level of the file or later; relative ones by their whole name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = absolute(path, node)
            found.update({module, *(f"{module}.{alias.name}" for alias in node.names)})
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LATER:
            found.update(str(each.value) for each in node.args[:1] if isinstance(each, ast.Constant))
    return found


def absolute(path: Path, node: ast.ImportFrom) -> str:
    """The module of a `from` import, also of `from ..x import y`."""
    if not node.level:
        return node.module or ""
    package = (PACKAGE.name, *path.relative_to(PACKAGE).parts[: -node.level])
    return ".".join((*package, *([node.module] if node.module else [])))


def name_of(path: Path) -> str:
    """The name of a module by its file."""
    root = MAPPED if path.is_relative_to(MAPPED) else PACKAGE
    parts = path.relative_to(root.parents[1] if root is MAPPED else root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def module_graph() -> dict[str, set[str]]:
    """Each module, and the modules of turnwire that it imports; a package only where something of its own is used."""
    paths = {name_of(path): path for path in (*package_modules(), *sorted(MAPPED.glob("*.py")))}
    graph = {}
    for name, path in paths.items():
        imported = imports_of(path) & set(paths)
        behind = {each for each in imported if any(other.startswith(f"{each}.") for other in imported)}
        graph[name] = imported - behind - {name}
    return graph


def part_of(module: str) -> str:
    """The part of the map that a module belongs to."""
    return PARTS.get(module) or module.split(".")[1]


def package_graph() -> dict[str, set[str]]:
    """Each part of the map, and the parts that it imports."""
    graph: dict[str, set[str]] = defaultdict(set)
    for module, imported in module_graph().items():
        graph[part_of(module)] |= {part_of(each) for each in imported} - {part_of(module)}
    return dict(graph)


def cycles(graph: dict[str, set[str]]) -> list[str]:
    """The nodes that import themselves over others; sorted."""
    return sorted(name for name in graph if name in reached(graph, name))


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """All that a node imports, directly or over others."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for each in graph.get(waiting.pop(), set()) - found:
            found.add(each)
            waiting.append(each)
    return found


def direct(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """The arrows that are drawn: none to what another arrow leads to anyway."""
    return {
        name: {each for each in below if not any(each in reached(graph, other) for other in below - {each})}
        for name, below in graph.items()
    }


def height(graph: dict[str, set[str]], name: str) -> int:
    """The row of a node, counted from the bottom: one above the highest that it imports."""
    return max((height(graph, each) + 1 for each in graph[name]), default=0)


WIDTH, ROW, BOX, TALL = 880, 74, 118, 34
STYLE = (
    "text{font:14px system-ui,sans-serif;text-anchor:middle;fill:#1f2328}"
    "rect{fill:#f6f8fa;stroke:#59636e;rx:6}path{fill:none;stroke:#8c959f;marker-end:url(#to)}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#161b22;stroke:#8b949e}path{stroke:#6e7681}}"
)

MARKER = (
    '<marker id="to" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
    '<path d="M1 1L7 4L1 7" style="marker-end:none"/></marker>'
)


def drawn(graph: dict[str, set[str]]) -> str:
    """The picture of a graph without cycles as SVG: what imports stands above what is imported."""
    rows: dict[int, list[str]] = defaultdict(list)
    for name in sorted(graph):
        rows[height(graph, name)].append(name)
    high = (max(rows) + 1) * ROW
    middle = {
        name: (WIDTH * (2 * n + 1) // (2 * len(names)), high - row * ROW - ROW // 2)
        for row, names in rows.items()
        for n, name in enumerate(names)
    }
    arrows = [_arrow(middle[name], middle[each]) for name in sorted(graph) for each in sorted(direct(graph)[name])]
    boxes = [_box(name, *middle[name]) for name in sorted(graph)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" role="img">'
    title = "<title>The packages of turnwire: an arrow goes from a package to one that it imports</title>"
    return "\n".join([head, title, f"<style>{STYLE}</style><defs>{MARKER}</defs>", *arrows, *boxes, "</svg>", ""])


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x, y), (to_x, to_y) = (start[0], start[1] + TALL // 2), (end[0], end[1] - TALL // 2)
    bend = (to_y - y) // 2
    return f'<path d="M{x} {y}C{x} {y + bend} {to_x} {to_y - bend} {to_x} {to_y}"/>'


def _box(name: str, x: int, y: int) -> str:
    return (
        f'<rect x="{x - BOX // 2}" y="{y - TALL // 2}" width="{BOX}" height="{TALL}"/>'
        f'<text x="{x}" y="{y + 5}">{escape(name)}</text>'
    )


if __name__ == "__main__":
    PICTURE.write_text(drawn(package_graph()))
