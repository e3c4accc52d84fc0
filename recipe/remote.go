package recipe

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"rummygym/train/remote"
)

// The words of --actors.
const (
	actorsHere  = "here"
	actorsStdio = "stdio"
)

// placeFlags are the flags that say where a run is and who plays. They are not settings of the run.
var placeFlags = []string{"out", "resume", "config", "help", "actors", "act"}

// actorOptions holds the flags of learners whose games other processes can play.
type actorOptions struct {
	actors    string `option:"actors" words:"here|stdio" doc:"who plays the games: this process (here), or other processes with --act, over Arrow streams on standard output and input (stdio) (default here)"`
	act       bool   `option:"act" doc:"play games for a learner that runs with the same settings and --actors stdio: read requests from standard input and write games to standard output"`
	staleness int    `option:"staleness" doc:"maximum age, in steps, of the networks from whose games a step learns; above 0, steps do not wait for their own games, results depend on the speed of the actors, and --actors stdio is required"`
}

// players returns who plays for the learner: nil is this process.
func (f *actorOptions) players(host *Host) (remote.Players, error) {
	switch {
	case f.staleness > 0 && cmp.Or(f.actors, actorsHere) == actorsHere && !f.act:
		return nil, fmt.Errorf("--staleness %d: only games of other processes can be old: want --actors %s", f.staleness, actorsStdio)
	case cmp.Or(f.actors, actorsHere) == actorsHere:
		return nil, nil
	}
	return remote.NewStream(host.In, host.Messages), nil
}

// serve plays for a learner until it closes the input of the host.
func serve(ctx context.Context, host *Host, play remote.Play) error {
	return remote.Serve(ctx, host.In, host.Messages, play)
}

// isPlace reports whether a flag is one of placeFlags.
func isPlace(name string) bool { return slices.Contains(placeFlags, name) }
