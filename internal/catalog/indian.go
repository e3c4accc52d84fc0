package catalog

import (
	"fmt"
	"strings"

	"rummygym/baselines/indianrummy"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/series"
	"rummygym/features/encoder"
	"rummygym/internal/agents/belief"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/search"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/features/facts"
	"rummygym/internal/features/opponent"
)

// Indian is 13-card Indian Rummy.
var Indian = &GameType{
	Name: "indian", Title: "Indian Rummy", Env: "IndianRummy-v1",
	Presets:    indian.PresetNames(),
	PresetDocs: indian.PresetDocs(),
	Fields:     groupNames(encoder.AllIndianGroups),
	Potentials: []Potential{{"min-dist", encoder.MinDistPotential}, {"min-score", encoder.MinScorePotential}},
	Phases:     []string{indian.Draw.String(), indian.Discard.String(), indian.Over.String()},
	Endings:    indian.Endings(),
	Phrases:    indian.Phrases,
	Players:    indianrummy.List,
	Files: func(agent string, seats int) []string {
		switch {
		case agent != learned.Name && agent != search.Name:
			return nil
		case seats > 2:
			return []string{"standard-seats.safetensors", "belief-seats.safetensors"}
		}
		return []string{"standard.safetensors", "belief.safetensors"}
	},
	Opponent:  "min-dist",
	Opponents: []string{"learned:standard", "min-dist-outs"},
	Levels: []Level{
		{"beginner", "search:playout=random:rollouts=8", -283},
		{"easy", "search:playout=random:rollouts=32", -211},
		{"medium", "min-score", -47},
		{"hard", "min-dist-outs", 47},
		{"expert", "learned:standard:head=win", 71}, // learned:standard drops in 12 % of its games
	},
	Reviewers: []string{"learned:standard", "min-dist-outs"},
	Valued:    true,
	Dealt:     []string{"ranks", "suits", "hand-size", "requirement"},
	Example:   "cap=100 first-drop=25",
	Facts:     new(facts.Indian),
	Search:    search.Spec{Playout: "min-dist-opp", Belief: uniformSampler, Beliefs: strings.Join([]string{bestSampler, uniformSampler, learnedSampler}, "|"), Value: search.OutlookValue, Horizon: 1, Rollouts: 200, Workers: 1},
	Cards:     game.CardActions{Kinds: card.NumKinds, Groups: []game.CardGroup{{Name: "discard", First: indian.DiscardOf(card.FromIndex(0))}, {Name: "declare", First: indian.DeclareWith(card.FromIndex(0))}}, Draws: []game.Action{indian.DrawStock, indian.DrawPile}, Take: indian.DrawPile, Top: "pile_top"},
	Ace:       network.AceBoth,
	Preset: func(name string) (Rules, error) {
		r, err := indian.Preset(name)
		return &IndianRules{Rules: r}, err
	},
	RulesOf: func(g game.Game) (Rules, bool) {
		of, ok := g.(interface{ Rules() indian.Rules })
		if !ok {
			return nil, false
		}
		return &IndianRules{Rules: of.Rules()}, true
	},
	Phase: func(o game.Observation) int { return int(o.(*indian.Observation).Phase) },
	Opens: func(phase string) bool { return phase == indian.Draw.String() },
}

// IndianRules holds the rules of a table of Indian Rummy.
type IndianRules struct{ indian.Rules }

// Type returns [Indian].
func (r *IndianRules) Type() *GameType { return Indian }

// OfSeats returns the same rules for another number of players. See [DealRules].
func (r *IndianRules) OfSeats(seats int) Rules {
	of := *r
	of.Seats = seats
	return &of
}

// SetMatch sets the number of players, and what a first drop and a whole deal cost. See [DealRules].
func (r *IndianRules) SetMatch(m *series.Rules) {
	m.Seats = r.Seats
	switch m.Format {
	case series.Pool:
		m.Drop = r.FirstDrop
	case series.Deals:
		m.Chips = r.Cap
	}
}

// NewGame returns the game under these rules, a [game.Observed].
func (r *IndianRules) NewGame() (game.Game, error) {
	g, err := indian.New(r.Rules)
	if err != nil {
		return nil, err
	}
	return &indianGame{g}, nil
}

// indianGame is the game with its default encoder.
type indianGame struct{ *indian.Game }

// DefaultEncoder returns the encoder of [DefaultFields].
func (g *indianGame) DefaultEncoder() (game.Encoder, error) { return NewEncoder(g, DefaultFields) }

// Results describes how results are reported: players may drop. To forfeit costs as much as a
// wrong declaration.
func (r *IndianRules) Results() Results {
	return Results{Drop: indian.Drop, RoundLimit: r.MaxRounds, Forfeit: r.Cap}
}

// Encoder returns an [encoder.Indian] and the canonical names of the groups. All groups are those
// that the rules have.
func (r *IndianRules) Encoder(fields string) (game.Encoder, string, error) {
	groups, err := encoder.ParseIndianGroups(fields)
	if err != nil {
		return nil, "", err
	}
	if fields == AllFields {
		groups = encoder.IndianGroupsOf(r.Rules)
	}
	x, err := encoder.NewIndian(r.Rules, groups)
	return x, groups.String(), err
}

// Afterstates returns the afterstates of [afterstate.Indian].
func (r *IndianRules) Afterstates(fields string) (Afterstates, error) {
	if fields == "" {
		all := afterstate.AllIndianGroups &^ (afterstate.AfterRules | afterstate.AfterModelled) // rules are the same in every game
		if r.Seats == 2 {
			all &^= afterstate.AfterOthers | afterstate.AfterPrevious
		}
		fields = all.String()
	}
	groups, err := afterstate.ParseIndianGroups(fields)
	if err != nil {
		return Afterstates{}, err
	}
	x, err := afterstate.NewIndian(r.Rules, groups)
	if err != nil {
		return Afterstates{}, err
	}
	made := ""
	if groups&afterstate.AfterModelled != 0 {
		if made = belief.StandardSum(r.Seats); made == "" {
			return Afterstates{}, fmt.Errorf("the groups %v at a table of %d: the built-in estimates of other hands for such tables are not loaded", afterstate.AfterModelled, r.Seats)
		}
	}
	return Afterstates{x.Layout(), groups.String(), made, func() greedy.Reader {
		if made == "" {
			return greedy.NewIndian(x.NewReader(nil))
		}
		e, err := belief.NewEstimator(belief.Standard(r.Seats))
		if err != nil {
			panic("rummygym: " + err.Error()) // it is built in
		}
		return greedy.NewIndian(x.NewReader(e))
	}, r.HandSize + 3}, nil
}

// Search returns the game, the sampler, the candidates and the evaluator of search agents.
func (r *IndianRules) Search(s *search.Spec) (c search.Config, err error) {
	hands, err := r.hands(s)
	if err != nil {
		return c, fmt.Errorf("belief=%q: %w", s.Belief, err)
	}
	g, err := r.NewGame()
	c = search.Config{
		Game:      g,
		DrawStock: indian.DrawStock,
		Sampler: func() search.Sampler {
			if hands == nil {
				return new(search.IndianSampler)
			}
			return &search.IndianSampler{Hands: hands()}
		},
		Candidates: search.IndianCandidates{Drops: s.Drops},
	}
	if c.Horizon = s.Horizon; s.Horizon > 0 && s.Value == search.OutlookValue {
		if err := r.standardOfTwo(); err != nil {
			return c, fmt.Errorf("value=%s: %w", s.Value, err)
		}
		c.Evaluator = func() search.Evaluator { return search.NewOutlook(s.Goal, r.Cap) }
	}
	return c, err
}

// standardOfTwo returns an error unless the table is of 2 players with the usual declarations.
func (r *IndianRules) standardOfTwo() error {
	if r.Seats != 2 {
		return fmt.Errorf("want a table of 2 players, and this is one of %d", r.Seats)
	}
	return r.Standard()
}

// hands returns the constructor of the sampler of hidden hands of a spec, or nil for
// uniform hands.
func (r *IndianRules) hands(s *search.Spec) (create func() opponent.HandSampler, err error) {
	switch s.Belief {
	case uniformSampler:
		return nil, nil
	case learnedSampler:
	default:
		return nil, fmt.Errorf("want %s, %s or %s", bestSampler, uniformSampler, learnedSampler)
	}
	if err := r.standardOfTwo(); err != nil {
		return nil, err
	}
	_, err = belief.NewHands(belief.Standard(r.Seats))
	return func() opponent.HandSampler {
		h, err := belief.NewHands(belief.Standard(r.Seats))
		if err != nil {
			panic("rummygym: " + err.Error()) // it succeeded above
		}
		return h
	}, err
}
