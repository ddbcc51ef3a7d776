"""The RPC ConvertBatch: many documents in one call, one reply for each, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.service.conversion import convert
from turnwire.service.errors import explained, too_large
from turnwire.v1.service_pb2 import ConvertBatchRequest, ConvertBatchResponse, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.rpc.status_pb2 import Status

    from turnwire.codec.limits import Limits


def convert_batch(requests: Iterator[ConvertBatchRequest], limits: Limits) -> Iterator[ConvertBatchResponse]:
    """Convert each document when its turn comes; the next one is taken when the client has room for the reply.

    Args:
        requests: the conversions.
        limits: how large each document and each reply may be.

    Yields:
        The converted document, or why there is none: what the call Convert would have failed with.
    """
    for request in requests:
        yield _converted(request, limits)


def _converted(request: ConvertBatchRequest, limits: Limits) -> ConvertBatchResponse:
    try:
        reply = ConvertBatchResponse(converted=convert(request.convert, limits))
    except Exception as error:  # noqa: BLE001 - one document of a batch must not end the others
        return _refused(explained(error, "ConvertBatch"))
    size = reply.ByteSize()
    return reply if size <= limits.max_bytes else _refused(too_large("the reply", size, limits.max_bytes))


def _refused(status: Status) -> ConvertBatchResponse:
    refusal = Refusal(code=status.code, message=status.message, status=status.SerializeToString())
    return ConvertBatchResponse(refused=refusal)
