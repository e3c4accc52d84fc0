package options

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// valueOf returns the value of a variable; see [New].
func valueOf(variable any) Value {
	switch p := variable.(type) {
	case Value:
		return p
	case *int:
		return &variableOf[int]{p, "int", func(s string) (int, error) { n, err := strconv.ParseInt(s, 10, 0); return int(n), err }}
	case *int64:
		return &variableOf[int64]{p, "int64", func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }}
	case *uint64:
		return &variableOf[uint64]{p, "uint64", func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }}
	case *float64:
		return &variableOf[float64]{p, "float64", func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }}
	case *bool:
		return &variableOf[bool]{p, "bool", strconv.ParseBool}
	case *string:
		return &variableOf[string]{p, "string", func(s string) (string, error) { return s, nil }}
	case *time.Duration:
		return &variableOf[time.Duration]{p, "duration", time.ParseDuration}
	case *[]string:
		return &texts{variable: p, separated: true}
	case *[]int:
		return &wholes{variable: p}
	}
	panic(fmt.Sprintf("options: a %T is no variable of an option", variable))
}

// variableOf is the value of a variable of a basic type.
type variableOf[T any] struct {
	variable *T
	kind     string
	parse    func(string) (T, error)
}

func (v *variableOf[T]) String() string {
	if x, ok := any(*v.variable).(float64); ok {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return fmt.Sprint(*v.variable)
}

func (v *variableOf[T]) Type() string { return v.kind }

func (v *variableOf[T]) JSON() any {
	if d, ok := any(*v.variable).(time.Duration); ok {
		return d.String()
	}
	return *v.variable
}

func (v *variableOf[T]) Set(text string) error {
	if isNumber(v.kind) {
		if err := checkDecimal(text); err != nil {
			return err
		}
	}
	x, err := v.parse(text)
	if err == nil {
		*v.variable = x
	}
	return err
}

// words is the value of a text that is one of some words, or "" for the first.
type words struct {
	variable *string
	all      []string
}

func (v *words) String() string { return *v.variable }

func (v *words) Type() string { return strings.Join(v.all, "|") }

func (v *words) JSON() any {
	if *v.variable == "" {
		return nil
	}
	return *v.variable
}

func (v *words) Set(text string) error {
	_, err := wordAt(text, v.all)
	if err == nil {
		*v.variable = text
	}
	return err
}

// isNumber reports whether values of a kind are numbers.
func isNumber(kind string) bool {
	switch kind {
	case "int", "int64", "uint64", "float64", "intSlice":
		return true
	}
	return false
}

// checkDecimal returns an error for a number in another notation than the decimal one. Package
// strconv reads 010 as 8 and 1_000 as 1000, which readers of JSON refuse.
func checkDecimal(text string) error {
	digits := strings.TrimLeft(strings.TrimSpace(text), "+-")
	if strings.ContainsAny(digits, "_xXoObBpP") || len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0123456789") == "" {
		return errors.New("want decimal digits")
	}
	return nil
}
