package session_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"rummygym/internal/must"
	"rummygym/internal/session"
)

func TestLatest(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	if got, want := session.Folder(), filepath.Join(data, "rummygym"); got != want {
		t.Fatalf("the folder is %s, want %s", got, want)
	}
	_, err := session.Latest()
	must.Fail(t, err, session.Folder(), "name a file")
	must.Do(t, os.MkdirAll(session.Folder(), 0o777))
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i, name := range []string{"play.jsonl", "play-3.jsonl", "play-2.jsonl", "notes.txt"} {
		path := filepath.Join(session.Folder(), name)
		must.Do(t, os.WriteFile(path, nil, 0o666))
		must.Do(t, os.Chtimes(path, at, at.Add(time.Duration(min(i, 1)+i/3)*time.Hour)))
	}
	// play-3 and play-2 have the same time: the name decides.
	if got, want := must.Get(session.Latest())(t), filepath.Join(session.Folder(), "play-3.jsonl"); got != want {
		t.Errorf("the latest file is %s, want %s", got, want)
	}
}
