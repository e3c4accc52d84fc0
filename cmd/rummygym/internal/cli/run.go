package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"rummygym/agents"
	"rummygym/internal/options"
	"rummygym/internal/recipe"
	"rummygym/internal/table"
	"rummygym/internal/train"
)

// NewRunCommand returns the hidden command with which other programs, such as the Python package, run recipes.
func NewRunCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "run [NAME]",
		Args:  cobra.MaximumNArgs(1),
		Short: "Run a recipe for another program, with JSON",
		Long: `run runs the recipe NAME, for example "train mc", with options from a JSON object on standard input.
It writes JSON objects to standard output, one per line, with one member each: "log", a message
about files read and written or about a problem; "progress"; and at the end "result" or "error". If
an error ends the recipe after a part of the work, the output has both. If the reader closes
standard output, the recipe stops as after ctrl-C.

Without NAME, run prints the options of all recipes as one JSON object.`,
		Example: `  echo '{"steps": 10, "out": "run"}' | rummygym run "train mc"`,
		Hidden:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return describeRecipes(Binary(cmd))
			}
			signal.Ignore(syscall.SIGPIPE)
			ctx, stop := context.WithCancel(cmd.Context())
			defer stop()
			m := &messages{w: Binary(cmd), stop: stop}
			result, err := runByName(ctx, args[0], cmd.InOrStdin(), m)
			var failed error
			if result != nil {
				failed = m.send("result", result)
			}
			if err == nil {
				return failed
			}
			return errors.Join(err, failed, m.send("error", faultOf(ctx, err)))
		},
	}
}

// describeRecipes prints the options of all recipes.
func describeRecipes(w io.Writer) error {
	type option struct {
		Name     string   `json:"name"`
		Doc      string   `json:"doc"`
		Kind     string   `json:"kind"`
		Group    string   `json:"group"`
		Default  any      `json:"default"`
		Words    []string `json:"words"`
		Range    []int64  `json:"range"`
		Required bool     `json:"required"`
	}
	var all table.Object
	for _, name := range recipe.Names() {
		r, err := recipe.New(name)
		if err != nil {
			return err
		}
		described := []option{}
		for _, o := range r.Options() {
			d := option{o.Name, o.Doc, o.Type(), o.Group, o.JSON(), o.Words, nil, o.Required}
			if words := strings.Split(d.Kind, "|"); len(words) > 1 {
				d.Kind, d.Words = "string", words
			}
			if d.Kind == "int" || d.Kind == "int64" || d.Kind == "intSlice" {
				d.Range = []int64{o.Low, o.High}
			}
			described = append(described, d)
		}
		all = append(all, name, described)
	}
	return json.NewEncoder(w).Encode(all)
}

// runByName runs a recipe with the options on the input, and returns its result. With an error that is what was done before it,
// or nil.
func runByName(ctx context.Context, name string, in io.Reader, m *messages) (any, error) {
	r, err := recipe.New(name)
	if err != nil {
		return nil, Usage(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	list := r.Options()
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, Usage(err)
	}
	if err := r.Options().Check(); err != nil {
		return nil, err
	}
	result, stopped := r.Run(ctx, &recipe.Host{
		Version: ThisBuild().Version, Log: m, In: strings.NewReader(""), Progress: m.progress,
	})
	if result == nil {
		return nil, stopped
	}
	if t, ok := result.(*recipe.TrainingResult); ok && stopped == nil {
		m.progress(recipe.Progress{Unit: "steps", Done: t.Step, Total: t.Step, Training: &train.Progress{Columns: t.Columns, Rows: t.Rows}})
	}
	forms := map[table.Format]*bytes.Buffer{}
	for _, f := range []table.Format{table.Readable, table.JSON, table.Lines, table.Arrow} {
		forms[f] = new(bytes.Buffer)
		if err := result.Write(forms[f], f); err != nil {
			return nil, cmp.Or(stopped, err)
		}
	}
	var values any = struct{}{}
	if !bytes.Equal(forms[table.JSON].Bytes(), forms[table.Lines].Bytes()) {
		values = json.RawMessage(forms[table.JSON].Bytes())
	}
	rows := []json.RawMessage{}
	for line := range bytes.Lines(forms[table.Lines].Bytes()) {
		rows = append(rows, line)
	}
	return map[string]any{"text": forms[table.Readable].String(), "values": values, "rows": rows, "arrow": forms[table.Arrow].Bytes()}, stopped
}

// messages writes messages to another program. If that is gone, it stops the recipe.
type messages struct {
	w    io.Writer
	stop func()
	lock sync.Mutex

	sent time.Time // of the last progress
	rows int       // number of rows of a training that were sent
}

// send writes a message.
func (m *messages) send(name string, value any) error {
	line, err := json.Marshal(map[string]any{name: value})
	if err != nil {
		return err
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	_, err = m.w.Write(append(line, '\n'))
	if err != nil {
		m.stop()
	}
	return err
}

// Write sends lines about what is read, written and odd.
func (m *messages) Write(lines []byte) (int, error) {
	return len(lines), m.send("log", string(bytes.TrimSpace(lines)))
}

// progress sends how much is done, and rows of metrics that are new.
func (m *messages) progress(p recipe.Progress) {
	rows := []table.Object{}
	if t := p.Training; t != nil {
		for ; m.rows < len(t.Rows); m.rows++ {
			var row table.Object
			for i, v := range t.Rows[m.rows] {
				row = append(row, t.Columns[i], table.Finite(v))
			}
			rows = append(rows, row)
		}
	}
	if len(rows) > 0 || p.Done == p.Total || time.Since(m.sent) >= showEvery {
		m.sent = time.Now()
		_ = m.send("progress", map[string]any{"unit": p.Unit, "done": p.Done, "total": p.Total, "rows": rows}) // an error stops the recipe
	}
}

// faultOf returns an error for another program: its kind, its text, and how to go on if the recipe was stopped.
func faultOf(ctx context.Context, err error) map[string]any {
	fault := map[string]any{"kind": "failure", "text": message(ctx, err)}
	var stopped *recipe.StoppedError
	switch {
	case errors.As(err, &stopped):
		fault["kind"], fault["text"], fault["resume"], fault["whole"] = "stopped", stopped.Error(), stopped.Resume, stopped.Whole
		if errors.As(err, new(*agents.HostError)) {
			fault["text"] = fmt.Sprintf("%v; %v", stopped.Err, stopped)
		}
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		fault["kind"] = "stopped"
	case isUsage(err):
		fault["kind"] = "usage"
	case errors.Is(err, fs.ErrNotExist):
		fault["kind"] = "missing"
	case errors.Is(err, fs.ErrExist):
		fault["kind"] = "exists"
	case errors.As(err, new(*fs.PathError)) || errors.As(err, new(options.FileError)):
		fault["kind"] = "file"
	}
	return fault
}
