package rummygym

import (
	"fmt"
	"path/filepath"
	"strings"

	"rummygym/agents/external"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/agents/search"
	"rummygym/agents/spec"
	"rummygym/env/game"
)

// Agents returns the agents of a game: the rule-based players, then learned agents, then
// search agents if the game has them. The slice is the caller's.
func (g *GameType) Agents() spec.List {
	list := append(g.Players(), learned.Entry(g.Name))
	if g.Search.Playout != "" {
		list = append(list, g.Search.Entry(g.Name))
	}
	return list
}

// OpenAgent returns the constructor of the agent of a spec, one of [GameType.Agents], and
// its canonical name, for a table with the given rules, which must be valid.
func OpenAgent(r Rules, text string) (create func() game.Agent, name string, err error) {
	if external.Is(text) {
		return nil, "", fmt.Errorf("agent %q: an outside program plays in tournament, ladder, eval, collect, play and watch, and as the opponent in tune and shapley only: name another agent", text)
	}
	g := r.Type()
	list := g.Agents()
	e, err := list.Lookup(text)
	switch {
	case err != nil:
	case e.Name == learned.Name:
		return newLearned(r, text)
	case e.Name == search.Name:
		return newSearch(r, e, text)
	default:
		create, name, err = list.New(text)
	}
	if err != nil {
		err = fmt.Errorf("%w%s", err, g.Hint(func(o *GameType) bool {
			_, err := o.Agents().Canonical(text)
			return err == nil
		}))
	}
	return create, name, err
}

// AbsoluteSpec returns a spec of the same agent of game g that works in any folder: its
// canonical name with the absolute path of its files. The name has the digits of the
// files, so that opening the spec fails if a file has changed since. Text is the spec of
// the agent, and name its canonical name from [OpenAgent].
func AbsoluteSpec(g *GameType, text, name string) string {
	if e := g.Search.Entry(g.Name); e.Is(text) {
		return absoluteSearch(g, e, text, name)
	}
	if !learned.Is(text) {
		return g.Players().Absolute(text, name)
	}
	s, err := learned.Parse(text)
	if err != nil {
		return name
	}
	path, err := filepath.Abs(s.Path)
	if s.Path == learned.Standard || err != nil {
		path = s.Path
	}
	return learned.Name + ":" + path + strings.TrimPrefix(name, learned.Name+":"+filepath.Base(s.Path))
}

// newLearned is [OpenAgent] for a learned agent.
func newLearned(r Rules, text string) (create func() game.Agent, name string, err error) {
	g, err := r.NewGame()
	if err != nil {
		return nil, "", err
	}
	m, err := learned.Open(r.Type().Name, g.Players(), text)
	if err != nil {
		return nil, "", err
	}
	if create, name, err = LearnedAgent(r, m); err != nil {
		return nil, "", fmt.Errorf("agent %q: %w", text, err)
	}
	return create, name, nil
}

// LearnedAgent does what [OpenAgent] does for a network that is in memory, such as one that
// is being trained: see [learned.NewModel].
func LearnedAgent(r Rules, m *learned.Model) (create func() game.Agent, name string, err error) {
	here, d := r.Type(), m.Network.Description()
	if d.Game != here.Name {
		return nil, "", fmt.Errorf("the network is for the game %q, and the table plays %s%s",
			d.Game, here.Title, here.Hint(func(o *GameType) bool { return o.Name == d.Game }))
	}
	g, err := r.NewGame()
	if err != nil {
		return nil, "", err
	}
	if d.EffectiveKind() == network.AfterstateKind {
		x, err := r.Afterstates(m.Fields())
		if err != nil {
			return nil, "", fmt.Errorf("fields of the network: %w", err)
		}
		if err := x.checkBelief(d); err != nil {
			return nil, "", err
		}
		create, err = m.AfterstateAgent(g, x.Layout, x.Reader)
		return create, m.Name(), err
	}
	x, _, err := r.Encoder(m.Fields())
	if err != nil {
		return nil, "", fmt.Errorf("fields of the network: %w", err)
	}
	create, err = m.Agent(g, x)
	return create, m.Name(), err
}
