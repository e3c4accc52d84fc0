package options

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"rummygym/internal/strictjson"
)

// List holds options in the order of help texts and tables. It is a JSON object of their
// values by name.
type List []*Option

// Names returns the names of the options.
func (l List) Names() []string {
	names := make([]string, len(l))
	for i, o := range l {
		names[i] = o.Name
	}
	return names
}

// Find returns the option with the given name, nil if there is none.
func (l List) Find(name string) *Option {
	for _, o := range l {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// Lookup returns the option with the given name. The error suggests a similar name.
func (l List) Lookup(name string) (*Option, error) {
	if o := l.Find(name); o != nil {
		return o, nil
	}
	return nil, fmt.Errorf("option %s is not known%s", name, Suggest(name, l.Names()))
}

// Given reports whether the option of that name was set, or has another value than its default.
func (l List) Given(name string) bool {
	o := l.Find(name)
	return o != nil && (o.Given || o.String() != o.Default)
}

// Check returns an error for the first value that is missing or that no user can mean, see [Option.Check], and for options that
// exclude each other, if both have another value than their defaults.
func (l List) Check() error {
	for _, o := range l {
		if o.Required && o.String() == "" {
			return Usage(fmt.Errorf("--%s is missing: %s", o.Name, o.Doc))
		}
		if err := o.Check(); err != nil && (o.Given || o.String() != o.began) { // a value to begin with, such as -1 for none, is allowed
			return Usage(err)
		}
		for _, name := range o.Excludes {
			if other := l.Find(name); o.String() != o.Default && other.String() != other.Default {
				return Usage(fmt.Errorf("--%s and --%s exclude each other: leave one out", o.Name, name))
			}
		}
	}
	return nil
}

// Validate returns an error that names the first option of rules whose value is none that it takes, or nil. Of is what
// the error begins with, the name of a game.
func (l List) Validate(of string) error {
	for _, o := range l {
		switch v := o.Value.(type) {
		case *number:
			if n := int64(*v.field); n < o.Low || n > o.High {
				return fmt.Errorf("%s: option %s is %d: want %d to %d", of, o.Name, n, o.Low, o.High)
			}
		case *choice:
			if i := v.get(); i >= len(v.words) {
				return fmt.Errorf("%s: option %s is %d: want %s", of, o.Name, i, strings.Join(v.words, " or "))
			}
		}
	}
	return nil
}

// Set sets the option of that name to the value that text stands for. Whether the rules
// are then valid is not checked.
func (l List) Set(name, text string) error {
	o, err := l.Lookup(name)
	if err != nil {
		return err
	}
	if err := o.Set(text); err != nil {
		return fmt.Errorf("option %s: %w", name, err)
	}
	return nil
}

// Values returns the values by name, in the form of [Option.JSON].
func (l List) Values() map[string]any {
	values := map[string]any{}
	for _, o := range l {
		values[o.Name] = o.JSON()
	}
	return values
}

// Change sets options by name to values that package encoding/json has decoded. It does
// not validate the rules. On error some options may be set.
func (l List) Change(values map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		items, ok := values[name].([]any)
		if !ok {
			items = []any{values[name]}
		}
		texts := make([]string, len(items))
		for i, item := range items {
			texts[i] = textOf(item)
		}
		o, err := l.Lookup(name)
		if err == nil && values[name] == nil && o.JSON() == nil {
			continue // it has no value, and gets none
		}
		if err == nil {
			if err = o.Restore(texts); err != nil {
				if _, list := o.Value.(Slice); list || len(texts) == 1 {
					err = o.Refused("option "+name, strings.Join(texts, ","), err)
				} else {
					err = fmt.Errorf("option %s: %w", name, err)
				}
			}
		}
		if err != nil {
			return err
		}
		o.Given = true
	}
	return nil
}

// textOf returns the text of a value of JSON. A whole number has no decimals.
func textOf(value any) string {
	if n, ok := value.(json.Number); ok && strings.ContainsAny(n.String(), ".eE") {
		if x, err := n.Float64(); err == nil {
			value = x
		}
	}
	if x, ok := value.(float64); ok && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return strconv.FormatInt(int64(x), 10)
	}
	return fmt.Sprint(value)
}

// MarshalJSON returns a JSON object of the values, the names in alphabetical order.
func (l List) MarshalJSON() ([]byte, error) { return json.Marshal(l.Values()) }

// UnmarshalJSON sets the options that a JSON object names; other options keep their
// values. On error some options may be set.
func (l List) UnmarshalJSON(data []byte) error {
	var values map[string]any
	if err := strictjson.Check(data); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // seeds have 64 bits
	if err := d.Decode(&values); err != nil {
		return err
	}
	return l.Change(values)
}

// Unmarshal sets the options of rules that a JSON object names; the others keep their values, so that an object can
// change a preset. It does not validate. On error the rules are unchanged.
func Unmarshal[R any, P interface {
	*R
	Options() List
}](rules P, data []byte) error {
	next := *rules
	if err := P(&next).Options().UnmarshalJSON(data); err != nil {
		return err
	}
	*rules = next
	return nil
}
