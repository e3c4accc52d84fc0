package ginrummy

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

func TestMediumTakes(t *testing.T) {
	for _, tt := range []struct{ name, hand, up, out, paper, released string }{
		{"a set", "2C 5D 9H KS 7C 7D QH 4S TD JS", "7H", "", "take", "take"},
		{"a meld that lowers nothing", "3C 4C 5C 6C 7D 7H 7S JD QD KD", "7C", "", "stock", "stock"},
		{"a meld that lowers by 4", "3C 4C 5C 7D 7H 7S 4D AD AH 9S", "6C", "9C 9D TS JS", "take", "take"},
		{"a meld that lowers by 3", "3C 4C 5C 8D 8H 8S AD AH 2S 3D", "2C", "", "stock", "take"},
		{"6 less than a lone king", "2C 3C 5H 6H 8D 8S TD TC KS AD", "4S", "", "take", "take"},
		{"5 less than a lone king", "2C 3C 5H 6H 8D 8S TD TC KS AD", "5S", "", "stock", "stock"},
		{"a king that waits for a third", "2C 3C 5H 6H 8D 8S KC KS AD 7D", "4S", "", "take", "stock"},
		{"whose third is gone", "2C 3C 5H 6H 8D 8S KC KS AD 7D", "4S", "KH KD", "take", "take"},
		{"an ace less than a lone seven", "2C 3C 5H 6H TD TC JD JC 7S 9H", "AS", "", "take", "take"},
		{"a two less than a lone seven", "2C 3C 5H 6H 9D 9C 8D 8C 7S 4H", "2S", "", "take", "stock"},
	} {
		for spec, want := range map[string]string{"medium": tt.paper, "medium:variant=released": tt.released} {
			p := ginPosition{phase: gin.Draw, hand: tt.hand, up: tt.up, out: tt.out}
			must.Equal(t, p.act(t, newGinPlayer(t, spec)), want, "%s, %s", tt.name, spec)
		}
	}
}

func TestMediumDiscards(t *testing.T) {
	for _, tt := range []struct {
		name            string
		p               ginPosition
		paper, released string // all its discards
	}{
		// It discards a single 8 before a pair of kings.
		{"unmatchable", ginPosition{hand: "2C 3C 5H 6H 8D KC KS AD AC 4S 4C", drawn: "4C"}, "8D", "8D"},
		// A single 5 counts in the paper's variant only; otherwise the kings leave the
		// minimum deadwood.
		{"unmatchable and cheap", ginPosition{hand: "2C 3C 9H 9D 5D KC KS AD AC 8H 8S", drawn: "AC"}, "5D", "KC KS"},
		{"unmatchable with 6 points", ginPosition{hand: "2C 3C 9H 9D 6D KC KS AD AC 8H 8S", drawn: "AC"}, "6D", "KC KS"},
		{"unmatchable with 7 points", ginPosition{hand: "2C 3C 9H 9D 7S KC KS AD AC 8H 8D", drawn: "AC"}, "7S", "7S"},
		// Nobody can meld the eight: the other eights and its neighbours are out of play.
		{"of no use to the opponent", ginPosition{hand: "2C 3C 5H 6H 8S QD KC KS AD AC 4C", drawn: "4C", out: "8C 8D 7S 9S"}, "8S", "QD"},
		// A queen may still help an opponent that holds the other queens.
		{"known cards of the opponent", ginPosition{hand: "2C 3C 5H 6H 8S QD KC KS AD AC 4C", drawn: "4C", out: "8C 8D 7S 9S QH JD KD", known: "QC QS"}, "8S", "QD"},
		// Of two that may help, the higher-point card.
		{"the highest-point card", ginPosition{hand: "2C 3C 5H 6H 8S QD KC KS AD AC 4C", drawn: "4C"}, "QD", "QD"},
		// No card is unmatchable: one of the cards that leave the minimum deadwood.
		{"minimum deadwood", ginPosition{hand: "2C 3C 5H 6H 8S 9S KC KS TD JD 8D", drawn: "8D"}, "JD KC KS TD", "JD KC KS TD"},
		// The discard may be a card of a meld if that leaves the same deadwood.
		{"run or set", ginPosition{hand: "TC JC QC JD JH 8S 9S 3D 3H 5S 5D", drawn: "5D"}, "JD JH QC TC", "JD JH QC TC"},
	} {
		tt.p.phase, tt.p.up = gin.Discard, "TS"
		for spec, want := range map[string]string{"medium": tt.paper, "medium:variant=released": tt.released} {
			seen := map[string]bool{}
			for seed := range uint64(300) {
				a := newGinPlayer(t, spec)
				a.Reset(seed)
				seen[tt.p.act(t, a)] = true
			}
			must.Equal(t, strings.Join(slices.Sorted(maps.Keys(seen)), " "), want, "%s, %s: discards", tt.name, spec)
		}
	}
}

// TestMediumOverlooksOnePlace has a hand with one best discard. For each seed, exactly one
// of the clubs from ace to ten hides it.
func TestMediumOverlooksOnePlace(t *testing.T) {
	p := ginPosition{phase: gin.Discard, hand: "2D 3D 5H 6H 8S 9S 8D 2S 3H 5C 6S", drawn: "8D"}
	all := 0
	for seed := range uint64(100) {
		hidden := 0
		for i := range 52 {
			p.up = card.FromIndex(i).String()
			if ginCardsOf(t, p.hand).Has(card.FromIndex(i)) {
				continue
			}
			a := newGinPlayer(t, "medium:variant=released")
			a.Reset(seed)
			if got := p.act(t, a); got != "9S" {
				hidden++
				if c := card.FromIndex(i); c.Suit() != card.Clubs || c.Rank() > card.Ten {
					t.Fatalf("after %v it discards %s", c, got)
				}
			}
		}
		if hidden > 1 {
			t.Fatalf("%d clubs hide the card", hidden)
		}
		all += hidden
	}
	if all < 75 || all == 100 { // the five of clubs is in the hand, which leaves nine clubs
		t.Errorf("hidden after %d of 100 seeds, want some 90", all)
	}
}

// TestWanted compares wanted with a count card by card.
func TestWanted(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	for range 2000 {
		hand, theirs := randomGinHand(rng, 11, 0), card.Cards(0)
		for range rng.IntN(60) {
			theirs = theirs.With(card.FromIndex(rng.IntN(52)))
		}
		theirs &^= hand
		var want card.Cards
		for c := range hand.Each() {
			rank, near := 0, 0
			for d := range theirs.Each() {
				if d.Rank() == c.Rank() {
					rank++
				}
				if gap := int(d.Rank()) - int(c.Rank()); d.Suit() == c.Suit() && gap >= -2 && gap <= 2 {
					near++
				}
			}
			if rank == 3 || near >= 2 {
				want = want.With(c)
			}
		}
		if got := wanted(hand, theirs); got != want {
			t.Fatalf("wanted(%v, %v) is %v, want %v", hand, theirs, got, want)
		}
	}
}

func TestMediumKnocks(t *testing.T) {
	for hand, points := range map[string]int{
		"3C 4C 5C 7D 7H 7S 9D TD JD QD": 0,
		"3C 4C 5C 7D 7H 7S 9D TD JD AS": 1,
		"3C 4C 5C 8D 8H 8S 9D TD JD 6S": 6,
		"3C 4C 5C 8D 8H 8S 9D TD JD 7S": 7,
		"3C 4C 5C 7D 7H 7S 9D TD JD 8C": 8,
		"3C 4C 5C 7D 7H 7S 9D TD JD 9S": 9,
		"3C 4C 5C 7D 7H 7S AD 2D 3H 4S": 10,
	} {
		if d := deadwood.Of(ginCardsOf(t, hand)); d != points {
			t.Fatalf("%s has deadwood %d", hand, d)
		}
		want := "pass"
		if points == 0 || points == 7 || points == 9 {
			want = "knock"
		}
		for _, spec := range []string{"medium", "medium:variant=released"} {
			must.Equal(t, (ginPosition{phase: gin.KnockOrPass, hand: hand}).act(t, newGinPlayer(t, spec)), want, "%s with deadwood %d", spec, points)
		}
	}
}
