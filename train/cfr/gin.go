package cfr

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"rummygym/baselines"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/meld"
	"rummygym/features"
)

// Gin is a hand of Gin Rummy played by the decisions that paper 004 leaves to its
// tables, on the information sets of [baselines.FitnessTables]. Both seats play by
// the same tables; what the tables do not decide is done as [baselines.Fitness]
// does it. The payoff is the points won in the hand.
//
// The discard is a row of decisions of two actions, as the paper tells of "whether
// they should discard that card": the cards of highest rank are asked in random
// order, each is thrown or kept, and if all are kept the first one goes.
//
// Each seat has three agents, one a table, as the authors train three strategies
// apart. Whether to knock is opened wholly, since a knock ends the hand; draws and
// discards are probed.
type Gin struct{ game *gin.Game }

// NewGin returns the game for rules of which the episode is a hand with the knock
// after the discard, and melds and lay-offs are automatic.
func NewGin(rules gin.Rules) (*Gin, error) {
	if rules.Episode != gin.Hand || rules.KnockOrder != gin.DiscardThenKnock ||
		rules.Melding != gin.AutoMelds || rules.LayingOff == gin.ChosenLayOffs {
		return nil, errors.New("cfr: want rules of one hand, with the knock after the discard and automatic melds and lay-offs")
	}
	g, err := gin.New(rules)
	if err != nil {
		return nil, err
	}
	return &Gin{g}, nil
}

// The agents of a seat; those of seat 1 follow.
const (
	drawAgent = iota
	knockAgent
	discardAgent
	numSeatAgents
)

// Sets, MaxActions, Agents, Probed and NewPosition make a [Game].
func (*Gin) Sets() int               { return baselines.FitnessSets }
func (*Gin) MaxActions() int         { return 2 }
func (*Gin) Agents() int             { return 2 * numSeatAgents }
func (*Gin) Probed(agent int) bool   { return agent%numSeatAgents != knockAgent }
func (g *Gin) NewPosition() Position { return g.newPosition() }

func (g *Gin) newPosition() *ginPosition {
	return &ginPosition{
		game: g.game, state: g.game.NewState().(*gin.State), view: g.game.NewObservation().(*gin.Observation),
	}
}

// ginPosition is a hand, and within it the candidates that are still to be asked.
type ginPosition struct {
	game  *gin.Game
	state *gin.State
	view  *gin.Observation // scratch

	agent      int // that decides: drawAgent, knockAgent or discardAgent
	candidates [11]candidate
	asked, n   int // candidates[asked:n] are still to be asked; n is 0 between discards
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

// Next follows the rules where the tables have no say.
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
				return p.decision(drawAgent, baselines.FitnessDrawSet(p.view)), true
			}
			p.apply(legal.Nth(0))
		case gin.Discard:
			p.nominate(src)
			if p.n == 1 {
				p.throw(p.candidates[0].card)
			}
		default: // gin.KnockOrPass
			if set, open := baselines.FitnessKnockSet(p.view, p.view.Hand, meld.Deadwood(p.view.Hand)); open {
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

// nominate sets the candidates of a discard in random order.
func (p *ginPosition) nominate(src rand.Source) {
	o := p.view
	may := o.Hand
	if o.FromPile {
		may = may.Without(o.Drawn)
	}
	fittest, deadwood := baselines.FittestDiscards(o, may, features.FitnessPaper)
	p.asked, p.n = 0, 0
	for c := range fittest.Each() {
		at := int(card.Below(src, uint64(p.n+1)))
		p.candidates[p.n] = p.candidates[at]
		p.candidates[at] = candidate{c, baselines.FitnessDiscardSet(o, c, deadwood)}
		p.n++
	}
}

// Play makes the decision: action 1 is to take the upcard, to knock or to throw the
// card, action 0 not to.
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
		p.throw(p.candidates[p.asked].card)
	default:
		if p.asked++; p.asked == p.n {
			p.throw(p.candidates[0].card)
		}
	}
}

func (p *ginPosition) throw(c card.Card) {
	p.asked, p.n = 0, 0
	p.apply(gin.CardOf(c))
}

// apply makes a move that the phase and the hand allow.
func (p *ginPosition) apply(a game.Action) {
	if err := p.state.Apply(a); err != nil {
		panic(fmt.Sprintf("cfr: %v", err)) // Next and Play choose legal actions only
	}
}

// Strategy is which strategy of a solver a table holds.
type Strategy string

// The strategies.
const (
	AverageStrategy Strategy = "average" // over all batches, which converges
	CurrentStrategy Strategy = "current" // of the last batch; paper 004 leaves the average out
)

// FitnessTables returns the tables of a solver of a [Gin], rounded to per cent. The
// command is kept in them.
func FitnessTables(s *Solver, strategy Strategy, command string) *baselines.FitnessTables {
	t := &baselines.FitnessTables{
		Command: command, Seed: s.settings.Seed, Games: s.Games(), Batch: s.settings.Batch, Strategy: string(strategy),
	}
	for set := range t.Percent {
		var p [2]float64
		t.Percent[set] = baselines.FitnessUnreached
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
