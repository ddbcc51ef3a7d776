"""The bearer tokens that a server takes, from a file that is read again when it changes.

[gateway]                        # the name, in logs and metrics
sha256 = "9f86d0…"               # the SHA-256 of the token, in hex; or token = "…"
calls_per_second = 50            # optional, with burst = 100
expires = 2027-01-01T00:00:00Z   # optional
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

_LOG = logging.getLogger("turnwire.service")
_KEYS: Final = frozenset(("sha256", "token", "calls_per_second", "burst", "expires"))
_DIGEST_BYTES: Final = 32
_EVERY_SECONDS: Final = 1.0
"""How often the file is looked at."""
MOST_TOKENS: Final = 1024
"""How many tokens a file may have."""


class Token(Struct, frozen=True):
    """One token: its name, its SHA-256, and what it may do."""

    name: str
    digest: bytes
    calls_per_second: float | None = None
    burst: float = 1
    expires: datetime | None = None

    def has_expired(self) -> bool:
        """Return whether its time is over."""
        return self.expires is not None and datetime.now(UTC) >= self.expires


def load(path: str) -> tuple[Token, ...]:
    """Read a file of tokens.

    Args:
        path: a TOML file with a table for each token.

    Raises:
        ValueError: the file is not such a file; the message has the name of the token, and never the token.
    """
    try:
        tables = tomllib.loads(Path(path).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {type(error).__name__}: the file cannot be read as TOML") from None
    if not 0 < len(tables) <= MOST_TOKENS:
        raise ValueError(f"{path}: there are {len(tables)} tokens; there must be 1 to {MOST_TOKENS}")
    return tuple(_token(path, name, table) for name, table in sorted(tables.items()))


def _token(path: str, name: str, table: Any) -> Token:
    where = f"{path}: [{name}]"
    unknown = sorted(table.keys() - _KEYS) if isinstance(table, dict) else None
    if unknown is None:
        raise ValueError(f"{where}: is no table: a token is a table with token or sha256")
    if unknown:
        raise ValueError(f"{where}: there is no key {unknown[0]}; there are {', '.join(sorted(_KEYS))}")
    rate: Any = table.get("calls_per_second")
    expires: Any = table.get("expires")
    if rate is not None and not (_is_number(rate) and rate > 0):
        raise ValueError(f"{where}: calls_per_second is a number above 0")
    burst: Any = table.get("burst", max(1, rate or 1))
    if not (_is_number(burst) and burst >= 1):
        raise ValueError(f"{where}: burst is a number of at least 1")
    if expires is not None and not (isinstance(expires, datetime) and expires.tzinfo is not None):
        raise ValueError(f"{where}: expires is a time with a zone, such as 2027-01-01T00:00:00Z")
    return Token(name, _digest(where, table), rate, burst, expires)


def _digest(where: str, table: dict[str, Any]) -> bytes:
    if ("token" in table) == ("sha256" in table):
        raise ValueError(f"{where}: needs either token or sha256")
    text = table.get("token", table.get("sha256"))
    if not isinstance(text, str) or not text:
        raise ValueError(f"{where}: token and sha256 are texts")
    if "token" in table:
        return hashlib.sha256(text.encode()).digest()
    try:
        digest = bytes.fromhex(text)
    except ValueError:
        digest = b""
    if len(digest) != _DIGEST_BYTES:
        raise ValueError(f"{where}: sha256 is 64 digits in hex")
    return digest


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


class Tokens:
    """The tokens of a file.  `find` is called on one thread."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._seen = self._stamp()
        self._tokens = load(path)
        self._looked = time.monotonic()

    def find(self, given: str) -> Token | None:
        """Return the token that was presented; every known one is compared, in constant time.

        Args:
            given: the token as the client sent it.
        """
        self._look_again()
        digest = hashlib.sha256(given.encode(errors="surrogateescape")).digest()
        found = None
        for token in self._tokens:
            if hmac.compare_digest(digest, token.digest):
                found = token
        return found

    def _look_again(self) -> None:
        now = time.monotonic()
        if now - self._looked < _EVERY_SECONDS:
            return
        self._looked = now
        if (stamp := self._stamp()) == self._seen:
            return
        self._seen = stamp
        try:
            self._tokens = load(self._path)
        except ValueError as error:
            _LOG.error("the tokens are as before: %s", error)
        else:
            _LOG.info("%d tokens were read", len(self._tokens))

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = Path(self._path).stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino
