"""`python -m tests.mutants.noticed` writes noticed.json: the first test that notices each mutant of validation.

A row that no longer holds costs time alone: then all tests of the mutant are tried, as for a mutant without a row.
"""

from __future__ import annotations

import json

from tests.mutants.validation_run import NOTICED, noticed

if __name__ == "__main__":
    NOTICED.write_text(json.dumps(dict(sorted(noticed())), indent=1, ensure_ascii=False) + "\n", "utf-8")
