package session_test

import (
	"testing"

	"rummygym"
	"rummygym/session"
)

func TestDump(t *testing.T) {
	for _, g := range []*rummygym.GameType{rummygym.Indian, rummygym.Gin} {
		for i := range session.Lessons(g) {
			s, err := session.New(session.Config{Rules: g.Defaults(), Lesson: i + 1})
			if err != nil {
				t.Fatal(err)
			}
			w := s.NewWords()
			for !s.Over() {
				if !s.Turn() {
					ev, err := s.Advance()
					t.Log(w.Events(ev), err)
					continue
				}
				x := s.Instruction()
				t.Logf("%+v", x)
				h := s.Hand(s.Observe(0))
				t.Logf("HAND %+v", h)
				if hint, err := s.Hint(); err == nil {
					t.Log("HINT", hint.Name, hint.Unit, hint.Values)
				}
				ok := false
				for _, c := range s.Choices() {
					ev, err := s.Apply(c.Action)
					if err == nil {
						t.Log("RIGHT", c.Name, w.Events(ev))
						ok = true
						break
					}
					t.Log("WRONG", c.Name, err)
				}
				if !ok {
					t.Fatal("nothing accepted")
				}
			}
			t.Logf("%+v", s.Instruction())
			t.Log(w.Events(s.Events()[len(s.Events())-2:]))
			t.Log(len(s.Records()), len(s.Results()))
		}
	}
}
