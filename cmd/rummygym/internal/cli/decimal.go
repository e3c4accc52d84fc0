package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// decimal is the value of a flag of numbers that takes them in decimal notation only. Package strconv reads 010
// as 8 and 1_000 as 1000, of which the readers of YAML and of JSON make different things.
type decimal struct{ pflag.Value }

// Set sets the value.
func (d decimal) Set(text string) error {
	if err := checkDecimal(text); err != nil {
		return err
	}
	return d.Value.Set(text)
}

// decimals is [decimal] for a list of numbers.
type decimals struct {
	decimal
	pflag.SliceValue
}

// Append adds a number.
func (d decimals) Append(text string) error {
	if err := checkDecimal(text); err != nil {
		return err
	}
	return d.SliceValue.Append(text)
}

// Replace sets the numbers.
func (d decimals) Replace(texts []string) error {
	for _, text := range texts {
		if err := checkDecimal(text); err != nil {
			return err
		}
	}
	return d.SliceValue.Replace(texts)
}

// requireDecimal makes a flag of numbers take decimal notation only.
func requireDecimal(flag *pflag.Flag) {
	if !slices.Contains([]string{"int", "int64", "uint64", "float64", "intSlice"}, flag.Value.Type()) {
		return
	}
	switch v := flag.Value.(type) {
	case decimal, decimals, *ruleValue: // options of rules are decimal anyway
	case pflag.SliceValue:
		flag.Value = decimals{decimal{flag.Value}, v}
	default:
		flag.Value = decimal{v}
	}
}

// checkDecimal returns an error for a number, or one of a list in brackets or without, that is in another notation.
func checkDecimal(text string) error {
	for word := range strings.SplitSeq(strings.Trim(text, "[]"), ",") {
		digits := strings.TrimLeft(strings.TrimSpace(word), "+-")
		if strings.ContainsAny(digits, "_xXoObBpP") || len(digits) > 1 && digits[0] == '0' && strings.Trim(digits, "0123456789") == "" {
			return errors.New("want decimal digits")
		}
	}
	return nil
}
