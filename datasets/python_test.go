package datasets_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

// python returns an interpreter that has pyarrow, $RUMMYGYM_PYTHON or python3, and those of pandas, polars and duckdb
// that it has. If it lacks pyarrow or one of them, the name is empty or the list shorter, or the test fails if CI=true.
func python(t *testing.T) (name string, libraries []string) {
	t.Helper()
	name = os.Getenv("RUMMYGYM_PYTHON")
	if name == "" {
		name = "python3"
	}
	out, err := exec.CommandContext(t.Context(), name, "-c", `import importlib.util, numpy, pyarrow
print(*[name for name in ("pandas", "polars", "duckdb") if importlib.util.find_spec(name)])`).CombinedOutput()
	const mend = "set RUMMYGYM_PYTHON to an interpreter with pyarrow, numpy, pandas, polars and duckdb (make setup makes .venv/bin/python)"
	if libraries = strings.Fields(string(out)); err == nil && len(libraries) == 3 {
		return name, libraries
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s lacks some of them: %v: %s\n%s", name, err, out, mend)
	}
	t.Logf("NOT CHECKED AGAINST ALL: %s has %s (%v); %s", name, out, err, mend)
	if err != nil {
		return "", nil
	}
	return name, libraries
}

// pyColumn is the description of a column that read.py prints.
type pyColumn struct {
	Name  string
	Type  string
	Sum   float64
	Names map[string]int
}

// TestPythonReadsTheSame compares types, row counts, and order-dependent sums of the
// entries between pyarrow and Go.
func TestPythonReadsTheSame(t *testing.T) {
	py, all := python(t)
	if py == "" {
		return
	}
	with := map[string][]string{"arrow": all, "final": all, "truncated": nil, "six": nil, "arrow-none": nil,
		"best-of": all}
	sets := datasettest.Variants()
	var names []string
	args := []string{"testdata/read.py"}
	dirs := map[string]string{}
	for name, libs := range with {
		set, ok := sets[name]
		if !ok {
			continue // left out by -short
		}
		c := datasettest.ToyConfig(t.TempDir())
		set(&c)
		datasettest.Collect(t, c)
		names, dirs[name] = append(names, name), c.Dir
		args = append(args, c.Dir+"="+strings.Join(libs, ","))
	}
	cmd := exec.CommandContext(t.Context(), py, args...)
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("read.py: %v: %s", err, problems.String())
	}
	answers := json.NewDecoder(bytes.NewReader(out))
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			var got struct {
				Rows, Legal, Decisions int
				Columns                []pyColumn
			}
			must.Do(t, answers.Decode(&got))
			d := datasettest.Open(t, dirs[name])
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
		case *arrow.DictionaryType:
			out[i].Type, out[i].Names = "dictionary", make(map[string]int)
		default:
			out[i].Type = elementName(typ)
		}
		at[c.Name] = &out[i]
	}
	layout := d.Meta().GameLayout()
	values := make([]float32, layout.Size())
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
			if b.Attempt != nil {
				at["attempt"].Sum += float64(b.Attempt[i])
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
