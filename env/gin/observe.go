package gin

import (
	"rummygym/env/card"
	"rummygym/env/game"
)

// Observe sets dst, which must be an *Observation, to the observation of seat p. A card
// just drawn from the discard pile is Drawn for both players, a card drawn from the stock
// only for the player that drew it, until a knock shows all cards of that player. Before
// the deal all fields except the rules and the observer are zero or none.
func (s *State) Observe(p game.Player, dst game.Observation) {
	o := dst.(*Observation)
	if p < 0 || p >= seats {
		panic("gin: Observe of a seat that is not at the table")
	}
	o.Rules = s.rules
	o.Self = p
	o.Mover = s.Current()
	o.Phase = s.phase
	o.HandNumber = int(s.hand)
	o.Starter = s.starter
	o.Turn = int(s.turn)
	o.KnockLimit = int(s.limit)
	o.Hand = s.hands[p]
	o.Drawn, o.FromPile = card.None, s.fromPile
	if s.fromPile || p == s.mover || s.knocker != game.NoPlayer {
		o.Drawn = s.drawn
	}
	o.Upcard = s.Upcard()
	o.Pile = s.heap
	o.StockSize = s.StockSize()
	for q := range s.hands {
		o.Scores[q] = int(s.scores[q])
		o.HandSizes[q] = s.hands[q].Count()
	}
	o.Taken, o.Given, o.Refused, o.Known = s.taken, s.given, s.refused, s.known
	if o.History == nil {
		o.History = make([]Turn, 0, maxHistory)
	}
	o.History = append(o.History[:0], s.history[:s.turned]...)
	o.Knocker = s.knocker
	o.Melds = s.melds
	o.LaidOff = s.laidOff
	s.last.tell(&o.Last)
}

// tell sets dst to the public result of the hand.
func (r *result) tell(dst *Result) {
	// Field by field, because a composite literal would be built and then copied.
	dst.Ending, dst.Winner, dst.Points = r.ending.name(), r.winner, int(r.points)
	dst.Knocker, dst.Melds, dst.Unmelded, dst.LaidOff = r.knocker, r.melds, r.hands, r.laidOff
}
