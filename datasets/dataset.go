package datasets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/apache/arrow/go/v15/arrow/memory"
)

// Dataset is a dataset on disk, or a single shard of one, open for reading. It keeps
// no files open between calls and is safe for concurrent use.
type Dataset struct {
	Path     string
	Manifest *Manifest // for a single shard: only that shard

	dir     string
	mem     memory.Allocator
	digests []func() error // [shard]: compares the file with the manifest, once
}

// Option changes how a dataset is opened.
type Option func(*Dataset)

// WithAllocator sets the allocator that batches use. The default is Arrow's.
func WithAllocator(mem memory.Allocator) Option {
	return func(d *Dataset) { d.mem = mem }
}

// Open opens the dataset in a folder, or a single shard if path is a file. For a
// folder whose run has not finished, the error is an *[Incomplete].
//
// Open itself reads only the manifest. Whatever reads a shard first compares a digest of
// its file with the manifest, once for each Dataset. A single shard is compared with the
// manifest of its folder, if that lists it. Otherwise Open reads it to the end, and checks
// that it holds every episode that its metadata name; damage to the values is not found
// then.
func Open(path string, options ...Option) (*Dataset, error) {
	d := &Dataset{Path: path, dir: path, mem: memory.DefaultAllocator}
	for _, o := range options {
		o(d)
	}
	stat, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	switch {
	case stat.IsDir():
		d.Manifest, err = ReadManifest(path)
		err = explainMissing(path, err)
	default:
		d.dir, d.Manifest, err = manifestOf(path)
	}
	if err != nil {
		return nil, err
	}
	d.digests = d.checks()
	return d, nil
}

// manifestOf returns the folder and the manifest of a single shard: its part of the manifest of its
// dataset, or if none lists it, one of the folder of the file, without a digest.
func manifestOf(path string) (dir string, m *Manifest, err error) {
	dir = filepath.Dir(path)
	name := filepath.Base(path)
	if !isShardFile(path) {
		return dir, nil, fmt.Errorf("%s: %w", path, ErrNoShard)
	}
	if folder := filepath.Dir(dir); filepath.Base(dir) == DecisionsFolder {
		whole, err := ReadManifest(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return dir, nil, err
		}
		if err == nil {
			for _, entry := range whole.Shards {
				if entry.File == DecisionsFolder+"/"+name {
					return folder, NewManifest(whole.Meta, []ShardEntry{entry}), nil
				}
			}
		}
	}
	meta, info, rows, err := readShard(context.Background(), path)
	if err != nil {
		return dir, nil, err
	}
	stat, err := os.Stat(path)
	if err != nil {
		return dir, nil, err
	}
	entry := ShardEntry{File: name, First: info.First, Episodes: info.Episodes, Rows: rows, Digests: Digests{Bytes: stat.Size()}}
	return dir, NewManifest(meta, []ShardEntry{entry}), nil
}

// path returns the path of a file of the dataset.
func (d *Dataset) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

// Single reports whether it is a single shard.
func (d *Dataset) Single() bool { return d.Path != d.dir }

// Meta returns the metadata of the dataset.
func (d *Dataset) Meta() *Meta { return d.Manifest.Meta }

// Batches yields the record batches of all shards in order. A batch is valid until
// the next iteration. The iteration ends after an error.
func (d *Dataset) Batches() iter.Seq2[*Batch, error] {
	return func(yield func(*Batch, error) bool) {
		for shard := range d.Manifest.Shards {
			if shard+1 < len(d.Manifest.Shards) {
				go d.CheckDigest(shard + 1) // while this one is decoded
			}
			for b, err := range d.ShardBatches(shard) {
				if !yield(b, err) || err != nil {
					return
				}
			}
		}
	}
}

// ShardBatches yields the record batches of one shard.
func (d *Dataset) ShardBatches(shard int) iter.Seq2[*Batch, error] {
	return func(yield func(*Batch, error) bool) {
		s, err := d.openEntry(shard)
		if err != nil {
			yield(nil, err)
			return
		}
		defer s.close()
		s.each()(yield)
	}
}

// Episode is one episode: rows [From, To) of a batch, in order of play.
type Episode struct {
	*Batch
	From, To int
}

// Number returns the number of the episode in its dataset.
func (e Episode) Number() int64 { return e.Episode[e.From] }

// Episodes yields the episodes of all shards in order, those without rows left out. An episode is valid until
// the next iteration. The iteration ends after an error.
func (d *Dataset) Episodes() iter.Seq2[Episode, error] {
	return func(yield func(Episode, error) bool) {
		last := int64(-1)
		for b, err := range d.Batches() {
			if err != nil {
				yield(Episode{}, err)
				return
			}
			for e := range b.Episodes() {
				if e.Number() == last {
					yield(Episode{}, fmt.Errorf("%s: episode %d continues in another batch, but a batch must hold complete episodes", d.Path, last))
					return
				}
				last = e.Number()
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// Episodes yields the episodes of the batch in order.
func (b *Batch) Episodes() iter.Seq[Episode] {
	return func(yield func(Episode) bool) {
		for from := 0; from < b.Rows(); {
			to := from + 1
			for to < b.Rows() && b.Episode[to] == b.Episode[from] {
				to++
			}
			if !yield(Episode{b, from, to}) {
				return
			}
			from = to
		}
	}
}

// Find calls visit with the episode of the given number, which must have rows. The episode is valid
// until visit returns.
func (d *Dataset) Find(number int64, visit func(Episode) error) error {
	for shard, entry := range d.Manifest.Shards {
		if number < entry.First || number >= entry.First+entry.Episodes {
			continue
		}
		for b, err := range d.ShardBatches(shard) {
			if err != nil {
				return err
			}
			if b.Rows() == 0 || number > b.Episode[b.Rows()-1] {
				continue
			}
			for e := range b.Episodes() {
				if e.Number() == number {
					return visit(e)
				}
			}
		}
	}
	if m := d.Manifest; m.Meta.Rows != AllRows && number >= m.Shards[0].First && number < m.Shards[0].First+m.Episodes {
		return fmt.Errorf("%s has no rows of episode %d: it had no winner, or no play by the recorded players", d.Path, number)
	}
	return fmt.Errorf("%s has no episode %d: it has %s", d.Path, number, episodeRange(d.Manifest))
}

func episodeRange(m *Manifest) string {
	if len(m.Shards) == 0 || m.Episodes == 0 {
		return "none"
	}
	last := m.Shards[len(m.Shards)-1]
	return fmt.Sprintf("episodes %d to %d", m.Shards[0].First, last.First+last.Episodes-1)
}

// Block identifies a record batch of a dataset: the unit that can be read on its own
// and in any order. See [Dataset.Blocks].
type Block struct {
	Shard int // index in Manifest.Shards
	Batch int // index in the shard, from 0
}

// Blocks lists the record batches of the dataset in order. It checks the digest of every
// shard and opens it, and returns an error if one does not belong to this dataset. Shards
// that are Arrow streams are read to the end, because a stream does not store the number of
// its batches.
func (d *Dataset) Blocks() ([]Block, error) {
	if err := d.CheckDigests(context.Background()); err != nil {
		return nil, err
	}
	var blocks []Block
	for i := range d.Manifest.Shards {
		s, err := d.openEntry(i)
		if err != nil {
			return nil, err
		}
		n, err := s.batches()
		s.close()
		if err != nil {
			return nil, err
		}
		for j := range n {
			blocks = append(blocks, Block{i, j})
		}
	}
	return blocks, nil
}

// BlockName returns the file and the batch number of a block, for error messages.
func (d *Dataset) BlockName(b Block) string {
	return fmt.Sprintf("%s: batch %d", d.path(d.Manifest.Shards[b.Shard].File), b.Batch)
}

// ReadBlock calls visit with the record batch b, which is valid until visit
// returns. In an Arrow stream, ReadBlock also reads all batches before b.
func (d *Dataset) ReadBlock(b Block, visit func(*Batch) error) error {
	s, err := d.openEntry(b.Shard)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.seek(b.Batch); err != nil {
		return err
	}
	batch, err := s.read()
	if err == io.EOF {
		return fmt.Errorf("%s: the shard has %d batches", d.BlockName(b), s.at)
	}
	if err != nil {
		return err
	}
	defer batch.Release()
	return visit(batch)
}
