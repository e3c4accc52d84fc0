package encoder_test

import (
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/encoder"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

func newGin(t testing.TB, r gin.Rules, g encoder.GinGroups) *encoder.Gin {
	t.Helper()
	return must.Get(encoder.NewGin(r, g))(t)
}

// TestGinKeepsItsRanges checks ranges and types, and bytes, at decisions under all rules.
func TestGinKeepsItsRanges(t *testing.T) {
	for name, r := range playtest.GinRules() {
		t.Run(name, func(t *testing.T) {
			x, plain := newGin(t, r, encoder.AllGinGroups), newGin(t, r, encoder.DefaultGinGroups)
			playtest.CheckLayout(t, x.Layout())
			obs := new(gin.Observation)
			dst := make([]float32, x.Layout().Size())
			playtest.VisitGin(t, r, playtest.Decisions(2000), func(s game.State) {
				s.Observe(max(s.Current(), 0), obs)
				checkRanges(t, x, dst, obs)
				checkBytes(t, plain, obs)
				obs.Turn += 250
				checkBytes(t, plain, obs)
			})
		})
	}
}

func TestGinGroupsSwitchOff(t *testing.T) {
	r := gin.EAAI()
	some := []encoder.GinGroups{encoder.GinCardsAndCounts, encoder.GinCardsAndCounts | encoder.GinDeadwood}
	obs := new(gin.Observation)
	checkSwitchOff(t, encoder.AllGinGroups, some, func(set encoder.GinGroups) *encoder.Gin { return newGin(t, r, set) },
		func(look func(game.Observation)) {
			playtest.VisitGin(t, r, 40, func(s game.State) {
				s.Observe(1, obs)
				look(obs)
			})
		})
}

func TestNewGinRefuses(t *testing.T) {
	bad := gin.EAAI()
	bad.MaxTurns = 0
	must.Refuse(encoder.NewGin(bad, 0))(t, "max-turns")
	must.Refuse(encoder.NewGin(gin.EAAI(), 1<<30))(t, "0x40000000")
}

func TestGinPanics(t *testing.T) {
	x := newGin(t, gin.EAAI(), encoder.GinCardsAndCounts)
	dst := make([]float32, x.Layout().Size())
	playtest.CheckPanics(t, map[string]func(){
		"encoder: Encode into 3 entries":            func() { x.Encode(dst[:3], &gin.Observation{}) },
		"encoder: Encode of a encoder_test.strange": func() { x.Encode(dst, strange{}) },
	})
}

func TestGinAllocatesNothing(t *testing.T) {
	for name, r := range playtest.GinRules() {
		x := newGin(t, r, encoder.AllGinGroups)
		dst := make([]float32, x.Layout().Size())
		obs := new(gin.Observation)
		playtest.VisitGin(t, r, 30, func(s game.State) {
			s.Observe(0, obs)
			must.Equal(t, testing.AllocsPerRun(2, func() { x.Encode(dst, obs) }), 0, "%s: Encode: allocations", name)
		})
	}
}

// TestGinBeforeTheDeal checks that the observation before the deal can be encoded.
func TestGinBeforeTheDeal(t *testing.T) {
	g := must.Get(gin.New(gin.EAAI()))(t)
	x := newGin(t, gin.EAAI(), encoder.AllGinGroups)
	obs := new(gin.Observation)
	g.NewState().Observe(0, obs)
	dst := make([]float32, x.Layout().Size())
	x.Encode(dst, obs)
	for _, name := range []string{"hand", "belief", "drawn", "upcard"} {
		at, _ := x.Layout().Offset(name)
		for _, v := range dst[at : at+52] {
			if v != 0 {
				t.Fatalf("field %s before the deal: %v", name, dst[at:at+52])
			}
		}
	}
}

func TestGinPotentials(t *testing.T) {
	for name, r := range playtest.GinRules() {
		obs := new(gin.Observation)
		playtest.VisitGin(t, r, 50, func(s game.State) {
			for p := range game.Player(2) {
				s.Observe(p, obs)
				want := ginPlainly(s, obs)
				if got := encoder.DeadwoodPotential(obs); got != -float64(want["deadwood"][0]) {
					t.Fatalf("%s: potential %v of a hand of deadwood %v", name, got, want["deadwood"])
				}
			}
		})
	}
	playtest.CheckPanics(t, map[string]func(){"potential of a encoder_test.strange": func() { encoder.DeadwoodPotential(strange{}) }})
}
