package gametest

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
)

// ParseRules parses "PRESET option=value ...". R is a struct of numbers and of
// enumerations with a String method; the option of the field KnockLimit is
// knock-limit, and the value of an enumeration is its String.
func ParseRules[R any](text string, preset func(name string) (R, error)) (R, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return *new(R), fmt.Errorf("no preset in %q", text)
	}
	r, err := preset(words[0])
	if err != nil {
		return r, err
	}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		v := reflect.ValueOf(&r).Elem().FieldByNameFunc(func(field string) bool { return kebab(field) == name })
		if !v.IsValid() || !setField(v, value) {
			return r, fmt.Errorf("unknown rule %q", w)
		}
	}
	return r, nil
}

// kebab returns the name of the option of a field: knock-limit for KnockLimit.
func kebab(field string) string {
	var b strings.Builder
	for i, c := range field {
		if unicode.IsUpper(c) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// setField sets v to the given value, and reports whether the value is valid.
func setField(v reflect.Value, value string) bool {
	if v.CanInt() {
		n, err := strconv.Atoi(value)
		v.SetInt(int64(n))
		return err == nil
	}
	for x := range uint64(8) { // no enumeration of rules has more values
		if v.SetUint(x); fmt.Sprint(v.Interface()) == value {
			return true
		}
	}
	return false
}
