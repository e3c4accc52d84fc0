//go:build unix

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// A damage is a way to change at least one byte. It may change them in place.
type damage struct {
	name  string
	apply func(rng *rand.Rand, b []byte) []byte
}

// extremes are counts, lengths and offsets that must not be believed.
var extremes = []uint64{0, 1, 0x7f, 0x80, 0xff, 1 << 15, 1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1}

var damages = []damage{
	{"a flipped bit", func(rng *rand.Rand, b []byte) []byte { b[rng.IntN(len(b))] ^= 1 << rng.IntN(8); return b }},
	{"an extreme integer", func(rng *rand.Rand, b []byte) []byte {
		at := rng.IntN(len(b))
		if rng.IntN(2) == 0 {
			at = len(b) - 1 - rng.IntN(min(len(b), 512)) // where many formats keep their lengths
		}
		copy(b[at:], binary.LittleEndian.AppendUint64(nil, extremes[rng.IntN(len(extremes))])[:1<<rng.IntN(4)])
		return b
	}},
	{"nothing", func(*rand.Rand, []byte) []byte { return nil }},
	{"noise", func(rng *rand.Rand, b []byte) []byte {
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return b
	}},
	{"a cut", func(rng *rand.Rand, b []byte) []byte { return b[:rng.IntN(len(b))] }},
	{"a cut near the end", func(rng *rand.Rand, b []byte) []byte { return b[:len(b)-1-rng.IntN(min(len(b), 64))] }},
	{"a cut of the start", func(rng *rand.Rand, b []byte) []byte { return b[1+rng.IntN(len(b)):] }},
	{"a removed block", func(rng *rand.Rand, b []byte) []byte {
		from, to := span(rng, len(b))
		return slices.Delete(b, from, to)
	}},
	{"a repeated block", func(rng *rand.Rand, b []byte) []byte {
		from, to := span(rng, len(b))
		return slices.Insert(b, to, bytes.Clone(b[from:to])...)
	}},
	{"a block of zeros", func(rng *rand.Rand, b []byte) []byte {
		from, to := span(rng, len(b))
		clear(b[from:to])
		return b
	}},
	{"a tail of zeros", func(rng *rand.Rand, b []byte) []byte { clear(b[rng.IntN(len(b)):]); return b }},
	{"bytes after the end", func(rng *rand.Rand, b []byte) []byte {
		return append(b, bytes.Repeat([]byte{byte(rng.IntN(2)) * 'x'}, 1+rng.IntN(5000))...)
	}},
	{"another digit", func(rng *rand.Rand, b []byte) []byte {
		from := rng.IntN(len(b))
		if i := bytes.IndexAny(b[from:], "0123456789"); i >= 0 {
			b[from+i] = '0' + byte(rng.IntN(10))
		}
		return b
	}},
	{"swapped lines", func(rng *rand.Rand, b []byte) []byte {
		lines := bytes.SplitAfter(b, []byte("\n"))
		i, j := rng.IntN(len(lines)), rng.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
		return bytes.Join(lines, nil)
	}},
}

// span returns the ends of a random part of n bytes, in half of the cases a short one.
func span(rng *rand.Rand, n int) (from, to int) {
	from = rng.IntN(n)
	most := n - from
	if rng.IntN(2) == 0 {
		most = min(most, 64)
	}
	return from, from + 1 + rng.IntN(most)
}

const parts = "tournament --agents min-dist,min-score,random --games 100"

// damageMakers are the command lines that make the files that are damaged.
var damageMakers = []string{
	"collect --agents min-dist,random --games 12 --shard-games 4 --batch-rows 40 --out arrow",
	"collect --agents min-dist,min-dist --games 20 --fields cards-and-counts,distance --out learn",
	"collect --game gin --preset openspiel --agents simple,simple --games 12 --shard-games 4 --batch-rows 40 --fields none --out gin",
	"collect --agents min-dist,random --games 12 --shard-games 4 --batch-rows 40 --compression none --out arrow-none",
	"dataset export --records records/indian.jsonl arrow",
	"dataset export --records records/gin.jsonl gin",
	parts + " --part 1/2 --checkpoint games/part-1.arrow",
	parts + " --part 2/2 --checkpoint games/part-2.arrow",
	"eval min-dist --against random --games 100 --checkpoint eval/ck",
	"train cfr --games 2000 --batch 500 --matches 0 --checkpoint cfr/ck --out fitness/tables.txt",
	"train equilibrium --preset tiny --report 0 --workers 1 --iterations 100 --checkpoint equilibrium/ck --out tabular/tiny.table",
	"train mc --steps 2 --games 8 --updates 4 --replay 3 --out mc --layers 8 --batch 32 --workers 1 --eval-games 4",
	"train data --head policy --data learn --agent min-dist --steps 8 --out clone --layers 8 --batch 32 --workers 1 --eval-games 4",
	"train ppo --steps 2 --tables 4 --horizon 16 --past-every 2 --opponents self,past --out ppo --layers 8 --batch 32 --workers 1 --eval-games 4",
}

// A target is a kind of files, in a folder of their own, with command lines that read them and write below w.
type target struct {
	files   string // a pattern
	readers []string
	edited  bool // people write such files: another result is the answer to the file as it is
	lives   bool // the command carries on the folder
}

// damageTargets returns the kinds of files.
func damageTargets() []target {
	all := []target{
		{files: "gin/*/shard-*", readers: []string{"dataset validate --replay gin", "replay --episode 5 gin"}},
		{files: "records/*.jsonl", edited: true, readers: []string{"dataset import --out w/out records/indian.jsonl", "dataset import --out w/out records/gin.jsonl", "record check records/indian.jsonl", "record check records/gin.jsonl", "record convert --seat 1 --out w/seen.jsonl records/indian.jsonl"}},
		{files: "games/*", lives: true, readers: []string{parts + " --resume games/part-1.arrow,games/part-2.arrow"}},
		{files: "eval/ck", lives: true, readers: []string{"eval min-dist --against random --games 100 --resume eval/ck"}},
		{files: "reference/*.csv", edited: true, readers: []string{"tournament --agents min-dist,random --games 10 --compare reference/games.csv"}},
		{files: "fitness/tables.txt", edited: true, readers: []string{"eval --game gin fitness:table=fitness/tables.txt --against simple --games 2"}},
		{files: "cfr/ck", lives: true, readers: []string{"train cfr --games 3000 --batch 500 --matches 0 --resume cfr/ck --out w/fitness.txt"}},
		{files: "tabular/tiny.table", readers: []string{"exploit --preset tiny tabular:tabular/tiny.table", "eval --preset tiny tabular:tabular/tiny.table --against random --games 4"}},
		{files: "equilibrium/ck", lives: true, readers: []string{"train equilibrium --preset tiny --report 0 --workers 1 --iterations 150 --resume equilibrium/ck --out w/tiny.table"}},
		{files: "mc/last.safetensors", readers: []string{
			"policy show mc/last.safetensors", "eval learned:mc/last.safetensors --against random --games 2",
			"train mc --from mc/last.safetensors --steps 1 --games 2 --updates 1 --eval-games 2 --layers 8 --batch 8 --out w/run",
		}},
		{files: "clone/last.safetensors", readers: []string{"policy show clone/last.safetensors"}},
		{files: "learn/*/shard-*", readers: []string{"train data --head value --data learn --steps 4 --row 4 --out w/run --layers 8 --batch 32 --workers 1"}},
	}
	for _, dir := range shortly(1, []string{"arrow-none", "arrow"}) {
		for _, files := range []string{"/*/shard-*", "/manifest.json"} {
			all = append(all, target{files: dir + files, readers: []string{
				"dataset info " + dir, "dataset validate --replay " + dir, "replay --episode 6 " + dir,
				"dataset export --records w/out.jsonl " + dir,
			}})
		}
	}
	for _, dir := range shortly(1, []string{"mc", "ppo", "clone"}) {
		for _, files := range []string{"/checkpoint", "/metrics.csv", "/config.json", "/*.safetensors"} {
			all = append(all, target{files: dir + files, lives: true, readers: []string{map[string]string{"mc": "train mc --steps 3", "ppo": "train ppo --steps 3", "clone": "train data --steps 10"}[dir] + " --resume " + dir}})
		}
	}
	return all
}

// TestDamagedFiles damages a file in many ways, and reads it. The result is that of the whole file, where the damaged part is not
// read; or an error names the file, or one beside it that disagrees, and nothing is left that looks like a dataset.
func TestDamagedFiles(t *testing.T) {
	base := t.TempDir()
	t.Chdir(base)
	for _, dir := range []string{"records", "games", "eval", "cfr", "fitness", "equilibrium", "tabular", "reference"} {
		must.Do(t, os.Mkdir(dir, 0o777))
	}
	for _, line := range damageMakers {
		program.Succeed(t, strings.Fields(line)...)
	}
	csv := program.Succeed(t, "tournament", "--agents", "min-dist,random", "--games", "20", "--seed", "3", "--format", "csv")
	must.Do(t, os.WriteFile("reference/games.csv", []byte(csv), 0o666))
	dir := t.TempDir()
	must.Do(t, os.CopyFS(dir, os.DirFS(base)))
	t.Chdir(dir)
	for i, v := range damageTargets() {
		top, _, _ := strings.Cut(v.files, "/")
		files := must.Get(filepath.Glob(v.files))(t)
		files = slices.DeleteFunc(files, func(path string) bool { return !must.Get(os.Stat(path))(t).Mode().IsRegular() })
		rng := rand.New(rand.NewPCG(*seed, uint64(i)))
		for _, line := range v.readers {
			// read runs the command line and restores the files.
			read := func() (status int, out, errs string, result map[string]string) {
				must.Do(t, os.Mkdir("w", 0o777))
				status, out, errs = program.Run(t, "", strings.Fields(line)...)
				result = contents(t, "w")
				if v.lives {
					maps.Copy(result, contents(t, top))
				}
				must.Do(t, os.RemoveAll("w"))
				must.Do(t, os.RemoveAll(top))
				must.Do(t, os.CopyFS(top, os.DirFS(filepath.Join(base, top))))
				return
			}
			status, want, errs, made := read()
			if status != 0 {
				t.Fatalf("%s, before any damage: %s", line, errs)
			}
			for range rounds(2, 40) {
				path := files[rng.IntN(len(files))]
				whole := must.Get(os.ReadFile(path))(t)
				d, b := damage{}, whole
				for bytes.Equal(b, whole) {
					d = damages[rng.IntN(len(damages))]
					b = d.apply(rng, bytes.Clone(whole))
				}
				must.Do(t, os.WriteFile(path, b, 0o666))
				beside := must.Get(os.ReadDir(filepath.Dir(path)))(t)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				status, out, errs, result := read()
				runtime.ReadMemStats(&after)
				why := ""
				switch {
				case after.TotalAlloc-before.TotalAlloc > 2<<30:
					why = fmt.Sprintf("%d MB of memory", (after.TotalAlloc-before.TotalAlloc)>>20)
				case status == 0 && !v.edited && (out != want || !maps.Equal(result, made)):
					why = "another result with status 0"
				case status != 0 && !slices.ContainsFunc(beside, func(e os.DirEntry) bool { return strings.Contains(errs+out, e.Name()) }):
					why = "the error does not name the file: " + errs
				case status != 0 && (!v.edited && out != "" || result["/out/manifest.json"] != ""):
					why = "an error, and a result: " + out
				}
				if why != "" {
					t.Errorf("%s with %s (%d bytes): %s: %s", path, d.name, len(b), line, why)
				}
			}
		}
	}
}
