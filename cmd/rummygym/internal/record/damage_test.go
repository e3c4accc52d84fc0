package record

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
)

// TestCommandsRefuseDamage flips bits of a shard and cuts it. Every command that reads it must
// fail, print nothing as a result, name the file, and leave no dataset behind.
func TestCommandsRefuseDamage(t *testing.T) {
	for _, format := range []string{"arrow", "parquet"} {
		dir := filepath.Join(t.TempDir(), "data")
		program.Succeed(t, "collect", "--agents", "random,random", "--games", "4", "--max-steps", "9", "--fields", "counts", "--shard-games", "2", "--batch-rows", "1", "--format", format, "--compression", "none", "--out", dir)
		files, err := filepath.Glob(filepath.Join(dir, "decisions", "shard-00000.*"))
		if err != nil || len(files) != 1 {
			t.Fatalf("shards %v: %v", files, err)
		}
		shard := files[0]
		whole := must.Get(os.ReadFile(shard))(t)
		damaged := [][]byte{nil, whole[:len(whole)/2], slices.Insert(slices.Clone(whole), len(whole)/2, 7)}
		for at := 0; at < len(whole); at += len(whole) / 4 {
			bad := slices.Clone(whole)
			bad[at] ^= 1
			damaged = append(damaged, bad)
		}
		for _, contents := range damaged {
			must.Do(t, os.WriteFile(shard, contents, 0o666))
			for _, args := range [][]string{
				{"dataset", "head", dir}, {"dataset", "head", dir, "--episode", "1", "--format", "json"}, {"dataset", "head", shard, "--format", "csv"},
				{"replay", dir}, {"replay", dir, "--format", "json"}, {"dataset", "info", "--check", dir}, {"dataset", "validate", dir},
				{"dataset", "convert", dir, "--format", "parquet"}, {"dataset", "merge", dir},
			} {
				out := filepath.Join(t.TempDir(), "out")
				if args[1] == "convert" || args[1] == "merge" {
					args = append(args, "--out", out)
				}
				clitest.WantAll(t, program.Fail(t, args...), shard)
				if left, _ := os.ReadDir(out); len(left) > 0 {
					t.Errorf("%v: %s is left behind", args, left[0].Name())
				}
			}
		}
	}
}

// TestNamesFromFilesAreVisible puts control characters in a manifest.
func TestNamesFromFilesAreVisible(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	program.Succeed(t, "collect", "--agents", "random,random", "--games", "2", "--out", dir)
	path := filepath.Join(dir, "manifest.json")
	text := must.Get(os.ReadFile(path))(t)
	_, rest, _ := strings.Cut(string(text), ",\n") // without its digest
	evil := strings.Replace("{"+rest, `"generator": "`, `"generator": "\u001b[2J`+"\u009b\u202e", 1)
	must.Do(t, os.WriteFile(path, []byte(evil), 0o666))
	for _, format := range []string{"table", "json", "csv"} {
		clitest.WantAll(t, program.Succeed(t, "dataset", "info", dir, "--format", format), `\u001b[2J\u009b\u202e`)
	}
	clitest.WantAll(t, program.Fail(t, "dataset", "head", dir), `\u001b[2J\u009b\u202e`, "not of this dataset")
}
