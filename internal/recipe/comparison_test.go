package recipe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/recipe"
	"rummygym/internal/safefile"
	"rummygym/internal/table"
)

// comparisons holds small comparisons of agents, by name: the recipe, a space, and its options.
var comparisons = map[string]string{
	"tournament": `tournament {"agents": ["min-dist", "random:fold=1/3"], "games": 2000, "resamples": 10}`,
	"ladder":     `ladder {"agents": ["min-dist", "random", "min-score"], "games": 2000, "resamples": 10}`,
	"eval":       `eval {"agent": "min-dist", "against": ["random:fold=1/3", "min-score"], "games": 4000}`,
	"presets":    `eval {"agent": "min-dist", "against": ["random"], "games": 4000, "preset": "paper,paper52"}`,
}

// opened returns the recipe of an item of comparisons with more options.
func opened(t *testing.T, item, more string) recipe.Recipe {
	t.Helper()
	name, settings, _ := strings.Cut(item, " ")
	r := must.Get(recipe.New(name))(t)
	list := r.Options()
	must.Do(t, json.Unmarshal([]byte(settings), &list))
	must.Do(t, json.Unmarshal([]byte(more), &list))
	return r
}

// written returns what a recipe writes as CSV.
func written(t *testing.T, r recipe.Recipe) string {
	t.Helper()
	return text(t, must.Get(r.Run(t.Context(), &recipe.Host{}))(t))
}

// text returns a result as CSV.
func text(t *testing.T, r recipe.Result) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, r.Write(&b, table.CSV))
	return b.String()
}

// A comparison that is stopped writes its games to the checkpoint, or else to a file that it names, and prints the same
// when it is resumed.
func TestComparisonsStopAndResume(t *testing.T) {
	for name, item := range comparisons {
		for _, checkpoint := range []string{"", "games.arrow"} {
			t.Run(name+checkpoint, func(t *testing.T) {
				t.Chdir(t.TempDir())
				want := written(t, opened(t, item, `{}`))
				ctx, cancel := context.WithCancel(t.Context())
				res, err := opened(t, item, `{"checkpoint": "`+checkpoint+`"}`).Run(ctx, &recipe.Host{Progress: func(p recipe.Progress) {
					if p.Done > 0 {
						cancel()
					}
				}})
				var stopped *recipe.StoppedError
				if !errors.As(err, &stopped) || !errors.Is(err, context.Canceled) || stopped.Unit != "games" || stopped.Done == 0 || stopped.Done >= stopped.Total || !stopped.Whole || stopped.Resume == "" {
					t.Fatalf("error %v, %+v", err, stopped)
				}
				if !strings.Contains(text(t, res), "\n") {
					t.Error("there is no result so far")
				}
				if checkpoint != "" && stopped.Resume != checkpoint {
					t.Errorf("resume with %s, want %s", stopped.Resume, checkpoint)
				}
				more := `{"resume": "` + stopped.Resume + `"}`
				for range 2 { // the second time the file has all games
					if got := written(t, opened(t, item, more)); got != want {
						t.Errorf("resumed: %s, not stopped: %s", got, want)
					}
				}
				_, err = opened(t, item, `{"seed": 9, "resume": "`+stopped.Resume+`"}`).Run(t.Context(), &recipe.Host{})
				must.Fail(t, err, "seed 1 (want 9)")
				_, err = opened(t, item, `{"checkpoint": "`+stopped.Resume+`"}`).Run(t.Context(), &recipe.Host{})
				must.Fail(t, err, "--resume "+stopped.Resume)
			})
		}
	}
}

// A comparison that is stopped before its first game writes no file. Afterwards the files of an earlier stop are left.
func TestComparisonsStopAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, item := range comparisons {
		_, err := opened(t, item, `{}`).Run(ctx, &recipe.Host{})
		var stopped *recipe.StoppedError
		if !errors.As(err, &stopped) || stopped.Done != 0 || stopped.Resume != "" {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if left := must.Get(os.ReadDir("."))(t); len(left) != 0 {
		t.Errorf("the folder contains %v, want nothing", left)
	}
}

// A stopped comparison leaves the file of an earlier stop as it is.
func TestStopTakesAFreeName(t *testing.T) {
	t.Chdir(t.TempDir())
	var names []string
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := opened(t, comparisons["tournament"], `{}`).Run(ctx, &recipe.Host{Progress: func(p recipe.Progress) {
			if p.Done > 0 {
				cancel()
			}
		}})
		var stopped *recipe.StoppedError
		if !errors.As(err, &stopped) {
			t.Fatal(err)
		}
		names = append(names, stopped.Resume)
	}
	if want := strings.TrimSuffix(names[0], ".arrow") + "-2.arrow"; names[1] != want {
		t.Errorf("the second name is %s, the first %s", names[1], names[0])
	}
}

// A second run with the same checkpoint file is refused, and a lock that a killed run has left
// is not.
func TestTwoRunsWithOneCheckpoint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.arrow")
	more := `{"games": 5, "checkpoint": "` + path + `"}`
	release := must.Get(safefile.LockFile(path))(t)
	_, err := opened(t, comparisons["tournament"], more).Run(t.Context(), &recipe.Host{})
	must.Fail(t, err, path+": another process is writing to it")
	release()
	must.Do(t, os.WriteFile(filepath.Join(filepath.Dir(path), ".games.arrow.lock"), nil, 0o600))
	written(t, opened(t, comparisons["tournament"], more))
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("the folder contains %v, want the checkpoint alone (error %v)", left, err)
	}
}

// The JSON of all options is that of the recipe again.
func TestOptionsToJSONAndBack(t *testing.T) {
	for _, name := range recipe.Names() {
		r := must.Get(recipe.New(name))(t)
		before := must.Get(json.Marshal(r.Options()))(t)
		again := must.Get(recipe.New(name))(t)
		list := again.Options()
		must.Do(t, json.Unmarshal(before, &list))
		if after := must.Get(json.Marshal(again.Options()))(t); !bytes.Equal(after, before) {
			t.Errorf("%s: %s, want %s", name, after, before)
		}
	}
}
