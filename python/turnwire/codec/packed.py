"""Read files in chunks, and unpack `.gz` and `.zst` on the way, within limits."""

from __future__ import annotations

import gzip
import importlib
import zlib
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from turnwire.errors import InvalidDocument

Packed = Literal["gz", "zst"]

PACKED: dict[str, Packed] = {".gz": "gz", ".zst": "zst"}
"""The suffixes of packed files."""

_SIGNS: dict[bytes, Packed] = {b"\x1f\x8b\x08": "gz", b"\x28\xb5\x2f\xfd": "zst"}
"""The first bytes of packed files; no text begins with them.

"ID1 = 31, ID2 = 139" and "CM = 8 denotes the deflate compression method" (RFC 1952); "Magic_Number: 4 bytes,
little-endian format. Value: 0xFD2FB528" (RFC 8878).
"""

CHUNK = 1024 * 1024
_FED = 1024
"""Bytes given to the package zstandard at once.  It has no limit for what comes out: 128 KB for each 4 bytes."""
_WIDEST = 2**27
"""The most memory that a .zst file may ask for, which is what the program zstd takes without an option."""
_FREE = 64 * CHUNK
_RATIO = 1000
"""A file may not unpack to more than this many times its size, once it is larger than `_FREE`."""


class NoUnpacker(Exception):
    """The package that unpacks a file is not installed."""


class Feed:
    """The bytes of a file in chunks, unpacked; `consumed` counts the bytes of the file itself."""

    def __init__(self, stream: BinaryIO, packed: Packed | None, begun: bytes = b"") -> None:
        """Read a file.

        Args:
            stream: the file.
            packed: how it is packed.
            begun: the first bytes of the file, if they are already read from the stream.
        """
        self.consumed = 0
        self._begun = begun
        self._unpacked = 0
        self._stream = stream
        self._packed = packed

    @property
    def is_packed(self) -> bool:
        """Whether the file is packed, so that the chunks are not its own bytes."""
        return self._packed is not None

    def __iter__(self) -> Iterator[bytes]:
        """Yield chunks.  Raises OSError, NoUnpacker, and InvalidDocument for a packed file that is broken."""
        if self._packed is None:
            yield from self._read(CHUNK)
            return
        for chunk in self._gz() if self._packed == "gz" else self._zst():
            self._unpacked += len(chunk)
            if self._unpacked > max(_FREE, _RATIO * self.consumed):
                message = f"the file unpacks to more than {_RATIO:,} times its size, and is not read further"
                raise invalid("archive.size", message)
            yield chunk

    def _read(self, size: int) -> Iterator[bytes]:
        begun, self._begun = self._begun, b""
        for start in range(0, len(begun), size):
            chunk = begun[start : start + size]
            self.consumed += len(chunk)
            yield chunk
        read = _reader(self._stream)
        while chunk := read(size):
            self.consumed += len(chunk)
            yield chunk

    def _gz(self) -> Iterator[bytes]:
        unpacker, begun, is_begun = None, b"", False
        for chunk in self._read(CHUNK // 8):
            data, begun = chunk, begun or chunk
            while data:
                # "gzip files may have several members" (RFC 1952); some programs fill up the end with zeros.
                if unpacker is None and not (data := data.lstrip(b"\0")):
                    break
                unpacker, is_begun = unpacker or zlib.decompressobj(wbits=31), True
                try:
                    out = unpacker.decompress(data, CHUNK)
                except zlib.error as error:
                    raise _damaged("gz", begun, error) from None
                if out:
                    yield out
                data = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
                unpacker = None if unpacker.eof else unpacker
        if unpacker is not None:
            yield from _rest(unpacker)
        _check_end("gz", begun, is_begun=is_begun, is_ended=unpacker is None)

    def _zst(self) -> Iterator[bytes]:
        make, faults, _ = _zstd()
        unpacker, begun = None, b""
        for chunk in self._read(_FED):
            data, begun = chunk, begun or chunk
            while data:
                unpacker = unpacker or make()
                try:
                    out = unpacker.decompress(data)
                except faults as error:
                    raise _damaged("zst", begun, error) from None
                if out:
                    yield out
                data = unpacker.unused_data if unpacker.eof else b""
                unpacker = None if unpacker.eof else unpacker
        _check_end("zst", begun, is_begun=True, is_ended=unpacker is None)


def _check_end(packed: Packed, begun: bytes, *, is_begun: bool, is_ended: bool) -> None:
    """Raise InvalidDocument unless a file ends where a member or a frame does.

    Args:
        packed: how it is packed.
        begun: its first bytes.
        is_begun: whether a member begins in it; a file that a crash has left may have zeros alone.
        is_ended: whether the last one ends in it.
    """
    if not begun:
        # "unexpected end of file", say the programs gzip and zstd: no text at all takes 20 bytes as .gz.
        raise invalid("archive.truncated", f"the file has no bytes, but a .{packed} file has at least a header")
    if not is_begun:
        raise _not_packed(packed)
    if not is_ended:
        raise invalid("archive.truncated", "the packed file ends too early: it was cut")


def _damaged(packed: Packed, begun: bytes, error: Exception) -> InvalidDocument:
    """Return the error for data that cannot be unpacked, which begin with `begun`."""
    if any(begun.startswith(sign) for sign, found in _SIGNS.items() if found == packed):
        return invalid("archive.corrupt", f"the packed data is damaged: {error}")
    return _not_packed(packed)


def _not_packed(packed: Packed) -> InvalidDocument:
    message = f"the data do not begin as a .{packed} file does"
    return invalid("archive.corrupt", message, hint="if the file is not packed, take the suffix out of its name")


def _reader(stream: BinaryIO) -> Callable[[int], bytes]:
    """Return what reads a file: `read1` gives what a pipe has, and does not wait for more."""
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    return read


def feed_of(stream: BinaryIO, suffix: str) -> Feed:
    """Return the unpacked chunks of a file, which its suffix or its first bytes show to be packed.

    Args:
        stream: the file, at its beginning.
        suffix: the suffix of its name, such as `.gz`; empty for one without a name, such as standard input.

    Raises OSError.
    """
    packed = PACKED.get(suffix.lower())
    if packed is not None:
        return Feed(stream, packed)
    read = _reader(stream)
    begun = read(CHUNK)  # no less, for a short first chunk would look like the end of a line
    while 0 < len(begun) < max(map(len, _SIGNS)) and (more := read(CHUNK)):
        begun += more
    return Feed(stream, next((found for sign, found in _SIGNS.items() if begun.startswith(sign)), None), begun)


def pack(data: bytes, packed: Packed) -> bytes:
    """Pack bytes as one member of a `.gz` file, or one frame of a `.zst` file; a file may have several.

    Raises NoUnpacker.
    """
    if packed == "gz":
        # "MTIME = 0 means no time stamp is available" (RFC 1952): the same bytes are packed alike at any time.
        return gzip.compress(data, compresslevel=6, mtime=0)
    return _zstd().pack(data)


def _rest(unpacker: Any) -> Iterator[bytes]:
    if out := unpacker.flush():
        yield out


class _Zstd(NamedTuple):
    """What makes a decompressor of one frame, its error, and what packs a frame."""

    unpacker: Callable[[], Any]
    faults: type[Exception]
    pack: Callable[[bytes], bytes]


def _zstd() -> _Zstd:
    """Return the package for `.zst`, or that of Python 3.14.  Raises NoUnpacker."""
    try:
        zstd = importlib.import_module("compression.zstd")  # of Python 3.14
    except ImportError:
        try:
            package = importlib.import_module("zstandard")
        except ImportError:
            raise NoUnpacker("reading .zst needs the package zstandard: pip install 'turnwire[archives]'") from None
        return _Zstd(
            lambda: package.ZstdDecompressor(max_window_size=_WIDEST).decompressobj(),
            package.ZstdError,
            package.ZstdCompressor().compress,
        )
    options = {zstd.DecompressionParameter.window_log_max: _WIDEST.bit_length() - 1}
    return _Zstd(lambda: zstd.ZstdDecompressor(options=options), zstd.ZstdError, zstd.compress)
