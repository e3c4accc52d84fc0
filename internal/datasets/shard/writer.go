// Package shard writes the files of datasets: a [Recorder] makes the [Rows] of episodes that others play,
// a [Writer] the files of a shard of them, and [WriteAll] all shards of a dataset. It is the only writer of files of datasets.
package shard

import (
	"fmt"
	"os"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"rummygym/datasets"
	"rummygym/internal/arrowfile"
)

// tableWriter writes the record batches of one file.
type tableWriter struct {
	sink   *sink
	schema *arrow.Schema
	rows   int64
	out    *ipc.FileWriter
	ended  bool // out is closed
}

// createTable starts a file of a dataset with the given schema.
func createTable(dir, file string, schema *arrow.Schema, m *datasets.Meta) (*tableWriter, error) {
	s, err := createSink(dir, file)
	if err != nil {
		return nil, err
	}
	w := &tableWriter{sink: s, schema: schema}
	w.out, err = arrowfile.NewWriter(s, schema, m.Compression == datasets.Zstd)
	if err != nil {
		s.file.Discard()
		return nil, fmt.Errorf("writing %s: %w", s.path, err)
	}
	return w, nil
}

// write writes columns as a record batch, unless they have no rows.
func (w *tableWriter) write(columns []buffer, rows int) error {
	if rows == 0 {
		return nil
	}
	batch := record(w.schema, columns, rows)
	defer batch.Release()
	return w.Write(batch)
}

// Write writes a record batch. Its columns must be those of the schema.
func (w *tableWriter) Write(batch arrow.Record) error {
	w.rows += batch.NumRows()
	if err := w.out.Write(batch); err != nil {
		return w.explain(err)
	}
	return w.sink.err
}

// finish writes the end of the file, which commit then publishes.
func (w *tableWriter) finish() (datasets.Digest, error) {
	w.ended = true
	if err := w.out.Close(); err != nil {
		return datasets.Digest{}, w.explain(err)
	}
	return w.sink.sum.Sum(), nil
}

// explain returns the error of the disk, if there is one, in preference to err.
func (w *tableWriter) explain(err error) error {
	if w.sink.err != nil {
		return w.sink.err
	}
	return fmt.Errorf("writing %s: %w", w.sink.path, err)
}

// discard removes the unfinished file.
func (w *tableWriter) discard() {
	if w.sink.err == nil && !w.ended {
		w.out.Close() // frees the writer's memory; the bytes it writes are removed with the file
	}
	w.sink.file.Discard()
}

// Writer writes one shard: the decisions of its episodes, and their results.
type Writer struct {
	*tableWriter // of the decisions
	results      *tableWriter
	meta         *datasets.Meta
	info         datasets.ShardInfo
	ended        *results // that are not written yet
}

// Create starts a shard of the dataset in a folder.
func Create(dir string, m *datasets.Meta, info datasets.ShardInfo) (*Writer, error) {
	schema, err := datasets.Schema(m)
	if err != nil {
		return nil, err
	}
	short, err := datasets.ResultSchema(m)
	if err != nil {
		return nil, err
	}
	w := &Writer{meta: m, info: info, ended: newResults(m)}
	name := datasets.ShardName(info.Index)
	if w.tableWriter, err = createTable(dir, name, schema, m); err != nil {
		return nil, err
	}
	if w.results, err = createTable(dir, datasets.ResultsName(name), short, m); err != nil {
		w.tableWriter.discard()
		return nil, err
	}
	return w, nil
}

// flush writes the rows collected so far as a batch, if there are any.
func (w *Writer) flush(r *Rows) error {
	err := w.write(r.columns, r.n)
	r.Reset()
	return err
}

// Add adds a result. They come in order of episodes and seats.
func (w *Writer) Add(r datasets.Result) error {
	if err := w.ended.add(&r); err != nil || w.ended.n < resultRows || int(r.Player) < w.meta.Seats-1 {
		return err
	}
	return w.flushResults()
}

// flushResults writes the results so far as a batch.
func (w *Writer) flushResults() error {
	err := w.results.write(w.ended.columns, w.ended.n)
	w.ended.reset()
	return err
}

// Commit finishes the shard and gives its files their names. After an error it leaves none of the files.
func (w *Writer) Commit() (entry datasets.ShardEntry, err error) {
	defer func() {
		if err != nil {
			w.Discard()
		}
	}()
	if err := w.flushResults(); err != nil {
		return entry, err
	}
	if want := w.info.Episodes * int64(w.meta.Seats); w.results.rows != want {
		return entry, fmt.Errorf("%s: %d results of %d seats in %d episodes: one of each is needed", w.sink.path, w.results.rows, w.meta.Seats, w.info.Episodes)
	}
	entry = datasets.ShardEntry{File: datasets.ShardName(w.info.Index), First: w.info.First, Episodes: w.info.Episodes, Rows: w.rows}
	if entry.Results, err = w.results.finish(); err != nil {
		return entry, err
	}
	if entry.Digest, err = w.finish(); err != nil {
		return entry, err
	}
	// The decisions come last: a shard that has them has all.
	if err = w.results.sink.commit(); err == nil {
		if err = w.sink.commit(); err != nil {
			os.Remove(w.results.sink.path)
		}
	}
	return entry, err
}

// Discard removes the unfinished shard.
func (w *Writer) Discard() {
	w.tableWriter.discard()
	w.results.discard()
}
