"""The codecs of native JSON for bindings that have none: sources that are copied, and facts that are generated."""
