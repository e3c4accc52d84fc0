package recipe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"rummygym/agents"
	"rummygym/arena"
	"rummygym/internal/options"
	"rummygym/internal/safefile"
	"rummygym/internal/table"
)

// Checkpoints are the options of recipes that play games and can be stopped and resumed.
type Checkpoints struct {
	Checkpoint string   `option:"checkpoint" group:"Checkpoints and parts" doc:"write finished games to this file at intervals and when stopped"`
	Resume     []string `option:"resume" group:"Checkpoints and parts" doc:"comma-separated checkpoint files: resume with the games of all, and write further checkpoints to the first"`
	Part       string   `option:"part" group:"Checkpoints and parts" doc:"play only part I of N, as I/N, and write its games to --checkpoint; --resume with the files of all parts puts them together"`
}

// checkpointEvery is the time between two checkpoints.
const checkpointEvery = 30 * time.Second

// noCheckpoint returns the error of a checkpoint file to resume from that is missing. first is the one to write.
func noCheckpoint(missing, first string) error {
	return options.FileFault(fmt.Errorf("--resume: the file %s does not exist: start with --checkpoint %s", missing, first))
}

// path returns the checkpoint file that the options name, "" if they name none.
func (f *Checkpoints) path() (string, error) {
	if len(f.Resume) == 0 {
		return f.Checkpoint, nil
	}
	if f.Checkpoint != "" && f.Checkpoint != f.Resume[0] {
		return "", errors.New("--resume writes further checkpoints to its own file: remove --checkpoint")
	}
	return f.Resume[0], nil
}

// files returns the checkpoint files of the presets: path, with the preset in its name if there
// are several presets.
func (p *Playing) files(path string) (files []string) {
	for _, preset := range p.presets() {
		if ext := filepath.Ext(path); path != "" && len(p.presets()) > 1 {
			files = append(files, strings.TrimSuffix(path, ext)+"-"+preset+ext)
		} else {
			files = append(files, path)
		}
	}
	return files
}

// presets returns the names of the presets to play under.
func (p *Playing) presets() []string { return strings.Split(p.own.rules.Preset(), ",") }

// attach sets how checkpoints of configurations, one for each preset, are read and written, and locks the files
// until the end. They must not exist unless they are the first of those to resume from.
func (p *Playing) attach(configs ...arena.Config) ([]arena.Config, error) {
	path, _ := p.path() // check has checked it
	if path == "" {
		return configs, nil
	}
	flag := "--checkpoint"
	if len(p.Resume) > 0 {
		flag = "--resume"
	}
	for i := range configs {
		c, path := &configs[i], p.files(path)[i]
		release, err := safefile.LockFile(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", flag, err)
		}
		p.own.closes = append(p.own.closes, release)
		// Without the file of a later preset, the games were stopped before this preset began.
		var from []string
		for _, name := range p.Resume {
			if file := p.files(name)[i]; i == 0 || safefile.Exists(file) {
				from = append(from, file)
			}
		}
		if len(from) > 0 {
			if err := c.ResumeFrom(from...); errors.Is(err, os.ErrNotExist) {
				missing := from[slices.IndexFunc(from, func(path string) bool { return !safefile.Exists(path) })]
				return nil, noCheckpoint(missing, p.Resume[0])
			} else if err != nil {
				return nil, options.FileFault(fmt.Errorf("%s: %w", flag, err))
			}
		} else if safefile.Exists(path) {
			return nil, options.FileFault(fmt.Errorf("%s: the file %s already exists: resume it with --resume %s, or remove it", flag, path, p.Checkpoint))
		}
		c.Checkpoint = func(res *arena.Result) error { return arena.WriteFile(path, res) }
		c.CheckpointEvery = checkpointEvery
	}
	return configs, nil
}

// stop returns the error of a recipe whose games the error why has cut off. It writes the finished games
// to files unless checkpoints have them. All games are total.
func (p *Playing) stop(why error, command string, total int, results []*arena.Result) error {
	e := &StoppedError{Progress: Progress{Unit: "games", Total: int64(total)}, Whole: true, Err: why}
	for _, res := range results {
		e.Done += int64(res.Played())
	}
	e.Resume, _ = p.path() // check has checked it
	if e.Resume != "" || e.Done == 0 {
		return e
	}
	e.Resume = checkpointName(command, &results[0].Setup, func(path string) bool { return slices.ContainsFunc(p.files(path), safefile.Exists) })
	for i, res := range results {
		if e.Lost = arena.WriteFile(p.files(e.Resume)[i], res); e.Lost != nil {
			e.Resume = ""
			break
		}
	}
	return e
}

// checkpointName returns the name of the checkpoint file if the user named none. The same
// games get the same name, unless it is taken.
func checkpointName(command string, s *arena.Setup, taken func(path string) bool) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%+v", *s)
	return safefile.FreeName(fmt.Sprintf("%s-%08x.arrow", command, h.Sum32()), taken)
}

// cutOff reports whether err ended the games before their time without being the fault of an agent:
// the end of ctx, or this machine cannot run an outside program.
func cutOff(ctx context.Context, err error) bool {
	return errors.Is(err, context.Canceled) && ctx.Err() != nil || errors.As(err, new(*agents.HostError))
}

// maxParts is the maximum of N in --part I/N.
const maxParts = 1_000_000

// part returns the part to play. The checkpoint file is to have its games.
func (f *Checkpoints) part() (p arena.Part, err error) {
	if f.Part == "" {
		return p, nil
	}
	a, b, _ := strings.Cut(f.Part, "/")
	number, err := strconv.Atoi(a)
	of, err2 := strconv.Atoi(b)
	if err != nil || err2 != nil || number < 1 || number > of || of > maxParts {
		return p, fmt.Errorf("--part %s: want I/N with I from 1 to N and N up to %d, such as 1/4", f.Part, maxParts)
	}
	if path, _ := f.path(); path == "" { // check has checked it
		return p, fmt.Errorf("--part %s: its games go to a file: add --checkpoint FILE", f.Part)
	}
	return arena.Part{Number: number, Of: of}, nil
}

// PartResult is the result of a recipe that has played a part of its games.
type PartResult struct {
	Files   []string // one for each preset
	Results []*arena.Result
}

// Write writes a line for each file, in any format.
func (r *PartResult) Write(w io.Writer, _ table.Format) error {
	out := bufio.NewWriter(w)
	for i, res := range r.Results {
		fmt.Fprintf(out, "%s: %s\n", r.Files[i], table.Plural(res.Played(), "game"))
	}
	return out.Flush()
}
