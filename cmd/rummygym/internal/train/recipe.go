package train

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/recipe"
	"rummygym/table"
)

// planFlags holds the flags of train recipe.
type planFlags struct {
	out     string `option:"out" group:"Output" doc:"folder in which the steps run (default the name of the recipe)"`
	dry     bool   `option:"dry-run" doc:"print the steps as command lines without running them"`
	show    bool   `option:"print" doc:"print the recipe file"`
	toy     bool   `option:"toy" doc:"use the small sizes in the section toy of the file, to try the recipe in a minute"`
	workers int    `option:"workers" group:"Running" range:"0:4096" doc:"number of parallel goroutines of each step (no effect on the results); 0 means the number of cores"`
	format  cli.Format
}

// newRecipeCommand returns the command train recipe.
func newRecipeCommand() *cobra.Command {
	f := planFlags{format: cli.Format{Allowed: []string{"table", "json", "csv"}}}
	cmd := &cobra.Command{
		Use:   "recipe [NAME|FILE]",
		Short: "Run the steps of a recipe that trains a built-in or other network",
		Long: `recipe runs the steps of a recipe file in a folder. Without an argument, it lists the recipes of the
built-in networks. NAME is the name of such a recipe; FILE is any other recipe file.

Finished steps are kept. After ctrl-C or a kill, run the same command again to continue, even in the
middle of a step. For each step, the folder "steps" in the folder of the recipe records the step's
flags and the digests of the files that the step read and wrote. If a finished step would now run
with other flags or inputs, or if its files have changed, recipe stops with an error.

A recipe file is a YAML or JSON file with a list of steps. A step has a name, a command, and flags
for that command:

  about: A network and its pupil
  steps:
    - name: first
      command: train mc
      flags: {steps: 100, seed: 7}
    - name: pupil
      command: train mc
      flags:
        from: ${first}/last.safetensors
        teachers: ${first}/last.safetensors
        steps: 50
    - name: wins.json
      command: eval
      flags: {agent: "learned:${pupil}/last.safetensors", against: min-dist-opp}
  toy:
    train mc: {steps: 2, games: 16, updates: 2}

The name of a step is also the name of the folder or file that the step writes, so the flags do not
include --out. ${NAME} stands for the folder or file that the earlier step NAME wrote. If a command
has no --out (for example eval), its result is written as JSON to the file with the name of the
step. All flags are checked before the first step runs. Paths in the file are relative to the
folder in which the steps run.`,
		Example: `  rummygym train recipe
  rummygym train recipe gin --dry-run
  rummygym train recipe gin --out run
  rummygym train recipe gin --toy --out small
  rummygym train recipe gin --print`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return f.list(cmd)
			}
			return f.run(cmd, args[0])
		},
	}
	cli.Options(cmd, &f)
	return cmd
}

// list prints the built-in recipes.
func (f *planFlags) list(cmd *cobra.Command) error {
	type row struct {
		Name    string `json:"name" doc:"name of the recipe"`
		Steps   int    `json:"steps" doc:"number of steps"`
		Minutes int    `json:"minutes" doc:"minutes that they take on two cores"`
		About   string `json:"about" doc:"what they make"`
	}
	var rows []row
	for _, name := range recipe.PlanNames() {
		p, err := recipe.ReadPlan(name, false)
		if err != nil {
			return err
		}
		rows = append(rows, row{name, len(p.Steps), p.Minutes, p.About})
	}
	out := table.Output[row]{Table: table.New(table.Fields[row](), rows)}
	return out.Write(f.format.Output(cmd), table.Format(f.format.Value()))
}

// run runs the steps of a recipe.
func (f *planFlags) run(cmd *cobra.Command, name string) error {
	p, err := recipe.ReadPlan(name, f.toy)
	if err != nil {
		return err
	}
	dir := cmp.Or(f.out, p.Folder())
	switch {
	case f.show:
		_, err := cmd.OutOrStdout().Write(p.Text)
		return err
	case f.dry:
		return printSteps(cmd.OutOrStdout(), p, dir)
	}
	back, err := enter(dir)
	if err != nil {
		return err
	}
	defer back()
	began := time.Now()
	for i, s := range p.Steps {
		title := fmt.Sprintf("step %d of %d, %s", i+1, len(p.Steps), s.Name)
		r, err := s.Begin()
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		if r == nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: is finished\n", title)
			continue
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: rummygym %s\n", title, s.Command)
		if err := f.step(cmd, s, r); err != nil {
			if stopped := new(recipe.StoppedError); errors.As(err, &stopped) || cmd.Context().Err() != nil && errors.Is(err, context.Cause(cmd.Context())) {
				return &cli.StoppedError{Text: fmt.Sprintf("stopped in %s; the same command continues", title)}
			}
			return fmt.Errorf("%s: %w", title, err)
		}
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: all %s are finished, after %v\n", dir, table.Plural(len(p.Steps), "step"), time.Since(began).Round(time.Second))
	return nil
}

// step runs a step, and keeps what it wrote.
func (f *planFlags) step(cmd *cobra.Command, s *recipe.Step, r recipe.Recipe) error {
	if w := r.Options().Find("workers"); w != nil && f.workers > 0 {
		if err := w.Set(strconv.Itoa(f.workers)); err != nil {
			return err
		}
	}
	result, err := cli.RunRecipe(cmd, r, new(cli.Format))
	if err != nil {
		return err
	}
	if r.Options().Find("out") == nil {
		file := recipe.OutFile{Path: s.Name, Overwrite: true}
		if err := file.Write(func(w io.Writer) error { return result.Write(w, table.JSON) }); err != nil {
			return err
		}
	}
	return s.End()
}

// enter makes the folder of a recipe the current one, in which its command lines run too, and locks it. So what the
// steps write does not depend on where the folder is.
func enter(dir string) (back func(), err error) {
	before, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	release, err := safefile.Lock(dir)
	if err != nil {
		return nil, err
	}
	if err := os.Chdir(dir); err != nil {
		release()
		return nil, err
	}
	return func() {
		_ = os.Chdir(before) // it was the current folder
		release()
	}, nil
}

// printSteps prints the steps as a person would type them.
func printSteps(w io.Writer, p *recipe.Plan, dir string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "mkdir -p %s && cd %[1]s\n", options.Quote(dir))
	for _, s := range p.Steps {
		line, err := s.Line()
		if err != nil {
			return err
		}
		fmt.Fprintln(out, line)
	}
	return out.Flush()
}
