package gin

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

// TestDealsStay checks the deals of some seeds, and the next hand of a match of the deal. Recorded
// episodes depend on them: if they change, the version of the environment must change.
func TestDealsStay(t *testing.T) {
	var b strings.Builder
	for _, p := range presets {
		for episode := range uint64(3) {
			r := p.Rules()
			r.MaxTurns = 1
			g := newGame(t, r)
			s := g.NewTable()
			g.Deal(s, game.DealSource(1, episode))
			fmt.Fprintf(&b, "preset %s, seed 1, episode %d, key %x\n", p.Name, episode, s.key)
			for hands := 1; ; hands++ {
				fmt.Fprintf(&b, "starter %d, upcard %v\nhand 0: %v\nhand 1: %v\nstock: %s\n", s.starter, s.Upcard(), s.Hand(0), s.Hand(1), card.Format(s.AppendStock(nil)))
				if hands == 2 {
					break
				}
				g.DealNext(s, 2, s.starter)
			}
			b.WriteByte('\n')
		}
	}
	must.Match(t, "testdata/deals.txt", b.String())
}

// TestDealOrder checks the place of each card of a given deck, for every starter.
func TestDealOrder(t *testing.T) {
	deck := newGame(t, EAAI()).Deck()
	slices.Reverse(deck)
	for starter := range game.Player(2) {
		r := EAAI()
		r.Starter = FirstSeat + Starter(starter)
		g := newGame(t, r)
		s := g.NewTable()
		must.Do(t, g.DealDeck(s, deck, 7))
		for p := range game.Player(2) {
			var want card.Cards
			for i := range 10 {
				want = want.With(deck[2*i+int(p)])
			}
			must.Equal(t, s.Hand(p), want, "hand %d", p)
		}
		if s.Upcard() != deck[20] || !slices.Equal(s.AppendStock(nil), deck[21:]) || s.StockSize() != 31 {
			t.Errorf("upcard %v, stock %v, want %v and %v", s.Upcard(), s.AppendStock(nil), deck[20], deck[21:])
		}
		if s.Current() != starter || s.Phase() != FirstUpcard || s.Cards() != card.BagOf(deck...) {
			t.Errorf("seat %d has to %v with %v", s.Current(), s.Phase(), s.Cards())
		}
	}
}

// TestDealDeckErrors checks that the error names the fault.
func TestDealDeckErrors(t *testing.T) {
	gametest.DeckErrors(t, newGame(t, EAAI()), gametest.Changes[[]card.Card]{
		{"51 cards, want 52", func(d *[]card.Card) { *d = (*d)[1:] }},
		{"AC at position 3 of the deck occurs twice", func(d *[]card.Card) { (*d)[2] = (*d)[0] }},
		{"JK at position 1", func(d *[]card.Card) { (*d)[0] = card.Joker }},
	})
}

// TestForeignState checks that states of other rules cause a panic.
func TestForeignState(t *testing.T) {
	variants.Foreign(t, EAAI(), OpenSpiel())
}

// TestNoAllocation checks that play does not allocate.
func TestNoAllocation(t *testing.T) {
	for _, p := range presets {
		for _, limit := range []int{10, 60} { // the higher limit gives many knocks
			t.Run(fmt.Sprintf("%s, limit %d", p.Name, limit), func(t *testing.T) {
				r := p.Rules()
				r.KnockLimit = limit
				gametest.NoAllocation(t, newGame(t, r))
			})
		}
	}
}
