package turnwire_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"turnwire.dev/go/native"
	turnwirev1 "turnwire.dev/go/turnwire/v1"
)

func Example() {
	data, err := os.ReadFile("../../tests/generation/conversation.binpb")
	if err != nil {
		panic(err)
	}

	history := &turnwirev1.History{}
	if err := proto.Unmarshal(data, history); err != nil {
		panic(err)
	}
	for _, message := range history.History {
		for _, block := range message.Content {
			if text := block.GetText(); text != nil {
				fmt.Println(message.Role, text.Text)
			}
		}
	}
	// Output:
	// ROLE_SYSTEM Answer in one line.
	// ROLE_USER Wie ist das Wetter in Köln? 天気 🌧
	// ROLE_ASSISTANT Rain.
}

func Example_nativeJSON() {
	history := &turnwirev1.History{}
	if err := native.Unmarshal([]byte(`{"history": [{"role": "user"}]}`), history); err != nil {
		panic(err)
	}
	data, err := native.Marshal(history)

	fmt.Println(string(data), err)
	// Output: {"history":[{"role":"user"}]} <nil>
}

// The bytes are those that the other languages write for the same conversation.
func TestBytesAndProtoJSONComeBack(t *testing.T) {
	data, err := os.ReadFile("../../tests/generation/conversation.binpb")
	if err != nil {
		t.Fatal(err)
	}
	read := &turnwirev1.History{}
	if err := proto.Unmarshal(data, read); err != nil {
		t.Fatal(err)
	}
	expectBytes(t, data, read)

	text, err := protojson.Marshal(read)
	if err != nil {
		t.Fatal(err)
	}
	again := &turnwirev1.History{}
	if err := protojson.Unmarshal(text, again); err != nil {
		t.Fatal(err)
	}
	expectBytes(t, data, again)
}

func TestFieldsFromTheFutureAreKept(t *testing.T) {
	data, err := os.ReadFile("../../tests/generation/conversation.binpb")
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, 0xf8, 0xff, 0x07, 5) // field 16383, the number 5
	read := &turnwirev1.History{}
	if err := proto.Unmarshal(data, read); err != nil {
		t.Fatal(err)
	}
	expectBytes(t, data, read)
}

func expectBytes(t *testing.T, expected []byte, history *turnwirev1.History) {
	t.Helper()
	actual, err := proto.MarshalOptions{Deterministic: true}.Marshal(history)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(expected, actual) {
		t.Errorf("other bytes were written than read:\n%x\n%x", expected, actual)
	}
}
