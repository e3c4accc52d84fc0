package session_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/env/record"
	"rummygym/session"
)

func TestUndo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	r := rules(t, "indian", "")
	s := open(t, session.Config{Rules: r, Agents: []string{"random"}, Seed: 8, Practice: true, Path: path})
	if err := s.Undo(); err == nil || !strings.Contains(err.Error(), "no move") {
		t.Errorf("undo before a move: %v", err)
	}
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
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
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
	again, err := session.Resume(session.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if err := again.Undo(); err != nil {
		t.Errorf("a practice game goes on as one: %v", err)
	}
	p.finish(t, again)
	if err := again.Next(); err != nil {
		t.Fatal(err)
	}
	if rec := records(t, again); rec[0].Seats[0] != "human:practice" || rec[1].Seats[1] != "human" {
		t.Errorf("seats %q and %q: only the first game is marked", rec[0].Seats, rec[1].Seats)
	}
	serious := open(t, session.Config{Rules: r, Seed: 8})
	if err := serious.Undo(); err == nil || !strings.Contains(err.Error(), "practice only") {
		t.Errorf("undo without practice: %v", err)
	}
}
