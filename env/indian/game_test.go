package indian

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/env/gametest"
	"rummygym/internal/must"
)

// TestDealsStay checks the deals of some seeds. Recorded episodes depend on them: if they
// change, the version of the environment must change.
func TestDealsStay(t *testing.T) {
	var b strings.Builder
	for _, p := range presets {
		for seed := range uint64(3) {
			g := newGame(t, p.Rules())
			s := g.NewTable()
			g.Deal(s, game.DealSource(1, seed))
			fmt.Fprintf(&b, "preset %s, seed 1, episode %d, key %x\n", p.Name, seed, s.key)
			for q := range s.seats() {
				fmt.Fprintf(&b, "hand %d: %v\n", q, s.Hand(q))
			}
			fmt.Fprintf(&b, "wildcard: %v\npile: %v\nstock: %s\n\n", s.wildcard, s.Top(), card.Format(s.AppendStock(nil)))
		}
	}
	must.Match(t, "testdata/deals.txt", b.String())
}

// TestDealOrders checks the place of each card of a given deck.
func TestDealOrders(t *testing.T) {
	plain := card.AppendDeck(nil, 1, 2)
	slices.Reverse(plain) // JK JK KS QS …
	// Two printed jokers are at the position of the wildcard.
	jokers := slices.Concat(plain[2:28], plain[:2], plain[28:])
	for _, c := range []struct {
		name     string
		dealing  Dealing
		wildcard Wildcard
		deck     []card.Card
		step     int // distance between the cards of a hand
		turned   card.Card
		wild     card.Rank
		top      card.Card
		stock    []card.Card
	}{
		{"alternate", Alternate, NextCard, plain, 2, plain[26], plain[26].Rank(), plain[27], plain[28:]},
		{"blocks", Blocks, NextCard, plain, 1, plain[26], plain[26].Rank(), plain[27], plain[28:]},
		{"a printed joker makes aces wild", Blocks, NextCard, jokers, 1, card.Joker, card.Ace, card.Joker, jokers[28:]},
		{"skipped jokers stay", Blocks, NextNatural, jokers, 1, jokers[28], jokers[28].Rank(), card.Joker, slices.Concat(jokers[27:28], jokers[29:])},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Paper()
			r.Dealing, r.Wildcard = c.dealing, c.wildcard
			g := newGame(t, r)
			s := g.NewTable()
			must.Do(t, g.DealDeck(s, c.deck, 0))
			for p := range game.Player(2) {
				first := int(p)
				if c.dealing == Blocks {
					first *= r.HandSize
				}
				var want card.Bag
				for i := range r.HandSize {
					want.Add(c.deck[first+i*c.step])
				}
				must.Equal(t, s.Hand(p), want, "hand %d", p)
			}
			if turned, wild := s.Wild(); turned != c.turned || wild != c.wild {
				t.Errorf("the wildcard is %v and the wild rank %v, want %v and %v", turned, wild, c.turned, c.wild)
			}
			if s.Top() != c.top || !slices.Equal(s.AppendStock(nil), c.stock) {
				t.Errorf("pile %v, closed deck %v, want %v and %v", s.Top(), s.AppendStock(nil), c.top, c.stock)
			}
			if s.Current() != 0 || s.Phase() != Draw || s.Cards() != card.BagOf(g.Deck()...) {
				t.Errorf("seat %d has to %v with %v", s.Current(), s.Phase(), s.Cards())
			}
		})
	}
}

// TestDealDeckErrors checks that the error names the fault.
func TestDealDeckErrors(t *testing.T) {
	gametest.DeckErrors(t, newGame(t, Paper()), gametest.Changes[[]card.Card]{
		{"53 cards, want 54", func(d *[]card.Card) { *d = (*d)[1:] }},
		{"AC at position 3 of the deck occurs more than 1 times", func(d *[]card.Card) { (*d)[2] = (*d)[0] }},
		{"JK at position 54 of the deck occurs more than 2 times", func(d *[]card.Card) { (*d)[0] = card.Joker }},
	})
}

// TestForeignState checks that states of other rules cause a panic.
func TestForeignState(t *testing.T) {
	variants.Foreign(t, Paper(), Released())
}

// TestNoAllocation checks that play does not allocate.
func TestNoAllocation(t *testing.T) {
	for _, p := range presets {
		t.Run(p.Name, func(t *testing.T) { gametest.NoAllocation(t, newGame(t, p.Rules()), Drop) })
	}
}
