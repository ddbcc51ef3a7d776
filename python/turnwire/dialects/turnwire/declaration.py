"""The declaration of the dialect."""

from __future__ import annotations

from turnwire.catalogue.capabilities import supporting
from turnwire.dialects.dialect import Deferred, Dialect, Part
from turnwire.dialects.turnwire.detect import is_certain, looks_like_completion, looks_like_error, looks_like_history
from turnwire.dialects.turnwire.free_json import read_history
from turnwire.dialects.turnwire.native import native_form, read, write
from turnwire.lane.replies import ReplyLane
from turnwire.lane.turns import Lane
from turnwire.lowering.draft import Draft
from turnwire.model import Completion, ErrorReply, History

DIALECT = Dialect(
    name="turnwire",
    title="native JSON: the canonical form",
    capabilities=supporting(
        "thinking",
        "images",
        "tools",
        "system_prompt",
        "structured_output",
        "parallel_tool_calls",
        "prompt_caching",
        "system_messages_in_list",
    ),
    request=Part(
        document=History,
        draft=Draft,
        form=native_form(History),
        read=read_history,
        write=write,
        looks_like=looks_like_history,
        is_certain=is_certain,
        # The spelling of a format is residue in native JSON, which the lane does not write.
        lane=Lane(Deferred("turnwire.dialects.turnwire.lane_reader", "reader"), None),
    ),
    response=Part(
        document=Completion,
        draft=Draft,
        form=native_form(Completion),
        read=read,
        write=write,
        looks_like=looks_like_completion,
        reply_lane=ReplyLane(Deferred("turnwire.dialects.turnwire.lane_reply_reader", "reader"), None),
    ),
    error=Part(
        document=ErrorReply,
        draft=Draft,
        form=native_form(ErrorReply),
        read=read,
        write=write,
        looks_like=looks_like_error,
    ),
    versioned=True,
)
