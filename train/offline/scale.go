package offline

import (
	"rummygym/agents/network"
	"rummygym/train"
)

// Inputs returns the fields of the rows as inputs of a network, scaled by the values in the
// rows, see [train.Inputs].
func Inputs(rows *Rows) []network.Input {
	return train.Inputs(rows.pack.layout, rows.Len(), rows.Inputs, train.Spread)
}
