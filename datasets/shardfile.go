package datasets

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"rummygym/internal/arrowfile"
	"rummygym/internal/safefile"
)

// shardFile reads the record batches of one shard in order, for all formats.
type shardFile struct {
	path   string
	meta   *Meta
	info   ShardInfo
	schema *arrow.Schema
	at     int // index of the next batch
	length int // number of batches, -1 if the file does not store it
	mem    *arrowfile.Allocator
	count  census                       // of a shard that is read from start to end
	next   func() (arrow.Record, error) // returns batch at, or io.EOF after the last; the caller releases it
	close  func()
}

// openShard opens the decisions of a shard and checks their metadata and columns.
func openShard(path string, mem memory.Allocator) (*shardFile, error) {
	return openTable(path, mem, metaKey, Columns)
}

// openTable opens a file of a shard and checks its metadata, those of the dataset under the given
// key, and its columns. The file name extension determines the format.
func openTable(path string, mem memory.Allocator, key string, columns func(*Meta) []Column) (s *shardFile, err error) {
	f, err := safefile.Open(path)
	if err != nil {
		return nil, err
	}
	s = &shardFile{path: path}
	defer func() {
		if err != nil {
			f.Close()
			s, err = nil, fmt.Errorf("%s: %w", path, err)
		}
	}()
	defer arrowfile.Fence(&err)
	stat, err := f.Stat()
	if err != nil {
		return s, err
	}
	s.mem = arrowfile.NewAllocator(mem, stat.Size())
	switch filepath.Ext(path) {
	case ArrowFile.Extension():
		err = s.openFile(f, stat.Size())
	case ArrowStream.Extension():
		err = s.openStream(f, stat.Size())
	case Parquet.Extension():
		err = s.openParquet(f, stat.Size())
	default:
		err = ErrNoShard
	}
	if err != nil {
		return s, err
	}
	if s.meta, s.info, err = parseSchema(s.schema, key, columns); err != nil {
		s.close()
	}
	return s, err
}

func (s *shardFile) openFile(f *os.File, size int64) error {
	if err := arrowfile.CheckFile(f, size); err != nil {
		return err
	}
	own := newScope(s.mem)
	r, err := ipc.NewFileReader(f, ipc.WithAllocator(own))
	if err != nil {
		own.freeRest()
		return err
	}
	own.sealed = true
	s.schema, s.length = r.Schema(), r.NumRecords()
	s.next = s.mem.Keeping(func() (arrow.Record, error) {
		if s.at >= s.length {
			return nil, io.EOF
		}
		return r.RecordAt(s.at)
	})
	s.close = func() { r.Close(); own.freeRest(); s.mem.FreeSpare(); f.Close() }
	return nil
}

func (s *shardFile) openStream(f *os.File, size int64) error {
	if err := arrowfile.CheckStream(f, size); err != nil {
		return err
	}
	r, err := ipc.NewReader(f, ipc.WithAllocator(s.mem))
	if err != nil {
		return err
	}
	s.schema, s.length = r.Schema(), -1
	s.next = func() (arrow.Record, error) {
		record, err := r.Read()
		if err == nil {
			record.Retain()
		}
		return record, err
	}
	s.close = func() { r.Release(); f.Close() }
	return nil
}

func (s *shardFile) openParquet(f *os.File, size int64) error {
	// Arrow 15 does not release all pages, so that they have memory that needs no release.
	pages := arrowfile.NewAllocator(memory.DefaultAllocator, size)
	r, err := file.NewParquetReader(f, file.WithReadProps(parquet.NewReaderProperties(pages)))
	if err != nil {
		return err
	}
	if err := arrowfile.CheckParquet(f, size, r); err != nil {
		return err
	}
	p, err := pqarrow.NewFileReader(r, pqarrow.ArrowReadProperties{}, s.mem)
	if err != nil {
		return err
	}
	if s.schema, err = p.Schema(); err != nil {
		return err
	}
	// The stored Arrow schema lacks the metadata of the file.
	md := r.MetaData().KeyValueMetadata()
	var keys, values []string
	for i, k := range md.Keys() {
		if k != "ARROW:schema" {
			keys, values = append(keys, k), append(values, md.Values()[i])
		}
	}
	meta := arrow.NewMetadata(keys, values)
	s.schema = arrow.NewSchema(s.schema.Fields(), &meta)
	leaves := make(map[int]bool)
	for i := range r.MetaData().Schema.NumColumns() {
		leaves[i] = true
	}
	s.length = r.NumRowGroups()
	s.next = func() (arrow.Record, error) {
		if s.at >= s.length {
			return nil, io.EOF
		}
		pages.Reset()
		return readGroup(p, s.schema, leaves, s.at, s.mem)
	}
	s.close = func() { r.Close() }
	return nil
}

// readGroup returns a row group as one record batch. It reads column by column,
// because on damaged files pqarrow's own reader of row groups panics in goroutines
// that it starts, where the caller cannot recover.
func readGroup(p *pqarrow.FileReader, schema *arrow.Schema, leaves map[int]bool, group int, mem memory.Allocator) (arrow.Record, error) {
	columns := make([]arrow.Array, schema.NumFields())
	defer func() {
		for _, c := range columns {
			if c != nil {
				c.Release()
			}
		}
	}()
	for i := range columns {
		r, err := p.GetFieldReader(context.Background(), i, leaves, []int{group})
		if err != nil {
			return nil, err
		}
		chunked, err := p.ReadColumn([]int{group}, r)
		r.Release()
		if err != nil {
			return nil, err
		}
		columns[i], err = oneArray(chunked, mem)
		chunked.Release()
		if err != nil {
			return nil, err
		}
	}
	return array.NewRecord(schema, columns, int64(columns[0].Len())), nil
}

// oneArray returns the values of a column as one array.
func oneArray(c *arrow.Chunked, mem memory.Allocator) (arrow.Array, error) {
	if chunks := c.Chunks(); len(chunks) != 1 {
		return array.Concatenate(chunks, mem)
	}
	c.Chunk(0).Retain()
	return c.Chunk(0), nil
}

// read returns the next batch, or io.EOF. The caller must release the batch.
func (s *shardFile) read() (b *Batch, err error) {
	defer func() {
		if err != nil && err != io.EOF {
			b, err = nil, fmt.Errorf("%s: batch %d: %w", s.path, s.at, err)
		}
	}()
	defer arrowfile.Fence(&err)
	s.mem.Reset()
	record, err := s.next()
	if err != nil {
		return nil, err
	}
	if b, err = newBatch(record, s.meta); err == nil {
		s.at++
	}
	return b, err
}

// seek makes batch i the next one. In a stream, it reads all batches before it.
func (s *shardFile) seek(i int) error {
	if s.length >= 0 {
		s.at = i
	}
	for s.at < i {
		b, err := s.read()
		if err == io.EOF {
			return fmt.Errorf("%s: there is no batch %d: the shard has %d batches", s.path, i, s.at)
		}
		if err != nil {
			return err
		}
		b.Release()
	}
	return nil
}

// batches returns the number of batches. The read position afterwards is undefined.
func (s *shardFile) batches() (int, error) {
	if s.length >= 0 {
		return s.length, nil
	}
	for {
		b, err := s.read()
		if err == io.EOF {
			return s.at, nil
		}
		if err != nil {
			return 0, err
		}
		b.Release()
	}
}

// each yields the batches from the first to the last and counts their rows and episodes. A
// batch is valid until the next iteration. The iteration ends after an error, which is also
// the end of a shard that lacks something.
func (s *shardFile) each() iter.Seq2[*Batch, error] {
	return func(yield func(*Batch, error) bool) {
		for {
			b, err := s.read()
			if err == io.EOF {
				if err := s.count.end(); err != nil {
					yield(nil, fmt.Errorf("%s: %w", s.path, err))
				}
				return
			}
			if err == nil {
				if err = s.count.add(b); err != nil {
					b.Release()
					err = fmt.Errorf("%s: batch %d: %w", s.path, s.at-1, err)
				}
			}
			if err != nil {
				yield(nil, err)
				return
			}
			more := yield(b, nil)
			b.Release()
			if !more {
				return
			}
		}
	}
}

// readShard reads a shard that no manifest describes to its end and returns its metadata and
// the number of its rows. It returns an error unless the shard holds each of the episodes
// that its own metadata name exactly once.
func readShard(ctx context.Context, path string) (m *Meta, info ShardInfo, rows int64, err error) {
	s, err := openShard(path, memory.DefaultAllocator)
	if err != nil {
		return nil, info, 0, err
	}
	defer s.close()
	s.count = newCensus(s.meta, &ShardEntry{First: s.info.First, Episodes: s.info.Episodes, Rows: -1})
	for _, err := range s.each() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, info, 0, err
		}
	}
	return s.meta, s.info, s.count.rows, nil
}

// ShardMeta returns the metadata of a dataset that a shard of it has.
func ShardMeta(path string) (*Meta, error) {
	s, err := openShard(path, memory.DefaultAllocator)
	if err != nil {
		return nil, err
	}
	s.close()
	return s.meta, nil
}
