package ginrummy

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// TestSimplePairs checks that a pair of a drawn and a discarded card, in either order,
// occurs only once in a hand.
func TestSimplePairs(t *testing.T) {
	const others = "AC 2D 3H 4S 7C 7D 7H 9D 9S"
	for _, spec := range []string{"simple", "stubborn", "random-unmelded"} {
		for seed := range uint64(200) {
			a := newGinPlayer(t, spec)
			a.Reset(seed)
			// The king is paired with the discard.
			first := ginPosition{phase: gin.Discard, hand: others + " QH KS", drawn: "KS"}
			discarded := first.act(t, a)
			if spec != "random-unmelded" && discarded != "QH" && discarded != "KS" {
				t.Fatalf("%s discards %s", spec, discarded)
			}
			if got := first.act(t, a); got == discarded {
				t.Fatalf("%s: KS is drawn and %s discarded twice", spec, discarded)
			}
			if discarded != "KS" { // now in the other order: that card is drawn, and KS may not be discarded
				back := first
				back.drawn = discarded
				if got := back.act(t, a); got == "KS" {
					t.Fatalf("%s: KS is discarded after %s was drawn, want not after the pair in the other order", spec, discarded)
				}
			}
			// The next hand starts without pairs.
			seen := map[string]bool{}
			for range 200 {
				a.(game.Continuer).NextDeal()
				seen[first.act(t, a)] = true
			}
			if !seen[discarded] {
				t.Fatalf("%s never discards %s in later hands", spec, discarded)
			}
		}
	}
}

// TestLateKnockHolds counts the turns in which LateKnock does not knock.
func TestLateKnockHolds(t *testing.T) {
	for spec, hold := range map[string]int{"late-knock": 8, "late-knock:hold=1": 1, "late-knock:hold=20": 20} {
		a := newGinPlayer(t, spec)
		for hand := 1; hand <= 2; hand++ {
			p := ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9D TD JD 8C"}
			a.(game.Continuer).NextDeal()
			for turn := range hold + 2 {
				p.turn = 3 + 2*turn
				want := "pass"
				if turn >= hold {
					want = "knock"
				}
				for range 2 { // a second call of Act at the same turn changes nothing
					if got := p.act(t, a); got != want {
						t.Fatalf("%s, hand %d: %s at the %d. turn that allows it, want %s", spec, hand, got, turn+1, want)
					}
				}
			}
		}
		a.Reset(1)
		if got := (ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9D TD JD 8C", turn: 90}).act(t, a); got != "pass" {
			t.Errorf("%s keeps state of the last episode", spec)
		}
	}
}

// TestKnockFirst plays with the knock before the discard: a player knocks if it would knock
// with the minimum deadwood, and discards a card that leaves it.
func TestKnockFirst(t *testing.T) {
	first := func(r *gin.Rules) { r.KnockOrder, r.ThrowingBack = gin.KnockThenDiscard, gin.ThrowBackAllowed }
	const ginAfterQD, eightAfterQH, twenty = "3C 4C 5C 7D 7H 7S 9D TD JD 2D 8D", "3C 4C 5C 7D 7H 7S 9D TD JD 8C QH", "3C 4C 5C 7D 7H 7S 9D TC JH 8C QH"
	for _, tt := range []struct{ spec, hand, want, discard string }{
		{"simple", ginAfterQD, "knock", "2D"},
		{"stubborn", ginAfterQD, "knock", "2D"},
		{"late-knock", ginAfterQD, "knock", "2D"},
		{"medium", ginAfterQD, "knock", "2D"},
		{"medium:variant=released", ginAfterQD, "knock", "2D"},
		{"random-unmelded", ginAfterQD, "knock", "2D"},
		{"simple", eightAfterQH, "knock", "QH"},
		{"stubborn", eightAfterQH, "QH", ""},
		{"late-knock", eightAfterQH, "QH", ""},
		{"simple:ties=highest", twenty, "QH", ""},
		{"simple", "3C 4C 5C 7D 7H 7S AD 2D 3H 4S QH", "knock", "QH"}, // with a deadwood of ten, the limit
	} {
		p := ginPosition{phase: gin.Discard, hand: tt.hand, drawn: tt.hand[len(tt.hand)-2:], rules: first}
		a := newGinPlayer(t, tt.spec)
		a.Reset(1)
		must.Equal(t, p.act(t, a), tt.want, "%s with %s", tt.spec, tt.hand)
		if p.phase = gin.KnockDiscard; tt.discard != "" {
			must.Equal(t, p.act(t, a), tt.discard, "%s with %s knocks with", tt.spec, tt.hand)
		}
	}
}

// TestWall checks the knock with the upcard at the end of the stock.
func TestWall(t *testing.T) {
	const own = "3C 4C 5C 7D 7H 7S 9D TD JD QD" // gin, so that the best discard is the upcard
	for _, back := range []gin.ThrowingBack{gin.ThrowBackForbidden, gin.ThrowBackAllowed} {
		want := map[gin.ThrowingBack]string{gin.ThrowBackForbidden: "pass", gin.ThrowBackAllowed: "knock"}[back]
		p := ginPosition{phase: gin.Wall, hand: own, up: "KS", rules: func(r *gin.Rules) { r.StockEnd, r.ThrowingBack = gin.WallKnock, back }}
		must.Equal(t, p.act(t, newGinPlayer(t, "stubborn")), want, "%v: stubborn with gin does", back)
	}
	for _, tt := range []struct{ spec, hand, up, want string }{
		{"simple", "3C 4C 5C 7D 7H 7S 9D TD 8C QH", "JD", "knock"},
		{"stubborn", "3C 4C 5C 7D 7H 7S 9D TD 8C QH", "JD", "pass"},
		{"stubborn", "3C 4C 5C 7D 7H 7S 9D TD QD AS", "JD", "knock"},
		{"simple", "3C 4C 5C 7D 7H 2S 9D TC 8C QH", "JD", "pass"},
		{"medium", "3C 4C 5C 7D 7H 7S 9D TD 8C QH", "JD", "pass"},
		{"medium", "3C 4C 5C 7D 7H 7S 8D 9D TD QH", "9S", "knock"},
	} {
		p := ginPosition{phase: gin.Wall, hand: tt.hand, up: tt.up, rules: func(r *gin.Rules) { r.StockEnd = gin.WallKnock }}
		must.Equal(t, p.act(t, newGinPlayer(t, tt.spec)), tt.want, "%s with %s and %s", tt.spec, tt.hand, tt.up)
	}
}

// TestBigGin declares eleven melded cards, in both orders of knock and discard.
func TestBigGin(t *testing.T) {
	for _, order := range []gin.KnockOrder{gin.DiscardThenKnock, gin.KnockThenDiscard} {
		for _, spec := range ginSpecs() {
			if spec == "random" || spec == "sigra:variant=september:sk=off" { // the latter ignores melds when knocking
				continue
			}
			p := ginPosition{phase: gin.Discard, hand: "3C 4C 5C 6C 7D 7H 7S 9D TD JD QD", drawn: "9D",
				rules: func(r *gin.Rules) { r.KnockOrder, r.BigGinBonus = order, 31 }}
			o, legal := p.observe(t)
			legal.Set(gin.Knock)
			a := newGinPlayer(t, spec)
			if got, _ := a.Act(o, legal); got != gin.Knock {
				t.Errorf("%s: action %d with big gin, order %v", spec, got, order)
			}
			if order == gin.KnockThenDiscard {
				p.phase = gin.KnockDiscard
				o, legal = p.observe(t)
				legal.Set(gin.Pass)
				if got, _ := a.Act(o, legal); got != gin.Pass {
					t.Errorf("%s: discard %d spoils big gin", spec, got)
				}
			}
		}
	}
}

// randomGinHand returns n random cards: of all cards, of two suits, or of three ranks and a
// suit, which have many melds.
func randomGinHand(rng *rand.Rand, n, kind int) card.Cards {
	from := [...]card.Cards{card.All, card.OfSuit(0) | card.OfSuit(2), card.OfRank(4) | card.OfRank(5) | card.OfRank(6) | card.OfSuit(1)}[kind]
	var hand card.Cards
	for hand.Count() < n {
		if c := card.FromIndex(rng.IntN(52)); from.Has(c) {
			hand = hand.With(c)
		}
	}
	return hand
}
