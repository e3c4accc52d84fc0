//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"rummygym/internal/must"
)

var attacked = flag.String("program", "", "`program` in which TestDefects looks for defects; without, it is skipped")

// TestDefects shows, from outside, the defects of the program before files had digests, bounds
// and locks (commit a6182c2), but those that every run of the attacks shows. .ci/run gives it the program of
// today. Each subtest fails with a program that has the defect:
//
//	git worktree add /tmp/old a6182c2 && (cd /tmp/old && go build -o /tmp/old-rummygym ./cmd/rummygym)
//	go test ./internal/torture -run TestDefects -program /tmp/old-rummygym
func TestDefects(t *testing.T) {
	if *attacked == "" {
		t.Skip("needs -program")
	}
	for _, d := range []struct {
		name string
		show func(d *defect)
	}{
		{"extreme integers in shards", extremesInShards},
		{"unknown types in manifests", unknownTypes},
		{"what a kill in the first moments leaves", killedAtFirst},
		{"FIFOs and devices for files", notFiles},
		{"control characters", controlCharacters},
		{"manifests that name files elsewhere", filesElsewhere},
		{"absurd weights", absurdWeights},
		{"advice after convert on a full disk", fullConvert},
		{"files overwritten unasked", overwritten},
	} {
		t.Run(d.name, func(t *testing.T) {
			l := laboratory(t, "")
			l.patience = 20 * time.Second
			must.Do(t, os.Remove(l.program))
			var err error
			l.program = must.Get(filepath.Abs(*attacked))(t)
			trial, err := l.newTrial(source(1, d.name, 0))
			must.Do(t, err)
			this := &defect{T: t, trial: trial}
			d.show(this)
			if len(this.wrong) > 0 {
				t.Errorf("%d of %d cases are wrong, among them:\n%s", len(this.wrong), this.cases, strings.Join(this.wrong[:min(len(this.wrong), 5)], "\n"))
			}
		})
	}
}

// defect looks for a defect in the folder of a trial, and counts.
type defect struct {
	*testing.T
	*trial

	cases int
	wrong []string
}

// makes runs a command line that must succeed.
func (d *defect) makes(line string) *process {
	d.Helper()
	p := d.run(strings.Fields(line))
	if p.status != 0 {
		d.Fatal(p.failed())
	}
	return p
}

// finds counts a case, and what is wrong with it if that is not "".
func (d *defect) finds(what, why string) {
	d.cases++
	if why != "" {
		d.wrong = append(d.wrong, what+": "+why)
	}
}

// refuses runs a command line that must end with an error which contains all of says.
func (d *defect) refuses(what, line string, says ...string) {
	d.finds(what+": "+line, refusal(d.run(strings.Fields(line)), says))
}

// refusal returns what is wrong with a process that must end with an error.
func refusal(p *process, says []string) string {
	switch why := p.flaw(); {
	case why != "":
		return why
	case p.status == 0:
		return "exit status 0: " + trim(p.stdout.String()+p.stderr.String())
	}
	for _, s := range says {
		if !strings.Contains(p.stderr.String(), s) {
			return fmt.Sprintf("the error does not say %q: %s", s, trim(p.stderr.String()))
		}
	}
	return ""
}

// path returns the path of a file of the trial.
func (d *defect) path(name string) string { return filepath.Join(d.dir, name) }

func (d *defect) load(name string) []byte {
	d.Helper()
	return must.Get(os.ReadFile(d.path(name)))(d)
}

func (d *defect) store(name string, data []byte) {
	d.Helper()
	must.Do(d, os.WriteFile(d.path(name), data, 0o666))
}

// clears removes what a command may have written.
func (d *defect) clears(name string) {
	d.Helper()
	must.Do(d, os.RemoveAll(d.path(name)))
}

// edit changes a manifest as a person would, without its digest, if it has one.
func (d *defect) edit(name, old, new string) {
	d.Helper()
	text := string(d.load(name))
	if first, rest, ok := strings.Cut(text, ",\n"); ok && strings.Contains(first, `"digest"`) {
		text = "{\n" + rest
	}
	if !strings.Contains(text, old) {
		d.Fatalf("%s does not contain %s", name, old)
	}
	d.store(name, []byte(strings.Replace(text, old, new, 1)))
}

// collect is a command line that makes a small dataset.
const collect = "collect --agents min-dist,random --games 12 --shard-games 4 --batch-rows 40 --compression none --out w/data"

// extremesInShards reads shards of their own, so that no digest in a manifest tells that they are
// damaged.
func extremesInShards(d *defect) {
	d.makes("collect --agents random,random --games 2 --max-steps 9 --fields none --compression none --out w/data")
	whole := d.load("w/data/decisions/shard-00000.arrow")
	for range 200 {
		bad := bytes.Clone(whole)
		at, value := 4*d.rng.IntN(len(bad)/4), []uint32{1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 20, 1 << 16}[d.rng.IntN(5)]
		binary.LittleEndian.PutUint32(bad[at:], value)
		d.store("w/shard.arrow", bad)
		d.finds(fmt.Sprintf("%#x at byte %d", value, at), d.run([]string{"dataset", "head", "w/shard.arrow"}).flaw())
	}
}

func unknownTypes(d *defect) {
	d.makes(collect)
	whole := d.load("w/data/manifest.json")
	for _, dtype := range []string{"int77", "float32[]", ""} {
		d.store("w/data/manifest.json", whole)
		d.edit("w/data/manifest.json", `"dtype": "uint8"`, fmt.Sprintf(`"dtype": %q`, dtype))
		for _, line := range []string{"dataset head w/data", "dataset validate w/data", "dataset convert --out w/out w/data"} {
			d.refuses(fmt.Sprintf("dtype %q", dtype), line, "w/data/manifest.json")
			d.clears("w/out")
		}
	}
}

func killedAtFirst(d *defect) {
	train := "train mc --steps 1 --games 2 --updates 1 --layers 8 --batch 8 --eval-games 2 --out w/run"
	for _, name := range []string{".config.json.new", ".config.json.1234567890.new"} {
		must.Do(d, os.MkdirAll(d.path("w/run"), 0o777))
		d.store("w/run/"+name, []byte("{"))
		d.refuses(name, "train mc --resume w/run", "w/run", "start it with --out w/run")
		d.makes(train)
		d.clears("w/run")
	}
}

// notFiles includes tables, which the program still waited for when its shards had digests.
func notFiles(d *defect) {
	const shard = "w/data/decisions/shard-00001.arrow"
	d.makes(collect)
	d.lab.patience = 3 * time.Second
	for kind, replace := range map[string]func() error{
		"a FIFO":   func() error { return syscall.Mkfifo(d.path(shard), 0o666) },
		"a device": func() error { return os.Symlink("/dev/zero", d.path(shard)) },
	} {
		d.clears(shard)
		must.Do(d, replace())
		for _, line := range []string{"dataset head --episode 6 w/data", "dataset validate w/data", "dataset convert --out w/out w/data"} {
			d.refuses(kind, line, shard)
			d.clears("w/out")
		}
	}
	must.Do(d, syscall.Mkfifo(d.path("w/table"), 0o666))
	for _, line := range []string{"belief score --game gin --table w/table w/data", "tournament --agents min-dist,random --games 2 --compare w/table"} {
		d.refuses("a FIFO as a table", line, "w/table")
	}
}

func controlCharacters(d *defect) {
	d.makes(collect)
	d.edit("w/data/manifest.json", `"generator": "`, `"generator": "\u001b[2J`)
	for _, line := range []string{"dataset info w/data", "dataset head w/data", "dataset validate w/data"} {
		p := d.run(strings.Fields(line))
		why := p.flaw()
		if bytes.ContainsRune(append(p.stdout.Bytes(), p.stderr.Bytes()...), '\x1b') {
			why = "an escape character from the file reaches the terminal"
		}
		d.finds(line, why)
	}
}

func filesElsewhere(d *defect) {
	d.makes(collect)
	d.edit("w/data/manifest.json", `"decisions/shard-00001.arrow"`, `"../shard-00001.arrow"`)
	must.Do(d, os.Rename(d.path("w/data/decisions/shard-00001.arrow"), d.path("w/shard-00001.arrow")))
	for _, line := range []string{"dataset head --episode 6 w/data", "dataset validate w/data", "dataset convert --out w/out w/data"} {
		d.refuses("../shard-00001.arrow", line, "w/data/manifest.json", "../shard-00001.arrow")
		d.clears("w/out")
	}
}

func absurdWeights(d *defect) {
	d.makes("train mc --steps 1 --games 2 --updates 1 --layers 8 --batch 8 --eval-games 2 --out w/run")
	whole := d.load("w/run/last.safetensors")
	size := int(binary.LittleEndian.Uint64(whole))
	var header map[string]map[string]any
	must.Do(d, json.Unmarshal(whole[8:8+size], &header))
	text, ok := header["__metadata__"]["rummygym"].(string)
	if !ok {
		d.Fatalf("no description in %s", whole[:8+size])
	}
	// As a program changes weights: the digest is removed from the description.
	header["__metadata__"]["rummygym"] = regexp.MustCompile(`"digest":"[^"]*",`).ReplaceAllString(text, "")
	start := must.Get(json.Marshal(header))(d)
	start = append(start, bytes.Repeat([]byte{' '}, -len(start)&7)...)
	for i := range 4 {
		data := bytes.Clone(whole[8+size:])
		binary.LittleEndian.PutUint32(data[len(data)/4/5*(i+1)*4:], math.Float32bits(3.4e38))
		d.store("w/absurd.safetensors", append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(start))), start...), data...))
		for _, line := range []string{"policy show w/absurd.safetensors", "eval learned:w/absurd.safetensors --against random --games 2"} {
			d.refuses("a weight of 3.4e38", line, "w/absurd.safetensors", "is 3.4e+38")
		}
	}
}

func fullConvert(d *defect) {
	if err := d.lab.canMount(); err != nil {
		d.Skip(err)
	}
	d.makes(collect)
	d.makes(strings.Replace(collect, "w/data", "w/other --seed 2", 1))
	must.Do(d, os.Mkdir(d.path("small"), 0o777))
	must.Do(d, syscall.Mount("tmpfs", d.path("small"), "tmpfs", 0, "size=65536"))
	defer func() {
		if err := syscall.Unmount(d.path("small"), 0); err != nil {
			d.Error(err)
		}
	}()
	for _, line := range []string{"dataset convert --out small/out w/data", "dataset merge --out small/out w/data w/other"} {
		p := d.run(strings.Fields(line))
		why := refusal(p, []string{"small/out", "no space left on device"})
		if strings.Contains(p.stderr.String(), "--resume") {
			why = "advises --resume, which the command lacks"
		}
		d.finds(line, why)
		d.clears("small/out")
	}
}

func overwritten(d *defect) {
	for file, line := range map[string]string{
		"w/games.arrow": "tournament --agents min-dist,random --games 2 --games-out w/games.arrow",
		"w/tables.txt":  "train cfr --games 200 --batch 100 --matches 0 --out w/tables.txt",
	} {
		d.store(file, []byte("precious\n"))
		d.refuses("an existing file", line, file, "exists")
		if string(d.load(file)) != "precious\n" {
			d.finds(line, file+" is overwritten")
		}
	}
}
