// Copied by tools/protoc-gen-native from its go/read.go. Do not edit.

package native

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// A word of an enum, as a later version may have it.
var wordPattern = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// The word that is never written.
const unspecified = "unspecified"

// newWord is a word that only a later version knows: whoever can do without it puts it aside.
type newWord struct{ error }

type reader struct {
	text *text
	free []*node
	// Only looks whether new words are all that does not fit.
	takesAnyWord bool
	// Whether something was kept that is not known.
	leftOver bool
}

func (r *reader) read(message protoreflect.Message) error {
	if err := r.message(message, r.text.root, nil); err != nil {
		if word, ok := err.(newWord); ok {
			return word.error
		}
		return err
	}
	for _, free := range r.free {
		if free.depth() > freeDepth {
			return invalid("json.depth", fmt.Sprintf("free JSON nested deeper than %d levels", freeDepth), nil)
		}
	}
	if r.leftOver {
		mark(inner(message))
	}
	return nil
}

func (r *reader) refuse(code, message string, at *node, path []string) error {
	line, column := r.text.place(at.start)
	return &InvalidDocument{[]Diagnostic{{code, message, pointer(path), line, column}}}
}

func below(path []string, key string) []string {
	return append(slices.Clone(path), key)
}

func (r *reader) message(message protoreflect.Message, at *node, path []string) error {
	if at.kind != object {
		return r.refuse("json.type", "expected an object", at, path)
	}
	shape := shapeOf(message.Descriptor())
	if !shape.union && shape.tag == "" {
		return r.members(message, shape, at, path)
	}
	tag := at.members[tagKey]
	if tag == nil {
		return r.refuse("json.required", "there is no `type`", at, path)
	}
	if tag.kind != str {
		return r.refuse("json.type", "expected a text", tag, below(path, tagKey))
	}
	if shape.union {
		return r.union(message, shape, tag, at, path)
	}
	if tag.value != shape.tag {
		return r.refuse("json.value", "another type is expected here", tag, below(path, tagKey))
	}
	return r.members(message, shape, at, path)
}

func (r *reader) union(message protoreflect.Message, shape *shape, tag, at *node, path []string) error {
	if member := shape.keys[tag.value]; member != nil {
		inside := message.Mutable(member.FieldDescriptor).Message()
		err := r.members(inside, shapeOf(inside.Descriptor()), at, path)
		if _, ok := err.(newWord); !ok {
			return err
		}
		if err := r.loosely().members(inside.New(), shapeOf(inside.Descriptor()), at, path); err != nil {
			return err
		}
		message.Clear(member.FieldDescriptor)
	}
	if shape.opaque == nil {
		return r.refuse("json.value", "a type that is not known", tag, below(path, tagKey))
	}
	fillOpaque(message, shape.opaque, tag.value, r.freeText(at), dialect)
	r.leftOver = true
	return nil
}

// fillOpaque gives an opaque member the word for its type, the whole, and where it came from, in this order.
func fillOpaque(message protoreflect.Message, opaque *field, texts ...string) {
	inside := message.Mutable(opaque.FieldDescriptor).Message()
	for i, text := range texts {
		inside.Set(inside.Descriptor().Fields().Get(i), protoreflect.ValueOfString(text))
	}
}

func (r *reader) members(message protoreflect.Message, shape *shape, at *node, path []string) error {
	unknown := &members{}
	for _, key := range at.keys {
		value := at.members[key]
		switch known := shape.keys[key]; {
		case known != nil && known != shape.open:
			fits, err := r.fits(message, shape, known, value, below(path, key))
			if err != nil {
				return err
			}
			if !fits {
				unknown.set(key, r.freeText(value))
			}
		case key != tagKey || shape.tag == "":
			unknown.set(key, r.freeText(value))
		}
	}
	if err := r.keep(message, shape, unknown, at, path); err != nil {
		return err
	}
	for _, each := range shape.fields {
		if each.required && at.members[each.key] == nil {
			return r.refuse("json.required", "there is no `"+each.key+"`", at, path)
		}
	}
	return nil
}

// loosely gives a reader that only looks whether new words are all that does not fit.
func (r *reader) loosely() *reader {
	return &reader{text: r.text, takesAnyWord: true}
}

// fits reads a field; false where it needs a new word that can be put aside, and nothing else is wrong with it.
func (r *reader) fits(message protoreflect.Message, shape *shape, known *field, at *node, path []string) (bool, error) {
	err := r.field(message, shape, known, at, path)
	if _, ok := err.(newWord); !ok {
		return true, err
	}
	message.Clear(known.FieldDescriptor)
	if err := r.loosely().field(message.New(), shape, known, at, path); err != nil {
		return false, err
	}
	name := string(known.FullName())
	standIn := standIns[name]
	if shape.residue == nil || together[name] || known.required && standIn == "" {
		return false, err
	}
	if standIn != "" {
		message.Set(known.FieldDescriptor, protoreflect.ValueOfEnum(numberOf(known.Enum(), standIn)))
	}
	return false, nil
}

// keep is for what the message does not know: open keys of other systems, and residue of the model.
func (r *reader) keep(message protoreflect.Message, shape *shape, unknown *members, at *node, path []string) error {
	switch {
	case len(unknown.keys) == 0:
	case shape.open != nil:
		for _, key := range unknown.keys {
			put(message.Mutable(shape.open.FieldDescriptor).Map(), key, unknown.texts[key])
		}
	case shape.residue != nil:
		put(message.Mutable(shape.residue.FieldDescriptor).Map(), dialect, kept(unknown))
		r.leftOver = true
	default:
		return r.refuse("json.unknown-key", fmt.Sprintf("%q is not known", unknown.keys), at, path)
	}
	return nil
}

func put(entries protoreflect.Map, key, value string) {
	entries.Set(protoreflect.ValueOfString(key).MapKey(), protoreflect.ValueOfString(value))
}

func (r *reader) freeText(at *node) string {
	r.free = append(r.free, at)
	return r.text.of(at)
}

func (r *reader) field(message protoreflect.Message, shape *shape, known *field, at *node, path []string) error {
	isValue := known.required || known.free && !known.IsMap() && !known.IsList()
	// "null means absent" (10) is a rule of the model; other systems have no null where nothing can be absent.
	if at.kind == null && !isValue && (shape.canonical || canBeAbsent(known)) {
		return nil
	}
	switch {
	case known.IsList():
		return r.list(message, known, at, path)
	case known.IsMap():
		if at.kind != object {
			return r.refuse("json.type", "expected an object", at, path)
		}
		for _, key := range at.keys {
			put(message.Mutable(known.FieldDescriptor).Map(), key, r.freeText(at.members[key]))
		}
		return nil
	case known.isMessage():
		return r.message(message.Mutable(known.FieldDescriptor).Message(), at, path)
	}
	value, err := r.scalar(known, at, path)
	if err == nil {
		message.Set(known.FieldDescriptor, value)
	}
	return err
}

func canBeAbsent(known *field) bool {
	return known.HasPresence() || known.IsMap() || known.Kind() == protoreflect.EnumKind && !known.IsList()
}

func (r *reader) list(message protoreflect.Message, known *field, at *node, path []string) error {
	if at.kind != array {
		return r.refuse("json.type", "expected an array", at, path)
	}
	for i, item := range at.items {
		place := below(path, strconv.Itoa(i))
		list := message.Mutable(known.FieldDescriptor).List()
		if known.isMessage() {
			if err := r.message(list.AppendMutable().Message(), item, place); err != nil {
				return err
			}
			continue
		}
		value, err := r.scalar(known, item, place)
		if err != nil {
			return err
		}
		list.Append(value)
	}
	return nil
}

func (r *reader) scalar(known *field, at *node, path []string) (value protoreflect.Value, err error) {
	if known.free {
		return protoreflect.ValueOfString(r.freeText(at)), nil
	}
	kinds := map[protoreflect.Kind]kind{protoreflect.BoolKind: truth, protoreflect.Int64Kind: number, protoreflect.DoubleKind: number}
	wanted, ok := kinds[known.Kind()]
	if !ok {
		wanted = str // texts, and the words of enums
	}
	if at.kind != wanted {
		return value, r.refuse("json.type", "a value of another type is expected here", at, path)
	}
	switch known.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(r.text.data[at.start] == 't'), nil
	case protoreflect.Int64Kind:
		return r.integer(at, path)
	case protoreflect.DoubleKind:
		number, _ := strconv.ParseFloat(r.text.of(at), 64)
		if math.IsInf(number, 0) {
			return value, r.refuse("json.number", "no double is as large", at, path)
		}
		return protoreflect.ValueOfFloat64(number), nil
	case protoreflect.EnumKind:
		return r.word(known, at, path)
	}
	return protoreflect.ValueOfString(at.value), nil
}

func (r *reader) word(known *field, at *node, path []string) (value protoreflect.Value, err error) {
	if number := numberOf(known.Enum(), at.value); number != 0 {
		return protoreflect.ValueOfEnum(number), nil
	}
	err = r.refuse("json.value", "`"+at.value+"` is no word that is known here", at, path)
	switch {
	case !shapeOf(known.ContainingMessage()).canonical || !wordPattern.MatchString(at.value) || at.value == unspecified:
		return value, err
	case !r.takesAnyWord:
		return value, newWord{err}
	}
	return protoreflect.ValueOfEnum(1), nil
}

func (r *reader) integer(at *node, path []string) (value protoreflect.Value, err error) {
	if !digits.MatchString(r.text.of(at)) {
		return value, r.refuse("json.type", "expected an integer", at, path)
	}
	found, err := strconv.ParseInt(r.text.of(at), 10, 64)
	if err != nil {
		return value, r.refuse("json.number", "more than 64 bits", at, path)
	}
	return protoreflect.ValueOfInt64(found), nil
}

// mark says at the root that there is residue at it or below, so that a writer need not look for it.
func mark(message protoreflect.Message) {
	if residue := shapeOf(message.Descriptor()).residue; residue != nil {
		own, _ := residueOf(message)
		put(message.Mutable(residue.FieldDescriptor).Map(), dialect, marked(own))
	}
}
