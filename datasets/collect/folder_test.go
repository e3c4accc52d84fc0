package collect_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rummygym/datasets/collect"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/datasets/shard"
	"rummygym/internal/must"
)

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
	for f := range datasettest.SumsOf(t, dir) {
		if !strings.HasPrefix(filepath.Base(f), "shard-") {
			t.Errorf("%s is left behind", f)
		}
	}
}

func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o666))
	for _, dir := range []string{file, filepath.Join(file, "below"), "/proc/rummygym/data"} {
		c := datasettest.ToyConfig(dir)
		_, err := collect.Run(t.Context(), c)
		must.Fail(t, err, dir)
	}
	for err, says := range map[error]string{
		&os.PathError{Op: "open", Path: "elsewhere", Err: syscall.EACCES}:            "writing here: permission denied: choose a folder with write permission (--out)",
		&os.PathError{Op: "open", Path: "elsewhere", Err: syscall.EROFS}:             "writing here: read-only file system: choose a folder with write permission (--out)",
		&os.LinkError{Op: "rename", Old: "elsewhere", New: "b", Err: syscall.EDQUOT}: "free some space",
		&os.PathError{Op: "mkdir", Path: "elsewhere", Err: syscall.ENOTDIR}:          "writing here: not a directory: choose a folder (--out), not a file",
		&os.PathError{Op: "write", Path: "elsewhere", Err: errors.New("on fire")}:    "writing here: on fire",
	} {
		if got := shard.DiskError("here", err); !errors.Is(got, errors.Unwrap(err)) || !strings.Contains(got.Error(), says) || strings.Contains(got.Error(), "elsewhere") {
			t.Errorf("error %q, want one that contains %q and the path once", got, says)
		}
	}
}
