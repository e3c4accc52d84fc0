// Package strictjson decodes JSON that others wrote. It is encoding/json, but an object with a repeated
// member is an error: encoding/json keeps the last one, so that what a person or another program reads
// may not be what this program does.
//
//	err := strictjson.Unmarshal(line, &message)
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// Unmarshal is json.Unmarshal without repeated members.
func Unmarshal(data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return err
	}
	return Check(data)
}

// UnmarshalKnown is [Unmarshal] of an object whose members v must all have.
func UnmarshalKnown(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("data after the closing brace: want one JSON object")
	}
	return Check(data)
}

// Object sets dst from the text of one JSON object, whose members dst must all have. Errors begin with name, and name the key and the
// type that it wants.
func Object(name, text string, dst any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(dst); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			if kind.Field == "" {
				return fmt.Errorf("%s: a JSON %s: want %s", name, kind.Value, expectedType(kind))
			}
			key := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:] // without the name of an embedded type
			return fmt.Errorf("%s: key %q is a JSON %s: want %s", name, key, kind.Value, expectedType(kind))
		}
		if key, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
			return fmt.Errorf("%s: there is no key %s", name, key)
		}
		return fmt.Errorf("%s: not a JSON object: %s", name, strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("%s: there is more text after the JSON object: want one object only", name)
	}
	if err := Check([]byte(text)); err != nil {
		return fmt.Errorf("%s: key %w", name, err)
	}
	return nil
}

// expectedType returns the JSON type that the key of e must have.
func expectedType(e *json.UnmarshalTypeError) string {
	switch e.Type.Kind() {
	case reflect.Int, reflect.Int64, reflect.Uint16:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Uint64:
		return "a whole number of 64 bits"
	case reflect.Slice:
		return "an array"
	}
	return "an object"
}

// Check returns an error for the first member of an object in data that is there twice. Names that
// differ in case only are the same, as they are for encoding/json. The data must be valid JSON.
func Check(data []byte) error {
	var levels []level // the objects and arrays around
	name := false      // whether the next text is a name
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			name = data[i] == '{'
			levels = append(levels, level{object: name})
		case '}', ']':
			if len(levels) == 0 {
				return nil
			}
			levels, name = levels[:len(levels)-1], false
		case ',':
			name = len(levels) > 0 && levels[len(levels)-1].object
		case '"':
			from := i
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
			if name && i < len(data) {
				if err := levels[len(levels)-1].add(data[from : i+1]); err != nil {
					return err
				}
			}
			name = false
		}
	}
	return nil
}

// level is an object or an array in which a scan is.
type level struct {
	object bool
	names  []string        // of an object with few members
	many   map[string]bool // the names of one with many
}

// few is the number of members up to which a list of names is faster than a map.
const few = 16

// add adds the name of a member, as it stands in the text.
func (l *level) add(quoted []byte) error {
	name := string(quoted[1 : len(quoted)-1])
	if strings.Contains(name, `\`) || !utf8.ValidString(name) {
		if err := json.Unmarshal(quoted, &name); err != nil {
			return err
		}
	}
	folded := strings.ToLower(name)
	if l.many[folded] || slices.Contains(l.names, folded) {
		return fmt.Errorf("%q is there twice: leave one out", name)
	}
	switch {
	case l.many != nil:
		l.many[folded] = true
	case len(l.names) < few:
		l.names = append(l.names, folded)
	default:
		l.many = map[string]bool{folded: true}
	}
	return nil
}
