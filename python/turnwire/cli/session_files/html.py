"""A transcript as one static HTML file: no scripts, no addresses, everything escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from turnwire.cli.pages import POLICY, text
from turnwire.cli.session_files.blocks import Piece, branch, is_shown, pieces, placed
from turnwire.cli.words import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.cli.session_files.opened import Opened
    from turnwire.sessions.files.transcript import Shown

_STYLE: Final = """
:root{color-scheme:light dark;--dim:#666;--line:#ddd;--user:#0a6b2d;--assistant:#0b5394;--tool:#7f6000;--error:#a61c00}
@media(prefers-color-scheme:dark){:root{--dim:#aaa;--line:#444;--user:#7ddb9c;--assistant:#8ec7ff;--tool:#ffd966;
--error:#ff9a85}}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid var(--line);padding:.5rem 0}
h1{font-size:1.3rem}h2{font-size:1rem;margin:.2rem 0}h2 small{color:var(--dim);font-weight:normal;margin-left:.6rem}
.user>h2,h2.user{color:var(--user)}.assistant>h2,h2.assistant{color:var(--assistant)}.tool>h2{color:var(--tool)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0;font:.9rem/1.4 ui-monospace,monospace}
p{white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0}
.subagent{margin-left:2rem;border-left:3px solid var(--line);padding-left:1rem}
.branch{color:var(--dim);border-top:3px double var(--line);margin-top:1rem}
.on{border-top:0;padding-top:0}
summary{cursor:pointer;color:var(--dim);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
summary code{font:.85rem ui-monospace,monospace;opacity:.8;margin-left:.5rem}
.error summary{color:var(--error)}.thinking,.other{color:var(--dim)}
"""
_TITLES: Final = {"call": "call of", "result": "result", "error": "failed", "thinking": "reasoning", "other": ""}
_LOOKED_AT: Final = 2000
_BEGIN: Final = 120
"""How many characters of a closed part are shown beside its title."""
_SPEAKERS: Final = frozenset({"user", "assistant", "tool", "system"})


def page(entries: Iterable[Shown], file: Opened, *, everything: bool) -> Iterator[str]:
    """Yield the parts of the page.

    Args:
        entries: the entries of the transcript.
        file: the file, whose name is the title.
        everything: include the lines that are no messages.
    """
    title = text(f"{file.form.title}: {file.name}")
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    before: Shown | None = None
    hidden = 0
    for entry in entries:
        if is_shown(entry, everything=everything):
            yield from _entry(placed(entry, before), everything=everything)
            before = entry
        else:
            hidden += bool(entry.line.text.strip())
    if hidden:
        yield f'<p class="branch">Left out: {count(hidden, "line")} without a message; --all includes them</p>\n'
    yield "</main>\n</body>\n</html>\n"


def _entry(entry: Shown, *, everything: bool) -> Iterator[str]:
    line = entry.line
    speaker = line.speaker if line.is_in_tree and line.speaker in _SPEAKERS else "other"
    if heading := branch(entry):
        yield f'<p class="branch">{text(heading[0].upper() + heading[1:])}</p>\n'
    agent = " subagent" if line.agent else ""
    goes_on = " on" if entry.goes_on else ""
    yield f'<article class="{speaker}{agent}{goes_on}" id="line-{line.number}">\n'
    if not entry.goes_on:
        name = text((line.speaker or line.role) if line.is_in_tree else line.name or line.role)
        about = (line.time, line.model, f"subagent {line.agent}" if line.agent else None, f"line {line.number}")
        small = text(" · ".join(part for part in about if part))
        summary = " (summary of what came before)" if line.is_summary else ""
        yield f"<h2>{name}{summary}<small>{small}</small></h2>\n"
    for piece in pieces(entry, everything=everything):
        yield _piece(piece)
    yield "</article>\n"


def _piece(piece: Piece) -> str:
    if piece.kind == "speaker":
        return f'<h2 class="{piece.name}">{text(piece.name)}</h2>\n'
    if piece.kind == "text":
        return f"<p>{text(piece.text)}</p>\n"
    title = text(" ".join(part for part in (_TITLES[piece.kind], piece.name) if part) or "line")
    begin = text(" ".join(piece.text[:_LOOKED_AT].split())[:_BEGIN])
    shown = f"<code>{begin}</code>" if begin else ""
    return f'<details class="{piece.kind}"><summary>{title}{shown}</summary><pre>{text(piece.text)}</pre></details>\n'
