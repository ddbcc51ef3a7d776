// Copied by tools/protoc-gen-native from its go/later.go. Do not edit.

package native

import (
	"encoding/base64"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// What binary of a later version has and this one does not know stands in native JSON under this name, as base64 of
// its own bytes: in provider_raw, or in an opaque block of this dialect (docs/evolution.md).
const binary = "protobuf"

// aside is what was put aside at one message: the fields that have no name here, and by name, in base64, those whose
// values need a number that an enum does not have here.
type aside struct {
	unknown []byte
	fields  *members
}

func (a *aside) text() string {
	found := &members{}
	if len(a.unknown) > 0 {
		found.set("unknown", encoded(a.unknown))
	}
	if len(a.fields.keys) > 0 {
		found.set("fields", a.fields.joined())
	}
	return found.joined()
}

func encoded(data []byte) string {
	return quoted(base64.StdEncoding.EncodeToString(data))
}

// writable gives the message, or where it has something new a copy with that put aside.
func writable(message proto.Message) (protoreflect.Message, error) {
	root := message.ProtoReflect()
	err := check(root, nil)
	if err == nil && !hasUnknown(root) {
		return root, nil
	}
	root = proto.Clone(message).ProtoReflect()
	if err := putAside(root); err != nil {
		return nil, err
	}
	return root, check(root, nil)
}

// putAside puts aside all that is new in a message and in those in it.
func putAside(message protoreflect.Message) error {
	shape := shapeOf(message.Descriptor())
	if shape.opaque != nil && (needsNew(message) || inner(message) == nil) {
		return asOpaque(message, shape.opaque)
	}
	for _, each := range set(message) {
		if !each.isMessage() {
			continue
		}
		if !each.IsList() && needsNew(message.Get(each.FieldDescriptor).Message()) {
			if err := keepField(message, each); err != nil {
				return err
			}
			continue
		}
		for _, found := range elements(message, each) {
			if err := putAside(found.value.Message()); err != nil {
				return err
			}
		}
	}
	return putOwn(message)
}

func putOwn(message protoreflect.Message) error {
	for _, each := range set(message) {
		if !isNew(message, each) {
			continue
		}
		if err := keepField(message, each); err != nil {
			return err
		}
		if number := standIn(each); number != 0 {
			message.Set(each.FieldDescriptor, protoreflect.ValueOfEnum(number))
		}
	}
	unknown := message.GetUnknown()
	if len(unknown) == 0 {
		return nil
	}
	return keepMore(message, func(own *aside) {
		own.unknown = append(own.unknown, unknown...)
		message.SetUnknown(nil)
	})
}

// standIn gives the number that stands for one that only a later version knows; 0 where none does.
func standIn(known *field) protoreflect.EnumNumber {
	word := standIns[string(known.FullName())]
	if word == "" {
		return 0
	}
	return numberOf(known.Enum(), word)
}

func isNew(message protoreflect.Message, known *field) bool {
	if known.Kind() != protoreflect.EnumKind || known.IsList() {
		return false
	}
	return known.Enum().Values().ByNumber(message.Get(known.FieldDescriptor).Enum()) == nil
}

// needsNew says whether a message cannot be read without something new: whatever holds it keeps it whole.
func needsNew(message protoreflect.Message) bool {
	if shapeOf(message.Descriptor()).union {
		inside := inner(message)
		return inside != nil && needsNew(inside)
	}
	for _, each := range set(message) {
		if !each.required && !together[string(each.FullName())] || each.IsList() || each.IsMap() {
			continue
		}
		if isNew(message, each) && standIn(each) == 0 {
			return true
		}
		if each.isMessage() && needsNew(message.Get(each.FieldDescriptor).Message()) {
			return true
		}
	}
	return false
}

func asOpaque(message protoreflect.Message, opaque *field) error {
	data, err := wire(message)
	if err != nil || len(data) == 0 {
		return err
	}
	word := ""
	if member := message.WhichOneof(message.Descriptor().Oneofs().Get(0)); member != nil {
		word = string(member.Name())
	}
	proto.Reset(message.Interface())
	value := &members{}
	value.set(binary, encoded(data))
	fillOpaque(message, opaque, word, value.joined(), binary)
	return nil
}

func wire(message protoreflect.Message) ([]byte, error) {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(message.Interface())
	if err != nil {
		return nil, invalid("proto.value", err.Error(), nil)
	}
	return data, nil
}

func keepField(message protoreflect.Message, known *field) error {
	alone := message.New()
	alone.Set(known.FieldDescriptor, message.Get(known.FieldDescriptor))
	data, err := wire(alone)
	if err != nil {
		return err
	}
	return keepMore(message, func(own *aside) {
		own.fields.set(string(known.Name()), encoded(data))
		message.Clear(known.FieldDescriptor)
	})
}

func keepMore(message protoreflect.Message, add func(*aside)) error {
	nowhere := invalid("proto.unknown-field", "fields that this version does not know", nil)
	residue := shapeOf(message.Descriptor()).residue
	if residue == nil {
		return nowhere
	}
	entries := message.Mutable(residue.FieldDescriptor).Map()
	own := asideOf(entries)
	if own == nil {
		return nowhere
	}
	add(own)
	put(entries, binary, own.text())
	return nil
}

// asideOf gives what was put aside at a message; nil where somebody else wrote it.
func asideOf(entries protoreflect.Map) *aside {
	text := entries.Get(protoreflect.ValueOfString(binary).MapKey())
	if !text.IsValid() {
		return &aside{fields: &members{}}
	}
	found, own := membersOf(text.String()), &aside{unknown: []byte{}, fields: &members{}}
	if found == nil {
		return nil
	}
	for _, key := range found.keys {
		switch key {
		case "unknown":
			own.unknown = decoded(found.texts[key])
		case "fields":
			own.fields = membersOf(found.texts[key])
		default:
			return nil
		}
	}
	if own.unknown == nil || own.fields == nil {
		return nil
	}
	return own
}

// decoded gives the bytes of a JSON text in base64; nil where it is none.
func decoded(text string) []byte {
	parsed, err := parse([]byte(text))
	if err != nil || parsed.root.kind != str {
		return nil
	}
	data, err := base64.StdEncoding.DecodeString(parsed.root.value)
	if err != nil || encoded(data) != quoted(parsed.root.value) {
		return nil
	}
	return data
}

// giveBack puts all that was put aside in a message, and in those in it, into its old place; what is set there wins.
func giveBack(message protoreflect.Message) {
	for _, each := range set(message) {
		if each.isMessage() {
			for _, found := range elements(message, each) {
				giveBack(found.value.Message())
			}
		}
	}
	shape := shapeOf(message.Descriptor())
	if shape.opaque != nil {
		fromOpaque(message, shape.opaque)
	}
	if shape.residue != nil {
		giveOwn(message, message.Get(shape.residue.FieldDescriptor).Map(), shape)
	}
}

// giveOwn gives all or nothing back: what no writer put aside is only an entry of a map, and stays one.
func giveOwn(message protoreflect.Message, entries protoreflect.Map, shape *shape) {
	key := protoreflect.ValueOfString(binary).MapKey()
	own := asideOf(entries)
	if !entries.Has(key) || own == nil || !isNameless(message, own.unknown) {
		return
	}
	var fields []protoreflect.Message
	for _, name := range own.fields.keys {
		alone := message.New()
		data := decoded(own.fields.texts[name])
		if data == nil || proto.Unmarshal(data, alone.Interface()) != nil {
			return
		}
		has := set(alone)
		if len(has) != 1 || string(has[0].Name()) != name || has[0].IsList() || has[0].IsMap() {
			return
		}
		fields = append(fields, alone)
	}
	message.SetUnknown(append(message.GetUnknown(), own.unknown...))
	for _, alone := range fields {
		known := set(alone)[0]
		number := standIn(known)
		if !message.Has(known.FieldDescriptor) || number != 0 && message.Get(known.FieldDescriptor).Enum() == number {
			proto.Merge(message.Interface(), alone.Interface())
		}
	}
	message.Mutable(shape.residue.FieldDescriptor).Map().Clear(key)
}

// isNameless says whether these are unknown fields alone: what has a name is said by the document itself.
func isNameless(message protoreflect.Message, data []byte) bool {
	alone := message.New()
	return proto.Unmarshal(data, alone.Interface()) == nil && len(set(alone)) == 0
}

func fromOpaque(message protoreflect.Message, opaque *field) {
	inside := inner(message)
	if inside == nil || inside.Descriptor() != opaque.Message() {
		return
	}
	fields := shapeOf(inside.Descriptor()).declared
	added := slices.ContainsFunc(fields[3:], func(each *field) bool { return inside.Has(each.FieldDescriptor) })
	if added || inside.Get(fields[2].FieldDescriptor).String() != binary {
		return
	}
	value := membersOf(inside.Get(fields[1].FieldDescriptor).String())
	if value == nil || len(value.keys) != 1 {
		return
	}
	whole := message.New()
	data := decoded(value.texts[binary])
	if len(data) == 0 || proto.Unmarshal(data, whole.Interface()) != nil {
		return
	}
	proto.Reset(message.Interface())
	proto.Merge(message.Interface(), whole.Interface())
}
