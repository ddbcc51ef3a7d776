# On a fresh machine each target installs what it needs: Python 3.11 or newer, make and git are enough, Node is optional.
# Two environments: the project's, and the generators', whose runtimes are older than the ones the project runs with.

PYTHON ?= python3
PROJECT := .venv
GENERATOR := .venv-generate
BIN := $(PROJECT)/bin
# The generators are found by name, as buf looks for them.
WITH_GENERATORS = PATH="$(CURDIR)/$(BUILT):$(CURDIR)/$(GENERATOR)/bin:$(CURDIR)/node_modules/.bin:$$PATH"
# What is made by the generators, and compared by check-generated.
GENERATED := generated tests/generation/sample.binpb python/turnwire/__init__.py schemas/dialects schemas/digests.json

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup test test-rest test-all test-python test-python-rest test-engines demo bench load soak mutants lint generate schemas mapping check-generated vectors conformance conformance-page breaking baseline clean

help:
	@echo "make demo             show providers and the four systems on the sample files"
	@echo "make test             the tests, in minutes: the slow ones are sampled, and Rust, Java and C++ are left out"
	@echo "make test-rest        what make test leaves out"
	@echo "make test-all         both: all tests"
	@echo "make test-engines     turnwire.arrow on Ray, Spark, Daft and others, each installed under build/engines"
	@echo "make bench            the benchmarks, as ratios to a bare JSON round trip"
	@echo "make load             calls a second of the service against a bare echo, and a flood of calls"
	@echo "make soak             kill 300 processes of each job over archives and 500 that write a store: nothing is lost, doubled or torn; and the service under load for an hour and a half"
	@echo "make lint             ruff, mypy, buf lint, buf format"
	@echo "make mutants          break the converters on purpose: the laws must notice; DIALECT=openai_chat: in that dialect; DIALECT=all: in every one"
	@echo "make generate         everything under generated/ and schemas/dialects/, from proto/ and schemas/"
	@echo "make schemas          schemas/dialects/, from schemas/tables/, and schemas/digests.json"
	@echo "make mapping          generated/python/turnwire/mapped/, from mapping/"
	@echo "make check-generated  fail if generating changes anything"
	@echo "make conformance-page docs/conformance.md, from the failures that are expected"
	@echo "make vectors          tests/vectors/, the named cases for readers in any language"
	@echo "make conformance      every binding over the vectors, and what each makes of the others'"
	@echo "make breaking         fail if proto/ breaks the committed baseline"
	@echo "make baseline         at a release: keep the image of proto/ and its vectors, for the versions after it"
	@echo "make bindings         LANG=go OUT=folder: a binding in a tree of your own"
	@echo "make setup            only install"

# Tests start thousands of processes, each of which would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

include languages.mk
include previous.mk

setup: $(PROJECT)/.ready $(GENERATOR)/.ready $(NODE_MODULES) $(PLUGINS)

$(PROJECT)/.ready: pyproject.toml requirements/develop.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "turnwire needs Python 3.11 or newer; say PYTHON=...")'
	$(PYTHON) -m venv $(PROJECT)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/develop.txt -e '.[arrow,otel,patterns,service,store,postgresql,testing,test-objects]'
	@touch $@

$(GENERATOR)/.ready: requirements/generate.txt
	$(PYTHON) -m venv --clear $(GENERATOR)
	$(GENERATOR)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/generate.txt
	@touch $@

# Every test is in one of the two (tests/parts.py), but for those of engines that are large to install. The packages that take minutes to build are in the second.
IN_REST := duckdb

test: test-python test-typescript test-go
	$(call say_missing,tests)

test-rest: test-python-rest $(IN_REST:%=test-engine-%) test-rust test-java test-cpp
	$(call say_missing,tests)

test-all: test test-rest

PYTEST = $(BIN)/python -m pytest -q -n auto --dist worksteal

# With the generators, since the templates for other languages are tried.
test-python: $(PROJECT)/.ready $(GENERATOR)/.ready $(PLUGINS)
	$(PYTEST) --part quick

test-python-rest: $(PROJECT)/.ready $(GENERATOR)/.ready $(PLUGINS)
	$(PYTEST) --part rest

# Each in an environment of its own: some ask for older packages than others.  ENGINES=ray runs the tests of one.
ENGINES ?= polars duckdb ray spark daft datatrove datasets
OF_ENGINES := build/engines
test-engines: $(ENGINES:%=test-engine-%)

.PRECIOUS: $(OF_ENGINES)/%/.ready
$(OF_ENGINES)/%/.ready: pyproject.toml
	$(PYTHON) -m venv --clear $(OF_ENGINES)/$*
	$(OF_ENGINES)/$*/bin/python -m pip install --quiet --disable-pip-version-check pytest -e '.[$*]'
	@touch $@

# Without the conftest of all tests, which loads packages that no engine needs; warnings of the engines are their own.
# Ray waits 30 seconds for its own start, which is not enough on a busy machine.
test-engine-%: $(OF_ENGINES)/%/.ready
	RAY_raylet_start_wait_time_s=120 $(OF_ENGINES)/$*/bin/python -m pytest -q --confcutdir=tests/engines -o filterwarnings=default \
		tests/engines/test_$*.py tests/engines/test_page.py -k "not test_a_program or $*"

# What the samples are; providers, then the four systems, each in a few lines.  All that it writes is under build/demo.
demo: $(PROJECT)/.ready
	@rm -rf build/demo && mkdir -p build/demo
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

bench: $(PROJECT)/.ready
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.bulk

load: $(PROJECT)/.ready
	$(BIN)/python -m benchmarks.load

soak: $(PROJECT)/.ready
	TURNWIRE_KILLS=300 $(BIN)/python -m pytest -q tests/bulk/test_kills.py
	TURNWIRE_KILLS=500 $(BIN)/python -m pytest -q tests/store/test_kills.py
	TURNWIRE_KILLS=300 $(BIN)/python -m pytest -q tests/cli/test_resuming.py
	$(BIN)/python -m benchmarks.load.soak

mutants: $(PROJECT)/.ready
	$(AS_TESTS) TURNWIRE_HYPOTHESIS=mutants $(BIN)/python -m tests.mutants $(DIALECT)

lint: $(PROJECT)/.ready $(GENERATOR)/.ready
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(WITH_GENERATORS) buf lint
	$(WITH_GENERATORS) buf format --diff --exit-code

generate: $(ALL_PACKAGES:%=generate-%) generate-native generate-licences schemas mapping
	$(WITH_GENERATORS) buf build tests/generation/proto -o tests/generation/sample.binpb
	$(GENERATOR)/bin/python tools/geppetto_openapi.py > generated/openapi/geppetto.json
	$(WITH_GENERATORS) buf build -o build/proto.binpb
	$(AS_TESTS) $(BIN)/python -m service_openapi build/proto.binpb > generated/openapi/turnwire.json
	$(GENERATOR)/bin/python tools/package_versions.py .

# From the tables in schemas/tables/; and the digests of all schemas.
schemas: $(PROJECT)/.ready
	$(AS_TESTS) $(BIN)/python -m schema_tables
	$(AS_TESTS) $(BIN)/python -m tests.schemas.digests

# From the tables in mapping/: generated/python/turnwire/mapped/.
mapping: $(PROJECT)/.ready
	$(AS_TESTS) $(BIN)/python -m mapping_source

# Untracked files count too: `git diff` alone does not see them.
check-generated: generate
	@changed="$$(git status --porcelain -- $(GENERATED))" && test -z "$$changed" || \
		{ echo "Generating changed these files; commit them:"; echo "$$changed"; exit 1; }
	$(call say_missing,comparing)

breaking: $(GENERATOR)/.ready
	$(WITH_GENERATORS) buf breaking --against $(KEPT)

# Programs of the tests read what pytest finds by pyproject.toml's `pythonpath`.
AS_TESTS := PYTHONPATH="$(CURDIR):$(CURDIR)/tools:$(CURDIR)/generated/betterproto"

vectors: $(PROJECT)/.ready
	$(AS_TESTS) $(BIN)/python -m tests.vectors.make

# Whatever is here; what is not is said. Its executors are built by the other two, against this version and the previous.
conformance: $(PROJECT)/.ready conformance-ready previous-ready
	$(AS_TESTS) $(BIN)/python -m tests.conformance

conformance-page: $(PROJECT)/.ready
	$(AS_TESTS) $(BIN)/python -m tests.conformance.page

# Only at a release: what is in the baseline is promised, and read for ever. With the comments: "Required." is in them.
baseline: $(PROJECT)/.ready $(GENERATOR)/.ready
	$(WITH_GENERATORS) buf build -o $(KEPT)
	$(AS_TESTS) $(BIN)/python -m tests.vectors.keep

clean:
	rm -rf $(PROJECT) $(GENERATOR) node_modules build generated/typescript/dist generated/*/target .mypy_cache .ruff_cache .pytest_cache .hypothesis
