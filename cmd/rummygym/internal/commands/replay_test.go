package commands

import (
	"encoding/json"
	"strings"
	"testing"

	"rummygym/datasets"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

func TestReplayTranscript(t *testing.T) {
	dir := recorded(t)
	must.Match(t, "testdata/replay.txt", program.Succeed(t, "replay", dir, "--episode", "2"))
	must.Match(t, "testdata/replay-seat.txt", program.Succeed(t, "replay", dir, "--episode", "2", "--seat", "1"))
}

// TestReplaySeatSeesNothingHidden checks that the view of seat 0 shows neither the closed
// deck nor the hand of seat 1.
func TestReplaySeatSeesNothingHidden(t *testing.T) {
	dir := recorded(t)
	for episode := range 10 {
		text := program.Succeed(t, "replay", dir, "--episode", string(rune('0'+episode)), "--seat", "0")
		for line := range strings.Lines(text) {
			if strings.Contains(line, "closed deck (") {
				t.Errorf("episode %d shows the closed deck: %s", episode, line)
			}
			if _, hand, ok := strings.Cut(line, "seat 1: "); ok && strings.HasPrefix(strings.TrimLeft(line, " *>"), "seat 1: ") &&
				!strings.Contains(hand, " cards") && hand != "random\n" && hand != "min-dist\n" {
				t.Errorf("episode %d shows the hand of seat 1: %s", episode, line)
			}
		}
	}
}

func TestReplayJSON(t *testing.T) {
	dir := recorded(t)
	d := must.Get(datasets.Open(dir))(t)
	must.Do(t, d.Find(7, func(e datasets.Episode) error {
		lines := strings.Split(strings.TrimSpace(program.Succeed(t, "replay", dir, "--episode", "7", "--format", "json")), "\n")
		seen := strings.Split(strings.TrimSpace(program.Succeed(t, "replay", dir, "--episode", "7", "--format", "json", "--seat", "0")), "\n")
		if len(lines) != e.To-e.From+1 || len(seen) != len(lines) {
			t.Fatalf("%d and %d lines, want %d decisions and the end", len(lines), len(seen), e.To-e.From)
		}
		g, err := indian.New(indian.Paper())
		if err != nil {
			return err
		}
		for i, line := range lines[:len(lines)-1] {
			var all, own replayMove
			if err := json.Unmarshal([]byte(line), &all); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(seen[i]), &own); err != nil {
				return err
			}
			row := e.From + i
			a, err := g.ParseAction(all.Action)
			if err != nil || uint16(a) != e.Action[row] || all.Number != e.Action[row] || all.Step != int32(i) || all.Seat != e.Player[row] || all.Agent != e.Agent(row) || all.Reward != e.Reward[row] {
				t.Errorf("move %d is %+v (%v)", i, all, err)
			}
			if n := len(all.Hand); n != 13 && all.Phase == "draw" || n != 14 && all.Phase == "discard" {
				t.Errorf("move %d shows %d cards in phase %s", i, n, all.Phase)
			}
			if (len(own.Hand) > 0) != (own.Seat == 0) {
				t.Errorf("move %d of seat %d shows seat 0 %d cards", i, own.Seat, len(own.Hand))
			}
		}
		var end replayEnd
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &end); err != nil {
			return err
		}
		if !end.Over || string(end.Ending) != e.Ending(e.From) || int8(end.Winner) != e.Winner[e.From] || end.Gains[0]+end.Gains[1] != 0 || len(end.Gains) != 2 {
			t.Errorf("the end is %+v", end)
		}
		return nil
	}))
}
