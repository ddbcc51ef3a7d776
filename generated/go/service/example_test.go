package service_test

import (
	"context"
	"fmt"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	"turnwire.dev/go/native"
	"turnwire.dev/go/service"
	turnwirev1 "turnwire.dev/go/turnwire/v1"
)

// Reads native JSON and answers with its bytes, so that the messages, the codec and the stubs are in one program.
type server struct {
	service.UnimplementedConverterServiceServer
}

func (server) Convert(_ context.Context, request *turnwirev1.ConvertRequest) (*turnwirev1.ConvertResponse, error) {
	history := &turnwirev1.History{}
	if err := native.Unmarshal(request.GetWire().Data, history); err != nil {
		return nil, err
	}
	data, err := proto.Marshal(history)
	losses := []*turnwirev1.Loss{{Path: "/history/0", Dialect: request.Target}}
	return &turnwirev1.ConvertResponse{Data: data, Losses: losses}, err
}

func listen(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	running := grpc.NewServer()
	service.RegisterConverterServiceServer(running, server{})
	go func() { _ = running.Serve(listener) }()
	t.Cleanup(running.Stop)
	return listener.Addr().String()
}

func convert(ctx context.Context, address string, body []byte) (*turnwirev1.ConvertResponse, error) {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		panic(err)
	}
	defer connection.Close()
	response, err := service.NewConverterServiceClient(connection).Convert(ctx, &turnwirev1.ConvertRequest{
		Source: &turnwirev1.ConvertRequest_Wire{Wire: &turnwirev1.WireDocument{Data: body}},
		Target: "anthropic_messages",
	})
	return response, err
}

func TestTheStubsAndTheMessagesAreInOneProgram(t *testing.T) {
	response, err := convert(context.Background(), listen(t), []byte(`{"history": [{"role": "user", "name": "Ada"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	history := &turnwirev1.History{}
	if err := proto.Unmarshal(response.Data, history); err != nil {
		t.Fatal(err)
	}
	found := fmt.Sprint(history.History[0].GetName(), " ", response.Losses[0].GetPath(), " ", response.Losses[0].GetDialect())
	if expected := "Ada /history/0 anthropic_messages"; expected != found {
		t.Errorf("expected %q, found %q", expected, found)
	}
}

func TestAnErrorOfTheServerIsTheClients(t *testing.T) {
	if _, err := convert(context.Background(), listen(t), []byte(`{"history": 1}`)); err == nil {
		t.Error("no error came back")
	}
}
