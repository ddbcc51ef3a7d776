"""The converters as a gRPC service: `turnwire serve`.  Needs the extra `turnwire[service]`."""
