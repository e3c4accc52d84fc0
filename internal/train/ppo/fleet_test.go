package ppo

import (
	"testing"

	"rummygym/agents"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/internal/must"
	"rummygym/internal/train/league"
)

// TestRewardsOfSelfPlay checks that rewards are stored with the decision that they follow:
// in self-play of nim 0 before the end, and there 1 for the winner and -1 for the loser.
func TestRewardsOfSelfPlay(t *testing.T) {
	c := nimConfig()
	c.League = league.Config{Self: 1, Player: c.League.Player}
	c.Tables, c.Steps = 7, 40
	l := newLearner(t, c)
	must.Do(t, l.play())
	o, won, lost, open := &l.o, 0, 0, 0
	for r := range o.rows() {
		if !o.masks[r].Has(game.Action(o.actions[r])) || o.masks[r].Count() < 2 {
			t.Fatalf("decision %d takes %d of %v", r, o.actions[r], o.masks[r])
		}
		switch n := o.next[r]; {
		case n >= 0 && (int(n) <= r || o.rewards[r] != 0):
			t.Fatalf("decision %d is followed by %d and has the reward %v", r, n, o.rewards[r])
		case n == waiting:
			open++
		case n == ended && o.rewards[r] == 1:
			won++
		case n == ended && o.rewards[r] == -1:
			lost++
		case n == ended:
			t.Fatalf("the last decision of an episode has the reward %v", o.rewards[r])
		}
	}
	if won < 10 || lost < 10 || open > 2*c.Tables {
		t.Errorf("%d last decisions of winners, %d of losers, %d waiting", won, lost, open)
	}
	l.judge()
	l.carry()
	if o.rows() != open {
		t.Errorf("%d decisions are carried over, but %d were waiting", o.rows(), open)
	}
	for _, last := range l.fleets[0].last {
		if last >= int32(open) {
			t.Errorf("a seat waits with decision %d of %d", last, open)
		}
	}
}

// TestStepLimit checks that a step limit cuts episodes without a reward, and that their
// last decisions are not learned from.
func TestStepLimit(t *testing.T) {
	c := nimConfig()
	c.Env = env.Config{Encoder: nimEncoder{}, MaxSteps: 2}
	c.League = league.Config{Self: 1, Player: c.League.Player}
	l := newLearner(t, c)
	must.Do(t, l.play())
	cuts := 0
	for r, n := range l.o.next {
		if n == cut {
			cuts++
			if l.o.rewards[r] != 0 {
				t.Fatalf("decision %d was cut off but has the reward %v", r, l.o.rewards[r])
			}
		}
	}
	l.judge()
	for _, r := range l.rows {
		if l.o.next[r] == cut || l.o.next[r] == waiting {
			t.Fatalf("decision %d is learned from, but its successor is %d", r, l.o.next[r])
		}
	}
	if cuts == 0 {
		t.Error("no episode was cut off")
	}
}

// TestResultsAgainstLeague checks that against a league the learner plays one seat, the
// first one half of the time, and that the results are those of the tables.
func TestResultsAgainstLeague(t *testing.T) {
	c := nimConfig()
	c.League = league.Config{Named: []agents.Member{c.League.Named[0]}}
	l := newLearner(t, c)
	must.Do(t, l.play())
	gain, ends := 0.0, 0
	for r, n := range l.o.next {
		gain += l.o.rewards[r]
		if n == ended {
			ends++
		}
	}
	if l.tally.against != l.tally.episodes || l.tally.against < ends || gain > l.tally.gain+float64(l.tally.against-ends) {
		t.Errorf("%d episodes, %d against the league; %d ends and a gain of %v in the decisions, %v in the results",
			l.tally.episodes, l.tally.against, ends, gain, l.tally.gain)
	}
	if score := 2*l.tally.score - float64(l.tally.against); score != l.tally.gain {
		t.Errorf("score %v of %d episodes and gain %v do not fit", l.tally.score, l.tally.against, l.tally.gain)
	}
}
