"""`python -m tests.mutants`: tries the laws on every mutant, in each dialect with the trials of that alone.

The exit status is 1 if a mutant survives anywhere, or if a trial fails without any: such a trial proves nothing.
"""

from __future__ import annotations

import sys

from tests.mutants.catalogue import EVERY, MUTANTS
from tests.mutants.run import by_dialect, caught_by, sound_trials, survives_in


def main() -> int:
    """Prints which mutant was caught in how many dialects."""
    sound, unsound = sound_trials()
    sys.stdout.write(f"{len(sound)} trials, {len(MUTANTS)} mutants\n")
    for trial, fault in unsound:
        sys.stdout.write(f"UNSOUND, fails without any mutant: {trial.law}, {trial.case}: {fault}\n")
    trials, survivors = by_dialect(sound), 0
    for mutant in MUTANTS:
        if mutant.spares == EVERY:
            found = caught_by(mutant, sound)
            where, survived = found or "", [] if found else ["every encoding"]
        else:
            survived = survives_in(mutant, trials)
            where = f"in {len(trials.keys() - mutant.spares) - len(survived)} dialects"
        survivors += bool(survived)
        sys.stdout.write(f"{'SURVIVED' if survived else 'caught  '}  {mutant.name:48} {where} {', '.join(survived)}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(MUTANTS) - survivors} of {len(MUTANTS)} caught\n")
    return 1 if survivors or unsound or not sound else 0


if __name__ == "__main__":
    sys.exit(main())
