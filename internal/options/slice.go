package options

import (
	"encoding/csv"
	"strconv"
	"strings"
)

// texts is the value of a list of texts: comma-separated ones, or one each time it is set.
type texts struct {
	variable  *[]string
	separated bool
	set       bool
}

func (v *texts) String() string { return "[" + joined(*v.variable) + "]" }

func (v *texts) Type() string {
	if v.separated {
		return "stringSlice"
	}
	return "stringArray"
}

func (v *texts) JSON() any {
	if *v.variable == nil {
		return nil
	}
	return *v.variable
}

func (v *texts) Set(text string) error {
	items := []string{text}
	if v.separated {
		var err error
		if items, err = Items(text); err != nil {
			return err
		}
	}
	if v.set {
		items = append(*v.variable, items...)
	}
	*v.variable, v.set = items, true
	return nil
}

func (v *texts) GetSlice() []string { return *v.variable }

func (v *texts) Append(text string) error {
	*v.variable = append(*v.variable, text)
	return nil
}

func (v *texts) Replace(items []string) error {
	*v.variable = items
	return nil
}

// Items returns the items of a comma-separated text, without the spaces around them. Quotes and braces hold commas together.
func Items(text string) ([]string, error) {
	if text == "" {
		return []string{}, nil
	}
	const comma = "\x00" // one within braces
	depth := 0
	held := strings.Map(func(r rune) rune {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case r == ',' && depth > 0:
			return rune(comma[0])
		}
		return r
	}, text)
	if depth != 0 {
		held = text
	}
	in := csv.NewReader(strings.NewReader(held))
	in.LazyQuotes, in.TrimLeadingSpace = true, true
	items, err := in.Read()
	for i, item := range items {
		items[i] = strings.TrimSpace(strings.ReplaceAll(item, comma, ","))
	}
	return items, err
}

// joined returns the text of which Items makes the items.
func joined(items []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(items) // to a buffer: no error
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// wholes is the value of a list of whole numbers.
type wholes struct {
	variable *[]int
	set      bool
}

func (v *wholes) String() string { return "[" + strings.Join(v.GetSlice(), ",") + "]" }

func (v *wholes) Type() string { return "intSlice" }

func (v *wholes) JSON() any { return append([]int{}, *v.variable...) }

func (v *wholes) Set(text string) error {
	items, err := numbers(strings.Split(text, ","))
	if err != nil {
		return err
	}
	if v.set {
		items = append(*v.variable, items...)
	}
	*v.variable, v.set = items, true
	return nil
}

func (v *wholes) GetSlice() []string {
	items := make([]string, len(*v.variable))
	for i, n := range *v.variable {
		items[i] = strconv.Itoa(n)
	}
	return items
}

func (v *wholes) Append(text string) error {
	items, err := numbers([]string{text})
	*v.variable = append(*v.variable, items...)
	return err
}

func (v *wholes) Replace(items []string) error {
	all, err := numbers(items)
	if err == nil {
		*v.variable = all
	}
	return err
}

// numbers returns the whole numbers of texts.
func numbers(items []string) ([]int, error) {
	all := make([]int, len(items))
	for i, text := range items {
		if err := checkDecimal(text); err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, err
		}
		all[i] = n
	}
	return all, nil
}
