package catalog

import (
	"fmt"
	"strings"

	"rummygym/agents"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/series"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/pool"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/facts"
	"rummygym/internal/features/matchvalue"
)

// byDeals are the agents of a match of a game; see dealAgents.
type byDeals struct {
	of    *GameType
	pools bool // whether the agent pool plays it
	races bool // whether races are the only format of the matches
}

// cards are the settings of the agent pool.
type cards struct {
	Player string // spec of the agent that plays the cards of the deals
}

// poolAgent describes the agent of package pool.
var poolAgent = spec.Describe("indian-match", "pool",
	"decides by the score when to drop, and in a pool also when to rejoin and when to share the pool; another agent plays the cards",
	cards{"min-dist-outs:draw=turns"},
	spec.Text("cards", "agent that plays the cards; it is not asked whether it drops", []string{"an agent"}, func(c *cards) *string { return &c.Player }))

// isPool reports whether a spec is of the agent pool.
func (b byDeals) isPool(text string) bool { return b.pools && poolAgent.Is(text) }

func (b byDeals) agents() spec.List {
	all := b.of.Deal.Agents().Of(b.of.Name)
	if b.pools {
		all = append(all, poolAgent)
	}
	return all
}

func (b byDeals) parse(text string) *agentSpec {
	a := new(agentSpec)
	if b.isPool(text) {
		if a.spec, a.err = (spec.List{poolAgent}).Parse(text); a.err == nil {
			player := spec.Settings[cards](a.spec).Player
			if a.err = parseAgent(b.of.Deal, player).err; a.err == nil && spec.IsMix(player) {
				a.err = fmt.Errorf("agent %q: cards=%q: a mix is drawn for a match, and not for each deal: want a mix of such agents", text, player)
			}
		}
		return a
	}
	deal := parseAgent(b.of.Deal, text)
	a.spec, a.err = deal.spec, deal.err
	return a
}

// open opens an agent that plays the deals, or a network that has learned from matches.
func (b byDeals) open(of Rules, s spec.Spec) (o openedAgent, err error) {
	r := of.(*MatchRules)
	if b.isPool(s.Text) {
		create, name, absolute, err := b.openDeals(r, spec.Settings[cards](s).Player)
		if err != nil {
			return o, fmt.Errorf("agent %q: cards: %w", s.Text, err)
		}
		return openedAgent{func() game.Agent { return pool.New(create) }, s.Entry.Text(&cards{name}), s.Entry.Text(&cards{absolute})}, nil
	}
	if s.Entry.Name == learned.Name {
		if m, err := learned.Open("", s); err == nil && m.Network.Description().Game == b.of.Name {
			o.create, o.name, err = LearnedAgent(r, m)
			o.absolute = m.Absolute()
			return o, err
		}
	}
	create, name, absolute, err := b.openDeals(r, s.Text)
	if err != nil {
		return o, err
	}
	o = openedAgent{func() game.Agent { return agents.NewByDeals(create) }, name, absolute}
	if values := MatchValues(r); values != nil && s.Entry.Name == learned.Name {
		if head := spec.Settings[learned.Spec](s).Head; head == "" {
			o.create = func() game.Agent { return byScore(create, values) }
		} else if head = ":head=" + head; !strings.HasSuffix(name, head) { // it plays by the head, whatever the score
			o.name, o.absolute = name+head, absolute+head
		}
	}
	return o, nil
}

// MatchValues returns the values of the scores of a race of one game of Gin Rummy, nil for other rules and above 1,000 points.
func MatchValues(r Rules) *matchvalue.Table {
	if m, ok := r.(*MatchRules); ok {
		if hand, ok := m.deal.(*GinRules); ok {
			match := m.Match()
			return matchvalue.Of(&match, &hand.Rules)
		}
	}
	return nil
}

// byScore returns a player of races by the score, or one that ignores the score if its network has not both heads.
func byScore(create func(seats int) game.Agent, values *matchvalue.Table) game.Agent {
	if p, ok := create(2).(*greedy.Player); ok && p.HasBothHeads() {
		return greedy.NewRace(p, values)
	}
	return agents.NewByDeals(create)
}

// openDeals opens an agent of the deal for each number of players that a deal of the match may have. Its names are those of a deal of
// all players.
func (b byDeals) openDeals(r *MatchRules, text string) (create func(seats int) game.Agent, name, absolute string, err error) {
	var all [game.MaxPlayers + 1]func() game.Agent
	for n := 2; n <= r.Match().Seats; n++ {
		a, err := parseAgent(b.of.Deal, text).open(r.Deal(n))
		if err != nil {
			return nil, "", "", err
		}
		all[n], name, absolute = a.create, a.name, a.absolute
	}
	return func(seats int) game.Agent { return all[seats]() }, name, absolute, nil
}

// dealFacts counts the facts of a match: those of the deal.
type dealFacts struct{ facts.Game }

func (f dealFacts) After(obs game.Observation, a game.Action) (of facts.Facts) {
	if o := obs.(*series.Observation); o.Phase == series.Playing {
		of = f.Game.After(o.Deal, a)
	}
	return of
}

func (f dealFacts) Outs(obs game.Observation) (all []facts.Out) {
	if o := obs.(*series.Observation); o.Phase == series.Playing && o.Seat(o.Self) != game.NoPlayer {
		all = f.Game.Outs(o.Deal)
	}
	return all
}

func (f dealFacts) Distance(obs game.Observation) (d *int) {
	if o := obs.(*series.Observation); o.Phase == series.Playing && o.Seat(o.Self) != game.NoPlayer {
		d = f.Game.Distance(o.Deal)
	}
	return d
}

func (f dealFacts) Improves(s game.State, obs game.Observation, c card.Card) bool {
	return f.Game.Improves(s.(*series.State).Table(), obs.(*series.Observation).Deal, c)
}
