package datasets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"runtime"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"
	"golang.org/x/sync/errgroup"

	"rummygym/internal/safefile"
)

// Digests identify the contents of a file.
type Digests struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	XXH3   string `json:"xxh3"` // of 128 bits, in the order of the reference implementation
}

// Digester computes digests of what is written to it.
type Digester struct {
	size int64
	sha  hash.Hash // or nil
	xxh3 *xxh3.Hasher
}

// NewDigester returns the digester of nothing.
func NewDigester() *Digester { return &Digester{sha: sha256.New(), xxh3: xxh3.New()} }

// Write adds p.
func (d *Digester) Write(p []byte) (int, error) {
	d.size += int64(len(p))
	if d.sha != nil {
		d.sha.Write(p)
	}
	return d.xxh3.Write(p)
}

// Sums returns the digests of what was written.
func (d *Digester) Sums() Digests {
	fast := d.xxh3.Sum128().Bytes()
	sums := Digests{Bytes: d.size, XXH3: hex.EncodeToString(fast[:])}
	if d.sha != nil {
		sums.SHA256 = hex.EncodeToString(d.sha.Sum(nil))
	}
	return sums
}

// DigestFile returns the digests of a regular file.
func DigestFile(path string) (Digests, error) { return digestFileTo(path, NewDigester()) }

// digestFileTo writes the contents of a regular file to d and returns the digests.
func digestFileTo(path string, d *Digester) (Digests, error) {
	f, err := safefile.Open(path)
	if err != nil {
		return Digests{}, err
	}
	defer f.Close()
	if _, err := io.CopyBuffer(d, struct{ io.Reader }{f}, make([]byte, 1<<18)); err != nil {
		return Digests{}, err
	}
	return d.Sums(), nil
}

// checks returns a function for each shard that compares its file with the manifest, the
// first time that it is called.
func (d *Dataset) checks() []func() error {
	checks := make([]func() error, len(d.Manifest.Shards))
	for i := range checks {
		entry := &d.Manifest.Shards[i]
		checks[i] = sync.OnceValue(func() error { return d.compareFile(entry.File, &entry.Digests, false) })
	}
	return checks
}

// compare compares the files of a shard with the manifest.
func (d *Dataset) compare(entry *ShardEntry, all bool) error {
	for _, f := range entry.Files() {
		if err := d.compareFile(f.Name, f.Digests, all); err != nil {
			return err
		}
	}
	return nil
}

// compareFile compares a file with the digests in the manifest: with XXH3, which takes a
// tenth of the time, and with SHA-256 too if all are asked for.
func (d *Dataset) compareFile(name string, entry *Digests, all bool) error {
	if entry.SHA256 == "" {
		return nil // a shard on its own
	}
	path, sums := d.path(name), NewDigester()
	if !all {
		sums.sha = nil
	}
	found, err := digestFileTo(path, sums)
	if err != nil {
		return err
	}
	for _, c := range []struct{ name, found, want string }{
		{"SHA-256", found.SHA256, entry.SHA256}, {"XXH3", found.XXH3, entry.XXH3},
	} {
		if c.found != "" && (c.found != c.want || found.Bytes != entry.Bytes) {
			return fmt.Errorf("%s: the file has %d bytes and %s %s, but the manifest has %d bytes and %s: it was damaged or replaced: copy it again from an intact source, or collect it again", path, found.Bytes, c.name, c.found, entry.Bytes, c.want)
		}
	}
	return nil
}

// CheckDigest compares the size and a digest of a shard's decisions with the manifest: XXH3. It
// reads the file the first time, and returns the same error from then on. A shard that was
// opened on its own, without the manifest of its folder, is not checked.
func (d *Dataset) CheckDigest(shard int) error { return d.digests[shard]() }

// CheckDigests checks the decisions of all shards as [Dataset.CheckDigest] does, several at a time.
func (d *Dataset) CheckDigests(ctx context.Context) error { return d.each(ctx, d.CheckDigest) }

// CheckSHA256 reads all files of all shards, several at a time, and compares them with all digests of the
// manifest.
func (d *Dataset) CheckSHA256(ctx context.Context) error {
	return d.each(ctx, func(shard int) error { return d.compare(&d.Manifest.Shards[shard], true) })
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

// openEntry opens a shard. This is the only way to the contents of a dataset: the file is
// parsed only if its digest is that of the manifest, and read only if its metadata are.
func (d *Dataset) openEntry(shard int) (*shardFile, error) {
	if err := d.CheckDigest(shard); err != nil {
		return nil, err
	}
	entry := &d.Manifest.Shards[shard]
	s, err := openShard(d.path(entry.File), d.mem)
	if err != nil {
		return nil, err
	}
	if err := sameShard(s, d.Meta(), entry); err != nil {
		s.close()
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	s.count = newCensus(s.meta, entry)
	return s, nil
}

// sameShard returns an error if the metadata of a shard differ from those of the dataset or from its
// entry in the manifest.
func sameShard(s *shardFile, m *Meta, entry *ShardEntry) error {
	if diff := s.meta.Differences(m, "in the shard", "in the manifest"); len(diff) > 0 {
		return fmt.Errorf("not of this dataset: %s", strings.Join(diff, "; "))
	}
	here, err := s.meta.JSON()
	if err != nil {
		return err
	}
	there, err := m.JSON()
	if err != nil {
		return err
	}
	if here != there {
		return fmt.Errorf("not of this dataset: the descriptions of the fields differ from those of the manifest")
	}
	if s.info.First != entry.First || s.info.Episodes != entry.Episodes {
		return fmt.Errorf("the shard has %d episodes from episode %d, the manifest %d from episode %d", s.info.Episodes, s.info.First, entry.Episodes, entry.First)
	}
	return nil
}

// census counts the rows and episodes of a shard while it is read from start to end.
type census struct {
	want  ShardEntry
	plays bool  // an episode may have no rows, so that only the order of the episodes is known
	next  int64 // number of the first episode that may come next
	rows  int64
}

func newCensus(m *Meta, want *ShardEntry) census {
	return census{want: *want, plays: m.Rows != AllRows, next: want.First}
}

// add counts the rows of a batch. It returns an error if an episode is missing, comes twice
// or is not one of the shard's.
func (c *census) add(b *Batch) error {
	c.rows += int64(b.Rows())
	for i, e := range b.Episode {
		switch {
		case c.plays:
			if e < c.next-1 || e < c.want.First || e >= c.want.First+c.want.Episodes {
				return fmt.Errorf("found episode %d, want one from %d to %d: an episode is duplicated or out of order", e, c.next, c.want.First+c.want.Episodes-1)
			}
			c.next = e + 1
		case i == 0 || e != b.Episode[i-1]:
			if e != c.next {
				return fmt.Errorf("found episode %d, want episode %d: an episode is missing, duplicated or out of order", e, c.next)
			}
			c.next++
		}
	}
	return nil
}

// end returns an error if the shard lacks episodes, or has other rows than it should; with
// a negative number of rows, any number will do.
func (c *census) end() error {
	switch end := c.want.First + c.want.Episodes; {
	case !c.plays && c.next != end:
		return fmt.Errorf("the file ends after %d of %d episodes: it is cut short", c.next-c.want.First, c.want.Episodes)
	case c.want.Rows >= 0 && c.rows != c.want.Rows:
		return fmt.Errorf("%d rows, but the manifest has %d", c.rows, c.want.Rows)
	}
	return nil
}
