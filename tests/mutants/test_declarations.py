"""Every word of a vendor's declaration is held by one of the vendor's own cases."""

from __future__ import annotations

import pytest
from tests.mutants import declarations

from turnwire.dialects import part_of
from turnwire.dialects.dialect import KINDS

VENDORS = declarations.vendors()


@pytest.mark.parametrize("name", VENDORS)
def test_what_a_declaration_forgets_is_noticed(name: str) -> None:
    assert declarations.not_noticed(name) == []


def test_there_are_differences_to_forget() -> None:
    told = {name: len(list(declarations.forgetful(declarations.declared_by(name)))) for name in VENDORS}
    assert [name for name, count in told.items() if not count] == [], told


def test_a_declaration_stands_again_as_it_was() -> None:
    before = [part_of("groq_chat", kind).read for kind in KINDS]
    declarations.not_noticed("groq_chat")
    assert before == [part_of("groq_chat", kind).read for kind in KINDS]
