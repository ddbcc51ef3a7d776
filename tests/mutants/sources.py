"""Mutants made from source: one condition turned round, one finding left out, or one bound moved, in one function."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FunctionType

_OTHER_SIDE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
"""What moves a bound by one."""


class SourceMutant(NamedTuple):
    """One function with one change."""

    module: str
    function: str
    """The function or method, as `name` or `Class.name`."""
    change: str
    """What was changed, with the source of it: `not: if found is None`."""
    code: CodeType

    @property
    def name(self) -> str:
        """What the mutant is called in a report and in the list of what is spared."""
        return f"{self.module.removeprefix('turnwire.validation.')}.{self.function}: {self.change}"

    def apply(self) -> None:
        """Change the function, in every place where it is bound.  It stays so: call it in a process of its own."""
        owner: Any = importlib.import_module(self.module)
        for step in self.function.split("."):
            owner = inspect.getattr_static(owner, step)
        _plain(owner).__code__ = self.code


def mutants_of(module: str) -> Iterator[SourceMutant]:
    """Yield each mutant of the functions and methods of a module."""
    tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    for node in tree.body:
        for function, name in _functions(node):
            seen: Counter[str] = Counter()
            for change, mutant in _changes(function):
                seen[change] += 1
                again = f" (place {seen[change]})" if seen[change] > 1 else ""
                yield SourceMutant(module, name, f"{change}{again}", _compiled(mutant))


def _functions(node: ast.stmt) -> Iterator[tuple[ast.FunctionDef, str]]:
    if isinstance(node, ast.FunctionDef):
        yield node, node.name
    elif isinstance(node, ast.ClassDef):
        yield from ((each, f"{node.name}.{each.name}") for each in node.body if isinstance(each, ast.FunctionDef))


def _plain(function: Any) -> FunctionType:
    """Return the function that is cached, or that is a property or a static method."""
    inner = getattr(function, "fget", None) or getattr(function, "__wrapped__", None)
    return function if inner is None else _plain(inner)


def _changes(function: ast.FunctionDef) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield each change of a function with the changed function."""
    for at, node in enumerate(ast.walk(function)):
        for what, edit in _EDITS:
            if (made := edit(node)) is not None:
                mutant = copy.deepcopy(function)
                target = next(each for number, each in enumerate(ast.walk(mutant)) if number == at)
                target.__dict__.clear()
                target.__class__ = made.__class__  # the node is changed in its place, whatever holds it
                target.__dict__.update(copy.deepcopy(made).__dict__)
                yield f"{what}: {_shown(node)}", ast.fix_missing_locations(mutant)


def _shown(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


def _turned(node: ast.AST) -> ast.AST | None:
    """A condition is its opposite."""
    if not isinstance(node, ast.If | ast.IfExp):
        return None
    turned = copy.deepcopy(node)
    turned.test = ast.UnaryOp(ast.Not(), turned.test)
    return turned


def _silent(node: ast.AST) -> ast.AST | None:
    """What is found is not yielded; the function stays a generator."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
        return ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
    return None


def _moved(node: ast.AST) -> ast.AST | None:
    """A bound is one higher or lower."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER_SIDE:
        moved = copy.deepcopy(node)
        moved.ops[0] = _OTHER_SIDE[type(node.ops[0])]()
        return moved
    return None


_EDITS: tuple[tuple[str, Callable[[ast.AST], ast.AST | None]], ...] = (
    ("not", _turned),
    ("silent", _silent),
    ("moved", _moved),
)


def _compiled(function: ast.FunctionDef) -> CodeType:
    function.decorator_list = []
    source = "from __future__ import annotations"
    module = ast.Module([*ast.parse(source).body, function], [])
    code = compile(module, "<mutant>", "exec", dont_inherit=True)
    return next(each for each in code.co_consts if isinstance(each, type(code)) and each.co_name == function.name)
