package greedy_test

import (
	"math"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/features/matchvalue"
	"rummygym/internal/must"
)

// A player of races takes the choice whose expected gain and probability of a win of the hand are worth most at the score. Its values
// are probabilities of winning the match.
func TestRace(t *testing.T) {
	hand := gin.EAAI()
	x := must.Get(afterstate.NewGin(hand, afterstate.GinAfterProgress|afterstate.GinAfterTable))(t)
	n := randomNetwork(t, x.Layout(), 3, 8)
	match := series.RaceTo(100)
	g := must.Get(series.New(match, func(int) (series.Deal, error) { return gin.New(hand) }))(t)
	values := matchvalue.Of(&match, &hand)
	racer := greedy.NewRace(greedy.NewPlayer(greedy.NewGin(x.NewReader()), n, network.Gain), values)
	reader, heads, afterstate := greedy.NewGin(x.NewReader()), n.NewEvaluator(), make([]float32, x.Layout().Size())
	s, o := g.NewState(), g.NewObservation().(*series.Observation)
	var legal game.Mask
	var choices []greedy.Choice
	later, differs := 0, 0
	for i := range uint64(20) {
		g.Deal(s, game.DealSource(8, i))
		racer.Reset(i)
		dealt := 0
		for s.Current() != game.NoPlayer {
			s.Observe(s.Current(), o)
			s.Legal(&legal)
			if s.Current() == 1 {
				must.Do(t, s.Apply(legal.Nth(int(i)%legal.Count())))
				continue
			}
			h := o.Deal.(*gin.Observation)
			if o.Deals != dealt {
				dealt = o.Deals
				reader.Reset()
			}
			w := values.Before(o.Scores[0], o.Scores[1], h.Starter == 0)
			choices = reader.Read(choices[:0], h, &legal)
			want, high, byGain, most := choices[0], math.Inf(-1), choices[0], math.Inf(-1)
			for _, c := range choices {
				if c.Certainty == greedy.Wins {
					want, byGain, high = c, c, math.NaN()
					break
				}
				reader.Encode(afterstate, c)
				heads.Run(afterstate)
				gain, win := network.GainScale*float64(heads.Output(0, 0)), 1/(1+math.Exp(-float64(heads.Output(1, 0))))
				if v := w.Estimate(gain, win); v > high {
					want, high = c, v
				}
				if gain > most {
					byGain, most = c, gain
				}
			}
			a, _ := racer.Act(o, &legal)
			must.Equal(t, a, want.Action, "action")
			for _, v := range racer.Values(nil) {
				if v.Action == a && v.Certainty == greedy.Open && math.Abs(v.Win-min(max(high, 0), 1)) > 1e-9 {
					t.Fatalf("the value of the action is %v, want %v", v.Win, high)
				}
			}
			if a != byGain.Action {
				differs++
			}
			if o.Deals > 1 {
				later++
			}
			must.Do(t, s.Apply(a))
		}
	}
	if later == 0 || differs == 0 {
		t.Errorf("%d decisions after the first hand, %d other than by the gain", later, differs)
	}
}
