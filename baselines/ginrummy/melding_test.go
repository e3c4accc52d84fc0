package ginrummy

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// ginBestMelder is Simple with the melds and lay-offs of gin.ShowdownPolicy.
type ginBestMelder struct{ Simple }

func (a *ginBestMelder) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return play(&a.Simple, nil, obs.(*gin.Observation), legal)
}

// minAnswer returns the minimum deadwood of the opponent of a knocker, by trying all sets of
// disjoint melds and all lay-offs, card by card in every order, with at most limit cards at
// each end of a run (0: no limit).
func minAnswer(hand card.Cards, knocker deadwood.Arrangement, limit int) int {
	lowest := minLaidOff(hand, knocker, knocker, limit)
	for _, m := range ginMeldList {
		if m&^hand == 0 {
			lowest = min(lowest, minAnswer(hand&^m, knocker, limit))
		}
	}
	return lowest
}

func minLaidOff(cards card.Cards, declared, now deadwood.Arrangement, limit int) int {
	lowest := deadwood.PipTotal(cards)
	for c := range cards.Each() {
		for i, m := range now {
			if m == 0 || !slices.Contains(ginMeldList, m.With(c)) {
				continue
			}
			if limit > 0 && m.Count() > 1 && m.First().Suit() == c.Suit() && m&card.OfSuit(c.Suit()) == m {
				low, high := 0, 0
				for x := range m.With(c).Each() {
					switch {
					case declared[i].Has(x):
					case x < declared[i].First():
						low++
					default:
						high++
					}
				}
				if low > limit || high > limit {
					continue
				}
			}
			next := now
			next[i] = m.With(c)
			lowest = min(lowest, minLaidOff(cards.Without(c), declared, next, limit))
		}
	}
	return lowest
}

// TestShowdownPolicyIsBest plays hands in which the players declare and lay off, and
// compares the remaining deadwood with the minimum: that of the knocker's hand, and that of
// the opponent over all melds and lay-offs.
func TestShowdownPolicyIsBest(t *testing.T) {
	hands := 4000
	if testing.Short() {
		hands = 800
	}
	for _, answer := range []gin.Answer{gin.MeldsFirst, gin.LayOffsFirst} {
		for _, limit := range []int{0, 2} {
			rules := gin.OpenSpiel()
			rules.Answer, rules.LayOffLimit = answer, limit
			b := newGinTable(t, rules, new(ginBestMelder), new(ginBestMelder))
			compared, laid := 0, 0
			for i := range uint64(hands) {
				knockers, answers := -1, -1
				end := b.play(t, 3, i, func(o *gin.Observation, _ *game.Mask, a game.Action) {
					switch {
					case o.Phase == gin.KnockerMelds && knockers < 0:
						knockers = deadwood.Of(o.Hand)
					case (o.Phase == gin.DefenderMelds || o.Phase == gin.LayOff) && answers < 0:
						if o.HandSizes[o.Knocker] == 0 {
							answers = deadwood.Of(o.Hand)
						} else {
							answers = minAnswer(o.Hand, o.Melds[o.Knocker], limit)
						}
					case o.Phase == gin.LayOff && a != gin.Pass:
						laid++
					}
				})
				if end.Ending == gin.Void {
					continue
				}
				b.state.Observe(0, &b.view)
				last := b.view.Result
				if got := deadwood.PipTotal(last.Unmelded[last.Knocker]); got != knockers {
					t.Fatalf("the knocker has deadwood %d, want %d: %+v", got, knockers, last)
				}
				if got := deadwood.PipTotal(last.Unmelded[1-last.Knocker]); got != answers {
					t.Fatalf("answer %v, limit %d: the opponent has deadwood %d, want %d: %+v", answer, limit, got, answers, last)
				}
				compared++
			}
			if compared < hands/2 || laid == 0 {
				t.Errorf("only %d hands compared and %d cards laid off", compared, laid)
			}
		}
	}
}

// declaring returns a position after a knock by the observer.
func declaring(t testing.TB, hand string) (*gin.Observation, *game.Mask) {
	rules := gin.EAAI()
	rules.Melding = gin.ChosenMelds
	o := &gin.Observation{Rules: &rules, Phase: gin.KnockerMelds, KnockLimit: 10, Hand: ginCardsOf(t, hand)}
	return o, new(game.Mask)
}

// TestDeclareAny has Simple declare hands with several best arrangements, meld by meld. All
// have the same frequency.
func TestDeclareAny(t *testing.T) {
	const times = 6000
	for _, tt := range []struct {
		hand string
		want map[string]int // multiplicity in the best arrangements
	}{
		{"TC JC QC JD JH AS 2D 3H 5S 6D", map[string]int{"[TC JC QC]": 1, "[JC JD JH]": 1}},
		{"3C 4C 5C 6C 7C 8C 9C AD AH 2S", map[string]int{"[3C 4C 5C 6C] [7C 8C 9C]": 2, "[3C 4C 5C] [6C 7C 8C 9C]": 1}},
		{"3C 4C 5C 6C 7C 8C 9C TC JC QC", nil},
		{"7C 7D 7H 7S 8S 9S TD JD QD KD", nil},
		{"AC 2D 3H 4S 6C 8D TH QS KC JD", map[string]int{"": 1}},
	} {
		var all []deadwood.Arrangement
		all = deadwood.AppendBest(all, ginCardsOf(t, tt.hand))
		want := tt.want
		if want == nil {
			want = map[string]int{}
			for _, a := range all {
				want[textOf(gin.SplitMelds(a))]++
			}
		}
		total := 0
		for _, n := range want {
			total += n
		}
		counts := map[string]int{}
		a := newGinPlayer(t, "simple")
		for seed := range uint64(times) {
			a.Reset(seed)
			o, legal := declaring(t, tt.hand)
			for {
				action, probability := a.Act(o, legal)
				if probability <= 0 || probability > 1 {
					t.Fatalf("probability %v", probability)
				}
				if action == gin.Pass {
					break
				}
				m := gin.ActionMeld(action)
				if m == 0 || m&^o.Hand != 0 {
					t.Fatalf("%s: action %d", tt.hand, action)
				}
				o.Melds[0][o.Melds[0].Len()] = m
				o.Hand &^= m
			}
			if d := deadwood.Of(ginCardsOf(t, tt.hand)); deadwood.PipTotal(o.Hand) != d {
				t.Fatalf("%s: left with %v, want %d", tt.hand, o.Hand, d)
			}
			counts[textOf(o.Melds[0])]++
		}
		if got, keys := slices.Sorted(maps.Keys(counts)), slices.Sorted(maps.Keys(want)); !slices.Equal(got, keys) {
			t.Errorf("%s: declares %q, want %q", tt.hand, got, keys)
			continue
		}
		for text, n := range want {
			p := float64(n) / float64(total)
			if d := float64(counts[text]) - p*times; d*d > 25*times*p*(1-p)+1e-9 {
				t.Errorf("%s: %s %d times of %d, want a share of %v", tt.hand, text, counts[text], times, p)
			}
		}
	}
}

func textOf(a deadwood.Arrangement) string {
	s := ""
	for i, m := range a[:a.Len()] {
		if i > 0 {
			s += " "
		}
		s += fmt.Sprintf("[%v]", m)
	}
	return s
}
