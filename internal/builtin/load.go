//go:build js || nofiles

package builtin

import (
	"fmt"
	"os"
	"path/filepath"
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

// Read sets the content of all [Files] to that of the files in a folder. A program does so before everything else.
func Read(folder string) error {
	for _, f := range Files {
		data, err := os.ReadFile(filepath.Join(folder, f.Name))
		if err != nil {
			return fmt.Errorf("a built-in network or table: %w: install the package rummygym again", err)
		}
		Load(f.Name, data)
	}
	return nil
}
