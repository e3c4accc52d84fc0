package datasets_test

import (
	"slices"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

// TestReplayOfCutGames plays games again that a limit cut off, and says which limit it was not.
func TestReplayOfCutGames(t *testing.T) {
	c := datasettest.CalmConfig(t.TempDir())
	c.Games, c.MaxSteps = 5, 6
	datasettest.Collect(t, c)
	d := datasettest.Open(t, c.Dir)
	for limit, says := range map[int]string{6: "", 7: "no limit cut it off", 0: "no limit cut it off"} {
		m := *d.Meta()
		m.Runs = slices.Clone(m.Runs)
		m.Runs[0].MaxSteps = limit
		replay := must.Get(datasets.NewReplay(&c.Table, &m))(t)
		for e, err := range d.Episodes() {
			must.Do(t, err)
			step := 0
			err := replay.Moves(e, func(m datasets.Move, s game.State) error {
				switch over := step == e.To-e.From; {
				case m.Step != step:
					t.Errorf("step %d, want %d", m.Step, step)
				case !over && m.Row != e.From+step, over && (m.Row != -1 || m.Action != game.NoAction):
					t.Errorf("step %d: move %+v", step, m)
				}
				step++
				return nil
			})
			datasettest.Refusal(t, "episode", err, says)
			if err != nil && !strings.Contains(err.Error(), "step 5") {
				t.Errorf("error %v, want one that names step 5", err)
			}
		}
	}
	c.Table.Phase = func(game.Observation) int { return len(c.Table.Phases) }
	replay := datasettest.ReplayOf(t, &c, d)
	datasettest.Refusal(t, "a phase that there is not", d.Find(0, func(e datasets.Episode) error { return replay.Moves(e, nil) }), "by the rules it is number 2 of")
}

// TestReplayOfSecondAttempts plays attempts again that share only what one seat sees with the first.
func TestReplayOfSecondAttempts(t *testing.T) {
	c := datasettest.BestOfConfig(t.TempDir())
	c.Games = 8
	datasettest.Collect(t, c)
	d := datasettest.Open(t, c.Dir)
	replay, second := datasettest.ReplayOf(t, &c, d), false
	for e, err := range d.Episodes() {
		must.Do(t, err)
		if err := replay.Moves(e, nil); err != nil {
			t.Error(err)
		}
		second = second || e.Attempt[e.From] > 0
	}
	if !second {
		t.Error("the first attempts are all the best")
	}
}
