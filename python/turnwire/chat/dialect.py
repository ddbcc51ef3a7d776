"""The dialect of a vendor: the family's readers and writers, bound to what is the vendor's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Raw

from turnwire.chat.wire_request import ChatRequest
from turnwire.chat.wire_response import ChatReply
from turnwire.dialect import Deferred, Dialect, Error, Request, Response, Streaming
from turnwire.wire import Form

if TYPE_CHECKING:
    from turnwire.chat.vendor import Vendor

# One of each for the whole family: a decoder, and what tells known from unknown, is made once.
_REQUEST, _REPLY, _ERROR = Form(ChatRequest), Form(ChatReply), Form(Raw)


def dialect_of(vendor: Vendor) -> Dialect:
    """The dialect of this vendor.  The vendor is bound once; nothing is looked up while a document is read."""
    request, response, error = vendor.looks_like
    return Dialect(
        name=vendor.name,
        title=vendor.title,
        stream=Streaming("turnwire.chat.stream", "turnwire.chat.stream_write"),
        capabilities=vendor.capabilities,
        request=Request(
            form=_REQUEST,
            read=Deferred("turnwire.chat.read_request", "read_request", vendor),
            lower=vendor.request,
            write=Deferred("turnwire.chat.write_request", "write_request", vendor),
            looks_like=request,
        ),
        response=Response(
            form=_REPLY,
            read=Deferred("turnwire.chat.read_response", "read_response", vendor),
            lower=vendor.reply,
            write=Deferred("turnwire.chat.write_response", "write_response", vendor),
            looks_like=response,
        ),
        error=Error(
            form=_ERROR,
            read=Deferred("turnwire.chat.error", "read_error", vendor),
            write=Deferred("turnwire.chat.error", "write_error", vendor),
            looks_like=error,
        ),
    )
