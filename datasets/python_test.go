package datasets_test

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"

	"rummygym/datasets"
	"rummygym/datasets/internal/datasettest"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// python returns an interpreter that has pyarrow: $RUMMYGYM_PYTHON, or python3. If
// there is none, the test is skipped, or fails if CI=true.
func python(t *testing.T) string {
	t.Helper()
	name := os.Getenv("RUMMYGYM_PYTHON")
	if name == "" {
		name = "python3"
	}
	out, err := exec.CommandContext(t.Context(), name, "-c", "import numpy, pandas, pyarrow").CombinedOutput()
	if err == nil {
		return name
	}
	const mend = "set RUMMYGYM_PYTHON to an interpreter with pyarrow, numpy and pandas (python3 -m venv V && V/bin/pip install pyarrow numpy pandas)"
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s cannot import them: %v: %s\n%s", name, err, out, mend)
	}
	t.Logf("NOT CHECKED AGAINST PYARROW: %s cannot import it (%v); %s", name, err, mend)
	return ""
}

// libraries returns the libraries beyond pyarrow that python has. If CI=true and one
// is missing, the test fails.
func libraries(t *testing.T, python string) []string {
	t.Helper()
	var found []string
	for _, l := range []string{"pandas", "polars", "duckdb"} {
		out, err := exec.CommandContext(t.Context(), python, "-c", "import "+l).CombinedOutput()
		switch {
		case err == nil:
			found = append(found, l)
		case os.Getenv("CI") == "true":
			t.Fatalf("%s has no %s: %v: %s", python, l, err, out)
		default:
			t.Logf("NOT CHECKED AGAINST %s: %s does not have it", l, python)
		}
	}
	return found
}

// pyColumn is the description of a column that read.py prints.
type pyColumn struct {
	Name  string
	Type  string
	Sum   float64
	Names map[string]int
}

// TestPythonReadsTheSame compares types, row counts, and order-dependent sums of the
// entries between pyarrow and Go, in every format.
func TestPythonReadsTheSame(t *testing.T) {
	py := python(t)
	if py == "" {
		return
	}
	all := libraries(t, py)
	with := map[string][]string{"arrow": all, "stream-none": nil, "parquet": all, "truncated": nil, "six": nil, "arrow-none": nil,
		"plays": all, "plays-parquet": all, "last-play": nil, "no-rows-parquet": nil}
	sets := datasettest.Variants()
	maps.Copy(sets, datasettest.PlayVariants())
	for name, libs := range with {
		set, ok := sets[name]
		if !ok {
			continue // left out by -short
		}
		t.Run(name, func(t *testing.T) {
			c := datasettest.ToyConfig(t.TempDir())
			set(&c)
			datasettest.Collect(t, c)
			cmd := exec.CommandContext(t.Context(), py, append([]string{"testdata/read.py", c.Dir}, libs...)...)
			var problems strings.Builder
			cmd.Stderr = &problems
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("read.py: %v: %s", err, problems.String())
			}
			var got struct {
				Rows, Legal, Decisions int
				Columns                []pyColumn
			}
			must.Do(t, json.Unmarshal(out, &got))
			d := datasettest.Open(t, c.Dir)
			if int64(got.Rows) != d.Manifest.Rows || got.Legal != got.Decisions {
				t.Errorf("%d rows, %d of %d actions legal, want %d rows and all", got.Rows, got.Legal, got.Decisions, d.Manifest.Rows)
			}
			want := goColumns(t, d)
			if len(got.Columns) != len(want) {
				t.Fatalf("%d columns, want %d", len(got.Columns), len(want))
			}
			for i, w := range want {
				g := got.Columns[i]
				same := g.Name == w.Name && g.Type == w.Type && len(g.Names) == len(w.Names) && math.Abs(g.Sum-w.Sum) <= 1e-9*math.Abs(w.Sum)
				for k, n := range w.Names {
					same = same && g.Names[k] == n
				}
				if !same {
					t.Errorf("column %d is %+v in Python, %+v in Go", i, g, w)
				}
			}
		})
	}
}

// goColumns reads a dataset with the Go reader and describes each column as read.py
// does.
func goColumns(t *testing.T, d *datasets.Dataset) []pyColumn {
	t.Helper()
	columns := datasets.Columns(d.Meta())
	out := make([]pyColumn, len(columns))
	at := make(map[string]*pyColumn)
	for i, c := range columns {
		out[i] = pyColumn{Name: c.Name, Type: c.Type.String()}
		switch typ := c.Type.(type) {
		case *arrow.FixedSizeListType:
			out[i].Type = elementName(typ.Elem()) + "[" + text(int(typ.Len())) + "]"
		case *arrow.ListType:
			out[i].Type = elementName(typ.Elem()) + "[]"
		case *arrow.DictionaryType:
			out[i].Type, out[i].Names = "dictionary", make(map[string]int)
		default:
			out[i].Type = elementName(typ)
		}
		at[c.Name] = &out[i]
	}
	layout := d.Meta().GameLayout()
	after := d.Meta().AfterLayout()
	values, result := make([]float32, layout.Size()), make([]float32, after.Size())
	truth := map[bool]float64{true: 1}
	for b, err := range d.Batches() {
		must.Do(t, err)
		for i := range b.Rows() {
			for name, v := range map[string]float64{
				"episode": float64(b.Episode[i]), "step": float64(b.Step[i]), "player": float64(b.Player[i]), "action": float64(b.Action[i]),
				"probability": b.Probability[i], "reward": float64(b.Reward[i]), "return_to_end": float64(b.Return[i]),
				"terminated": truth[b.Terminated(i)], "truncated": truth[b.Truncated(i)], "seed": float64(b.Seed[i]), "deal": float64(b.Deal[i]),
				"winner": float64(b.Winner[i]), "gain": float64(b.Gain[i]), "rounds": float64(b.Rounds[i]),
			} {
				at[name].Sum += v
			}
			at["agent"].Names[b.Agent(i)]++
			at["phase"].Names[b.Phase(i)]++
			at["ending"].Names[b.Ending(i)]++
			var mask game.Mask
			b.Mask(&mask, i)
			for a := range mask.Each() {
				at["mask"].Sum += float64(a) + 1
			}
			sum := func(prefix string, layout game.Layout, values []float32) {
				for _, f := range layout {
					for j := range f.Size() {
						at[prefix+f.Name].Sum += float64(values[j]) * float64(j+1)
					}
					values = values[f.Size():]
				}
			}
			b.Observation(values, i)
			sum(datasets.ObservationPrefix, layout, values)
			b.After(result, i)
			sum(datasets.AfterPrefix, after, result)
			if b.Attempt != nil {
				at["attempt"].Sum += float64(b.Attempt[i])
			}
			if b.PlaysLeft != nil {
				at["plays_left"].Sum += float64(b.PlaysLeft[i])
				at["score"].Sum += float64(b.Score[i])
				for j, a := range b.Actions(i) {
					at["actions"].Sum += float64(a) * float64(j+1)
				}
			}
		}
	}
	return out
}

// elementName returns pyarrow's name of a type.
func elementName(t arrow.DataType) string {
	switch t.ID() {
	case arrow.FLOAT32:
		return "float"
	case arrow.FLOAT64:
		return "double"
	}
	return t.Name()
}

func text(v int) string { b, _ := json.Marshal(v); return string(b) }
