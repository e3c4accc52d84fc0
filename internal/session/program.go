//go:build !js

package session

import (
	"rummygym/internal/agents/external"
	"rummygym/internal/catalog"
)

// openProgram starts the outside program of a spec. It returns nil for the specs of other agents.
func openProgram(r catalog.Rules, spec string) (program, string, error) {
	if !external.Is(spec) {
		return nil, "", nil
	}
	s, err := external.Parse(spec)
	if err != nil {
		return nil, "", err
	}
	p, err := catalog.OpenProgram(r, s)
	if err != nil {
		return nil, "", err
	}
	return p, s.Canonical(), nil
}
