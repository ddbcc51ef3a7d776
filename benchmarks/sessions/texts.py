"""The texts and the time that the messages of all formats have."""

from typing import Final

from benchmarks.inputs import words

TIME: Final = "2026-08-18T10:00:00Z"
ASKED: Final = words(30, 1)
SAID: Final = words(120, 2) + '\n"quoted"'
DONE: Final = words(400, 3) + "\n\\end"
