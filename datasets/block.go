package datasets

import (
	"context"
	"fmt"
	"io"
)

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
