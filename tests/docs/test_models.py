"""docs/models.md has what the table of model families says."""

from __future__ import annotations

from pathlib import Path

from turnwire.catalogue.models import FAMILIES, Family

PAGE = Path(__file__).parents[2] / "docs" / "models.md"
BEGIN, END = "<!-- families: begin -->\n", "<!-- families: end -->"


def row(family: Family) -> str:
    takes = family.takes
    efforts = "-" if takes.efforts is None else ", ".join(takes.efforts) or "none of them"
    modes = "-" if takes.modes is None else ", ".join(sorted(takes.modes))
    refused = [f"`{name}`" for name in sorted(takes.refuses)]
    refused += [f"`{name}` (while it reasons)" for name in sorted(takes.refuses_while_reasoning)]
    refused += ["`temperature` with `top_p`"] if takes.temperature_or_top_p else []
    refused += ["a forced call of a tool"] if not takes.forced_tools else []
    refused += ["a forced call of a tool (while it thinks)"] if not takes.forced_while_thinking else []
    refused += ["a last message of the assistant's"] if not takes.prefill else []
    refused += ["calls without a thought signature"] if takes.signed_calls else []
    quiet = takes.quiet_efforts
    refused += [f"an effort above `{quiet[-1]}` (while thinking is disabled)"] if quiet else []
    refused += ["settings of thinking"] if not takes.thinks else []
    refused += ["disabled thinking"] if takes.always_thinks else []
    refused += [f"a budget of thinking outside {takes.budgets[0]:,} to {takes.budgets[1]:,}"] if takes.budgets else []
    refused += ["a level of thinking"] if not takes.levels else []
    refused += ["JSON as the form of the answer, with functions"] if not takes.json_with_functions else []
    refused += ["media in the response of a function"] if not takes.media_in_results else []
    limit = family.capabilities.max_output_tokens
    most = "-" if limit is None else f"{limit:,}"
    return f"| `{family.prefix}` | {most} | {efforts} | {modes} | {', '.join(refused) or '-'} |\n"


def table() -> str:
    rows = [row(family) for family in FAMILIES if family.maker is not None]
    head = (
        "| family | most tokens of a reply | words of effort | modes of thinking | refuses |\n|---|---|---|---|---|\n"
    )
    return head + "".join(rows)


def test_the_page_has_every_family() -> None:
    shown = PAGE.read_text().partition(BEGIN)[2].partition(END)[0]
    assert table() == shown
