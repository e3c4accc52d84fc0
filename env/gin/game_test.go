package gin

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/game/gametest"
	"rummygym/env/meld"
)

// TestDealsStay holds the deals of some seeds, and the hand that follows in a
// match. They are part of the promise that recorded episodes replay: if they
// change, so must the version of the environment.
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
				if hands == 2 || s.rules.Episode == Hand {
					break
				}
				mustApply(t, s, Pass, Pass, DrawStock)
				mustApply(t, s, CardOf(s.drawn))
				if s.phase == KnockOrPass {
					mustApply(t, s, Pass)
				}
			}
			b.WriteByte('\n')
		}
	}
	gametest.Golden(t, "testdata/deals.txt", b.String())
}

// TestDealOrder checks where each card of a given deck goes, whoever starts.
func TestDealOrder(t *testing.T) {
	deck := newGame(t, EAAI()).Deck()
	slices.Reverse(deck)
	for starter := range game.Player(2) {
		r := EAAI()
		r.Starter = FirstSeat + Starter(starter)
		g := newGame(t, r)
		s := g.NewTable()
		if err := g.DealDeck(s, deck, 7); err != nil {
			t.Fatal(err)
		}
		for p := range game.Player(2) {
			var want card.Cards
			for i := range 10 {
				want = want.With(deck[2*i+int(p)])
			}
			if s.Hand(p) != want {
				t.Errorf("hand %d is %v, want %v", p, s.Hand(p), want)
			}
		}
		if s.Upcard() != deck[20] || !slices.Equal(s.AppendStock(nil), deck[21:]) || s.StockSize() != 31 {
			t.Errorf("upcard %v, stock %v, want %v and %v", s.Upcard(), s.AppendStock(nil), deck[20], deck[21:])
		}
		if s.Current() != starter || s.Phase() != FirstUpcard || s.Cards() != card.BagOf(deck...) {
			t.Errorf("seat %d has to %v with %v", s.Current(), s.Phase(), s.Cards())
		}
	}
}

// TestRandomStarter demands that either seat starts half of the episodes.
func TestRandomStarter(t *testing.T) {
	g := newGame(t, EAAI())
	s := g.NewTable()
	ones := 0
	for i := range uint64(2000) {
		g.Deal(s, game.DealSource(3, i))
		ones += int(s.starter)
	}
	if ones < 900 || ones > 1100 { // 4.5 standard deviations
		t.Errorf("seat 1 starts %d of 2000 matches", ones)
	}
}

// TestHandsDiffer demands that the hands of a match are dealt from the whole pack
// anew: over many matches every card is equally often the upcard of hand 2.
func TestHandsDiffer(t *testing.T) {
	r := EAAI()
	r.MaxTurns = 1
	g := newGame(t, r)
	s := g.NewTable()
	const matches = 5200
	var upcards [card.NumKinds]int
	for i := range uint64(matches) {
		g.Deal(s, game.DealSource(4, i))
		for s.hand == 1 {
			var legal game.Mask
			s.Legal(&legal)
			mustApply(t, s, legal.Nth(legal.Count()-1))
		}
		upcards[s.Upcard().Index()]++
	}
	if x := chiSquare(&upcards, card.All, matches); x > 105 { // 51 degrees of freedom
		t.Errorf("the upcard of the second hand is not uniform: chi-square %.1f", x)
	}
}

// TestDealDeckErrors demands that the error names what is wrong.
func TestDealDeckErrors(t *testing.T) {
	g := newGame(t, EAAI())
	s := g.NewTable()
	for _, c := range []struct {
		want string
		set  func(deck []card.Card) []card.Card
	}{
		{"51 cards, want 52", func(d []card.Card) []card.Card { return d[1:] }},
		{"AC at place 3 of the deck is there twice", func(d []card.Card) []card.Card { d[2] = d[0]; return d }},
		{"JK at place 1", func(d []card.Card) []card.Card { d[0] = card.Joker; return d }},
		{"-- at place 1", func(d []card.Card) []card.Card { d[0] = card.None; return d }},
		{"Card(13) at place 2", func(d []card.Card) []card.Card { d[1] = 13; return d }},
	} {
		if err := g.DealDeck(s, c.set(g.Deck()), 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, want %q in it", err, c.want)
		}
	}
}

// TestActionMelds holds the melds of the actions to package meld.
func TestActionMelds(t *testing.T) {
	a := FirstMeld
	for _, m := range meld.GinMelds() {
		if m.Count() > 5 {
			if MeldOf(m) != game.NoAction {
				t.Errorf("%v has an action", m)
			}
			continue
		}
		if MeldOf(m) != a || ActionMeld(a) != m {
			t.Errorf("%v has action %d, whose meld is %v; want %d", m, MeldOf(m), ActionMeld(a), a)
		}
		a++
	}
	if int(a) != NumActions || NumActions != 241 || ActionMeld(Knock) != 0 || ActionMeld(a) != 0 || ActionCard(DrawUpcard) != card.None {
		t.Errorf("there are %d actions, want 241", a)
	}
}

// TestActionText reads the text of actions in other forms than ActionString writes.
func TestActionText(t *testing.T) {
	g := newGame(t, EAAI())
	threes := MeldOf(card.Cards(0).With(card.New(card.Three, card.Clubs)).With(card.New(card.Three, card.Hearts)).With(card.New(card.Three, card.Spades)))
	for text, want := range map[string]game.Action{
		"draw upcard": DrawUpcard, " draw  stock": DrawStock, "pass": Pass, "knock": Knock,
		"10d": CardOf(card.New(card.Ten, card.Diamonds)), "AC": 0,
		"meld 3C3H3S": threes, "meld 3s 3h 3c": threes, "meld 9D10DJD": MeldOf(0x700 << 16),
	} {
		if a, err := g.ParseAction(text); err != nil || a != want {
			t.Errorf("ParseAction(%q) is %d, %v, want %d", text, a, err, want)
		}
	}
	for _, text := range []string{"draw", "JK", "1C", "AC AC", "Pass", "meld", "meld 3C3H", "meld 3C3H3H3S", "meld 3C4C5D", "meld 3C4C5", "meld AC2C3C4C5C6C", "meld JK", "discard AC"} {
		if a, err := g.ParseAction(text); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("ParseAction(%q) is %d, %v, want an error that names it", text, a, err)
		}
	}
}

// TestForeignState panics on states of other rules.
func TestForeignState(t *testing.T) {
	g, other := newGame(t, EAAI()), newGame(t, OpenSpiel())
	for name, f := range map[string]func(){
		"Deal":     func() { g.Deal(other.NewTable(), rand.NewPCG(1, 1)) },
		"CopyFrom": func() { g.NewTable().CopyFrom(other.NewTable()) },
		"Observe":  func() { g.NewTable().Observe(2, new(Observation)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s takes what it cannot", name)
				}
			}()
			f()
		}()
	}
	// Equal rules of two Game values are the same game.
	twin := newGame(t, EAAI())
	s := twin.NewTable()
	g.Deal(s, rand.NewPCG(1, 1))
	g.NewTable().CopyFrom(s)
	if err := twin.Decode(g.NewTable(), serial(t, s)); err != nil {
		t.Error(err)
	}
	for _, set := range []func(*Rules){
		func(r *Rules) { r.MaxHands++ },
		func(r *Rules) { r.LayingOff = BestLayOffs },
		func(r *Rules) { r.GameBonus, r.BoxBonus = 1, 0 },
		func(r *Rules) { r.GameBonus, r.BoxBonus = 0, 1 },
	} {
		r := EAAI()
		set(&r)
		near := newGame(t, r)
		if err := near.Decode(near.NewTable(), serial(t, s)); err == nil || !strings.Contains(err.Error(), "other rules") {
			t.Errorf("Decode under %+v of a state of the preset eaai gives %v", r, err)
		}
	}
}

// TestNoAllocation demands that play does not allocate.
func TestNoAllocation(t *testing.T) {
	for _, p := range presets {
		for _, limit := range []int{10, 60} { // with many knocks
			r := p.Rules()
			r.KnockLimit = limit
			g := newGame(t, r)
			s, c, src := g.NewTable(), g.NewTable(), rand.NewPCG(1, 1)
			var o Observation
			s.Observe(0, &o)
			buf := make([]byte, 0, 2000)
			randomPlay(g, s, src, 1000)
			for what, f := range map[string]func(){
				"Deal":         func() { g.Deal(s, src) },
				"random play":  func() { randomPlay(g, s, src, 300) },
				"Observe":      func() { s.Observe(1, &o) },
				"CopyFrom":     func() { c.CopyFrom(s) },
				"Redeal":       func() { c.CopyFrom(s); c.Redeal(0, src) },
				"AppendBinary": func() { buf, _ = s.AppendBinary(buf[:0]) },
			} {
				if n := testing.AllocsPerRun(100, f); n != 0 {
					t.Errorf("preset %s, limit %d: %s allocates %v times", p.Name, limit, what, n)
				}
			}
		}
	}
}
