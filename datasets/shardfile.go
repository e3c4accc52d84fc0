package datasets

import (
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"rummygym/internal/arrowfile"
	"rummygym/internal/safefile"
)

// shardFile reads the record batches of one shard in order.
type shardFile struct {
	path   string
	file   *os.File
	reader *ipc.FileReader
	meta   *Meta
	at     int // index of the next batch
	mem    *arrowfile.Allocator
	next   func() (arrow.Record, error) // returns batch at, or io.EOF after the last; the caller releases it
}

// openTable opens a file of a shard and checks its metadata, those of the dataset under the given
// key, and its columns.
func openTable(path, key string, columns func(*Meta) []Column) (s *shardFile, err error) {
	f, err := safefile.Open(path)
	if err != nil {
		return nil, err
	}
	s = &shardFile{path: path, file: f}
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
	if err := arrowfile.CheckFile(f, stat.Size()); err != nil {
		return s, err
	}
	s.mem = arrowfile.NewAllocator(stat.Size())
	if s.reader, err = ipc.NewFileReader(f, ipc.WithAllocator(s.mem)); err != nil {
		return s, err
	}
	s.next = s.mem.Keeping(func() (arrow.Record, error) {
		if s.at >= s.reader.NumRecords() {
			return nil, io.EOF
		}
		return s.reader.RecordAt(s.at)
	})
	if s.meta, err = parseSchema(s.reader.Schema(), key, columns); err != nil {
		s.close()
	}
	return s, err
}

// close closes the file, and keeps memory for the next one.
func (s *shardFile) close() {
	s.reader.Close()
	s.mem.FreeSpare()
	s.file.Close()
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

// each yields the batches from the first to the last and counts their rows and episodes: those of the entry, whose
// number of rows it sets if it is negative. A
// batch is valid until the next iteration. The iteration ends after an error, which is also
// the end of a shard that lacks something.
func (s *shardFile) each(entry *ShardEntry) iter.Seq2[*Batch, error] {
	return func(yield func(*Batch, error) bool) {
		count := census{want: entry, next: entry.First}
		for {
			b, err := s.read()
			if err == io.EOF {
				if err := count.end(); err != nil {
					yield(nil, fmt.Errorf("%s: %w", s.path, err))
				}
				return
			}
			if err == nil {
				if err = count.add(b); err != nil {
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

// census counts the rows and episodes of a shard while it is read from start to end.
type census struct {
	want *ShardEntry
	next int64 // number of the episode that comes next
	rows int64
}

// add counts the rows of a batch. It returns an error if an episode is missing, comes twice
// or is not one of the shard's.
func (c *census) add(b *Batch) error {
	c.rows += int64(b.Rows())
	for i, e := range b.Episode {
		if i > 0 && e == b.Episode[i-1] {
			continue
		}
		if e != c.next {
			return fmt.Errorf("found episode %d, want episode %d: an episode is missing, duplicated or out of order", e, c.next)
		}
		c.next++
	}
	return nil
}

// end returns an error if the shard lacks episodes, or has other rows than it should.
func (c *census) end() error {
	switch end := c.want.First + c.want.Episodes; {
	case c.next != end:
		return fmt.Errorf("the file ends after %d of %d episodes: it is cut short", c.next-c.want.First, c.want.Episodes)
	case c.want.Rows < 0:
		c.want.Rows = c.rows
	case c.rows != c.want.Rows:
		return fmt.Errorf("%d rows, but the manifest has %d", c.rows, c.want.Rows)
	}
	return nil
}
