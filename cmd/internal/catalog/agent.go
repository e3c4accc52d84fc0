package catalog

import (
	"fmt"

	"rummygym/agents"
	"rummygym/baselines"
)

// NewAgent returns what makes the agent of a spec of a game, and its canonical
// name.
func NewAgent(g *Rummy, spec string) (create func() agents.Agent, name string, err error) {
	if name, err = baselines.Canonical(g.Name, spec); err == nil {
		create, err = baselines.New(g.Name, spec)
	}
	if err != nil {
		err = fmt.Errorf("%w%s", err, g.Hint(func(o *Rummy) bool {
			_, err := baselines.New(o.Name, spec)
			return err == nil
		}))
	}
	return create, name, err
}
