// Package shard writes the files of datasets: a [Recorder] makes the [Rows] of episodes that others play,
// and a [Writer] the files of a shard of them. It is the only writer of files of datasets.
package shard

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"rummygym/datasets"
	"rummygym/internal/arrowfile"
	"rummygym/internal/safefile"
)

// batchWriter writes record batches to one file.
type batchWriter interface {
	Write(arrow.Record) error
	Close() error
}

// newBatchWriter returns a writer of batches with the given schema and format.
func newBatchWriter(s *sink, schema *arrow.Schema, f datasets.Format, c datasets.Compression) (batchWriter, error) {
	if f == datasets.Parquet {
		return arrowfile.NewParquetWriter(s, schema, c == datasets.Zstd)
	}
	options := []ipc.Option{ipc.WithSchema(schema)}
	if c == datasets.Zstd {
		options = append(options, ipc.WithZstd())
	}
	if f == datasets.ArrowStream {
		return ipc.NewWriter(s, options...), nil
	}
	return ipc.NewFileWriter(s, options...)
}

// tableWriter writes the record batches of one file.
type tableWriter struct {
	sink   *sink
	Schema *arrow.Schema
	out    batchWriter
	ended  bool // out is closed
}

// createTable starts a file of a dataset with the given schema.
func createTable(dir, file string, schema *arrow.Schema, m *datasets.Meta) (*tableWriter, error) {
	s, err := createSink(dir, file)
	if err != nil {
		return nil, err
	}
	out, err := newBatchWriter(s, schema, m.Format, m.Compression)
	if err != nil {
		s.discard()
		return nil, fmt.Errorf("writing %s: %w", s.path, err)
	}
	return &tableWriter{sink: s, Schema: schema, out: out}, nil
}

// write writes a record batch. Its columns must be those of the schema.
func (w *tableWriter) write(record arrow.Record) error {
	if err := w.out.Write(record); err != nil {
		return w.explain(err)
	}
	return w.sink.err
}

// finish writes the end of the file, which commit then publishes.
func (w *tableWriter) finish() (datasets.Digests, error) {
	w.ended = true
	if err := w.out.Close(); err != nil {
		return datasets.Digests{}, w.explain(err)
	}
	return w.sink.sums.Sums(), nil
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
	w.sink.discard()
}

// Writer writes one shard: the decisions of its episodes, and their results.
type Writer struct {
	*tableWriter // of the decisions
	results      *tableWriter
	meta         *datasets.Meta
	info         datasets.ShardInfo
	rows         int64
	ended        []datasets.Result // that are not written yet
	count        int64             // of results
}

// Create starts a shard of the dataset in a folder.
func Create(dir string, m *datasets.Meta, info datasets.ShardInfo) (*Writer, error) {
	schema, err := datasets.Schema(m, info)
	if err != nil {
		return nil, err
	}
	short, err := datasets.ResultSchema(m, info)
	if err != nil {
		return nil, err
	}
	w := &Writer{meta: m, info: info}
	if w.tableWriter, err = createTable(dir, datasets.ShardName(info.Index, m.Format), schema, m); err != nil {
		return nil, err
	}
	if w.results, err = createTable(dir, datasets.ResultsName(datasets.ShardName(info.Index, m.Format)), short, m); err != nil {
		w.tableWriter.discard()
		return nil, err
	}
	return w, nil
}

// Write writes a record batch of decisions.
func (w *Writer) Write(record arrow.Record) error {
	w.rows += record.NumRows()
	return w.tableWriter.write(record)
}

// Flush writes the rows collected so far as a batch, if there are any.
func (w *Writer) Flush(r *Rows) error {
	if r.n == 0 {
		return nil
	}
	record := r.record(w.Schema)
	defer record.Release()
	err := w.Write(record)
	r.Reset()
	return err
}

// Take moves the results that r holds to the shard.
func (w *Writer) Take(r *Rows) error {
	for _, result := range r.results {
		if err := w.Add(result); err != nil {
			return err
		}
	}
	r.results = r.results[:0]
	return nil
}

// Add adds a result. They come in order of episodes and seats.
func (w *Writer) Add(r datasets.Result) error {
	w.ended = append(w.ended, r)
	w.count++
	if len(w.ended) < resultRows || int(r.Player) < w.meta.Seats-1 {
		return nil
	}
	return w.flushResults()
}

// flushResults writes the results so far as a batch.
func (w *Writer) flushResults() error {
	record, err := resultRecord(w.meta, w.results.Schema, w.ended)
	if err != nil {
		return err
	}
	defer record.Release()
	w.ended = w.ended[:0]
	return w.results.write(record)
}

// Commit finishes the shard and renames its files to their final names. Right before that it calls
// announce, if there is one. After an error it leaves none of the files.
func (w *Writer) Commit(announce func(datasets.ShardEntry) error) (entry datasets.ShardEntry, err error) {
	defer func() {
		if err != nil {
			w.Discard()
		}
	}()
	if want := w.info.Episodes * int64(w.meta.Seats); w.count != want {
		return datasets.ShardEntry{}, fmt.Errorf("%s: %d results of %d seats in %d episodes: one of each is needed", w.sink.path, w.count, w.meta.Seats, w.info.Episodes)
	}
	if len(w.ended) > 0 {
		if err := w.flushResults(); err != nil {
			return datasets.ShardEntry{}, err
		}
	}
	entry = datasets.ShardEntry{File: w.sink.name, First: w.info.First, Episodes: w.info.Episodes, Rows: w.rows}
	entry.Results.File = w.results.sink.name
	if entry.Results.Digests, err = w.results.finish(); err != nil {
		return datasets.ShardEntry{}, err
	}
	if entry.Digests, err = w.finish(); err != nil {
		return datasets.ShardEntry{}, err
	}
	if announce != nil {
		if err := announce(entry); err != nil {
			return datasets.ShardEntry{}, err
		}
	}
	// The decisions come last: a shard that has them has all.
	if err = w.results.sink.commit(); err == nil {
		if err = w.sink.commit(); err == nil {
			return entry, nil
		}
		os.Remove(w.results.sink.path)
	}
	return datasets.ShardEntry{}, err
}

// Discard removes the unfinished shard.
func (w *Writer) Discard() {
	w.tableWriter.discard()
	w.results.discard()
}

// WriteManifest writes a manifest to the folder of its dataset, with its own digest.
func WriteManifest(dir string, m *datasets.Manifest) error {
	meta, err := m.Meta.JSON()
	if err != nil {
		return err
	}
	b, err := safefile.EncodeJSON(struct {
		Meta json.RawMessage `json:"dataset"`
		*datasets.Manifest
	}{json.RawMessage(meta), m})
	if err != nil {
		return fmt.Errorf("%s: %w", datasets.ManifestName, err)
	}
	return WriteFile(dir, datasets.ManifestName, b)
}
