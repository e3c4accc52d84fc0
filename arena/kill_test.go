package arena

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

// TestKilledTournament kills processes at their first, second, fourth and eighth checkpoint, and
// before the first one. A tournament resumed from what each leaves ends with the same bytes.
func TestKilledTournament(t *testing.T) {
	c := raceConfig(2, 300)
	c.Workers = 2
	if path := os.Getenv("ARENA_TEST_KILL"); path != "" {
		if _, err := os.Stat(path); err == nil {
			must.Do(t, c.ResumeFrom(path))
		}
		c.Checkpoint = func(res *Result) error {
			fmt.Println("before")
			err := WriteFile(path, res)
			fmt.Println("after")
			return err
		}
		mustPlay(t, c)
		return
	}
	want := gameBytes(t, mustPlay(t, c))
	path := filepath.Join(t.TempDir(), "games.arrow")
	for _, lines := range []int{1, 2, 3, 7, 15} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledTournament$")
		cmd.Env = append(os.Environ(), "ARENA_TEST_KILL="+path)
		out := must.Get(cmd.StdoutPipe())(t)
		must.Do(t, cmd.Start())
		for s := bufio.NewScanner(out); lines > 0 && s.Scan(); lines-- {
		}
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		if _, err := os.Stat(path); err != nil {
			continue // killed before its first checkpoint
		}
		again := raceConfig(2, 300)
		must.Do(t, again.ResumeFrom(path))
		if got := gameBytes(t, mustPlay(t, again)); !bytes.Equal(got, want) {
			t.Error("a resumed tournament differs from one that was not killed")
		}
	}
	res, err := Tournament(context.Background(), c)
	if err == nil {
		err = WriteFile(path, res)
	}
	if left, e := os.ReadDir(filepath.Dir(path)); err != nil || e != nil || len(left) != 1 {
		t.Errorf("the folder holds %v, want the checkpoint alone (%v)", left, err)
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
