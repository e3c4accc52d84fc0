package encoder_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/series"
	"rummygym/features/encoder"
	"rummygym/internal/must"
)

// shortPool returns a pool of short deals, and its encoder of the group match and some fields of a deal.
func shortPool(t *testing.T, seats int) (*series.Game, *encoder.Match) {
	t.Helper()
	club := func(seats int) indian.Rules { r := indian.Club(seats); r.MaxRounds = 5; return r }
	rules := series.Pool101(seats)
	rules.Rejoins = 1
	g := must.Get(series.New(rules, func(seats int) (series.Deal, error) { return indian.New(club(seats)) }))(t)
	x := must.Get(encoder.NewMatch(rules, true, func(seats int) (game.Encoder, error) {
		return encoder.NewIndian(club(seats), encoder.OwnCards|encoder.OpponentCards|encoder.Progress)
	}))(t)
	return g, x
}

// Every entry of an encoded observation lies in the range of its field. The fields of the match are those of the observation,
// and those of a deal are those of the deal's own encoder, of which the rows of players who are out are 0.
func TestMatchFields(t *testing.T) {
	const seats = 4
	g, x := shortPool(t, seats)
	s, o, rng := g.NewTable(), g.NewObservation().(*series.Observation), rand.New(rand.NewPCG(3, 3))
	layout := x.Layout()
	dst := make([]float32, layout.Size())
	of := func(name string) []float32 {
		at, ok := layout.Offset(name)
		if !ok {
			t.Fatalf("there is no field %s", name)
		}
		return dst[at:][:layout[slices.IndexFunc(layout, func(f game.Field) bool { return f.Name == name })].Size()]
	}
	var legal game.Mask
	fewer, watched, asked := 0, 0, 0
	for i := range uint64(40) {
		for g.Deal(s, game.DealSource(5, i)); ; {
			for p := range game.Player(seats) {
				s.Observe(p, o)
				for i := range dst {
					dst[i] = -7
				}
				x.Encode(dst, o)
				checkBytes(t, x, o)
				at := 0
				for _, f := range layout {
					for _, v := range dst[at:][:f.Size()] {
						if float64(v) < f.Low || float64(v) > f.High {
							t.Fatalf("an entry of %s is %v, want %v to %v", f.Name, v, f.Low, f.High)
						}
					}
					at += f.Size()
				}
				for i := range game.Player(seats) {
					q := (p + i) % seats
					must.Equal(t, of("match_scores")[i], float32(o.Scores[q]), "the score of seat %d for seat %d", q, p)
					must.Equal(t, of("match_in")[i] == 1, o.In>>q&1 == 1, "seat %d is in", q)
					must.Equal(t, of("match_dealt")[i] == 1, slices.Contains(o.Seats, q), "seat %d is dealt in", q)
				}
				must.Equal(t, of("match_phase")[o.Phase], 1, "the phase")
				checkDealPart(t, x, o, of, &fewer, &watched)
			}
			if s.Phase() == series.Rejoining {
				asked++
			}
			if s.Current() == game.NoPlayer {
				break
			}
			s.Legal(&legal)
			must.Do(t, s.Apply(legal.Nth(rng.IntN(legal.Count()))))
		}
	}
	if fewer == 0 || watched == 0 || asked == 0 {
		t.Errorf("%d observations of fewer players, %d of those who watch, %d questions: want some", fewer, watched, asked)
	}
}

// checkDealPart checks the fields of the deal.
func checkDealPart(t *testing.T, x *encoder.Match, o *series.Observation, of func(string) []float32, fewer, watched *int) {
	t.Helper()
	deal := o.Deal.(*indian.Observation)
	if o.Seat(o.Self) == game.NoPlayer {
		*watched++
		if slices.ContainsFunc(of("hand"), func(v float32) bool { return v != 0 }) {
			t.Fatal("who watches has a hand")
		}
		return
	}
	own := must.Get(encoder.NewIndian(*deal.Rules, encoder.OwnCards|encoder.OpponentCards|encoder.Progress))(t)
	want := make([]float32, own.Layout().Size())
	own.Encode(want, deal)
	at := 0
	for _, f := range own.Layout() {
		got := of(f.Name)
		if !slices.Equal(got[:f.Size()], want[at:][:f.Size()]) {
			t.Fatalf("the field %s is %v, want %v first", f.Name, got, want[at:][:f.Size()])
		}
		if rest := got[f.Size():]; slices.ContainsFunc(rest, func(v float32) bool { return v != 0 }) {
			t.Fatalf("the field %s has %v for players who are not dealt in", f.Name, rest)
		} else if len(rest) > 0 {
			*fewer++
		}
		at += f.Size()
	}
}

// Encoders whose fields do not fit together are refused.
func TestMatchRefusals(t *testing.T) {
	deals := func(groups encoder.IndianGroups) func(int) (game.Encoder, error) {
		return func(seats int) (game.Encoder, error) {
			if seats == 2 {
				return encoder.NewIndian(indian.Club(2), groups)
			}
			return encoder.NewIndian(indian.Club(seats), encoder.OwnCards)
		}
	}
	must.Refuse(encoder.NewMatch(series.Pool101(3), true, deals(encoder.OpponentCards)))(t, "a deal of 2 players: the field", "does not fit")
	must.Refuse(encoder.NewMatch(series.Rules{}, true, deals(encoder.OwnCards)))(t, "option seats is 0")
	_, x := shortPool(t, 3)
	g2, _ := shortPool(t, 2)
	s, o := g2.NewTable(), g2.NewObservation()
	g2.Deal(s, game.DealSource(1, 1))
	s.Observe(0, o)
	defer func() {
		if recover() == nil {
			t.Error("an observation of a match of 2 is encoded for a match of 3")
		}
	}()
	x.Encode(make([]float32, x.Layout().Size()), o)
}

// TestMatchAllocatesNothing encodes deals of all players and of fewer.
func TestMatchAllocatesNothing(t *testing.T) {
	g, x := shortPool(t, 4)
	s, o, src := g.NewTable(), g.NewObservation().(*series.Observation), rand.NewPCG(3, 3)
	dst, fewer := make([]float32, x.Layout().Size()), 0
	var legal game.Mask
	for g.Deal(s, game.DealSource(5, 1)); s.Current() != game.NoPlayer; {
		s.Observe(s.Current(), o)
		must.Equal(t, int(testing.AllocsPerRun(1, func() { x.Encode(dst, o) })), 0, "allocations of a deal of %d", len(o.Seats))
		if o.Deal != nil && len(o.Seats) < 4 {
			fewer++
		}
		s.Legal(&legal)
		must.Do(t, s.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))))
	}
	if fewer == 0 {
		t.Fatal("no deal had fewer players")
	}
}
