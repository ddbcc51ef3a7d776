"""Make the dialect of a vendor: the family's readers and writers, with the vendor's own differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Raw

from turnwire.codec.wire import Form
from turnwire.dialects.dialect import Deferred, Dialect, Error, Request, Response, Streaming
from turnwire.families.chat.certain import is_certain
from turnwire.families.chat.effort import write_effort
from turnwire.families.chat.shared import table
from turnwire.families.chat.wire_request import ChatRequest
from turnwire.families.chat.wire_response import ChatReply
from turnwire.lane.replies import ReplyLane
from turnwire.lane.turns import Lane
from turnwire.lowering.efforts import modes_as_efforts
from turnwire.lowering.sharing import share_reply, share_settings
from turnwire.lowering.state import drop_foreign_state, take_foreign_reasoning_beside
from turnwire.lowering.system import keep_developer
from turnwire.lowering.tiers import reply_tiers_in_words, tiers_in_words

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.lowering.draft import Pass
    from turnwire.lowering.sharing import Table

# One decoder and one splitter of unknown members for the whole family.
_WRITE_TURNS = Deferred("turnwire.families.chat.lane_writer", "write_turns")
_REQUEST, _REPLY, _ERROR = Form(ChatRequest), Form(ChatReply), Form(Raw)


def dialect_of(vendor: Vendor) -> Dialect:
    """Make the dialect of a vendor.  The vendor is bound once; nothing is looked up while a document is read."""
    request, response, error = vendor.looks_like
    shared = table(vendor.shared)
    roles = (keep_developer,) if "developer" in vendor.roles else ()
    return Dialect(
        name=vendor.name,
        title=vendor.title,
        stream=Streaming("turnwire.families.chat.stream", "turnwire.families.chat.stream_write"),
        capabilities=vendor.capabilities,
        request=Request(
            form=_REQUEST,
            read=Deferred("turnwire.families.chat.read_request", "read_request", vendor),
            lower=(share_settings(shared), tiers_in_words(vendor.tiers), *roles, *_efforts(vendor), *_lowering(vendor)),
            refused=vendor.refused,
            paired=vendor.paired,
            marks=vendor.marks,
            write=Deferred("turnwire.families.chat.write_request", "write_request", vendor),
            looks_like=request,
            is_certain=is_certain,
            lane=_lane(vendor),
            bare_list="messages",
            documented=vendor.documented,
        ),
        response=Response(
            form=_REPLY,
            read=Deferred("turnwire.families.chat.read_response", "read_response", vendor),
            lower=(share_reply(shared), reply_tiers_in_words(vendor.tiers), *vendor.reply),
            write=Deferred("turnwire.families.chat.write_response", "write_response", vendor),
            looks_like=response,
            message_in="message",
            lane=_reply_lane(vendor, shared),
        ),
        error=Error(
            form=_ERROR,
            read=Deferred("turnwire.families.chat.error", "read_error", vendor),
            write=Deferred("turnwire.families.chat.error", "write_error", vendor),
            looks_like=error,
        ),
    )


def _lane(vendor: Vendor) -> Lane:
    reader = Deferred("turnwire.families.chat.lane_reader", "reader", vendor)
    return Lane(reader, _WRITE_TURNS if vendor.by_lane else None)


def _reply_lane(vendor: Vendor, shared: Table) -> ReplyLane:
    reader = Deferred("turnwire.families.chat.lane_reply_reader", "reader", vendor)
    return ReplyLane(reader, Deferred("turnwire.families.chat.lane_reply_writer", "write", vendor), shared)


def _efforts(vendor: Vendor) -> tuple[Pass, ...]:
    """Make the pass for efforts, for an API that has an effort and no switch for reasoning."""
    return (modes_as_efforts(vendor.efforts),) if vendor.write_effort is write_effort else ()


def _lowering(vendor: Vendor) -> tuple[Pass, ...]:
    """Make the passes of a request; the vendor decides about the reasoning of others."""
    if not vendor.takes_thoughts:
        return vendor.request
    return tuple(take_foreign_reasoning_beside if rule is drop_foreign_state else rule for rule in vendor.request)
