"""`python -m tests.mutants`: tries the laws on every mutant, in each dialect with the trials of that alone.

Of the dialects that share the code of another one, such as the vendors of the chat format, each mutant has a sample:
about one in three.  `python -m tests.mutants all` leaves none out, and `python -m tests.mutants openai_chat` tries one
dialect only.

Before that, for all dialects, it runs the tests of single passes on the mutants of these, and those of validation on
its mutants, and loosens each constraint of the schemas.

The exit status is 1 if a mutant survives anywhere, if a dialect is spared though its trials catch the mutant, or if a
trial fails without any mutant: such a trial proves nothing.
"""

from __future__ import annotations

import sys

from tests.mutants import pass_run, schema_run, validation_run
from tests.mutants.catalogue import MUTANTS
from tests.mutants.pass_mutants import PASS_MUTANTS
from tests.mutants.run import EVERY, Court
from tests.mutants.spared import unknown_names


def main() -> int:
    """Prints in how many dialects each mutant was caught, and what is wrong."""
    say = sys.stdout.write
    only = sys.argv[1] if len(sys.argv) > 1 else None
    # First: pytest refuses to start in a process in which Hypothesis has drawn the trials.
    wrong = [] if only not in (None, EVERY) else [*_wrong_of_passes(), *_wrong_of_rules(), *_wrong_of_schemas()]
    court = Court(only)
    say(f"{court.count} trials, {len(MUTANTS)} mutants\n")
    wrong += [*unknown_names(), *(f"UNSOUND, fails without any mutant: {fault}" for fault in court.unsound())]
    for mutant, verdicts in court.verdicts():
        found = [verdict.complaint for verdict in verdicts if verdict.complaint]
        caught = sum(verdict.fault is not None for verdict in verdicts)
        spared = sum(verdict.reason is not None for verdict in verdicts)
        say(f"{'NOT SO  ' if found else 'caught  '}  {mutant.name:48} in {caught}, spared {spared}\n")
        wrong += [f"{mutant.name}: {complaint}" for complaint in found]
        sys.stdout.flush()
    say("".join(f"{each}\n" for each in wrong))
    say(f"{len(wrong)} wrong\n")
    return 1 if wrong or not court.count else 0


def _wrong_of_passes() -> list[str]:
    """Tries the mutants of single passes, and says what is wrong with their tests."""
    sys.stdout.write(f"{len(PASS_MUTANTS)} mutants of single passes\n")
    sys.stdout.flush()
    wrong = [f"UNSOUND, without any mutant {fault}" for fault in pass_run.unsound()]
    for mutant, fault in pass_run.verdicts():
        sys.stdout.write(f"{'NOT SO  ' if fault else 'caught  '}  {mutant.name:48} by tests/{mutant.tests}\n")
        sys.stdout.flush()
        wrong += [f"{mutant.name}: {fault}"] if fault else []
    return wrong


def _wrong_of_rules() -> list[str]:
    """Tries the mutants of the rules of validation, and says what is wrong with their tests."""
    wrong = [f"UNSOUND, without any mutant {fault}" for fault in validation_run.unsound()]
    found = list(validation_run.verdicts())
    wrong += [f"{name}: {fault}" for name, fault in found if fault]
    sys.stdout.write(f"{len(found)} mutants of rules of validation, {len(wrong)} wrong\n")
    sys.stdout.flush()
    return wrong


def _wrong_of_schemas() -> list[str]:
    """Loosens the constraints of the schemas, and says which of them no document notices."""
    found = list(schema_run.verdicts())
    wrong = [f"{name}: {fault}" for name, fault in found if fault]
    sys.stdout.write(f"{len(found)} constraints of schemas, {len(wrong)} wrong\n")
    sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
