package terminal

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/options"
	"rummygym/session"
)

// A person plays with an outside program as with the agent that it serves: the same moves after
// undo, and after an interruption.
func TestOutsideProgram(t *testing.T) {
	inFolder(t)
	self := must.Get(os.Executable())(t)
	t.Setenv(asProgram, "1")
	spec := "exec:{" + options.Quote(self) + " agent min-dist}"
	config := session.Config{Rules: rules(t, "indian", ""), Agents: []string{spec}, Seed: 8, Practice: true, Path: "x.jsonl"}
	s := must.Get(session.New(config))(t)
	defer func() { s.Close() }()
	served := newSession(t, "indian", "", "min-dist", 8)
	moves := script(t, served)
	for i, a := range moves {
		switch i {
		case len(moves) / 3: // the move before this one once more
			must.Do(t, s.Undo())
			must.Get(s.Apply(moves[i-1]))(t)
		case len(moves) / 2:
			s.Close()
			s = must.Get(session.Resume(session.Config{Path: "x.jsonl"}))(t)
		}
		for !s.Turn() {
			must.Get(s.Advance())(t)
		}
		must.Get(s.Apply(a))(t)
	}
	for !s.Over() {
		must.Get(s.Advance())(t)
	}
	events := func(records []byte) string { _, all, _ := strings.Cut(string(records), "\n"); return all }
	if events(s.Records()) != events(served.Records()) {
		t.Error("the game is another one than with the agent that the program serves")
	}

	// A program that fails ends the session, and the game is saved.
	status, out, errs := program.Run(t, "draw\n", "play", "--save", "y.jsonl", "--against", "exec:{false}")
	if status != 1 || out != "" || !bytes.Contains([]byte(errs), []byte("exec:")) {
		t.Errorf("exit status %d, %s%s", status, out, errs)
	}
}
