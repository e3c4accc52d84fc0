package spec

import (
	"fmt"
	"strings"

	"rummygym/env/game"
	"rummygym/options"
)

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
