package arena

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

func TestGamesRoundTrip(t *testing.T) {
	for _, seats := range []int{2, 4} {
		c := raceConfig(seats, 7)
		want := mustPlay(t, c)
		want.Records[1][3] = Record{} // not played
		got := must.Get(ReadGames(bytes.NewReader(gameBytes(t, want))))(t)
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
		{"nothing", "no digest", nil},
		{"text", "no digest", []byte("lineup,game\n0,0\n")},
		{"half", "damaged", whole[:len(whole)/2]},
		{"sealed text", "not an Arrow file", sealed(t, []byte(safefile.Placeholder+"\n0,0\n"))},
		{"winner", "row 2: winner 5: want -1 to 1", written(func(r *Result) { r.Records[0][1].Winner = 5 })},
		{"version", "want version rummygym.games/2", resealed(t, bytes.ReplaceAll(whole, []byte("rummygym.version"), []byte("rummygym.visions")))},
	} {
		_, err := ReadGames(bytes.NewReader(c.data))
		must.Fail(t, err, c.want)
	}
}

// sealed seals data that hold a placeholder.
func sealed(t testing.TB, data []byte) []byte {
	t.Helper()
	must.Do(t, safefile.Seal(data))
	return data
}

var digest = regexp.MustCompile("rummygym-sha256:[0-9a-f]{64}")

// resealed gives changed data the digest that fits, as nobody does by chance.
func resealed(t testing.TB, data []byte) []byte {
	return sealed(t, digest.ReplaceAll(data, []byte(safefile.Placeholder)))
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
		must.Fail(t, s.check(), c.want)
	}
	if err := good.check(); err != nil {
		t.Error(err)
	}
}

func TestFileRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.arrow")
	want := mustPlay(t, raceConfig(2, 3))
	for range 2 { // once as a new file, and once over an older file
		must.Do(t, WriteFile(path, want))
	}
	got := must.Get(ReadFile(path))(t)
	if !reflect.DeepEqual(got, want) {
		t.Error("the result read differs from the one written")
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v (%v), want only the file", left, err)
	}
}

// FuzzReadGames checks that what is not a file of games byte for byte is refused, and that
// files of any contents behind a digest that fits are errors or results.
func FuzzReadGames(f *testing.F) {
	c := raceConfig(2, 2)
	res := must.Get(Tournament(context.Background(), c))(f)
	var b bytes.Buffer
	must.Do(f, WriteGames(&b, res))
	whole := b.Bytes()
	f.Add(whole, 0, byte(0))
	f.Add(whole, 700, byte(1))
	f.Add(whole[:len(whole)/2], 8, byte(255))
	f.Fuzz(func(t *testing.T, data []byte, at int, change byte) {
		data = bytes.Clone(data)
		if len(data) > 0 {
			data[max(at, -at-1)%len(data)] ^= change
		}
		if _, err := ReadGames(bytes.NewReader(data)); err == nil && !bytes.Equal(data, whole) {
			t.Error("another file is read")
		}
		// What has the digest that fits is parsed, within bounds of memory.
		data = digest.ReplaceAll(data, []byte(safefile.Placeholder))
		if safefile.Seal(data) != nil {
			return
		}
		if res, err := ReadGames(bytes.NewReader(data)); (err == nil) != (res != nil) {
			t.Errorf("a result of %v, error %v", res, err)
		}
	})
}
