package indian

import (
	"fmt"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
)

// String returns the table as the observer sees it, in a few lines of text.
func (o *Observation) String() string {
	var b strings.Builder
	if o.Rules == nil || o.Turn == 0 {
		return "not dealt\n"
	}
	if o.Phase == Over {
		fmt.Fprintf(&b, "round %d, turn %d: the game is over\n", o.Round, o.Turn)
	} else {
		fmt.Fprintf(&b, "round %d, turn %d: seat %d has to %v\n", o.Round, o.Turn, o.Mover, o.Phase)
	}
	if o.Wildcard != card.None {
		fmt.Fprintf(&b, "wildcard %v, wild rank %v; ", o.Wildcard, o.Wild)
	}
	fmt.Fprintf(&b, "closed deck %d, open pile %d, top %v\n", o.StockSize, o.PileSize, o.Top)
	for p := range game.Player(o.Rules.Seats) {
		game.WriteSeat(&b, p, o.Mover)
		if p == o.Self {
			b.WriteString(o.Hand.BySuit())
		} else {
			fmt.Fprintf(&b, "%d cards", o.HandSizes[p])
			if known := o.Known[p]; known != (card.Bag{}) {
				fmt.Fprintf(&b, ", of them %v", known)
			}
		}
		if p == o.Mover {
			game.WriteDrawn(&b, o.Drawn, o.FromPile)
		}
		if o.Active>>p&1 == 0 {
			b.WriteString(", out")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// shownStock is the number of cards of the closed deck that State.String shows.
const shownStock = 10

// String returns the whole table, for spectators and records: all hands, the open pile
// with its top last, and the next cards of the closed deck.
func (s *State) String() string {
	var b strings.Builder
	if !s.dealt {
		return "not dealt\n"
	}
	if s.phase == Over {
		fmt.Fprintf(&b, "round %d, turn %d: over by %s, seat %d wins\n", s.round, s.turn, s.ending.name(), s.winner)
	} else {
		fmt.Fprintf(&b, "round %d, turn %d: seat %d has to %v\n", s.round, s.turn, s.mover, s.phase)
	}
	if s.wildcard != card.None {
		fmt.Fprintf(&b, "wildcard %v, wild rank %v\n", s.wildcard, s.wild)
	}
	game.WritePile(&b, "closed deck", s.deck[s.head:s.end], shownStock)
	game.WritePile(&b, "open pile", s.pile[:s.piled], MaxDeck)
	for p := range s.seats() {
		game.WriteSeat(&b, p, s.Current())
		b.WriteString(s.hands[p].BySuit())
		if p == s.mover {
			game.WriteDrawn(&b, s.drawn, s.fromPile)
		}
		if !s.active(p) {
			fmt.Fprintf(&b, ", out by %s", s.left[p].name())
		} else if s.phase == Over {
			fmt.Fprintf(&b, ", score %d", s.score(s.hands[p]))
		}
		if s.phase == Over {
			fmt.Fprintf(&b, ", gain %+d", s.gains[p])
		}
		b.WriteByte('\n')
	}
	return b.String()
}
