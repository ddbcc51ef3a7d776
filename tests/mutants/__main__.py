"""`python -m tests.mutants`: tries the laws on every mutant.

The exit status is 1 if a mutant survives, or if a trial fails without any: such a trial proves nothing.
"""

from __future__ import annotations

import sys

from tests.mutants.catalogue import MUTANTS
from tests.mutants.run import caught_by, sound_trials


def main() -> int:
    """Prints which law caught which mutant."""
    sound, unsound = sound_trials()
    sys.stdout.write(f"{len(sound)} trials, {len(MUTANTS)} mutants\n")
    for trial, fault in unsound:
        sys.stdout.write(f"UNSOUND, fails without any mutant: {trial.law}, {trial.case}: {fault}\n")
    survivors = 0
    for mutant in MUTANTS:
        found = caught_by(mutant, sound)
        survivors += found is None
        sys.stdout.write(f"{'caught  ' if found else 'SURVIVED'}  {mutant.name:48} {found or ''}\n")
    sys.stdout.write(f"{len(MUTANTS) - survivors} of {len(MUTANTS)} caught\n")
    return 1 if survivors or unsound or not sound else 0


if __name__ == "__main__":
    sys.exit(main())
