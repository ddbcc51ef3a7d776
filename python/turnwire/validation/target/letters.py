"""The names and ids that servers take: a pattern to compare with, and words for people who write one."""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class Letters(NamedTuple):
    """What a name or an id may be."""

    pattern: re.Pattern[str]
    words: str
    """The same in words: `1 to 64 letters, digits, underscores and dashes`."""

    def takes(self, text: str) -> bool:
        """Return whether a text is one of these."""
        return self.pattern.fullmatch(text) is not None


def _letters(pattern: str, words: str) -> Letters:
    return Letters(re.compile(pattern, re.DOTALL), words)


NAME: Final = _letters(r"[a-zA-Z0-9_-]+", "letters, digits, underscores and dashes")
NAME_64: Final = _letters(r"[a-zA-Z0-9_-]{1,64}", f"1 to 64 {NAME.words}")
NAME_128: Final = _letters(r"[a-zA-Z0-9_-]{1,128}", f"1 to 128 {NAME.words}")
GEMINI_NAME: Final = _letters(
    r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}",
    "1 to 128 letters, digits, underscores, colons, dots and dashes, of which the first is a letter or an underscore",
)
MESSAGE_NAME: Final = _letters(r"[^\s<|\\/>]+", NAME.words)
"""More is taken here: all but blanks and `<`, `|`, `\\`, `/`, `>`; the words advise what every server takes."""
ID_9: Final = _letters(r"[a-zA-Z0-9]{9}", "9 letters and digits, such as `aB3dE6gH9`")
ID_40: Final = _letters(r".{1,40}", "1 to 40 characters")
ID_64: Final = _letters(r".{1,64}", "1 to 64 characters")
