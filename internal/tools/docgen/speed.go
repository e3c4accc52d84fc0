package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"rummygym/internal/table"
)

// training returns a table of the last recorded training speeds, which python/benchmarks/training.py measures.
func training() (string, error) {
	type rate struct {
		Median float64
		Of     struct{ Median float64 } // of the speed of train, divided by that of the program
	}
	var r struct {
		Cores, Batch, Rounds      int
		Processor, Go, JAX, Optax string
		Seconds                   float64
		Cases                     []struct {
			Network  string
			Programs struct {
				Train rate `json:"train"`
				JAX   rate `json:"JAX"`
				Scan  rate `json:"JAX scan"`
			}
		}
	}
	if err := read("cmd/rummygym/testdata/training.json", &r); err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Samples per second, medians of %d alternating rounds of %g s each on all cores (%d) of an %s; Adam, batches of %d; %s, JAX %s, optax %s.\n\n",
		r.Rounds, r.Seconds, r.Cores, r.Processor, r.Batch, r.Go, r.JAX, r.Optax)
	b.WriteString("| network | train | JAX | JAX scan | train : JAX | train : JAX scan |\n|---|---:|---:|---:|---:|---:|\n")
	for _, c := range r.Cases {
		p := c.Programs
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %.2f | %.2f |\n", c.Network, table.Thousands(p.Train.Median), table.Thousands(p.JAX.Median), table.Thousands(p.Scan.Median), p.JAX.Of.Median, p.Scan.Of.Median)
	}
	return b.String(), nil
}

// read reads a JSON file into v.
func read(path string, v any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
