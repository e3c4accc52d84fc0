package catalog

import (
	"fmt"
	"strings"

	"rummygym/baselines/ginrummy"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/encoder"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/search"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/features/facts"
	"rummygym/internal/features/opponent"
)

// Gin is Gin Rummy.
var Gin = &GameType{
	Name: "gin", Title: "Gin Rummy", Env: "GinRummy-v1",
	Presets:    gin.PresetNames(),
	PresetDocs: gin.PresetDocs(),
	Fields:     groupNames(encoder.AllGinGroups),
	Potentials: []Potential{{"deadwood", encoder.DeadwoodPotential}},
	Phases:     ginPhases(),
	Endings:    gin.Endings(),
	Phrases:    gin.Phrases,
	Players:    ginrummy.List,
	Files: func(agent string, _ int) []string {
		switch agent {
		case learned.Name, search.Name:
			return []string{"standard-gin.safetensors", "hand-table.bin"}
		case "data-driven":
			return []string{"data-driven.safetensors", "hand-table.bin"}
		case "fitness", "independent-heuristics":
			return []string{"fitness.txt"}
		}
		return nil
	},
	Dealt: []string{"ranks", "suits", "hand-size"},
	Told:  []string{"hand-size"},
	NetworkOf: func(s spec.Spec) *network.Network {
		if s.Entry.Name != "data-driven" {
			return nil
		}
		a := spec.Settings[ginrummy.DataDriven](s)
		return a.Values()
	},
	Opponent:  "simple",
	Opponents: []string{"learned:standard", "sigra"},
	Levels: []Level{
		{"beginner", "data-driven:explore=0.6", -312},
		{"easy", "data-driven:explore=0.3", -134},
		{"medium", "simple", 0},
		{"hard", "fitness", 105}, // not sigra, which waits for gin with every hand
		{"expert", "learned:standard", 210},
	},
	Reviewers: []string{"independent-heuristics:filter=keep"}, // not sigra, which waits for gin with every hand
	Example:   "knock-limit=5 gin-bonus=20",
	Facts:     new(facts.Gin),
	Search:    search.Spec{Playout: "simple", Belief: tableSampler, Beliefs: strings.Join([]string{bestSampler, uniformSampler, tableSampler}, "|"), Value: "learned:standard", Horizon: 2, Rollouts: 300, Workers: 1},
	Cards:     game.CardActions{Kinds: card.NumSuited, Groups: []game.CardGroup{{Name: "discard", First: gin.CardOf(card.FromIndex(0))}}, Draws: []game.Action{gin.DrawUpcard, gin.DrawStock}, Take: gin.DrawUpcard, Top: "upcard"},
	Preset: func(name string) (Rules, error) {
		r, err := gin.Preset(name)
		return &GinRules{Rules: r}, err
	},
	RulesOf: func(g game.Game) (Rules, bool) {
		of, ok := g.(interface{ Rules() gin.Rules })
		if !ok {
			return nil, false
		}
		return &GinRules{Rules: of.Rules()}, true
	},
	Phase: func(o game.Observation) int { return int(o.(*gin.Observation).Phase) },
	Opens: func(phase string) bool {
		return phase == gin.FirstUpcard.String() || phase == gin.Draw.String() || phase == gin.Wall.String()
	},
}

// ginPhases returns the names of the phases, by number.
func ginPhases() []string {
	var names []string
	for p := range gin.Over + 1 {
		names = append(names, p.String())
	}
	return names
}

// GinRules holds the rules of a table of Gin Rummy.
type GinRules struct{ gin.Rules }

// Type returns [Gin].
func (r *GinRules) Type() *GameType { return Gin }

// NewGame returns the game under these rules, a [game.Observed].
func (r *GinRules) NewGame() (game.Game, error) {
	g, err := gin.New(r.Rules)
	if err != nil {
		return nil, err
	}
	return &ginGame{g}, nil
}

// ginGame is the game with its default encoder.
type ginGame struct{ *gin.Game }

// DefaultEncoder returns the encoder of [DefaultFields].
func (g *ginGame) DefaultEncoder() (game.Encoder, error) { return NewEncoder(g, DefaultFields) }

// Results describes how results are reported: as hands, which may be void.
func (r *GinRules) Results() Results {
	return Results{
		Drop:    game.NoAction,
		Forfeit: 100 + r.GinBonus, // ten court cards against gin
		Terms:   game.Terms{Game: "hand", Part: "hand", Left: "deadwood", Void: gin.Void, NoDrops: true, AnyStarter: r.Starter != gin.FirstSeat},
	}
}

// Encoder returns an [encoder.Gin] and the canonical names of the groups.
func (r *GinRules) Encoder(fields string) (game.Encoder, string, error) {
	groups, err := encoder.ParseGinGroups(fields)
	if err != nil {
		return nil, "", err
	}
	x, err := encoder.NewGin(r.Rules, groups)
	return x, groups.String(), err
}

// Afterstates returns the afterstates of [afterstate.Gin]. The default groups leave out the rules, which are the same in
// every game.
func (r *GinRules) Afterstates(fields string) (Afterstates, error) {
	if fields == "" {
		fields = (afterstate.AllGinGroups &^ afterstate.GinAfterRules).String()
	}
	groups, err := afterstate.ParseGinGroups(fields)
	if err != nil {
		return Afterstates{}, err
	}
	x, err := afterstate.NewGin(r.Rules, groups)
	if err != nil {
		return Afterstates{}, err
	}
	return Afterstates{x.Layout(), groups.String(), "", func() greedy.Reader { return greedy.NewGin(x.NewReader()) }, r.HandSize + 3}, nil
}

// Search returns the game and the sampler of search agents.
func (r *GinRules) Search(s *search.Spec) (c search.Config, err error) {
	var table *opponent.HandTable
	switch s.Belief {
	case uniformSampler:
	case tableSampler:
		table = opponent.SimpleHandTable().Fading(searchFading)
	default:
		return c, fmt.Errorf("belief=%q: want %s, %s or %s", s.Belief, bestSampler, uniformSampler, tableSampler)
	}
	g, err := gin.New(r.AnyStarter())
	return search.Config{Game: g, DrawStock: gin.DrawStock, Horizon: s.Horizon, Sampler: func() search.Sampler { return search.GinSampler{Table: table} }}, err
}

// searchFading is the argument of [opponent.HandTable.Fading] for search agents, by which
// the estimate is better than the paper's; see there.
const searchFading = 0.5

// refine makes the sampler of a hand table, which knows single cards and not melds, draw hands with the
// deadwood that the opponent has against itself.
func (r *GinRules) refine(c *search.Config, s *search.Spec) error {
	if s.Belief == uniformSampler {
		return nil
	}
	opponent := c.Opponent
	if opponent == nil {
		opponent = c.Playout
	}
	number := deadwoodHands
	if _, slow := opponent().(*greedy.Player); slow {
		number /= 4
	}
	hands, err := search.NewGinDeadwood(c.Game, opponent, number)
	if err != nil {
		return err
	}
	table := c.Sampler
	c.Sampler = func() search.Sampler { return search.NewGinDeadwoodSampler(table(), hands) }
	return nil
}

// deadwoodHands is the number of hands from which the deadwood of an opponent is estimated, of a network a quarter.
const deadwoodHands = 1000
