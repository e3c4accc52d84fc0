package datasets_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

// TestRowsAreTheGamesPlayed plays every game of each variant again, without using
// the recorder, and compares row by row.
func TestRowsAreTheGamesPlayed(t *testing.T) {
	for name, set := range datasettest.Variants() {
		t.Run(name, func(t *testing.T) {
			c := datasettest.ToyConfig(t.TempDir())
			set(&c)
			if c.BestOf > 1 {
				return // TestBestOfIsALoopOverAttempts compares chosen attempts
			}
			s := datasettest.Collect(t, c)
			d := must.Get(datasets.Open(c.Dir))(t)
			deal, rows := int64(0), int64(0)
			for e, err := range d.Episodes() {
				must.Do(t, err)
				compareEpisode(t, &c, e, deal)
				deal++
				rows += int64(e.To - e.From)
			}
			if deal != c.Games || rows != s.Manifest.Rows || rows != d.Manifest.Rows {
				t.Errorf("%d episodes and %d rows, want %d and %d (summary), %d (manifest)", deal, rows, c.Games, s.Manifest.Rows, d.Manifest.Rows)
			}
		})
	}
}

// compareEpisode plays a deal with the settings c and compares it with the rows of e.
func compareEpisode(t *testing.T, c *collect.Config, e datasets.Episode, deal int64) {
	t.Helper()
	seats := c.Table.Game.Players()
	s, obs, enc := c.Table.Game.NewState(), c.Table.Game.NewObservation(), c.Table.NewEncoder()
	values, recorded := make([]float32, enc.Layout().Size()), make([]float32, enc.Layout().Size())
	c.Table.Game.Deal(s, game.DealSource(c.Seed, uint64(deal)))
	at := make([]int, seats) // agent in each seat
	players := make([]game.Agent, seats)
	for seat := range seats {
		at[seat] = seat
		if c.Seating == datasets.Rotate {
			at[seat] = (seat + int(deal)) % seats
		}
		players[seat] = c.Agents[at[seat]].New()
		players[seat].Reset(game.AgentSeed(c.Seed, uint64(deal), game.Player(seat)))
	}
	lastOf := map[game.Player]int{}
	row := e.From
	var legal, mask game.Mask
	for ; s.Current() != game.NoPlayer && (c.MaxSteps == 0 || row-e.From < c.MaxSteps); row++ {
		if row == e.To {
			t.Fatalf("deal %d: %d rows, but the game is not over", deal, row-e.From)
		}
		p := s.Current()
		s.Observe(p, obs)
		s.Legal(&legal)
		a, probability := players[p].Act(obs, &legal)
		enc.Encode(values, obs)
		e.Observation(recorded, row)
		e.Mask(&mask, row)
		if e.Episode[row] != deal || e.Deal[row] != deal || e.Seed[row] != c.Seed || int(e.Step[row]) != row-e.From || e.Player[row] != int8(p) ||
			e.Agent(row) != c.Agents[at[p]].Name || e.Phase(row) != c.Table.Phases[c.Table.Phase(obs)] ||
			mask != legal || e.Action[row] != uint16(a) || e.Probability[row] != probability || !slices.Equal(values, recorded) {
			t.Fatalf("deal %d: row %d differs from the decision that was made", deal, row-e.From)
		}
		must.Do(t, s.Apply(a))
		lastOf[p] = row
	}
	o := s.Outcome()
	for r := e.From; r < row; r++ {
		p := game.Player(e.Player[r])
		last := lastOf[p] == r
		reward := float32(0)
		if last {
			reward = float32(o.Gains[p])
		}
		if e.Reward[r] != reward || e.Return[r] != float32(o.Gains[p]) || e.Terminated(r) != (last && o.Over) || e.Truncated(r) != (last && !o.Over) ||
			e.Winner[r] != int8(o.Winner) || e.Ending(r) != string(o.Ending) || int(e.Gain[r]) != o.Gains[p] || int(e.Rounds[r]) != o.Rounds {
			t.Fatalf("deal %d: row %d differs from the outcome of the game", deal, r-e.From)
		}
	}
	for seat := range seats {
		if _, moved := lastOf[game.Player(seat)]; !moved || c.Final != datasets.FinalRows {
			continue
		}
		s.Observe(game.Player(seat), obs)
		enc.Encode(values, obs)
		e.Observation(recorded, row)
		e.Mask(&mask, row)
		if e.Player[row] != int8(seat) || e.Action[row] != 65535 || mask.Count() != 0 || !slices.Equal(values, recorded) || int(e.Step[row]) != lastRow(lastOf)-e.From+1 ||
			e.Terminated(row) || e.Truncated(row) || e.Reward[row] != 0 || e.Return[row] != 0 || int(e.Gain[row]) != o.Gains[seat] {
			t.Fatalf("deal %d: row %d differs from the final observation of seat %d", deal, row-e.From, seat)
		}
		row++
	}
	if row != e.To {
		t.Fatalf("deal %d: %d rows, want %d", deal, e.To-e.From, row-e.From)
	}
}

func lastRow(lastOf map[game.Player]int) int {
	last := 0
	for _, r := range lastOf {
		last = max(last, r)
	}
	return last
}

func TestBatchesHoldWholeEpisodes(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	d := must.Get(datasets.Open(c.Dir))(t)
	batches, next := 0, int64(0)
	for b, err := range d.Batches() {
		must.Do(t, err)
		batches++
		if b.Episode[0] != next || b.Step[0] != 0 {
			t.Errorf("batch %d begins with episode %d, step %d, want %d and 0", batches, b.Episode[0], b.Step[0], next)
		}
		next = b.Episode[b.Rows()-1] + 1
		if b.Rows() > 120+19 { // the longest toy game has 20 decisions
			t.Errorf("batch %d has %d rows, want at most 139", batches, b.Rows())
		}
	}
	if batches < 7 || next != 53 {
		t.Errorf("%d batches up to episode %d, want more than one per shard up to 53", batches, next)
	}
}

func TestFindVisitsTheEpisode(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	d := must.Get(datasets.Open(c.Dir))(t)
	for _, n := range []int64{0, 9, 10, 37, 52} {
		found := false
		if err := d.Find(n, func(e datasets.Episode) error { found = true; compareEpisode(t, &c, e, n); return nil }); err != nil || !found {
			t.Errorf("episode %d: found %v, error %v", n, found, err)
		}
	}
	mine := errors.New("mine")
	if err := d.Find(3, func(datasets.Episode) error { return mine }); err != mine {
		t.Errorf("error %v, want the one that visit returned", err)
	}
	for _, n := range []int64{-1, 53} {
		must.Fail(t, d.Find(n, func(datasets.Episode) error { return nil }), "episodes 0 to 52")
	}
}

func TestOpenErrors(t *testing.T) {
	empty := t.TempDir()
	text := filepath.Join(t.TempDir(), "a.arrow")
	must.Do(t, os.WriteFile(text, []byte("a file of text that is longer than Arrow's magic words"), 0o666))
	for path, says := range map[string]string{
		empty:                             "is not a dataset: it has no manifest.json and no shards",
		text:                              "not a dataset: want a folder",
		filepath.Join(empty, "not-there"): "no such file",
	} {
		must.Refuse(datasets.Open(path))(t, says, path)
	}
}
