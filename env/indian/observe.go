package indian

import (
	"rummygym/env/card"
	"rummygym/env/game"
)

// Observe sets dst, which must be an *Observation, to the observation of seat p. A card
// just drawn from the open pile is Drawn for all players, a card drawn from the closed
// deck only for the player that drew it. Before the deal all fields except the rules
// and the observer are zero or none.
func (s *State) Observe(p game.Player, dst game.Observation) {
	o := dst.(*Observation)
	if p < 0 || p >= s.seats() {
		panic("indian: Observe of a seat that is not at the table")
	}
	o.Rules = s.rules
	o.Self = p
	o.Mover = s.Current()
	o.Phase = s.phase
	o.Turn = int(s.turn)
	o.Round = int(s.round)
	o.Hand = s.hands[p]
	o.Drawn, o.FromPile = card.None, s.fromPile
	if s.fromPile || p == s.mover {
		o.Drawn = s.drawn
	}
	o.Wildcard, o.Wild = s.wildcard, s.wild
	o.Top = s.Top()
	o.Pile = s.pileBag
	o.PileSize = int(s.piled)
	o.StockSize = s.stock()
	o.Reshuffles = int(s.reshuffles)
	o.Active = 0
	for q := range game.Player(game.MaxPlayers) {
		o.TurnsOf[q] = int(s.turns[q])
		o.HandSizes[q] = 0
		if q < s.seats() && s.dealt {
			o.HandSizes[q] = s.rules.HandSize
			if s.active(q) {
				o.Active |= 1 << q
			}
		}
	}
	if s.phase == Discard {
		o.HandSizes[s.mover]++
	}
	o.Taken, o.Given, o.Known = s.taken, s.given, s.known
}
