"""What this dialect is called, in one place, because its errors are read beside its declaration."""

from typing import Final

NAME: Final = "bedrock_anthropic"
