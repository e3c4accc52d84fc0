package datasets

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Block identifies a record batch of a dataset: the unit that can be read on its own
// and in any order. See [Dataset.Blocks].
type Block struct {
	Shard int // index in Manifest.Shards
	Batch int // index in the shard, from 0
}

// Blocks lists the record batches of the dataset in order. It opens every shard and
// returns an error if one does not belong to this dataset. Shards that are Arrow
// streams are read to the end, because a stream does not store the number of its batches.
func (d *Dataset) Blocks() ([]Block, error) {
	var blocks []Block
	for i, entry := range d.Manifest.Shards {
		n, err := d.countBatches(entry)
		if err != nil {
			return nil, err
		}
		for j := range n {
			blocks = append(blocks, Block{i, j})
		}
	}
	return blocks, nil
}

func (d *Dataset) countBatches(entry ShardEntry) (int, error) {
	s, err := d.openEntry(entry)
	if err != nil {
		return 0, err
	}
	defer s.close()
	if diff := s.meta.Differences(d.Meta(), "in the shard", "in the manifest"); len(diff) > 0 {
		return 0, fmt.Errorf("%s: not of this dataset: %s", s.path, strings.Join(diff, "; "))
	}
	return s.count()
}

func (d *Dataset) openEntry(entry ShardEntry) (*shardFile, error) {
	return openShard(filepath.Join(d.dir, entry.File), d.mem)
}

// BlockName returns the file and the batch number of a block, for error messages.
func (d *Dataset) BlockName(b Block) string {
	return fmt.Sprintf("%s: batch %d", filepath.Join(d.dir, d.Manifest.Shards[b.Shard].File), b.Batch)
}

// ReadBlock calls visit with the record batch b, which is valid until visit
// returns. In an Arrow stream, ReadBlock also reads all batches before b.
func (d *Dataset) ReadBlock(b Block, visit func(*Batch) error) error {
	s, err := d.openEntry(d.Manifest.Shards[b.Shard])
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

// CheckDigest compares the size and SHA-256 of a shard's file with the manifest. A
// shard that was opened on its own has neither, and is not checked.
func (d *Dataset) CheckDigest(shard int) error {
	entry := &d.Manifest.Shards[shard]
	if entry.SHA256 == "" {
		return nil
	}
	path := filepath.Join(d.dir, entry.File)
	size, digest, err := digestFile(path)
	if err != nil {
		return err
	}
	if size != entry.Bytes || digest != entry.SHA256 {
		return fmt.Errorf("%s: the file has %d bytes and SHA-256 %s, but the manifest has %d bytes and %s", path, size, digest, entry.Bytes, entry.SHA256)
	}
	return nil
}
