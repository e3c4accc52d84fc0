package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// readmeTraining returns the last recorded table of training speeds, written by
// python/benchmarks/training.py, or "" if there is none.
func readmeTraining() (string, error) {
	text, err := os.ReadFile("testdata/training.json")
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var r struct {
		Cores, Batch, Rounds      int
		Processor, Go, JAX, Optax string
		Seconds                   float64
		Table                     string
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return "", fmt.Errorf("testdata/training.json: %w", err)
	}
	return fmt.Sprintf("Adam, batches of %d, %d rounds of %g s each in turns on all %d cores of an %s; %s, JAX %s, optax %s.\n\n%s\n",
		r.Batch, r.Rounds, r.Seconds, r.Cores, r.Processor, r.Go, r.JAX, r.Optax, r.Table), nil
}
