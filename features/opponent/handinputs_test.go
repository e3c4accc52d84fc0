package opponent_test

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/opponent"
	"rummygym/internal/must"
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

// TestHandInputsMeanWhatTheLayoutSays compares the inputs with the cards and the history of
// the game.
func TestHandInputsMeanWhatTheLayoutSays(t *testing.T) {
	x := opponent.HandInputs{}
	if n := x.Layout().Size(); n != opponent.HandInputsSize {
		t.Fatalf("layout of %d entries, want HandInputsSize %d", n, opponent.HandInputsSize)
	}
	r := reading{t, x.Layout(), make([]float32, opponent.HandInputsSize)}
	for _, preset := range []string{"paper", "club"} {
		rules := must.Get(indian.Preset(preset))(t)
		p := newPlaying(t, rules, "min-dist-opp", "random")
		var h [2]opponent.History
		for episode := range uint64(60) {
			h[0].Reset()
			h[1].Reset()
			p.game(21, episode, func(o *indian.Observation, s *indian.State) {
				history := &h[o.Self]
				history.Observe(o)
				if o.Reshuffles > 0 {
					return
				}
				x.Encode(r.values, o, 1-o.Self)
				for _, f := range r.layout {
					for _, v := range r.of(f.Name) {
						if float64(v) < f.Low || float64(v) > f.High {
							t.Fatalf("%s is %v, outside its bounds %v to %v", f.Name, v, f.Low, f.High)
						}
					}
				}
				other := 1 - o.Self
				discarded, took, refused := map[card.Card]bool{}, map[card.Card]bool{}, map[card.Card]bool{}
				for _, turn := range history.Turns() {
					discarded[turn.Discarded] = true
					if turn.Took {
						took[turn.Offered] = true
					} else {
						refused[turn.Offered] = true
					}
				}
				hidden := map[card.Card]int{}
				for c := range s.Hand(other).Minus(o.Known[other]).Each() {
					hidden[c]++
				}
				for _, c := range s.AppendStock(nil) {
					hidden[c]++
				}
				for i := range card.NumKinds {
					c := card.FromIndex(i)
					joker := c == card.Joker || c.Rank() == o.Wild
					for name, want := range map[string]float32{
						"unseen": float32(hidden[c]), "known": float32(o.Known[other].Of(c)), "shown": float32(o.Known[o.Self].Of(c)),
						"thrown": one(discarded[c]), "took": one(took[c]), "refused": one(refused[c] && !took[c]), "jokers": one(joker),
					} {
						if got := r.of(name)[i]; got != want {
							t.Fatalf("%s, game %d, turn %d of seat %d: %s of %v is %v, want %v", preset, episode, o.Turn, o.Self, name, c, got, want)
						}
					}
				}
				turns := min(len(history.Turns()), 15)
				for i, v := range r.of("turns") {
					if v != one(i == turns) {
						t.Fatalf("turns[%d] is %v after %d turns", i, v, turns)
					}
				}
				if got, want := r.of("hidden")[0], s.Hand(other).Minus(o.Known[other]).Count(); got != float32(want) {
					t.Fatalf("hidden is %v, want %v", got, want)
				}
				if got, want := r.of("stock")[0], len(s.AppendStock(nil)); got != float32(want) {
					t.Fatalf("stock is %v, want %v", got, want)
				}
			})
		}
	}
}

// TestHandInputsOfFourSeats compares the inputs about each other player at a table of four with
// what was offered to it, what it took and what it discarded.
func TestHandInputsOfFourSeats(t *testing.T) {
	type past struct{ discarded, took, refused map[card.Card]bool }
	x := opponent.HandInputs{}
	r := reading{t, x.Layout(), make([]float32, opponent.HandInputsSize)}
	p := newPlaying(t, indian.Club(4), "min-dist-opp", "random", "min-dist", "min-dist-outs")
	decisions, turns := 0, 0
	for episode := range uint64(12) {
		var of [4]past
		for i := range of {
			of[i] = past{map[card.Card]bool{}, map[card.Card]bool{}, map[card.Card]bool{}}
		}
		last, offered := game.NoPlayer, card.None // the last player to discard, and the top of the pile before the draw
		p.game(25, episode, func(o *indian.Observation, s *indian.State) {
			if o.Reshuffles > 0 {
				return
			}
			if o.Phase == indian.Draw {
				if offered = s.Top(); last != game.NoPlayer {
					of[last].discarded[offered] = true
				}
			} else {
				if last = o.Self; o.FromPile {
					of[last].took[offered] = true
				} else {
					of[last].refused[offered] = true
				}
			}
			for seat := range game.Player(4) {
				if seat == o.Self {
					continue
				}
				x.Encode(r.values, o, seat)
				decisions++
				if o.TurnsOf[seat] > 1 {
					turns++
				}
				for i := range card.NumKinds {
					c, was := card.FromIndex(i), of[seat]
					for name, want := range map[string]float32{
						"known": float32(o.Known[seat].Of(c)), "shown": float32(o.Known[o.Self].Of(c)), "unseen": float32(o.Unseen().Of(c)),
						"thrown": one(was.discarded[c]), "took": one(was.took[c]), "refused": one(was.refused[c] && !was.took[c]),
					} {
						// The top card is refused only when the player has drawn, and the inputs
						// have it from the discard on.
						if name == "refused" && o.Phase == indian.Draw && o.ActiveBefore(seat) == last && c == offered && want == 0 {
							continue
						}
						if got := r.of(name)[i]; got != want {
							t.Fatalf("game %d, turn %d, seat %d about seat %d: %s of %v is %v, want %v", episode, o.Turn, o.Self, seat, name, c, got, want)
						}
					}
				}
				if got, want := r.of("hidden")[0], float32(s.Hand(seat).Minus(o.Known[seat]).Count()); got != want {
					t.Fatalf("hidden is %v, want %v", got, want)
				}
			}
		})
	}
	if turns < decisions/4 {
		t.Errorf("%d of %d decisions are about players with more than one turn: want more", turns, decisions)
	}
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
