package rummygym

import (
	"fmt"
	"slices"

	"rummygym/agents"
	"rummygym/agents/learned"
	"rummygym/agents/pool"
	"rummygym/agents/race"
	"rummygym/agents/spec"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/series"
	"rummygym/features/facts"
)

// byDeals are the agents of a match of a game; see dealAgents.
type byDeals struct {
	of      *GameType
	scoring []scorer // agents that know the score
	races   bool     // whether races are the only format of the matches
}

// scorer is an agent that knows the score of a match.
type scorer struct {
	spec.Entry

	// create returns the agent. Deals returns agents that play the cards of the deals.
	create func(c cards, deals func(seats int) game.Agent) game.Agent
}

// cards are the settings of an agent that knows the score.
type cards struct {
	Player string // spec of the agent that plays the cards of the deals
	Score  bool   // whether it uses the score
}

// cardsOption is the option of the agent that plays the cards.
func cardsOption(asked string) spec.Option {
	return spec.Text("cards", "agent that plays the cards; it is not asked whether it "+asked, []string{"an agent"}, func(c *cards) *string { return &c.Player })
}

// poolPlayer is the agent of package pool.
var poolPlayer = scorer{
	spec.Describe("indian-match", "pool", "decides by the score when to drop, and in a pool also when to rejoin and when to share the pool; another agent plays the cards",
		cards{"min-dist-outs:draw=turns", true}, cardsOption("drops")),
	func(_ cards, deals func(int) game.Agent) game.Agent { return pool.New(deals) },
}

// racePlayer is the agent of package race.
var racePlayer = scorer{
	spec.Describe("gin-match", "race", "decides by the score when to knock and when to play on; another agent plays the cards",
		cards{"sigra", true}, cardsOption("knocks"),
		spec.Switch("score", "whether it uses the score; if off, it plays for the points of the hand", func(c *cards) *bool { return &c.Score })),
	func(c cards, deals func(int) game.Agent) game.Agent {
		return race.New(func() game.Agent { return deals(2) }, c.Score)
	},
}

// entries returns the entries of the agents that know the score.
func (b byDeals) entries() (all spec.List) {
	for _, s := range b.scoring {
		all = append(all, s.Entry)
	}
	return all
}

func (b byDeals) agents() spec.List { return append(b.of.Deal.Agents().Of(b.of.Name), b.entries()...) }

func (b byDeals) parse(text string) *agentSpec {
	a := new(agentSpec)
	if b.scorer(text) != nil {
		if a.spec, a.err = b.entries().Parse(text); a.err == nil {
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

// scorer returns the agent that knows the score of which a spec is, or nil.
func (b byDeals) scorer(text string) *scorer {
	if i := slices.IndexFunc(b.scoring, func(s scorer) bool { return s.Is(text) }); i >= 0 {
		return &b.scoring[i]
	}
	return nil
}

// open opens an agent that plays the deals, or a network that has learned from matches.
func (b byDeals) open(of Rules, s spec.Spec) (o openedAgent, err error) {
	r := of.(*MatchRules)
	if knows := b.scorer(s.Text); knows != nil {
		c := spec.Settings[cards](s)
		create, name, absolute, err := b.openDeals(r, c.Player)
		if err != nil {
			return o, fmt.Errorf("agent %q: cards: %w", s.Text, err)
		}
		return openedAgent{func() game.Agent { return knows.create(c, create) }, s.Entry.Text(&cards{name, c.Score}), s.Entry.Text(&cards{absolute, c.Score})}, nil
	}
	if s.Entry.Name == learned.Name {
		if m, err := learned.Open("", s); err == nil && m.Network.Description().Game == b.of.Name {
			o.create, o.name, err = LearnedAgent(r, m)
			o.absolute = m.Absolute()
			return o, err
		}
	}
	create, name, absolute, err := b.openDeals(r, s.Text)
	return openedAgent{func() game.Agent { return agents.NewByDeals(create) }, name, absolute}, err
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

func (f dealFacts) Match(obs game.Observation) (own, other, target int) {
	if o := obs.(*series.Observation); o.Rules.Format == series.Race && o.Rules.Games == 1 {
		own, other, target = o.Scores[o.Self], o.Scores[1-o.Self], o.Rules.Target
	}
	return own, other, target
}
