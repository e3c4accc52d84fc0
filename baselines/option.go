package baselines

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// wordOption returns an option of players with settings S that is one of several
// words: the String of the values, of which the first is the default and zero.
func wordOption[S any, T interface {
	comparable
	fmt.Stringer
}](name, doc string, field func(*S) *T, values ...T) Option {
	o := Option{
		Name: name, Default: values[0].String(), Doc: doc,
		set: func(s any, v string) (err error) {
			*field(s.(*S)), err = word(v, values...)
			return err
		},
		text: func(s any) string { return (*field(s.(*S))).String() },
	}
	for _, v := range values {
		o.Values = append(o.Values, v.String())
	}
	return o
}

// numberOption returns an option of players with settings S that is a number from
// 1 to top, or the word for zero, the default.
func numberOption[S any](name, doc, zero string, top int, field func(*S) *int) Option {
	return Option{
		Name: name, Default: zero, Values: []string{zero, fmt.Sprintf("1..%d", top)}, Doc: doc,
		set: func(s any, v string) (err error) {
			*field(s.(*S)), err = number(v, zero, top)
			return err
		},
		text: func(s any) string {
			if n := *field(s.(*S)); n != 0 {
				return strconv.Itoa(n)
			}
			return zero
		},
	}
}

// word returns the value whose String is v.
func word[T fmt.Stringer](v string, values ...T) (T, error) {
	for _, value := range values {
		if v == value.String() {
			return value, nil
		}
	}
	var zero T
	return zero, fmt.Errorf("want %s", texts(values))
}

// texts joins the values with "or".
func texts[T fmt.Stringer](values []T) string {
	var names []string
	for _, v := range values {
		names = append(names, v.String())
	}
	return strings.Join(names, " or ")
}

// number reads the word for zero or a number in [1, top].
func number(v, zero string, top int) (int, error) {
	if v == zero {
		return 0, nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > top {
		return 0, fmt.Errorf("want %s or a number from 1 to %d", zero, top)
	}
	return n, nil
}

// parseProbability reads a number in [0, 1): a decimal or a fraction n/d.
func parseProbability(v string) (float64, error) {
	above, below, fraction := strings.Cut(v, "/")
	p, err := strconv.ParseFloat(above, 64)
	if err == nil && fraction {
		var d float64
		d, err = strconv.ParseFloat(below, 64)
		p /= d
	}
	if err != nil || !(p >= 0 && p < 1) || math.Signbit(p) {
		return 0, fmt.Errorf("want a probability from 0 to below 1, as 0.25 or 1/3")
	}
	return p, nil
}

// formatProbability writes what parseProbability reads back exactly: the
// shortest of a decimal and a fraction with a denominator up to 100.
func formatProbability(p float64) string {
	text := strconv.FormatFloat(p, 'g', -1, 64)
	for d := 2; d <= 100; d++ {
		n := math.Round(p * float64(d))
		if f := fmt.Sprintf("%.0f/%d", n, d); n/float64(d) == p && len(f) < len(text) {
			return f
		}
	}
	return text
}
