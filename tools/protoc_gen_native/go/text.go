package native

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Levels of one document; those of free JSON in it are fewer, since it stands inside of one.
const (
	maxDepth  = 64
	freeDepth = 48
	maxDigits = 4300
)

type kind int

const (
	object kind = iota
	array
	str
	number
	truth
	null
)

// A node is one value of a document; start and end are offsets in its text.
type node struct {
	kind       kind
	start, end int
	keys       []string
	members    map[string]*node
	items      []*node
	value      string
}

func (n *node) depth() int {
	deepest := 0
	for _, item := range n.items {
		deepest = max(deepest, item.depth())
	}
	for _, member := range n.members {
		deepest = max(deepest, member.depth())
	}
	if n.kind == object || n.kind == array {
		return deepest + 1
	}
	return 0
}

// A text is a parsed document: its tree, and what its error messages need.
type text struct {
	root *node
	data []byte
	at   int
	path []string
}

var (
	numberPattern = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`)
	digits        = regexp.MustCompile(`^-?[0-9]+$`)
	escape        = regexp.MustCompile(`^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})`)
	high          = regexp.MustCompile(`^\\u[dD][89abAB]`)
	low           = regexp.MustCompile(`^\\u[dD][c-fC-F]`)
)

// parse gives the tree of one JSON text in UTF-8: strict, with every digit, and no key twice.
func parse(data []byte) (parsed *text, err error) {
	t := &text{data: data}
	defer func() {
		// Inside of the parser a fault is thrown, so that it reads as the grammar does.
		if thrown := recover(); thrown != nil {
			fault, ok := thrown.(*InvalidDocument)
			if !ok {
				panic(thrown)
			}
			parsed, err = nil, fault
		}
	}()
	t.checkStart()
	t.skip()
	if t.at == len(data) {
		panic(t.fault("json.empty", "the document is empty", t.at))
	}
	t.root = t.read(0)
	t.skip()
	if t.at < len(data) {
		panic(t.unexpected())
	}
	return t, nil
}

func (t *text) checkStart() {
	utf16 := bytes.HasPrefix(t.data, []byte("\xff\xfe")) || bytes.HasPrefix(t.data, []byte("\xfe\xff"))
	switch {
	case bytes.HasPrefix(t.data, []byte("\ufeff")):
		panic(t.unplaced("json.bom", "the text starts with a byte order mark", 0))
	case utf16 || bytes.IndexByte(t.data[:min(4, len(t.data))], 0) >= 0:
		panic(t.unplaced("json.utf8", "the text is in UTF-16 or UTF-32", 0))
	}
	for at := 0; at < len(t.data); {
		found, size := utf8.DecodeRune(t.data[at:])
		if found == utf8.RuneError && size == 1 {
			panic(t.unplaced("json.utf8", "a byte that is not UTF-8", at))
		}
		at += size
	}
}

// unplaced is a fault of which only the line and column are known.
func (t *text) unplaced(code, message string, at int) *InvalidDocument {
	line, column := t.place(at)
	return &InvalidDocument{[]Diagnostic{{Code: code, Message: message, Line: line, Column: column}}}
}

func (t *text) fault(code, message string, at int) *InvalidDocument {
	fault := t.unplaced(code, message, at)
	fault.Diagnostics[0].Pointer = pointer(t.path)
	return fault
}

func (t *text) unexpected() *InvalidDocument {
	if t.at == len(t.data) {
		return t.fault("json.truncated", "the text ends too early", t.at)
	}
	at := t.at
	if t.data[at] == '"' {
		t.readString() // what looks like a string and is none is wrong further on
	}
	found, _ := utf8.DecodeRune(t.data[at:])
	return t.fault("json.syntax", fmt.Sprintf("`%c` is not expected here", found), at)
}

// place gives the line and column of an offset.
func (t *text) place(at int) (line, column int) {
	start := bytes.LastIndexByte(t.data[:at], '\n') + 1
	return bytes.Count(t.data[:start], []byte("\n")) + 1, utf8.RuneCount(t.data[start:at]) + 1
}

// of gives the text of a value, as it stands there.
func (t *text) of(n *node) string {
	return string(t.data[n.start:n.end])
}

func (t *text) skip() {
	for t.at < len(t.data) && strings.IndexByte(" \t\n\r", t.data[t.at]) >= 0 {
		t.at++
	}
}

// next gives the byte that stands here, and 0, which is no part of JSON, at the end.
func (t *text) next() byte {
	if t.at == len(t.data) {
		return 0
	}
	return t.data[t.at]
}

func (t *text) read(depth int) *node {
	start := t.at
	switch first := t.next(); first {
	case '{', '[':
		if depth == maxDepth {
			panic(t.fault("json.depth", fmt.Sprintf("nested deeper than %d levels", maxDepth), start))
		}
		t.at++
		if first == '{' {
			return t.readObject(start, depth+1)
		}
		return t.readArray(start, depth+1)
	case '"':
		value := t.readString()
		return &node{kind: str, value: value, start: start, end: t.at}
	}
	for word, kind := range map[string]kind{"true": truth, "false": truth, "null": null} {
		if bytes.HasPrefix(t.data[start:], []byte(word)) {
			t.at += len(word)
			return &node{kind: kind, start: start, end: t.at}
		}
	}
	found := numberPattern.Find(t.data[start:])
	if found == nil {
		panic(t.unexpected())
	}
	if len(found) > maxDigits && digits.Match(found) {
		panic(t.fault("json.number", fmt.Sprintf("an integer of more than %d digits", maxDigits), start))
	}
	t.at += len(found)
	return &node{kind: number, start: start, end: t.at}
}

func (t *text) readArray(start, depth int) *node {
	found := &node{kind: array, start: start}
	t.path = append(t.path, "0")
	t.skip()
	for more := t.next() != ']'; more; {
		found.items = append(found.items, t.read(depth))
		if more = t.goesOn(']'); more {
			t.path[len(t.path)-1] = strconv.Itoa(len(found.items))
		}
	}
	t.path = t.path[:len(t.path)-1]
	t.at++
	found.end = t.at
	return found
}

func (t *text) readObject(start, depth int) *node {
	found := &node{kind: object, start: start, members: map[string]*node{}}
	t.skip()
	// Until there is a key, the place is the object itself.
	for more := t.next() != '}'; more; {
		if t.next() != '"' {
			panic(t.unexpected())
		}
		at := t.at
		key := t.readString()
		t.path = append(t.path, key)
		if found.members[key] != nil {
			panic(t.fault("json.duplicate-key", "a key stands twice in one object", at))
		}
		t.skip()
		if t.next() != ':' {
			panic(t.unexpected())
		}
		t.at++
		t.skip()
		found.keys = append(found.keys, key)
		found.members[key] = t.read(depth)
		more = t.goesOn('}')
		t.path = t.path[:len(t.path)-1]
	}
	t.at++
	found.end = t.at
	return found
}

// goesOn says whether, after a value, a comma follows, and with it another one.
func (t *text) goesOn(closer byte) bool {
	t.skip()
	switch t.next() {
	case closer:
		return false
	case ',':
		t.at++
		t.skip()
		return true
	}
	panic(t.unexpected())
}

func (t *text) readString() string {
	start, plain := t.at, true
	for t.at++; t.next() != '"'; {
		switch {
		case t.at == len(t.data):
			panic(t.fault("json.truncated", "the text ends inside a string", t.at))
		case t.data[t.at] < 0x20:
			panic(t.fault("json.syntax", "a control character in a string", t.at))
		case t.data[t.at] == '\\':
			found := escape.Find(t.data[t.at:])
			if found == nil {
				panic(t.fault("json.syntax", "a backslash that starts no escape", t.at))
			}
			plain = false
			t.at += len(found)
		default:
			t.at++
		}
	}
	t.at++
	if plain {
		return string(t.data[start+1 : t.at-1])
	}
	t.checkPairs(start)
	var value string
	if err := json.Unmarshal(t.data[start:t.at], &value); err != nil {
		panic(t.fault("json.syntax", err.Error(), start))
	}
	return value
}

func (t *text) checkPairs(start int) {
	for at := start; at < t.at; {
		first := high.Match(t.data[at:])
		switch {
		case t.data[at] != '\\':
			at++
		case first && !low.Match(t.data[at+6:]), !first && low.Match(t.data[at:]):
			panic(t.fault("json.surrogate", "half of a surrogate pair", at))
		case first:
			at += 12
		default:
			at += len(escape.Find(t.data[at:]))
		}
	}
}

// pointer gives a JSON Pointer (RFC 6901).
func pointer(path []string) *string {
	var found strings.Builder
	for _, key := range path {
		found.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
	}
	made := found.String()
	return &made
}

// quoted gives a text as JSON: what need not be escaped stands as it is.
func quoted(value string) string {
	var found strings.Builder
	found.WriteByte('"')
	for _, char := range value {
		switch {
		case char == '"' || char == '\\':
			found.WriteString("\\" + string(char))
		case char >= 0x20:
			found.WriteRune(char)
		case strings.ContainsRune("\b\t\n\f\r", char):
			found.WriteString(map[rune]string{'\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`}[char])
		default:
			fmt.Fprintf(&found, `\u%04x`, char)
		}
	}
	found.WriteByte('"')
	return found.String()
}
