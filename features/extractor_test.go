package features_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features"
)

// tables returns rules that differ in all that a layout depends on.
func tables() map[string]indian.Rules {
	ten := indian.Club(3)
	ten.HandSize = 10
	three := indian.Club(6)
	three.Packs, three.Jokers = 3, 8
	short, shortHalf := indian.Paper(), indian.Released()
	short.MaxRounds, shortHalf.MaxRounds = 3, 3 // games reach the limit
	return map[string]indian.Rules{
		"short": short, "short, half turns": shortHalf,
		"paper": indian.Paper(), "paper52": indian.Paper52(), "released": indian.Released(),
		"club4": indian.Club(4), "three packs": three, "ten cards": ten,
	}
}

// groupsFor returns all groups that can be had under the rules.
func groupsFor(r indian.Rules) features.Groups {
	if r.HandSize != 13 {
		return features.AllGroups &^ features.Availability
	}
	return features.AllGroups
}

func newExtractor(t testing.TB, r indian.Rules, g features.Groups) *features.Extractor {
	t.Helper()
	x, err := features.NewExtractor(r, g)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// playRandom plays games of random legal moves that hardly ever drop, and calls
// visit at every decision with the state, up to so many decisions.
func playRandom(t testing.TB, r indian.Rules, decisions int, visit func(s game.State)) {
	t.Helper()
	g, err := indian.New(r)
	if err != nil {
		t.Fatal(err)
	}
	s := g.NewState()
	src := rand.NewPCG(1, 2)
	for episode := uint64(0); ; episode++ {
		for g.Deal(s, game.DealSource(5, episode)); s.Current() != game.NoPlayer; {
			if decisions--; decisions < 0 {
				return
			}
			visit(s)
			var legal game.Mask
			s.Legal(&legal)
			if legal.Count() > 1 && src.Uint64()%20 != 0 {
				legal.Unset(indian.Drop)
			}
			if err := s.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))); err != nil {
				t.Fatal(err)
			}
		}
		visit(s)
	}
}

// decisions returns how many decisions a test looks at.
func decisions(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// Every value lies in the range of its field and is one of its type, exactly.
func TestExtractorKeepsItsRanges(t *testing.T) {
	for name, r := range tables() {
		t.Run(name, func(t *testing.T) {
			x := newExtractor(t, r, groupsFor(r))
			checkLayout(t, x.Layout())
			obs := new(indian.Observation)
			dst := make([]float32, x.Layout().Size())
			playRandom(t, r, decisions(250), func(s game.State) {
				s.Observe(max(s.Current(), 0), obs)
				checkRanges(t, x, dst, obs)
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

func TestExtractorGroupsSwitchOff(t *testing.T) {
	r := indian.Club(3)
	some := []features.Groups{features.CardsAndCounts, features.CardsAndCounts | features.Score | features.Distance}
	obs := new(indian.Observation)
	checkSwitchOff(t, features.AllGroups, some, func(set features.Groups) *features.Extractor { return newExtractor(t, r, set) },
		func(look func(game.Observation)) {
			playRandom(t, r, 12, func(s game.State) {
				s.Observe(1, obs)
				look(obs)
			})
		})
}

// Nothing the extractor writes depends on what the player cannot see.
func TestExtractorSeesNoHiddenCards(t *testing.T) {
	for name, r := range tables() {
		t.Run(name, func(t *testing.T) {
			x := newExtractor(t, r, groupsFor(r))
			g, err := indian.New(r)
			if err != nil {
				t.Fatal(err)
			}
			obs := g.NewObservation()
			world := g.NewState()
			before, after := make([]float32, x.Layout().Size()), make([]float32, x.Layout().Size())
			src := rand.NewPCG(3, 3)
			playRandom(t, r, decisions(20), func(s game.State) {
				for p := range game.Player(r.Seats) {
					s.Observe(p, obs)
					x.Encode(before, obs)
					world.CopyFrom(s)
					world.Redeal(p, src)
					world.Observe(p, obs)
					x.Encode(after, obs)
					if !slices.Equal(before, after) {
						t.Fatalf("the view of player %d changed", p)
					}
				}
			})
		})
	}
}

// The view of a seat is the same wherever it sits, its seat and the turn apart.
func TestExtractorCountsOpponentsFromSelf(t *testing.T) {
	x := newExtractor(t, indian.Club(3), features.OpponentCards|features.Counts)
	rules := indian.Club(3)
	var views [3][]float32
	for self := range game.Player(3) {
		o := &indian.Observation{Rules: &rules, Self: self, Mover: self, Active: 7}
		next, last := (self+1)%3, (self+2)%3
		o.Taken[next].Add(card.New(card.Ace, card.Spades))
		o.Given[last].Add(card.Joker)
		o.HandSizes = [game.MaxPlayers]int{13, 13, 13}
		o.HandSizes[last] = 14
		o.Active &^= 1 << next
		views[self] = make([]float32, x.Layout().Size())
		x.Encode(views[self], o)
	}
	if !slices.Equal(views[0], views[1]) || !slices.Equal(views[0], views[2]) {
		t.Error("the same view from different seats differs")
	}
	if at, _ := x.Layout().Offset("taken"); views[0][at+card.New(card.Ace, card.Spades).Index()] != 1 {
		t.Error("what the next seat took is not in the first row")
	}
}

func TestNewExtractorRefuses(t *testing.T) {
	change := func(f func(*indian.Rules)) indian.Rules { r := indian.Paper(); f(&r); return r }
	for _, c := range []struct {
		rules  indian.Rules
		groups features.Groups
		want   string
	}{
		{change(func(r *indian.Rules) { r.Seats = 1 }), 0, "1 seats"},
		{change(func(r *indian.Rules) { r.Seats = 7 }), 0, "7 seats"},
		{change(func(r *indian.Rules) { r.Packs = 4 }), 0, "4 packs"},
		{change(func(r *indian.Rules) { r.HandSize = 10 }), features.AllGroups, "availability"},
		{indian.Paper(), 1 << 30, "0x40000000"},
	} {
		if _, err := features.NewExtractor(c.rules, c.groups); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

func TestExtractorPanics(t *testing.T) {
	x := newExtractor(t, indian.Paper(), features.CardsAndCounts)
	dst := make([]float32, x.Layout().Size())
	paper, club := indian.Paper(), indian.Club(5)
	for want, f := range map[string]func(){
		"features: Encode into 3 entries":                func() { x.Encode(dst[:3], &indian.Observation{Rules: &paper}) },
		"features: Encode of a table of 5":               func() { x.Encode(dst, &indian.Observation{Rules: &club}) },
		"features: Encode of a features_test.strange":    func() { x.Encode(dst, strange{}) },
		"features: potential of a features_test.strange": func() { features.MinDistPotential(strange{}) },
	} {
		func() {
			defer func() {
				if r := fmt.Sprint(recover()); !strings.Contains(r, want) {
					t.Errorf("panic %q, want one with %q", r, want)
				}
			}()
			f()
		}()
	}
}

// strange is an observation of another game.
type strange struct{}

func (strange) Observer() game.Player { return 0 }

func TestExtractorAllocatesNothing(t *testing.T) {
	r := indian.Paper()
	x := newExtractor(t, r, features.AllGroups)
	dst := make([]float32, x.Layout().Size())
	g, err := indian.New(r)
	if err != nil {
		t.Fatal(err)
	}
	obs := g.NewObservation()
	playRandom(t, r, 20, func(s game.State) {
		s.Observe(0, obs)
		if n := testing.AllocsPerRun(2, func() { x.Encode(dst, obs) }); n != 0 {
			t.Fatalf("Encode allocates %v times", n)
		}
	})
}

func TestPotentials(t *testing.T) {
	for name, r := range tables() {
		g, err := indian.New(r)
		if err != nil {
			t.Fatal(err)
		}
		obs := g.NewObservation().(*indian.Observation)
		dist, err1 := features.PotentialNamed("indian", "min-dist")
		score, err2 := features.PotentialNamed("indian", "min-score")
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		playRandom(t, r, 50, func(s game.State) {
			s.Observe(max(s.Current(), 0), obs)
			want := plainly(obs, r)
			if got := dist(obs); got != -float64(want["min_dist"][0]) {
				t.Fatalf("%s: potential %v of a hand of MinDist %v", name, got, want["min_dist"])
			}
			if got := score(obs); got != -float64(want["min_score"][0]) {
				t.Fatalf("%s: potential %v of a hand of MinScore %v", name, got, want["min_score"])
			}
		})
	}
	for _, c := range [][2]string{{"indian", "luck"}, {"gin", "min-dist"}, {"indian", "deadwood"}, {"whist", "deadwood"}} {
		if _, err := features.PotentialNamed(c[0], c[1]); err == nil || !strings.Contains(err.Error(), "want") {
			t.Errorf("potential %s of %s: error %v", c[1], c[0], err)
		}
	}
}
