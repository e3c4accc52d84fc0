package convert_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"rummygym/datasets"
	"rummygym/datasets/collect"
	"rummygym/internal/catalog"
	"rummygym/internal/datasets/convert"
	"rummygym/internal/datasets/open"
)

// A dataset of hands of Gin Rummy is written as records, and these become the same dataset.
func Example() {
	dir, err := os.MkdirTemp("", "convert")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	g, err := catalog.NewGame("gin")
	if err != nil {
		log.Fatal(err)
	}
	c := collect.DefaultConfig()
	if c.Table, err = catalog.NewTable(g, catalog.NoFields); err != nil {
		log.Fatal(err)
	}
	rules, err := catalog.RulesOf(g)
	if err != nil {
		log.Fatal(err)
	}
	create, name, err := catalog.OpenAgent(rules, "simple")
	if err != nil {
		log.Fatal(err)
	}
	c.Agents = []collect.Agent{{Name: name, New: create}, {Name: name, New: create}}
	c.Games, c.Seed, c.Dir = 20, 1, filepath.Join(dir, "data")
	if _, err := collect.Run(context.Background(), c); err != nil {
		log.Fatal(err)
	}

	d, err := datasets.Open(c.Dir)
	if err != nil {
		log.Fatal(err)
	}
	table, err := open.Table(d.Meta())
	if err != nil {
		log.Fatal(err)
	}
	replay, err := datasets.NewReplay(&table, d.Meta())
	if err != nil {
		log.Fatal(err)
	}
	var records bytes.Buffer
	if err := convert.Export(context.Background(), d, replay, &records); err != nil {
		log.Fatal(err)
	}
	rs, err := convert.OpenRecords(&records)
	if err != nil {
		log.Fatal(err)
	}
	m, err := convert.Import(context.Background(), rs, &table, filepath.Join(dir, "again"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Episodes, "games,", m.Shards[0] == d.Manifest.Shards[0])
	// Output: 20 games, true
}
