# The bindings under generated/ beside Python's own, each where its tools are; what is missing is said, never passed over.
# A plugin's version stands in one place: beside the runtime its code needs, or for pip in requirements/generate.txt.

BUILT := build/generators
ALL_PACKAGES := python betterproto typescript go rust java cpp
have = $(if $(shell command -v $(1) 2>/dev/null),yes)
HAVE_NODE := $(call have,npm)
HAVE_GO := $(call have,go)
HAVE_RUST := $(call have,cargo)
HAS_HEADER := \#if !__has_include(<google/protobuf/message.h>)\n\#error\n\#endif\n
HAVE_CPP := $(and $(call have,cmake),$(shell printf '$(HAS_HEADER)' | c++ -E -x c++ - >/dev/null 2>&1 && echo yes))
HAVE_CPP_PROTOC := $(findstring libprotoc 3.21,$(shell protoc --version 2>/dev/null))
HAVE_JAVA := $(and $(call have,mvn),$(call have,javac))
NODE_MODULES := $(if $(HAVE_NODE),node_modules/.ready)
MISSING := $(strip $(if $(HAVE_NODE),,TypeScript:npm) $(if $(HAVE_GO),,Go:go) $(if $(HAVE_RUST),,Rust:cargo) \
	$(if $(HAVE_JAVA),,Java:mvn+javac) \
	$(if $(HAVE_CPP),,C++:cmake+libprotobuf-dev) $(if $(HAVE_CPP_PROTOC),,C++:protoc-3.21))

# C++ takes the protoc of the machine, which belongs to the libprotobuf of the machine.
WITH_OWN_PROTOC = PATH="$$PATH:$(CURDIR)/$(GENERATOR)/bin"

# One template makes the package here and a user's own, who gets it by `turnwire bindings`.
# Of proto/ in generated/, or of another input in another folder.
make_binding = $(if $(filter cpp,$(1)),$(WITH_OWN_PROTOC),$(WITH_GENERATORS)) \
	buf generate $(2) --template bindings/$(1)/buf.gen.yaml -o $(or $(3),generated)/$(1)
# After the code, and only where it was made: tests/generation finds what is older than proto/ by it.
sign = $(GENERATOR)/bin/python tools/proto_digest.py $(1)
say_missing = $(if $(MISSING),@echo "SKIPPED $(1) where a tool is not here [language:tool]: $(MISSING)")

.PHONY: bindings $(ALL_PACKAGES:%=generate-%) generate-licences test-typescript test-go test-rust test-java test-cpp

# The environment of nearly everybody has a LANG, which is another thing.
ifeq ($(origin LANG),command line)
CHOSEN := $(LANG)
unexport LANG
endif

PLUGIN_go = $(BUILT)/protoc-gen-go
PLUGIN_rust = $(BUILT)/protoc-gen-buffa
PLUGIN_typescript = $(NODE_MODULES)
PLUGINS = $(if $(HAVE_GO),$(PLUGIN_go)) $(if $(HAVE_RUST),$(PLUGIN_rust)) $(PLUGIN_typescript)

bindings: $(PROJECT)/.ready $(GENERATOR)/.ready $(PLUGIN_$(CHOSEN))
	@test -n "$(CHOSEN)" && test -n "$(OUT)" || { echo "Say which and where: make bindings LANG=go OUT=folder"; exit 2; }
	$(BIN)/turnwire bindings "$(CHOSEN)" --out "$(OUT)"
	cd "$(OUT)" && $(if $(filter cpp,$(CHOSEN)),$(WITH_OWN_PROTOC),$(WITH_GENERATORS)) buf generate

# Its messages are imported from the root of the folder, so that buf cannot clean it.
generate-python: $(GENERATOR)/.ready
	rm -rf generated/python/turnwire
	$(call make_binding,python)
	$(WITH_GENERATORS) buf generate
	$(call sign,python)

generate-betterproto: $(GENERATOR)/.ready
	$(call make_binding,betterproto)
	$(call sign,betterproto)

# A package that is published goes with its licence.
generate-licences:
	for name in $(ALL_PACKAGES); do cp LICENSE generated/$$name/LICENSE || exit 1; done

# TypeScript

node_modules/.ready: package.json package-lock.json
	npm ci --loglevel=error
	@touch $@

generate-typescript: $(GENERATOR)/.ready $(NODE_MODULES)
ifeq ($(HAVE_NODE),yes)
	$(call make_binding,typescript)
	$(call sign,typescript)
else
	@echo "SKIPPED: generating TypeScript, since there is no Node here."
endif

test-typescript: $(NODE_MODULES) $(PROJECT)/.ready
ifeq ($(HAVE_NODE),yes)
	node_modules/.bin/tsc -p generated/typescript
	node --test tests/generation/typescript.test.mjs tests/generation/connect.test.mjs
else
	@echo "SKIPPED: the TypeScript checks, since there is no Node here."
endif

# Go: the plugin is in the module of the runtime, so that go.mod pins both.

$(BUILT)/protoc-gen-go: generated/go/go.mod generated/go/go.sum
	mkdir -p $(@D)
	go build -C generated/go -o "$(CURDIR)/$@" google.golang.org/protobuf/cmd/protoc-gen-go

# Its command is a module of its own, which users of the stubs need not have among theirs: so it is pinned here.
$(BUILT)/protoc-gen-go-grpc: languages.mk
	mkdir -p $(@D)
	GOBIN="$(CURDIR)/$(BUILT)" go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
	@touch $@

generate-go: $(GENERATOR)/.ready $(if $(HAVE_GO),$(BUILT)/protoc-gen-go $(BUILT)/protoc-gen-go-grpc)
ifeq ($(HAVE_GO),yes)
	$(call make_binding,go)
	$(WITH_GENERATORS) buf generate --template buf.gen.service.yaml
	$(call sign,go)
else
	@echo "SKIPPED: generating Go, since there is no go here."
endif

# Not from the cache of results: it does not see the files outside of the module, and the conversation is one.
test-go:
ifeq ($(HAVE_GO),yes)
	@odd="$$(gofmt -l generated/go)" && test -z "$$odd" || { echo "gofmt would change: $$odd"; exit 1; }
	for module in generated/go generated/go/service; do \
		go vet -C $$module ./... && go test -C $$module -count=1 ./... || exit 1; done
else
	@echo "SKIPPED: the Go package, since there is no go here."
endif

# Rust: the plugin is built from a manifest that pins it. Whatever else depends on the crate builds in the same folder.

RUST_BUILD := $(CURDIR)/build/rust

$(BUILT)/protoc-gen-buffa: tools/protoc-gen-buffa/Cargo.toml tools/protoc-gen-buffa/src/main.rs
	mkdir -p $(@D)
	cargo build --quiet --manifest-path tools/protoc-gen-buffa/Cargo.toml --target-dir "$(RUST_BUILD)"
	cp "$(RUST_BUILD)/debug/protoc-gen-buffa" $@

generate-rust: $(GENERATOR)/.ready $(if $(HAVE_RUST),$(BUILT)/protoc-gen-buffa)
ifeq ($(HAVE_RUST),yes)
	$(call make_binding,rust)
	$(call sign,rust)
else
	@echo "SKIPPED: generating Rust, since there is no cargo here."
endif

test-rust:
ifeq ($(HAVE_RUST),yes)
	cargo test --quiet --manifest-path generated/rust/Cargo.toml --target-dir "$(RUST_BUILD)"
	cargo run --quiet --manifest-path generated/rust/Cargo.toml --target-dir "$(RUST_BUILD)" \
		--example texts tests/generation/conversation.binpb > /dev/null
else
	@echo "SKIPPED: the Rust package, since there is no cargo here."
endif

# Java: protoc has the generator in it, so that generating needs no Java.

generate-java: $(GENERATOR)/.ready
	$(call make_binding,java)
	$(call sign,java)

test-java:
ifneq ($(HAVE_JAVA),)
	mvn --quiet --batch-mode -Dstyle.color=never --file generated/java/pom.xml test
	@echo; grep -h "^Tests run" generated/java/target/surefire-reports/*.txt
else
	@echo "SKIPPED: the Java package, since there is no Maven or no JDK here."
endif

# C++: the code works with the libprotobuf of its own release only; that of Debian 12 is the one committed.

generate-cpp: $(GENERATOR)/.ready
ifneq ($(HAVE_CPP_PROTOC),)
	$(call make_binding,cpp)
	$(call sign,cpp)
else
	@echo "SKIPPED: generating C++, since there is no protoc 3.21 here (Debian 12: protobuf-compiler)."
endif

test-cpp:
ifneq ($(HAVE_CPP),)
	cmake -S generated/cpp -B build/cpp > /dev/null
	cmake --build build/cpp --parallel 2 > /dev/null
	cd build/cpp && ctest --output-on-failure
else
	@echo "SKIPPED: the C++ package, since there is no CMake or no libprotobuf here (Debian 12: libprotobuf-dev)."
endif

# Native JSON for those that have a codec of their own; after their messages, which clean the folders.

generate-native: $(GENERATOR)/.ready generate-typescript generate-go
	$(WITH_GENERATORS) buf generate --template buf.gen.native.yaml

# The executors of tests/conformance: what is not here, the runner says.

CONFORMANCE := $(CURDIR)/build/conformance

.PHONY: generate-native conformance-ready
conformance-ready: $(NODE_MODULES)
	mkdir -p "$(CONFORMANCE)"
ifeq ($(HAVE_NODE),yes)
	node_modules/.bin/tsc -p generated/typescript
endif
ifeq ($(HAVE_GO),yes)
	go build -C tests/conformance/go -o "$(CONFORMANCE)/go" .
endif
ifeq ($(HAVE_RUST),yes)
	cargo build --quiet --manifest-path tests/conformance/rust/Cargo.toml --target-dir "$(RUST_BUILD)"
	cp "$(RUST_BUILD)/debug/turnwire-conformance" "$(CONFORMANCE)/rust"
endif
ifneq ($(HAVE_JAVA),)
	mvn --quiet --batch-mode -Dstyle.color=never -DincludeScope=runtime \
		-Dmdep.outputFile="$(CONFORMANCE)/java.classpath" --file generated/java/pom.xml \
		compile org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath
	echo "-cp \"generated/java/target/classes:$$(cat "$(CONFORMANCE)/java.classpath")\"" > "$(CONFORMANCE)/java.args"
endif
ifneq ($(HAVE_CPP),)
	cmake -S tests/conformance/cpp -B "$(CONFORMANCE)/cpp" > /dev/null
	cmake --build "$(CONFORMANCE)/cpp" --parallel 2 > /dev/null
endif
