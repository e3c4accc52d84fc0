package datasets_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

func TestValidateAcceptsEveryVariant(t *testing.T) {
	for name, set := range datasettest.Variants() {
		t.Run(name, func(t *testing.T) {
			c := datasettest.ToyConfig(t.TempDir())
			set(&c)
			s := datasettest.Collect(t, c)
			d := must.Get(datasets.Open(c.Dir))(t)
			replay := must.Get(datasets.NewReplay(&c.Table, d.Meta()))(t)
			report, err := d.Validate(t.Context(), replay)
			if err != nil {
				t.Error(err)
			}
			if want := (datasets.Report{Shards: 6, Episodes: 53, Rows: s.Manifest.Rows, Replayed: 53, Results: int64(53 * c.Table.Game.Players())}); report != want {
				t.Errorf("report %+v, want %+v", report, want)
			}
		})
	}
}

func TestValidateFindsWhatIsWrong(t *testing.T) {
	// No player folds, so every game has 20 decisions, 0 to 19.
	for says, change := range map[string]func(*rows){
		"found episode 1, want episode 0":                func(r *rows) { r.episode[0] = 1 },
		"step 9: a decision is missing":                  func(r *rows) { r.step[3] = 9 },
		"player 2, but there are 2 seats":                func(r *rows) { r.player[3] = 2 },
		"agent lowest in seat 0, want calm":              func(r *rows) { setAll(r.agent, 1) },
		"action 69 is not one of the":                    func(r *rows) { r.action[3] = 69 },
		"it is a final observation, but":                 func(r *rows) { r.action[3] = 65535 },
		"probability 0 is not in (0, 1]":                 func(r *rows) { r.probability[3] = 0 },
		"probability 1.5":                                func(r *rows) { r.probability[3] = 1.5 },
		"but the rewards add up to":                      func(r *rows) { r.returns[3]++ },
		"row 3: return_to_end is":                        func(r *rows) { r.reward[3] = 5 },
		"0 of terminated and truncated are set":          func(r *rows) { r.terminated[19] = false },
		"1 of terminated and truncated are set":          func(r *rows) { r.truncated[3] = true },
		"2 of terminated and truncated are set":          func(r *rows) { r.truncated[19] = true },
		"do not match the ending":                        func(r *rows) { r.terminated[19], r.truncated[19] = false, true },
		"seed 8, deal 0, want 7 and 0":                   func(r *rows) { r.seed[3] = 8 },
		"seed 7, deal 1, want 7 and 0":                   func(r *rows) { r.deal[3] = 1 },
		"winner, ending or rounds differ":                func(r *rows) { r.winner[3] ^= 1 },
		"but its rewards add up to":                      func(r *rows) { r.gain[0], r.gain[1] = 99, 99 },
		"found episode 0, want episode 53":               func(r *rows) { r.episode[r.n-1] = 0 },
		"row 3: winner, ending or rounds":                func(r *rows) { r.ending[3] = 2 },
		"episode 0: row 3: winner, ending or rounds":     func(r *rows) { r.rounds[3]++ },
		"episode 1: row 19: terminated and truncated do": func(r *rows) { r.terminated[39], r.truncated[39] = false, true },
		"batch 0: found episode 0, want episode 53":      func(r *rows) { r.episode[r.n-1] = 0 },
		"episode 1: row 3: winner, ending":               func(r *rows) { r.rounds[23]++ },
		"episode 1: row 2: player 9":                     func(r *rows) { r.player[22] = 9 },
		"episode 1: row 3: return_to_end is":             func(r *rows) { r.reward[23] = 5 },
		"episode 1: row 19: 0 of terminated":             func(r *rows) { r.terminated[39] = false },
	} {
		d := tampered(t, datasettest.CalmConfig(t.TempDir()), change)
		must.Refuse(d.Validate(t.Context(), nil))(t, says)
	}
	final := datasettest.CalmConfig(t.TempDir())
	final.Final = datasets.FinalRows
	for says, change := range map[string]func(*rows){ // row 20 is the first final observation
		"a final observation with a legal action, a flag, a reward or a return": func(r *rows) { r.reward[20] = 1 },
		"row 20: a final observation with a legal": func(r *rows) {
			r.mask.bytes[20*datasettest.ToyActions/8] |= 1 << (20 * datasettest.ToyActions % 8)
		},
		"step 3 of a final observation, want 20": func(r *rows) { r.step[20] = 3 },
		"":                                       func(*rows) {},
	} {
		final.Dir = t.TempDir()
		_, err := tampered(t, final, change).Validate(t.Context(), nil)
		datasettest.Refusal(t, "final observations", err, says)
	}
}

func setAll[T int8 | int32 | int64](s []T, v T) {
	for i := range s {
		s[i] = v
	}
}

func TestReplayFindsWhatTheRulesDoNotSay(t *testing.T) {
	for says, change := range map[string]func(*rows){
		"episode 0, step 3: observation field hand: entry 1 is recorded as 9":   func(r *rows) { r.fields[0].u8[3*53+1] = 9 },
		"step 4: observation field share: entry 2":                              func(r *rows) { r.fields[4].f32[4*3+2] = 0.5 },
		"step 2: player 0 is recorded to move, but by the rules it is player 1": func(r *rows) { r.player[2] = 0 },
		`step 3: phase "peek" is recorded`:                                      func(r *rows) { r.phase[3] = 0 },
		"step 0: the recorded mask allows":                                      func(r *rows) { r.mask.bytes[0] = 1 },
		"of player 1 is recorded, but by the rules it is":                       func(r *rows) { r.gain[3]++ },
		"ending \"folded\" is recorded":                                         func(r *rows) { setAll(r.ending[:20], 2) },
		"is not over after its 19 recorded decisions":                           func(r *rows) { r.action[19] = 65535 },
		"step 2: illegal action 33":                                             func(r *rows) { r.action[2] = 33 },
	} {
		c := datasettest.CalmConfig(t.TempDir())
		d := tampered(t, c, change)
		replay, err := datasets.NewReplay(&c.Table, d.Meta())
		must.Do(t, err)
		err = d.Find(0, func(e datasets.Episode) error { return replay.Moves(e, nil) })
		must.Fail(t, err, says)
	}
}

func TestReplayShowsTheGame(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	d := must.Get(datasets.Open(c.Dir))(t)
	replay := must.Get(datasets.NewReplay(&c.Table, d.Meta()))(t)
	for e, err := range d.Episodes() {
		must.Do(t, err)
		row := e.From
		err := replay.Moves(e, func(m datasets.Move, s game.State) error {
			i := row
			if m.Row != i && m.Row >= 0 {
				t.Fatalf("visit got row %d, want %d", m.Row, i)
			}
			row++
			if over := m.Row < 0; (s.Current() == game.NoPlayer) != over {
				t.Fatalf("row %d: over is %v, want %v", i, !over, over)
			}
			return nil
		})
		if err != nil || row != e.To+1 {
			t.Fatalf("visit got %d rows, want %d (%v)", row-e.From, e.To-e.From+1, err)
		}
	}
	mine := errors.New("mine")
	if err := d.Find(5, func(e datasets.Episode) error {
		return replay.Moves(e, func(datasets.Move, game.State) error { return mine })
	}); err != mine {
		t.Errorf("error %v, want the one that visit returned", err)
	}
	for says, change := range map[string]func(*game.Table){
		"rule seats: 2 in manifest.json, none here": func(t *game.Table) { t.Rules = json.RawMessage("{}") },
		"seats: 2 in manifest.json, 3 here":         func(t *game.Table) { t.Game = &datasettest.Toy{Seats: 3, Cards: 5} },
		"field lead: int8 in manifest.json, none here": func(t *game.Table) {
			t.NewEncoder = func() game.Encoder { return &datasettest.ToyEncoder{Fields: datasettest.ToyLayout[:2]} }
		},
	} {
		table := datasettest.ToyTable(2)
		change(&table)
		must.Refuse(datasets.NewReplay(&table, d.Meta()))(t, says)
	}
}

func TestValidateFindsDamagedFiles(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	first, second := filepath.Join(c.Dir, datasets.ShardName(0)), filepath.Join(c.Dir, datasets.ShardName(1))
	b, err := os.ReadFile(first)
	must.Do(t, err)
	check := func(says ...string) {
		t.Helper()
		d, err := datasets.Open(c.Dir)
		must.Do(t, err)
		_, err = d.Validate(t.Context(), nil)
		for _, s := range says {
			must.Fail(t, err, s)
		}
	}
	check()
	for at := 8; at < len(b); at += len(b) / 7 { // the damage is always found, without a panic
		wrong := append([]byte(nil), b...)
		wrong[at] ^= 0x55
		must.Do(t, os.WriteFile(first, wrong, 0o666))
		check(first, "SHA-256")
	}
	must.Do(t, os.WriteFile(first, b[:len(b)/2], 0o666))
	check(first)
	must.Do(t, os.Rename(second, first))
	check(first+": the file has", second+": no such file")
}

func TestValidateStops(t *testing.T) {
	c := datasettest.ToyConfig(t.TempDir())
	datasettest.Collect(t, c)
	d := must.Get(datasets.Open(c.Dir))(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Validate(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	bad := tampered(t, datasettest.ToyConfig(t.TempDir()), func(r *rows) { clear(r.probability) })
	if _, err := bad.Validate(t.Context(), nil); !errors.Is(err, datasets.ErrTooMany) || strings.Count(err.Error(), "\n") != datasets.MaxFaults {
		t.Errorf("error %v, want %d faults and a note that there may be more", err, datasets.MaxFaults)
	}
}
