"""Parses the type expressions of a table: `text? | list<text> ..4`."""

from __future__ import annotations

import re
from dataclasses import replace

from schema_tables.nodes import (
    Alternative,
    Bounds,
    Choice,
    Constant,
    Entries,
    Items,
    Named,
    Scalar,
    TableError,
    Tagged,
)

_SCALARS = frozenset(("text", "integer", "number", "boolean", "null", "object", "any"))
_BOUNDED = frozenset(("text", "integer", "number"))
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<word>"(?:[^"\\]|\\.)*")
    | (?P<pattern>/(?:[^/\\]|\\.)+/)
    | (?P<number>-?\d+(?:\.\d+)?)
    | (?P<rest>\.\.\.)
    | (?P<name>[A-Za-z_$]\w*(?:[.-]\w+)*)
    | (?P<mark>\.\.|[|?<>{}:,])
    )""",
    re.VERBOSE,
)


def parse(text: str) -> Choice:
    """Return what an expression means.

    Raises:
        TableError: it is none; the message says what was expected, and where.
    """
    parser = _Parser(text)
    found = parser.choice()
    if parser.kind:
        raise parser.wrong("`|` or the end")
    return found


class _Parser:
    """A position in an expression; `kind` and `value` are the token there, and are empty at the end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._start = self._end = 0
        self.kind, self.value = "", ""
        self._advance()

    def choice(self) -> Choice:
        """Parse alternatives with `|` between them."""
        found = [self._alternative()]
        while self._take("|"):
            found.append(self._alternative())
        kept = tuple(each for each, _ in found if each != Scalar("null")) or (Scalar("null"),)
        null = any(nullable or each == Scalar("null") for each, nullable in found)
        return Choice(kept, null and kept != (Scalar("null"),))

    def wrong(self, expected: str) -> TableError:
        """Return the error that something else was expected here."""
        at = self._text[self._start :].strip()
        return TableError(f"expected {expected} {f'before `{at}`' if at else 'at the end'} in `{self._text}`")

    def _alternative(self) -> tuple[Alternative, bool]:
        base = self._base()
        null = self._take("?")
        bounds = self._bounds()
        if bounds is not None:
            base = self._with_pattern(self._bounded(base, bounds))
        return base, self._take("?") or null

    def _base(self) -> Alternative:
        if self.kind == "word":
            return Constant(self._word())
        if self.kind != "name":
            raise self.wrong("a type")
        name = self.value
        self._advance()
        if name in {"list", "map"}:
            return self._container(name)
        if name == "by":
            member = self._name("the member that decides")
            return replace(self._tagged(member), optional=True) if self._take("?") else self._tagged(member)
        if name == "one":
            self._expect_name("of")
            return self._tagged(None)
        return self._simple(name)

    def _simple(self, name: str) -> Alternative:
        if name in {"true", "false"}:
            return Constant(name == "true")
        if name not in _SCALARS:
            return Named(name)
        return self._with_pattern(Scalar(name))

    def _with_pattern(self, base: Alternative) -> Alternative:
        if self.kind != "pattern" or not isinstance(base, Scalar) or base.name != "text":
            return base
        pattern = self.value[1:-1].replace("\\/", "/")
        self._advance()
        return replace(base, pattern=pattern)

    def _container(self, name: str) -> Alternative:
        self._expect("<")
        inner = self.choice()
        self._expect(">")
        return Items(inner) if name == "list" else Entries(inner)

    def _tagged(self, member: str | None) -> Tagged:
        self._expect("{")
        extends = self.kind == "rest"
        if extends:
            self._advance()
            self._take(",")
        branches = []
        while not self._take("}"):
            word = self._word() if self.kind == "word" else self._name("a word, or `}`")
            self._expect(":")
            branches.append((word, self._name("the name of an object")))
            if self.value != "}":
                self._expect(",")
        other = None
        if self.kind == "name" and self.value == "else":
            self._advance()
            other = self._name("the name of an object")
        return Tagged(member, tuple(branches), other, extends)

    def _bounds(self) -> Bounds | None:
        least = self._number()
        if least is None and self.value != "..":
            return None
        above = self._take("<")
        self._expect("..")
        below = self._take("<")
        return Bounds(least, self._number(), above, below)

    def _bounded(self, base: Alternative, bounds: Bounds) -> Alternative:
        if isinstance(base, Scalar) and base.name in _BOUNDED:
            return replace(base, bounds=bounds)
        if isinstance(base, Items | Entries):
            return replace(base, bounds=bounds)
        raise TableError(f"only texts, numbers, lists and maps have bounds: `{self._text}`")

    def _number(self) -> float | None:
        if self.kind != "number":
            return None
        found = float(self.value) if "." in self.value else int(self.value)
        self._advance()
        return found

    def _word(self) -> str:
        found = re.sub(r"\\(.)", r"\1", self.value[1:-1])
        self._advance()
        return found

    def _name(self, expected: str) -> str:
        if self.kind != "name":
            raise self.wrong(expected)
        found = self.value
        self._advance()
        return found

    def _expect_name(self, name: str) -> None:
        if self.value != name:
            raise self.wrong(f"`{name}`")
        self._advance()

    def _expect(self, mark: str) -> None:
        if not self._take(mark):
            raise self.wrong(f"`{mark}`")

    def _take(self, mark: str) -> bool:
        if self.kind != "mark" or self.value != mark:
            return False
        self._advance()
        return True

    def _advance(self) -> None:
        self._start = self._end
        if not self._text[self._end :].strip():
            self.kind, self.value, self._start = "", "", len(self._text)
            return
        found = _TOKEN.match(self._text, self._end)
        if found is None:
            raise self.wrong("a type")
        self.kind, self.value, self._end = found.lastgroup or "", found[found.lastgroup or 0], found.end()
