//go:build unix

package safefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rummygym/internal/must"
)

func TestOpenRefusesWhatIsNotAFile(t *testing.T) {
	dir := t.TempDir()
	file, link, fifo := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "fifo")
	must.Do(t, os.WriteFile(file, []byte("hello"), 0o666))
	must.Do(t, os.Symlink(file, link))
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Skip("no FIFOs here:", err)
	}
	for path, says := range map[string]string{
		dir: "is a folder", fifo: "is a FIFO", "/dev/zero": "is a device", filepath.Join(dir, "none"): "no such file", file: "", link: "",
	} {
		data, err := ReadAll(path, 5)
		if says == "" {
			if string(data) != "hello" || err != nil {
				t.Errorf("%s: %q, %v", path, data, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want one that names it and contains %q", path, err, says)
		}
	}
	if _, err := ReadAll(fifo, 5); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a FIFO: error %v, want ErrUnreadable", err)
	}
	if _, err := OpenStream(dir); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a folder as a stream: error %v, want ErrUnreadable", err)
	}
	wrote := make(chan error)
	go func() { wrote <- os.WriteFile(fifo, []byte("hello"), 0) }() // opens with the reader
	stream := must.Get(OpenStream(fifo))(t)
	if data, err := io.ReadAll(stream); string(data) != "hello" || err != nil {
		t.Errorf("a FIFO as a stream: %q, %v", data, err)
	}
	must.Do(t, stream.Close())
	if err := <-wrote; err != nil {
		t.Error(err)
	}
	must.Refuse(ReadAll(file, 4))(t, "more than 4 bytes")
	root := must.Get(os.OpenRoot(dir))(t)
	defer root.Close()
	for name, says := range map[string]string{".": "is a folder", "fifo": "is a FIFO", "none": "no such file", "link": "escapes", "file": ""} {
		f, err := OpenInRoot(root, name)
		if err == nil {
			f.Close()
		}
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s in the folder: error %v, want %q", name, err, says)
		}
	}
}
