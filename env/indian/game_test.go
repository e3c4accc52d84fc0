package indian

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/game/gametest"
)

// TestDealsStay holds the deals of some seeds. They are part of the promise that
// recorded episodes replay: if they change, so must the version of the environment.
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
	gametest.Golden(t, "testdata/deals.txt", b.String())
}

// TestDealOrders checks where each card of a given deck goes.
func TestDealOrders(t *testing.T) {
	plain := card.AppendDeck(nil, 1, 2)
	slices.Reverse(plain) // JK JK KS QS …
	// Two printed jokers lie where the wildcard is looked for.
	jokers := slices.Concat(plain[2:28], plain[:2], plain[28:])
	for _, c := range []struct {
		name     string
		dealing  Dealing
		wildcard Wildcard
		deck     []card.Card
		step     int // between the cards of a hand
		turned   card.Card
		wild     card.Rank
		top      card.Card
		stock    []card.Card
	}{
		{"alternate", Alternate, NextCard, plain, 2, plain[26], plain[26].Rank(), plain[27], plain[28:]},
		{"blocks", Blocks, NextCard, plain, 1, plain[26], plain[26].Rank(), plain[27], plain[28:]},
		{"a printed joker makes aces wild", Blocks, NextCard, jokers, 1, card.Joker, card.Ace, card.Joker, jokers[28:]},
		{"passed over jokers stay", Blocks, NextNatural, jokers, 1, jokers[28], jokers[28].Rank(), card.Joker, slices.Concat(jokers[27:28], jokers[29:])},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Paper()
			r.Dealing, r.Wildcard = c.dealing, c.wildcard
			g := newGame(t, r)
			s := g.NewTable()
			if err := g.DealDeck(s, c.deck, 0); err != nil {
				t.Fatal(err)
			}
			for p := range game.Player(2) {
				first := int(p)
				if c.dealing == Blocks {
					first *= r.HandSize
				}
				var want card.Bag
				for i := range r.HandSize {
					want.Add(c.deck[first+i*c.step])
				}
				if s.Hand(p) != want {
					t.Errorf("hand %d is %v, want %v", p, s.Hand(p), want)
				}
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

// TestDealDeckErrors demands that the error names what is wrong.
func TestDealDeckErrors(t *testing.T) {
	g := newGame(t, Paper())
	s := g.NewTable()
	for _, c := range []struct {
		want string
		set  func(deck []card.Card) []card.Card
	}{
		{"53 cards, want 54", func(d []card.Card) []card.Card { return d[1:] }},
		{"AC at place 3 of the deck is there more than 1 times", func(d []card.Card) []card.Card { d[2] = d[0]; return d }},
		{"JK at place 54 of the deck is there more than 2 times", func(d []card.Card) []card.Card { d[0] = card.Joker; return d }},
		{"-- at place 1", func(d []card.Card) []card.Card { d[0] = card.None; return d }},
		{"Card(13) at place 2", func(d []card.Card) []card.Card { d[1] = 13; return d }},
	} {
		if err := g.DealDeck(s, c.set(g.Deck()), 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, want %q in it", err, c.want)
		}
	}
}

// TestActionText reads the text of actions in other forms than ActionString writes.
func TestActionText(t *testing.T) {
	g := newGame(t, Paper())
	for text, want := range map[string]game.Action{
		"drop": Drop, " draw  pile": DrawPile, "draw stock": DrawStock,
		"discard 10d": DiscardOf(card.New(card.Ten, card.Diamonds)), "declare jk": DeclareWith(card.Joker), "discard AC": DiscardOf(0),
	} {
		if a, err := g.ParseAction(text); err != nil || a != want {
			t.Errorf("ParseAction(%q) is %d, %v, want %d", text, a, err, want)
		}
	}
	for _, text := range []string{"draw", "discard", "discard 1C", "discard AC AC", "drop AC", "declare --", "Drop"} {
		if a, err := g.ParseAction(text); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("ParseAction(%q) is %d, %v, want an error that names it", text, a, err)
		}
	}
	if DiscardCard(Drop) != card.None || DiscardCard(DeclareWith(0)) != card.None || DeclareCard(DiscardOf(card.Joker)) != card.None || DeclareCard(NumActions) != card.None {
		t.Error("an action of another kind has a card")
	}
}

// TestForeignState panics on states of other rules.
func TestForeignState(t *testing.T) {
	g, other := newGame(t, Paper()), newGame(t, Released())
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
	twin := newGame(t, Paper())
	s := twin.NewTable()
	g.Deal(s, rand.NewPCG(1, 1))
	g.NewTable().CopyFrom(s)
	if err := twin.Decode(g.NewTable(), serial(t, s)); err != nil {
		t.Error(err)
	}
	for _, set := range []func(*Rules){
		func(r *Rules) { r.MaxRounds++ },
		func(r *Rules) { r.Declaring = AnyCards },
		func(r *Rules) { r.FirstDrop, r.MiddleDrop = r.MiddleDrop, r.FirstDrop },
	} {
		r := Paper()
		set(&r)
		near := newGame(t, r)
		if err := near.Decode(near.NewTable(), serial(t, s)); err == nil || !strings.Contains(err.Error(), "other rules") {
			t.Errorf("Decode under %+v of a state of the preset paper gives %v", r, err)
		}
	}
}

// TestNoAllocation demands that play does not allocate.
func TestNoAllocation(t *testing.T) {
	for _, p := range presets {
		g := newGame(t, p.Rules())
		s, c, src := g.NewTable(), g.NewTable(), rand.NewPCG(1, 1)
		var o Observation
		buf := make([]byte, 0, 2000)
		randomPlay(g, s, src, 1000)
		for what, f := range map[string]func(){
			"Deal":         func() { g.Deal(s, src) },
			"random play":  func() { randomPlay(g, s, src, 300) },
			"Observe":      func() { s.Observe(1, &o) },
			"CopyFrom":     func() { c.CopyFrom(s) },
			"Redeal":       func() { c.Redeal(0, src) },
			"AppendBinary": func() { buf, _ = s.AppendBinary(buf[:0]) },
		} {
			if n := testing.AllocsPerRun(100, f); n != 0 {
				t.Errorf("preset %s: %s allocates %v times", p.Name, what, n)
			}
		}
	}
}
