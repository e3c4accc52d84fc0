package collect

import (
	"rummygym/datasets"
	"rummygym/internal/datasets/shard"
)

// What tests outside of the package need: their games stand in a package that imports this one.
const MaxShards = maxShards

var Resumable = resumable

// PlayDeals returns a function that plays the first deals with a number of attempts at each. It reuses
// its memory.
func PlayDeals(c *Config, m *datasets.Meta, deals int64) func(attempts int) error {
	p, rows := newPlayer(c, m), shard.NewRows(m)
	return func(attempts int) error {
		c.BestOf = attempts
		for deal := range deals {
			rows.Reset()
			if err := p.Episode(deal, rows); err != nil {
				return err
			}
		}
		return nil
	}
}
