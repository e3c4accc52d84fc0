package tabular

import (
	"encoding/json"
	"fmt"

	"rummygym/env/game"
	"rummygym/internal/agents/spec"
)

// Name is the first word of the specs of agents that play by a table.
const Name = "tabular"

// The forms of a spec.
const (
	extension = ".table"
	argument  = "FILE" + extension
	form      = Name + ":" + argument
)

// Spec holds the settings of such an agent.
type Spec struct {
	Path   string // of the file
	Digits string // first digits of its SHA-256, "" if not given
}

// Entry describes the agents of the named game that play by a table.
func Entry(of string) spec.Entry {
	e := spec.Describe(of, Name, "plays a small game by a table from train equilibrium", Spec{})
	return spec.WithFile(e, argument, form, extension, nil, func(s *Spec) (path, digits *string) { return &s.Path, &s.Digits })
}

// Open returns the constructor of the agent of a parsed spec for a table with the game g, whose rules marshal to the given
// JSON; the label of its results, which is a spec of it in the folder of the file; and a spec that works in any folder.
func Open(of spec.Spec, g game.Game, rules json.RawMessage) (create func() game.Agent, name, absolute string, err error) {
	s := spec.Settings[Spec](of)
	value := s.Path
	if s.Digits != "" {
		value += "@" + s.Digits
	}
	f, err := spec.ReadFile(value, Read)
	if err != nil {
		return nil, "", "", &spec.UnavailableError{Err: fmt.Errorf("agent %q: %s: %w", of.Text, s.Path, err)}
	}
	if err := f.Value.For(g, rules); err != nil {
		return nil, "", "", fmt.Errorf("agent %q: %w", of.Text, err)
	}
	file := spec.FileName(s.Path, f.SHA256)
	return func() game.Agent { return NewPlayer(f.Value) }, Name + ":" + file, Name + ":" + spec.AbsoluteName(s.Path, file), nil
}
