package datasets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/internal/datasettest"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// calmPlays returns datasettest.PlaysConfig with agents that never fold: each has five plays, at the
// odd steps of a game.
func calmPlays(dir string) collect.Config {
	c := datasettest.PlaysConfig(dir)
	c.Agents = []collect.Agent{{Name: "calm", New: func() game.Agent { return &datasettest.Chancy{} }}, datasettest.ToyLowest}
	c.BestOf = 2
	return c
}

func TestValidateFindsWrongPlays(t *testing.T) {
	// The rows of a game are the steps 1, 3 … 19, of players 0 and 1 in turn.
	every, first, last := calmPlays(""), calmPlays(""), calmPlays("")
	first.RowsOf, last.Rows = datasets.RowsOfFirst, datasets.LastPlayRows
	for says, test := range map[string]struct {
		c      collect.Config
		change func(*rows)
	}{
		"found episode 60, want one from 52 to 52":              {every, func(r *rows) { setAll(r.episode[r.n-10:], 60) }},
		"found episode 0, want one from 52 to 52":               {every, func(r *rows) { setAll(r.episode[r.n-10:], 0) }},
		"row 3: step 7 after step 9":                            {every, func(r *rows) { r.step[2] = 9 }},
		"row 3: step 7 after step 7":                            {every, func(r *rows) { r.step[2] = 7 }},
		"episode 1: row 4: plays_left is 9":                     {every, func(r *rows) { r.playsLeft[14] = 9 }},
		"at step -1 is not that of the list":                    {every, func(r *rows) { r.step[0] = -1 }},
		"row 3: plays_left is 9, but the player has 3 more":     {every, func(r *rows) { r.playsLeft[3] = 9 }},
		"row 3: score is 0.25, but a gain of":                   {every, func(r *rows) { r.score[3] = 0.25 }},
		"at step 1 is not that of the list of 20 actions":       {every, func(r *rows) { r.actions[1] = 0 }},
		"at step 20 is not that of the list of 20 actions":      {every, func(r *rows) { r.step[9] = 20 }},
		"row 1: it lists actions, which only the first row":     {every, func(r *rows) { setAll(r.actionsEnd[2:11], 22) }},
		"attempt 2, want one number from 0 to 1":                {every, func(r *rows) { r.attempt[0] = 2 }},
		"row 3: attempt":                                        {every, func(r *rows) { r.attempt[3] ^= 1 }},
		"it has rows but no winner":                             {every, func(r *rows) { setAll(r.winner[:10], -1) }},
		"1 of terminated and truncated are set":                 {every, func(r *rows) { r.terminated[3] = true }},
		"row 3: return_to_end is":                               {every, func(r *rows) { r.reward[3] = 5 }},
		"row 0: action 69 is not one of the":                    {every, func(r *rows) { r.action[0] = 69 }},
		"agent lowest, but only the agent named first has rows": {first, func(r *rows) { setAll(r.player[:5], 1); setAll(r.agent[:5], 1) }},
		"row 0: player 1 has a later row":                       {last, func(r *rows) { r.player[0], r.agent[0], r.gain[0], r.returns[0] = 1, 1, r.gain[1], r.returns[1] }},
	} {
		test.c.Dir = t.TempDir()
		d := tampered(t, test.c, test.change)
		must.Refuse(d.Validate(t.Context(), nil))(t, says)
	}
}

func TestReplayFindsWrongPlays(t *testing.T) {
	every, last := calmPlays(""), calmPlays("")
	last.Rows = datasets.LastPlayRows
	for says, test := range map[string]struct {
		c      collect.Config
		change func(*rows)
	}{
		"episode 0, step 3: field after the action hand: entry 2 is recorded as 9": {every, func(r *rows) { r.after[0].u8[1*53+2] = 9 }},
		"step 5: field after the action part: entry 0 is recorded as 0.3":          {every, func(r *rows) { r.after[1].f32[2] = 0.3 }},
		"step 1: observation field share: entry 2":                                 {every, func(r *rows) { r.fields[4].f32[2] = 0.75 }},
		"step 0: illegal action 33":                                                {every, func(r *rows) { r.actions[0] = 33 }},
		"step 1: the game is over, but 20 actions are recorded":                    {every, func(r *rows) { r.actions[0] = 0 }},
		"step 3: action 69 is recorded, but it is":                                 {every, func(r *rows) { r.action[1] = 69 }},
		"of player 1 is recorded, but by the rules it is":                          {every, func(r *rows) { r.gain[1]++ }},
		"step 11: the play":                    {every, func(r *rows) { r.step[5] = 12 }},
		"the last play of player 1 has no row": {last, func(r *rows) { r.episode[1] = 1 }},
	} {
		test.c.Dir = t.TempDir()
		d := tampered(t, test.c, test.change)
		err := d.Find(0, func(e datasets.Episode) error { return datasettest.ReplayOf(t, &test.c, d).Episode(e, nil) })
		must.Fail(t, err, says)
	}
}

// TestFindWithoutRows checks the error about an episode that has no rows.
func TestFindWithoutRows(t *testing.T) {
	c := datasettest.PlaysConfig(t.TempDir())
	datasettest.PlayVariants()["no-rows"](&c)
	datasettest.Collect(t, c)
	for _, n := range []int64{0, 5, 52} {
		err := datasettest.Open(t, c.Dir).Find(n, func(datasets.Episode) error { return nil })
		if want := fmt.Sprintf("has no rows of episode %d", n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	err := datasettest.Open(t, c.Dir).Find(53, func(datasets.Episode) error { return nil })
	must.Fail(t, err, "has no episode 53")
}

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
	datasettest.Refusal(t, "a phase that there is not", d.Find(0, func(e datasets.Episode) error { return replay.Episode(e, nil) }), "by the rules it is number 2 of")
}

// TestReplayOfSecondAttempts plays attempts again that share only what one seat sees with the first.
func TestReplayOfSecondAttempts(t *testing.T) {
	c := datasettest.PlaysConfig(t.TempDir())
	c.Rows, c.Discount, c.BestOf, c.Redeal = datasets.AllRows, 1, 3, true
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
