package catalog

import (
	"fmt"
	"strings"

	"rummygym/agents/afterstate"
	"rummygym/agents/belief"
	"rummygym/agents/learned"
	"rummygym/agents/network"
	"rummygym/agents/search"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// Indian is 13-card Indian Rummy.
var Indian = &Rummy{
	Name: "indian", Title: "Indian Rummy", Env: "IndianRummy-v0",
	Presets:    indian.PresetNames(),
	Fields:     groupNames(features.AllGroups),
	Potentials: []string{"min-dist", "min-score"},
	Phases:     []string{indian.Draw.String(), indian.Discard.String(), indian.Over.String()},
	Endings:    indian.Endings(),
	Search:     search.Spec{Playout: "min-dist-opp", Belief: uniformBelief, Beliefs: strings.Join([]string{uniformBelief, modelBelief, learnedBelief, "learned:FILE.safetensors"}, "|"), Value: search.OutlookValue, Rollouts: 200, Workers: 1},
	Preset: func(name string) (Rules, error) {
		r, err := indian.Preset(name)
		return &IndianRules{Rules: r}, err
	},
	Phase: func(o game.Observation) int { return int(o.(*indian.Observation).Phase) },
	Sight: func(o game.Observation) Sight {
		v := o.(*indian.Observation)
		return Sight{v.Hand.Append(nil), v.Drawn, v.Top, v.StockSize}
	},
	Opens: func(phase string) bool { return phase == indian.Draw.String() },
}

// IndianRules are the rules of a table of Indian Rummy.
type IndianRules struct{ indian.Rules }

// Rummy returns [Indian].
func (r *IndianRules) Rummy() *Rummy { return Indian }

// NewGame returns the game under these rules.
func (r *IndianRules) NewGame() (game.Game, error) { return indian.New(r.Rules) }

// Encoder returns the extractor of package features.
func (r *IndianRules) Encoder(fields string) (env.Encoder, string, error) {
	groups, err := features.ParseGroups(fields)
	if err != nil {
		return nil, "", err
	}
	x, err := features.NewExtractor(r.Rules, groups)
	return x, groups.String(), err
}

// Afterstates returns those of package features.
func (r *IndianRules) Afterstates(fields string) (Afterstates, error) {
	if fields == "" {
		all := features.AllAfterGroups
		if r.Seats != 2 { // a belief is of one opponent
			all &^= features.AfterModelled
		}
		fields = all.String()
	}
	groups, err := features.ParseAfterstateGroups(fields)
	if err != nil {
		return Afterstates{}, err
	}
	x, err := features.NewAfterstates(r.Rules, groups)
	if err != nil {
		return Afterstates{}, err
	}
	made := ""
	if groups&features.AfterModelled != 0 {
		made = belief.StandardSum()
	}
	return Afterstates{x.Layout(), groups.String(), made, func() afterstate.Reader {
		if made == "" {
			return afterstate.NewIndian(x.NewReader(nil))
		}
		e, err := belief.NewEstimator(belief.Standard())
		if err != nil {
			panic("catalog: " + err.Error()) // it is built in
		}
		return afterstate.NewIndian(x.NewReader(e))
	}}, nil
}

// Search returns what search agents guess by.
func (r *IndianRules) Search(s *search.Spec) (search.Config, error) {
	hands, err := r.hands(s)
	if err != nil {
		return search.Config{}, fmt.Errorf("belief=%q: %w", s.Belief, err)
	}
	g, err := r.NewGame()
	c := search.Config{
		Game:      g,
		DrawStock: indian.DrawStock,
		Belief: func() search.Belief {
			if hands == nil {
				return new(search.IndianBelief)
			}
			return &search.IndianBelief{Hands: hands()}
		},
		Candidates: search.IndianCandidates{Slack: s.Slack, Drops: s.Drops},
	}
	if c.Horizon = s.Horizon; s.Horizon > 0 && s.Value == search.OutlookValue {
		if r.Seats != 2 || r.HandSize != 13 {
			return c, fmt.Errorf("value=%s: it is for games of two with 13 cards, and this is one of %d with %d", s.Value, r.Seats, r.HandSize)
		}
		c.Evaluator = func() search.Evaluator { return search.NewOutlook(s.Goal, r.Cap) }
	}
	return c, err
}

// hands returns what makes the sampler of hidden hands of a spec, nil to draw them
// uniformly, and puts the canonical name of a network into the spec.
func (r *IndianRules) hands(s *search.Spec) (func() features.HandSampler, error) {
	if s.Belief == uniformBelief {
		return nil, nil
	}
	n := belief.Standard
	switch {
	case s.Belief == modelBelief, s.Belief == learnedBelief:
	case learned.Is(s.Belief):
		m, err := learned.Open(s.Belief)
		if err != nil {
			return nil, err
		}
		s.Belief = m.Name()
		n = func() *network.Network { return m.Network }
	default:
		return nil, fmt.Errorf("want %s, %s, %s, or a network as {learned:FILE.safetensors}", uniformBelief, modelBelief, learnedBelief)
	}
	if r.Seats != 2 || r.HandSize != 13 {
		return nil, fmt.Errorf("it tells the 13 cards of one opponent, and this is a table of %d with %d cards", r.Seats, r.HandSize)
	}
	if s.Belief == modelBelief {
		return func() features.HandSampler {
			return features.NewPlayHands(features.StandardPlay(), beliefStories, beliefMoves)
		}, nil
	}
	_, err := belief.NewHands(n())
	return func() features.HandSampler {
		h, err := belief.NewHands(n())
		if err != nil {
			panic("catalog: " + err.Error()) // it was tried
		}
		return h
	}, err
}

// Options lists the options in the order of the struct.
func (r *IndianRules) Options() []Option {
	return []Option{
		number("seats", "players, 2 to 6", &r.Seats),
		number("packs", "packs of 52 cards, 1 to 3", &r.Packs),
		number("jokers", "printed jokers in the whole deck, 0 to 8", &r.Jokers),
		number("hand-size", "cards dealt to each player and declared, 13 or 10", &r.HandSize),
		number("first-drop", "points paid for a drop at one's first turn", &r.FirstDrop),
		number("middle-drop", "points paid for a later drop", &r.MiddleDrop),
		number("cap", "most points that a hand or a wrong declaration costs", &r.Cap),
		number("max-rounds", "rounds after which the lower MinScore wins", &r.MaxRounds),
		choice("dealing", "order of the deal", indian.Blocks, &r.Dealing),
		choice("wildcard", "the card that names the wild rank; a printed joker makes aces wild, or is passed over", indian.NextNatural, &r.Wildcard),
		choice("recycling", "what becomes a new closed deck: the pile but its top, all of it, or nothing", indian.NoRecycling, &r.Recycling),
		choice("counting", "how turns make rounds", indian.HalfTurns, &r.Counting),
		choice("relief", "what a loser pays who has had no turn yet", indian.NoRelief, &r.Relief),
		choice("taking", "what may be drawn from the open pile", indian.TakeNoJokers, &r.Taking),
		choice("throwing-back", "whether the card just taken from the pile may be thrown", indian.ThrowBackForbidden, &r.ThrowingBack),
		choice("declaring", "which declarations are legal actions", indian.AnyCards, &r.Declaring),
	}
}
