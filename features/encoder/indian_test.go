package encoder_test

import (
	"math"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

// tables returns rules that differ in every option that the layout depends on.
func tables() map[string]indian.Rules {
	ten := indian.Club(3)
	ten.HandSize = 10
	three := indian.Club(6)
	three.Packs, three.Jokers = 3, 8
	small, twoPure := indian.Paper(), indian.Club(3)
	small.Ranks, small.Suits, small.HandSize, small.Requirement, small.Wildcard = 5, 2, 4, indian.OnePure, indian.NoWildcard
	twoPure.Ranks, twoPure.Suits, twoPure.HandSize, twoPure.Requirement = 11, 3, 7, indian.TwoPure
	short, shortHalf := indian.Paper(), indian.Released()
	short.MaxRounds, shortHalf.MaxRounds = 3, 3 // games reach the limit
	return map[string]indian.Rules{
		"short": short, "short, half turns": shortHalf,
		"paper": indian.Paper(), "paper52": indian.Paper52(), "released": indian.Released(),
		"club4": indian.Club(4), "three packs": three, "ten cards": ten, "small": small, "two pure": twoPure,
	}
}

func newIndian(t testing.TB, r indian.Rules, g encoder.IndianGroups) *encoder.Indian {
	t.Helper()
	return must.Get(encoder.NewIndian(r, g))(t)
}

// TestIndianKeepsItsRanges checks ranges and types, and bytes, at decisions under all rules.
func TestIndianKeepsItsRanges(t *testing.T) {
	for name, r := range tables() {
		t.Run(name, func(t *testing.T) {
			x, plain := newIndian(t, r, encoder.IndianGroupsOf(r)), newIndian(t, r, encoder.DefaultIndianGroups)
			playtest.CheckLayout(t, x.Layout())
			obs := new(indian.Observation)
			dst := make([]float32, x.Layout().Size())
			playtest.PlayIndian(t, r, playtest.Decisions(250), func(s game.State) {
				s.Observe(max(s.Current(), 0), obs)
				checkRanges(t, x, dst, obs)
				checkBytes(t, plain, obs)
			})
		})
	}
}

// holds reports whether v is a value of type d.
func holds(d game.DType, v float64) bool {
	low, high := 0.0, 0.0
	switch d {
	case game.Uint8:
		high = math.MaxUint8
	case game.Int8:
		low, high = math.MinInt8, math.MaxInt8
	case game.Int16:
		low, high = math.MinInt16, math.MaxInt16
	case game.Int32:
		low, high = math.MinInt32, math.MaxInt32
	}
	return v >= low && v <= high && v == math.Trunc(v)
}

func TestIndianGroupsSwitchOff(t *testing.T) {
	r := indian.Club(3)
	some := []encoder.IndianGroups{encoder.CardsAndCounts, encoder.CardsAndCounts | encoder.Score | encoder.Distance}
	obs := new(indian.Observation)
	checkSwitchOff(t, encoder.AllIndianGroups, some, func(set encoder.IndianGroups) *encoder.Indian { return newIndian(t, r, set) },
		func(look func(game.Observation)) {
			playtest.PlayIndian(t, r, 12, func(s game.State) {
				s.Observe(1, obs)
				look(obs)
			})
		})
}

// entries returns the entries of a field.
func entries(t *testing.T, layout game.Layout, row []float32, name string) []float32 {
	t.Helper()
	at, ok := layout.Offset(name)
	if !ok {
		t.Fatalf("there is no field %s", name)
	}
	i := slices.IndexFunc(layout, func(f game.Field) bool { return f.Name == name })
	return row[at : at+layout[i].Size()]
}

// Before the deal there is no wildcard, and nothing in its fields.
func TestIndianBeforeTheDeal(t *testing.T) {
	x := newIndian(t, indian.Paper(), encoder.WildRank)
	g := must.Get(indian.New(indian.Paper()))(t)
	o, row := g.NewObservation(), make([]float32, x.Layout().Size())
	g.NewTable().Observe(0, o)
	x.Encode(row, o)
	for i, v := range row {
		if v != 0 {
			t.Errorf("entry %d of the wild rank and the wildcard is %v before the deal", i, v)
		}
	}
}

// A player that can declare has a score of 0, that of the best discard.
func TestIndianScoreOfCompleteHand(t *testing.T) {
	for _, groups := range []encoder.IndianGroups{encoder.Score, encoder.Score | encoder.DiscardScores} {
		for size, text := range map[int]string{13: "3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH KD", 10: "3C 4C 5C 6C 9H TH JH 4H 4D 4S"} {
			r := indian.Paper()
			r.HandSize = size
			x := newIndian(t, r, groups)
			g := must.Get(indian.New(r))(t)
			hand := must.Get(card.ParseAll(text))(t)
			deck := g.Deck()
			for i, c := range hand {
				from := slices.Index(deck, c)
				deck[2*i], deck[from] = deck[from], deck[2*i]
			}
			s := g.NewTable()
			must.Do(t, g.DealDeck(s, deck, 1))
			must.Do(t, s.Apply(indian.DrawStock))
			o, row := g.NewObservation(), make([]float32, x.Layout().Size())
			s.Observe(0, o)
			x.Encode(row, o)
			if got := entries(t, x.Layout(), row, "min_score"); got[0] != 0 {
				t.Errorf("groups %v: the score of %v is %v, want 0", groups, s.Hand(0), got)
			}
		}
	}
}

func TestNewIndianRefuses(t *testing.T) {
	change := func(f func(*indian.Rules)) indian.Rules { r := indian.Paper(); f(&r); return r }
	must.Refuse(encoder.NewIndian(change(func(r *indian.Rules) { r.Seats = 1 }), 0))(t, "1 seats")
	must.Refuse(encoder.NewIndian(change(func(r *indian.Rules) { r.Seats = 7 }), 0))(t, "7 seats")
	must.Refuse(encoder.NewIndian(change(func(r *indian.Rules) { r.Packs = 4 }), 0))(t, "4 packs")
	must.Refuse(encoder.NewIndian(change(func(r *indian.Rules) { r.HandSize = 10 }), encoder.AllIndianGroups))(t, "availability")
	must.Refuse(encoder.NewIndian(indian.Paper(), 1<<30))(t, "0x40000000")
}

func TestIndianPanics(t *testing.T) {
	x := newIndian(t, indian.Paper(), encoder.CardsAndCounts)
	dst := make([]float32, x.Layout().Size())
	paper, club := indian.Paper(), indian.Club(5)
	playtest.CheckPanics(t, map[string]func(){
		"encoder: Encode into 3 entries":               func() { x.Encode(dst[:3], &indian.Observation{Rules: &paper}) },
		"encoder: Encode of a table of 5":              func() { x.Encode(dst, &indian.Observation{Rules: &club}) },
		"encoder: Encode of a encoder_test.strange":    func() { x.Encode(dst, strange{}) },
		"encoder: potential of a encoder_test.strange": func() { encoder.MinDistPotential(strange{}) },
	})
}

// strange is an observation of another game.
type strange struct{}

func (strange) Observer() game.Player { return 0 }

func TestIndianAllocatesNothing(t *testing.T) {
	r := indian.Paper()
	x := newIndian(t, r, encoder.AllIndianGroups)
	dst := make([]float32, x.Layout().Size())
	g := must.Get(indian.New(r))(t)
	obs := g.NewObservation()
	playtest.PlayIndian(t, r, 20, func(s game.State) {
		s.Observe(0, obs)
		must.Equal(t, testing.AllocsPerRun(2, func() { x.Encode(dst, obs) }), 0, "Encode: allocations")
	})
}

func TestPotentials(t *testing.T) {
	for name, r := range tables() {
		g := must.Get(indian.New(r))(t)
		obs := g.NewObservation().(*indian.Observation)
		playtest.PlayIndian(t, r, 50, func(s game.State) {
			s.Observe(max(s.Current(), 0), obs)
			want := plainly(obs, r)
			if got := encoder.MinDistPotential(obs); got != -float64(want["min_dist"][0]) {
				t.Fatalf("%s: potential %v of a hand of MinDist %v", name, got, want["min_dist"])
			}
			if got := encoder.MinScorePotential(obs); got != -float64(want["min_score"][0]) {
				t.Fatalf("%s: potential %v of a hand of MinScore %v", name, got, want["min_score"])
			}
		})
	}
}
