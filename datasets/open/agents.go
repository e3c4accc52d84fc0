package open

import (
	"fmt"
	"strings"

	"rummygym"
	"rummygym/arena/contest"
	"rummygym/datasets/collect"
)

// Agents opens agents for a dataset, one for each seat of tables with the given rules. It refuses
// agents whose play is not reproducible from the seed.
func Agents(p *contest.Programs, rules rummygym.Rules, specs []string) ([]collect.Agent, error) {
	if strings.TrimSpace(strings.Join(specs, "")) == "" {
		return nil, contest.NoAgents(rules)
	}
	var agents []collect.Agent
	for _, spec := range specs {
		e, err := p.Open(rules, strings.TrimSpace(spec))
		if err != nil {
			return nil, fmt.Errorf("--agents: %w", err)
		}
		if !rummygym.Repeatable(e.Name) {
			return nil, fmt.Errorf("--agents: %s has a budget of time, so its games are not reproducible from the seed: set rollouts= instead of milliseconds=", e.Name)
		}
		agents = append(agents, collect.Agent{Name: e.Name, New: e.New})
	}
	return agents, nil
}
