package convert_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/datasets/convert"
	"rummygym/datasets/internal/datasettest"
)

// A dataset of a toy game is written as Parquet. Its results are in it, so that the rules are not needed.
func ExampleCopy() {
	dir, err := os.MkdirTemp("", "convert")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	from, to := filepath.Join(dir, "arrow"), filepath.Join(dir, "parquet")
	if _, err := collect.Run(context.Background(), datasettest.ToyConfig(from)); err != nil {
		log.Fatal(err)
	}
	d, err := datasets.Open(from)
	if err != nil {
		log.Fatal(err)
	}
	m, err := convert.Copy(context.Background(), d, to, datasets.Parquet, datasets.Zstd)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Episodes, "games,", m.Shards[0].File)
	// Output: 53 games, decisions/shard-00000.parquet
}
