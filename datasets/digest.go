package datasets

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"rummygym/internal/safefile"
)

// Digest identifies the contents of a file.
type Digest struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // lower-case hexadecimal
}

// Digester computes the digest of what is written to it.
type Digester struct {
	size int64
	sha  hash.Hash
}

// NewDigester returns the digester of nothing.
func NewDigester() *Digester { return &Digester{sha: sha256.New()} }

// Write adds p.
func (d *Digester) Write(p []byte) (int, error) {
	d.size += int64(len(p))
	return d.sha.Write(p)
}

// Sum returns the digest of what was written.
func (d *Digester) Sum() Digest { return Digest{d.size, hex.EncodeToString(d.sha.Sum(nil))} }

// DigestFile returns the digest of a regular file.
func DigestFile(path string) (Digest, error) {
	f, err := safefile.Open(path)
	if err != nil {
		return Digest{}, err
	}
	defer f.Close()
	d := NewDigester()
	if _, err := io.CopyBuffer(d, struct{ io.Reader }{f}, make([]byte, 1<<18)); err != nil {
		return Digest{}, err
	}
	return d.Sum(), nil
}

// checks returns a function for each shard that compares its decisions with the manifest, the
// first time that it is called.
func (d *Dataset) checks() []func() error {
	checks := make([]func() error, len(d.Manifest.Shards))
	for i := range checks {
		entry := &d.Manifest.Shards[i]
		checks[i] = sync.OnceValue(func() error { return d.compare(entry.File, entry.Digest) })
	}
	return checks
}

// compare compares a file with its digest in the manifest.
func (d *Dataset) compare(name string, want Digest) error {
	path := d.path(name)
	found, err := DigestFile(path)
	if err == nil && found != want {
		err = fmt.Errorf("%s: the file has %d bytes and SHA-256 %s, but the manifest has %d bytes and %s: it was damaged or replaced: copy it again from an intact source, or collect it again", path, found.Bytes, found.SHA256, want.Bytes, want.SHA256)
	}
	return err
}

// CheckDigest compares the size and the SHA-256 of a shard's decisions with the manifest. It
// reads the file the first time, and returns the same error from then on.
func (d *Dataset) CheckDigest(shard int) error { return d.digests[shard]() }

// CheckDigests checks the decisions of all shards as [Dataset.CheckDigest] does, several at a time.
func (d *Dataset) CheckDigests(ctx context.Context) error { return d.each(ctx, d.CheckDigest) }

// CheckFiles compares all files of all shards with the manifest, several at a time.
func (d *Dataset) CheckFiles(ctx context.Context) error { return d.each(ctx, d.CheckShard) }

// CheckShard compares both files of a shard with the manifest.
func (d *Dataset) CheckShard(shard int) error {
	entry := &d.Manifest.Shards[shard]
	return cmp.Or(d.CheckDigest(shard), d.compare(ResultsName(entry.File), entry.Results))
}

// each calls check for all shards, several at a time.
func (d *Dataset) each(ctx context.Context, check func(shard int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range d.Manifest.Shards {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return check(i)
		})
	}
	return group.Wait()
}
