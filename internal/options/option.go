package options

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Option is one setting: its name, its meaning, what values it takes, and the variable
// that holds its value. [Bind] makes options of the fields of a struct, [New] one of a
// variable, [Number] and [Choice] those of rules.
type Option struct {
	Name     string
	Doc      string   // what it means; the part before the first semicolon says what its value is
	Group    string   // heading under which it is listed among many; "" for what is special to a command
	Words    []string // the words that the value can be; nil for any value
	Folder   bool     // whether the value is a folder
	Low      int64    // minimum of whole numbers
	High     int64    // maximum of whole numbers
	Required bool     // whether a command needs it
	Argument bool     // whether a command has it as an argument, without its name
	Default  string   // the default as help shows it
	Bare     string   // the value if the command line has the name only, "" if it must have one
	Excludes []string // names of options that cannot be given with it
	Given    bool     // whether Set has set it

	Value Value // the variable

	began string // text of the value when the option was made; Default may show another
}

// A Value is the variable of an option. Lists implement [Slice] as well.
type Value interface {
	String() string        // a text that Set takes; "" if there is no value
	Set(text string) error // sets the variable; a list that was set before gets more items
	Type() string          // the kind of the value, such as "int", or the words separated by "|"
}

// A Slice is the value of an option that is a list.
type Slice interface {
	Value
	GetSlice() []string
	Append(text string) error
	Replace(texts []string) error
}

// maxWhole is the default maximum of whole numbers.
const maxWhole = 1_000_000_000

// New returns an option for a variable: a pointer to a number, text, boolean, time, or list
// of texts or numbers, or a [Value]. The variable holds the default. New panics if it
// is of another type.
func New(variable any, name, doc string) *Option {
	v := valueOf(variable)
	o := &Option{Name: name, Doc: doc, High: maxWhole, Value: v, Default: v.String(), began: v.String()}
	if v.Type() == "bool" {
		o.Bare = "true"
	}
	return o
}

// OneOf returns an option for a text that is one of some words, or "" for the first.
func OneOf(variable *string, all []string, name, doc string) *Option {
	o := New(&words{variable, all}, name, doc)
	o.Words = all
	return o
}

// Number returns an option of rules whose value is a number from low to high, stored in field.
func Number(name, doc string, field *int, low, high int) *Option {
	return &Option{Name: name, Doc: doc, Low: int64(low), High: int64(high), Value: &number{field}}
}

// Choice returns an option of rules whose value is one of some words, stored in field as the index of the word.
func Choice[T ~uint8](name, doc string, field *T, words ...string) *Option {
	return &Option{Name: name, Doc: doc, Words: words, Value: &choice{words, func() int { return int(*field) }, func(i int) { *field = T(i) }}}
}

// In sets the group of o, and returns o.
func (o *Option) In(group string) *Option {
	o.Group = group
	return o
}

// Range sets the minimum and maximum of o, and returns o.
func (o *Option) Range(low, high int64) *Option {
	o.Low, o.High = low, high
	return o
}

// Require makes the option one that a command needs, and returns o.
func (o *Option) Require() *Option {
	o.Required = true
	return o
}

// Offers sets the words that a shell offers, and returns o.
func (o *Option) Offers(words ...string) *Option {
	o.Words = words
	return o
}

// String returns the value as text; see [Value].
func (o *Option) String() string { return o.Value.String() }

// Type returns the kind of the value; see [Value].
func (o *Option) Type() string { return o.Value.Type() }

// Set sets the option to the value of a text; see [Value]. From then on it is given.
func (o *Option) Set(text string) error {
	if err := o.Value.Set(text); err != nil {
		return err
	}
	o.Given = true
	return nil
}

// Texts returns the items of a list, or the value alone.
func (o *Option) Texts() []string {
	if s, ok := o.Value.(Slice); ok {
		return s.GetSlice()
	}
	return []string{o.String()}
}

// Restore sets the option to the texts that [Option.Texts] returned. It does not make it given.
func (o *Option) Restore(texts []string) error {
	if s, ok := o.Value.(Slice); ok {
		return s.Replace(texts)
	}
	if len(texts) != 1 {
		return fmt.Errorf("%d values, want 1", len(texts))
	}
	return o.Value.Set(texts[0])
}

// JSON returns the value for JSON: a number, a boolean, a text, a list of them, or nil for none.
func (o *Option) JSON() any {
	if v, ok := o.Value.(interface{ JSON() any }); ok {
		return v.JSON()
	}
	return o.String()
}

// Help returns the description of the option with its words, or of a number of rules with its bounds.
func (o *Option) Help() string {
	if _, ok := o.Value.(*number); ok {
		return fmt.Sprintf("%s (%d to %d)", o.Doc, o.Low, o.High)
	}
	if o.Words == nil {
		return o.Doc
	}
	return o.Doc + ": " + strings.Join(o.Words, " or ")
}

// number is the value of [Number].
type number struct{ field *int }

func (v *number) String() string { return strconv.Itoa(*v.field) }

func (v *number) Type() string { return "int" }

func (v *number) JSON() any { return *v.field }

func (v *number) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%q is not a whole number", text)
	}
	*v.field = n
	return nil
}

// choice is the value of [Choice].
type choice struct {
	words []string
	get   func() int
	set   func(int)
}

func (v *choice) String() string {
	if i := v.get(); i < len(v.words) {
		return v.words[i]
	}
	return strconv.Itoa(v.get())
}

func (v *choice) Type() string { return strings.Join(v.words, "|") }

func (v *choice) Set(text string) error {
	i, err := wordAt(text, v.words)
	if err == nil {
		v.set(i)
	}
	return err
}

// wordAt returns the index of a word. The error suggests a similar one.
func wordAt(text string, words []string) (int, error) {
	if i := slices.Index(words, text); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%q is not known%s: want %s", text, Suggest(text, words), strings.Join(words, " or "))
}
