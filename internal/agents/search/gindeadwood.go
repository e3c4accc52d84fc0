package search

import (
	"fmt"
	"math/rand/v2"

	"rummygym/agents"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// GinDeadwood is the distribution of the deadwood of hands of Gin Rummy that the opponent cannot see, by the
// number of turns that their player has had. It is immutable and safe for concurrent use.
type GinDeadwood struct {
	shares [deadwoodTurns][deadwoodClasses]float64
}

// The classes of a GinDeadwood: turns from the last one on count together, and so does deadwood.
const (
	deadwoodTurns   = 16
	deadwoodClasses = 20
	deadwoodWidth   = 4 // points in a class
)

// NewGinDeadwood plays hands of an agent against itself, and returns the distribution of the deadwood of
// the player who is not to move.
func NewGinDeadwood(g game.Game, create func() game.Agent, hands int) (*GinDeadwood, error) {
	d := new(GinDeadwood)
	for t := range d.shares {
		for c := range d.shares[t] {
			d.shares[t][c] = 0.1 // no class is impossible
		}
	}
	table, seats := agents.NewTable(g), []game.Agent{create(), create()}
	for episode := range uint64(hands) {
		table.Deal(uint64(hands), episode, seats...)
		if err := table.Play(func(now *agents.Decision) error {
			o := now.Obs.(*gin.Observation)
			d.shares[turnsOf(o)][classOf(table.State(), 1-o.Self)]++
			return nil
		}); err != nil {
			return nil, fmt.Errorf("search: a hand from which the deadwood of an agent is estimated: %w", err)
		}
	}
	for t := range d.shares {
		sum := 0.0
		for _, n := range d.shares[t] {
			sum += n
		}
		for c := range d.shares[t] {
			d.shares[t][c] /= sum
		}
	}
	return d, nil
}

// turnsOf returns the class of the number of turns of the opponent.
func turnsOf(o *gin.Observation) int {
	n := 0
	for _, t := range o.History {
		if t.Player != o.Self && t.Source != gin.Passed {
			n++
		}
	}
	return min(n, deadwoodTurns-1)
}

// classOf returns the class of the deadwood of a seat.
func classOf(s game.State, p game.Player) int {
	return min(deadwood.Of(s.(*gin.State).Hand(p))/deadwoodWidth, deadwoodClasses-1)
}

// GinDeadwoodSampler draws determinizations of another sampler of Gin Rummy so that the opponent's deadwood has
// a known distribution. Samplers that draw each card by its own probability give too many hands without melds. It
// draws 8 states for each of up to 32 that it returns, 256 for up to 64, and 4 for each of more, and resamples them by
// weight (importance resampling). Fewer of one call are the same than of one that returns more.
type GinDeadwoodSampler struct {
	Sampler
	Deadwood *GinDeadwood

	drawn   []game.State
	classes []int
	again   []bool
}

// NewGinDeadwoodSampler returns a sampler of states of game g.
func NewGinDeadwoodSampler(s Sampler, d *GinDeadwood) *GinDeadwoodSampler {
	return &GinDeadwoodSampler{Sampler: s, Deadwood: d}
}

// Sample sets each state of dst to a hand in progress that is consistent with obs.
func (b *GinDeadwoodSampler) Sample(dst []game.State, obs game.Observation, src rand.Source) (again []bool) {
	o := obs.(*gin.Observation)
	n := max(min(8*len(dst), 256), 4*len(dst))
	for len(b.drawn) < n {
		rules := *o.Rules
		g, err := gin.New(rules.AnyStarter())
		if err != nil {
			panic("search: " + err.Error()) // the rules are of a game
		}
		b.drawn = append(b.drawn, g.NewState())
	}
	b.Sampler.Sample(b.drawn[:n], obs, src)
	var have [deadwoodClasses]float64
	b.classes = b.classes[:0]
	for _, s := range b.drawn[:n] {
		c := classOf(s, 1-o.Self)
		b.classes = append(b.classes, c)
		have[c]++
	}
	want := &b.Deadwood.shares[turnsOf(o)]
	sum := 0.0
	for c, n := range have {
		if n > 0 {
			sum += want[c]
		}
	}
	weight := func(i int) float64 { return want[b.classes[i]] / have[b.classes[i]] }
	// Systematic resampling, as in belief.Hands.
	each := sum / float64(len(dst))
	at, from, last := game.PositiveUnit(src.Uint64())*each, 0, -1
	b.again = b.again[:0]
	for _, s := range dst {
		for from < n-1 && at > weight(from) {
			at -= weight(from)
			from++
		}
		s.CopyFrom(b.drawn[from])
		b.again, last = append(b.again, from == last), from
		at += each
	}
	return b.again
}
