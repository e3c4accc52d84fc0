package main

import (
	"fmt"
	"strconv"
	"strings"
)

// A ruleOption is one option of the rules of a table: its name, what it says of
// itself, and its value. It is bound to the rules it was made for.
type ruleOption struct {
	name, doc string
	kind      string // "int", or the words that are allowed, parted by "|"
	get       func() int
	set       func(int)
}

// number returns the option of a rule that is a count or an amount.
func number(name, doc string, field *int) ruleOption {
	return ruleOption{name: name, doc: doc, kind: "int", get: func() int { return *field }, set: func(v int) { *field = v }}
}

// choice returns the option of a rule that is one of some words: those of the
// constants from 0 to last.
func choice[T interface {
	~uint8
	fmt.Stringer
}](name, doc string, last T, field *T) ruleOption {
	var words []string
	for v := range last + 1 {
		words = append(words, v.String())
	}
	return ruleOption{
		name: name, doc: doc, kind: strings.Join(words, "|"),
		get: func() int { return int(*field) }, set: func(v int) { *field = T(v) },
	}
}

// parse returns the value that text stands for.
func (o ruleOption) parse(text string) (int, error) {
	if o.kind == "int" {
		v, err := strconv.Atoi(text)
		if err != nil {
			return 0, fmt.Errorf("%q is not a whole number", text)
		}
		return v, nil
	}
	for i, w := range strings.Split(o.kind, "|") {
		if w == text {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%q is not known: want %s", text, strings.ReplaceAll(o.kind, "|", " or "))
}

// text returns the value as parse reads it.
func (o ruleOption) text() string {
	v := o.get()
	if words := strings.Split(o.kind, "|"); o.kind != "int" && v < len(words) {
		return words[v]
	}
	return strconv.Itoa(v)
}

// value returns the value as it stands in JSON: a number or a word.
func (o ruleOption) value() any {
	if o.kind == "int" {
		return o.get()
	}
	return o.text()
}

// help returns what the option means and which words it may have.
func (o ruleOption) help() string {
	if o.kind == "int" {
		return o.doc
	}
	return o.doc + ": " + strings.ReplaceAll(o.kind, "|", " or ")
}
