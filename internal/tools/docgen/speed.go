package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"rummygym/table"
)

// training returns the last recorded table of training speeds, written by
// python/benchmarks/training.py.
func training() (string, error) {
	var r struct {
		Cores, Batch, Rounds      int
		Processor, Go, JAX, Optax string
		Seconds                   float64
		Table                     string
	}
	if err := read("cmd/rummygym/testdata/training.json", &r); err != nil {
		return "", err
	}
	return fmt.Sprintf("Adam, batches of %d, %d alternating rounds of %g s each on all cores (%d) of an %s; %s, JAX %s, optax %s.\n\n%s\n",
		r.Batch, r.Rounds, r.Seconds, r.Cores, r.Processor, r.Go, r.JAX, r.Optax, r.Table), nil
}

// peers returns three rows of the last recorded comparison with other libraries, which
// python/benchmarks/throughput.py writes.
func peers() (string, error) {
	const path = "python/benchmarks/throughput.json"
	var r struct {
		Machine struct {
			Processor string
			Cores     int
		}
		Rows []struct {
			Name, Title string
			Median      float64
		}
		Ratios []struct {
			Of, To string
			Median float64
		}
	}
	if err := read(path, &r); err != nil {
		return "", err
	}
	b := "| random legal play of Gin Rummy | decisions/s | peer | decisions/s | ratio |\n|---|---:|---|---:|---:|\n"
	for _, pair := range [][2]string{{"batched", "openspiel-clone"}, {"single", "rlcard"}, {"aec", "pettingzoo"}} {
		var cells []any
		for _, name := range pair {
			for _, row := range r.Rows {
				if row.Name == name {
					cells = append(cells, strings.TrimPrefix(row.Title, "rummygym, "), table.Thousands(row.Median))
				}
			}
		}
		for _, ratio := range r.Ratios {
			if ratio.Of == pair[0] && ratio.To == pair[1] {
				cells = append(cells, ratio.Median)
			}
		}
		if len(cells) != 5 {
			return "", fmt.Errorf("%s: want rows %s and %s, and their ratio", path, pair[0], pair[1])
		}
		b += fmt.Sprintf("| %s | %s | %s | %s | %.1f |\n", cells...)
	}
	return b + fmt.Sprintf("\nMedians on one core of an %s.\n", r.Machine.Processor), nil
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
