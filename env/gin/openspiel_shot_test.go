package gin_test

import (
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// A shot holds the values on which this package and OpenSpiel must agree at a decision
// and at the end of a hand, in the format of testdata/openspiel.py.
type shot struct {
	Player   game.Player `json:"player"`
	Phase    string      `json:"phase"`
	Legal    string      `json:"legal"`
	Hands    [2]string   `json:"hands"`
	Known    [2]string   `json:"known"`    // taken from the pile and still held; "" after a knock
	Deadwood [2]int      `json:"deadwood"` // of 11 cards, after the best discard; after a knock, the points of all cards not melded
	Upcard   string      `json:"upcard"`   // the card that may be taken, "" if there is none
	Pile     string      `json:"pile"`     // the discard pile, the top last
	Stock    int         `json:"stock"`
	Limit    int         `json:"limit"`
	Melds    [2][]string `json:"melds"` // melds declared, without lay-offs
	LaidOff  string      `json:"laid_off"`
	Returns  [2]int      `json:"returns"`
	Action   string      `json:"action,omitempty"` // the action taken; none at the end
}

// shoot returns the shot of a state.
func shoot(g *gin.Game, s *gin.State) shot {
	var o gin.Observation
	s.Observe(0, &o)
	var legal game.Mask
	s.Legal(&legal)
	names := make([]string, 0, legal.Count())
	for a := range legal.Each() {
		names = append(names, g.ActionString(a))
	}
	slices.Sort(names)
	sh := shot{
		Player:  s.Current(),
		Phase:   s.Phase().String(),
		Legal:   strings.Join(names, ", "),
		Pile:    card.Format(s.AppendPile(nil)),
		Stock:   s.StockSize(),
		Limit:   o.KnockLimit,
		LaidOff: o.LaidOff.String(),
	}
	knocked := o.Knocker != game.NoPlayer
	switch s.Phase() {
	case gin.Draw:
		if !legal.Has(gin.DrawUpcard) {
			sh.Phase = gin.FirstUpcard.String() // OpenSpiel's name of the phase if both players have passed
		}
		sh.Upcard = o.Upcard.String()
	case gin.FirstUpcard, gin.Wall:
		sh.Upcard = o.Upcard.String()
	case gin.Over:
		if !knocked {
			sh.Upcard = o.Upcard.String()
		}
	}
	gains := s.Outcome().Gains
	for p := range sh.Hands {
		hand := s.Hand(game.Player(p))
		sh.Hands[p] = hand.String()
		sh.Returns[p] = gains[p]
		sh.Melds[p] = []string{}
		for _, m := range o.Melds[p][:o.Melds[p].Len()] {
			sh.Melds[p] = append(sh.Melds[p], (m &^ o.LaidOff).String())
		}
		if knocked {
			sh.Deadwood[p] = deadwood.PipTotal(hand)
			continue
		}
		sh.Known[p] = o.Known[p].String()
		sh.Deadwood[p] = afterDiscard(hand)
	}
	return sh
}

// afterDiscard returns the deadwood of a hand, after the best discard if it has 11 cards.
func afterDiscard(hand card.Cards) int {
	if hand.Count() <= 10 {
		return deadwood.Of(hand)
	}
	var left [card.NumKinds]int8
	return deadwood.Discards(&left, hand)
}
