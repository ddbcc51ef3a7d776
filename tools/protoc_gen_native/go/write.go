package native

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// inner gives the message itself, or what is in it, where it is a union; nil where that has no member.
func inner(message protoreflect.Message) protoreflect.Message {
	if !shapeOf(message.Descriptor()).union {
		return message
	}
	member := message.WhichOneof(message.Descriptor().Oneofs().Get(0))
	if member == nil {
		return nil
	}
	return message.Get(member).Message()
}

func residueOf(message protoreflect.Message) (string, bool) {
	residue := shapeOf(message.Descriptor()).residue
	if residue == nil {
		return "", false
	}
	own := message.Get(residue.FieldDescriptor).Map().Get(protoreflect.ValueOfString(dialect).MapKey())
	if !own.IsValid() {
		return "", false
	}
	return own.String(), true
}

// set gives the fields of a message that are set, in the order of their numbers.
func set(message protoreflect.Message) []*field {
	var found []*field
	for _, each := range shapeOf(message.Descriptor()).declared {
		if message.Has(each.FieldDescriptor) {
			found = append(found, each)
		}
	}
	slices.SortFunc(found, func(one, other *field) int { return int(one.Number() - other.Number()) })
	return found
}

func hasUnknown(message protoreflect.Message) bool {
	if len(message.GetUnknown()) > 0 {
		return true
	}
	for _, each := range set(message) {
		for _, inside := range elements(message, each) {
			if each.isMessage() && hasUnknown(inside.value.Message()) {
				return true
			}
		}
	}
	return false
}

// An element is one value of a field, and the steps of the path to it.
type element struct {
	path  []string
	value protoreflect.Value
}

func elements(message protoreflect.Message, known *field) []element {
	var found []element
	value, name := message.Get(known.FieldDescriptor), string(known.Name())
	switch {
	case known.IsList():
		for i := range value.List().Len() {
			found = append(found, element{[]string{name, strconv.Itoa(i)}, value.List().Get(i)})
		}
	case known.IsMap():
		for _, entry := range sorted(value.Map()) {
			found = append(found, element{[]string{name, entry[0]}, protoreflect.ValueOfString(entry[1])})
		}
	default:
		found = append(found, element{[]string{name}, value})
	}
	return found
}

// sorted gives the entries of a map by its keys: it has no order of its own.
func sorted(entries protoreflect.Map) [][2]string {
	var found [][2]string
	entries.Range(func(key protoreflect.MapKey, value protoreflect.Value) bool {
		found = append(found, [2]string{key.String(), value.String()})
		return true
	})
	slices.SortFunc(found, func(one, other [2]string) int { return strings.Compare(one[0], other[0]) })
	return found
}

// check gives the first thing that native JSON cannot say.
func check(message protoreflect.Message, path []string) error {
	shape := shapeOf(message.Descriptor())
	if inner(message) == nil {
		return invalid("proto.member", "no member that is known here is set", pointer(path))
	}
	for _, each := range shape.declared {
		needed := each.required && !each.IsList() && (each.free || each.isMessage() || each.Kind() == protoreflect.EnumKind)
		if needed && !message.Has(each.FieldDescriptor) {
			return invalid("proto.required", "a required field is absent", pointer(below(path, string(each.Name()))))
		}
	}
	for _, each := range set(message) {
		for _, found := range elements(message, each) {
			if err := checkOne(each, found.value, slices.Concat(path, found.path)); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkOne(known *field, value protoreflect.Value, path []string) error {
	switch {
	case known.isMessage():
		return check(value.Message(), path)
	case known.free:
		return checkFree(value.String(), path)
	case known.Kind() == protoreflect.EnumKind && word(known.Enum(), value.Enum()) == "":
		return invalid("proto.value", fmt.Sprintf("%d is no number that is known here", value.Enum()), pointer(path))
	case known.Kind() == protoreflect.DoubleKind && (math.IsNaN(value.Float()) || math.IsInf(value.Float(), 0)):
		return invalid("proto.number", fmt.Sprintf("JSON has no %v", value.Float()), pointer(path))
	}
	return nil
}

func checkFree(free string, path []string) error {
	parsed, err := parse([]byte(free))
	if err != nil && err.(*InvalidDocument).Diagnostics[0].Code != "json.depth" {
		return invalid("proto.json-text", "the text is no JSON: "+err.Error(), pointer(path))
	}
	if err != nil || parsed.root.depth() > freeDepth {
		return invalid("proto.depth", fmt.Sprintf("the JSON nests deeper than %d levels", freeDepth), pointer(path))
	}
	return nil
}

type writer struct {
	// What a reader of native JSON left over is put back.
	restores bool
}

func (w *writer) message(message protoreflect.Message) (string, error) {
	message = inner(message)
	shape := shapeOf(message.Descriptor())
	if shape.tag == "opaque" && w.restores && shape.canonical && message.Get(shape.declared[2].FieldDescriptor).String() == dialect {
		return strings.TrimSpace(message.Get(shape.declared[1].FieldDescriptor).String()), nil
	}
	found := &members{}
	if shape.tag != "" {
		found.set(tagKey, quoted(shape.tag))
	}
	own, restores := residueOf(message)
	restores = restores && w.restores && strings.HasPrefix(own, "{")
	for _, each := range shape.fields {
		if each == shape.open || !each.required && !message.Has(each.FieldDescriptor) {
			continue
		}
		text, err := w.field(message, each, restores && each == shape.residue)
		if err != nil {
			return "", err
		}
		if text != "" {
			found.set(each.key, text)
		}
	}
	if err := addOpen(message, shape, found); err != nil {
		return "", err
	}
	if restores {
		takeStandIns(shape, found, membersOf(own))
		return merged(found.joined(), own), nil
	}
	return found.joined(), nil
}

// takeStandIns takes the words out that only stand for those that were put aside.
func takeStandIns(shape *shape, found, aside *members) {
	for _, each := range shape.fields {
		standIn := standIns[string(each.FullName())]
		if standIn == "" || aside == nil || aside.texts[each.key] == "" {
			continue
		}
		if found.texts[each.key] == quoted(standIn) {
			found.take(each.key)
		}
	}
}

func addOpen(message protoreflect.Message, shape *shape, found *members) error {
	if shape.open == nil {
		return nil
	}
	for _, entry := range sorted(message.Get(shape.open.FieldDescriptor).Map()) {
		known := shape.keys[entry[0]]
		if known != nil && known != shape.open || entry[0] == tagKey && shape.tag != "" {
			return invalid("model.extra", "an open key is called like one of the object's own: "+entry[0], nil)
		}
		found.set(entry[0], strings.TrimSpace(entry[1]))
	}
	return nil
}

// field gives the text of a field; empty where there is nothing to say.
func (w *writer) field(message protoreflect.Message, known *field, withoutOwn bool) (string, error) {
	var parts []string
	for _, each := range elements(message, known) {
		if known.IsMap() && withoutOwn && each.path[1] == dialect {
			continue
		}
		text, err := w.one(known, each.value)
		if err != nil {
			return "", err
		}
		if known.IsMap() {
			text = quoted(each.path[1]) + ":" + text
		}
		parts = append(parts, text)
	}
	joined := strings.Join(parts, ",")
	switch {
	case known.IsList():
		return "[" + joined + "]", nil
	case known.IsMap() && joined != "":
		return "{" + joined + "}", nil
	}
	return joined, nil
}

func (w *writer) one(known *field, value protoreflect.Value) (string, error) {
	switch {
	case known.isMessage():
		return w.message(value.Message())
	case known.free:
		return strings.TrimSpace(value.String()), nil
	case known.Kind() == protoreflect.EnumKind:
		return quoted(word(known.Enum(), value.Enum())), nil
	case known.Kind() == protoreflect.DoubleKind:
		return double(value.Float()), nil
	case known.Kind() == protoreflect.StringKind:
		return quoted(value.String()), nil
	}
	return value.String(), nil
}

// double gives a whole number without a point, and minus zero as zero.
func double(value float64) string {
	if value == 0 {
		return "0"
	}
	if size := math.Abs(value); size >= 1e-6 && size < 1e21 {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}
