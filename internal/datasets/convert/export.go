// Package convert makes records of the games of a dataset, and datasets of records: [Export] and [Import].
//
//	err := convert.Export(ctx, d, replay, file)
//	records, err := convert.OpenRecords(file)
//	manifest, err := convert.Import(ctx, records, table, "again")
package convert

import (
	"bufio"
	"context"
	"encoding/json"
	"io"

	"rummygym/datasets"
	"rummygym/env/record"
)

// datasetLine is the first line of a file of records that holds a whole dataset: what the
// dataset has beside its games.
type datasetLine struct {
	Type     string          `json:"type"`
	Meta     json.RawMessage `json:"dataset"`
	First    int64           `json:"first_episode"`
	Episodes int64           `json:"episodes"`
}

// Export writes the games of a dataset as records, one after another, after a line with what
// the dataset has beside them. [Import] makes the same dataset of them, byte by byte. The
// replay must be that of the dataset: every recorded value is compared with the rules.
func Export(ctx context.Context, d *datasets.Dataset, again *datasets.Replay, w io.Writer) error {
	meta, err := d.Meta().JSON()
	if err != nil {
		return err
	}
	first := datasetLine{Type: "dataset", Meta: json.RawMessage(meta), First: d.Manifest.First(), Episodes: d.Manifest.Episodes}
	line, err := json.Marshal(first)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.Write(append(line, '\n')) // Flush returns the error
	for e, err := range d.Episodes() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		rec, err := again.Record(e)
		if err != nil {
			return err
		}
		rec.Place = &record.Place{Episode: int(e.Number())}
		line = rec.AppendJSON(line[:0])
		out.Write(line)
	}
	return out.Flush()
}
