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

// New returns the constructor of the agent of a spec, and its canonical spec. A spec is a
// name of the list, then options, each after a colon, in any order and each at most once,
// as in "min-dist-opp:drop=5:variant=released". Every call of create returns a separate
// agent. New fails for entries of [Describe].
func (l List) New(spec string) (create func() game.Agent, name string, err error) {
	e, err := l.Lookup(spec)
	if err != nil {
		return nil, "", err
	}
	s, _, err := e.read(spec)
	if err != nil {
		return nil, "", err
	}
	if e.build == nil {
		return nil, "", fmt.Errorf("agent %q: %s needs more than its options", spec, e.Name)
	}
	return func() game.Agent { return e.build(s) }, e.Text(s), nil
}

// Canonical returns the canonical spec of a spec; see [Entry.Text].
func (l List) Canonical(spec string) (string, error) {
	e, err := l.Lookup(spec)
	if err != nil {
		return "", err
	}
	s, _, err := e.read(spec)
	if err != nil {
		return "", err
	}
	return e.Text(s), nil
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
