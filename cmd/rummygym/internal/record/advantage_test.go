package record

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/baselines/indianrummy"
	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// collectedFrom returns a dataset of games of two agents.
func collectedFrom(t *testing.T, agents, games string, more ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, append([]string{"collect", "--agents", agents, "--games", games, "--seed", "3", "--fields", "score", "--out", dir}, more...)...)
	return dir
}

// advantageRow is a row of the output.
type advantageRow struct {
	Kind                      string
	Decisions, Differ, Played int
	Win, Gain                 float64
	WinSE                     float64 `json:"win_se"`
	GainSE                    float64 `json:"gain_se"`
	GameWin                   float64 `json:"game_win"`
	GameWinSE                 float64 `json:"game_win_se"`
	GameGain                  float64 `json:"game_gain"`
	GameGainSE                float64 `json:"game_gain_se"`
}

// advantages returns the rows of the command by kind of decision.
func advantages(t *testing.T, args ...string) map[string]advantageRow {
	t.Helper()
	rows := map[string]advantageRow{}
	for line := range strings.Lines(program.Succeed(t, append([]string{"advantage", "--format", "json"}, args...)...)) {
		var r advantageRow
		must.Do(t, json.Unmarshal([]byte(line), &r))
		rows[r.Kind] = r
	}
	return rows
}

// TestAdvantageIsTheDifference checks that the changes in games of the chooser sum to the
// difference of the two agents in games of their own.
func TestAdvantageIsTheDifference(t *testing.T) {
	dir := collectedFrom(t, "min-dist-outs,min-dist-opp", "4000")
	rows := advantages(t, dir, "--of", "min-dist-outs", "--agent", "min-score", "--chooser", "min-dist-outs")
	all := rows[""]

	g := must.Get(indian.New(indian.Paper()))(t)
	play := func(spec string) arena.EvaluationRow {
		c := arena.Config{Game: g, Lineups: arena.BothSeats(0, 1), Games: 2000, Seed: 5, Deals: arena.AllDeals, Drop: game.NoAction}
		for _, spec := range []string{spec, "min-dist-opp"} {
			create := must.Get(indianrummy.New(spec))(t)
			c.Entrants = append(c.Entrants, arena.Entrant{Name: spec, New: create})
		}
		res := must.Get(arena.Tournament(t.Context(), c))(t)
		e := must.Get(res.Evaluate(.95))(t)
		return e.Rows[0]
	}
	outs, score := play("min-dist-outs"), play("min-score")
	for _, x := range []struct {
		name        string
		got, se     float64
		outs, score stats.Estimate
		least       float64
	}{{"win", all.GameWin, all.GameWinSE, outs.Win, score.Win, .03}, {"gain", all.GameGain, all.GameGainSE, outs.Gain, score.Gain, .5}} {
		want, se := x.outs.Value-x.score.Value, math.Hypot(x.outs.StdErr, x.score.StdErr)
		if z := (x.got - want) / math.Hypot(x.se, se); math.Abs(z) > 4 || x.got < x.least {
			t.Errorf("%s: the changes sum to %v ± %v, the agents differ by %v ± %v", x.name, x.got, x.se, want, se)
		}
	}
	if d := all.GameGain - rows["draw"].GameGain - rows["discard"].GameGain; math.Abs(d) > 1e-9 || all.Decisions != rows["draw"].Decisions+rows["discard"].Decisions {
		t.Errorf("the kinds do not add up to all: %+v", rows)
	}
}

// TestAdvantageOfItself checks that an agent changes nothing as its own chooser, in matches of
// Gin Rummy.
func TestAdvantageOfItself(t *testing.T) {
	dir := collectedFrom(t, "simple,simple", "4", "--game", "gin", "--fields", "deadwood")
	all := advantages(t, dir, "--chooser", "simple")[""]
	if all.Decisions < 100 || all.Differ != 0 || all.Win != 0 || all.GainSE != 0 {
		t.Errorf("rows %+v", all)
	}
}

// TestAdvantageShare checks that a share of the decisions estimates the whole, and that the
// number of workers changes nothing.
func TestAdvantageShare(t *testing.T) {
	dir := collectedFrom(t, "min-score,min-dist", "600")
	args := []string{dir, "--of", "min-score", "--chooser", "min-dist", "--workers", "1"}
	whole := advantages(t, args...)[""]
	part := advantages(t, append(args, "--share", "0.4")...)[""]
	if part.Differ != whole.Differ || math.Abs(float64(part.Played)/float64(whole.Played)-.4) > .05 {
		t.Errorf("%d of %d decisions were played", part.Played, whole.Played)
	}
	if z := (part.GameGain - whole.GameGain) / part.GameGainSE; math.Abs(z) > 3 {
		t.Errorf("a share gives %v ± %v points, all give %v", part.GameGain, part.GameGainSE, whole.GameGain)
	}
	for _, format := range []string{"table", "json", "csv", "arrow"} {
		print := func(workers string) string {
			return program.Succeed(t, "advantage", dir, "--of", "min-score", "--chooser", "min-dist", "--games", "50", "--rollouts", "2", "--format", format, "--workers", workers)
		}
		if one, three := print("1"), print("3"); one != three {
			t.Errorf("%s: one worker prints\n%s\nthree\n%s", format, one, three)
		} else if format == "table" {
			clitest.WantAll(t, one, "min-dist in place of min-score", "draw", "discard", "all")
		}
	}
}

func TestAdvantageRefuses(t *testing.T) {
	dir := collectedFrom(t, "min-score,min-dist", "5")
	for words, args := range map[string][]string{
		"--chooser is missing": {dir},
		`--of is "": want an agent of the dataset: min-score or min-dist`: {dir, "--chooser", "random"},
		`--of is "hat"`:                       {dir, "--chooser", "random", "--of", "hat"},
		"--chooser: ":                         {dir, "--chooser", "hat", "--of", "min-dist"},
		"--agent: ":                           {dir, "--chooser", "random", "--agent", "hat", "--of", "min-dist"},
		"--share is 0: want a number above 0": {dir, "--chooser", "random", "--share", "0"},
		"--rollouts 0":                        {dir, "--chooser", "random", "--rollouts", "0"},
		"--games -1":                          {dir, "--chooser", "random", "--games", "-1"},
		"--workers -1":                        {dir, "--chooser", "random", "--workers", "-1"},
	} {
		clitest.WantAll(t, program.Fail(t, append([]string{"advantage"}, args...)...), words)
	}
}
