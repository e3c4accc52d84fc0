package matchvalue

import (
	"fmt"
	"math"
	"math/rand/v2"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/series"
)

// Scale is the gain of a whole match in [Hands]: that of an even one then has about the points of a match to 100.
const Scale = 200

// Hands is a race of which an episode is one hand, at a score that matches between equal players have: what a learner plays that is to
// play each hand for the match. The gain of a player is what the hand adds to its probability of winning the match, in parts of Scale,
// and the winner is that of the hand.
type Hands struct {
	*series.Game
	table *Table
}

// NewHands returns the hands of a race with the values of the table. It returns an error unless the race is one game to the table's target.
func NewHands(g *series.Game, t *Table) (*Hands, error) {
	if r := g.Match(); r.Format != series.Race || r.Games != 1 || r.Target != t.target {
		return nil, fmt.Errorf("matchvalue: a match by the format %v, %d games to %d points: want a race, one game to %d points", r.Format, r.Games, r.Target, t.target)
	}
	return &Hands{g, t}, nil
}

// hand is a state of Hands.
type hand struct {
	*series.State
	table  *Table
	before float64 // value of the score before the hand
	parts  int     // hands until its end
}

// NewState returns a state that is over until it is dealt.
func (g *Hands) NewState() game.State { return &hand{State: g.Game.NewTable(), table: g.table} }

// Deal deals a hand. Its score is that before a random hand of a match whose hands have random results.
func (g *Hands) Deal(dst game.State, src rand.Source) {
	s := dst.(*hand)
	g.Game.Deal(s.State, src)
	var gains []int // of player 0
	points, starter := [2]int{}, s.Starter()
	for max(points[0], points[1]) < g.table.target {
		gain := g.table.draw(src)
		if starter == 1 {
			gain = -gain
		}
		gains = append(gains, gain)
		points[0], points[1] = points[0]+max(0, gain), points[1]+max(0, -gain)
		starter = 1 - starter
	}
	s.begin(gains[:card.Below(src, uint64(len(gains)))])
}

// DealDeck deals the first hand of a match.
func (g *Hands) DealDeck(dst game.State, deck []card.Card, key uint64) error {
	s := dst.(*hand)
	if err := g.Game.DealDeck(s.State, deck, key); err != nil {
		return err
	}
	s.begin(nil)
	return nil
}

// begin begins the hand after hands in which player 0 had the given gains.
func (s *hand) begin(gains []int) {
	s.After(gains)
	s.parts = s.Parts() + 1
	s.before = s.value()
}

// value returns the value of the score for player 0, before the hand that is dealt.
func (s *hand) value() float64 {
	points := s.Points()
	return s.table.Win(points[0], points[1], s.Starter() == 0)
}

// Current returns the player to move, game.NoPlayer when the hand is over.
func (s *hand) Current() game.Player {
	if s.over() {
		return game.NoPlayer
	}
	return s.State.Current()
}

// over reports whether the hand is over.
func (s *hand) over() bool { return s.Parts() >= s.parts }

// Legal sets dst to the legal actions of the player to move.
func (s *hand) Legal(dst *game.Mask) {
	if s.over() {
		*dst = game.Mask{}
		return
	}
	s.State.Legal(dst)
}

// Apply applies an action of the hand.
func (s *hand) Apply(a game.Action) error {
	if s.over() {
		return &game.IllegalAction{Player: game.NoPlayer, Action: a, Phase: series.Over.String(), Reason: "the hand is over"}
	}
	return s.State.Apply(a)
}

// CopyFrom makes the state an independent copy of src.
func (s *hand) CopyFrom(src game.State) {
	from := src.(*hand)
	own := s.State
	*s = *from
	s.State = own
	own.CopyFrom(from.State)
}

// Outcome returns the result of the hand.
func (s *hand) Outcome() game.Outcome {
	o := s.State.Outcome()
	if !s.over() || s.parts == 0 {
		return game.Outcome{Winner: game.NoPlayer, Turns: o.Turns, Rounds: o.Rounds}
	}
	o.Over, o.Ending, o.Winner = true, series.DealLimit, s.LastPart().Winner
	o.Gains[0] = int(math.Round(Scale * (s.value() - s.before))) // the next hand is dealt, unless the match is over
	o.Gains[1] = -o.Gains[0]
	return o
}
