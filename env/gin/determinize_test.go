package gin

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// seen returns the observation of seat p without the rules.
func seen(s *State, p game.Player) *Observation {
	o := new(Observation)
	s.Observe(p, o)
	o.Rules = nil
	return o
}

// TestDeterminize makes states from the observations of each seat at every decision of
// random games, with and without the opponent's hand. The seat must have the same
// observation of the new state, a game must be able to reach it, and play must continue.
func TestDeterminize(t *testing.T) {
	games, step := 1, 3
	if testing.Short() {
		step = 15
	}
	src := rand.NewPCG(1, 5)
	var legal game.Mask
	for b := 0; b < 256; b += step {
		g := newGame(t, fuzzRules(byte(b)))
		one := newGame(t, g.Rules().AnyStarter())
		s, made := g.NewTable(), one.NewTable()
		for range games {
			g.Deal(s, src)
			for n := 0; n < 150 && s.Current() != game.NoPlayer; n++ {
				for p := range game.Player(seats) {
					want, o := seen(s, p), new(Observation)
					s.Observe(p, o)
					hand := card.Cards(0)
					slow := s.Phase() == KnockOrPass || s.Phase() == LayOff // Redeal uses rejection sampling
					if slow && p != s.mover || card.Below(src, 2) == 0 {
						hand = s.hands[1-p]
					}
					one.Deal(made, src) // the earlier contents must have no effect
					if err := made.Determinize(o, hand, src); err != nil {
						t.Fatalf("rules %d, seat %d: %v, from\n%v", b, p, err, s)
					}
					if got := seen(made, p); !reflect.DeepEqual(got, want) {
						t.Fatalf("rules %d: seat %d sees\n%#v\nof a state made from\n%#v", b, p, got, want)
					}
					if err := made.check(); err != nil {
						t.Fatalf("rules %d: seat %d: no game has this state: %v\n%v", b, p, err, made)
					}
					if hand != 0 && made.hands[1-p] != hand {
						t.Fatalf("rules %d: seat %d holds %v, want %v as given", b, 1-p, made.hands[1-p], hand)
					}
					if p == s.mover {
						var again game.Mask
						s.Legal(&legal)
						if made.Legal(&again); again != legal {
							t.Fatalf("rules %d: seat %d may do %v, want %v", b, p, again, legal)
						}
					}
					for range 6 {
						if made.Current() == game.NoPlayer {
							break
						}
						randomPlay(one, made, src, 1)
						if err := made.check(); err != nil {
							t.Fatalf("rules %d: continued play: %v", b, err)
						}
					}
				}
				s.Legal(&legal)
				mustApply(t, s, legal.Nth(int(card.Below(src, uint64(legal.Count())))))
			}
		}
	}
}

// TestDeterminizeRefuses checks the errors for impossible observations and hands.
func TestDeterminizeRefuses(t *testing.T) {
	g := newGame(t, EAAI())
	one := newGame(t, EAAI().AnyStarter())
	src := rand.NewPCG(4, 5)
	s, c := g.NewTable(), one.NewTable()
	g.Deal(s, src)
	s.mover, s.starter = 0, 0
	top := s.Upcard()
	mustApply(t, s, DrawUpcard, CardOf(s.hands[0].First()))
	hand := s.hands[0] // seat 1 knows that top is in it
	other := (hand.Without(top)).First()
	for _, x := range []struct {
		name string
		hand card.Cards
		set  func(o *Observation)
		want string
	}{
		{"small hand", hand.Without(other), nil, "has 9 cards, want 10"},
		{"known card missing", hand.Without(top).With(s.deck[s.head]), nil, "which it is known to hold"},
		{"card of the pile", hand.Without(other).With(s.Upcard()), nil, "which is elsewhere"},
		{"too large a stock", 0, func(o *Observation) { o.StockSize++ }, "hidden cards, want"},
		{"end", 0, func(o *Observation) { o.Phase = Over }, "want a hand in progress"},
		{"turns", 0, func(o *Observation) { o.History[0].Discard = card.None; o.History = append(o.History, o.History[0]) }, "the turns of the observation"},
	} {
		var o Observation
		s.Observe(1, &o)
		if x.set != nil {
			x.set(&o)
		}
		one.Deal(c, src)
		before := *c
		must.Fail(t, c.Determinize(&o, x.hand, src), x.want)
		if !reflect.DeepEqual(before, *c) {
			t.Errorf("%s: the state has changed", x.name)
		}
	}
}

// TestDeterminizeAllocates checks that Determinize does not allocate, because search
// calls it for each roll-out.
func TestDeterminizeAllocates(t *testing.T) {
	g := newGame(t, EAAI().AnyStarter())
	src := rand.NewPCG(6, 5)
	s, c := g.NewTable(), g.NewTable()
	g.Deal(s, src)
	var o Observation
	s.Observe(0, &o)
	for _, hand := range []card.Cards{0, s.Hand(1)} {
		if n := testing.AllocsPerRun(100, func() {
			must.Do(t, c.Determinize(&o, hand, src))
		}); n != 0 {
			t.Errorf("%v allocations, want 0", n)
		}
	}
}
