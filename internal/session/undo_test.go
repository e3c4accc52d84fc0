package session_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"rummygym/env/record"
	"rummygym/internal/must"
	"rummygym/internal/session"
)

func TestUndo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	r := rules(t, "indian", "")
	s := open(t, session.Config{Rules: r, Agents: []string{"random"}, Seed: 8, Practice: true, Path: path})
	must.Fail(t, s.Undo(), "no move")
	p := script(t, r)
	type moment struct {
		events []record.Event
		view   string
	}
	var before []moment // at each decision of the person
	for !s.Over() {
		if s.Turn() {
			before = append(before, moment{s.Events(), fmt.Sprint(s.Observe(s.Seat()))})
		}
		p.step(t, s)
	}
	whole := s.Events()
	for i := len(before) - 1; i >= 0; i-- { // back to the deal
		must.Do(t, s.Undo())
		if !s.Turn() || !sameEvents(s.Events(), before[i].events) || fmt.Sprint(s.Observe(s.Seat())) != before[i].view {
			t.Fatalf("undo to decision %d is another moment", i)
		}
	}
	p = script(t, r)
	p.finish(t, s)
	if !sameEvents(s.Events(), whole) {
		t.Error("the same moves after undo give another game")
	}
	if rec := records(t, s)[0]; rec.Seats[0] != "human:practice" || !s.Results()[0].Practice {
		t.Errorf("seats %q: the record is not marked", rec.Seats)
	}
	s.Close()
	again := must.Get(session.Resume(session.Config{Path: path}))(t)
	defer again.Close()
	if err := again.Undo(); err != nil {
		t.Errorf("a practice game goes on as one: %v", err)
	}
	p.finish(t, again)
	must.Do(t, again.Next())
	if rec := records(t, again); rec[0].Seats[0] != "human:practice" || rec[1].Seats[1] != "human" {
		t.Errorf("seats %q and %q: only the first game is marked", rec[0].Seats, rec[1].Seats)
	}
	serious := open(t, session.Config{Rules: r, Seed: 8})
	must.Fail(t, serious.Undo(), "practice only")
}
