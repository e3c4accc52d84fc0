package opponent_test

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/features/opponent"
)

// reading is an encoded observation whose fields are looked up by name.
type reading struct {
	t      *testing.T
	layout game.Layout
	values []float32
}

// of returns the entries of a field.
func (r *reading) of(name string) []float32 {
	at := 0
	for _, f := range r.layout {
		if f.Name == name {
			return r.values[at : at+f.Size()]
		}
		at += f.Size()
	}
	r.t.Fatalf("no field %s", name)
	return nil
}

// TestHandInputsMeanWhatTheLayoutSays compares the inputs about each other player with the cards, and with what was offered to that
// player, what it took and what it discarded, at tables of two and of four.
func TestHandInputsMeanWhatTheLayoutSays(t *testing.T) {
	x := opponent.HandInputs{}
	if n := x.Layout().Size(); n != opponent.HandInputsSize {
		t.Fatalf("layout of %d entries, want HandInputsSize %d", n, opponent.HandInputsSize)
	}
	r := reading{t, x.Layout(), make([]float32, opponent.HandInputsSize)}
	for _, rules := range []indian.Rules{indian.Paper(), indian.Club(2), indian.Club(4)} {
		p := newPlaying(t, rules, []string{"min-dist-opp", "random", "min-dist", "min-dist-outs"}[:rules.Seats]...)
		decisions, later := 0, 0
		for episode := range uint64(48 / rules.Seats) {
			var of [4]past
			for i := range of {
				of[i] = past{discarded: map[card.Card]bool{}, took: map[card.Card]bool{}, refused: map[card.Card]bool{}}
			}
			last, offered := game.NoPlayer, card.None // the last player to discard, and the top of the pile before the draw
			p.game(25, episode, func(o *indian.Observation, s *indian.State) {
				if o.Reshuffles > 0 {
					return
				}
				if o.Phase == indian.Draw {
					of[o.Self].turns++
					if offered = s.Top(); last != game.NoPlayer {
						of[last].discarded[offered] = true
					}
				} else if last = o.Self; o.FromPile {
					of[last].took[offered] = true
				} else {
					of[last].refused[offered] = true
				}
				for seat := range game.Player(rules.Seats) {
					if seat == o.Self {
						continue
					}
					x.Encode(r.values, o, seat)
					decisions++
					if of[seat].turns > 1 {
						later++
					}
					hidden := s.Hand(seat).Minus(o.Known[seat])
					unseen := hidden.Plus(card.BagOf(s.AppendStock(nil)...))
					for other := range game.Player(rules.Seats) {
						if other != seat && other != o.Self {
							unseen = unseen.Plus(s.Hand(other).Minus(o.Known[other]))
						}
					}
					for i := range card.NumKinds {
						c, was := card.FromIndex(i), of[seat]
						for name, want := range map[string]float32{
							"unseen": float32(unseen.Of(c)), "known": float32(o.Known[seat].Of(c)), "shown": float32(o.Known[o.Self].Of(c)),
							"thrown": one(was.discarded[c]), "took": one(was.took[c]), "refused": one(was.refused[c] && !was.took[c]),
							"jokers": one(c == card.Joker || c.Rank() == o.Wild), "offered": 0,
						} {
							// The top card is refused only when the player has drawn, and the inputs
							// have it from the discard on.
							if name == "refused" && o.Phase == indian.Draw && o.ActiveBefore(seat) == last && c == offered && want == 0 {
								continue
							}
							if got := r.of(name)[i]; got != want {
								t.Fatalf("%d seats, game %d, turn %d, seat %d about seat %d: %s of %v is %v, want %v", rules.Seats, episode, o.Turn, o.Self, seat, name, c, got, want)
							}
						}
					}
					for i, v := range r.of("turns") {
						if v != one(i == min(of[seat].turns, 15)) {
							t.Fatalf("turns[%d] is %v after %d turns", i, v, of[seat].turns)
						}
					}
					if got, want := r.of("hidden")[0], float32(hidden.Count()); got != want {
						t.Fatalf("hidden is %v, want %v", got, want)
					}
					if got, want := r.of("stock")[0], float32(len(s.AppendStock(nil))); got != want {
						t.Fatalf("stock is %v, want %v", got, want)
					}
				}
			})
		}
		if later < decisions/4 {
			t.Errorf("%d of %d decisions are about players with more than one turn: want more", later, decisions)
		}
	}
}

// past is what a player was seen to do.
type past struct {
	discarded, took, refused map[card.Card]bool
	turns                    int
}

func one(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// TestHandInputsOffer checks that Offer changes the fields offered and shown only.
func TestHandInputsOffer(t *testing.T) {
	x := opponent.HandInputs{}
	before, after := make([]float32, opponent.HandInputsSize), reading{t, x.Layout(), make([]float32, opponent.HandInputsSize)}
	p := newPlaying(t, indian.Paper(), "min-dist-opp", "min-dist")
	p.game(23, 1, func(o *indian.Observation, _ *indian.State) {
		for c := range o.Hand.Each() {
			x.Encode(before, o, 1-o.Self)
			copy(after.values, before)
			shown := o.Known[o.Self].Without(c).With(card.Joker)
			x.Offer(after.values, shown, c)
			for i := range card.NumKinds {
				d := card.FromIndex(i)
				if got := after.of("offered")[i]; got != one(d == c) {
					t.Fatalf("offered %v is %v after the discard of %v", d, got, c)
				}
				if got := after.of("shown")[i]; got != float32(shown.Of(d)) {
					t.Fatalf("shown %v is %v, want %v", d, got, shown.Of(d))
				}
			}
			clear(after.of("offered"))
			copy(after.of("shown"), (&reading{t, x.Layout(), before}).of("shown"))
			for i, v := range before {
				if after.values[i] != v {
					t.Fatalf("entry %d is %v, was %v", i, after.values[i], v)
				}
			}
		}
	})
}
