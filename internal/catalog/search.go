package catalog

import (
	"fmt"
	"math"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/search"
)

// The words of the option belief of search agents.
const (
	uniformSampler = "uniform"  // all places of the hidden cards are equally likely
	learnedSampler = "learned"  // Indian Rummy: belief.Hands by the built-in network
	tableSampler   = "standard" // Gin Rummy: the built-in hand table
	bestSampler    = "best"     // the first that the rules allow of learned, standard and uniform
)

// parseSearch parses the settings of a search agent, and the specs in them.
func (a *agentSpec) parseSearch(g *GameType) {
	if a.err != nil {
		return
	}
	if a.search, a.err = search.Read(a.spec); a.err != nil {
		return
	}
	if a.search.Playout != "" {
		a.playout = parseAgent(g, a.search.Playout)
	}
	if a.search.Opponent != "" {
		a.opponent = parseAgent(g, a.search.Opponent)
	}
}

// openSearch opens a search agent.
func (a *agentSpec) openSearch(r Rules) (o openedAgent, err error) {
	text := a.spec.Text
	if n := a.nested(); n > maxNested {
		return o, fmt.Errorf("agent %q: playout or opponent is a search too, so that a roll-out of one searches at each of its moves: want rollouts= in both, with a product of at most %d, or an agent such as %s", text, maxNested, r.Type().Search.Playout)
	}
	s, playout := a.search, a.playout
	if playout == nil {
		playout = parseAgent(r.Type(), firstAgent(r, []string{learned.Name + ":standard", r.Type().Search.Playout}))
	}
	c, absolute, err := searchConfig(r, &s, playout, a.opponent)
	if err != nil {
		return o, fmt.Errorf("agent %q: %w", text, err)
	}
	for _, n := range []*search.Spec{&s, &absolute} { // what was not given is not in the name, but for the network
		if n.Horizon, n.Margin = a.search.Horizon, a.search.Margin; a.search.Playout == "" && !learned.Is(playout.spec.Text) {
			n.Playout = ""
		}
		if a.search.Belief == "" {
			n.Belief = ""
		}
		if a.search.Value == "" {
			n.Value = ""
		}
	}
	c.Name = a.spec.Entry.Text(&s)
	return openedAgent{func() game.Agent {
		p, err := search.New(c)
		if err != nil {
			panic("rummygym: " + err.Error()) // it was validated
		}
		return p
	}, c.Name, a.spec.Entry.Text(&absolute)}, nil
}

// searchConfig returns the configuration of a search with the given agents in its roll-outs; opponent may be
// nil. It replaces agents and files in the settings by their canonical names, and in absolute by names that
// work in any folder, and what was not given by the default.
func searchConfig(r Rules, s *search.Spec, playout, opponent *agentSpec) (c search.Config, absolute search.Spec, err error) {
	p, err := playout.open(r)
	if err != nil {
		return c, absolute, fmt.Errorf("playout: %w", err)
	}
	n, ok := p.create().(*greedy.Player)
	beliefs := fill(s, &r.Type().Search, playout.spec.Text, ok && n.HasBothHeads())
	for _, s.Belief = range beliefs {
		if c, err = r.Search(s); err == nil {
			break
		}
	}
	if err != nil {
		return c, absolute, err
	}
	c.Goal, c.Allocation, c.Margin = s.Goal, s.Allocation, s.Margin
	if c.Margin > 0 {
		c.Prior = priorError
		if c.Goal == search.Win {
			c.Prior /= 100
		}
	}
	c.Rollouts, c.Time, c.Workers = s.Rollouts, s.Time, s.Workers
	value := s.Value
	if c.Horizon > 0 && c.Evaluator == nil {
		if c.Evaluator, value, err = newValue(c.Game, s); err != nil {
			return c, absolute, fmt.Errorf("value=%q: %w", s.Value, err)
		}
	}
	var o openedAgent
	if opponent != nil {
		if o, err = opponent.open(r); err != nil {
			return c, absolute, fmt.Errorf("opponent: %w", err)
		}
	}
	c.Playout, s.Playout, c.Opponent, s.Opponent = p.create, p.name, o.create, o.name
	if o.name == p.name {
		s.Opponent, o.absolute = "", ""
	}
	absolute = *s
	absolute.Playout, absolute.Opponent, absolute.Value = p.absolute, o.absolute, value
	err = c.Validate()
	if x, ok := r.(samplerOfAgents); ok && err == nil {
		err = x.refine(&c, s)
	}
	return c, absolute, err
}

// priorError is [search.Config.Prior] in points, and in hundredths for wins. At decisions of learned:standard in Gin Rummy (seeds 9001 and 9002) and Indian
// Rummy (9003) 2 and 3 gained most, with budgets of 10 to 80 ms.
const priorError = 2

// fill sets the options of a search that were not given by the defaults of the game, where network says that the playout agent is one that values
// afterstates. It returns the words of the belief, of which the first that the rules allow counts.
func fill(s, by *search.Spec, playout string, network bool) (beliefs []string) {
	if s.Belief == "" {
		if s.Belief = by.Belief; network {
			s.Belief = bestSampler
		}
	}
	if beliefs = []string{s.Belief}; s.Belief == bestSampler {
		beliefs = []string{learnedSampler, tableSampler, uniformSampler}
	}
	switch {
	case s.Value != "":
	case network:
		s.Value = playout
	default:
		s.Value = by.Value
	}
	if s.Horizon < 0 {
		if s.Horizon = 0; network {
			s.Horizon = by.Horizon
		}
	}
	if s.Margin < 0 {
		if s.Margin = 0; network {
			s.Margin = 1
		}
	}
	return beliefs
}

// samplerOfAgents are rules under which the sampler of hidden cards depends on the agents of the roll-outs.
type samplerOfAgents interface {
	// refine replaces the sampler of a configuration that is complete.
	refine(*search.Config, *search.Spec) error
}

// maxNested bounds the roll-outs of a decision by a search whose roll-outs are played by another.
const maxNested = 1_000

// nested returns the product of the roll-outs of a search and of the searches in its roll-outs, 0 if
// there are none. A search in a roll-out that is limited by time counts as endless.
func (a *agentSpec) nested() int {
	most := 0
	for _, in := range []*agentSpec{a.playout, a.opponent} {
		if in == nil || in.err != nil || in.spec.Entry.Name != search.Name {
			continue
		}
		most = max(most, in.nested(), in.search.Rollouts)
		if in.search.Time > 0 || in.search.Rollouts == 0 {
			most = math.MaxInt32
		}
	}
	return min(most, math.MaxInt32) * max(a.search.Rollouts, 1)
}

// newValue returns the constructor of the evaluator of game g by the network of a spec, which it replaces
// by its canonical name, and its name with an absolute path.
func newValue(g game.Game, s *search.Spec) (evaluator func() search.Evaluator, absolute string, err error) {
	r, err := RulesOf(g)
	if err != nil {
		return nil, "", err
	}
	if !learned.Is(s.Value) {
		return nil, "", fmt.Errorf("want %s, or a network as {learned:FILE.safetensors}", r.Type().Search.Value)
	}
	m, err := openNetwork(r, g.Players(), s.Value)
	if err != nil {
		return nil, "", err
	}
	d, name, goal, head := m.Network.Description(), m.Name(), s.Goal, search.ValueHead(s.Goal)
	if err := trainedFor(d, r); err != nil {
		return nil, "", err
	}
	absolute = m.Absolute()
	switch kind := d.EffectiveKind(); kind {
	case network.ValueKind:
		x, err := encoderOf(r, d)
		if err != nil {
			return nil, "", err
		}
		if err := d.Fits(g, x.Layout(), head); err != nil {
			return nil, "", err
		}
		evaluator = func() search.Evaluator { return search.NewNetworkValue(m.Network, goal, g, x) }
	case network.AfterstateKind:
		x, err := r.Afterstates(m.Fields())
		if err != nil {
			return nil, "", fmt.Errorf("fields of the network: %w", err)
		}
		if err := x.checkBelief(d); err != nil {
			return nil, "", err
		}
		m.Head = head
		create, err := m.AfterstateAgent(g, x.Layout, x.Reader)
		if err != nil {
			return nil, "", err
		}
		evaluator = func() search.Evaluator { return search.NewAfterstateValue(create().(*greedy.Player), goal, g) }
	default:
		return nil, "", fmt.Errorf("the network is of the kind %s, want %s or %s", kind, network.ValueKind, network.AfterstateKind)
	}
	s.Value = name
	return evaluator, absolute, nil
}

// openNetwork opens the network of the spec of a learned agent in an option of a search.
func openNetwork(r Rules, seats int, text string) (*learned.Model, error) {
	s, err := learned.Parse(text)
	if err != nil {
		return nil, err
	}
	return learned.Open(r.Type().Network(seats), s)
}

// Repeatable reports whether the play of an agent follows from its seed. It does not if the
// agent, or one that it uses in roll-outs, has a time budget. Name is the canonical name
// from [OpenAgent].
func Repeatable(name string) bool {
	return !strings.Contains(name, ":milliseconds=")
}
