package features_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// reading is an encoded observation by field.
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

// The inputs say what the cards and the history of the game say.
func TestHandInputsMeanWhatTheLayoutSays(t *testing.T) {
	x := features.HandInputs{}
	if n := x.Layout().Size(); n != features.HandInputsSize {
		t.Fatalf("layout of %d entries, want HandInputsSize %d", n, features.HandInputsSize)
	}
	r := reading{t, x.Layout(), make([]float32, features.HandInputsSize)}
	for _, preset := range []string{"paper", "club"} {
		rules, err := indian.Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		p := newPlaying(t, rules, "min-dist-opp", "random")
		var h [2]features.OpponentHistory
		for episode := range uint64(20) {
			h[0].Reset()
			h[1].Reset()
			p.game(21, episode, func(o *indian.Observation, s *indian.State) {
				history := &h[o.Self]
				history.Observe(o)
				if o.Reshuffles > 0 {
					return
				}
				x.Encode(r.values, o)
				other := 1 - o.Self
				thrown, took, refused := map[card.Card]bool{}, map[card.Card]bool{}, map[card.Card]bool{}
				for _, turn := range history.Turns() {
					thrown[turn.Thrown] = true
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
						"thrown": one(thrown[c]), "took": one(took[c]), "refused": one(refused[c] && !took[c]), "jokers": one(joker),
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

func one(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// A fit finds the style that turns were drawn by.
func TestPlayFitFindsTheStyle(t *testing.T) {
	want := features.PlayStyle{
		Name: "drawn", Share: 1, TakeIfFalls: .9, TakeElse: .2, Slip: 1e-6,
		Throw: features.ThrowWeights{2, 1.5, -1, 1, -.7, -.4},
	}
	src := rand.New(rand.NewPCG(9, 9))
	var f features.PlayFit
	p := newPlaying(t, indian.Paper(), "min-dist", "min-dist")
	for episode := range uint64(600) {
		p.game(22, episode, func(o *indian.Observation, s *indian.State) {
			if o.Phase != indian.Discard {
				return
			}
			turn := features.OpponentTurn{Offered: card.FromIndex(src.IntN(52)), Given: o.Given[1-o.Self].Once, Held: o.Known[1-o.Self].Once}
			before := o.Hand.Without(o.Drawn)
			falls := features.MinDist(before.With(turn.Offered), o.Wild) < features.MinDist(before, o.Wild)
			turn.Took = src.Float64() < want.TakeElse
			if falls {
				turn.Took = src.Float64() < want.TakeIfFalls
			}
			turn.Thrown = features.DrawThrow(&want, o.Hand, o.Wild, before, &turn, src.Float64())
			f.Add(before, o.Drawn, o.Wild, &turn)
		})
	}
	got := f.Style("drawn", 1e-6)
	for i, w := range want.Throw {
		if d := got.Throw[i] - w; d > .35 || d < -.35 {
			t.Errorf("weight of %s is %.2f, want %.2f", features.ThrowTraits()[i], got.Throw[i], w)
		}
	}
	if d := got.TakeIfFalls - want.TakeIfFalls; d > .03 || d < -.03 {
		t.Errorf("take if falls %.3f, want %.3f", got.TakeIfFalls, want.TakeIfFalls)
	}
	if d := got.TakeElse - want.TakeElse; d > .03 || d < -.03 {
		t.Errorf("take else %.3f, want %.3f", got.TakeElse, want.TakeElse)
	}
	_, fitted := f.Throws(&got)
	if _, drawn := f.Throws(&want); fitted < drawn-1e-3 {
		t.Errorf("the fit makes the throws less likely (%.4f) than the style they were drawn by (%.4f)", fitted, drawn)
	}
}

// Offer changes what was thrown and what is shown, and nothing else.
func TestHandInputsOffer(t *testing.T) {
	x := features.HandInputs{}
	before, after := make([]float32, features.HandInputsSize), reading{t, x.Layout(), make([]float32, features.HandInputsSize)}
	p := newPlaying(t, indian.Paper(), "min-dist-opp", "min-dist")
	p.game(23, 1, func(o *indian.Observation, _ *indian.State) {
		for c := range o.Hand.Each() {
			x.Encode(before, o)
			copy(after.values, before)
			shown := o.Known[o.Self].Without(c).With(card.Joker)
			x.Offer(after.values, shown, c)
			for i := range card.NumKinds {
				d := card.FromIndex(i)
				if got := after.of("offered")[i]; got != one(d == c) {
					t.Fatalf("offered %v is %v after %v was thrown", d, got, c)
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
