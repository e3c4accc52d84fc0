package safefile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// listed returns the names of the files in a folder.
func listed(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries := must.Get(os.ReadDir(dir))(t)
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	return string(data)
}

func TestReplaceKeepsTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	must.Do(t, Write(path, []byte("old")))
	full := errors.New("no space left")
	for _, publish := range []func(string, func(*os.File) error) error{Replace, Create} {
		err := publish(path, func(f *os.File) error {
			_, err := f.WriteString("new")
			return errors.Join(err, full)
		})
		if !errors.Is(err, full) || strings.Contains(err.Error(), path) {
			t.Errorf("error %v, want %v, which is none of the file", err, full)
		}
		err = publish(path, func(f *os.File) error { return &fs.PathError{Op: "write", Path: f.Name(), Err: full} })
		must.Fail(t, err, "writing "+path+": no space left")
	}
	write := func(f *os.File) error { _, err := f.WriteString("new"); return err }
	if err := Create(path, write); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Create of a file that exists: error %v", err)
	}
	if got := mustRead(t, path); got != "old" || len(listed(t, dir)) != 1 {
		t.Errorf("the file holds %q, the folder %v; want the old contents alone", got, listed(t, dir))
	}
	if err := Replace(path, write); err != nil || mustRead(t, path) != "new" {
		t.Errorf("the file holds %q, error %v", mustRead(t, path), err)
	}
	other := filepath.Join(dir, "other")
	if err := Create(other, write); err != nil || mustRead(t, other) != "new" || len(listed(t, dir)) != 2 {
		t.Errorf("the folder holds %v, error %v", listed(t, dir), err)
	}
	if err := Write(filepath.Join(dir, "no", "file"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that does not exist: error %v", err)
	}
}

// Two writers of one file do not write to the same file in the making, and the last one wins.
func TestReplaceNested(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a[b]*?")
	err := Replace(path, func(f *os.File) error {
		if _, err := f.WriteString("out"); err != nil {
			return err
		}
		if err := Write(path, []byte("inner")); err != nil {
			return err
		}
		_, err := f.WriteString("er")
		return err
	})
	if err != nil || mustRead(t, path) != "outer" || len(listed(t, dir)) != 1 {
		t.Errorf("the file holds %q, the folder %v, error %v", mustRead(t, path), listed(t, dir), err)
	}
}

// What a killed process leaves is removed, and nothing else.
func TestReplaceCleans(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".file.123.new", ".other.123.new", ".file.new", "file.5.new"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600))
	}
	must.Do(t, os.Mkdir(filepath.Join(dir, ".file.9.new"), 0o700))
	must.Do(t, Write(filepath.Join(dir, "file"), nil))
	if got, want := listed(t, dir), []string{".file.9.new", ".file.new", ".other.123.new", "file", "file.5.new"}; !slices.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	for name, lock := range map[string]func() (func(), error){
		"folder": func() (func(), error) { return Lock(dir) },
		"file":   func() (func(), error) { return LockFile(filepath.Join(dir, "file")) },
	} {
		for range 2 {
			release := must.Get(lock())(t)
			must.Refuse(lock())(t, dir, "choose another "+name)
			release()
		}
	}
	if left := listed(t, dir); len(left) != 0 {
		t.Errorf("the locks leave %v", left)
	}
	if _, err := Lock(filepath.Join(dir, "no")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that does not exist: error %v", err)
	}
}

// A killed process holds no lock, and what it leaves hinders nobody.
func TestKilled(t *testing.T) {
	if path := os.Getenv("SAFEFILE_TEST"); path != "" {
		must.Get(Lock(filepath.Dir(path)))(t)
		must.Get(LockFile(path))(t)
		t.Fatal(Replace(path, func(*os.File) error {
			fmt.Println("ready")
			_, err := io.ReadAll(os.Stdin) // until it is killed
			return err
		}))
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for range 3 {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilled$")
		cmd.Env = append(os.Environ(), "SAFEFILE_TEST="+path)
		must.Get(cmd.StdinPipe())(t)
		out := must.Get(cmd.StdoutPipe())(t)
		must.Do(t, cmd.Start())
		if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
			t.Fatalf("the process printed %q (%v)", line, err)
		}
		if _, err := Lock(dir); err == nil {
			t.Error("the folder of a running process is not locked")
		}
		if _, err := LockFile(path); err == nil {
			t.Error("the file of a running process is not locked")
		}
		if err := Write(path, []byte("mine")); err != nil || len(listed(t, dir)) != 3 {
			t.Errorf("beside a running process: %v, error %v", listed(t, dir), err)
		}
		must.Do(t, cmd.Process.Kill())
		if err := cmd.Wait(); err == nil || err.Error() != "signal: killed" {
			t.Fatalf("the process ended with %v", err)
		}
	}
	release := must.Get(Lock(dir))(t)
	release()
	release = must.Get(LockFile(path))(t)
	release()
	if err := Write(path, nil); err != nil || len(listed(t, dir)) != 1 {
		t.Errorf("after the kills: %v, error %v", listed(t, dir), err)
	}
}

func TestSeal(t *testing.T) {
	inner := []byte("inner " + Placeholder)
	must.Do(t, Seal(inner))
	for _, text := range []string{
		Placeholder, "a" + Placeholder + "b", Placeholder + Placeholder, "x" + Placeholder + string(inner) + Placeholder,
		"rummygym-sha256:nothing " + Placeholder,
	} {
		data := []byte(text)
		if err := Seal(data); err != nil || string(data) == text || Verify(data) != nil {
			t.Fatalf("%q sealed: %q, error %v, %v", text, data, err, Verify(data))
		}
		for bit := range 8 * len(data) {
			bad := bytes.Clone(data)
			bad[bit/8] ^= 1 << (bit % 8)
			if err := Verify(bad); !errors.Is(err, ErrDamaged) {
				t.Fatalf("bit %d of %q flipped: error %v", bit, data, err)
			}
		}
		for i := range data {
			for what, bad := range map[string][]byte{"cut": data[:i], "beheaded": data[i+1:], "longer": slices.Insert(bytes.Clone(data), i, 'x')} {
				if err := Verify(bad); !errors.Is(err, ErrDamaged) && !bytes.Equal(bad, inner) {
					t.Fatalf("%s at %d of %q: error %v", what, i, data, err)
				}
			}
		}
	}
	for _, text := range []string{"", "nothing", string(inner) + Placeholder} {
		if Seal([]byte(text)) == nil {
			t.Errorf("%q is sealed", text)
		}
	}
}

func TestJSON(t *testing.T) {
	type value struct {
		A int               `json:"a"`
		B map[string]string `json:"b,omitempty"`
	}
	path := filepath.Join(t.TempDir(), "value.json")
	for _, want := range []any{&value{}, &value{3, map[string]string{"x": "y"}}, &struct{}{}} {
		must.Do(t, WriteJSON(path, want))
		var object map[string]any
		if err := json.Unmarshal([]byte(mustRead(t, path)), &object); err != nil || !strings.HasPrefix(mustRead(t, path), "{\n  \"digest\": \"rummygym-sha256:") {
			t.Errorf("%s: error %v", mustRead(t, path), err)
		}
		got := reflect.New(reflect.TypeOf(want).Elem()).Interface()
		if err := ReadJSON(path, got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v is read as %+v, error %v", want, got, err)
		}
	}
	if _, err := EncodeJSON([]int{1}); err == nil {
		t.Error("a list is encoded")
	}
	must.Do(t, os.WriteFile(path, []byte(`{"a": 3}`), 0o600))
	if err := ReadJSON(path, new(value)); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), path) {
		t.Errorf("without a digest: error %v", err)
	}
	must.Refuse(Read(filepath.Dir(path)))(t, "not a regular file")
}

func FuzzVerify(f *testing.F) {
	sealed := must.Get(EncodeJSON(map[string]int{"a": 1}))(f)
	f.Add(sealed)
	f.Add([]byte(Placeholder))
	f.Fuzz(func(t *testing.T, text []byte) {
		data := bytes.Clone(text)
		if Verify(text) == nil { // then it is what Seal makes of the same data
			data = bytes.ReplaceAll(data, find(text), []byte(Placeholder))
			if err := Seal(data); err != nil || !bytes.Equal(data, text) {
				t.Errorf("%q is its own digest, error %v", text, err)
			}
			return
		}
		if err := Seal(data); err != nil {
			if !bytes.Equal(data, text) {
				t.Error("a refused seal changes the data")
			}
		} else if err := Verify(data); err != nil {
			t.Errorf("%q is sealed as %q: error %v", text, data, err)
		}
	})
}
