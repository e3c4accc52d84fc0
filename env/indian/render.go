package indian

import (
	"fmt"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
)

// String returns the table as the observer sees it, a few lines of text.
func (o *Observation) String() string {
	var b strings.Builder
	if o.Rules == nil || o.Wildcard == card.None {
		return "not dealt\n"
	}
	if o.Phase == Over {
		fmt.Fprintf(&b, "round %d, turn %d: the game is over\n", o.Round, o.Turn)
	} else {
		fmt.Fprintf(&b, "round %d, turn %d: seat %d has to %v\n", o.Round, o.Turn, o.Mover, o.Phase)
	}
	fmt.Fprintf(&b, "wildcard %v, wild rank %v; closed deck %d, open pile %d, top %v\n", o.Wildcard, o.Wild, o.StockSize, o.PileSize, o.Top)
	for p := range game.Player(o.Rules.Seats) {
		mark := ' '
		if p == o.Mover {
			mark = '*'
		}
		fmt.Fprintf(&b, "%c seat %d: ", mark, p)
		if p == o.Self {
			fmt.Fprintf(&b, "%s", suits(o.Hand))
		} else {
			fmt.Fprintf(&b, "%d cards", o.HandSizes[p])
			if known := o.Known[p]; known != (card.Bag{}) {
				fmt.Fprintf(&b, ", of them %v", known)
			}
		}
		if p == o.Mover && o.Drawn != card.None {
			fmt.Fprintf(&b, ", drew %v", o.Drawn)
			if o.FromPile {
				b.WriteString(" from the pile")
			}
		}
		if o.Active>>p&1 == 0 {
			b.WriteString(", out")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// shownStock is how many cards of the closed deck State.String shows.
const shownStock = 10

// String returns the whole table for onlookers and records: all hands, the open
// pile with its top last, and the next cards of the closed deck.
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
	fmt.Fprintf(&b, "wildcard %v, wild rank %v\n", s.wildcard, s.wild)
	writePile(&b, "closed deck", s.deck[s.head:s.end], shownStock)
	writePile(&b, "open pile", s.pile[:s.piled], MaxDeck)
	for p := range s.seats() {
		mark := ' '
		if p == s.Current() {
			mark = '*'
		}
		fmt.Fprintf(&b, "%c seat %d: %s", mark, p, suits(s.hands[p]))
		if p == s.mover && s.drawn != card.None {
			fmt.Fprintf(&b, ", drew %v", s.drawn)
			if s.fromPile {
				b.WriteString(" from the pile")
			}
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

// writePile writes a line with the number of cards and the first of them.
func writePile(b *strings.Builder, name string, cards []card.Card, most int) {
	fmt.Fprintf(b, "%s (%d):", name, len(cards))
	for _, c := range cards[:min(len(cards), most)] {
		b.WriteString(" " + c.String())
	}
	if len(cards) > most {
		b.WriteString(" …")
	}
	b.WriteByte('\n')
}

// suits returns the cards parted by suit: "3C 4C | TD | | 2S KS | JK".
func suits(hand card.Bag) string {
	parts := make([]string, 0, card.NumSuits+1)
	for suit := range card.Suit(card.NumSuits) {
		lane := card.OfSuit(suit)
		parts = append(parts, card.Bag{Once: hand.Once & lane, Twice: hand.Twice & lane, Thrice: hand.Thrice & lane}.String())
	}
	if hand.Jokers > 0 {
		parts = append(parts, card.Bag{Jokers: hand.Jokers}.String())
	}
	return strings.Join(parts, " | ")
}
