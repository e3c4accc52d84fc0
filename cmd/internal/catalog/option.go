package catalog

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// An Option is one option of the rules of a table: its name, what it says of
// itself, and its value. It is bound to the rules it was made for.
type Option struct {
	Name, Doc string
	Words     []string // that the value may be, by number; nil for a count or an amount
	Get       func() int
	Set       func(int)
}

// number returns the option of a rule that is a count or an amount.
func number(name, doc string, field *int) Option {
	return Option{Name: name, Doc: doc, Get: func() int { return *field }, Set: func(v int) { *field = v }}
}

// choice returns the option of a rule that is one of some words: those of the
// constants from 0 to last.
func choice[T interface {
	~uint8
	fmt.Stringer
}](name, doc string, last T, field *T) Option {
	var words []string
	for v := range last + 1 {
		words = append(words, v.String())
	}
	return Option{Name: name, Doc: doc, Words: words, Get: func() int { return int(*field) }, Set: func(v int) { *field = T(v) }}
}

// Kind returns "int", or the words of the option parted by "|".
func (o Option) Kind() string {
	if o.Words == nil {
		return "int"
	}
	return strings.Join(o.Words, "|")
}

// Parse returns the value that text stands for.
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
	return 0, fmt.Errorf("%q is not known: want %s", text, strings.Join(o.Words, " or "))
}

// Text returns the value as Parse reads it.
func (o Option) Text() string {
	if v := o.Get(); v < len(o.Words) {
		return o.Words[v]
	}
	return strconv.Itoa(o.Get())
}

// Value returns the value as it stands in JSON: a number or a word.
func (o Option) Value() any {
	if o.Words == nil {
		return o.Get()
	}
	return o.Text()
}

// Help returns what the option means and which words it may have.
func (o Option) Help() string {
	if o.Words == nil {
		return o.Doc
	}
	return o.Doc + ": " + strings.Join(o.Words, " or ")
}

// Values returns the options of rules by name, as they stand in JSON.
func Values(r Rules) map[string]any {
	values := map[string]any{}
	for _, o := range r.Options() {
		values[o.Name] = o.Value()
	}
	return values
}

// Change sets options of r by name to values as package json reads them. Whether
// the rules are then valid is another question. On error some may be set.
func Change(r Rules, values map[string]any) error {
	options := r.Options()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(options, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return fmt.Errorf("option %s is not known", name)
		}
		text := fmt.Sprint(values[name])
		if x, ok := values[name].(float64); ok && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			text = strconv.FormatInt(int64(x), 10)
		}
		v, err := options[i].Parse(text)
		if err != nil {
			return fmt.Errorf("option %s: %w", name, err)
		}
		options[i].Set(v)
	}
	return nil
}
