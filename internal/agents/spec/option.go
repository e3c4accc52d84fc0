package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rummygym/internal/options"
)

// Option describes one option of an agent.
type Option struct {
	Name    string   `json:"name"`    // the word before "=" in a spec
	Default string   `json:"default"` // the value where a spec does not give the option
	Values  []string `json:"values"`  // accepted words, and forms such as "1..9"
	Doc     string   `json:"doc"`     // what the option does, one line

	// Both functions take a *S of the entry. The function text returns the canonical text
	// of the value, which is Default for the default, and "" where the option does not apply.
	set  func(settings any, value string) error
	text func(settings any) string

	path func(settings any) string // path of the file that is the value, or ""; nil if none may be
}

// Value returns an option of agents with settings S. The function set parses a value into
// the settings, and text formats it.
func Value[S any](name, doc string, values []string, set func(s *S, value string) error, text func(s *S) string) Option {
	return Option{
		Name: name, Values: values, Doc: doc,
		set:  func(s any, v string) error { return set(s.(*S), v) },
		text: func(s any) string { return text(s.(*S)) },
	}
}

// Text returns an option that takes any text, such as the spec of another agent; values
// describe the text.
func Text[S any](name, doc string, values []string, field func(*S) *string) Option {
	return Value(name, doc, values,
		func(s *S, v string) error { *field(s) = v; return nil },
		func(s *S) string { return *field(s) })
}

// Word returns an option that takes one of several words, the Strings of the values.
func Word[S any, T fmt.Stringer](name, doc string, field func(*S) *T, values ...T) Option {
	return Value(name, doc, words(values),
		func(s *S, v string) error {
			for _, value := range values {
				if v == value.String() {
					*field(s) = value
					return nil
				}
			}
			return fmt.Errorf("want %s%s", strings.Join(words(values), " or "), options.Suggest(v, words(values)))
		},
		func(s *S) string { return (*field(s)).String() })
}

// Shown returns option o with another canonical text, for a value that two words stand for.
func Shown[S any](o Option, text func(s *S) string) Option {
	o.text = func(s any) string { return text(s.(*S)) }
	return o
}

// Where returns option o, which applies only where the function does: elsewhere the canonical
// text leaves it out. It must apply with the defaults.
func Where[S any](o Option, applies func(s *S) bool) Option {
	text := o.text
	o.text = func(s any) string {
		if !applies(s.(*S)) {
			return ""
		}
		return text(s)
	}
	return o
}

// words returns the Strings of the values.
func words[T fmt.Stringer](values []T) (list []string) {
	for _, v := range values {
		list = append(list, v.String())
	}
	return list
}

// Switch returns an option that takes "off" or "on".
func Switch[S any](name, doc string, field func(*S) *bool) Option {
	return Value(name, doc, []string{"off", "on"},
		func(s *S, v string) error {
			if v != "off" && v != "on" {
				return fmt.Errorf("want off or on")
			}
			*field(s) = v == "on"
			return nil
		},
		func(s *S) string {
			if *field(s) {
				return "on"
			}
			return "off"
		})
}

// Whole returns an option that takes a whole number in [low, high].
func Whole[S any](name, doc string, low, high int, field func(*S) *int) Option {
	return Value(name, doc, []string{fmt.Sprintf("%d..%d", low, high)},
		func(s *S, v string) (err error) { *field(s), err = ParseWhole(v, low, high); return err },
		func(s *S) string { return strconv.Itoa(*field(s)) })
}

// ParseWhole parses a whole number in [low, high].
func ParseWhole(v string, low, high int) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("want a number from %d to %d", low, high)
	}
	return n, nil
}

// NumberOr returns an option that takes a number in [1, top], or the word zero, which
// stands for 0.
func NumberOr[S any](name, doc, zero string, top int, field func(*S) *int) Option {
	return Value(name, doc, []string{zero, fmt.Sprintf("1..%d", top)},
		func(s *S, v string) error {
			if v == zero {
				*field(s) = 0
				return nil
			}
			n, err := strconv.Atoi(v)
			if err != nil || n < 1 || n > top {
				return fmt.Errorf("want %s or a number from 1 to %d", zero, top)
			}
			*field(s) = n
			return nil
		},
		func(s *S) string {
			if n := *field(s); n != 0 {
				return strconv.Itoa(n)
			}
			return zero
		})
}

// Decimal returns an option that takes a number in [0, top] and has the default 0.
func Decimal[S any](name, doc string, top float64, field func(*S) *float64) Option {
	form := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return Value(name, doc, []string{"0", "0.." + form(top)},
		func(s *S, v string) error {
			x, err := strconv.ParseFloat(v, 64)
			if err != nil || !(x >= 0 && x <= top) {
				return fmt.Errorf("want a number from 0 to %s", form(top))
			}
			*field(s) = x + 0 // -0 is 0
			return nil
		},
		func(s *S) string { return form(*field(s)) })
}

// DecimalOr returns an option that takes a number in [0, top] and has the default or, which
// is not 0. In the settings 0 stands for the default, and a negative number for 0.
func DecimalOr[S any](name, doc string, or, top float64, field func(*S) *float64) Option {
	form := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return Value(name, doc, []string{form(or), "0.." + form(top)},
		func(s *S, v string) error {
			x, err := strconv.ParseFloat(v, 64)
			if err != nil || !(x >= 0 && x <= top) {
				return fmt.Errorf("want a number from 0 to %s", form(top))
			}
			switch x {
			case 0:
				x = -1
			case or:
				x = 0
			}
			*field(s) = x
			return nil
		},
		func(s *S) string { return form(OrDefault(*field(s), or)) })
}

// OrDefault returns the number that x stands for in settings; see [DecimalOr].
func OrDefault(x, or float64) float64 {
	if x == 0 {
		return or
	}
	return max(0, x)
}

// set sets the option of one word "name=value" and returns its name. It fails if given,
// the names of the options set before, contains the name.
func (e Entry) set(settings any, word string, given []string) (string, error) {
	name, value, ok := strings.Cut(word, "=")
	var names []string
	for _, o := range e.Options {
		names = append(names, o.Name)
		if o.Name != name {
			continue
		}
		if inner, braced := strings.CutPrefix(value, "{"); braced {
			value, ok = strings.CutSuffix(inner, "}")
		}
		switch {
		case !ok || value == "":
			return "", fmt.Errorf("%q has no value, want %s=%s", word, name, strings.Join(o.Values, " or "))
		case slices.Contains(given, name):
			return "", fmt.Errorf("%q was given before, want it once", name)
		}
		if err := o.set(settings, value); err != nil {
			return "", fmt.Errorf("%s=%q: %w", name, value, err)
		}
		return name, nil
	}
	return "", fmt.Errorf("%s has no option %q%s; options: %s", e.Name, name, options.Suggest(name, names), strings.Join(names, ", "))
}
