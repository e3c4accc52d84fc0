package builtin

import (
	"strings"

	"rummygym/baselines/ginrummy"
	"rummygym/internal/agents/belief"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/pool"
	"rummygym/internal/features/opponent"
)

// Load sets the content of one of [Files].
func Load(name string, data []byte) {
	switch name {
	case "belief.safetensors":
		belief.Load(2, data)
	case "belief-seats.safetensors":
		belief.Load(3, data)
	case "data-driven.safetensors":
		ginrummy.LoadDataDriven(data)
	case "hand-table.bin":
		opponent.LoadSimpleHandTable(data)
	case "fitness.txt":
		ginrummy.LoadFitnessTables(data)
	case "deals.bin":
		pool.Load(data)
	default:
		learned.Load(strings.TrimSuffix(name, ".safetensors"), data)
	}
}
