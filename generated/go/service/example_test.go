package service_test

import (
	"context"
	"encoding/pem"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
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

func listen(t *testing.T, options ...grpc.ServerOption) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	running := grpc.NewServer(options...)
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

func secure(ctx context.Context, address, token string) (context.Context, *grpc.ClientConn) {
	authority, err := credentials.NewClientTLSFromFile("ca.pem", "")
	if err != nil {
		panic(err)
	}
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(authority))
	if err != nil {
		panic(err)
	}
	return ctx, connection
}

func TestACallOverTLSHasItsToken(t *testing.T) {
	web := httptest.NewTLSServer(nil) // for its certificate
	defer web.Close()
	t.Chdir(t.TempDir())
	block := &pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw}
	if err := os.WriteFile("ca.pem", pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	var found []string
	look := func(ctx context.Context, request any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		found = metadata.ValueFromIncomingContext(ctx, "authorization")
		return next(ctx, request)
	}
	address := listen(t, grpc.Creds(credentials.NewServerTLSFromCert(&web.TLS.Certificates[0])), grpc.UnaryInterceptor(look))
	ctx, connection := secure(context.Background(), address, "swordfish")
	defer connection.Close()
	_, err := service.NewConverterServiceClient(connection).Convert(ctx, &turnwirev1.ConvertRequest{
		Source: &turnwirev1.ConvertRequest_Wire{Wire: &turnwirev1.WireDocument{Data: []byte(`{"history": []}`)}},
	})
	if err != nil || len(found) != 1 || found[0] != "Bearer swordfish" {
		t.Errorf("found %q, error %v", found, err)
	}
}
