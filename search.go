package rummygym

import (
	"fmt"
	"math"
	"strings"

	"rummygym/agents/greedy"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/agents/search"
	"rummygym/agents/spec"
	"rummygym/env/game"
)

// The words of the option belief of search agents.
const (
	uniformSampler = "uniform"  // all places of the hidden cards are equally likely
	learnedSampler = "learned"  // Indian Rummy: belief.Hands by the built-in network
	tableSampler   = "standard" // Gin Rummy: the built-in hand table
)

// newSearch is [OpenAgent] for a search agent.
func newSearch(r Rules, e spec.Entry, text string) (create func() game.Agent, name string, err error) {
	s, err := search.Parse(e, text)
	if err != nil {
		return nil, "", err
	}
	if n := nested(e, text); n > maxNested {
		return nil, "", fmt.Errorf("agent %q: playout or opponent is a search too, so that a roll-out of one searches at each of its moves: want rollouts= in both, with a product of at most %d, or an agent such as %s", text, maxNested, r.Type().Training().Rival)
	}
	c, err := searchConfig(r, &s)
	if err != nil {
		return nil, "", fmt.Errorf("agent %q: %w", text, err)
	}
	c.Name = e.Text(&s)
	return func() game.Agent {
		p, err := search.New(c)
		if err != nil {
			panic("rummygym: " + err.Error()) // it was validated
		}
		return p
	}, c.Name, nil
}

// searchConfig returns the configuration of the search of a spec, in which it replaces agents and files
// by their canonical names.
func searchConfig(r Rules, s *search.Spec) (c search.Config, err error) {
	if c, err = r.Search(s); err != nil {
		return c, err
	}
	c.Goal, c.Allocation, c.Margin = s.Goal, s.Allocation, s.Margin
	c.Rollouts, c.Time, c.Workers = s.Rollouts, s.Time, s.Workers
	if c.Horizon > 0 && c.Evaluator == nil {
		if c.Evaluator, s.Value, err = newValue(c.Game, *s); err != nil {
			return c, fmt.Errorf("value=%q: %w", s.Value, err)
		}
	}
	if c.Playout, s.Playout, err = OpenAgent(r, s.Playout); err != nil {
		return c, fmt.Errorf("playout: %w", err)
	}
	if s.Opponent != "" {
		if c.Opponent, s.Opponent, err = OpenAgent(r, s.Opponent); err != nil {
			return c, fmt.Errorf("opponent: %w", err)
		}
		if s.Opponent == s.Playout {
			s.Opponent = ""
		}
	}
	if err := c.Validate(); err != nil || r.Type() != Gin || s.Belief == uniformSampler {
		return c, err
	}
	// A hand table knows single cards, not melds.
	opponent := c.Opponent
	if opponent == nil {
		opponent = c.Playout
	}
	hands, err := search.NewGinDeadwood(c.Game, opponent, deadwoodHands)
	if err != nil {
		return c, err
	}
	table := c.Sampler
	c.Sampler = func() search.Sampler { return search.NewGinDeadwoodSampler(table(), hands) }
	return c, nil
}

// deadwoodHands is the number of hands of Gin Rummy from which the deadwood of an opponent is estimated.
const deadwoodHands = 1000

// maxNested bounds the roll-outs of a decision by a search whose roll-outs are played by another.
const maxNested = 1_000

// nested returns the product of the roll-outs of a search and of the searches in its roll-outs, 0 if
// there are none. A search in a roll-out that is limited by time counts as endless.
func nested(e spec.Entry, text string) int {
	s, err := search.Parse(e, text)
	if err != nil {
		return 0
	}
	most := 0
	for _, inner := range []string{s.Playout, s.Opponent} {
		if !e.Is(inner) {
			continue
		}
		if in, err := search.Parse(e, inner); err == nil {
			most = max(most, nested(e, inner), in.Rollouts)
			if in.Time > 0 || in.Rollouts == 0 {
				most = math.MaxInt32
			}
		}
	}
	return min(most, math.MaxInt32) * max(s.Rollouts, 1)
}

// newValue returns the constructor of the evaluator of game g by the network of a spec, and the
// canonical name of the network.
func newValue(g game.Game, s search.Spec) (func() search.Evaluator, string, error) {
	r, err := RulesOf(g)
	if err != nil {
		return nil, s.Value, err
	}
	if !learned.Is(s.Value) {
		return nil, s.Value, fmt.Errorf("want %s, or a network as {learned:FILE.safetensors}", r.Type().Search.Value)
	}
	m, err := learned.Open(r.Type().Name, g.Players(), s.Value)
	if err != nil {
		return nil, s.Value, err
	}
	d, name, head := m.Network.Description(), m.Name(), search.ValueHead(s.Goal)
	switch kind := d.EffectiveKind(); kind {
	case network.ValueKind:
		x, _, err := r.Encoder(m.Fields())
		if err != nil {
			return nil, s.Value, fmt.Errorf("fields of the network: %w", err)
		}
		if err := d.Fits(g, x.Layout(), head); err != nil {
			return nil, s.Value, err
		}
		return func() search.Evaluator { return search.NewNetworkValue(m.Network, s.Goal, g, x) }, name, nil
	case network.AfterstateKind:
		x, err := r.Afterstates(m.Fields())
		if err != nil {
			return nil, s.Value, fmt.Errorf("fields of the network: %w", err)
		}
		if err := x.checkBelief(d); err != nil {
			return nil, s.Value, err
		}
		m.Head = head
		create, err := m.AfterstateAgent(g, x.Layout, x.Reader)
		if err != nil {
			return nil, s.Value, err
		}
		return func() search.Evaluator { return search.NewAfterstateValue(create().(*greedy.Player), s.Goal, g) }, name, nil
	default:
		return nil, s.Value, fmt.Errorf("the network is of the kind %s, want %s or %s", kind, network.ValueKind, network.AfterstateKind)
	}
}

// absoluteSearch is [AbsoluteSpec] for a search agent.
func absoluteSearch(g *GameType, e spec.Entry, text, name string) string {
	s, err := search.Parse(e, text)
	if err != nil {
		return name
	}
	n, err := search.Parse(e, name)
	if err != nil {
		return name
	}
	n.Playout = AbsoluteSpec(g, s.Playout, n.Playout)
	if n.Opponent != "" {
		n.Opponent = AbsoluteSpec(g, s.Opponent, n.Opponent)
	}
	if learned.Is(n.Belief) {
		n.Belief = AbsoluteSpec(g, s.Belief, n.Belief)
	} else {
		n.Belief = spec.AbsoluteFile(s.Belief, n.Belief)
	}
	if learned.Is(n.Value) {
		n.Value = AbsoluteSpec(g, s.Value, n.Value)
	}
	return e.Text(&n)
}

// Repeatable reports whether the play of an agent follows from its seed. It does not if the
// agent, or one that it uses in roll-outs, has a time budget. Name is the canonical name
// from [OpenAgent].
func Repeatable(name string) bool {
	return !strings.Contains(name, ":milliseconds=")
}
