package catalog

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/features/encoder"
	"rummygym/internal/agents/external"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/search"
	"rummygym/internal/agents/spec"
	"rummygym/internal/agents/tabular"
	"rummygym/internal/strictjson"
)

// Agents returns the agents of a game: the rule-based players, then learned agents, agents that play by a table,
// search agents if the game has them, and mixes. The slice is the caller's.
func (g *GameType) Agents() spec.List {
	if g.byDeals != nil {
		return g.byDeals.agents()
	}
	list := append(g.Players(), learned.Entry(g.Name), tabular.Entry(g.Name))
	if g.Search.Playout != "" {
		list = append(list, g.Search.Entry(g.Name, g.Defaults().Results().Drop != game.NoAction))
	}
	return append(list, spec.MixEntry(g.Name))
}

// OpenAgent returns the constructor of the agent of a spec, one of [GameType.Agents], and
// its canonical name, for a table with the given rules, which must be valid.
func OpenAgent(r Rules, text string) (create func() game.Agent, name string, err error) {
	a, err := parseAgent(r.Type(), text).open(r)
	return a.create, a.name, err
}

// OpenAbsolute is [OpenAgent] with a name that works as a spec in any folder: it has the
// absolute path of each file. It has the digits of the files, so that opening it fails if a
// file has changed since.
func OpenAbsolute(r Rules, text string) (create func() game.Agent, name string, err error) {
	a, err := parseAgent(r.Type(), text).open(r)
	return a.create, a.absolute, err
}

// OpenMix returns the agents of a mix with their weights, and its canonical name. Of another agent it returns that one alone.
func OpenMix(r Rules, text string) (members []agents.Member, name string, err error) {
	a := parseAgent(r.Type(), text)
	o, err := a.open(r)
	if err != nil {
		return nil, "", err
	}
	if a.spec.Entry.Name == spec.MixName {
		return a.members(), o.name, nil
	}
	return []agents.Member{{Name: o.name, Weight: 1, New: o.create}}, o.name, nil
}

// agentSpec is the parsed spec of an agent, and those of the agents that it plays as, or that play in its roll-outs.
// Each is parsed once and opened once.
type agentSpec struct {
	spec              spec.Spec
	err               error        // of the text
	mix               []*agentSpec // of a mix: its agents
	search            search.Spec  // of a search agent
	playout, opponent *agentSpec   // of a search agent; the opponent may be nil
	opened            openedAgent
}

// openedAgent is the zero value before the agent is opened.
type openedAgent struct {
	create         func() game.Agent
	name, absolute string
}

// parseAgent parses the spec of an agent of a game.
func parseAgent(g *GameType, text string) *agentSpec {
	a := new(agentSpec)
	if external.Is(text) {
		a.err = fmt.Errorf("agent %q: an external program plays only in tournament, ladder, eval, collect, play and watch: name another agent", text)
		return a
	}
	if spec.IsMix(text) {
		a.parseMix(g, text)
		return a
	}
	if g.byDeals != nil {
		return g.byDeals.parse(text)
	}
	a.spec, a.err = g.Agents().Parse(text)
	if a.spec.Entry.Name == search.Name {
		a.parseSearch(g)
	} else if a.err != nil {
		a.err = fmt.Errorf("%w%s", a.err, g.Hint(func(o *GameType) bool {
			_, err := o.Agents().Parse(text)
			return err == nil
		}))
	}
	return a
}

// open opens the agent for a table with the given rules.
func (a *agentSpec) open(r Rules) (openedAgent, error) {
	if a.err != nil || a.opened.create != nil {
		return a.opened, a.err
	}
	var o openedAgent
	var err error
	switch name := a.spec.Entry.Name; {
	case name == spec.MixName:
		o, err = a.openMix(r)
	case r.Type().byDeals != nil:
		o, err = r.Type().byDeals.open(r, a.spec)
	case name == learned.Name:
		o, err = openLearned(r, a.spec)
	case name == tabular.Name:
		o, err = openTabular(r, a.spec)
	case name == search.Name:
		o, err = a.openSearch(r)
	default:
		o.name, o.absolute = a.spec.Canonical(), a.spec.Absolute()
		if of := r.Type().NetworkOf; of != nil {
			if n := of(a.spec); n != nil {
				if err := trainedFor(n.Description(), r); err != nil {
					return openedAgent{}, fmt.Errorf("agent %q: %w", a.spec.Text, err)
				}
			}
		}
		o.create, err = a.spec.New()
	}
	if err != nil {
		return openedAgent{}, err
	}
	a.opened = o
	return o, nil
}

// parseMix parses the spec of a mix, and those of its agents.
func (a *agentSpec) parseMix(g *GameType, text string) {
	if a.spec, a.err = spec.MixEntry(g.Name).Parse(text); a.err != nil {
		return
	}
	for _, s := range spec.Settings[spec.Mix](a.spec).Shares {
		of := parseAgent(g, s.Name)
		a.mix = append(a.mix, of)
		switch {
		case a.err != nil:
		case of.err != nil:
			a.err = fmt.Errorf("agent %q: %w", text, of.err)
		case spec.IsMix(s.Name):
			a.err = fmt.Errorf("agent %q: a mix of mixes: want their agents, with the products of the weights", text)
		}
	}
}

// openMix opens a mix. Its agents play whole games: in a match, all deals of it.
func (a *agentSpec) openMix(r Rules) (o openedAgent, err error) {
	m := spec.Settings[spec.Mix](a.spec)
	named, absolute := spec.Mix{Shares: slices.Clone(m.Shares)}, spec.Mix{Shares: slices.Clone(m.Shares)}
	for i, of := range a.mix {
		member, err := of.open(r)
		if err != nil {
			return o, fmt.Errorf("agent %q: %w", a.spec.Text, err)
		}
		if slices.ContainsFunc(named.Shares[:i], func(s spec.Share) bool { return s.Name == member.name }) {
			return o, fmt.Errorf("agent %q: %s is named twice: want it once, with the sum of the weights", a.spec.Text, member.name)
		}
		named.Shares[i].Name, absolute.Shares[i].Name = member.name, member.absolute
	}
	members := a.members()
	o.create = func() game.Agent { return agents.NewMix(members) }
	o.name, o.absolute = a.spec.Entry.Text(&named), a.spec.Entry.Text(&absolute)
	return o, nil
}

// members returns the agents of a mix, which are open.
func (a *agentSpec) members() (all []agents.Member) {
	for i, s := range spec.Settings[spec.Mix](a.spec).Shares {
		of := a.mix[i].opened
		all = append(all, agents.Member{Name: of.name, Weight: s.Weight, New: of.create})
	}
	return all
}

// openLearned opens a learned agent.
func openLearned(r Rules, s spec.Spec) (o openedAgent, err error) {
	g, err := r.NewGame()
	if err != nil {
		return o, err
	}
	m, err := learned.Open(r.Type().Network(g.Players()), s)
	if err != nil {
		return o, err
	}
	if o.create, o.name, err = LearnedAgent(r, m); err != nil {
		return o, fmt.Errorf("agent %q: %w", s.Text, err)
	}
	o.absolute = m.Absolute()
	return o, nil
}

// openTabular opens an agent that plays by a table.
func openTabular(r Rules, s spec.Spec) (o openedAgent, err error) {
	g, err := r.NewGame()
	if err != nil {
		return o, err
	}
	rules, err := r.MarshalJSON()
	if err != nil {
		return o, err
	}
	o.create, o.name, o.absolute, err = tabular.Open(s, g, rules)
	return o, err
}

// LearnedAgent does what [OpenAgent] does for a network that is in memory, such as one that
// is being trained: see [learned.NewModel].
func LearnedAgent(r Rules, m *learned.Model) (create func() game.Agent, name string, err error) {
	here, d := r.Type(), m.Network.Description()
	if d.Game != here.Name {
		return nil, "", fmt.Errorf("the network is for the game %q, and the table plays %s%s",
			d.Game, here.Title, here.Hint(func(o *GameType) bool { return o.Name == d.Game }))
	}
	if err := trainedFor(d, r); err != nil {
		return nil, "", err
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
	x, err := encoderOf(r, d)
	if err != nil {
		return nil, "", err
	}
	create, err = m.Agent(g, x)
	return create, m.Name(), err
}

// encoderOf returns the encoder of the observations that a network takes.
func encoderOf(r Rules, d *network.Description) (game.Encoder, error) {
	x, _, err := r.Encoder(d.Fields)
	if err == nil && d.Stack != nil {
		x, err = encoder.NewCards(x)
	}
	if err != nil {
		return nil, fmt.Errorf("fields of the network: %w", err)
	}
	return x, nil
}

// trainedFor returns an error if a network was trained with other cards than are dealt under the rules, and does not see the
// rules. A network that does not say its rules was trained with those of the default preset.
func trainedFor(d *network.Description, r Rules) error {
	g := r.Type()
	var told []string
	if slices.Contains(strings.Split(d.Fields, ","), "rules") {
		told = g.Told
	}
	trained := map[string]any{}
	if len(d.Rules) > 0 {
		if err := strictjson.Unmarshal(d.Rules, &trained); err != nil {
			return fmt.Errorf("the rules of the network: %w", err)
		}
	}
	var was, is []string
	same := true
	for _, o := range g.Defaults().Options() {
		if slices.Contains(g.Dealt, o.Name) {
			value, now := o.String(), r.Options().Find(o.Name).String()
			if v := trained[o.Name]; v != nil {
				value = fmt.Sprint(v)
			}
			was, is = append(was, o.Name+"="+value), append(is, o.Name+"="+now)
			same = same && (value == now || slices.Contains(told, o.Name))
		}
	}
	if same {
		return nil
	}
	return fmt.Errorf("the network was trained with the rules %s, and the table has %s: train one for these rules, or name an agent without a network",
		strings.Join(was, " "), strings.Join(is, " "))
}
