package options

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"rummygym/internal/strictjson"
)

// An Option is one option of the rules of a game: its name, its description, and its
// value. It is bound to a value of the rules.
type Option struct {
	Name, Doc string
	Words     []string // the words of the values, from value 0; nil for a number
	Get       func() int
	Set       func(int)
}

// Number returns an option whose value is a number, stored in field.
func Number(name, doc string, field *int) Option {
	return Option{Name: name, Doc: doc, Get: func() int { return *field }, Set: func(v int) { *field = v }}
}

// Choice returns an option whose value is one of the constants from 0 to last, stored in
// field. Their words are those of String.
func Choice[T interface {
	~uint8
	fmt.Stringer
}](name, doc string, last T, field *T) Option {
	var words []string
	for v := range last + 1 {
		words = append(words, v.String())
	}
	return Option{Name: name, Doc: doc, Words: words, Get: func() int { return int(*field) }, Set: func(v int) { *field = T(v) }}
}

// Kind returns "int", or the words of the option separated by "|".
func (o Option) Kind() string {
	if o.Words == nil {
		return "int"
	}
	return strings.Join(o.Words, "|")
}

// Parse parses a value: a whole number, or one of the words of the option.
func (o Option) Parse(text string) (int, error) {
	if o.Words == nil {
		v, err := strconv.Atoi(text)
		if err != nil {
			return 0, fmt.Errorf("%q is not a whole number", text)
		}
		return v, nil
	}
	if i := slices.Index(o.Words, text); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%q is not known%s: want %s", text, Suggest(text, o.Words), strings.Join(o.Words, " or "))
}

// Text returns the value as text that [Option.Parse] accepts.
func (o Option) Text() string {
	if v := o.Get(); v < len(o.Words) {
		return o.Words[v]
	}
	return strconv.Itoa(o.Get())
}

// Value returns the value for JSON: a number or a word.
func (o Option) Value() any {
	if o.Words == nil {
		return o.Get()
	}
	return o.Text()
}

// Help returns the description of the option with its words.
func (o Option) Help() string {
	if o.Words == nil {
		return o.Doc
	}
	return o.Doc + ": " + strings.Join(o.Words, " or ")
}

// List holds the options of some rules in the order of help texts and tables.
type List []Option

// Names returns the names of the options.
func (l List) Names() []string {
	names := make([]string, len(l))
	for i, o := range l {
		names[i] = o.Name
	}
	return names
}

// Lookup returns the option with the given name. The error suggests a similar name.
func (l List) Lookup(name string) (Option, error) {
	for _, o := range l {
		if o.Name == name {
			return o, nil
		}
	}
	return Option{}, fmt.Errorf("option %s is not known%s", name, Suggest(name, l.Names()))
}

// Set sets the option of that name to the value that text stands for. Whether the rules
// are then valid is not checked.
func (l List) Set(name, text string) error {
	o, err := l.Lookup(name)
	if err != nil {
		return err
	}
	v, err := o.Parse(text)
	if err != nil {
		return fmt.Errorf("option %s: %w", name, err)
	}
	o.Set(v)
	return nil
}

// Values returns the values by name, in the form of [Option.Value].
func (l List) Values() map[string]any {
	values := map[string]any{}
	for _, o := range l {
		values[o.Name] = o.Value()
	}
	return values
}

// Change sets options by name to values that package encoding/json has decoded. It does
// not validate the rules. On error some options may be set.
func (l List) Change(values map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		text := fmt.Sprint(values[name])
		if x, ok := values[name].(float64); ok && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			text = strconv.FormatInt(int64(x), 10)
		}
		if err := l.Set(name, text); err != nil {
			return err
		}
	}
	return nil
}

// MarshalJSON returns a JSON object of the values, the names in alphabetical order.
func (l List) MarshalJSON() ([]byte, error) { return json.Marshal(l.Values()) }

// UnmarshalJSON sets the options that a JSON object names; other options keep their
// values. On error some options may be set.
func (l List) UnmarshalJSON(data []byte) error {
	var values map[string]any
	if err := strictjson.Unmarshal(data, &values); err != nil {
		return err
	}
	return l.Change(values)
}
