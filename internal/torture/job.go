//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// job is a command line that writes below w/ in its folder and reads below in/. What it writes
// depends on nothing else.
type job struct {
	name   string
	args   string // of the program
	resume string // of the program after an interruption; "" if the job has no such form
	stdout bool   // standard output is a result too
	from   string // folder below in/ of which w/out is a copy at the start; such a job is only killed
	again  bool   // a folder that an interrupted job left must be removed before the job can run again

	once sync.Once
	err  error // of the undisturbed runs

	// Of the first undisturbed run.
	took   time.Duration
	bytes  int64
	result tree
	text   string
}

// every makes checkpoints often, and small is the training of small networks.
const (
	every = " --checkpoint-every 20ms"
	small = " --layers 8 --batch 32 --workers 1" + every
	evals = " --eval-every 4 --eval-games 10"

	tiny      = " --preset tiny --report 0 --workers 1"
	parts     = "tournament --agents min-dist,min-score,random --games 100"
	reproduce = "reproduce --scale 0.00003 --epochs 3 --augmented-epochs 1 --matches 2 --seeds 1"
)

// stopped are command lines that are stopped by a signal as soon as a file is there, so that
// they can be resumed.
var stopped = []struct{ line, file string }{
	{"tournament --agents min-dist,random --games 2000 --checkpoint in/tournament.ck" + every, "in/tournament.ck"},
	{"eval min-dist --against random --games 10000 --checkpoint in/eval.ck" + every, "in/eval.ck"},
	{"tune --game gin sigra --option wm=0,0.85 --against simple --games 200 --checkpoint in/tune.ck" + every, "in/tune.ck"},
	{"shapley --game gin sigra --options sk,mmd --against simple --games 100 --checkpoint in/shapley.ck" + every, "in/shapley.ck"},
	{"ladder --agents min-dist,min-score,random --games 2000 --resamples 50 --checkpoint in/ladder.ck" + every, "in/ladder.ck"},
	{"train discard --data in/plays --epochs 60 --network mlp --out in/stopped" + every, "in/stopped/checkpoint"},
	{"collect --agents min-dist,random --games 80 --shard-games 4 --batch-rows 40 --out in/cut", "in/cut/decisions/shard-00001.arrow"},
}

// makers returns the command lines that make the inputs of jobs and damages, in order.
func makers() []string {
	return []string{
		"collect --agents min-dist,random --games 12 --shard-games 4 --batch-rows 40 --out in/indian",
		"collect --agents min-dist,random --games 12 --shard-games 4 --batch-rows 40 --seed 2 --out in/indian2",
		"collect --agents min-dist,min-dist --games 40 --shard-games 10 --batch-rows 100 --fields cards-and-counts,distance --out in/learn",
		"collect --game gin --episode hand --agents simple,simple --games 12 --shard-games 4 --batch-rows 40 --fields none --out in/gin",
		"collect --recipe random-16 --games 60 --shard-games 20 --out in/plays",
		"collect --agents min-dist,random --games 12 --shard-games 4 --batch-rows 40 --shards 0:3 --out in/unsealed",
		parts + " --part 1/2 --checkpoint in/part-1.arrow",
		parts + " --part 2/2 --checkpoint in/part-2.arrow",
		"dataset export --records in/indian.jsonl in/indian",
		"dataset export --records in/gin.jsonl in/gin",
		"dataset convert --format arrow --compression none --out in/arrow-none in/indian",
		"dataset convert --format stream --compression zstd --out in/stream-zstd in/indian",
		"dataset convert --format stream --compression none --out in/stream-none in/indian",
		"dataset convert --format parquet --compression zstd --out in/parquet-zstd in/indian",
		"dataset convert --format parquet --compression none --out in/parquet-none in/indian",
		"belief build in/gin --out in/belief.bin",
		"train cfr --games 2000 --batch 500 --matches 0 --checkpoint in/cfr.ck --out in/fitness.txt",
		"train equilibrium" + tiny + " --iterations 200 --checkpoint in/equilibrium.ck --out in/tiny.table",
		"train mc --steps 4 --games 8 --updates 4 --start-steps 2 --replay 3 --out in/mc" + small + evals,
		"train ppo --steps 4 --tables 4 --horizon 16 --past-every 2 --opponents self,past --out in/ppo" + small + evals,
		"train clone --data in/learn --agent min-dist --steps 20 --row 4 --out in/clone" + small + evals,
		"train value --data in/learn --steps 20 --row 4 --out in/value" + small,
		"train belief --steps 8 --row 2 --warmup 2 --held-out 10 --out in/belief" + small,
		"train discard --data in/plays --epochs 2 --network mlp --out in/discard" + every,
	}
}

// jobs returns the jobs that are interrupted.
func jobs() []*job {
	const (
		matches = " --against simple --games 100 --seed 5"
		mc      = "train mc --steps 6 --games 8 --updates 4 --start-steps 2 --replay 3 --out w/run" + small + evals
	)
	all := []*job{
		{name: "collect", args: "collect --agents min-dist,random --games 120 --shard-games 10 --out w/out", resume: "+ --resume"},
		{name: "collect-parquet", args: "collect --recipe random-16 --games 200 --shard-games 20 --format parquet --out w/out", resume: "+ --resume"},
		{name: "collect-shards", args: "collect --agents min-dist,random --games 120 --shard-games 10 --shards 3:9 --out w/out"},
		{name: "seal", from: "unsealed", args: "dataset seal --check w/out"},
		{name: "convert", args: "dataset convert --format parquet --out w/out in/learn", again: true},
		{name: "merge", args: "dataset merge --format stream --compression none --out w/out in/indian in/indian2", again: true},
		{name: "tournament", args: "tournament --agents min-dist,min-score,random --games 100 --games-out w/games.arrow --plots w/plots --checkpoint w/ck" + every, stdout: true},
		{name: "tournament-part", args: parts + " --part 2/3 --checkpoint w/ck" + every, stdout: true},
		{name: "eval", args: "eval min-dist --against min-score,random --games 1000 --checkpoint w/ck" + every, stdout: true},
		{name: "eval-sprt", args: "eval min-dist --against min-score,min-dist-opp --games 4000 --sprt 0,30 --checkpoint w/ck" + every, stdout: true},
		{name: "ladder", args: "ladder --agents min-dist,min-score,random,min-dist-opp --games 200 --adaptive 20 --slow random --slow-games 40 --resamples 50 --plots w/plots --checkpoint w/ck" + every, stdout: true},
		{name: "tune", args: "tune --game gin sigra --option wm=0,0.5,0.85 --checkpoint w/ck" + matches + every, stdout: true},
		{name: "shapley", args: "shapley --game gin sigra --options sk,mmd --checkpoint w/ck" + matches + every, stdout: true},
		{name: "belief-build", args: "belief build in/gin --out w/belief.bin"},
		{name: "train-cfr", args: "train cfr --games 4000 --batch 500 --matches 0 --checkpoint w/ck --out w/fitness.txt" + every},
		{name: "train-equilibrium", args: "train equilibrium" + tiny + " --iterations 5000 --checkpoint w/ck --out w/tiny.table --overwrite" + every},
		{name: "train-mc", args: mc},
		{name: "train-ppo", args: "train ppo --steps 6 --tables 4 --horizon 16 --past-every 2 --opponents self,past --out w/run" + small + evals},
		{name: "train-clone", args: "train clone --data in/learn --agent min-dist --steps 40 --row 4 --out w/run" + small + evals},
		{name: "train-value", args: "train value --data in/learn --steps 60 --row 4 --out w/run" + small},
		{name: "train-belief", args: "train belief --steps 16 --row 2 --warmup 2 --held-out 10 --out w/run" + small},
		{name: "train-discard", args: "train discard --data in/plays --epochs 4 --network mlp --out w/run" + every},
		{name: "reproduce", args: reproduce + " --out w/run", stdout: true},
	}
	for _, j := range all {
		switch { // the form of the command line that resumes
		case strings.Contains(j.args, "--checkpoint w/ck"):
			j.resume = strings.Replace(j.args, "--checkpoint w/ck", "--resume w/ck", 1)
		case strings.HasPrefix(j.args, "train "):
			j.resume = strings.Join(strings.Fields(j.args)[:2], " ") + " --resume w/run"
		case strings.HasPrefix(j.resume, "+"):
			j.resume = j.args + j.resume[1:]
		}
	}
	return all
}

// ways returns the command lines that may carry on an interrupted job, in the order in which
// its user tries them.
func (j *job) ways() [][]string {
	all := [][]string{strings.Fields(j.args)}
	if j.resume != "" {
		all = [][]string{strings.Fields(j.resume), all[0]}
	}
	if strings.Contains(j.args, "--games-out") {
		all = append(all, strings.Fields(j.args+" --overwrite")) // as the refusal of an existing file says
	}
	return all
}

// results returns what is in w/ now, without the logs, which differ from run to run, and what the process
// printed if that counts.
func (j *job) results(dir string, p *process) (tree, string, error) {
	t, err := read(filepath.Join(dir, "w"), func(name string) bool {
		return j.name == "reproduce" && strings.HasPrefix(name, filepath.Join("run", "logs"))
	})
	if j.stdout && p != nil {
		return t, p.stdout.String(), err
	}
	return t, "", err
}

// wrong compares the results with those of the undisturbed run. It returns "" if they are the
// same. Without a process only the files count.
func (j *job) wrong(dir string, p *process) string { return j.wrongBut(dir, p, nil) }

// wrongBut is wrong, but the files of had that were finished may be missing.
func (j *job) wrongBut(dir string, p *process, had tree) string {
	got, text, err := j.results(dir, p)
	if err != nil {
		return err.Error()
	}
	for name, sum := range had {
		if _, ok := got[name]; !ok && sum == j.result[name] {
			got[name] = sum
		}
	}
	if d := got.differs(j.result); d != "" {
		return d
	}
	if p != nil && text != j.text {
		return "standard output differs"
	}
	return ""
}

// prepare makes the inputs.
func (l *lab) prepare() error {
	t := &trial{lab: l, dir: l.base}
	if err := os.MkdirAll(filepath.Join(l.base, "in"), 0o777); err != nil {
		return err
	}
	for _, line := range makers() {
		if p := t.run(strings.Fields(line)); p.status != 0 {
			return p.failed()
		}
	}
	for _, s := range stopped {
		p := t.start("", strings.Fields(s.line))
		for !p.wait(time.Millisecond) {
			if _, err := os.Stat(filepath.Join(l.base, s.file)); err == nil {
				p.send(syscall.SIGINT)
				<-p.done
			}
		}
		if p.status != 0 && p.status != 130 {
			return p.failed()
		}
	}
	return l.makeTargets()
}

// ready runs a job undisturbed at the first call, twice, to know that it has one result.
func (l *lab) ready(j *job) error {
	j.once.Do(func() {
		for i := range 2 {
			if j.err == nil {
				j.err = l.undisturbed(j, i == 0)
			}
		}
	})
	return j.err
}

// begin copies what a job begins with.
func (t *trial) begin(j *job) error {
	if j.from == "" {
		return nil
	}
	t.did("cp -r in/%s w/out", j.from)
	return copyTree(filepath.Join(t.dir, "in", j.from), filepath.Join(t.dir, "w", "out"), false)
}

// undisturbed runs a job and keeps its results, or compares them with those kept.
func (l *lab) undisturbed(j *job, keep bool) error {
	t, err := l.newTrial(nil)
	if err != nil {
		return err
	}
	if err := t.begin(j); err != nil {
		return err
	}
	p := t.run(strings.Fields(j.args))
	if p.status != 0 {
		return p.failed()
	}
	if keep {
		j.took, j.bytes = p.took, size(filepath.Join(t.dir, "w"))
		j.result, j.text, err = j.results(t.dir, p)
	} else if d := j.wrong(t.dir, p); d != "" {
		err = fmt.Errorf("rummygym %s: two runs have different results: %s", j.args, d)
	}
	return errors.Join(err, t.remove())
}
