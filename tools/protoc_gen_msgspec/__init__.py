"""A protoc plugin: msgspec Structs for the native JSON of a proto package, and their adapter to upb messages.

The rules by which a proto becomes native JSON are stated in proto/README.md; `schema.py` is where they are applied.
"""
