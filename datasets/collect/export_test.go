package collect

import (
	"context"

	"rummygym/datasets"
)

// What tests outside of the package need: their games stand in a package that imports this one.
const MaxShards = maxShards

var (
	WriteEntry = writeEntry
	Resumable  = resumable
)

// WriteShard writes a shard of the dataset that c describes.
func WriteShard(ctx context.Context, c *Config, m *datasets.Meta, info datasets.ShardInfo) error {
	_, err := newWorker(c, m, 1).shard(ctx, info)
	return err
}

// PlayDeals returns a function that plays the first deals with a number of attempts at each. It reuses
// its memory.
func PlayDeals(c *Config, m *datasets.Meta, deals int64) func(attempts int) error {
	p := newPlayer(c, m)
	return func(attempts int) error {
		p.bestOf = attempts
		for deal := range deals {
			p.recorder.Rows.Reset()
			if err := p.episode(deal); err != nil {
				return err
			}
		}
		return nil
	}
}
