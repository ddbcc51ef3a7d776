// The executor of Go's runtime, and of turnwire's native JSON for it. tests/conformance/python/serve.py says how.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"turnwire.dev/go/native"
	_ "turnwire.dev/go/turnwire/geppetto/v1"
	_ "turnwire.dev/go/turnwire/glm/v1"
	_ "turnwire.dev/go/turnwire/gpt2099/v1"
	_ "turnwire.dev/go/turnwire/v1"
)

type codec struct {
	parse     func([]byte, proto.Message) error
	serialize func(proto.Message) ([]byte, error)
}

var codecs = map[string]codec{
	"binary":     {proto.Unmarshal, proto.MarshalOptions{Deterministic: true}.Marshal},
	"proto_json": {protojson.Unmarshal, protojson.Marshal},
	"native":     {native.Unmarshal, native.Marshal},
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			fmt.Println(answer(strings.TrimSuffix(line, "\n")))
		}
		if err != nil {
			return
		}
	}
}

func answer(line string) string {
	parts := strings.Split(line, " ")
	source, knownSource := codecs[parts[0]]
	target, knownTarget := codecs[parts[2]]
	if !knownSource || !knownTarget {
		return "skipped"
	}
	kind, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(parts[1]))
	if err != nil {
		return "skipped"
	}
	data, err := hex.DecodeString(strings.TrimSuffix(parts[3], "-"))
	if err != nil {
		panic(err)
	}
	message := kind.New().Interface()
	if err := source.parse(data, message); err != nil {
		return "parse-error " + hexed(reason(err))
	}
	written, err := target.serialize(message)
	if err != nil {
		return "serialize-error " + hexed(reason(err))
	}
	return "ok " + hexed(written)
}

func hexed(data []byte) string {
	if len(data) == 0 {
		return "-"
	}
	return hex.EncodeToString(data)
}

func reason(err error) []byte {
	var refused *native.InvalidDocument
	if !errors.As(err, &refused) {
		return []byte(err.Error())
	}
	var found []map[string]any
	for _, each := range refused.Diagnostics {
		place := map[string]any{"code": each.Code, "pointer": each.Pointer, "line": nil, "column": nil}
		if each.Line > 0 {
			place["line"], place["column"] = each.Line, each.Column
		}
		found = append(found, place)
	}
	written, err := json.Marshal(found)
	if err != nil {
		panic(err)
	}
	return written
}
