"""Every pass that has a purpose of its own has a mutant, and every mutant says rightly what it changes."""

from __future__ import annotations

from importlib.resources import files

import pytest
from tests.mutants.pass_mutants import PASS_MUTANTS, PassMutant
from tests.mutants.pass_run import TESTS

PACKAGE = files("turnwire")

BY_LAWS = {
    "as_read",
    "candidates",
    "choice",
    "draft",
    "features",
    "generic_tools",
    "ids",
    "inputs",
    "joining",
    "legal_values",
    "media",
    "media_types",
    "messages",
    "optional_call_ids",
    "origins",
    "plain_calls",
    "positional_call_ids",
    "request_path",
    "results",
    "rewrite_blocks",
    "segments",
    "sources",
    "split_tool_results",
    "stopping",
    "system",
    "text_only",
    "token_logprobs",
    "writing",
}
"""Passes that make a document lawful, in which the mutants of all dialects do the harm (`catalogue.py`)."""


def test_every_pass_has_a_mutant() -> None:
    passes = {each.name.removesuffix(".py") for each in PACKAGE.joinpath("lowering").iterdir() if each.is_file()}
    own = {mutant.module.rpartition(".")[2] for mutant in PASS_MUTANTS if mutant.module.startswith("lowering.")}
    assert passes - {"__init__"} == BY_LAWS | own
    assert BY_LAWS & own == set()


@pytest.mark.parametrize("mutant", PASS_MUTANTS, ids=[mutant.name for mutant in PASS_MUTANTS])
def test_a_mutant_changes_what_is_there_and_names_tests(mutant: PassMutant) -> None:
    assert (TESTS / mutant.tests).is_file()
    with mutant.operation():
        pass


def test_no_two_mutants_have_one_name() -> None:
    names = [mutant.name for mutant in PASS_MUTANTS]
    assert sorted(set(names)) == sorted(names)
