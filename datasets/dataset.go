package datasets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
)

// Dataset is a dataset on disk, open for reading. It keeps
// no files open between calls and is safe for concurrent use.
type Dataset struct {
	Path     string // its folder
	Manifest *Manifest

	digests []func() error // [shard]: compares the decisions with the manifest, once
}

// ErrNoDataset is the error for a file: a dataset is a folder.
var ErrNoDataset = errors.New("not a dataset: want a folder that rummygym collect wrote")

// Open opens the dataset in a folder. For a
// folder whose run has not finished, the error is an *[Incomplete].
//
// Open itself reads only the manifest. Whatever reads a shard first compares the digest of
// its file with the manifest, once for each Dataset.
func Open(path string) (*Dataset, error) {
	d := &Dataset{Path: path}
	stat, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !stat.IsDir() {
		return nil, fmt.Errorf("%s: %w", path, ErrNoDataset)
	}
	if d.Manifest, err = ReadManifest(path); err != nil {
		return nil, explainMissing(path, err)
	}
	d.digests = d.checks()
	return d, nil
}

// path returns the path of a file of the dataset.
func (d *Dataset) path(name string) string { return filepath.Join(d.Path, filepath.FromSlash(name)) }

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
		s, err := d.openDecisions(shard)
		if err != nil {
			yield(nil, err)
			return
		}
		defer s.close()
		s.each(&d.Manifest.Shards[shard])(yield)
	}
}

// openDecisions opens the decisions of a shard. This is the only way to them: the file is
// parsed only if its digest is that of the manifest, and read only if its metadata are.
func (d *Dataset) openDecisions(shard int) (*shardFile, error) {
	if err := d.CheckDigest(shard); err != nil {
		return nil, err
	}
	return d.openFile(d.Manifest.Shards[shard].File, metaKey, d.Meta(), Columns)
}

// openFile opens a file of the dataset, whose metadata under the given key must be m.
func (d *Dataset) openFile(name, key string, m *Meta, columns func(*Meta) []Column) (*shardFile, error) {
	s, err := openTable(d.path(name), key, columns)
	if err != nil {
		return nil, err
	}
	if err := s.meta.Same(m, "in the shard", "in the dataset"); err != nil {
		s.close()
		return nil, fmt.Errorf("%s: not of this dataset: %w", s.path, err)
	}
	return s, nil
}

// Adopt returns the entry of a shard that is in the folder of a dataset with the metadata m, but in no manifest: one of a run
// that was killed, or one that another process has written. It reads the shard to its end, and returns an error unless the shard
// has all its episodes and their results.
func Adopt(ctx context.Context, dir string, m *Meta, info ShardInfo) (entry ShardEntry, err error) {
	entry = ShardEntry{File: ShardName(info.Index), First: info.First, Episodes: info.Episodes, Rows: -1}
	d := &Dataset{Path: dir}
	if entry.Digest, err = DigestFile(d.path(entry.File)); err != nil {
		return entry, err
	}
	if entry.Results, err = DigestFile(d.path(ResultsName(entry.File))); err != nil {
		return entry, err
	}
	d.Manifest = &Manifest{Meta: m, Shards: []ShardEntry{entry}}
	d.digests = []func() error{func() error { return nil }}
	for _, err := range d.Batches() {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return entry, err
		}
	}
	for _, err := range d.Results() {
		if err != nil {
			return entry, err
		}
	}
	return d.Manifest.Shards[0], nil
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
	return fmt.Errorf("%s has no episode %d: it has %s", d.Path, number, episodeRange(d.Manifest))
}

func episodeRange(m *Manifest) string {
	if m.Episodes == 0 {
		return "none"
	}
	return fmt.Sprintf("episodes %d to %d", m.First(), m.First()+m.Episodes-1)
}

// Block identifies a record batch of a dataset: the unit that can be read on its own
// and in any order. See [Dataset.Blocks].
type Block struct {
	Shard int // index in Manifest.Shards
	Batch int // index in the shard, from 0
}

// Blocks lists the record batches of the dataset in order. It checks the digest of every
// shard and opens it, and returns an error if one does not belong to this dataset.
func (d *Dataset) Blocks() ([]Block, error) {
	if err := d.CheckDigests(context.Background()); err != nil {
		return nil, err
	}
	var blocks []Block
	for i := range d.Manifest.Shards {
		s, err := d.openDecisions(i)
		if err != nil {
			return nil, err
		}
		for j := range s.reader.NumRecords() {
			blocks = append(blocks, Block{i, j})
		}
		s.close()
	}
	return blocks, nil
}

// BlockName returns the file and the batch number of a block, for error messages.
func (d *Dataset) BlockName(b Block) string {
	return fmt.Sprintf("%s: batch %d", d.path(d.Manifest.Shards[b.Shard].File), b.Batch)
}

// ReadBlock calls visit with the record batch b, which is valid until visit
// returns.
func (d *Dataset) ReadBlock(b Block, visit func(*Batch) error) error {
	s, err := d.openDecisions(b.Shard)
	if err != nil {
		return err
	}
	defer s.close()
	s.at = b.Batch
	batch, err := s.read()
	if err == io.EOF {
		return fmt.Errorf("%s: the shard has %d batches", d.BlockName(b), s.reader.NumRecords())
	}
	if err != nil {
		return err
	}
	defer batch.Release()
	return visit(batch)
}
