// Package native reads and writes turnwire's native JSON (proto/README.md) for the messages of this module.
//
// What a later version of the model may say is kept, in provider_raw and in opaque blocks, and is written again; what
// it may say in binary too, which native JSON carries along.
package native

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
)

// A Diagnostic says what is wrong with a document, and where.
//
// Pointer is a JSON Pointer, nil where it is not known; Line and Column are from 1, in characters, and 0 where they are
// not known.
type Diagnostic struct {
	Code    string
	Message string
	Pointer *string
	Line    int
	Column  int
}

// InvalidDocument is a document that cannot be read or written.
type InvalidDocument struct {
	Diagnostics []Diagnostic
}

func (e *InvalidDocument) Error() string {
	var sentences []string
	for _, each := range e.Diagnostics {
		place := ""
		if each.Pointer != nil {
			place = *each.Pointer + ": "
		}
		sentences = append(sentences, fmt.Sprintf("%s%s [%s]", place, each.Message, each.Code))
	}
	return strings.Join(sentences, "; ")
}

func invalid(code, message string, pointer *string) *InvalidDocument {
	return &InvalidDocument{[]Diagnostic{{Code: code, Message: message, Pointer: pointer}}}
}

// Unmarshal reads native JSON into a message, which is reset before.
//
// It gives an *InvalidDocument with code, pointer, line and column.
func Unmarshal(data []byte, message proto.Message) error {
	text, err := parse(data)
	if err != nil {
		return err
	}
	proto.Reset(message)
	if err := (&reader{text: text}).read(message.ProtoReflect()); err != nil {
		return err
	}
	giveBack(message.ProtoReflect())
	return nil
}

// Marshal writes a message as native JSON, without spaces outside of free JSON.
//
// Unknown fields, and numbers that an enum does not have, stand in provider_raw under `protobuf`; Unmarshal puts them
// into their old place.
//
// It gives an *InvalidDocument for what native JSON cannot say; its pointer has the names of the proto.
func Marshal(message proto.Message) ([]byte, error) {
	root, err := writable(message)
	if err != nil {
		return nil, err
	}
	_, restores := residueOf(inner(root))
	written, err := (&writer{restores: restores}).message(root)
	if err != nil {
		return nil, err
	}
	if _, err := parse([]byte(written)); err != nil {
		found := err.(*InvalidDocument).Diagnostics[0]
		return nil, invalid("proto.depth", found.Message, found.Pointer)
	}
	return []byte(written), nil
}
