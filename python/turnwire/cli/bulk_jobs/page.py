"""The statistics of an archive as one static page: no scripts, no addresses, everything escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from turnwire.bulk.statistics import TABLES
from turnwire.cli.pages import POLICY, text
from turnwire.cli.words import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.bulk.counts import Counts, Missing

_TITLES: Final = {"outcomes": "rows by outcome", "errors": "refused rows by the code of the first error"} | TABLES
_STYLE: Final = """
:root{color-scheme:light dark;--back:#fff;--text:#1b1b1b;--dim:#595959;--line:#ddd;--bar:#2f6fb0;--track:#eef1f4}
@media(prefers-color-scheme:dark){:root{--back:#161616;--text:#eee;--dim:#aaa;--line:#3a3a3a;--bar:#6aa5e0;
--track:#262b30}}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;background:var(--back);
color:var(--text)}
h1{font-size:1.4rem}section{margin-top:2rem}h2{font-size:1.05rem;margin-bottom:.3rem}p{color:var(--dim)}
table{border-collapse:collapse;width:100%;table-layout:fixed}
th{text-align:left;font-weight:normal;overflow-wrap:anywhere;width:34%;padding:.15rem .6rem .15rem 0}
td{padding:.15rem 0}td.number{text-align:right;width:11rem;overflow-wrap:anywhere;
font-variant-numeric:tabular-nums;padding-right:.8rem}
tr{border-top:1px solid var(--line)}
@media(max-width:40rem){th{width:52%}td.number{width:25%}}
.track{background:var(--track);height:.9rem;border-radius:2px}
.bar{background:var(--bar);height:100%;border-radius:2px;min-width:1px}
"""
_DIGITS: Final = 2


def page(
    counts: Counts, missing: Missing, tables: Mapping[str, Mapping[str, int]], target: str | None
) -> Iterator[str]:
    """Yield the parts of the page.

    Args:
        counts: what was counted.
        missing: what is in no count.
        tables: the tables, each with its largest numbers first.
        target: the dialect whose losses were counted.
    """
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>Statistics of an archive</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
    yield f"<h1>Statistics of an archive</h1>\n<p>{counts.rows:,} rows"
    yield f" in the sample, of {counts.rows + counts.left_out:,}</p>\n" if counts.left_out else "</p>\n"
    if any(missing):
        yield "<p><strong>This is not the whole archive.</strong> "
        yield f"Not read: {count(missing.files, 'file')}; not done: {count(missing.units, 'unit')}.</p>\n"
    for name, rows in tables.items():
        title = f"{_TITLES[name]}: {target}" if name == "losses" and target else _TITLES[name]
        yield from _chart(title, rows)
    yield "</main>\n</body>\n</html>\n"


def named(name: str) -> str:
    """Return a name as a person sees it: a document may give an empty one."""
    return name or "(empty)"


def _chart(title: str, rows: Mapping[str, int]) -> Iterator[str]:
    yield f"<section>\n<h2>{text(title)}</h2>\n<table>\n"
    most = max(rows.values()) or 1
    for name, number in rows.items():
        width = f"{round(100 * number / most, _DIGITS)}%"
        yield f'<tr><th scope="row">{text(named(name))}</th><td class="number">{number:,}</td>'
        yield f'<td><div class="track"><div class="bar" style="width:{width}"></div></div></td></tr>\n'
    yield "</table>\n</section>\n"
