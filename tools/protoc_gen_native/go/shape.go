package native

import (
	"strings"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// The dialect under whose name residue of native JSON is kept, and the key that tells the members of a union apart.
const (
	dialect = "turnwire"
	tagKey  = "type"
)

// A field is one field of a message: its key in native JSON, and what stands there.
type field struct {
	protoreflect.FieldDescriptor
	key      string
	required bool
	// Free JSON, or an object of it.
	free bool
}

// A shape is how a message looks in native JSON: the rules of proto/README.md, from its descriptor and from the facts.
type shape struct {
	name string
	// In the order they are written in: the required ones first.
	fields []*field
	// In the order of the proto.
	declared []*field
	keys     map[string]*field
	union    bool
	// The word under `type`, where the message is a member of a union.
	tag string
	// Whether unknown keys are kept as residue, and unknown types as opaque.
	canonical bool
	// The member of a union that holds what is not known.
	opaque *field
	// The field whose keys stand inline in the object itself, and the one that keeps residue.
	open, residue *field
}

var shapes sync.Map

func shapeOf(desc protoreflect.MessageDescriptor) *shape {
	if found, ok := shapes.Load(desc.FullName()); ok {
		return found.(*shape)
	}
	made := newShape(desc)
	shapes.Store(desc.FullName(), made)
	return made
}

func newShape(desc protoreflect.MessageDescriptor) *shape {
	name, pkg := string(desc.FullName()), string(desc.ParentFile().Package())
	made := &shape{name: name, keys: map[string]*field{}, tag: tags[name], canonical: pkg == canonical}
	var others []*field
	for i := range desc.Fields().Len() {
		found := newField(desc.Fields().Get(i), camel[pkg])
		made.keys[found.key] = found
		made.declared = append(made.declared, found)
		if found.required {
			made.fields = append(made.fields, found)
		} else {
			others = append(others, found)
		}
		switch {
		case made.canonical && found.Name() == "provider_raw_json":
			made.residue = found
		case !made.canonical && found.Name() == "extra_json":
			made.open = found
		}
	}
	made.fields = append(made.fields, others...)
	oneofs := desc.Oneofs()
	made.union = oneofs.Len() == 1 && !oneofs.Get(0).IsSynthetic() && oneofs.Get(0).Fields().Len() == desc.Fields().Len()
	if made.union && made.canonical {
		made.opaque = made.keys["opaque"]
	}
	return made
}

func newField(desc protoreflect.FieldDescriptor, inCamels bool) *field {
	name := string(desc.Name())
	text := desc.Kind() == protoreflect.StringKind || desc.IsMap()
	found := &field{FieldDescriptor: desc, free: text && strings.HasSuffix(name, "_json"), required: required[string(desc.FullName())]}
	if found.free {
		name = strings.TrimSuffix(name, "_json")
	}
	if inCamels {
		first, rest, _ := strings.Cut(name, "_")
		for name = first; rest != ""; {
			first, rest, _ = strings.Cut(rest, "_")
			name += strings.ToUpper(first[:1]) + first[1:]
		}
	}
	found.key = name
	return found
}

func (f *field) isMessage() bool {
	return !f.IsMap() && f.Kind() == protoreflect.MessageKind
}

// prefix gives what the values of an enum begin with: `STOP_REASON_` for `StopReason`.
func prefix(desc protoreflect.EnumDescriptor) string {
	unspecified := string(desc.Values().ByNumber(0).Name())
	return strings.TrimSuffix(unspecified, "UNSPECIFIED")
}

// word gives the word of a number; empty where the number has none.
func word(desc protoreflect.EnumDescriptor, number protoreflect.EnumNumber) string {
	value := desc.Values().ByNumber(number)
	if number == 0 || value == nil {
		return ""
	}
	return strings.ToLower(strings.TrimPrefix(string(value.Name()), prefix(desc)))
}

// numberOf gives the number of a word; 0 where it is none of the enum.
func numberOf(desc protoreflect.EnumDescriptor, wanted string) protoreflect.EnumNumber {
	value := desc.Values().ByName(protoreflect.Name(prefix(desc) + strings.ToUpper(wanted)))
	if value == nil || strings.ToLower(wanted) != wanted {
		return 0
	}
	return value.Number()
}

func setOf(names ...string) map[string]bool {
	found := make(map[string]bool, len(names))
	for _, name := range names {
		found[name] = true
	}
	return found
}

// pairs gives a map from every first to the name after it.
func pairs(names ...string) map[string]string {
	found := make(map[string]string, len(names)/2)
	for i := 0; i < len(names); i += 2 {
		found[names[i]] = names[i+1]
	}
	return found
}
