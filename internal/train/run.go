package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"rummygym/internal/safefile"
)

// The files of a run.
const (
	ConfigFile     = "config.json"      // Run.Config
	CheckpointFile = "checkpoint"       // the state to resume from
	BestFile       = "best.safetensors" // the best network by Run.Best, if that is set
	LastFile       = "last.safetensors" // the network at the end, or where the run was stopped
	SnapshotFolder = "snapshots"        // networks by the number of the step, such as 000100.safetensors
)

// Run trains a learner in its own folder. All files in it but SecondsFile and the times in EventsFile depend only on
// the learner and the settings, no matter when the run was stopped or killed and resumed.
//
// The checkpoint holds the rows of metrics and the best network, and a digest. Their own
// files follow from it: they are written after it, and again on resumption. A damaged
// checkpoint, one of another run, and metrics that differ from the checkpoint are errors that
// name the file. While it runs, a run holds the lock of its folder.
type Run struct {
	Dir     string
	Learner Learner
	Config  any // an object, written to ConfigFile as JSON with a digest, for later resumption

	// Identity is text that is the same for two runs if and only if each may resume the other's
	// checkpoint.
	Identity string

	// Resume continues from the checkpoint in Dir, or starts again if the run was stopped
	// before the first checkpoint. Without Resume, Dir must not contain a run.
	Resume bool

	Steps       int64 // total number
	Every       int64 // steps per row of metrics, which holds their means
	Evaluations []Evaluation

	// Best is the column that determines the best network: by its maximum, or with Lower
	// by its minimum. "" is none.
	Best  string
	Lower bool
	// Patience is the number of values of Best without improvement after which the run
	// ends. 0: no limit.
	Patience int

	SnapshotEvery   int64         // steps between two networks that are kept in SnapshotFolder; 0 keeps none
	CheckpointEvery time.Duration // 0 is one minute

	// Progress, if not nil, is called often with the current step.
	Progress func(Progress)

	clock clock
}

// Progress is the state of a run. Its slices are owned by the run.
type Progress struct {
	Step, Steps int64
	Columns     []string    // names of the values of Row and Rows
	Row         []float64   // means since the last row; NaN for evaluations
	Rows        [][]float64 // rows of metrics so far
}

// Ending is the reason why a run ended.
type Ending string

// The reasons.
const (
	AllSteps Ending = "all steps are made"
	NoBetter Ending = "no improvement within the patience"
	NoData   Ending = "there is no more data"
)

// Result is the result of a run.
type Result struct {
	Ending   Ending
	Step     int64
	Columns  []string
	Rows     [][]float64 // metrics: the first column is the step; NaN where there was no evaluation
	Best     float64     // NaN if there is none
	BestStep int64
}

// existsError reports a file of another run in the folder of a new one.
type existsError struct{ path string }

// Error names the file.
func (e *existsError) Error() string {
	return fmt.Sprintf("train: %s already exists: resume that run, or choose another folder", e.path)
}

// Is reports whether the error is fs.ErrExist, which it is.
func (e *existsError) Is(target error) bool { return target == fs.ErrExist }

// StoppedError reports that a run stopped because its context ended. It can be resumed.
type StoppedError struct {
	Step, Steps int64
	Err         error // cause of the end of the context
}

func (e *StoppedError) Error() string {
	return fmt.Sprintf("stopped after %d of %d steps: %v", e.Step, e.Steps, e.Err)
}

// Unwrap returns the cause of the end of the context.
func (e *StoppedError) Unwrap() error { return e.Err }

// Run trains to the end and writes all files. If ctx ends, it writes a checkpoint and
// returns a [*StoppedError].
func (r *Run) Run(ctx context.Context) (*Result, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	s := newProgress(r)
	release, err := r.open(s)
	if err != nil {
		return nil, err
	}
	defer release()
	var kept snapshot
	saved := time.Now()
	r.clock.begun = saved
	for s.Ending == "" {
		if ctx.Err() != nil {
			kept = snapshot{} // no step is in progress
		}
		if err := kept.keep(s, r.network); err != nil {
			return nil, err
		}
		err := r.step(ctx, s)
		if err != nil && ctx.Err() != nil {
			return nil, r.stop(kept, s.Rows[:kept.rows], context.Cause(ctx))
		}
		if err != nil {
			return nil, err
		}
		if time.Since(saved) >= cmp.Or(r.CheckpointEvery, time.Minute) {
			if err := r.save(s.append(nil), s.best, s.Rows); err != nil {
				return nil, err
			}
			saved = time.Now()
		}
	}
	return r.finish(s)
}

// open creates and locks the folder, or locks it and reads its checkpoint.
func (r *Run) open(s *progress) (release func(), err error) {
	if r.Config == nil {
		r.Config = struct{}{}
	}
	config, err := safefile.EncodeJSON(r.Config)
	if err != nil {
		return nil, fmt.Errorf("train: the configuration: %w", err)
	}
	if !r.Resume {
		if err := os.MkdirAll(r.Dir, 0o755); err != nil {
			return nil, err
		}
	}
	if release, err = safefile.Lock(r.Dir); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	begin := r.begin
	if r.Resume {
		begin = func() error { return r.resume(s) }
	}
	if err = begin(); err == nil {
		err = safefile.Write(filepath.Join(r.Dir, ConfigFile), config)
	}
	if err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// begin checks that there is no run in the folder.
func (r *Run) begin() error {
	for _, name := range []string{CheckpointFile, ConfigFile} {
		if _, err := os.Lstat(filepath.Join(r.Dir, name)); err == nil {
			return &existsError{filepath.Join(r.Dir, name)}
		}
	}
	return nil
}

// resume sets s to the checkpoint in the folder, if there is one, and writes what follows from
// it, since the process may have been killed before it did.
func (r *Run) resume(s *progress) error {
	path := filepath.Join(r.Dir, CheckpointFile)
	data, err := safefile.Read(path)
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(r.Dir, ConfigFile)); err != nil {
			return fmt.Errorf("train: %s has no run to resume: start it: %w", r.Dir, err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.restore(data); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := r.reopen(s); err != nil {
		return err
	}
	if err := checkMetrics(r.Dir, s.columns, s.Rows); err != nil {
		return err
	}
	r.clock.read(r.Dir, s.Step)
	return r.saveRest(s.best, s.Rows)
}

// reopen continues a run that had ended if there are now more steps or more patience.
func (r *Run) reopen(s *progress) error {
	if s.Step > r.Steps {
		return fmt.Errorf("train: %s has made %d steps: want at least as many, not %d", r.Dir, s.Step, r.Steps)
	}
	if s.Ending == AllSteps && s.Step < r.Steps || s.Ending == NoBetter && (r.Patience == 0 || s.waited < int64(r.Patience)) {
		s.Ending = ""
	}
	if s.Ending == "" && s.Step == r.Steps {
		s.Ending = AllSteps
	}
	return nil
}

// step makes one step and everything that is due after it.
func (r *Run) step(ctx context.Context, s *progress) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := r.Learner.Step(ctx, s.row)
	if errors.Is(err, io.EOF) {
		s.Ending = NoData
		if s.summed == 0 {
			return nil
		}
	} else if err != nil {
		return err
	} else {
		s.Step++
		s.summed++
		for i, v := range s.row {
			s.sums[i] += v
		}
	}
	if r.Progress != nil {
		r.Progress(Progress{s.Step, r.Steps, s.columns, s.means(), s.Rows})
	}
	if err := r.snapshot(s); err != nil {
		return err
	}
	if s.Step >= r.Steps && s.Ending == "" {
		s.Ending = AllSteps
	}
	if s.Step%r.Every == 0 || s.Ending != "" {
		return r.closeRow(ctx, s)
	}
	return nil
}

// snapshot keeps the network if that is due.
func (r *Run) snapshot(s *progress) error {
	if r.SnapshotEvery == 0 || s.Step%r.SnapshotEvery != 0 {
		return nil
	}
	data, err := r.network()
	if err != nil {
		return err
	}
	dir := filepath.Join(r.Dir, SnapshotFolder)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return safefile.Write(filepath.Join(dir, fmt.Sprintf("%06d.safetensors", s.Step)), data)
}

// closeRow completes a row of the metrics, evaluates, and compares with the best.
func (r *Run) closeRow(ctx context.Context, s *progress) error {
	row := slices.Clone(s.means())
	at := 1 + len(s.row)
	for _, e := range r.Evaluations {
		if s.Step%e.Every == 0 || s.Ending != "" {
			n, err := r.Learner.Network()
			if err != nil {
				return err
			}
			if err := e.Measure(ctx, n, row[at:at+len(e.Columns)]); err != nil {
				return err
			}
		}
		at += len(e.Columns)
	}
	s.Rows = append(s.Rows, row)
	r.clock.add(s.Step)
	s.summed = 0
	clear(s.sums)
	if r.Best == "" {
		return nil
	}
	value := row[slices.Index(s.columns, r.Best)]
	switch {
	case math.IsNaN(value):
	case math.IsNaN(s.Best) || value > s.Best != r.Lower && value != s.Best:
		s.Best, s.BestStep, s.waited = value, s.Step, 0
		var err error
		s.best, err = r.network()
		return err
	default:
		if s.waited++; r.Patience > 0 && s.waited >= int64(r.Patience) && s.Ending == "" {
			s.Ending = NoBetter
		}
	}
	return nil
}

// network returns the file of the current network.
func (r *Run) network() ([]byte, error) {
	n, err := r.Learner.Network()
	if err != nil {
		return nil, err
	}
	return n.Append(nil)
}

// save seals and writes a checkpoint, and then what follows from it.
func (r *Run) save(checkpoint, best []byte, rows [][]float64) error {
	if err := safefile.Seal(checkpoint); err != nil {
		return fmt.Errorf("train: the checkpoint: %w", err)
	}
	if err := safefile.Write(filepath.Join(r.Dir, CheckpointFile), checkpoint); err != nil {
		return err
	}
	return r.saveRest(best, rows)
}

// saveRest writes what follows from a checkpoint.
func (r *Run) saveRest(best []byte, rows [][]float64) error {
	if len(best) > 0 {
		if err := safefile.Write(filepath.Join(r.Dir, BestFile), best); err != nil {
			return err
		}
	}
	if err := r.clock.write(r.Dir, rows); err != nil {
		return err
	}
	if err := r.writeEvents(rows); err != nil {
		return err
	}
	return r.writeMetrics(rows)
}

// stop writes the checkpoint and the network that were kept before the interrupted step.
func (r *Run) stop(kept snapshot, rows [][]float64, cause error) error {
	if err := r.save(kept.data, kept.best, rows); err != nil {
		return fmt.Errorf("train: stopped after %d of %d steps; the steps since the last checkpoint are lost: %w", kept.step, r.Steps, err)
	}
	if err := safefile.Write(filepath.Join(r.Dir, LastFile), kept.last); err != nil {
		return err
	}
	return &StoppedError{kept.step, r.Steps, cause}
}

// finish writes the files of the end of a run.
func (r *Run) finish(s *progress) (*Result, error) {
	if err := r.save(s.append(nil), s.best, s.Rows); err != nil {
		return nil, err
	}
	last, err := r.network()
	if err != nil {
		return nil, err
	}
	if err := safefile.Write(filepath.Join(r.Dir, LastFile), last); err != nil {
		return nil, err
	}
	return &s.Result, nil
}
