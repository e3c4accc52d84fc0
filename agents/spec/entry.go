package spec

import (
	"fmt"
	"strings"

	"rummygym/env/game"
)

// Entry describes one kind of agent.
type Entry struct {
	Game    string   `json:"game"`    // name of the game that the agent plays
	Name    string   `json:"name"`    // first word of its specs
	Doc     string   `json:"doc"`     // what the agent does, one line
	Options []Option `json:"options"` // in the order of the canonical spec

	// Argument describes the argument between the name and the options; "" is none.
	Argument string `json:"argument,omitempty"`

	defaults func() any                    // returns a new *S
	build    func(settings any) game.Agent // takes a *S, does not change it; nil for entries of Describe
	argument func(settings any, text string) (rest string, err error)
}

// Player returns the entry of an agent that needs only its options. An S holds them, and
// the zero S holds their defaults. S may be the struct of the agent itself.
func Player[S any](of, name, doc string, build func(S) game.Agent, options ...Option) Entry {
	var zero S
	e := Describe(of, name, doc, zero, options...)
	e.build = func(s any) game.Agent { return build(*s.(*S)) }
	return e
}

// Describe returns the entry of an agent that other code constructs, from an S that
// [Read] returns. The given S holds the defaults of the options.
func Describe[S any](of, name, doc string, defaults S, options ...Option) Entry {
	e := Entry{Game: of, Name: name, Doc: doc, Options: append([]Option{}, options...), defaults: func() any {
		s := defaults
		return &s
	}}
	for i := range e.Options {
		e.Options[i].Default = e.Options[i].text(e.defaults())
	}
	return e
}

// WithArgument returns the entry with an argument after the name, described by form. The
// function take reads the argument at the beginning of a text into the settings, and
// returns the rest of the text, which is empty or begins with a colon.
func WithArgument[S any](e Entry, form string, take func(settings *S, text string) (rest string, err error)) Entry {
	e.Argument = form
	e.argument = func(s any, text string) (string, error) { return take(s.(*S), text) }
	return e
}

// Is reports whether a spec begins with the name of the entry. The rest may be invalid.
func (e Entry) Is(spec string) bool { return nameOf(spec) == e.Name }

// nameOf returns the part of a spec before the first colon.
func nameOf(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	return name
}

// Text returns the canonical spec for settings, a *S of the entry, without the argument.
func (e Entry) Text(settings any) string {
	text := e.Name
	for _, o := range e.Options {
		if v := o.text(settings); v != o.Default && v != "" {
			text += ":" + o.Name + "=" + braced(v)
		}
	}
	return text
}

// Read returns the settings of a spec of the entry, and the names of the options in the
// spec. It does not check specs within braces.
func Read[S any](e Entry, spec string) (settings S, given []string, err error) {
	s, given, err := e.read(spec)
	if err != nil {
		return settings, nil, err
	}
	return *s.(*S), given, nil
}

func (e Entry) read(spec string) (settings any, given []string, err error) {
	if !e.Is(spec) {
		return nil, nil, fmt.Errorf("agent %q: want %s, then options", spec, e.Name)
	}
	settings = e.defaults()
	rest := spec[len(e.Name):]
	if e.argument != nil {
		argument, ok := strings.CutPrefix(rest, ":")
		if !ok {
			return nil, nil, fmt.Errorf("agent %q: want %s:%s", spec, e.Name, e.Argument)
		}
		if rest, err = e.argument(settings, argument); err != nil {
			return nil, nil, fmt.Errorf("agent %q: %w", spec, err)
		}
	}
	words, err := split(rest)
	if err != nil {
		return nil, nil, fmt.Errorf("agent %q: %w", spec, err)
	}
	for i, w := range words {
		name, err := e.set(settings, w, given)
		if err != nil {
			return nil, nil, fmt.Errorf("agent %q: option %d: %w", spec, i+1, err)
		}
		given = append(given, name)
	}
	return settings, given, nil
}

// split returns the words of ":word:word". Colons within braces do not separate words.
func split(text string) (words []string, err error) {
	depth := 0
	for _, c := range []byte(text) {
		switch {
		case c == ':' && depth == 0:
			words = append(words, "")
			continue
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		if depth < 0 {
			break
		}
		words[len(words)-1] += string(c)
	}
	if depth != 0 {
		return nil, fmt.Errorf("the braces do not match: want option={AGENT:OPTION}")
	}
	return words, nil
}
