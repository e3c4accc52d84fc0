package spec

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/options"
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
	argued   func(settings any) string // the canonical argument
}

// Spec is a parsed spec: the kind of agent and the settings of its options. Other code takes it
// instead of the text.
type Spec struct {
	Entry Entry
	Text  string   // as it was written
	Given []string // names of the options in the text

	settings any // a *S of the entry
}

// Settings returns the settings of a spec; S is that of its entry.
func Settings[S any](s Spec) S { return *s.settings.(*S) }

// Canonical returns the canonical text, see [Entry.Text].
func (s Spec) Canonical() string { return s.Entry.Text(s.settings) }

// Absolute returns the canonical text with absolute paths in place of the names of files. It
// works in any folder. The digits of the files stay, so that reading it fails if a file has
// changed since.
func (s Spec) Absolute() string {
	return s.Entry.write(s.settings, func(o *Option) string {
		text := o.text(s.settings)
		if o.path == nil {
			return text
		}
		return AbsoluteName(o.path(s.settings), text)
	})
}

// New returns the constructor of the agent. Every call of it returns a separate agent. It fails for
// entries of [Describe].
func (s Spec) New() (create func() game.Agent, err error) {
	if s.Entry.build == nil {
		return nil, fmt.Errorf("agent %q: %s needs more than its options", s.Text, s.Entry.Name)
	}
	return func() game.Agent { return s.Entry.build(s.settings) }, nil
}

// Player returns the entry of an agent that needs only its options. An S holds them, and
// the zero S holds their defaults. S may be the struct of the agent itself.
func Player[S any](of, name, doc string, build func(S) game.Agent, options ...Option) Entry {
	var zero S
	e := Describe(of, name, doc, zero, options...)
	e.build = func(s any) game.Agent { return build(*s.(*S)) }
	return e
}

// Describe returns the entry of an agent that other code constructs, from its [Settings].
// The given S holds the defaults of the options.
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
// returns the rest of the text, which is empty or begins with a colon. The function text
// returns the canonical argument.
func WithArgument[S any](e Entry, form string, take func(settings *S, text string) (rest string, err error), text func(*S) string) Entry {
	e.Argument = form
	e.argument = func(s any, text string) (string, error) { return take(s.(*S), text) }
	e.argued = func(s any) string { return ":" + text(s.(*S)) }
	return e
}

// Is reports whether a spec begins with the name of the entry. The rest may be invalid.
func (e Entry) Is(spec string) bool { return nameOf(spec) == e.Name }

// nameOf returns the part of a spec before the first colon.
func nameOf(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	return name
}

// Text returns the canonical spec for settings, a *S of the entry.
func (e Entry) Text(settings any) string {
	return e.write(settings, func(o *Option) string { return o.text(settings) })
}

// write returns the spec for settings, with the text of each option that differs from its default.
func (e Entry) write(settings any, option func(*Option) string) string {
	text := e.Name
	if e.argued != nil {
		text += e.argued(settings)
	}
	for i := range e.Options {
		o := &e.Options[i]
		if v := option(o); v != o.Default && v != "" {
			text += ":" + o.Name + "=" + braced(v)
		}
	}
	return text
}

// Parse parses a spec of the entry. It does not check specs within braces.
func (e Entry) Parse(text string) (Spec, error) {
	s := Spec{Entry: e, Text: text}
	if !e.Is(text) {
		return s, fmt.Errorf("agent %q: want %s, then options", text, e.Name)
	}
	s.settings = e.defaults()
	rest := text[len(e.Name):]
	if e.argument != nil {
		argument, ok := strings.CutPrefix(rest, ":")
		if !ok {
			return s, fmt.Errorf("agent %q: want %s:%s", text, e.Name, e.Argument)
		}
		var err error
		if rest, err = e.argument(s.settings, argument); err != nil {
			return s, fmt.Errorf("agent %q: %w", text, err)
		}
	}
	words, err := split(rest)
	if err != nil {
		return s, fmt.Errorf("agent %q: %w", text, err)
	}
	for i, w := range words {
		name, err := e.set(s.settings, w, s.Given)
		if err != nil {
			return s, fmt.Errorf("agent %q: option %d: %w", text, i+1, err)
		}
		s.Given = append(s.Given, name)
	}
	return s, nil
}

// split returns the words of ":word:word". Colons within braces do not separate words.
func split(text string) (words []string, err error) {
	for text != "" {
		word, rest, ok := CutWord(text[1:])
		if !ok {
			return nil, fmt.Errorf("the braces do not match: want option={AGENT:OPTION}")
		}
		words, text = append(words, word), rest
	}
	return words, nil
}

// CutWord returns the text before the first colon outside braces, and the rest, which is empty or begins with the colon. It reports
// whether the braces of the word match.
func CutWord(text string) (word, rest string, ok bool) {
	depth := 0
	for i, c := range []byte(text) {
		switch {
		case c == ':' && depth == 0:
			return text[:i], text[i:], true
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	return text, "", depth == 0
}

// List holds the agents of a game, in the order in which help texts list them.
type List []Entry

// Names returns the names of the agents.
func (l List) Names() (names []string) {
	for _, e := range l {
		names = append(names, e.Name)
	}
	return names
}

// Lookup returns the entry whose name a spec begins with. The error lists the agents and
// suggests the nearest name.
func (l List) Lookup(spec string) (Entry, error) {
	name := nameOf(spec)
	for _, e := range l {
		if e.Name == name {
			return e, nil
		}
	}
	of := ""
	if len(l) > 0 {
		of = " for " + l[0].Game
	}
	return Entry{}, fmt.Errorf("agent %q: no agent %q%s; agents%s: %s", spec, name, options.Suggest(name, l.Names()), of, strings.Join(l.Names(), ", "))
}

// Parse parses the spec of an agent of the list: a name of the list, then options, each after
// a colon, in any order and each at most once, as in "min-dist-opp:drop=5:variant=released".
func (l List) Parse(text string) (Spec, error) {
	e, err := l.Lookup(text)
	if err != nil {
		return Spec{Text: text}, err
	}
	return e.Parse(text)
}

// New returns the constructor of the agent of a spec, see [Spec.New], and its canonical spec.
func (l List) New(text string) (create func() game.Agent, name string, err error) {
	s, err := l.Parse(text)
	if err != nil {
		return nil, "", err
	}
	if create, err = s.New(); err != nil {
		return nil, "", err
	}
	return create, s.Canonical(), nil
}

// Canonical returns the canonical spec of a spec; see [Entry.Text].
func (l List) Canonical(text string) (string, error) {
	s, err := l.Parse(text)
	if err != nil {
		return "", err
	}
	return s.Canonical(), nil
}

// Text returns the canonical spec of the named agent for settings, a *S of its entry. It
// panics if the list has no such agent.
func (l List) Text(name string, settings any) string {
	e, err := l.Lookup(name)
	if err != nil {
		panic("spec: " + err.Error())
	}
	return e.Text(settings)
}

// Of returns the agents as those of the game with the given name.
func (l List) Of(game string) List {
	of := slices.Clone(l)
	for i := range of {
		of[i].Game = game
	}
	return of
}
