package catalog

import (
	"fmt"
	"strings"

	"rummygym/agents"
	"rummygym/agents/afterstate"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/agents/search"
	"rummygym/baselines"
)

// The words for beliefs of search agents.
const (
	uniformBelief = "uniform" // hidden cards are equally likely everywhere
	modelBelief   = "model"   // features.PlayHands, of Indian Rummy
	learnedBelief = "learned" // belief.Hands by the network that is built in, the same
)

// The stories that features.PlayHands keeps for a search, and the steps by which each
// is changed at a turn: a millisecond or two a decision.
const (
	beliefStories = 64
	beliefMoves   = 20
)

// Agents returns the agents of a game that need no file: the players of package
// baselines, then search. The slice is the caller's.
func (g *Rummy) Agents() []baselines.Entry {
	list := baselines.List(g.Name)
	e := baselines.Entry{Game: g.Name, Name: search.Name, Doc: "plays the game out from states it believes in, and takes what does best"}
	for _, o := range g.Search.Options() {
		e.Options = append(e.Options, baselines.Option{Name: o.Name, Default: o.Default, Values: o.Values, Doc: o.Doc})
	}
	return append(list, e)
}

// newSearch does what [NewAgent] does, for a search agent.
func newSearch(r Rules, spec string) (create func() agents.Agent, name string, err error) {
	here := r.Rummy()
	s, err := here.Search.Parse(spec)
	if err != nil {
		return nil, "", err
	}
	c, err := r.Search(&s)
	if err != nil {
		return nil, "", fmt.Errorf("agent %q: %w", spec, err)
	}
	c.Goal, c.Allocation, c.Margin = s.Goal, s.Allocation, s.Margin
	c.Rollouts, c.Time, c.Workers = s.Rollouts, s.Time, s.Workers
	if c.Horizon > 0 && c.Evaluator == nil {
		if c.Evaluator, s.Value, err = newValue(r, s); err != nil {
			return nil, "", fmt.Errorf("agent %q: value=%q: %w", spec, s.Value, err)
		}
	}
	if c.Playout, s.Playout, err = NewAgent(r, s.Playout); err != nil {
		return nil, "", fmt.Errorf("agent %q: playout: %w", spec, err)
	}
	if s.Opponent != "" {
		if c.Opponent, s.Opponent, err = NewAgent(r, s.Opponent); err != nil {
			return nil, "", fmt.Errorf("agent %q: opponent: %w", spec, err)
		}
		if s.Opponent == s.Playout {
			s.Opponent = ""
		}
	}
	if err := c.Validate(); err != nil {
		return nil, "", fmt.Errorf("agent %q: %w", spec, err)
	}
	c.Name = here.Search.Text(s)
	return func() agents.Agent {
		p, err := search.New(c)
		if err != nil {
			panic("catalog: " + err.Error()) // it was validated
		}
		return p
	}, c.Name, nil
}

// newValue returns what values roll-outs by the network of a spec, and its name.
func newValue(r Rules, s search.Spec) (func() search.Evaluator, string, error) {
	if !learned.Is(s.Value) {
		return nil, s.Value, fmt.Errorf("want %s, or a network as {learned:FILE.safetensors}", search.OutlookValue)
	}
	m, err := learned.Open(s.Value)
	if err != nil {
		return nil, s.Value, err
	}
	g, err := r.NewGame()
	if err != nil {
		return nil, s.Value, err
	}
	d, name, head := m.Network.Description(), m.Name(), search.ValueHead(s.Goal)
	switch kind := d.What(); kind {
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
		if err := x.serve(d); err != nil {
			return nil, s.Value, err
		}
		m.Head = head
		create, err := m.AfterstateAgent(g, x.Layout, x.Reader)
		if err != nil {
			return nil, s.Value, err
		}
		s.Value = search.OutlookValue
		certain, err := r.Search(&s)
		return func() search.Evaluator {
			return search.NewAfterstateValue(create().(*afterstate.Player), s.Goal, g, certain.Evaluator())
		}, name, err
	default:
		return nil, s.Value, fmt.Errorf("the network is of the kind %s, want %s or %s", kind, network.ValueKind, network.AfterstateKind)
	}
}

// searchAgain does what [SpecAgain] does, for a search agent.
func searchAgain(g *Rummy, spec, name string) string {
	s, err := g.Search.Parse(spec)
	if err != nil {
		return name
	}
	n, err := g.Search.Parse(name)
	if err != nil {
		return name
	}
	n.Playout = SpecAgain(g, s.Playout, n.Playout)
	if n.Opponent != "" {
		n.Opponent = SpecAgain(g, s.Opponent, n.Opponent)
	}
	if n.Belief != s.Belief { // of a network
		n.Belief = SpecAgain(g, s.Belief, n.Belief)
	}
	if learned.Is(n.Value) {
		n.Value = SpecAgain(g, s.Value, n.Value)
	}
	return g.Search.Text(n)
}

// Repeatable reports whether an agent of that name, as [NewAgent] returns it, plays
// the same again from the same seed: not so if it, or one it asks, has a budget of
// time.
func Repeatable(name string) bool {
	return !strings.Contains(name, ":milliseconds=")
}
