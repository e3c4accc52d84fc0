package catalog

import (
	"fmt"
	"path/filepath"
	"strings"

	"rummygym/agents"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/agents/search"
	"rummygym/baselines"
)

// NewAgent returns what makes the agent of a spec at a table with the given rules,
// which are valid, and its canonical name: a player of package baselines, or one
// that asks the network of a file, "learned:FILE.safetensors", or one that searches,
// "search:playout=min-dist-opp".
func NewAgent(r Rules, spec string) (create func() agents.Agent, name string, err error) {
	if learned.Is(spec) {
		return newLearned(r, spec)
	}
	if search.Is(spec) {
		return newSearch(r, spec)
	}
	g := r.Rummy()
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

// SpecAgain returns a spec that makes the agent of a spec for game g again, in whatever folder,
// or fails if its file has changed since: the canonical name, with the whole path of a
// file that the name leaves out.
func SpecAgain(g *Rummy, spec, name string) string {
	if search.Is(spec) {
		return searchAgain(g, spec, name)
	}
	s, err := learned.Parse(spec)
	if err != nil {
		return name // of package baselines
	}
	path, err := filepath.Abs(s.Path)
	if s.Path == learned.Standard || err != nil {
		path = s.Path
	}
	return learned.Prefix + path + strings.TrimPrefix(name, learned.Prefix+filepath.Base(s.Path))
}

// newLearned does it for a learned agent.
func newLearned(r Rules, spec string) (create func() agents.Agent, name string, err error) {
	m, err := learned.Open(spec)
	if err != nil {
		return nil, "", err
	}
	here := r.Rummy()
	if plays := m.Network.Description().Game; plays != here.Name {
		return nil, "", fmt.Errorf("agent %q: the network is for the game %q, and the table plays %s%s",
			spec, plays, here.Title, here.Hint(func(o *Rummy) bool { return o.Name == plays }))
	}
	g, err := r.NewGame()
	if err != nil {
		return nil, "", err
	}
	if m.Network.Description().What() == network.AfterstateKind {
		x, err := r.Afterstates(m.Fields())
		if err != nil {
			return nil, "", fmt.Errorf("agent %q: fields of the network: %w", spec, err)
		}
		if err := x.serve(m.Network.Description()); err != nil {
			return nil, "", fmt.Errorf("agent %q: %w", spec, err)
		}
		create, err = m.AfterstateAgent(g, x.Layout, x.Reader)
		if err != nil {
			return nil, "", fmt.Errorf("agent %q: %w", spec, err)
		}
		return create, m.Name(), nil
	}
	x, _, err := r.Encoder(m.Fields())
	if err != nil {
		return nil, "", fmt.Errorf("agent %q: fields of the network: %w", spec, err)
	}
	if create, err = m.Agent(g, x); err != nil {
		return nil, "", fmt.Errorf("agent %q: %w", spec, err)
	}
	return create, m.Name(), nil
}
