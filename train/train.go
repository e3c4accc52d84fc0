// Package train trains networks with the learners of the gym, by name. The learners are those of the command
// "rummygym train", and the options are its flags, as JSON ("rummygym train ppo --help" explains them):
//
//	err := train.Run(ctx, "ppo", []byte(`{"game": "gin", "steps": 200, "out": "run"}`), nil)
//	agent, err := rummygym.NewAgent("learned:run/last.safetensors", g)
//
// A run is a folder with its configuration, metrics, checkpoint, and networks. Stopped by its context, it goes on with
// {"resume": "run"}. The same options and seed give the same networks with any number of workers.
package train

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rummygym/internal/options"
	"rummygym/internal/recipe"
)

// command is how the recipes of learners begin.
const command = "train "

// Learners returns the names of the learners, such as "ppo" and "mc".
func Learners() (names []string) {
	for _, name := range recipe.Names() {
		if learner, ok := strings.CutPrefix(name, command); ok {
			names = append(names, learner)
		}
	}
	return names
}

// Run trains with a learner, one of [Learners]. The options are a JSON object of flags without dashes; flags that are left
// out have their defaults. Unless it is nil, progress is called often, with the number of steps done and of all. If ctx
// ends the training, the error says how it can go on.
func Run(ctx context.Context, learner string, set []byte, progress func(done, total int64)) error {
	if known := Learners(); !slices.Contains(known, learner) {
		return fmt.Errorf("learner %q is not known: want %s%s", learner, strings.Join(known, ", "), options.Suggest(learner, known))
	}
	r, err := recipe.New(command + learner)
	if err != nil {
		return err
	}
	list := r.Options()
	if err := json.Unmarshal(set, &list); err != nil {
		return fmt.Errorf("options of %s: %w", learner, err)
	}
	host := &recipe.Host{}
	if progress != nil {
		host.Progress = func(p recipe.Progress) { progress(p.Done, p.Total) }
	}
	_, err = r.Run(ctx, host)
	return err
}
