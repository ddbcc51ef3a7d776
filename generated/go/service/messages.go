// Package service has the gRPC client and server of turnwire's service; its messages are those of turnwire.dev/go.
//
// A message can be registered once in a program.  So the code that protoc-gen-go-grpc makes stands here without
// messages of its own, and the names that it uses are aliases.
package service

import turnwirev1 "turnwire.dev/go/turnwire/v1"

type (
	ConvertRequest        = turnwirev1.ConvertRequest
	ConvertResponse       = turnwirev1.ConvertResponse
	ReadRequest           = turnwirev1.ReadRequest
	ReadResponse          = turnwirev1.ReadResponse
	WriteRequest          = turnwirev1.WriteRequest
	WriteResponse         = turnwirev1.WriteResponse
	ValidateRequest       = turnwirev1.ValidateRequest
	ValidateResponse      = turnwirev1.ValidateResponse
	DetectRequest         = turnwirev1.DetectRequest
	DetectResponse        = turnwirev1.DetectResponse
	ListDialectsRequest   = turnwirev1.ListDialectsRequest
	ListDialectsResponse  = turnwirev1.ListDialectsResponse
	GetSchemaRequest      = turnwirev1.GetSchemaRequest
	GetSchemaResponse     = turnwirev1.GetSchemaResponse
	RepairRequest         = turnwirev1.RepairRequest
	RepairResponse        = turnwirev1.RepairResponse
	PlanRequest           = turnwirev1.PlanRequest
	PlanResponse          = turnwirev1.PlanResponse
	ConvertStreamRequest  = turnwirev1.ConvertStreamRequest
	ConvertStreamResponse = turnwirev1.ConvertStreamResponse
	ConvertBatchRequest   = turnwirev1.ConvertBatchRequest
	ConvertBatchResponse  = turnwirev1.ConvertBatchResponse
)
