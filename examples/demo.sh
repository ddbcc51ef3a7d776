#!/bin/sh
# What `make demo` shows: the providers, and then the four systems.  Run it at the top of a clone, with turnwire on PATH.
set -eu
out=build/demo
mkdir -p "$out"
say() { printf '\n== %s\n' "$1"; }
show() { printf '$ %s\n' "$1"; sh -c "$1" 2>&1; }

say "The examples"
show "turnwire detect -q examples"

say "Providers: OpenAI chat to Anthropic Messages, with what is lost"
show "turnwire convert examples/openai_chat/parallel_tools.request.json --to anthropic_messages:claude-sonnet-4-5 -o $out/anthropic.json"
show "turnwire convert -q examples/anthropic_messages --to openai_chat --pretty -o $out/openai_chat"

say "Canonical messages (metis): a provider's log becomes messages that keep every invariant"
show "turnwire canonical -q examples/openai_chat/parallel_tools.request.json > $out/canonical.json"
show "turnwire validate --invariants $out/canonical.json"

say "GLM: a history file to a provider, and back to a file of the library of 2025"
show "turnwire convert -q examples/glm/trip.yaml --to openai_chat:gpt-4.1 -o $out/glm_to_openai.json"
show "turnwire convert -q $out/glm_to_openai.json --to glm --generation 2025"

say "gpt2099: a thread of turns, and the request that continues it"
export TURNWIRE_THREADS="$out/threads"
show "turnwire thread add 'Which river is longer, the Rhine or the Elbe?' --bookmark rivers"
show "turnwire thread reply examples/gpt2099/rhine.response.json --from gpt2099 --continues rivers"
show "turnwire thread add 'By how much?' --respond --bookmark rivers"
show "turnwire thread list"
show "turnwire thread resolve rivers | turnwire convert -q --from gpt2099 --to anthropic_messages:claude-haiku-4-5"

say "Geppetto: a question about a document, its answer, and the file drawers"
show "turnwire convert -q examples/geppetto/mint.request.json --to openai_chat:gpt-4.1"
show "turnwire convert -q examples/geppetto/mint.response.json --to anthropic_messages"
show "turnwire validate examples/geppetto/drawers.txt"
