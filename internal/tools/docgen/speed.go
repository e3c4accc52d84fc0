package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"rummygym/table"
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
