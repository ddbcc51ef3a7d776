"""Mutants of single passes and of what stands around them, each with the tests that must catch it.

The laws ask what holds for all formats: that nothing is lost silently, that state stays at home.  A pass also has a
purpose of its own, which only its own tests know: that a reasoning model is asked for `max_completion_tokens`, or that
a tool gets its name back.  Each mutant here makes a pass miss its purpose in a way that a user would notice.
"""

from __future__ import annotations

import pkgutil
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace
from tests.mutants.surgery import patched

from turnwire.catalogue.models import ANYTHING, family_of
from turnwire.documents.options import DEFAULT
from turnwire.model import ABSENT, Completion, StartEvent, ThinkingBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.mutants.surgery import Operation


class PassMutant(NamedTuple):
    """A mutant of one function, method or constant."""

    name: str
    """What it does, in words."""
    place: str
    """What is changed: the module in the package, a colon, and the name in there, such as `detect:SIGN`."""
    wrap: Callable[[Any], Any]
    """What is given in its place."""
    tests: str
    """The file whose tests must catch it, in `tests`."""

    @property
    def module(self) -> str:
        """The module that is changed, in the package."""
        return self.place.partition(":")[0]

    def operation(self) -> Operation:
        """The change, for as long as it is entered.  Raises LookupError or ImportError where there is no such place."""
        names = self.place.partition(":")[2].split(".")
        owner = pkgutil.resolve_name(f"turnwire.{self.module}:{'.'.join(names[:-1])}")
        return patched(owner, names[-1], self.wrap)


def _no(_: Any) -> Any:
    return lambda *_args, **_named: False


def _yes(_: Any) -> Any:
    return property(lambda _: True)


def _always(value: Any) -> Callable[[Any], Any]:
    """A function that gives one value, whatever it is asked."""
    return lambda _: lambda *_args, **_named: value


def _is(value: Any) -> Callable[[Any], Any]:
    """Another value for a constant."""
    return lambda _: value


def _argument(position: int) -> Callable[[Any], Any]:
    """A function that gives back one of its arguments as it is."""
    return lambda _: lambda *args, **_named: args[position]


def _without_thoughts(kept: Any) -> Any:
    return lambda self, block, place, role: None if type(block) is ThinkingBlock else kept(self, block, place, role)


def _roomy(made: Any) -> Any:
    """A place that takes all reasoning, as a block with its summaries."""
    return lambda *_: made(is_taken=True, has_summaries=True, in_blocks=True)


def _keeping_by_default(begin: Any) -> Any:
    return lambda self, losses, kin, _keeping, place: begin(self, losses, kin, DEFAULT, place)


def _without_orphans(said: Any) -> Any:
    """What a result without a call says is left out."""

    def damaged(turn: Any, alone: Any, document: Any, losses: Any) -> Any:
        new = said(turn, alone, document, losses)
        kept = [(block, at) for block, at in zip(turn.blocks, turn.all_places(), strict=True) if id(block) not in alone]
        return new if new is turn else replace(new, blocks=[b for b, _ in kept], places=[at for _, at in kept])

    return damaged


def _without_moved(_: Any) -> Any:
    """Results that stand elsewhere are left out."""
    return lambda rest, _moved: [turn for _, turn in rest]


def _id_of_call(_: Any) -> Any:
    """The id of a call as it is."""
    return lambda _self, block: block.id


def _late(send: Any) -> Any:
    """The first bytes wait for what follows the first event."""
    return lambda self, event: send(self, event)[:0] if type(event) is StartEvent else send(self, event)


def _of_any_maker(_: Any) -> Any:
    """The rules of a model, also where another maker's format is written."""
    return lambda model, _: ANYTHING if (family := family_of(model)) is None else family.takes


def _without_ids(joined: Any) -> Any:
    return lambda one, other: replace(joined(one, other), canonical={})


def _certain(made: Any) -> Any:
    return lambda dialect, wire, _: made(dialect, wire, is_certain=True)


def _swallowed(fail: Any) -> Any:
    return lambda self, exception: fail(self, exception)[:0]


REASONING = "core/test_reasoning.py"
HOSTED = "core/test_hosted_tools.py"
SHARED = "carried/test_shared_members.py"
FILES = "carried/test_shared_files.py"
MODELS = "core/test_model_rules.py"
IN_PLACE = "core/test_results_in_place.py"
MEDIA = "carried/test_media_by_address.py"
EQUAL = "carried/test_equal_tools.py"
CLIENT = "carried/test_client_tools.py"
OUTPUTS = "carried/test_output_schemas.py"
OPTIONS = "carried/test_search_options.py"
WORDS = "carried/test_settings_in_other_words.py"
CONTINUED = "continuity/test_continuity.py"
TURNS = "continuity/test_ten_turns.py"
WRAPPED = "detection/test_wrapped.py"
OTHERS = "detection/test_others.py"
LIVE = "stream/test_live.py"
PROBABLE = "carried/test_token_logprobs.py"
OFFERED = "carried/test_offered_tools.py"
PARTIAL = "dialects/test_gemini_partial_calls.py"
KEEPING = "core/test_keeping.py"
GROUNDING = "carried/test_grounding.py"
ERRORS = "core/test_error_classes.py"

_ANY_WORD = dict.fromkeys(("reasoning", "hosted_tools"), ("native", "calls", "text", "drop", ""))
_ONE_CLASS = dict.fromkeys(("default", "priority", "standard"), ("default", "priority", "standard"))
_STATE, _HOSTED, _MODELS = "lowering.state", "lowering.hosted", "lowering.model_rules"
_IDS = "documents.ids.written:IdMap"

_PLACES, PLACED = "lowering.results_in_place", "core/test_results_in_place.py"
CLAUDE = "core/test_claude_rules.py"
LOOPS = "core/test_thinking_in_loops.py"
BOUNDS = "core/test_schema_bounds.py"
SCHEMA_NAMES = "core/test_schema_names.py"
SPEAKERS = "core/test_speakers.py"
DEEPSEEK = "dialects/test_deepseek_chat.py"
USERS = "core/test_user_names.py"
ROOTS = "core/test_root_schemas.py"
NAMED_FILES = "carried/test_file_names.py"
_REPEATED, REPEATED = "lowering.repeated_ids", "ids/test_repeated.py"

PASS_MUTANTS = (
    PassMutant("drops the reasoning of others", f"{_STATE}:_Unsealing.kept", _without_thoughts, REASONING),
    PassMutant("sends the signatures of others", f"{_STATE}:_Unsealing._unsealed", _argument(1), REASONING),
    PassMutant("sends reasoning to all servers", f"{_STATE}:_Place", _roomy, REASONING),
    PassMutant("ignores how reasoning is to be kept", f"{_STATE}:_Unsealing.__init__", _keeping_by_default, REASONING),
    PassMutant("takes a reply for a request", f"{_HOSTED}:History", _is(Completion), HOSTED),
    PassMutant("loses what a provider's tool found", f"{_HOSTED}:found_blocks", _always([]), HOSTED),
    PassMutant("sends the ids of a provider's calls", f"{_HOSTED}:_Ids.new", _argument(1), HOSTED),
    PassMutant("says that a tool is the provider's own", f"{_HOSTED}:is_provider_run", _no, HOSTED),
    PassMutant("says what only the provider reads", "lowering.hosted_text:SEALED", _is(frozenset()), HOSTED),
    PassMutant("says a call without its input", "lowering.hosted_text:Found.lines", _always([]), HOSTED),
    PassMutant("knows no file of another API", "lowering.files:form_of", _always({}), FILES),
    PassMutant("shares no members", "lowering.sharing:moved", _argument(0), SHARED),
    PassMutant("moves a cost without a report", "lowering.sharing:_report_cost", _always(None), SHARED),
    PassMutant("takes every class of service for one", "lowering.tiers:_GROUPS", _is(_ONE_CLASS), SHARED),
    PassMutant("drops a class of service", "lowering.tiers:other_word", _always(None), SHARED),
    PassMutant("leaves results where they are", f"{_PLACES}:_moves", _always({}), PLACED),
    PassMutant("moves results of its own dialect", f"{_PLACES}:was_illegal_in_source", _no, PLACED),
    PassMutant("drops results that move", f"{_PLACES}:_in_place", _without_moved, PLACED),
    PassMutant("forces a model that thinks", "families.anthropic.thinking_or_tools:_thinks", _no, CLAUDE),
    PassMutant("thinks on with calls of others", "families.anthropic.thinking_or_tools:_open_turn", _always([]), LOOPS),
    PassMutant("thinks no more after its own calls", "families.anthropic.thinking_or_tools:_is_own", _no, LOOPS),
    PassMutant(
        "adapts no more in a tool loop", "families.anthropic.thinking_or_tools:_is_enabled", _always("yes"), LOOPS
    ),
    PassMutant("begins a reply for any model", "families.anthropic.prefill:_is_begun", _no, CLAUDE),
    PassMutant(
        "signs no call of others",
        "families.gemini.legal_models:_unsigned",
        _always(()),
        "dialects/test_signed_calls.py",
    ),
    PassMutant("shows no page of others", "families.anthropic.legal_reply:_is_foreign_page", _no, GROUNDING),
    PassMutant("reads no log-probabilities", "families.gemini.read_response:read_logprobs", _always(ABSENT), PROBABLE),
    PassMutant("keeps old log-probabilities", "families.gemini.token_logprobs:_is_as_read", _always("yes"), PROBABLE),
    PassMutant("offers no other tools", "dialects.openai_responses.read_request:offered_tools", _always([]), OFFERED),
    PassMutant(
        "writes offered tools twice",
        "dialects.openai_responses.write_request:still_offered",
        _always(frozenset()),
        OFFERED,
    ),
    PassMutant("runs half a call", "families.gemini.partial_calls:goes_on", _no, PARTIAL),
    PassMutant("forgets pieces of a call", "families.gemini.write_parts:write_pieces", _always([]), PARTIAL),
    PassMutant("sends empty seals", "gateway.seals:_has_empty_seal", _no, "gateways/test_empty_seals.py"),
    PassMutant("finds no segment", "families.gemini.grounding:_place", _always(None), GROUNDING),
    PassMutant("leaves repeated ids as they are", f"{_REPEATED}:_Renaming._of_call", _id_of_call, REPEATED),
    PassMutant("leaves results with the first call's id", f"{_REPEATED}:_Renaming._of_result", _argument(1), REPEATED),
    PassMutant("gives ids that it read others", f"{_REPEATED}:was_illegal_in_source", _no, REPEATED),
    PassMutant("forgets whose repeated id it was", f"{_IDS}.through", _argument(1), REPEATED),
    PassMutant("knows no model's rules", f"{_MODELS}:rules_of", _always(ANYTHING), MODELS),
    PassMutant("asks not whose model it is", f"{_MODELS}:rules_of", _of_any_maker, MODELS),
    PassMutant("caps every limit at 4096", f"{_MODELS}:limit_of", _always(4096), MODELS),
    PassMutant("caps no limit", f"{_MODELS}:limit_of", _always(None), MODELS),
    PassMutant("changes no setting", "lowering.settings:with_settings", _argument(0), MODELS),
    PassMutant("leaves out an effort with another word", f"{_MODELS}:nearest", _always(None), MODELS),
    PassMutant(
        "asks a reasoning model for max_tokens", "families.chat.legal_models:_is_refused", _always(None), MODELS
    ),
    PassMutant("leaves objects of a schema open", "lowering.schema_walk:_map", _argument(0), MODELS),
    PassMutant("leaves schemas open", "lowering.schemas:close_objects", _argument(0), MODELS),
    PassMutant(
        "leaves bounds in schemas", "lowering.schema_bounds:_unbounded", _argument(0), "core/test_schema_bounds.py"
    ),
    PassMutant("closes a schema with optional members", "lowering.schemas:has_optional", _no, MODELS),
    PassMutant("leaves calls without results", "lowering.unanswered:_answers", _always([]), MODELS),
    PassMutant("leaves out results without calls", "lowering.unanswered:_said", _without_orphans, MODELS),
    PassMutant("leaves results where they stand", "lowering.results_in_place:_not_as_read", _always(set()), IN_PLACE),
    PassMutant("knows no address of media", "lowering.addresses:address_of", _always(None), MEDIA),
    PassMutant(
        "sends a picture of another to a reader of text",
        "lowering.addresses:was_illegal_in_source",
        _always("yes"),
        DEEPSEEK,
    ),
    PassMutant(
        "wants no reasoning in answers", "families.chat.demanded_thoughts:_with_thoughts", _argument(0), DEEPSEEK
    ),
    PassMutant("wants no content in answers", "dialects.deepseek_chat.legal:_with_content", _argument(0), DEEPSEEK),
    PassMutant("forces a tool while it thinks", "dialects.deepseek_chat.legal:_was_forced", _always("yes"), DEEPSEEK),
    PassMutant(
        "forgets the schema of an answer", "dialects.deepseek_chat.legal:_asking_for", _always("JSON"), DEEPSEEK
    ),
    PassMutant("names all users alike", "lowering.limits:digest", _always("same"), USERS),
    PassMutant("leaves alternatives of a schema out", "lowering.schemas:items_of", _always(()), ROOTS),
    PassMutant("folds the schemas of its own requests", "lowering.schemas:was_read_so", _no, ROOTS),
    PassMutant("names no file", "lowering.files:_is_nameless", _no, NAMED_FILES),
    PassMutant("takes no tool for its own", "lowering.equal_tools:_Taken.tool", _argument(1), EQUAL),
    PassMutant("knows no tool that the client runs", "lowering.client_tools:_client_tool", _always(None), CLIENT),
    PassMutant("knows no dialect with options of a search", "lowering.equal_tools:_SOURCES", _is(()), OPTIONS),
    PassMutant("forgets the options of a search", "lowering.equal_tools:_with_options", _argument(0), OPTIONS),
    PassMutant("forgets what a tool returns", "lowering.tools:is_object", _no, OUTPUTS),
    PassMutant("knows none of Anthropic's tools", "lowering.client_tools:_KNOWN", _is(()), CLIENT),
    PassMutant("forgets the parameters of a tool", "lowering.equal_tools:_leaves", _always({}), EQUAL),
    PassMutant("makes every budget the same effort", "lowering.efforts:_BUDGETS", _is(()), WORDS),
    PassMutant("forgets that reasoning is off", "lowering.efforts:_without", _argument(0), WORDS),
    PassMutant(
        "takes every name of a schema for legal",
        "lowering.schema_titles:_NAME",
        _is(re.compile(r"(?s).*")),
        SCHEMA_NAMES,
    ),
    PassMutant(
        "takes every name of a speaker for legal", "lowering.speakers:_OTHER", _is(re.compile(r"(?!)")), SPEAKERS
    ),
    PassMutant("forgets the name of a schema", "lowering.schema_titles:_PLACES", _is(()), WORDS),
    PassMutant("names every schema alike", "families.chat.required:name_of", _argument(1), WORDS),
    PassMutant("keeps nothing for the next turn", "gateway.continuity:_is_private", _no, TURNS),
    PassMutant("takes one reply for another", "gateway.continuity:_digest", _always("same"), CONTINUED),
    PassMutant("forgets reasoning of edited replies", "gateway.continuity:_Finder._changed", _argument(1), CONTINUED),
    PassMutant("forgets ids between turns", "gateway.continuity:_joined", _without_ids, CONTINUED),
    PassMutant("gives a call its written name", f"{_IDS}._named", _argument(1), TURNS),
    PassMutant("streams a call with its written name", f"{_IDS}.restore_event", _argument(1), CONTINUED),
    PassMutant("reads no line of a batch", "dialects.wrapping:body_in", _always(None), WRAPPED),
    PassMutant("loses the id of a line", "convert:put_around", _argument(2), WRAPPED),
    PassMutant("forgets what stood around a body", "convert:keep_around", _argument(0), WRAPPED),
    PassMutant("takes anything for a conversation", "dialects.scores:SIGN", _is(1), OTHERS),
    PassMutant("takes a program's own file for a chat", "codec.members:RECORDED", _is(frozenset()), OTHERS),
    PassMutant("takes every list for a conversation", "codec.members:Items.is_conversation", _yes, OTHERS),
    PassMutant(
        "is certain of its first guess", "dialects.recognition:Recognised", _certain, "detection/test_families.py"
    ),
    PassMutant("swallows what the upstream raises", "stream.translation:_Step.fail", _swallowed, LIVE),
    PassMutant("begins with the second event", "stream.writer:StreamWriter.send", _late, LIVE),
    PassMutant("says nothing to keep a stream alive", "stream.writer:StreamWriter.keep_alive", _always(ABSENT), LIVE),
    PassMutant("takes every error for the server's", "documents.error_classes:class_of", _always("server"), ERRORS),
    PassMutant("knows no status of an error", "documents.error_classes:status_of", _always(None), ERRORS),
    PassMutant("takes any word for what is kept", "documents.options:CHOICES", _is(_ANY_WORD), KEEPING),
    PassMutant("ignores the options of a command", "cli.convert:chosen", _always(DEFAULT), "cli/test_keeping.py"),
)
