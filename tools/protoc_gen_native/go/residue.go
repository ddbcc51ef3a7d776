package native

import (
	"encoding/json"
	"slices"
	"strings"
)

// What native JSON brings and this version does not know is kept in provider_raw, as an overlay with these marks.
const (
	formMark = "$form"
	omitMark = "$omit"
	alsoMark = "$also"
	keysMark = "$keys"
)

var (
	private  = []string{formMark, "$envelope", "$chunks", "$spelled"}
	marks    = append([]string{omitMark, alsoMark, keysMark}, private...)
	defaults = []string{"null", "[]", "{}", `""`, "false", "0"}
)

// members are those of an object: the text of each, in their order.
type members struct {
	keys  []string
	texts map[string]string
}

func (m *members) set(key, text string) {
	if m.texts == nil {
		m.texts = map[string]string{}
	}
	if _, ok := m.texts[key]; !ok {
		m.keys = append(m.keys, key)
	}
	m.texts[key] = text
}

func (m *members) take(key string) string {
	text := m.texts[key]
	delete(m.texts, key)
	m.keys = slices.DeleteFunc(m.keys, func(each string) bool { return each == key })
	return text
}

func (m *members) joined() string {
	var parts []string
	for _, key := range m.keys {
		parts = append(parts, quoted(key)+":"+m.texts[key])
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// membersOf gives the members of the object that a text is; nil where it is none.
func membersOf(data string) *members {
	parsed, err := parse([]byte(data))
	if err != nil || parsed.root.kind != object {
		return nil
	}
	found := &members{}
	for _, key := range parsed.root.keys {
		found.set(key, parsed.of(parsed.root.members[key]))
	}
	return found
}

// kept gives unknown members as residue: those called like its marks stand apart, under $keys.
func kept(unknown *members) string {
	own, others := &members{}, &members{}
	for _, key := range unknown.keys {
		if slices.Contains(marks, key) {
			own.set(key, unknown.texts[key])
		} else {
			others.set(key, unknown.texts[key])
		}
	}
	if len(own.keys) > 0 {
		others.set(keysMark, own.joined())
	}
	return others.joined()
}

// marked gives the residue of a root that says: there is something at it or below to put back.
func marked(residue string) string {
	found := membersOf(residue)
	if found == nil {
		found = &members{}
	}
	found.set(formMark, `{"residue":true}`)
	return found.joined()
}

// merged gives the object base with the members of overlay that it lacks, objects recursively.
func merged(base, overlay string) string {
	found, extra := membersOf(base), membersOf(overlay)
	if found == nil || extra == nil {
		return base
	}
	omit, also, keys := extra.take(omitMark), extra.take(alsoMark), extra.take(keysMark)
	for _, mark := range private {
		extra.take(mark)
	}
	for _, more := range []string{also, keys} {
		if inner := membersOf(more); inner != nil {
			for _, key := range inner.keys {
				extra.set(key, inner.texts[key])
			}
		}
	}
	for _, key := range extra.keys {
		if mine, ok := found.texts[key]; ok {
			found.set(key, merged(mine, extra.texts[key]))
		} else {
			found.set(key, extra.texts[key])
		}
	}
	var names []string
	if json.Unmarshal([]byte(omit), &names) == nil {
		for _, name := range names {
			if slices.Contains(defaults, found.texts[name]) {
				found.take(name)
			}
		}
	}
	return found.joined()
}
