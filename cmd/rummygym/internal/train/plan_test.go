package train

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/internal/must"
	"rummygym/recipe"
)

// TestBuiltinRecipes runs the recipe of each built-in network at toy size: it makes all that its steps name. The same command
// then has nothing to do.
func TestBuiltinRecipes(t *testing.T) {
	listed := program.Succeed(t, "train", "recipe")
	for _, name := range recipe.PlanNames() {
		t.Run(name, func(t *testing.T) {
			clitest.WantAll(t, listed, name)
			t.Chdir(t.TempDir())
			program.Succeed(t, "train", "recipe", name, "--toy", "--workers", "2")
			made := files(t, name)
			p := must.Get(recipe.ReadPlan(name, true))(t)
			for _, s := range p.Steps {
				if _, err := os.Stat(filepath.Join(name, s.Name)); err != nil {
					t.Error(err)
				}
			}
			status, _, errs := program.Run(t, "", "train", "recipe", name, "--toy")
			if status != 0 || strings.Count(errs, ": is finished") != len(p.Steps) {
				t.Errorf("again: exit status %d, %s", status, errs)
			}
			mustAgree(t, "the second run", files(t, name), made)
			if dry := program.Succeed(t, "train", "recipe", name, "--dry-run"); strings.Count(dry, "\nrummygym ") != len(p.Steps) {
				t.Errorf("the steps are\n%s", dry)
			}
		})
	}
}

// TestPageRecipes runs the recipes of the pages at toy size.
func TestPageRecipes(t *testing.T) {
	paths := must.Get(filepath.Glob("../../../../docs/recipes/*.yaml"))(t)
	if len(paths) == 0 {
		t.Fatal("there are none")
	}
	for _, path := range paths {
		program.Succeed(t, "train", "recipe", path, "--toy", "--out", filepath.Join(t.TempDir(), "run"))
	}
}

// files returns the contents of the networks and results in a folder, by path.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must.Do(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if ending := filepath.Ext(path); err == nil && (ending == ".safetensors" || ending == ".json" && d.Name() != "config.json" || ending == ".arrow") {
			var data []byte
			data, err = os.ReadFile(path)
			name := must.Get(filepath.Rel(dir, path))(t)
			all[name] = string(data)
		}
		return err
	}))
	return all
}

const plan = `
about: a teacher and its pupil
steps:
  - name: data
    command: collect
    flags: {game: gin, episode: hand, agents: [simple, simple], games: 40, fields: none, shard-games: 10}
  - name: teacher
    command: train mc
    flags: {game: gin, episode: hand, steps: 4, games: 8, layers: [4], updates: 2, batch: 8, eval-games: 2}
  - name: pupil
    command: train mc
    flags:
      game: gin
      episode: hand
      layers: [4]
      steps: 4
      games: 8
      updates: 2
      batch: 8
      eval-games: 2
      teachers: ["${teacher}/last.safetensors"]
      opponents: "self,2:learned:${teacher}/last.safetensors:head=win"
  - name: mean.safetensors
    command: policy average
    flags: {file: ["${teacher}/last.safetensors", "${pupil}/last.safetensors"]}
  - name: wins.json
    command: eval
    flags: {game: gin, agent: "learned:${mean.safetensors}", against: simple, games: 4}
toy:
  train mc: {steps: 1}
`

// planFile writes a recipe file and returns its path.
func planFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "small.yaml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// stopAt is a writer that cancels when a text is written.
type stopAt struct {
	bytes.Buffer
	text   string
	cancel func()
}

func (s *stopAt) Write(p []byte) (int, error) {
	if n, err := s.Buffer.Write(p); !strings.Contains(s.String(), s.text) {
		return n, err
	}
	s.cancel()
	return len(p), nil
}

// TestRecipeResumes stops a recipe in each of its steps: the same command continues, and the files are those of a recipe
// that was not stopped, in another folder.
func TestRecipeResumes(t *testing.T) {
	t.Chdir(t.TempDir())
	path := planFile(t, plan)
	program.Succeed(t, "train", "recipe", path)
	want := files(t, "small")
	if len(want) < 12 {
		t.Fatalf("there are only %d files", len(want))
	}
	for _, text := range []string{"step 1 of 5", "teacher: rummygym train mc\nstep 1:", "pupil: rummygym train mc\nstep 1:", "step 5 of 5"} {
		ctx, cancel := context.WithCancel(t.Context())
		errs := stopAt{text: text, cancel: cancel}
		dir := filepath.Join(t.TempDir(), "stopped")
		status := program.Execute(ctx, []string{"train", "recipe", path, "--out", dir}, strings.NewReader(""), new(bytes.Buffer), &errs)
		cancel()
		switch {
		case status == 0: // its last step does not look at the context
		case status != 130 || !strings.Contains(errs.String(), "the same command continues"):
			t.Errorf("stopped at %q: exit status %d, %s", text, status, errs.String())
		}
		program.Succeed(t, "train", "recipe", path, "--out", dir)
		mustAgree(t, "stopped at "+text, files(t, dir), want)
	}
}

// TestRecipeChanges changes a recipe or files between two runs.
func TestRecipeChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	path := planFile(t, plan)
	program.Succeed(t, "train", "recipe", path)
	want := files(t, "small")
	other := planFile(t, strings.Replace(plan, "layers: [4], updates: 2", "layers: [4], updates: 3", 1))
	clitest.WantAll(t, program.Fail(t, "train", "recipe", other, "--out", "small"), "step teacher", `--updates "2"`, `now that is "3"`, "steps/teacher.json")
	must.Do(t, os.RemoveAll("small/pupil"))
	must.Do(t, os.Remove("small/wins.json"))
	program.Succeed(t, "train", "recipe", path)
	mustAgree(t, "made again", files(t, "small"), want)

	must.Do(t, os.WriteFile("small/mean.safetensors", []byte("other"), 0o644))
	clitest.WantAll(t, mustRefuse(t, path), "mean.safetensors: it is not the file that step mean.safetensors wrote")
	must.Do(t, os.Remove("small/mean.safetensors"))
	program.Succeed(t, "train", "recipe", path)
	must.Do(t, os.Remove("small/steps/data.json"))
	clitest.WantAll(t, mustRefuse(t, path), "there is already data")
}

// mustRefuse runs a recipe that is refused after some steps, and returns the message.
func mustRefuse(t *testing.T, path string) string {
	t.Helper()
	status, _, errs := program.Run(t, "", "train", "recipe", path)
	if status != 1 {
		t.Errorf("exit status %d, %s", status, errs)
	}
	return errs
}

// TestRecipeLines types the lines that --dry-run prints: the files are the same.
func TestRecipeLines(t *testing.T) {
	t.Chdir(t.TempDir())
	path := planFile(t, plan)
	program.Succeed(t, "train", "recipe", path, "--toy")
	lines := strings.Split(strings.TrimSpace(program.Succeed(t, "train", "recipe", path, "--toy", "--dry-run", "--out", "typed")), "\n")
	if lines[0] != "mkdir -p typed && cd typed" {
		t.Errorf("the first line is %q", lines[0])
	}
	must.Do(t, os.Mkdir("typed", 0o777))
	t.Chdir("typed")
	for _, line := range lines[1:] {
		line, to, _ := strings.Cut(line, " > ")
		out := program.Succeed(t, strings.Fields(line)[1:]...)
		if to != "" {
			must.Do(t, os.WriteFile(to, []byte(out), 0o644))
		}
	}
	typed := files(t, ".")
	for name, data := range files(t, "../small") {
		if !strings.HasPrefix(name, "steps") && typed[name] != data {
			t.Errorf("%s differs", name)
		}
	}
}

// TestRecipeFaults has recipe files with one fault each. They are refused before the first step.
func TestRecipeFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ old, new, want string }{
		{"games: 8,", "gammes: 8,", `line 9: step teacher: "gammes" is not a flag of "train mc", did you mean "games"?`},
		{"games: 8,", "games: 0,", "line 9: step teacher: --games 0: want a whole number from 1 to"},
		{"games: 8,", "games: eight,", "line 9: step teacher: games eight: want a whole number"},
		{"games: 8,", "out: x,", "line 9: step teacher: out: leave it out: it follows from the name of the step"},
		{"teachers: [\"${teacher}", "teachers: [\"${techer}", "line 21: step pupil: teachers: ${techer} is no earlier step"},
		{"head=win", "head=wni", ""}, // files are not there yet
		{"2:learned:${teacher}/last.safetensors:head=win", "2:simpel", `step 3, pupil: opponents: `},
		{"${mean.safetensors}", "${mean.safetensors}/best.safetensors", "want ${mean.safetensors}, because the step writes only that"},
		{"learned:${mean.safetensors}", "learned:${pupil}/first.safetensors", "step wins.json: agent: ${pupil}/first.safetensors: want a network of the training"},
		{"command: eval", "command: evil", `step 5, wins.json: "evil" is not a command of a step, did you mean "eval"?`},
		{"name: pupil", "name: teacher", "step 3, teacher: an earlier step has its name"},
		{"name: pupil", "name: ../pupil", `name "../pupil": want small letters`},
		{"about:", "abuot:", `line 2: "abuot" is not known: want about, minutes, steps or toy`},
		{"train mc: {steps: 1}", "train ms: {steps: 1}", `line 29: toy: "train ms" is not a command of a step`},
		{"flags: {game: gin, agent: ", "flags: 3 #", "step 5, wins.json: line 28: want an object of flags"},
		{"layers: [4], updates", "layers: {a: 4}, updates", "layers: want a text, a number, true or false, or a list of them"},
	} {
		if !strings.Contains(plan, c.old) {
			t.Fatalf("the plan has no %q", c.old)
		}
		path := planFile(t, strings.Replace(plan, c.old, c.new, 1))
		status, _, errs := program.Run(t, "", "train", "recipe", path, "--dry-run")
		if c.want == "" && status == 0 {
			continue
		}
		if status == 0 || !strings.Contains(errs, path) || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit status %d, %s; want %q and the path", c.new, status, errs, c.want)
		}
	}
	clitest.WantAll(t, program.Fail(t, "train", "recipe", "gni"), "gni is neither a built-in recipe", `did you mean "gin"?`)
	clitest.WantAll(t, program.Fail(t, "train", "recipe", "none/gin.yaml"), "none/gin.yaml")
	for _, text := range []string{"", "3", "steps: 3", "steps: [3]", "steps: [{}]", "steps: []", "steps: [{name: a}]", "toy: 3\nsteps: [{name: a, command: eval}]", "about: [1]"} {
		path := planFile(t, text)
		if errs := program.Fail(t, "train", "recipe", path, "--toy"); !strings.Contains(errs, path) {
			t.Errorf("%q: %s", text, errs)
		}
	}
}
