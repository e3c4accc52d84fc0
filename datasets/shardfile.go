package datasets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"
)

// shardFile reads the record batches of one shard in order, in any format.
type shardFile struct {
	path   string
	meta   *Meta
	info   ShardInfo
	schema *arrow.Schema
	next   func() (arrow.Record, error) // io.EOF after the last; the caller releases
	close  func()
}

// openShard opens a shard and checks its metadata and columns. The format follows
// from the end of the name.
func openShard(path string, mem memory.Allocator) (s *shardFile, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s = &shardFile{path: path}
	defer func() {
		if r := recover(); r != nil { // Arrow 15 panics on some damaged files
			err = fmt.Errorf("damaged: %v", r)
		}
		if err != nil {
			f.Close()
			s, err = nil, fmt.Errorf("%s: %w", path, err)
		}
	}()
	switch filepath.Ext(path) {
	case ArrowFile.Extension():
		err = s.openFile(f, mem)
	case ArrowStream.Extension():
		err = s.openStream(f, mem)
	case Parquet.Extension():
		err = s.openParquet(f, mem)
	default:
		err = errors.New("not a shard: its name ends in none of .arrow, .arrows, .parquet")
	}
	if err != nil {
		return s, err
	}
	if s.meta, s.info, err = parseSchema(s.schema); err != nil {
		s.close()
	}
	return s, err
}

func (s *shardFile) openFile(f *os.File, mem memory.Allocator) error {
	own := newScope(mem)
	r, err := ipc.NewFileReader(f, ipc.WithAllocator(own))
	if err != nil {
		own.freeRest()
		return err
	}
	own.sealed = true
	s.schema = r.Schema()
	i := 0
	s.next = func() (arrow.Record, error) {
		if i >= r.NumRecords() {
			return nil, io.EOF
		}
		i++
		return r.RecordAt(i - 1)
	}
	s.close = func() { r.Close(); own.freeRest(); f.Close() }
	return nil
}

func (s *shardFile) openStream(f *os.File, mem memory.Allocator) error {
	r, err := ipc.NewReader(f, ipc.WithAllocator(mem))
	if err != nil {
		return err
	}
	s.schema = r.Schema()
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

func (s *shardFile) openParquet(f *os.File, mem memory.Allocator) error {
	r, err := file.NewParquetReader(f)
	if err != nil {
		return err
	}
	p, err := pqarrow.NewFileReader(r, pqarrow.ArrowReadProperties{}, mem)
	if err != nil {
		return err
	}
	if s.schema, err = p.Schema(); err != nil {
		return err
	}
	// The Arrow schema that the file stores comes without the metadata of the file.
	md := r.MetaData().KeyValueMetadata()
	var keys, values []string
	for i, k := range md.Keys() {
		if k != "ARROW:schema" {
			keys, values = append(keys, k), append(values, md.Values()[i])
		}
	}
	meta := arrow.NewMetadata(keys, values)
	s.schema = arrow.NewSchema(s.schema.Fields(), &meta)
	columns := make([]int, r.MetaData().Schema.NumColumns())
	for i := range columns {
		columns[i] = i
	}
	group := 0
	s.next = func() (arrow.Record, error) {
		if group >= r.NumRowGroups() {
			return nil, io.EOF
		}
		group++
		table, err := p.ReadRowGroups(context.Background(), columns, []int{group - 1})
		if err != nil {
			return nil, err
		}
		defer table.Release()
		return oneRecord(table, s.schema, mem)
	}
	s.close = func() { r.Close() }
	return nil
}

// oneRecord returns the rows of a table as one record batch.
func oneRecord(table arrow.Table, schema *arrow.Schema, mem memory.Allocator) (arrow.Record, error) {
	columns := make([]arrow.Array, table.NumCols())
	defer func() {
		for _, c := range columns {
			if c != nil {
				c.Release()
			}
		}
	}()
	for i := range columns {
		chunks := table.Column(i).Data().Chunks()
		if len(chunks) == 1 {
			chunks[0].Retain()
			columns[i] = chunks[0]
			continue
		}
		whole, err := array.Concatenate(chunks, mem)
		if err != nil {
			return nil, err
		}
		columns[i] = whole
	}
	return array.NewRecord(schema, columns, table.NumRows()), nil
}

// read returns the next batch, or io.EOF. The batch must be released.
func (s *shardFile) read() (b *Batch, err error) {
	defer func() {
		if r := recover(); r != nil { // Arrow 15 panics on some damaged files
			err = fmt.Errorf("damaged: %v", r)
		}
		if err != nil && err != io.EOF {
			err = fmt.Errorf("%s: %w", s.path, err)
		}
	}()
	record, err := s.next()
	if err != nil {
		return nil, err
	}
	return newBatch(record, s.meta)
}

// readShardMeta returns what the schema of a shard says.
func readShardMeta(path string) (*Meta, ShardInfo, error) {
	s, err := openShard(path, memory.DefaultAllocator)
	if err != nil {
		return nil, ShardInfo{}, err
	}
	defer s.close()
	return s.meta, s.info, nil
}

// countShard reads a shard through and returns the number of its rows, after
// checking that its episodes are those it should hold, each once.
func countShard(ctx context.Context, path string, info ShardInfo) (rows int64, err error) {
	s, err := openShard(path, memory.DefaultAllocator)
	if err != nil {
		return 0, err
	}
	defer s.close()
	next := info.First
	for ctx.Err() == nil {
		b, err := s.read()
		if err == io.EOF {
			if next != info.First+info.Episodes {
				return 0, fmt.Errorf("it ends after %d of %d episodes", next-info.First, info.Episodes)
			}
			return rows, nil
		}
		if err != nil {
			return 0, err
		}
		for i, e := range b.Episode {
			if b.Step[i] == 0 && (i == 0 || e != b.Episode[i-1]) {
				if e != next {
					b.Release()
					return 0, fmt.Errorf("episode %d stands where %d should", e, next)
				}
				next++
			}
		}
		rows += int64(b.Rows())
		b.Release()
	}
	return 0, ctx.Err()
}

// digestFile returns the size and the SHA-256 of a file.
func digestFile(path string) (size int64, digest string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	sum := sha256.New()
	if size, err = io.Copy(sum, f); err != nil {
		return 0, "", err
	}
	return size, hex.EncodeToString(sum.Sum(nil)), nil
}
