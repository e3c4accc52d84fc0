package contest

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"rummygym/arena"
	"rummygym/internal/agents/external"
	"rummygym/internal/agents/spec"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/table"
)

// The words of --on-failure.
const (
	stopAll = "stop"
	skip    = "skip"
)

// AgentsUsage is the end of the help of a flag that lists agents.
const AgentsUsage = "with options after colons; rummygym agents lists them; exec:COMMAND is an outside program (docs/protocol.md)"

// Programs opens the agents of a command that plays games, and holds the outside programs among
// them until Close. The zero value is ready to use.
type Programs struct {
	opened    []*external.Programs
	names     []string
	left      []string // why programs do not take part
	onFailure string   `option:"on-failure" words:"forfeit|skip|stop" group:"Running" doc:"what to do if an outside program (exec:COMMAND) fails: forfeit its game; skip, which also plays without programs that do not start; or stop (default forfeit)"`
}

// Open returns the entrant of a spec, an outside program too.
func (p *Programs) Open(rules catalog.Rules, text string) (arena.Entrant, error) {
	if !external.Is(text) {
		create, name, err := catalog.OpenAgent(rules, text)
		return arena.Entrant{Name: name, New: create}, options.Usage(err)
	}
	s, err := external.Parse(text)
	if err != nil {
		return arena.Entrant{}, options.Usage(err)
	}
	program, err := catalog.OpenProgram(rules, s)
	if err != nil {
		return arena.Entrant{}, err
	}
	name := s.Canonical()
	p.opened, p.names = append(p.opened, program), append(p.names, name)
	return arena.Entrant{Name: name, New: program.New, Tables: program.Tables(), Retries: program.MayRetry(), Title: program.Name()}, nil
}

// Leaves reports whether err is that of a program that does not start, and is left out, as --on-failure says.
func (p *Programs) Leaves(err error) bool {
	if p.onFailure != skip || !errors.As(err, new(*spec.UnavailableError)) {
		return false
	}
	p.left = append(p.left, "left out: "+err.Error())
	return true
}

// OpenAll returns the entrants of the specs that the flag --agents lists, of all agents of the game
// if specs is nil. An error names all agents that cannot play.
func (p *Programs) OpenAll(rules catalog.Rules, specs []string) (all []arena.Entrant, err error) {
	if specs == nil {
		specs = rules.Type().Players().Names()
	}
	if len(specs) == 0 {
		return nil, NoAgents(rules)
	}
	var faults []error
	for _, text := range specs {
		e, err := p.Open(rules, text)
		if err == nil {
			all = append(all, e)
		} else if !p.Leaves(err) {
			faults = append(faults, err)
		}
	}
	if len(faults) > 1 {
		hint := "fix them"
		if err = errors.Join(faults...); errors.As(err, new(*spec.UnavailableError)) {
			hint += ", or add --on-failure skip to play without those that do not start"
		}
		err = fmt.Errorf("%d of %d agents cannot play: %s\n%w", len(faults), len(specs), hint, err)
	} else if len(faults) == 1 {
		err = faults[0]
	}
	if err != nil {
		return nil, fmt.Errorf("--agents: %w", err)
	}
	return all, nil
}

// NoAgents returns the error for a flag --agents without a word.
func NoAgents(rules catalog.Rules) error {
	g := rules.Type()
	example := g.Players().Names()[0]
	return fmt.Errorf("--agents is empty: name an agent for each seat, as in %s,%s (rummygym agents --game %s lists them)", example, example, g.Name)
}

// AgentName returns the canonical name of the agent of a spec. It starts no outside program.
func AgentName(rules catalog.Rules, text string) (name string, err error) {
	if !external.Is(text) {
		_, name, err = catalog.OpenAgent(rules, text)
		return name, options.Usage(err)
	}
	s, err := external.Parse(text)
	if err != nil {
		return "", options.Usage(err)
	}
	return s.Canonical(), nil
}

// Config returns games under chosen rules, with what follows from these, and what a failure of an outside program costs.
func (p *Programs) Config(chosen *catalog.RuleOptions) (c arena.Config, rules catalog.Rules, err error) {
	if rules, err = chosen.Rules(); err != nil {
		return c, nil, err
	}
	c.Rules = catalog.RulesName(chosen.Preset(), rules)
	SetTerms(&c, rules)
	if p.onFailure != stopAll {
		c.Forfeit = rules.Results().Forfeit
	}
	c.Game, err = rules.NewGame()
	return c, rules, err
}

// Faults says which programs were left out, how many games of the others failed, how many of their answers were
// asked for again, and why.
func (p *Programs) Faults() []string {
	all := slices.Clone(p.left)
	for i, program := range p.opened {
		n, again := program.Failures(), program.Retries()
		if n == 0 && again == 0 {
			continue
		}
		text := p.names[i] + ": " + table.Plural(n, "game") + " failed"
		if again > 0 {
			text += ", " + table.Plural(again, "answer") + " refused and asked for again"
		}
		if reasons := program.Reasons(); len(reasons) > 0 {
			text += ": " + reasons[0]
		}
		if log := program.Log(); log != "" {
			text += "; the reasons are in " + log
		}
		all = append(all, text)
	}
	return all
}

// Close ends the programs, and writes their faults to w.
func (p *Programs) Close(w io.Writer) {
	for _, program := range p.opened {
		program.Close()
	}
	for _, fault := range p.Faults() {
		fmt.Fprintln(w, fault)
	}
	p.opened, p.names, p.left = nil, nil, nil
}
