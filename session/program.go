//go:build !js

package session

import (
	"rummygym"
	"rummygym/agents/external"
)

// openProgram starts the outside program of a spec. It returns nil for the specs of other agents.
func openProgram(r rummygym.Rules, spec string) (program, string, error) {
	if !external.Is(spec) {
		return nil, "", nil
	}
	p, name, err := rummygym.OpenProgram(r, spec)
	if err != nil {
		return nil, "", err
	}
	return p, name, nil
}
