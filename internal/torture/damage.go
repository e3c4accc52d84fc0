//go:build linux

package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// target is a kind of file that is damaged, and the commands that read it.
type target struct {
	name    string   // of the row in the table
	files   []string // patterns below in/
	readers []string // command lines, which write below w/; after "python" those of reader.py
	// edited marks files that people write or edit: another result than that of the undamaged
	// file is then an answer to the file as it is.
	edited bool
	// lives is a folder that the command continues: the results are in it, and what the command
	// prints (progress, times) differs from run to run and is not compared.
	lives string
	maker string // a command line that makes the files, if no others need them

	once sync.Once
	err  error // of the maker

	whole []func() (reading, error) // the result of each reader without damage
}

// reading is the result of a reader without damage.
type reading struct {
	text   string
	result tree
}

// targets returns the kinds of files.
func targets() []*target {
	read := func(dir string) []string { // the commands that read a dataset of Indian Rummy
		return []string{
			"dataset info in/" + dir,
			"dataset head in/" + dir,
			"dataset head --episode 7 --format csv in/" + dir,
			"dataset validate in/" + dir,
			"dataset validate --replay in/" + dir,
			"replay --episode 6 in/" + dir,
			"dataset convert --format arrow --compression none --out w/out in/" + dir,
			"dataset convert --format parquet --out w/out in/" + dir,
			"dataset merge --format stream --out w/out in/indian2 in/" + dir,
			"train value --data in/" + dir + " --steps 4 --row 4 --fields own-cards,counts --out w/run" + small,
			"python data in/" + dir,
		}
	}
	var all []*target
	for _, f := range []string{"indian", "arrow-none", "stream-zstd", "stream-none", "parquet-zstd", "parquet-none"} {
		name := strings.Replace(f, "indian", "arrow-zstd", 1)
		all = append(all, &target{name: "shards-" + name, files: []string{f + "/*/shard-*"}, readers: read(f)})
	}
	all = append(all,
		&target{name: "shards-of-plays", files: []string{"plays/*/shard-*"}, readers: []string{
			"dataset validate in/plays", "train discard --data in/plays --epochs 1 --network mlp --out w/run", "train discard figures --data in/plays --out w/figures",
			"python data in/plays",
		}},
		&target{name: "shards-gin", files: []string{"gin/*/shard-*"}, readers: []string{
			"dataset validate --replay in/gin", "replay --episode 5 in/gin", "belief build in/gin --out w/belief.bin", "belief score --game gin in/gin",
			"python data in/gin",
		}},
		&target{name: "manifests", files: []string{"indian/manifest.json"}, readers: read("indian")},
		&target{name: "records", files: []string{"indian.jsonl", "gin.jsonl"}, edited: true, readers: []string{
			"dataset import --out w/out in/indian.jsonl", "dataset import --out w/out in/gin.jsonl",
			"record check in/indian.jsonl", "record convert --seat 1 --out w/seen.jsonl in/indian.jsonl",
		}},
		&target{name: "interrupted-data", files: []string{"cut/*", "cut/*/*"}, lives: "cut", readers: []string{
			stopped[6].line + " --resume",
		}},
		&target{name: "unsealed-data", files: []string{"unsealed/*", "unsealed/*/*"}, lives: "unsealed", readers: []string{
			"dataset seal --check in/unsealed",
			"collect --agents min-dist,random --games 12 --shard-games 4 --batch-rows 40 --shards 0:3 --out in/unsealed",
		}},
		&target{name: "parts", files: []string{"part-*"}, readers: []string{parts + " --merge in/part-1.arrow,in/part-2.arrow"}},
		&target{name: "belief-tables", files: []string{"belief.bin"}, readers: []string{
			"belief score --game gin --table in/belief.bin in/gin", "eval --game gin data-driven:belief=in/belief.bin --against simple --games 2",
			"python engine gin data-driven:belief=in/belief.bin",
		}},
		&target{name: "fitness-tables", files: []string{"fitness.txt"}, edited: true, readers: []string{
			"eval --game gin fitness:table=in/fitness.txt --against simple --games 2",
			"tournament --game gin --agents independent-heuristics:table=in/fitness.txt,simple --games 2",
			"python engine gin fitness:table=in/fitness.txt",
		}},
		&target{name: "tables-equilibrium", files: []string{"tiny.table"}, readers: []string{
			"exploit --preset tiny tabular:in/tiny.table", "eval --preset tiny tabular:in/tiny.table --against random --games 4",
		}},
		&target{name: "checkpoints-equilibrium", files: []string{"equilibrium.ck"}, readers: []string{
			"train equilibrium" + tiny + " --iterations 300 --resume in/equilibrium.ck --out w/tiny.table",
		}},
		&target{name: "reference-csv", files: []string{"reference.csv"}, edited: true, readers: []string{
			"tournament --agents min-dist,random --games 10 --compare in/reference.csv",
		}},
		&target{name: "networks", files: []string{"mc/best.safetensors", "mc/last.safetensors"}, edited: true, readers: []string{
			"policy show in/mc/last.safetensors", "policy show in/mc/best.safetensors",
			"eval learned:in/mc/last.safetensors --against random --games 2", "eval learned:in/mc/best.safetensors --against random --games 2",
			"train mc --from in/mc/last.safetensors --steps 1 --games 2 --updates 1 --eval-games 2 --layers 8 --batch 8 --out w/run",
			"python network in/mc/last.safetensors", "python engine indian learned:in/mc/best.safetensors",
		}},
		&target{name: "networks-clone", files: []string{"clone/last.safetensors"}, readers: []string{
			"policy logits in/clone/last.safetensors in/learn -n 20",
			"train ppo --from in/clone/last.safetensors --steps 1 --tables 2 --horizon 8 --batch 8 --eval-games 2 --out w/run",
		}},
		&target{name: "networks-belief", files: []string{"belief/last.safetensors"}, readers: []string{
			"belief score --game indian --model in/belief/last.safetensors --games 1 --samples 4 random",
			"eval search:playout=random:rollouts=4:belief={learned:in/belief/last.safetensors} --against random --games 2",
		}},
		&target{name: "networks-discard", files: []string{"discard/last.safetensors"}, readers: []string{
			"eval --game gin data-driven:network=in/discard/last.safetensors --against simple --games 2",
			"train discard behaviour data-driven:network=in/discard/last.safetensors",
			"python network in/discard/last.safetensors", "python engine gin data-driven:network=in/discard/last.safetensors",
		}},
		&target{name: "checkpoints-cfr", files: []string{"cfr.ck"}, readers: []string{"train cfr --games 3000 --batch 500 --matches 0 --resume in/cfr.ck --out w/fitness.txt"}},
	)
	for _, s := range stopped[:5] {
		name, _, _ := strings.Cut(s.line, " ")
		line := strings.Replace(s.line, "--checkpoint in/", "--resume in/", 1)
		all = append(all, &target{name: "checkpoints-" + name, files: []string{name + ".ck"}, readers: []string{line}})
	}
	for _, r := range []struct{ dir, steps string }{
		{"mc", "--steps 5"}, {"ppo", "--steps 5"}, {"clone", "--steps 24"}, {"value", "--steps 24"}, {"belief", "--steps 10"}, {"stopped", ""},
	} {
		line := []string{"train " + strings.Replace(r.dir, "stopped", "discard", 1) + " " + r.steps + " --resume in/" + r.dir}
		all = append(all,
			&target{name: "checkpoints-" + r.dir, files: []string{r.dir + "/checkpoint"}, lives: r.dir, readers: line},
			&target{name: "files-beside-" + r.dir, files: []string{r.dir + "/metrics.csv", r.dir + "/config.json", r.dir + "/*.safetensors"}, lives: r.dir, readers: line},
		)
	}
	all = append(all, &target{name: "metrics", files: []string{"discard/metrics.csv"}, readers: []string{"train discard figures --runs in/discard --out w/figures"}})
	all = append(all, &target{name: "steps-of-reproduce", files: []string{"reproduce/*.json", "reproduce/results/*", "reproduce/runs/simple/*/last.safetensors", "reproduce/data/*/manifest.json", "reproduce/figures/*.txt"},
		lives: "reproduce", maker: reproduce + " --out in/reproduce", readers: []string{reproduce + " --out in/reproduce"}})
	for _, v := range all {
		v.name = "damage/" + v.name
	}
	return all
}

// makeTargets makes files that only damages need.
func (l *lab) makeTargets() error {
	in := filepath.Join(l.base, "in")
	t := &trial{lab: l, dir: l.base}
	p := t.run(strings.Fields("tournament --agents min-dist,random --games 20 --seed 3 --format csv"))
	if p.status != 0 {
		return p.failed()
	}
	return os.WriteFile(filepath.Join(in, "reference.csv"), p.stdout.Bytes(), 0o666)
}

// inputs makes the folder in of a trial, in which the entries of the base are hard links, but
// those that the target's command writes to are copies.
func (v *target) inputs(t *trial) error {
	v.once.Do(func() {
		if v.maker != "" {
			if p := (&trial{lab: t.lab, dir: t.lab.base}).run(strings.Fields(v.maker)); p.status != 0 {
				v.err = p.failed()
			}
		}
	})
	if v.err != nil {
		return v.err
	}
	from, to := filepath.Join(t.lab.base, "in"), filepath.Join(t.dir, "in")
	if err := os.Remove(to); err != nil {
		return err
	}
	if err := os.Mkdir(to, 0o777); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		a, b := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		switch {
		case e.Name() == v.lives || strings.HasSuffix(e.Name(), ".ck"):
			err = copyTree(a, b, false)
		case v.reads(e.Name()):
			err = copyTree(a, b, true)
		default:
			err = os.Symlink(a, b)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reads reports whether an entry of in/ holds files of the target.
func (v *target) reads(entry string) bool {
	return slices.ContainsFunc(v.files, func(pattern string) bool {
		top, _, _ := strings.Cut(pattern, "/")
		return top == entry
	})
}

// results returns what a reader printed and wrote.
func (v *target) results(t *trial, p *process) (reading, error) {
	r := reading{text: p.stdout.String()}
	var err error
	if r.result, err = read(filepath.Join(t.dir, "w"), nil); err != nil || v.lives == "" {
		return r, err
	}
	r.text = "" // what it prints differs from run to run
	lived, err := read(filepath.Join(t.dir, "in", v.lives), func(name string) bool { return strings.HasPrefix(name, "logs") })
	for name, sum := range lived {
		r.result[filepath.Join(v.lives, name)] = sum
	}
	return r, err
}

// undamaged returns the result of a reader without damage.
func (v *target) undamaged(l *lab, line string) (reading, error) {
	t, err := l.newTrial(nil)
	if err != nil {
		return reading{}, err
	}
	if err := v.inputs(t); err != nil {
		return reading{}, err
	}
	p := t.run(strings.Fields(line))
	if p.status != 0 {
		return reading{}, p.failed()
	}
	r, err := v.results(t, p)
	return r, errors.Join(err, t.remove())
}

// prepare makes the functions that return the results without damage, at the first call by
// running the readers.
func (v *target) prepare(l *lab) {
	if l.python == "" {
		v.readers = slices.DeleteFunc(v.readers, func(line string) bool { return strings.HasPrefix(line, inPython+" ") })
	}
	v.whole = nil
	for _, line := range v.readers {
		v.whole = append(v.whole, sync.OnceValues(func() (reading, error) { return v.undamaged(l, line) }))
	}
}

// attack damages a file and runs a command that reads it.
func (v *target) attack(t *trial) (ending, string) {
	if err := v.inputs(t); err != nil {
		return t.breaks(err)
	}
	path, err := v.damage(t)
	if err != nil {
		return t.breaks(err)
	}
	i := t.rng.IntN(len(v.readers))
	want, err := v.whole[i]()
	if err != nil {
		return t.breaks(err)
	}
	p := t.run(strings.Fields(v.readers[i]))
	if why := p.flaw(); why != "" {
		return never, why
	}
	got, err := v.results(t, p)
	if err != nil {
		return t.breaks(err)
	}
	if p.status != 0 {
		return v.refused(path, p, got.result)
	}
	d := got.result.differs(want.result)
	if d == "" && got.text != want.text {
		d = "standard output differs"
	}
	switch {
	case d == "":
		return whole, ""
	case v.edited:
		return other, ""
	}
	return never, "wrong result with status 0: " + d
}

// damage damages a random file of the target and returns its path.
func (v *target) damage(t *trial) (string, error) {
	var all []string
	for _, pattern := range v.files {
		found, err := filepath.Glob(filepath.Join(t.dir, "in", pattern))
		if err != nil {
			return "", err
		}
		all = append(all, slices.DeleteFunc(found, func(path string) bool {
			stat, err := os.Stat(path)
			return err == nil && stat.IsDir()
		})...)
	}
	if len(all) == 0 {
		return "", fmt.Errorf("%s: no file matches %q", v.name, v.files)
	}
	path, peer := pick(t.rng, all), pick(t.rng, all)
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	like, err := os.ReadFile(peer)
	if err != nil {
		return "", err
	}
	damaged, what := mutate(t.rng, data, like)
	name, _ := filepath.Rel(t.dir, path) // both are absolute
	t.did("%s: %s", name, what)
	if err := os.Remove(path); err != nil { // it may be a link
		return "", err
	}
	return path, os.WriteFile(path, damaged, 0o666)
}

func pick(rng *rand.Rand, of []string) string { return of[rng.IntN(len(of))] }

// refused judges an error: it names the file, or one beside it with which it disagrees, and no
// dataset is left that looks complete.
func (v *target) refused(path string, p *process, left tree) (ending, string) {
	names := []string{filepath.Base(path)}
	if beside, err := os.ReadDir(filepath.Dir(path)); err == nil && filepath.Base(filepath.Dir(path)) != "in" {
		for _, e := range beside {
			names = append(names, e.Name())
		}
	}
	if !contains(p.stderr.String()+p.stdout.String(), names) {
		return never, "the error does not name the file: " + trim(p.complaint())
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if v.lives == "" && filepath.Base(name) == "manifest.json" {
			return never, "after an error there is a complete dataset: w/" + name
		}
	}
	return refused, ""
}
