package text

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"rummygym/env/record"
)

// Schema returns the JSON schema (draft 2020-12) of a position as [Writer.AppendJSON] writes it with the option cards "letters"
// and no other names of cards. [ReadPosition] also reads positions in which members are left out. The schema is made from the
// types that are written.
func Schema() []byte {
	s := schemaOf(reflect.TypeFor[position]())
	s["$schema"], s["title"] = "https://json-schema.org/draft/2020-12/schema", "a position of rummygym"
	s["description"] = fmt.Sprintf("Version %d of the format: what one seat knows of a game.", PositionVersion)
	s["properties"].(map[string]any)["version"].(map[string]any)["const"] = PositionVersion
	s["$defs"] = map[string]any{"event": map[string]any{"oneOf": record.EventSchemas()}}
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("text: the schema is made of texts: " + err.Error())
	}
	return append(b, '\n')
}

// documented are the members of the types that have a table in the documentation.
var documented = map[reflect.Type][]member{
	reflect.TypeFor[position](): members, reflect.TypeFor[seat](): seatMembers, reflect.TypeFor[move](): moveMembers,
}

// schemaOf returns the schema of the values of a type.
func schemaOf(t reflect.Type) map[string]any {
	switch {
	case t == reflect.TypeFor[record.Event]():
		return map[string]any{"$ref": "#/$defs/event"}
	case t == reflect.TypeFor[record.Type]():
		return map[string]any{"enum": record.Types()}
	case t == reflect.TypeFor[string]():
		return map[string]any{"type": "string"} // the phase may be empty
	case t == reflect.TypeFor[json.RawMessage](), t.Kind() != reflect.Struct && t.Kind() != reflect.Slice && t.Kind() != reflect.Pointer:
		return record.ValueSchema(reflect.New(t).Interface())
	case t == reflect.TypeFor[[]record.Group]():
		return orNull(map[string]any{"type": "array", "items": schemaOf(t.Elem())}) // null if the hand has no meld
	case t.Kind() == reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem())}
	case t.Kind() == reflect.Pointer:
		return orNull(schemaOf(t.Elem()))
	}
	properties, required := map[string]any{}, []string{}
	addMembers(t, documented[t], properties, &required)
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func orNull(s map[string]any) map[string]any {
	return map[string]any{"oneOf": []any{s, map[string]any{"type": "null"}}}
}

// addMembers adds the members of an object, also those of embedded structs. If there is a documentation, members that it lacks are
// not written.
func addMembers(t reflect.Type, docs []member, properties map[string]any, required *[]string) {
	var embedded []reflect.Type
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			if embedded = append(embedded, f.Type); f.Type.Kind() == reflect.Pointer {
				embedded[len(embedded)-1] = f.Type.Elem()
			}
			continue
		}
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		doc := ""
		for _, m := range docs {
			if m.name == name {
				doc = m.doc
			}
		}
		if _, shadowed := properties[name]; shadowed || name == "-" || docs != nil && doc == "" {
			continue
		}
		of := f.Type
		if rest == "omitempty" && of.Kind() == reflect.Pointer {
			of = of.Elem() // nil is left out
		}
		s := schemaOf(of)
		if name == "events" {
			s = orNull(s)
		}
		if doc != "" {
			s["description"] = doc
		}
		if properties[name] = s; rest != "omitempty" {
			*required = append(*required, name)
		}
	}
	for _, e := range embedded {
		addMembers(e, docs, properties, required)
	}
}
