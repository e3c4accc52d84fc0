package collect_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/array"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/internal/datasettest"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// playedGame is a game that was played without the recorder.
type playedGame struct {
	actions []uint16
	outcome game.Outcome
}

// playAttempt plays attempt k at a deal with agents of the seed's streams.
func playAttempt(t *testing.T, c *collect.Config, deal int64, k int) playedGame {
	t.Helper()
	n := len(c.Agents)
	s, obs := c.Table.Game.NewState(), c.Table.Game.NewObservation()
	src := game.DealSource(c.Seed, uint64(deal))
	c.Table.Game.Deal(s, src)
	if c.Redeal && k > 0 {
		src.Seed(game.Seed(c.Seed, uint64(deal), 0x617474656d7074, uint64(k), game.MaxPlayers), game.Seed(c.Seed, uint64(deal), 0x617474656d7074, uint64(k), game.MaxPlayers+1))
		s.Redeal(game.Player((n-int(deal)%n)%n), src)
	}
	seats := make([]game.Agent, n)
	for seat := range seats {
		seats[seat] = c.Agents[(seat+int(deal))%n].New()
		run := c.Seed
		if k > 0 {
			run = game.Seed(run, 0x617474656d7074, uint64(k))
		}
		seats[seat].Reset(game.AgentSeed(run, uint64(deal), game.Player(seat)))
	}
	var g playedGame
	for p := s.Current(); p != game.NoPlayer; p = s.Current() {
		var legal game.Mask
		s.Legal(&legal)
		s.Observe(p, obs)
		a, _ := seats[p].Act(obs, &legal)
		g.actions = append(g.actions, uint16(a))
		must.Do(t, s.Apply(a))
	}
	g.outcome = s.Outcome()
	return g
}

// TestBestOfIsALoopOverAttempts compares the recorded attempts with those that a plain loop
// chooses, and their games.
func TestBestOfIsALoopOverAttempts(t *testing.T) {
	for _, redeal := range []bool{false, true} {
		testBestOf(t, redeal)
	}
}

func testBestOf(t *testing.T, redeal bool) {
	c := datasettest.ToyConfig(t.TempDir())
	c.Redeal = redeal
	c.Agents, c.BestOf = []collect.Agent{datasettest.ToyChancy, {Name: "bold", New: func() game.Agent { return &datasettest.Chancy{Fold: 0.3} }}}, 7
	datasettest.Collect(t, c)
	attempts := map[int32]int{}
	gains, single := 0, 0
	for e, err := range datasettest.Open(t, c.Dir).Episodes() {
		must.Do(t, err)
		deal := e.Deal[e.From]
		first := int(deal % 2) // seat of the agent named first
		best, most := 0, math.MinInt
		var want playedGame
		for k := range 7 {
			if g := playAttempt(t, &c, deal, k); g.outcome.Gains[first] > most {
				best, most, want = k, g.outcome.Gains[first], g
			}
		}
		if int(e.Attempt[e.From]) != best || !slices.Equal(e.Action[e.From:e.To], want.actions) {
			t.Fatalf("deal %d: attempt %d with actions %v, want %d with %v", deal, e.Attempt[e.From], e.Action[e.From:e.To], best, want.actions)
		}
		attempts[e.Attempt[e.From]]++
		gains += most
		single += playAttempt(t, &c, deal, 0).outcome.Gains[first]
	}
	if len(attempts) < 5 || gains <= single {
		t.Errorf("attempts %v gain %d, the first ones alone %d: the test shows nothing", attempts, gains, single)
	}
}

// TestEndedBy compares the episodes that have rows, and their attempts, with those that a plain
// loop over the attempts with the ending chooses.
func TestEndedBy(t *testing.T) {
	for _, ending := range []string{"counted", "folded"} {
		c := datasettest.PlaysConfig(t.TempDir())
		c.Agents, c.BestOf = []collect.Agent{datasettest.ToyChancy, {Name: "bold", New: func() game.Agent { return &datasettest.Chancy{Fold: 0.3} }}}, 3
		c.EndedBy = []string{ending}
		datasettest.Collect(t, c)
		got := map[int64]int32{}
		for e, err := range datasettest.Open(t, c.Dir).Episodes() {
			must.Do(t, err)
			got[e.Deal[e.From]] = e.Attempt[e.From]
		}
		for deal := range c.Games {
			best, most, plays := -1, math.MinInt, false
			for k := range c.BestOf {
				if g := playAttempt(t, &c, deal, k); string(g.outcome.Ending) == ending && g.outcome.Gains[deal%2] > most {
					best, most = k, g.outcome.Gains[deal%2]
					plays = slices.ContainsFunc(g.actions, func(a uint16) bool { return game.Action(a) >= datasettest.ToyLay })
				}
			}
			if k, ok := got[deal]; ok != plays || ok && int(k) != best {
				t.Fatalf("%s, deal %d: attempt %d, %v, want %d", ending, deal, k, ok, best)
			}
		}
		if n := int64(len(got)); n == 0 || n == c.Games {
			t.Errorf("%s: %d of %d episodes have rows: the test shows nothing", ending, n, c.Games)
		}
	}
}

// TestAttemptsAllocateNothing checks that choosing among attempts does not allocate.
func TestAttemptsAllocateNothing(t *testing.T) {
	c := datasettest.PlaysConfig("nowhere")
	c.BestOf, c.Redeal = 20, true
	m := must.Get(c.Meta())(t)
	play := collect.PlayDeals(&c, m, 5)
	of := func(attempts int) func() {
		return func() {
			must.Do(t, play(attempts))
		}
	}
	of(c.BestOf)()
	once := testing.AllocsPerRun(10, of(1))
	if n := testing.AllocsPerRun(10, of(c.BestOf)); n > once {
		t.Errorf("100 attempts allocate %v times more than 5", n-once)
	}
}

// rowText returns a row as text: all columns but those whose meaning depends on the rows.
func rowText(t *testing.T, e datasets.Episode, row int) string {
	t.Helper()
	var b strings.Builder
	r := e.Record()
	for i := range int(r.NumCols()) {
		switch name := r.ColumnName(i); name {
		case "reward", "terminated", "actions", "plays_left", "score":
		default:
			fmt.Fprintf(&b, "%s=%s ", name, r.Column(i).ValueStr(row))
			if l, ok := r.Column(i).(*array.FixedSizeList); ok {
				from, to := l.ValueOffsets(row)
				for j := from; j < to; j++ {
					b.WriteString(l.ListValues().ValueStr(int(j)) + " ")
				}
			}
		}
	}
	return b.String()
}

// TestRowsOfPlaysAreAFilter compares datasets of one seed: rows of plays are those of all
// decisions whose action is a play, last plays the last of these, and the rows of the first
// agent a part of both. It computes the other columns by hand.
func TestRowsOfPlaysAreAFilter(t *testing.T) {
	all := datasettest.PlaysConfig(t.TempDir())
	all.Rows, all.Discount, all.BestOf = datasets.AllRows, 1, 2
	datasettest.Collect(t, all)
	type want struct {
		text    string
		player  int8
		left    int
		gain    float64
		actions []uint16
		reward  float32
		ends    bool
	}
	for _, kind := range []datasets.Rows{datasets.PlayRows, datasets.LastPlayRows} {
		for _, of := range []datasets.RowsOf{datasets.RowsOfAll, datasets.RowsOfFirst} {
			c := datasettest.PlaysConfig(t.TempDir())
			c.Rows, c.RowsOf, c.Discount, c.BestOf = kind, of, 0.5, 2
			s := datasettest.Collect(t, c)
			var rows []want
			for e, err := range datasettest.Open(t, all.Dir).Episodes() {
				must.Do(t, err)
				left := map[int8]int{}
				var own []want
				for row := e.To - 1; row >= e.From; row-- {
					p := e.Player[row]
					if e.Action[row] < datasettest.ToyLay || of == datasets.RowsOfFirst && e.Agent(row) != "bold" || kind == datasets.LastPlayRows && left[p] > 0 {
						continue
					}
					w := want{text: rowText(t, e, row), player: p, left: left[p], gain: float64(e.Gain[row])}
					if left[p] == 0 {
						w.reward, w.ends = float32(e.Gain[row]), true
					}
					left[p]++
					own = append(own, w)
				}
				slices.Reverse(own)
				if len(own) > 0 {
					own[0].actions = slices.Clone(e.Action[e.From:e.To])
				}
				rows = append(rows, own...)
			}
			n := 0
			for e, err := range datasettest.Open(t, c.Dir).Episodes() {
				must.Do(t, err)
				for row := e.From; row < e.To; row++ {
					if n == len(rows) {
						t.Fatalf("%s of %s: more than the %d rows", kind, of, n)
					}
					w := rows[n]
					n++
					if got := rowText(t, e, row); got != w.text {
						t.Fatalf("%s of %s: row\n%s\nwant\n%s", kind, of, got, w.text)
					}
					if int(e.PlaysLeft[row]) != w.left || e.Score[row] != float32(w.gain*math.Pow(0.5, float64(w.left))) {
						t.Fatalf("%s of %s: %d plays left and score %v, want %d and gain %v by half each", kind, of, e.PlaysLeft[row], e.Score[row], w.left, w.gain)
					}
					if e.Reward[row] != w.reward || e.Terminated(row) != w.ends || e.Truncated(row) || e.Return[row] != float32(w.gain) {
						t.Fatalf("%s of %s: reward %v, terminated %v", kind, of, e.Reward[row], e.Terminated(row))
					}
					if !slices.Equal(e.Actions(row), w.actions) {
						t.Fatalf("%s of %s: actions %v, want %v", kind, of, e.Actions(row), w.actions)
					}
				}
			}
			if n != len(rows) || n == 0 || int64(n) != s.Manifest.Rows {
				t.Errorf("%s of %s: %d rows, want %d", kind, of, n, len(rows))
			}
		}
	}
}

func TestPlayVariants(t *testing.T) {
	for name, set := range datasettest.PlayVariants() {
		t.Run(name, func(t *testing.T) {
			c := datasettest.ToyConfig(t.TempDir())
			set(&c)
			s := datasettest.Collect(t, c)
			want := datasettest.SumsOf(t, c.Dir)
			if empty := strings.HasPrefix(name, "no-rows"); s.Manifest.Episodes != 53 || (s.Manifest.Rows == 0) != empty || len(want) != 13 {
				t.Errorf("%d episodes, %d rows, %d files", s.Manifest.Episodes, s.Manifest.Rows, len(want))
			}
			three := c
			three.Dir, three.Workers = t.TempDir(), 3
			datasettest.Collect(t, three)
			if !maps.Equal(datasettest.SumsOf(t, three.Dir), want) {
				t.Error("three workers write different bytes than one")
			}

			d := datasettest.Open(t, c.Dir)
			replay := must.Get(datasets.NewReplay(&c.Table, d.Meta()))(t)
			episodes := int64(0)
			for _, err := range d.Episodes() {
				must.Do(t, err)
				episodes++
			}
			report, err := d.Validate(t.Context(), replay)
			if want := (datasets.Report{Shards: 6, Episodes: 53, Rows: s.Manifest.Rows, Replayed: episodes, Results: int64(53 * c.Table.Game.Players())}); err != nil || report != want {
				t.Errorf("report %+v, want %+v (%v)", report, want, err)
			}
		})
	}
}

func TestPlaysResume(t *testing.T) {
	whole := datasettest.PlaysConfig(t.TempDir())
	whole.BestOf, whole.Rows, whole.RowsOf = 3, datasets.LastPlayRows, datasets.RowsOfFirst
	datasettest.Collect(t, whole)
	c := whole
	c.Dir = t.TempDir()
	if _, err := collectUntil(t, c, 35); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want context.Canceled", err)
	}
	c.Resume = true
	if s := datasettest.Collect(t, c); s.Kept != 30 || s.Played != 23 || !maps.Equal(datasettest.SumsOf(t, c.Dir), datasettest.SumsOf(t, whole.Dir)) {
		t.Errorf("kept %d and played %d games, want 30 and 23 and the same bytes", s.Kept, s.Played)
	}
	for says, change := range map[string]func(*collect.Config){
		"rows: last-play there, plays requested": func(c *collect.Config) { c.Rows = datasets.PlayRows },
		"rows-of: first there, none requested":   func(c *collect.Config) { c.RowsOf = datasets.RowsOfAll },
		"discount: 0.9 there, 0.5 requested":     func(c *collect.Config) { c.Discount = 0.5 },
		"best-of: 3 there, none requested":       func(c *collect.Config) { c.BestOf = 1 },
		"redeal: none there, true requested":     func(c *collect.Config) { c.Redeal = true },
		`ended-by: none there, ["folded"]`:       func(c *collect.Config) { c.EndedBy = []string{"folded"} },
		"after-fields: toy there, other":         func(c *collect.Config) { c.Table.After = "other" },
	} {
		other := c
		change(&other)
		must.Refuse(collect.Run(t.Context(), other))(t, says)
	}
	// A damaged shard is refused, though it may have no rows.
	for _, f := range []datasets.Format{datasets.ArrowFile, datasets.Parquet} {
		c := whole
		c.Dir, c.Format = t.TempDir(), f
		datasettest.Collect(t, c)
		path := filepath.Join(c.Dir, datasets.ShardName(2, f))
		b := must.Get(os.ReadFile(path))(t)
		c.Resume = true
		for cut := 0; cut < len(b); cut += len(b)/9 + 1 {
			must.Do(t, os.WriteFile(path, b[:cut], 0o666))
			if _, err := collect.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), path) {
				t.Fatalf("%s: shard cut to %d of %d bytes: error %v, want one that names it", f, cut, len(b), err)
			}
		}
	}
}

func TestPlaysRefuse(t *testing.T) {
	for says, change := range map[string]func(*collect.Config){
		"best of 0":                              func(c *collect.Config) { c.BestOf = 0 },
		`rows "some"`:                            func(c *collect.Config) { c.Rows = "some" },
		`rows of "last"`:                         func(c *collect.Config) { c.RowsOf = "last" },
		"discount 0: want":                       func(c *collect.Config) { c.Discount = 0 },
		"discount 1.5: want":                     func(c *collect.Config) { c.Discount = 1.5 },
		"discount NaN: want":                     func(c *collect.Config) { c.Discount = math.NaN() },
		"discount 0.9 needs rows plays":          func(c *collect.Config) { c.Rows = datasets.AllRows },
		"rows of the first agent alone":          func(c *collect.Config) { c.Rows, c.RowsOf = datasets.AllRows, datasets.RowsOfFirst },
		"but best of 1 has no others":            func(c *collect.Config) { c.Redeal = true },
		"ended by folded need rows plays":        func(c *collect.Config) { c.Rows, c.Discount, c.EndedBy = datasets.AllRows, 1, []string{"folded"} },
		`ending "fold" is not one of the game's`: func(c *collect.Config) { c.EndedBy = []string{"fold"} },
		"rows plays need fields after":           func(c *collect.Config) { c.Table.After, c.Table.NewAfter = "", nil },
		"needs an encoder with groups":           func(c *collect.Config) { c.Table.After = "" },
		"final observations need rows all":       func(c *collect.Config) { c.Final = datasets.FinalRows },
		"the layout has two fields named hand":   func(c *collect.Config) { c.Table.NewAfter = func() game.ActionEncoder { return twice{} } },
	} {
		c := datasettest.PlaysConfig(t.TempDir())
		change(&c)
		must.Refuse(collect.Run(t.Context(), c))(t, says)
	}
}

// twice is datasettest.ToyAfter with a field of the same name twice.
type twice struct{ datasettest.ToyAfter }

func (twice) Layout() game.Layout {
	return append(datasettest.ToyAfterLayout[:1:1], datasettest.ToyAfterLayout...)
}

// TestMovesOfPlays checks that a replay shows every move, and which have rows.
func TestMovesOfPlays(t *testing.T) {
	c := datasettest.PlaysConfig(t.TempDir())
	c.Rows, c.RowsOf = datasets.LastPlayRows, datasets.RowsOfFirst
	datasettest.Collect(t, c)
	d := datasettest.Open(t, c.Dir)
	replay := datasettest.ReplayOf(t, &c, d)
	for e, err := range d.Episodes() {
		must.Do(t, err)
		var actions []uint16
		var rows []int
		over := false
		if err := replay.Moves(e, func(m datasets.Move, s game.State) error {
			if m.Action == game.NoAction {
				over = s.Outcome().Over
				return nil
			}
			if m.Step != len(actions) || m.Player != s.Current() {
				t.Fatalf("move %+v, want step %d of player %d", m, len(actions), s.Current())
			}
			actions = append(actions, uint16(m.Action))
			if m.Row >= 0 {
				rows = append(rows, m.Row)
			}
			return nil
		}); err != nil || !over {
			t.Fatalf("over is %v (%v)", over, err)
		}
		want := playAttempt(t, &c, e.Deal[e.From], 0)
		if !slices.Equal(actions, want.actions) || len(rows) != 1 || rows[0] != e.From {
			t.Fatalf("moves %v with rows %v, want %v with row %d", actions, rows, want.actions, e.From)
		}
	}
}
