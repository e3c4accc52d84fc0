package ginrummy

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// likeSimple lists the players that draw as Simple does.
var likeSimple = []string{"simple", "simple:ties=highest", "random-unmelded", "late-knock", "stubborn"}

func TestSimpleTakes(t *testing.T) {
	for _, tt := range []struct{ name, hand, up, want string }{
		{"a set", "2C 5D 9H KS 7C 7D QH 4S TD JS", "7H", "take"},
		{"the middle of a run", "2C 5D 9H KS 6C 8C QH 4S TD JS", "7C", "take"},
		{"the end of a run in hand", "AC 2C 3C KS 6D 8H QH 4S TD JS", "4C", "take"},
		{"below a run to the king", "JH QH KH 2C 3D 4S 6C 7D 8S AC", "TH", "take"},
		{"a fourth of a set", "7C 7D 7S KS 6D 8H QH 4S TD JS", "7H", "take"},
		{"a meld that lowers nothing", "3C 4C 5C 6C 7D 7H 7S JD QD KD", "7C", "take"},
		{"a pair", "2C 5D 9H KS 7C 8D QH 4S TD JS", "7H", "refuse"},
		{"two of a run", "2C 5D 9H KS 6C 8D QH 4S TD JS", "7C", "refuse"},
		{"no ace above the king", "QC KC 5D 9H 7S 8D QH 4S TD JS", "AC", "refuse"},
		{"an ace would be lower than all", "TC JD QH KS 9C 8D TH QC 7S JS", "AH", "refuse"},
	} {
		for _, spec := range likeSimple {
			for phase, refuse := range map[gin.Phase]string{gin.FirstUpcard: "pass", gin.Draw: "stock"} {
				want := tt.want
				if want == "refuse" {
					want = refuse
				}
				must.Equal(t, (ginPosition{phase: phase, hand: tt.hand, up: tt.up}).act(t, newGinPlayer(t, spec)), want, "%s, %s", tt.name, spec)
			}
		}
	}
}

// TestOneWayToDrawGin checks the players where only the stock is legal.
func TestOneWayToDrawGin(t *testing.T) {
	for _, spec := range ginSpecs() {
		o, _ := ginPosition{phase: gin.Draw, hand: "2C 5D 9H KS 7C 7D QH 4S TD JS", up: "7H"}.observe(t)
		var legal game.Mask
		legal.Set(gin.DrawStock)
		if a, p := newGinPlayer(t, spec).Act(o, &legal); a != gin.DrawStock || p != 1 {
			t.Errorf("%s: action %d with probability %v", spec, a, p)
		}
	}
}

func TestSimpleDiscards(t *testing.T) {
	for _, tt := range []struct {
		name, spec string
		p          ginPosition
		want       string // all its discards
	}{
		{"the highest-point card", "simple", ginPosition{hand: "AC 2D 3H 4S 7C 7D 7H 9D 9S KS 5H", drawn: "5H"}, "KS"},
		{"all that count ten", "simple", ginPosition{hand: "2C 5D 9H 7C 7D 7H TD JS KS AH 3S", drawn: "9H"}, "JS KS TD"},
		{"of highest rank", "simple:ties=highest", ginPosition{hand: "2C 5D 9H 7C 7D 7H TD JS KS AH 3S", drawn: "9H"}, "KS"},
		{"both of highest rank", "stubborn:ties=highest", ginPosition{hand: "2C 5D 9H 7C 7D 7H TD KH KS AH 3S", drawn: "9H"}, "KH KS"},
		{"late knocks by rank", "late-knock", ginPosition{hand: "2C 5D 9H 7C 7D 7H TD JS KS AH 3S", drawn: "9H"}, "KS"},
		{"stubborn as simple", "stubborn", ginPosition{hand: "2C 5D 9H 7C 7D 7H TD JS KS AH 3S", drawn: "9H"}, "JS KS TD"},
		{"pairs are no reason", "simple", ginPosition{hand: "2C 5D 9H 7C 7D 7H 4D KH KS AH 3S", drawn: "9H"}, "KH KS"},
		{"not the card taken", "simple", ginPosition{hand: "KC KD KH QS JD TC 2D 4C 6H 8S AS", drawn: "KH", pile: true}, "JD QS TC"},
		{"ends of runs with gin", "simple", ginPosition{hand: "3C 4C 5C 6C 7D 7H 7S 9D TD JD QD", drawn: "9D"}, "3C 6C 9D QD"},
		{"a card of a meld with another way", "simple", ginPosition{hand: "5C 6C 7C 7D 7H 7S AD AH 2C 3H 9S", drawn: "2C"}, "9S"},
		{"the run or the set", "simple", ginPosition{hand: "TC JC QC JD JH AS 2D 3H 5S 6D 8S", drawn: "8S"}, "JD JH QC TC"},
		{"any unmelded", "random-unmelded", ginPosition{hand: "2C 5D 9H 7C 7D 7H TD JS KS AH 3S", drawn: "9H"}, "2C 3S 5D 9H AH JS KS TD"},
		{"any outside the first best", "random-unmelded", ginPosition{hand: "TC JC QC JD JH AS 2D 3H 5S 6D 8S", drawn: "8S"}, "2D 3H 5S 6D 8S AS JD JH"},
		{"simple's where all meld", "random-unmelded", ginPosition{hand: "3C 4C 5C 6C 7D 7H 7S 9D TD JD QD", drawn: "9D"}, "3C 6C 9D QD"},
		{"upcard discarded again where allowed", "simple", ginPosition{hand: "AC 2D 3H 4S 7C 7D 7H 9D 9S KS 5H", drawn: "KS", pile: true,
			rules: func(r *gin.Rules) { r.ThrowingBack = gin.ThrowBackAllowed }}, "KS"},
	} {
		tt.p.phase = gin.Discard
		counts := tt.p.often(t, tt.spec)
		must.Equal(t, strings.Join(slices.Sorted(maps.Keys(counts)), " "), tt.want, "%s, %s discards", tt.name, tt.spec)
	}
}

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
			next := first
			next.number = 2
			seen := map[string]bool{}
			for range 200 {
				seen[next.act(t, a)] = true
				next.number++
			}
			if !seen[discarded] {
				t.Fatalf("%s never discards %s in later hands", spec, discarded)
			}
		}
	}
}

// TestAllPairsMet pairs every card of the hand with the drawn card.
func TestAllPairsMet(t *testing.T) {
	a := newGinPlayer(t, "simple")
	a.Reset(1)
	p := ginPosition{phase: gin.Discard, hand: "AC 2D 3H 4S 7C 7D 7H 9D 9S QH KS", drawn: "KS"}
	seen := map[string]bool{}
	for range 11 {
		seen[p.act(t, a)] = true
	}
	if len(seen) != 11 {
		t.Errorf("%d cards discarded, want each once", len(seen))
	}
	if got := p.act(t, a); got != "QH" && got != "KS" {
		t.Errorf("discards %s after all pairs, want the best again", got)
	}
}

func TestSimpleKnocks(t *testing.T) {
	for _, tt := range []struct {
		hand     string
		deadwood int
	}{
		{"3C 4C 5C 7D 7H 7S 9D TD JD QD", 0},
		{"3C 4C 5C 7D 7H 7S 9D TD JD 7C", 0},
		{"3C 4C 5C 7D 7H 7S 9D TD JD AS", 1},
		{"3C 4C 5C 7D 7H 7S 9D TD JD 8C", 8},
		{"3C 4C 5C 7D 7H 7S AD 2D 3H 4S", 10},
	} {
		if d := deadwood.Of(ginCardsOf(t, tt.hand)); d != tt.deadwood {
			t.Fatalf("%s has deadwood %d", tt.hand, d)
		}
		for spec, below := range map[string]int{"simple": 10, "random-unmelded": 10, "stubborn": 0, "late-knock": 0} {
			want := "pass"
			if tt.deadwood <= below {
				want = "knock"
			}
			must.Equal(t, (ginPosition{phase: gin.KnockOrPass, hand: tt.hand}).act(t, newGinPlayer(t, spec)), want, "%s with deadwood %d", spec, tt.deadwood)
		}
	}
	bare := ginPosition{phase: gin.KnockOrPass, hand: "AC 2D 3H 4S 5C 6D 8H 9S TC QD", rules: func(r *gin.Rules) { r.KnockLimit = 100 }}
	for _, spec := range []string{"simple", "random-unmelded", "late-knock:hold=1"} {
		a := newGinPlayer(t, spec)
		for turn := range 5 {
			bare.turn = 1 + 2*turn
			if got := bare.act(t, a); got != "pass" {
				t.Errorf("%s: %s without a meld", spec, got)
			}
		}
	}
}

// TestLateKnockHolds counts the turns in which LateKnock does not knock.
func TestLateKnockHolds(t *testing.T) {
	for spec, hold := range map[string]int{"late-knock": 8, "late-knock:hold=1": 1, "late-knock:hold=20": 20} {
		a := newGinPlayer(t, spec)
		for hand := 1; hand <= 2; hand++ {
			p := ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9D TD JD 8C", number: hand}
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
		if got := (ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9D TD JD 8C", number: 2, turn: 90}).act(t, a); got != "pass" {
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

// TestKnockFirstWithMinDeadwood has a player with random discards knock. It must discard the
// card that leaves the minimum deadwood.
func TestKnockFirstWithMinDeadwood(t *testing.T) {
	p := ginPosition{phase: gin.KnockDiscard, hand: "3C 4C 5C 7D 7H 7S 9D TD JD 2H 5S", drawn: "2H",
		rules: func(r *gin.Rules) { r.KnockOrder = gin.KnockThenDiscard }}
	if counts := p.often(t, "random-unmelded"); len(counts) != 1 || counts["5S"] == 0 {
		t.Errorf("knocks with %v, want 5S", counts)
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

// TestGinRandom checks that all legal actions occur.
func TestGinRandom(t *testing.T) {
	p := ginPosition{phase: gin.Discard, hand: "KC KD KH QS JD TC 2D 4C 6H 8S AS", drawn: "KH", pile: true}
	if counts := p.often(t, "random"); len(counts) != 10 {
		t.Errorf("%d distinct discards, want 10: %v", len(counts), counts)
	}
}

// TestMinDeadwoodDiscards compares minDeadwoodDiscards with the deadwood after each discard
// by search.
func TestMinDeadwoodDiscards(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for i := range 3000 {
		hand := randomGinHand(rng, 11, i%3)
		may := hand
		for range rng.IntN(4) {
			may = may.Without(card.FromIndex(rng.IntN(52)))
		}
		lowest, best := 999, card.Cards(0)
		for c := range may.Each() {
			d := deadwood.Of(hand.Without(c))
			if d < lowest {
				lowest, best = d, 0
			}
			if d == lowest {
				best = best.With(c)
			}
		}
		if d, cs := minDeadwoodDiscards(hand, may); d != lowest || cs != best {
			t.Fatalf("minDeadwoodDiscards(%v, %v) is %d, %v, want %d, %v", hand, may, d, cs, lowest, best)
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

// TestPips compares the masks of values with the pips of each card.
func TestPips(t *testing.T) {
	for i := range 52 {
		c := card.FromIndex(i)
		var m game.Mask
		m.Set(gin.CardOf(c))
		m.Set(gin.Knock)
		if got := legalDiscards(&m); got != card.Cards(0).With(c) {
			t.Errorf("the mask of %v reads as %v", c, got)
		}
		for pips := 1; pips <= 10; pips++ {
			if atLeast(pips).Has(c) != (deadwood.Pips(c) >= pips) {
				t.Errorf("atLeast(%d) of %v", pips, c)
			}
		}
		for j := range 52 {
			d := card.FromIndex(j)
			both := card.Cards(0).With(c).With(d)
			most := max(deadwood.Pips(c), deadwood.Pips(d))
			cards, pips := highestPipCards(both)
			if pips != most || cards.Has(c) != (deadwood.Pips(c) == most) || cards.Has(d) != (deadwood.Pips(d) == most) || cards&^both != 0 {
				t.Errorf("highestPipCards(%v) is %v, %d", both, cards, pips)
			}
			rank := max(c.Rank(), d.Rank())
			if high := highestRank(both); high.Has(c) != (c.Rank() == rank) || high.Has(d) != (d.Rank() == rank) || high&^both != 0 {
				t.Errorf("highestRank(%v) is %v", both, high)
			}
		}
	}
}
