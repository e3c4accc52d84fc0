package cfr

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"rummygym/baselines/ginrummy"
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/ginhand"
)

// Gin is a hand of Gin Rummy reduced to the decisions that cardfitness2021 leaves to its
// tables, on the information sets of [ginrummy.FitnessTables]. Both seats use the same
// tables; all other decisions are those of [ginrummy.Fitness]. The payoff is the number
// of points won in the hand.
//
// A discard is a sequence of decisions with two actions, after the paper's "whether they
// should discard that card": the candidates of highest rank are considered in random
// order, each is discarded or kept, and if all are kept the first one is discarded.
//
// Each seat has three agents, one per table, because the authors train three separate
// strategies. The knock agent explores all actions, since a knock ends the hand; the draw
// and discard agents are probed.
type Gin struct{ game *gin.Game }

// NewGin returns the game for the given rules, which must have the
// knock after the discard and automatic melds and lay-offs.
func NewGin(rules gin.Rules) (*Gin, error) {
	if rules.KnockOrder != gin.DiscardThenKnock ||
		rules.Melding != gin.AutoMelds || rules.LayingOff == gin.ChosenLayOffs {
		return nil, errors.New("cfr: want rules with the knock after the discard and automatic melds and lay-offs")
	}
	g, err := gin.New(rules)
	if err != nil {
		return nil, err
	}
	return &Gin{g}, nil
}

// Agents of seat 0; those of seat 1 follow.
const (
	drawAgent = iota
	knockAgent
	discardAgent
	numSeatAgents
)

// Sets, MaxActions, Agents, Probed and NewPosition implement [Game].
func (*Gin) Sets() int               { return ginrummy.FitnessSets }
func (*Gin) MaxActions() int         { return 2 }
func (*Gin) Agents() int             { return 2 * numSeatAgents }
func (*Gin) Probed(agent int) bool   { return agent%numSeatAgents != knockAgent }
func (g *Gin) NewPosition() Position { return g.newPosition() }

func (g *Gin) newPosition() *ginPosition {
	return &ginPosition{
		game: g.game, state: g.game.NewState().(*gin.State), view: g.game.NewObservation().(*gin.Observation),
	}
}

// ginPosition is a hand and the remaining candidates of the current discard.
type ginPosition struct {
	game  *gin.Game
	state *gin.State
	view  *gin.Observation // scratch

	agent      int // the current agent: drawAgent, knockAgent or discardAgent
	candidates [11]candidate
	asked, n   int // candidates[asked:n] remain; n is 0 between discards
}

type candidate struct {
	card card.Card
	set  int
}

func (p *ginPosition) Deal(src rand.Source) {
	p.game.Deal(p.state, src)
	p.asked, p.n = 0, 0
}

func (p *ginPosition) CopyFrom(q Position) {
	from := q.(*ginPosition)
	p.state.CopyFrom(from.state)
	p.agent, p.candidates, p.asked, p.n = from.agent, from.candidates, from.asked, from.n
}

func (p *ginPosition) Payoff(agent int) float64 {
	return float64(p.state.Outcome().Gains[agent/numSeatAgents])
}

// Next plays by the rules of Fitness where the tables do not decide.
func (p *ginPosition) Next(src rand.Source) (Decision, bool) {
	for seat := p.state.Current(); seat != game.NoPlayer; seat = p.state.Current() {
		if p.n > 0 {
			return p.decision(discardAgent, p.candidates[p.asked].set), true
		}
		p.state.Observe(seat, p.view)
		switch p.view.Phase {
		case gin.FirstUpcard, gin.Draw:
			var legal game.Mask
			if p.state.Legal(&legal); legal.Count() > 1 {
				return p.decision(drawAgent, ginrummy.FitnessDrawSet(p.view)), true
			}
			p.apply(legal.Nth(0))
		case gin.Discard:
			p.nominate(src)
			if p.n == 1 {
				p.discard(p.candidates[0].card)
			}
		default: // gin.KnockOrPass
			if set, open := ginrummy.FitnessKnockSet(p.view, p.view.Hand, deadwood.Of(p.view.Hand)); open {
				return p.decision(knockAgent, set), true
			}
			p.apply(gin.Knock)
		}
	}
	return Decision{}, false
}

func (p *ginPosition) decision(agent, set int) Decision {
	p.agent = agent
	return Decision{Agent: int(p.state.Current())*numSeatAgents + agent, Set: set, Actions: 2}
}

// nominate sets the candidates of a discard, in random order.
func (p *ginPosition) nominate(src rand.Source) {
	o := p.view
	may := o.Hand
	if o.FromPile {
		may = may.Without(o.Drawn)
	}
	fittest, deadwood := ginrummy.FittestDiscards(o, may, ginhand.FitnessPaper, 0)
	p.asked, p.n = 0, 0
	for c := range fittest.Each() {
		at := int(card.Below(src, uint64(p.n+1)))
		p.candidates[p.n] = p.candidates[at]
		p.candidates[at] = candidate{c, ginrummy.FitnessDiscardSet(o, c, deadwood)}
		p.n++
	}
}

// Play applies the decision. Action 1 takes the upcard, knocks or discards the card;
// action 0 does not.
func (p *ginPosition) Play(action int) {
	switch {
	case p.agent == drawAgent && action == 1:
		p.apply(gin.DrawUpcard)
	case p.agent == drawAgent && p.state.Phase() == gin.Draw:
		p.apply(gin.DrawStock)
	case p.agent == knockAgent && action == 1:
		p.apply(gin.Knock)
	case p.agent == drawAgent || p.agent == knockAgent:
		p.apply(gin.Pass)
	case action == 1:
		p.discard(p.candidates[p.asked].card)
	default:
		if p.asked++; p.asked == p.n {
			p.discard(p.candidates[0].card)
		}
	}
}

func (p *ginPosition) discard(c card.Card) {
	p.asked, p.n = 0, 0
	p.apply(gin.CardOf(c))
}

// apply applies an action that is legal in the current phase.
func (p *ginPosition) apply(a game.Action) {
	if err := p.state.Apply(a); err != nil {
		panic(fmt.Sprintf("cfr: %v", err)) // Next and Play choose legal actions only
	}
}

// Strategy selects the strategy of a solver that a table holds.
type Strategy string

// The strategies.
const (
	AverageStrategy Strategy = "average" // over all batches, which converges
	CurrentStrategy Strategy = "current" // of the last batch; cardfitness2021 uses it instead of the average
)

// FitnessTables returns the tables of a solver of [Gin], rounded to per cent. They store
// command, the command line that computed them.
func FitnessTables(s *Solver, strategy Strategy, command string) *ginrummy.FitnessTables {
	t := &ginrummy.FitnessTables{
		Command: command, Seed: s.settings.Seed, Games: s.Games(), Batch: s.settings.Batch, Strategy: string(strategy),
	}
	for set := range t.Percent {
		var p [2]float64
		t.Percent[set] = ginrummy.FitnessUnreached
		if !s.Average(p[:], set) {
			continue
		}
		if strategy == CurrentStrategy {
			s.Current(p[:], set)
		}
		t.Percent[set] = uint8(math.Round(100 * p[1]))
	}
	return t
}
