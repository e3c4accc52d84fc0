package datasets

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestSinkAppearsWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "decisions/shard-00000.arrow")
	s, err := createSink(dir, "decisions/shard-00000.arrow")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	if at, err := s.Seek(0, io.SeekCurrent); at != 5 || err != nil {
		t.Errorf("position %d, error %v, want 5", at, err)
	}
	if _, err := s.Seek(0, io.SeekStart); err == nil {
		t.Error("seeking to the start is accepted")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file exists before commit (%v)", err)
	}
	if err := s.commit(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "hello" {
		t.Errorf("the file holds %q (%v)", b, err)
	}
	if sums, err := digestFile(path, newDigester()); err != nil || sums != s.sums.digests() || sums.Bytes != 5 {
		t.Errorf("the file has %+v, but the sink reports %+v (%v)", sums, s.sums.digests(), err)
	}
}

func TestSinkDiscarded(t *testing.T) {
	dir := t.TempDir()
	s, err := createSink(dir, "a.arrow")
	if err != nil {
		t.Fatal(err)
	}
	s.Write([]byte("hello"))
	s.discard()
	if left := digests(t, dir); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}

// TestDiskFull writes to /dev/full.
func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	c := toyConfig(dir)
	m, err := c.Meta()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []Format{ArrowFile, ArrowStream, Parquet} {
		c.Format, m.Format = f, f
		info := ShardInfo{Episodes: 53}
		for _, table := range []string{decisionsFolder, resultsFolder} {
			w, err := createShard(dir, m, info)
			if err != nil {
				t.Fatal(err)
			}
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			s := w.sink
			if table == resultsFolder {
				s = w.results.sink
			}
			s.file.Close()
			s.file = full
			s.out.Reset(full)
			_, err = newWorker(&c, m, 1).fill(t.Context(), w, info)
			if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), s.partial) || !strings.Contains(err.Error(), "free some space") || strings.Contains(err.Error(), "--resume") {
				t.Errorf("error %v, want one that names %s and a remedy", err, s.partial)
			}
			if err := resumable(err); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "--resume") {
				t.Errorf("error %v of a run, want the disk's with how to go on", err)
			}
			if left := digests(t, dir); len(left) != 0 {
				t.Errorf("%v is left behind", left)
			}
		}
	}
}

// TestFileSizeLimit collects in a process with a file size limit of 8 KiB.
func TestFileSizeLimit(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -f 8 && exec "$0"`, os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("error %v, want exit status 1: %s", err, out)
	}
	if text := string(out); !strings.Contains(text, "file too large") || !strings.Contains(text, "ulimit -f") || !strings.Contains(text, dir) {
		t.Errorf("the output is %q, want the folder, the error and a remedy", text)
	}
	for f := range digests(t, dir) {
		if !isShardName(f) {
			t.Errorf("%s is left behind", f)
		}
	}
}

func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below"), "/proc/rummygym/data"} {
		c := toyConfig(dir)
		_, err := Collect(t.Context(), c)
		if err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("error %v, want one that names %s", err, dir)
		}
	}
	for err, says := range map[error]string{
		&os.PathError{Op: "open", Path: "elsewhere", Err: syscall.EACCES}:            "writing here: permission denied: choose a folder with write permission (--out)",
		&os.PathError{Op: "open", Path: "elsewhere", Err: syscall.EROFS}:             "writing here: read-only file system: choose a folder with write permission (--out)",
		&os.LinkError{Op: "rename", Old: "elsewhere", New: "b", Err: syscall.EDQUOT}: "free some space",
		&os.PathError{Op: "mkdir", Path: "elsewhere", Err: syscall.ENOTDIR}:          "writing here: not a directory: choose a folder (--out), not a file",
		&os.PathError{Op: "write", Path: "elsewhere", Err: errors.New("on fire")}:    "writing here: on fire",
	} {
		if got := diskError("here", err); !errors.Is(got, errors.Unwrap(err)) || !strings.Contains(got.Error(), says) || strings.Contains(got.Error(), "elsewhere") {
			t.Errorf("error %q, want one that contains %q and the path once", got, says)
		}
	}
}
