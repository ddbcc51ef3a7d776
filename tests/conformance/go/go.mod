module turnwire.dev/conformance

go 1.24

require (
	google.golang.org/protobuf v1.36.12
	turnwire.dev/go v0.0.0
)

replace turnwire.dev/go => ../../../generated/go
