"""Makes the OpenAPI document of `turnwire serve --http-port` from the descriptors of `proto/`."""
