package arena

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow/ipc"

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

// Lengths in a file are not believed, also behind a digest that fits: none makes the reader ask
// for the memory that it names.
func TestGamesOfAbsurdLengths(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, WriteGames(&b, mustPlay(t, raceConfig(2, 20))))
	zstd := []byte{0x28, 0xb5, 0x2f, 0xfd} // the length of what is compressed stands before it
	whole, frames := b.Bytes(), 0
	for at := bytes.Index(whole, zstd); at >= 0; at++ {
		frames++
		for _, n := range []uint64{1 << 37, 1 << 62} {
			bad := bytes.Clone(whole)
			binary.LittleEndian.PutUint64(bad[at-8:], n)
			must.Refuse(ReadGames(bytes.NewReader(resealed(t, bad))))(t, "bytes of memory")
		}
		next := bytes.Index(whole[at+1:], zstd)
		if next < 0 {
			break
		}
		at += next
	}
	if frames < 5 {
		t.Errorf("%d compressed columns: want at least 5", frames)
	}
	end := len(whole) - len("ARROW1") - 4 // the length of the footer
	for _, n := range []uint32{0, 1, 1 << 20, 1<<31 - 1, 1<<32 - 1} {
		bad := bytes.Clone(whole)
		binary.LittleEndian.PutUint32(bad[end:], n)
		if _, err := ReadGames(bytes.NewReader(resealed(t, bad))); err == nil {
			t.Errorf("a footer of %d bytes is accepted", n)
		}
	}
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

func TestTakeTwice(t *testing.T) {
	want := mustPlay(t, raceConfig(2, 2))
	file := must.Get(ipc.NewFileReader(bytes.NewReader(gameBytes(t, want))))(t)
	defer file.Close()
	batch := must.Get(file.Record(0))(t)
	res, cols := newResult(want.Setup), columnsOf(&want.Setup)
	must.Do(t, res.takeRow(batch, &cols, 3))
	must.Fail(t, res.takeRow(batch, &cols, 3), "game 1 of lineup 1 occurs twice")
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

func TestFileErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadFile(filepath.Join(dir, "none.arrow")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("reading a file that is not there: %v", err)
	}
	if err := WriteFile(filepath.Join(dir, "no", "games.arrow"), mustPlay(t, raceConfig(2, 1))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("writing to a folder that is not there: %v", err)
	}
	text := filepath.Join(dir, "text")
	must.Do(t, os.WriteFile(text, []byte("hello"), 0o600))
	must.Refuse(ReadFile(text))(t, text)
}

// Every flipped bit, cut or insertion is an error that names the file, and so is a file of
// another tournament.
func TestReadFileRefusesDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.arrow")
	c := raceConfig(2, 2)
	whole := gameBytes(t, mustPlay(t, c))
	refused := func(what string, data []byte) {
		t.Helper()
		must.Do(t, os.WriteFile(path, data, 0o600))
		if _, err := ReadFile(path); !errors.Is(err, safefile.ErrDamaged) || !strings.Contains(err.Error(), path) {
			t.Fatalf("%s: error %v, want one that names the file", what, err)
		}
	}
	for bit := 0; bit < 8*len(whole); bit += 23 {
		bad := bytes.Clone(whole)
		bad[bit/8] ^= 1 << (bit % 8)
		refused(fmt.Sprint("bit ", bit), bad)
	}
	for n := 0; n < len(whole); n += 331 {
		refused(fmt.Sprint("cut to ", n), whole[:n])
		refused(fmt.Sprint("a byte inserted at ", n), slices.Insert(bytes.Clone(whole), n, 'x'))
	}
	must.Do(t, os.WriteFile(path, whole, 0o600))
	if err := c.ResumeFrom(path); err != nil || c.Resume.Played() != c.Resume.Total() {
		t.Errorf("the whole file: error %v", err)
	}
	c.Env = "Race-v1"
	must.Fail(t, c.ResumeFrom(path), path, "environment none (want Race-v1)")
	c.Env = ""
	c.Seed++
	must.Fail(t, c.ResumeFrom(path), path, "another tournament")
}

// A pipe may never end, so it is refused.
func TestReadFileRefusesDevices(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("no /dev/zero")
	}
	must.Refuse(ReadFile("/dev/zero"))(t, "not a regular file")
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
