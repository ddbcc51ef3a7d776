"""The name of this dialect, in one place, because its readers and writers use it."""

from typing import Final

NAME: Final = "ollama_chat"
