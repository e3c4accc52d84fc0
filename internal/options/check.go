package options

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// meaning describes the values of a kind, false for words.
func meaning(kind string) (text string, ok bool) {
	switch kind {
	case "int", "int64":
		return "a whole number", true
	case "uint64":
		return fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)), true
	case "float64":
		return "a number", true
	case "intSlice":
		return "whole numbers, comma-separated", true
	case "duration":
		return "a time with its unit, such as 30s or 5m", true
	case "bool":
		return "true or false", true
	case "string", "stringSlice", "stringArray":
		return "", true // the meaning of the option says more
	}
	return "", false
}

// low returns the minimum of whole numbers. A default outside of the range, such as -1
// for none, is allowed too.
func (o *Option) low() int64 {
	if n, err := strconv.ParseInt(o.Default, 10, 64); err == nil {
		return min(o.Low, n)
	}
	return o.Low
}

// Wanted describes the values that the option takes.
func (o *Option) Wanted() string {
	kind := o.Type()
	what, ok := meaning(kind)
	if !ok || what == "" {
		usage, _, _ := strings.Cut(o.Doc, ";")
		return usage
	}
	if kind == "int" || kind == "int64" {
		what += fmt.Sprintf(" from %d to %d", o.low(), o.High)
	}
	switch example := strings.Trim(o.Default, "[]"); {
	case kind == "bool" || kind == "duration" || kind == "uint64":
	case example != "" && example != "0" && !strings.HasPrefix(example, "-"):
		what += ", such as " + example
	}
	return what
}

// Refused returns the error err of setting the option to a text in words for users. Name is
// the name of the option where the text stands, such as "--seed".
func (o *Option) Refused(name, text string, err error) error {
	_, known := meaning(o.Type())
	if _, ofRules := o.Value.(*number); ofRules || !known { // err has the whole reason
		return fmt.Errorf("%s: %w", name, err)
	}
	return fmt.Errorf("%s %s: want %s", name, text, o.Wanted())
}

// CheckPath returns an error for the address of a place that is not on this machine, such as
// s3://bucket/key.
func CheckPath(path string) error {
	scheme, _, remote := strings.Cut(path, "://")
	for i, c := range scheme {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		remote = remote && (letter || i > 0 && strings.ContainsRune("0123456789+.-", c))
	}
	if remote && scheme != "" {
		return fmt.Errorf("%s: want a path on this machine: addresses are not supported, so copy the files (for a bucket, mount it)", path)
	}
	return nil
}

// Check returns an error if the value is one that no user can mean: a whole number outside
// of the range, a number that is not finite, or the address of a place that is not on this
// machine.
func (o *Option) Check() error {
	for _, v := range o.Texts() {
		switch o.Type() {
		case "int", "int64", "intSlice":
			if n, err := strconv.ParseInt(v, 10, 64); err == nil && (n < o.low() || n > o.High) {
				return fmt.Errorf("--%s %s: want a whole number from %d to %d", o.Name, v, o.low(), o.High)
			}
		case "float64":
			if x, err := strconv.ParseFloat(v, 64); err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
				return fmt.Errorf("--%s %s: want %s", o.Name, v, o.Wanted())
			}
		case "string", "stringSlice", "stringArray":
			if err := CheckPath(v); err != nil {
				return fmt.Errorf("--%s %w", o.Name, err)
			}
		}
	}
	return nil
}

// UsageError reports that settings are wrong: nothing was done.
type UsageError struct{ error }

// Unwrap returns the error.
func (e UsageError) Unwrap() error { return e.error }

// Usage returns err as an error of the settings, nil for nil.
func Usage(err error) error {
	if err == nil {
		return nil
	}
	return UsageError{err}
}

// FileError reports that a file is at fault.
type FileError struct{ error }

// Unwrap returns the error.
func (e FileError) Unwrap() error { return e.error }

// FileFault returns err as an error of a file, whatever option names the file. It returns nil
// for nil.
func FileFault(err error) error {
	if err == nil {
		return nil
	}
	return FileError{err}
}

// Suggest returns a question with the name that is most similar to word, as in
// `, did you mean "min-dist"?`, or "" if no name is similar: within one edit for words of up to four letters, within two
// for others.
func Suggest(word string, names []string) string {
	best, distance := "", 3
	if len(word) <= 4 {
		distance = 2
	}
	for _, n := range names {
		if d := edits(strings.ToLower(word), n); d < distance {
			best, distance = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// edits returns the Levenshtein distance of two texts, in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
