package indian

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// wander plays games of random legal actions, with few drops and declarations, and
// calls each at every decision.
func wander(t *testing.T, g *Game, games int, src *rand.PCG, each func(s *State)) {
	t.Helper()
	s := g.NewTable()
	var legal game.Mask
	for range games {
		g.Deal(s, src)
		for s.Current() != game.NoPlayer {
			each(s)
			s.Legal(&legal)
			a := legal.Nth(int(card.Below(src, uint64(legal.Count()))))
			if a == Drop && card.Below(src, 10) > 0 {
				a = DrawStock
			}
			if DeclareCard(a) != card.None && card.Below(src, 4) > 0 {
				a = legal.Nth(0) // a discard, except in the last phase
			}
			must.Do(t, s.Apply(a))
		}
	}
}

// TestDeterminize makes states from the observations of each seat at every decision of
// random games, with no, some and all other hands given. The seat must have the same
// observation of the new state, a game must be able to reach it, and play must continue.
func TestDeterminize(t *testing.T) {
	games, step := 4, 1
	if testing.Short() {
		games, step = 2, 7
	}
	src := rand.NewPCG(1, 5)
	for b := 0; b < 256; b += step {
		g := newGame(t, fuzzRules(byte(b)))
		made, played := g.NewTable(), g.NewTable()
		var want, got Observation
		var legal, again game.Mask
		wander(t, g, games, src, func(s *State) {
			for p := range s.seats() {
				s.Observe(p, &want)
				var hands [game.MaxPlayers]card.Bag
				for q := range s.seats() {
					if given := card.Below(src, 3) > 0; given && q != p {
						hands[q] = s.Hand(q)
					}
				}
				g.Deal(made, src) // the earlier contents must have no effect
				if err := made.Determinize(&want, &hands, src); err != nil {
					t.Fatalf("rules %d, seat %d: %v, from\n%v", b, p, err, s)
				}
				if made.Observe(p, &got); got != want {
					t.Fatalf("rules %d: seat %d sees\n%+v\nof a state made from\n%+v", b, p, got, want)
				}
				if err := made.check(); err != nil {
					t.Fatalf("rules %d: seat %d: no game has this state: %v\n%v", b, p, err, made)
				}
				if made.Cards() != s.Cards() {
					t.Fatalf("rules %d: the cards are %v, want %v", b, made.Cards(), s.Cards())
				}
				for q, hand := range hands {
					if hand != (card.Bag{}) && made.Hand(game.Player(q)) != hand {
						t.Fatalf("rules %d: seat %d holds %v, want %v as given", b, q, made.Hand(game.Player(q)), hand)
					}
				}
				if p == s.mover {
					s.Legal(&legal)
					if made.Legal(&again); again != legal {
						t.Fatalf("rules %d: seat %d may do %v, want %v", b, p, again, legal)
					}
				}
				played.CopyFrom(made)
				for range 6 {
					if played.Current() == game.NoPlayer {
						break
					}
					played.Legal(&legal)
					if err := played.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))); err != nil {
						t.Fatalf("rules %d: %v", b, err)
					}
					if err := played.check(); err != nil {
						t.Fatalf("rules %d: continued play: %v", b, err)
					}
				}
			}
		})
	}
}

// TestDeterminizeUniform counts the places of the hidden cards when no hand is given.
func TestDeterminizeUniform(t *testing.T) {
	const tries = 4000
	g, src := newGame(t, Paper()), rand.NewPCG(3, 5)
	s, c := g.NewTable(), g.NewTable()
	g.Deal(s, src)
	must.Do(t, s.Apply(DrawStock))
	var o Observation
	var hands [game.MaxPlayers]card.Bag
	s.Observe(1, &o) // seat 0 has drawn, unseen
	var held, next, drawn [card.NumKinds]int
	for range tries {
		must.Do(t, c.Determinize(&o, &hands, src))
		for k := range c.Hand(0).Each() {
			held[k.Index()]++
		}
		next[c.deck[c.head].Index()]++
		drawn[c.drawn.Index()]++
	}
	unseen := must.Get(o.unseen())(t)
	n := float64(unseen.Count())
	for _, x := range []struct {
		name   string
		counts [card.NumKinds]int
		places float64
	}{{"hand", held, 14}, {"next card", next, 1}, {"drawn card", drawn, 1}} {
		chi := 0.0
		for k := range card.NumKinds {
			copies := float64(unseen.Of(card.FromIndex(k)))
			if copies == 0 {
				if x.counts[k] != 0 {
					t.Errorf("%s: %v is visible elsewhere, but dealt", x.name, card.FromIndex(k))
				}
				continue
			}
			want := tries * x.places * copies / n
			chi += (float64(x.counts[k]) - want) * (float64(x.counts[k]) - want) / want
		}
		if chi > 84 { // about 38 degrees of freedom
			t.Errorf("%s: not uniform: chi-square %.1f", x.name, chi)
		}
	}
}

// TestDeterminizeRefuses checks the errors for impossible observations and hands.
func TestDeterminizeRefuses(t *testing.T) {
	g, src := newGame(t, Paper()), rand.NewPCG(4, 5)
	s, c := g.NewTable(), g.NewTable()
	g.Deal(s, src)
	top := s.Top()
	for _, a := range []game.Action{DrawPile, DiscardOf(s.Hand(0).Once.First())} {
		must.Do(t, s.Apply(a))
	}
	hand := s.Hand(0) // seat 1 knows that top is in it, and sees its own hand and the pile
	stock := s.AppendStock(nil)
	for _, x := range []struct {
		name string
		set  func(o *Observation, hands *[game.MaxPlayers]card.Bag)
		want string
	}{
		{"small hand", func(o *Observation, h *[game.MaxPlayers]card.Bag) {
			h[0] = hand.Without(hand.Minus(card.BagOf(top)).Once.First())
		}, "has 12 cards, want 13"},
		{"own hand", func(o *Observation, h *[game.MaxPlayers]card.Bag) { h[1] = o.Hand }, "seat 1, which observes"},
		{"known card missing", func(o *Observation, h *[game.MaxPlayers]card.Bag) { h[0] = hand.Without(top).With(stock[0]) }, "lacks " + card.BagOf(top).String()},
		{"card of the pile", func(o *Observation, h *[game.MaxPlayers]card.Bag) {
			h[0] = hand.Without(hand.Minus(card.BagOf(top)).Once.First()).With(o.Top)
		}, "which is elsewhere"},
		{"too large a stock", func(o *Observation, h *[game.MaxPlayers]card.Bag) { o.StockSize++ }, "hidden cards for"},
		{"pile", func(o *Observation, h *[game.MaxPlayers]card.Bag) { o.PileSize++ }, "the open pile of the observation is"},
		{"card twice", func(o *Observation, h *[game.MaxPlayers]card.Bag) { o.Pile.Add(o.Hand.Once.First()); o.PileSize++ }, "which is not left in the deck"},
		{"end", func(o *Observation, h *[game.MaxPlayers]card.Bag) { o.Phase = Over }, "want a game in progress"},
	} {
		var o Observation
		var hands [game.MaxPlayers]card.Bag
		s.Observe(1, &o)
		x.set(&o, &hands)
		g.Deal(c, src)
		before := *c
		must.Fail(t, c.Determinize(&o, &hands, src), x.want)
		if !reflect.DeepEqual(before, *c) {
			t.Errorf("%s: the state has changed", x.name)
		}
	}
}

// TestDeterminizeOfOtherRules checks that an observation under other rules causes a panic, and one of
// another game under equal rules does not.
func TestDeterminizeOfOtherRules(t *testing.T) {
	src := rand.NewPCG(8, 5)
	for _, packs := range []int{1, 2} {
		r := Paper()
		r.Packs = packs
		observed, g := newGame(t, r), newGame(t, Paper())
		s, c := observed.NewTable(), g.NewTable()
		observed.Deal(s, src)
		var o Observation
		s.Observe(0, &o)
		panicked := func() (panicked bool) {
			defer func() { panicked = recover() != nil }()
			if err := c.Determinize(&o, &[game.MaxPlayers]card.Bag{}, src); err != nil {
				t.Error(err)
			}
			return false
		}()
		if panicked != (packs == 2) {
			t.Errorf("an observation of a deck of %d packs, of a state of one: a panic is %v", packs, panicked)
		}
	}
}

// TestDeterminizeAllocates checks that Determinize does not allocate, because search
// calls it for each roll-out.
func TestDeterminizeAllocates(t *testing.T) {
	g, src := newGame(t, Paper()), rand.NewPCG(6, 5)
	s, c := g.NewTable(), g.NewTable()
	g.Deal(s, src)
	var o Observation
	s.Observe(0, &o)
	hands := [game.MaxPlayers]card.Bag{1: s.Hand(1)}
	if n := testing.AllocsPerRun(100, func() {
		must.Do(t, c.Determinize(&o, &hands, src))
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
