//go:build js || nofiles

package ginrummy

import "rummygym/internal/builtin"

// shippedFitness returns the file of [ShippedFitnessTables].
func shippedFitness() []byte { return builtin.Content("fitness.txt") }
