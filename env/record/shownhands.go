package record

import (
	"slices"

	"rummygym/env/card"
)

// ShownHands returns the hands that are open at the end of a hand, by seat, with what they cost: their melds with the cards
// laid off onto them, and the other cards. The events are those of the hand up to its score. A hand that is not shown
// has neither melds nor cards.
func ShownHands(events []Event) []Hand {
	var hands []Hand
	var wild card.Rank
	for i := range events {
		switch e := &events[i]; e.Type {
		case Deal:
			wild = e.Wild
			hands = make([]Hand, len(e.Hands))
		case Meld:
			hands[e.Seat].Melds = append(hands[e.Seat].Melds, Group{Cards: slices.Clone(e.Cards), Counts: true})
		case LayOff:
			for p := range hands {
				for m := range hands[p].Melds {
					if g := &hands[p].Melds[m]; card.BagOf(g.Cards...) == card.BagOf(e.Onto...) {
						g.Cards = append(g.Cards, e.Card)
						slices.Sort(g.Cards)
					}
				}
			}
		case Declare:
			if !e.Valid { // it is out of the game, and its hand is open
				for _, m := range e.Fault.Groups {
					hands[e.Seat].Melds = append(hands[e.Seat].Melds, Group{Cards: m, Counts: true})
				}
				hands[e.Seat].Unmelded = e.Fault.Left(e.Cards)
			}
		case Score:
			for p := range hands {
				if p < len(e.Points) {
					hands[p].Points = e.Points[p]
				}
				if p >= len(e.Hands) || e.Hands[p] == nil {
					continue
				}
				left := card.BagOf(e.Hands[p]...)
				if p < len(e.Melds) {
					for _, m := range e.Melds[p] {
						left = left.Minus(card.BagOf(m...))
						hands[p].Melds = append(hands[p].Melds, Group{Cards: m, Counts: true})
					}
				}
				hands[p].Unmelded = left.Append(nil)
			}
		}
	}
	for p := range hands {
		for m := range hands[p].Melds {
			g := &hands[p].Melds[m]
			g.Cards = MeldOrder(g.Cards, wild)
		}
	}
	return hands
}

// MeldOrder returns the cards of a meld in order: a run with its jokers in the places of the missing cards, or a set with
// its jokers last. Cards of the rank wild, which may be card.NoRank, are jokers, and so is card.Joker.
func MeldOrder(cards []card.Card, wild card.Rank) []card.Card {
	var plain, jokers []card.Card
	for _, c := range cards {
		if c == card.Joker || c.Rank() == wild {
			jokers = append(jokers, c)
		} else {
			plain = append(plain, c)
		}
	}
	slices.Sort(plain)
	slices.Sort(jokers)
	best, most := slices.Concat(plain, jokers), -1
	if len(plain) == 0 || slices.ContainsFunc(plain, func(c card.Card) bool { return c.Suit() != plain[0].Suit() }) {
		return best
	}
	last := card.NumRanks + 1 - len(cards) // the ace is also after the king, but for a run of all ranks
	if last <= 1 {
		last = 0
	}
	for start := range last + 1 {
		if run, own := runFrom(start, plain, jokers); own >= most && run != nil {
			best, most = run, own
		}
	}
	return best
}

// runFrom returns the cards of one suit as a run that begins with a rank, and how many jokers are in their own places. The run is
// nil if it has no place for a card.
func runFrom(start int, plain, jokers []card.Card) (run []card.Card, own int) {
	n := len(plain) + len(jokers)
	run = slices.Repeat([]card.Card{card.None}, n)
	place := func(c card.Card) bool {
		at := int(c.Rank()) - start
		if c.Rank() == card.Ace && start+n > card.NumRanks {
			at = card.NumRanks - start
		}
		if at < 0 || at >= n || run[at] != card.None {
			return false
		}
		run[at] = c
		return true
	}
	for _, c := range plain {
		if !place(c) {
			return nil, 0
		}
	}
	var rest []card.Card
	for _, c := range jokers {
		if c != card.Joker && c.Suit() == plain[0].Suit() && place(c) {
			own++
		} else {
			rest = append(rest, c)
		}
	}
	for i, c := range run {
		if c == card.None {
			run[i], rest = rest[0], rest[1:]
		}
	}
	return run, own
}
