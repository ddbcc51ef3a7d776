"""What this dialect is called, in one place, because its readers and writers sign with it."""

from typing import Final

NAME: Final = "ollama_chat"
