package features_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features"
)

// ginTables returns rules that differ in all that an observation depends on.
func ginTables() map[string]gin.Rules {
	oklahoma := gin.Classic()
	oklahoma.KnockCard, oklahoma.Target, oklahoma.MaxHands = gin.Oklahoma, 30, 6
	steps := gin.EAAI()
	steps.Melding, steps.LayingOff, steps.Answer = gin.ChosenMelds, gin.ChosenLayOffs, gin.LayOffsFirst
	steps.MaxTurns = 30
	hand := gin.EAAI()
	hand.Episode, hand.LayingOff = gin.Hand, gin.ChosenLayOffs
	return map[string]gin.Rules{
		"eaai": gin.EAAI(), "openspiel": gin.OpenSpiel(), "classic": gin.Classic(),
		"oklahoma": oklahoma, "step by step": steps, "hand": hand,
	}
}

func newGinExtractor(t testing.TB, r gin.Rules, g features.GinGroups) *features.GinExtractor {
	t.Helper()
	x, err := features.NewGinExtractor(r, g)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// mixedGin plays as plainSimple, but one move of four is any.
func mixedGin(o *gin.Observation, legal *game.Mask, src rand.Source) game.Action {
	if src.Uint64()%4 == 0 {
		return legal.Nth(int(card.Below(src, uint64(legal.Count()))))
	}
	return plainSimple(o, legal, src)
}

// visitGin calls visit at some decisions and ends of games under the rules.
func visitGin(t testing.TB, r gin.Rules, visits int, visit func(s *gin.State)) {
	t.Helper()
	phases := map[gin.Phase]int{}
	for first := 0; visits > 0; first++ {
		playGin(t, r, first, 1, mixedGin, func(s *gin.State) {
			// Rare phases are looked at whenever they come.
			if phases[s.Phase()]++; visits > 0 && (phases[s.Phase()] < 10 || phases[s.Phase()]%5 == 0) {
				visits--
				visit(s)
			}
		})
	}
	if phases[gin.Over] == 0 && r.Episode == gin.Hand {
		t.Error("no end was visited")
	}
}

// Every value lies in the range of its field and is one of its type, exactly.
func TestGinExtractorKeepsItsRanges(t *testing.T) {
	for name, r := range ginTables() {
		t.Run(name, func(t *testing.T) {
			x := newGinExtractor(t, r, features.AllGinGroups)
			checkLayout(t, x.Layout())
			obs := new(gin.Observation)
			dst := make([]float32, x.Layout().Size())
			visitGin(t, r, decisions(2000), func(s *gin.State) {
				s.Observe(max(s.Current(), 0), obs)
				checkRanges(t, x, dst, obs)
			})
		})
	}
}

func TestGinExtractorGroupsSwitchOff(t *testing.T) {
	r := gin.EAAI()
	some := []features.GinGroups{features.GinCardsAndCounts, features.GinCardsAndCounts | features.GinDeadwood}
	obs := new(gin.Observation)
	checkSwitchOff(t, features.AllGinGroups, some, func(set features.GinGroups) *features.GinExtractor { return newGinExtractor(t, r, set) },
		func(look func(game.Observation)) {
			visitGin(t, r, 40, func(s *gin.State) {
				s.Observe(1, obs)
				look(obs)
			})
		})
}

// Nothing the extractor writes depends on what the player cannot see.
func TestGinExtractorSeesNoHiddenCards(t *testing.T) {
	for name, r := range ginTables() {
		t.Run(name, func(t *testing.T) {
			g, err := gin.New(r)
			if err != nil {
				t.Fatal(err)
			}
			x := newGinExtractor(t, r, features.AllGinGroups)
			obs, world := new(gin.Observation), g.NewTable()
			before, after := make([]float32, x.Layout().Size()), make([]float32, x.Layout().Size())
			src := rand.NewPCG(3, 3)
			visitGin(t, r, decisions(300), func(s *gin.State) {
				for p := range game.Player(2) {
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

// The view of a seat is the same wherever it sits, the field of its seat apart.
func TestGinExtractorCountsFromSelf(t *testing.T) {
	r := gin.EAAI()
	x := newGinExtractor(t, r, features.AllGinGroups)
	at, _ := x.Layout().Offset("seat")
	obs := new(gin.Observation)
	one, two := make([]float32, x.Layout().Size()), make([]float32, x.Layout().Size())
	visitGin(t, r, decisions(300), func(s *gin.State) {
		s.Observe(0, obs)
		x.Encode(one, obs)
		flip := func(p *game.Player) {
			if *p >= 0 {
				*p = 1 - *p
			}
		}
		for _, p := range []*game.Player{&obs.Self, &obs.Mover, &obs.Starter, &obs.Knocker} {
			flip(p)
		}
		for i := range obs.History {
			flip(&obs.History[i].Player)
		}
		for _, pair := range []*[2]card.Cards{&obs.Taken, &obs.Given, &obs.Refused, &obs.Known} {
			pair[0], pair[1] = pair[1], pair[0]
		}
		obs.Scores[0], obs.Scores[1] = obs.Scores[1], obs.Scores[0]
		obs.HandSizes[0], obs.HandSizes[1] = obs.HandSizes[1], obs.HandSizes[0]
		obs.Melds[0], obs.Melds[1] = obs.Melds[1], obs.Melds[0]
		x.Encode(two, obs)
		two[at], two[at+1] = two[at+1], two[at]
		if !slices.Equal(one, two) {
			t.Fatal("the same view from the other seat differs")
		}
	})
}

func TestNewGinExtractorRefuses(t *testing.T) {
	bad := gin.EAAI()
	bad.Target = 0
	if _, err := features.NewGinExtractor(bad, 0); err == nil || !strings.Contains(err.Error(), "Target") {
		t.Errorf("rules without a target: error %v", err)
	}
	if _, err := features.NewGinExtractor(gin.EAAI(), 1<<30); err == nil || !strings.Contains(err.Error(), "0x40000000") {
		t.Errorf("an unknown group: error %v", err)
	}
}

func TestGinExtractorPanics(t *testing.T) {
	x := newGinExtractor(t, gin.EAAI(), features.GinCardsAndCounts)
	dst := make([]float32, x.Layout().Size())
	for want, f := range map[string]func(){
		"features: Encode into 3 entries":             func() { x.Encode(dst[:3], &gin.Observation{}) },
		"features: Encode of a features_test.strange": func() { x.Encode(dst, strange{}) },
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

func TestGinExtractorAllocatesNothing(t *testing.T) {
	for name, r := range ginTables() {
		x := newGinExtractor(t, r, features.AllGinGroups)
		dst := make([]float32, x.Layout().Size())
		obs := new(gin.Observation)
		visitGin(t, r, 30, func(s *gin.State) {
			s.Observe(0, obs)
			if n := testing.AllocsPerRun(2, func() { x.Encode(dst, obs) }); n != 0 {
				t.Fatalf("%s: Encode allocates %v times", name, n)
			}
		})
	}
}

// The observation before the deal, of which all is zero or none, can be encoded.
func TestGinExtractorBeforeTheDeal(t *testing.T) {
	g, err := gin.New(gin.EAAI())
	if err != nil {
		t.Fatal(err)
	}
	x := newGinExtractor(t, gin.EAAI(), features.AllGinGroups)
	obs := new(gin.Observation)
	g.NewTable().Observe(0, obs)
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
	deadwood, err1 := features.PotentialNamed("gin", "deadwood")
	score, err2 := features.PotentialNamed("gin", "match-score")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for name, r := range ginTables() {
		obs := new(gin.Observation)
		visitGin(t, r, 50, func(s *gin.State) {
			for p := range game.Player(2) {
				s.Observe(p, obs)
				want := ginPlainly(s, obs)
				if got := deadwood(obs); got != -float64(want["deadwood"][0]) {
					t.Fatalf("%s: potential %v of a hand of deadwood %v", name, got, want["deadwood"])
				}
				if got := score(obs); got != float64(want["scores"][0]-want["scores"][1]) {
					t.Fatalf("%s: potential %v at scores %v", name, got, want["scores"])
				}
			}
		})
	}
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "potential of a features_test.strange") {
			t.Errorf("panic %q", r)
		}
	}()
	deadwood(strange{})
}
