package contest

import (
	"fmt"
	"io"

	"rummygym"
	"rummygym/agents/external"
	"rummygym/arena"
	"rummygym/options"
	"rummygym/table"
)

// The words of --on-failure.
const (
	forfeitGame = "forfeit"
	stopAll     = "stop"
)

// AgentsUsage is the end of the help of a flag that lists agents.
const AgentsUsage = "with options after colons; rummygym agents lists them; exec:COMMAND is an outside program (docs/protocol.md)"

// Programs opens the agents of a command that plays games, and holds the outside programs among
// them until Close. The zero value is ready to use.
type Programs struct {
	opened    []*external.Programs
	names     []string
	onFailure string `option:"on-failure" words:"forfeit|stop" group:"Running" doc:"whether an outside program (exec:COMMAND) that fails forfeits the game, or stops the command (default forfeit)"`
}

// Open returns the entrant of a spec, an outside program too.
func (p *Programs) Open(rules rummygym.Rules, text string) (arena.Entrant, error) {
	if !external.Is(text) {
		create, name, err := rummygym.OpenAgent(rules, text)
		return arena.Entrant{Name: name, New: create}, options.Usage(err)
	}
	s, err := external.Parse(text)
	if err != nil {
		return arena.Entrant{}, options.Usage(err)
	}
	program, err := rummygym.OpenProgram(rules, s)
	if err != nil {
		return arena.Entrant{}, err
	}
	name := s.Canonical()
	p.opened, p.names = append(p.opened, program), append(p.names, name)
	return arena.Entrant{Name: name, New: program.New, Tables: program.Tables(), Retries: program.MayRetry(), Title: program.Name()}, nil
}

// OpenAll returns the entrants of the specs that the flag --agents lists, of all agents of the game
// if specs is nil.
func (p *Programs) OpenAll(rules rummygym.Rules, specs []string) (all []arena.Entrant, err error) {
	if specs == nil {
		specs = rules.Type().Players().Names()
	}
	if len(specs) == 0 {
		return nil, NoAgents(rules)
	}
	for _, spec := range specs {
		e, err := p.Open(rules, spec)
		if err != nil {
			return nil, fmt.Errorf("--agents: %w", err)
		}
		all = append(all, e)
	}
	return all, nil
}

// NoAgents returns the error for a flag --agents without a word.
func NoAgents(rules rummygym.Rules) error {
	g := rules.Type()
	example := g.Players().Names()[0]
	return fmt.Errorf("--agents is empty: name an agent for each seat, as in %s,%s (rummygym agents --game %s lists them)", example, example, g.Name)
}

// AgentName returns the canonical name of the agent of a spec. It starts no outside program.
func AgentName(rules rummygym.Rules, text string) (name string, err error) {
	if !external.Is(text) {
		_, name, err = rummygym.OpenAgent(rules, text)
		return name, options.Usage(err)
	}
	s, err := external.Parse(text)
	if err != nil {
		return "", options.Usage(err)
	}
	return s.Canonical(), nil
}

// Config returns games under chosen rules, with what follows from these, and what a failure of an outside program costs.
func (p *Programs) Config(chosen *rummygym.RuleOptions) (c arena.Config, rules rummygym.Rules, err error) {
	if rules, err = chosen.Rules(); err != nil {
		return c, nil, err
	}
	c.Rules = rummygym.RulesName(chosen.Preset(), rules)
	SetTerms(&c, rules)
	if p.onFailure != stopAll {
		c.Forfeit = rules.Results().Forfeit
	}
	c.Game, err = rules.NewGame()
	return c, rules, err
}

// Close ends the programs, and writes to w how many of their games failed, and of their answers were
// asked for again.
func (p *Programs) Close(w io.Writer) {
	for i, program := range p.opened {
		program.Close()
		n, again := program.Failures(), program.Retries()
		if n == 0 && again == 0 {
			continue
		}
		text := table.Plural(n, "game") + " failed"
		if again > 0 {
			text += ", " + table.Plural(again, "answer") + " refused and asked for again"
		}
		reasons := "could not be written"
		if log := program.Log(); log != "" {
			reasons = "are in " + log
		}
		fmt.Fprintf(w, "%s: %s; the reasons %s\n", p.names[i], text, reasons)
	}
	p.opened, p.names = nil, nil
}
