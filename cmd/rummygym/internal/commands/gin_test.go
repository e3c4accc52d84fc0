package commands

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// recordedGin records games of sigra against simple with the given options and returns the folder.
func recordedGin(t *testing.T, options ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, append([]string{"collect", "--agents", "sigra,simple", "--games", "12", "--seed", "4", "--shard-games", "8",
		"--fields", "cards-and-counts,deadwood", "--out", dir}, options...)...)
	return dir
}

func TestCollectGin(t *testing.T) {
	dir := recordedGin(t, "--game", "gin-match", "--target", "40")
	clitest.WantAll(t, program.Succeed(t, "dataset", "info", dir), "GinRummyMatch-v1", "sigra simple, seating rotate, seed 4", `"target":40`, "cards-and-counts,deadwood")
	clitest.WantAll(t, program.Succeed(t, "dataset", "validate", dir, "--replay"), "2 shards, 12 episodes", "12 episodes replayed: no errors")
	clitest.WantAll(t, program.Fail(t, "collect", "--game", "gin", "--agents", "simple", "--out", "x"), "1 agent,", "2 seats: name one agent for each seat\n")
	clitest.WantAll(t, program.Fail(t, "collect", "--game", "gin", "--agents", "simple,simple", "--fields", "smell", "--out", "x"), `--fields: "smell"`, "almost-melds")
	clitest.WantAll(t, program.Fail(t, "collect", "--game", "gin", "--agents", "", "--out", "x"), "--agents is empty", "--game gin")
}

func TestReplayGin(t *testing.T) {
	dir := recordedGin(t, "--game", "gin-match", "--target", "40")
	must.Match(t, "testdata/replay-gin.txt", program.Succeed(t, "replay", dir, "--episode", "2"))
	view := program.Succeed(t, "replay", dir, "--episode", "2", "--seat", "1")
	must.Match(t, "testdata/replay-gin-seat.txt", view)
	if strings.Contains(view, "seed") {
		t.Errorf("the view of seat 1 has the seed:\n%s", view)
	}
	hands := recordedGin(t, "--game", "gin", "--preset", "openspiel")
	clitest.WantAll(t, program.Succeed(t, "replay", hands, "--episode", "0"), " rounds\n")

	g := must.Get(gin.New(gin.EAAI()))(t)
	d := must.Get(datasets.Open(dir))(t)
	if err := d.Find(3, func(e datasets.Episode) error {
		lines := strings.Split(strings.TrimSpace(program.Succeed(t, "replay", dir, "--episode", "3", "--format", "json", "--seat", "0")), "\n")
		// A seat does not see that the other may knock and does not.
		var rows []int
		for row := e.From; row < e.To; row++ {
			if e.Player[row] == 0 || e.Phase(row) != "knock-or-pass" || game.Action(e.Action[row]) == gin.Knock {
				rows = append(rows, row)
			}
		}
		if len(lines) != len(rows)+1 || len(rows) == e.To-e.From {
			t.Fatalf("%d lines, want %d of %d decisions and the end", len(lines), len(rows), e.To-e.From)
		}
		for i, line := range lines[:len(lines)-1] {
			var m replayMove
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				return err
			}
			row := rows[i]
			a, err := g.ParseAction(m.Action)
			if err != nil || uint16(a) != e.Action[row] || m.Step != int32(i) || (m.ReplayRow != nil) != (m.Seat == 0) || m.Number != e.Action[row] || m.Seat != e.Player[row] || m.Phase != e.Phase(row) {
				t.Errorf("move %d is %+v (%v)", i, m, err)
			}
			cards := map[bool]int{false: 10, true: 11}[m.Phase == "discard"]
			if m.Seat != 0 {
				cards = 0
			}
			must.Equal(t, len(m.Hand), cards, "move %d of seat %d in phase %s shows seat 0: cards", i, m.Seat, m.Phase)
		}
		var end replayEnd
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &end); err != nil {
			return err
		}
		if !end.Over || end.Gains[0]+end.Gains[1] != 0 || int32(end.Rounds) != e.Rounds[e.From] {
			t.Errorf("the end is %+v", end)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
