# The bindings of the previous version, for `make conformance`: made of the image that is kept, and never committed.
# They stand in a folder that is laid out as the project is, so that the executors of today are built against them.

KEPT := proto/baseline/v1.binpb
PREVIOUS := build/previous
OF_PREVIOUS := python betterproto $(if $(HAVE_NODE),typescript) $(if $(HAVE_GO),go) $(if $(HAVE_RUST),rust) \
	$(if $(HAVE_JAVA),java) $(if $(HAVE_CPP),$(if $(call have,protoc),cpp))
# What stands beside the code and is written by hand.
BESIDE_typescript := package.json tsconfig.json
BESIDE_go := go.mod go.sum
BESIDE_rust := src/lib.rs
BESIDE_cpp := CMakeLists.txt turnwireConfig.cmake

.PHONY: previous-ready $(OF_PREVIOUS:%=previous-%)
previous-ready: $(OF_PREVIOUS:%=previous-%)

$(PREVIOUS)/%.made: $(KEPT) bindings/%/buf.gen.yaml $(GENERATOR)/.ready
	rm -rf $(PREVIOUS)/generated/$*
	$(call make_binding,$*,$(KEPT),$(PREVIOUS)/generated)
	for each in $(BESIDE_$*); do cp generated/$*/$$each $(PREVIOUS)/generated/$*/$$each || exit 1; done
	touch $@

$(foreach each,$(OF_PREVIOUS),$(eval $(PREVIOUS)/$(each).made: $(PLUGIN_$(each)) $(BESIDE_$(each):%=generated/$(each)/%)))

# The model and the codecs of native JSON are those of today's generators: they are driven by what the image says.
$(PREVIOUS)/model.made: $(PREVIOUS)/python.made buf.gen.yaml $(wildcard tools/protoc_gen_msgspec/*.py)
	$(WITH_GENERATORS) buf generate $(KEPT) --template buf.gen.yaml -o $(PREVIOUS)
	touch $@

NATIVE_OF := $(filter typescript go,$(OF_PREVIOUS))
$(PREVIOUS)/native.made: $(NATIVE_OF:%=$(PREVIOUS)/%.made) buf.gen.native.yaml $(wildcard tools/protoc_gen_native/*.py tools/protoc_gen_native/*/*)
	$(WITH_GENERATORS) buf generate $(KEPT) --template buf.gen.native.yaml -o $(PREVIOUS)
	touch $@

# With their times, so that nothing is built again that is as it was.
.PHONY: previous-executors
previous-executors:
	mkdir -p $(PREVIOUS)/tests $(PREVIOUS)/build/conformance
	cp -Rp tests/conformance $(PREVIOUS)/tests
	for each in python tools; do ln -sfn ../../$$each $(PREVIOUS)/$$each || exit 1; done

previous-python: previous-executors $(PREVIOUS)/python.made $(PREVIOUS)/model.made

previous-betterproto: previous-executors $(PREVIOUS)/betterproto.made

previous-typescript: previous-executors $(PREVIOUS)/typescript.built

$(PREVIOUS)/typescript.built: $(PREVIOUS)/typescript.made $(PREVIOUS)/native.made
	node_modules/.bin/tsc -p $(PREVIOUS)/generated/typescript
	touch $@

# A package that the image has not is empty there, for the executor imports each by its name.
previous-go: previous-executors $(PREVIOUS)/go.made $(PREVIOUS)/native.made
	cd generated/go && for each in turnwire/v1 turnwire/*/v1; do \
		test -d "$(CURDIR)/$(PREVIOUS)/generated/go/$$each" || { mkdir -p "$(CURDIR)/$(PREVIOUS)/generated/go/$$each" && \
		echo "package v1" > "$(CURDIR)/$(PREVIOUS)/generated/go/$$each/none.go"; } || exit 1; done
	go build -C $(PREVIOUS)/tests/conformance/go -o "$(CURDIR)/$(PREVIOUS)/build/conformance/go" .

# The same of a module that the crate includes.  What both depend on is built once, in the folder that they share, where
# Cargo tells crates apart by their names and versions and not by their places.
previous-rust: previous-executors $(PREVIOUS)/rust.made conformance-ready
	cd $(PREVIOUS)/generated/rust/src && for each in $$(sed -n 's/.*include!("\(.*\)").*/\1/p' lib.rs); do \
		test -e $$each || : > $$each || exit 1; done
	for each in generated/rust tests/conformance/rust; do \
		sed 's/^version = .*/version = "0.0.0-previous"/' $$each/Cargo.toml > $(PREVIOUS)/$$each/Cargo.toml || exit 1; done
	cargo build --quiet --manifest-path $(PREVIOUS)/tests/conformance/rust/Cargo.toml --target-dir "$(RUST_BUILD)"
	cp "$(RUST_BUILD)/debug/turnwire-conformance" $(PREVIOUS)/build/conformance/rust

previous-java: previous-executors conformance-ready $(PREVIOUS)/java.built
	cp "$(CONFORMANCE)/java.args" $(PREVIOUS)/build/conformance/java.args

$(PREVIOUS)/java.built: $(PREVIOUS)/java.made generated/java/pom.xml | conformance-ready
	rm -rf $(PREVIOUS)/generated/java/target
	javac --release 11 -nowarn -d $(PREVIOUS)/generated/java/target/classes -cp "$$(cat "$(CONFORMANCE)/java.classpath")" \
		$$(find $(PREVIOUS)/generated/java/src -name '*.java')
	touch $@

# Made by the protoc of the machine, so never anew.
previous-cpp: previous-executors $(PREVIOUS)/cpp.made
	cmake -S $(PREVIOUS)/tests/conformance/cpp -B $(PREVIOUS)/build/conformance/cpp -DTURNWIRE_GENERATE=OFF > /dev/null
	cmake --build $(PREVIOUS)/build/conformance/cpp --parallel 2 > /dev/null
