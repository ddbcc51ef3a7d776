"""The pairs that cannot keep a limit: what each may take at most instead, and why.

The numbers are data, a table for each size in `above/`: a line per source, a column per target, and `-` where the
pair keeps its limit.  `python -m benchmarks.pairs --record` writes them as they are now: what is measured on a quiet
machine, times 1.5, is there to catch what becomes slower.  The reasons are one for each kind of pair, below.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.bodies import DIALECTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ALLOWED = {"1 KB": 2.5, "13 KB": 2.0, "800 KB": 1.5, "5 MB images": 0.6}
"""Size -> the most that a conversion may take, as a ratio to the floor."""

ABOVE = Path(__file__).parent / "above"

Key = tuple[str, str, str]
"""Source, target and size."""


class Reason(NamedTuple):
    """Why pairs are above their limits: those of these sizes, and of any of these sources or targets where some are."""

    why: str
    sizes: frozenset[str]
    sources: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()

    def fits(self, key: Key) -> bool:
        """Whether it is the reason of a pair at a size."""
        source, target, size = key
        anywhere = not self.sources and not self.targets
        return size in self.sizes and (anywhere or source in self.sources or target in self.targets)


_SMALL, _MIDDLE, _LARGE, _PICTURES = ALLOWED
_CONVERSATIONS = frozenset((_MIDDLE, _LARGE))
_GEMINI = frozenset(("gemini_generate", "vertex_gemini"))

REASONS = (
    Reason(
        "two short messages: what a conversion does once for a document (settings field by field, draft, passes, "
        "envelope) calls 20 to 90 functions in Python, and the floor of so few bytes is 4 us, as long as about 40 of "
        "them take",
        frozenset((_SMALL,)),
    ),
    Reason(
        "what the target has no place for (calls, results, other messages than the last) is told with its value as "
        "plain data, which is written and parsed for each message on its own",
        _CONVERSATIONS,
        targets=frozenset(("a2a_messages", "geppetto", "mcp_content")),
    ),
    Reason(
        "calls have no ids: they are counted, and their results put in the order of the calls; each call is a turn or "
        "an entry of its own, so that messages are taken apart and put together again",
        _CONVERSATIONS,
        frozenset(("glm", "sharegpt")),
        frozenset(("glm", "sharegpt")),
    ),
    Reason(
        "Mistral takes ids of nine letters and digits: any other id of a call is replaced by a digest, in the call and "
        "in its result, told as a loss and kept for the way back",
        _CONVERSATIONS,
        targets=frozenset(("mistral_chat",)),
    ),
    Reason(
        "Gemini's calls and results may lack ids, and a result is an object with the name of its call: both are found "
        "from what came before, message by message, and the text of a result is packed into that object or taken out "
        "of it",
        _CONVERSATIONS,
        _GEMINI,
        _GEMINI,
    ),
    Reason(
        "messages of 600 to 1,600 bytes: blocks, fields and what would be lost are looked at in Python, by some "
        "functions for each message whatever its length; the floor spends 2 to 5 us on one",
        _CONVERSATIONS,
    ),
    Reason(
        "pictures that the target does not take, or that stand in a message that it takes apart, are told with their "
        "values: their base64 becomes texts of Python",
        frozenset((_PICTURES,)),
        targets=frozenset(("geppetto", "glm", "mcp_content", "sharegpt")),
    ),
    Reason(
        "a picture of Gemini is base64 beside its type and one of OpenAI a data URL: the two are put together or taken "
        "apart, and each megabyte is copied once more than the floor copies it",
        frozenset((_PICTURES,)),
        _GEMINI,
        _GEMINI,
    ),
    Reason(
        "a picture is base64 beside its type, or a data URL, or a part whose residue is put back into its JSON: each "
        "megabyte is copied once or twice more than the floor copies it",
        frozenset((_PICTURES,)),
    ),
)


def reason(key: Key) -> str | None:
    """Why a pair is above its limit at a size: the first reason that fits."""
    return next((each.why for each in REASONS if each.fits(key)), None)


def record(found: Mapping[Key, float | None]) -> None:
    """Write what was found into the tables; what nobody looked for stays, and what there is no pair of goes."""
    known = {key: most for key, most in NAMED.items() if {key[0], key[1]} <= set(DIALECTS)}
    both = {**known, **found}
    for size in ALLOWED:
        rows = [[size, *DIALECTS]]
        rows += [[source, *(_cell(both.get((source, target, size))) for target in DIALECTS)] for source in DIALECTS]
        _table(size).write_text("".join("\t".join(row) + "\n" for row in rows), "utf-8")


# The cell of a pair that keeps its limit.
_KEPT = "-"


def _cell(most: float | None) -> str:
    return _KEPT if most is None else f"{most:g}"


def _table(size: str) -> Path:
    return ABOVE / f"{size.replace(' ', '_')}.tsv"


def read(size: str) -> Iterator[tuple[Key, float]]:
    """The most that each pair may take at a size, of those that are named."""
    (_, *targets), *rows = (line.split("\t") for line in _table(size).read_text("utf-8").splitlines())
    for source, *cells in rows:
        for target, cell in zip(targets, cells, strict=True):
            if cell != _KEPT:
                yield (source, target, size), float(cell)


NAMED: dict[Key, float] = {key: most for size in ALLOWED for key, most in read(size)}
"""The most that a pair may take at a size, where that is more than its limit."""
