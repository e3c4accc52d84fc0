package arena

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"
)

func TestGamesRoundTrip(t *testing.T) {
	for _, seats := range []int{2, 4} {
		c := raceConfig(seats, 7)
		want := mustPlay(t, c)
		want.Records[1][3] = Record{} // not played
		got, err := ReadGames(bytes.NewReader(gameBytes(t, want)))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d seats: the result read differs from the one written", seats)
		}
	}
}

func TestReadGamesRefuses(t *testing.T) {
	good := mustPlay(t, raceConfig(2, 3))
	written := func(change func(*Result)) []byte {
		res := newResult(good.Setup)
		for l := range res.Records {
			copy(res.Records[l], good.Records[l])
		}
		change(res)
		return gameBytes(t, res)
	}
	whole := written(func(*Result) {})
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"nothing", "not an Arrow file", nil},
		{"text", "not an Arrow file", []byte("lineup,game\n0,0\n")},
		{"half", "arena: ", whole[:len(whole)/2]},
		{"winner", "row 2: winner 5: want -1 to 1", written(func(r *Result) { r.Records[0][1].Winner = 5 })},
		{"version", "want version 1", bytes.ReplaceAll(whole, []byte("rummygym.games.version"), []byte("rummygym.games.visions"))},
	} {
		_, err := ReadGames(bytes.NewReader(c.data))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one that contains %q", c.name, err, c.want)
		}
	}
}

func TestSetupCheck(t *testing.T) {
	good := mustPlay(t, raceConfig(2, 1)).Setup
	for _, c := range []struct {
		change func(*Setup)
		want   string
	}{
		{func(s *Setup) { s.Seats = 9 }, "at 9 seats"},
		{func(s *Setup) { s.Games = 0 }, "of 0 games"},
		{func(s *Setup) { s.Games = 1 << 40 }, "games"},
		{func(s *Setup) { s.Lineups = nil }, "0 lineups"},
		{func(s *Setup) { s.Lineups = []Lineup{{1}} }, "lineup [1] has 1 seats: want 2"},
		{func(s *Setup) { s.Lineups = []Lineup{{1, 8}} }, "names agent 8: want 0 to 2"},
	} {
		s := good
		c.change(&s)
		if err := s.check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one that contains %q", err, c.want)
		}
	}
	if err := good.check(); err != nil {
		t.Error(err)
	}
}

func TestTakeTwice(t *testing.T) {
	want := mustPlay(t, raceConfig(2, 2))
	file, err := ipc.NewFileReader(bytes.NewReader(gameBytes(t, want)))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	batch, err := file.Record(0)
	if err != nil {
		t.Fatal(err)
	}
	res := newResult(want.Setup)
	if err := res.takeRow(batch, nil, 3); err != nil {
		t.Fatal(err)
	}
	if err := res.takeRow(batch, nil, 3); err == nil || !strings.Contains(err.Error(), "game 1 of lineup 1 occurs twice") {
		t.Errorf("a row that comes twice: error %v", err)
	}
}

func TestFileRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.arrow")
	want := mustPlay(t, raceConfig(2, 3))
	for range 2 { // once as a new file, and once over an older file
		if err := WriteFile(path, want); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the result read differs from the one written")
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v (%v), want only the file", left, err)
	}
}

func TestReplaceKeepsTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.arrow")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left")
	err := replace(path, func(w io.Writer) error {
		if _, err := w.Write([]byte("new")); err != nil {
			return err
		}
		return full
	})
	if !errors.Is(err, full) || !strings.Contains(err.Error(), "games.arrow is unchanged") {
		t.Errorf("error %v, want %v and that the file is unchanged", err, full)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "old" {
		t.Errorf("the file holds %q (%v), want the old contents", data, err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v (%v), want the file alone", left, err)
	}
}

func TestFileErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadFile(filepath.Join(dir, "none.arrow")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("reading a file that is not there: %v", err)
	}
	if err := WriteFile(filepath.Join(dir, "no", "games.arrow"), mustPlay(t, raceConfig(2, 1))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("writing to a folder that is not there: %v", err)
	}
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(text); err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("reading a text: error %v, want one that names the file", err)
	}
}

// A damaged file gives an error or a usable result, never a panic, although the Arrow
// reader itself panics on some.
func TestReadGamesDamaged(t *testing.T) {
	whole := gameBytes(t, mustPlay(t, raceConfig(2, 2)))
	refused := 0
	for at := 8; at < len(whole); at += 97 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x41
		res, err := ReadGames(bytes.NewReader(damaged))
		if err != nil {
			refused++
		} else if s := Summarize(res, Settings{Resamples: 2}); len(s.Pairs) != len(res.Lineups) {
			t.Errorf("damaged at %d: %d pairs of %d lineups", at, len(s.Pairs), len(res.Lineups))
		}
	}
	if refused < 10 {
		t.Errorf("%d damaged files gave an error, want at least 10", refused)
	}
}
