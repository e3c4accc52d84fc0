// Package convert makes records of the games of a dataset, and datasets of records: [Export] and [Import].
//
//	err := convert.Export(ctx, d, replay, file)
//	records, err := convert.OpenRecords(file)
//	manifest, err := convert.Import(ctx, records, table, "again", datasets.Parquet, datasets.Zstd)
package convert

import (
	"bufio"
	"context"
	"encoding/json"
	"io"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/record"
)

// datasetLine is the first line of a file of records that holds a whole dataset: what the
// dataset has beside its games.
type datasetLine struct {
	Type     string          `json:"type"`
	Meta     json.RawMessage `json:"dataset"`
	First    int64           `json:"first_episode"`
	Episodes int64           `json:"episodes"`
	Without  []gameEnded     `json:"without_rows,omitempty"` // in order
}

// gameEnded is the end of a game that has no record, because it has no rows.
type gameEnded struct {
	Episode   int64       `json:"episode"`
	Attempt   int32       `json:"attempt,omitempty"`
	Winner    game.Player `json:"winner"`
	Ending    string      `json:"ending"` // empty if a limit cut it off
	Rounds    int32       `json:"rounds"`
	Gains     []int       `json:"gains"`     // of each seat
	Decisions []int32     `json:"decisions"` // of each seat
}

// Export writes the games of a dataset as records, one after another, after a line with what
// the dataset has beside them. [Import] makes the same dataset of them, byte by byte. The
// replay must be that of the dataset: every recorded value is compared with the rules.
//
// Episodes without rows, which collect.Config.Rows may leave out, have no record. Their results are in
// the first line.
func Export(ctx context.Context, d *datasets.Dataset, again *datasets.Replay, w io.Writer) error {
	meta, err := d.Meta().JSON()
	if err != nil {
		return err
	}
	first := datasetLine{Type: "dataset", Meta: json.RawMessage(meta), First: d.Manifest.First(), Episodes: d.Manifest.Episodes}
	if first.Without, err = withoutRows(d); err != nil {
		return err
	}
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

// withoutRows returns the ends of the games that have no rows.
func withoutRows(d *datasets.Dataset) (ends []gameEnded, err error) {
	if d.Meta().Rows == datasets.AllRows {
		return nil, nil
	}
	recorded := make(map[int64]bool)
	for b, err := range d.Batches() {
		if err != nil {
			return nil, err
		}
		for _, e := range b.Episode {
			recorded[e] = true
		}
	}
	for r, err := range d.Results() {
		if err != nil {
			return nil, err
		}
		if recorded[r.Episode] {
			continue
		}
		if r.Player == 0 {
			ends = append(ends, gameEnded{Episode: r.Episode, Attempt: r.Attempt, Winner: r.Winner, Ending: r.Ending, Rounds: r.Rounds})
		}
		e := &ends[len(ends)-1]
		e.Gains, e.Decisions = append(e.Gains, int(r.Gain)), append(e.Decisions, r.Decisions)
	}
	return ends, nil
}
