// Command discardrows writes the rows of datasets as train discard reads them, for
// python/benchmarks/discard.py.
//
// discardrows ROWS OUT DATA...
//
// It reads at most ROWS rows of the datasets DATA, splits and averages them by the defaults of
// train discard, and writes the files training and validation in the folder OUT: for each row
// the matrices x and o, the vector m and the score, 109 little-endian float32.
package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"rummygym/datasets"
	"rummygym/train/discard"
	"rummygym/train/offline"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "discardrows:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("%d arguments: want ROWS OUT DATA", len(args))
	}
	rows, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	var ds []*datasets.Dataset
	for _, path := range args[2:] {
		d, err := datasets.Open(path)
		if err != nil {
			return err
		}
		ds = append(ds, d)
	}
	read, err := discard.Read(context.Background(), ds, discard.Config{Split: offline.Split{Seed: 1, Share: 0.2}, Average: true, Rows: rows})
	if err != nil {
		return err
	}
	d, err := discard.Describe("mlp") // its inputs are x, o and m
	if err != nil {
		return err
	}
	e, err := discard.NewEncoder(d.Inputs)
	if err != nil {
		return err
	}
	for name, rows := range map[string][]discard.Row{"training": read.Training, "validation": read.Validation} {
		var data []byte
		values := make([]float32, e.Size()+1)
		for i := range rows {
			e.Encode(values[:e.Size()], &rows[i].State, discard.SuitOrders()[0])
			values[e.Size()] = rows[i].Score
			for _, v := range values {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
			}
		}
		if err := os.WriteFile(filepath.Join(args[1], name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
