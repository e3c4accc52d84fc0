// Command speed repeatedly trains a network for a given time. python/benchmarks/training.py
// runs it alternately with JAX.
//
// speed NETWORK DATA BATCH
//
// NETWORK is a network file. DATA is a file of float32: rows of inputs, then as many rows
// of targets for all heads side by side. BATCH is the number of rows of a batch. The loss
// is the squared error of all heads, the optimizer Adam with rate .001. It first prints
// the losses of [checked] steps as JSON. Then it reads a number of seconds per line from
// standard input, trains for that time on one batch after the other, and answers each
// line with JSON: the samples processed, and the elapsed and processor time in seconds.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"syscall"
	"time"

	"rummygym/internal/agents/network"
	"rummygym/internal/train"
)

// checked is the number of steps whose losses are printed.
const checked = 50

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("%d arguments: want NETWORK DATA BATCH", len(args))
	}
	rows, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	n, _, err := network.ReadFile(args[0])
	if err != nil {
		return err
	}
	batches, err := read(args[1], n.Description(), rows)
	if err != nil {
		return err
	}
	set := train.Settings{Optimizer: train.Adam(1e-3), MaxBatch: rows}
	for _, h := range n.Description().Heads {
		set.Losses = append(set.Losses, train.SquaredError{Head: h.Name})
	}
	m, err := train.From(n, set)
	if err != nil {
		return err
	}
	at := 0
	step := func() (float64, error) {
		v, err := m.Step(&batches[at%len(batches)])
		at++
		if err != nil {
			return 0, err
		}
		return v[0], nil
	}
	losses := make([]float64, checked)
	for i := range losses {
		if losses[i], err = step(); err != nil {
			return err
		}
	}
	out := json.NewEncoder(os.Stdout)
	if err := out.Encode(losses); err != nil {
		return err
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		seconds, err := strconv.ParseFloat(in.Text(), 64)
		if err != nil {
			return err
		}
		start, processor, samples := time.Now(), processorTime(), 0
		for time.Since(start).Seconds() < seconds {
			for range 20 {
				if _, err := step(); err != nil {
					return err
				}
				samples += rows
			}
		}
		err = out.Encode(map[string]float64{"samples": float64(samples), "seconds": time.Since(start).Seconds(), "processor": (processorTime() - processor).Seconds()})
		if err != nil {
			return err
		}
	}
	return nil
}

// read returns the batches of a file.
func read(path string, d *network.Description, rows int) ([]train.Batch, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	x := make([]float32, len(data)/4)
	for i := range x {
		x[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	in, out := d.InputSize(), 0
	for _, h := range d.Heads {
		out += h.Size
	}
	n := len(x) / ((in + out) * rows)
	if n < 1 || n*(in+out)*rows != len(x) {
		return nil, fmt.Errorf("%s has %d numbers: want batches of %d rows of %d inputs and %d targets", path, len(x), rows, in, out)
	}
	inputs, targets := x[:n*rows*in], x[n*rows*in:]
	batches := make([]train.Batch, n)
	for i := range batches {
		b := &batches[i]
		b.Inputs = inputs[i*rows*in:][:rows*in]
		at := 0
		for _, h := range d.Heads {
			values := make([]float32, rows*h.Size)
			for r := range rows {
				copy(values[r*h.Size:][:h.Size], targets[(i*rows+r)*out+at:])
			}
			b.Targets = append(b.Targets, train.Target{Values: values})
			at += h.Size
		}
	}
	return batches, nil
}

// processorTime returns the processor time that the process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail for the own process
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
