package convert

import (
	"fmt"
	"math/rand/v2"

	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
	"rummygym/env/game"
)

// Rules returns the game of a dataset.
type Rules func(*datasets.Meta) (game.Game, error)

// replayer computes the results of a dataset that an older program wrote without them. Those of
// seats that never moved are in none of its rows, so that it plays the games again; it makes no
// observations.
type replayer struct {
	meta  *datasets.Meta
	game  game.Game
	state game.State
	src   rand.PCG
}

func newReplayer(d *datasets.Dataset, rules Rules) (*replayer, error) {
	m := d.Meta()
	if m.Rows != datasets.AllRows {
		return nil, fmt.Errorf("%s: an older program wrote it without results, and it has no rows of the games that have no such plays: collect it again", d.Path)
	}
	g, err := rules(m)
	if err != nil {
		return nil, fmt.Errorf("%s: an older program wrote it without results, and its games cannot be played again: %w", d.Path, err)
	}
	return &replayer{meta: m, game: g, state: g.NewState()}, nil
}

// results returns the results of an episode.
func (r *replayer) results(e datasets.Episode) ([]datasets.Result, error) {
	run := r.meta.RunOf(e.Number())
	if run == nil {
		return nil, fmt.Errorf("episode %d belongs to no run of the metadata", e.Number())
	}
	d := shard.Decision{Episode: e.Number(), Deal: e.Deal[e.From], Seed: e.Seed[e.From]}
	if r.meta.BestOf > 1 {
		d.Attempt = e.Attempt[e.From]
	}
	r.meta.Deal(r.game, r.state, &r.src, e)
	var moves [game.MaxPlayers]int32
	for row := e.From; row < e.To && e.Action[row] != uint16(game.NoAction); row++ {
		p := r.state.Current()
		if p == game.NoPlayer || int8(p) != e.Player[row] {
			return nil, fmt.Errorf("episode %d, step %d: player %d is recorded to move, but by the rules it is player %d", e.Number(), d.Step, e.Player[row], p)
		}
		if err := r.state.Apply(game.Action(e.Action[row])); err != nil {
			return nil, fmt.Errorf("episode %d, step %d: %w", e.Number(), d.Step, err)
		}
		moves[p]++
		d.Step++
	}
	o := r.state.Outcome()
	if err := r.meta.CheckOutcome(&o, e, int(d.Step)); err != nil {
		return nil, fmt.Errorf("episode %d: %w", e.Number(), err)
	}
	return shard.AppendOutcome(nil, r.meta, run, &d, &o, &moves), nil
}
