package datasets

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"rummygym/internal/safefile"
	"rummygym/internal/strictjson"
)

// ManifestName is the name of the manifest file. It is written last and marks the
// dataset as complete.
const ManifestName = "manifest.json"

// maxManifest is the maximum size in bytes of a manifest: that of half a million shards.
const maxManifest = 1 << 27

// Manifest lists the contents of a dataset. Its shards have the episodes from that of the first shard on, without a gap.
type Manifest struct {
	Meta     *Meta        `json:"dataset"`
	Episodes int64        `json:"episodes"`
	Rows     int64        `json:"rows"`
	Bytes    int64        `json:"bytes"`
	Shards   []ShardEntry `json:"shards"`
}

// ShardEntry describes one shard of a manifest: a file of decisions, and one of results, see [ResultsName].
type ShardEntry struct {
	File     string `json:"file"` // of the decisions, in the folder: decisions/shard-00000.arrow
	First    int64  `json:"first_episode"`
	Episodes int64  `json:"episodes"`
	Rows     int64  `json:"rows"`
	Digest
	Results Digest `json:"results"`
}

// Size returns the number of bytes of both files of a shard.
func (s *ShardEntry) Size() int64 { return s.Bytes + s.Results.Bytes }

// NewManifest returns the manifest of a dataset with all its shards.
func NewManifest(m *Meta, shards []ShardEntry) *Manifest {
	man := &Manifest{Meta: m, Shards: shards}
	for _, s := range shards {
		man.Episodes += s.Episodes
		man.Rows += s.Rows
		man.Bytes += s.Size()
	}
	return man
}

// First returns the number of the first episode.
func (m *Manifest) First() int64 {
	if len(m.Shards) == 0 {
		return 0
	}
	return m.Shards[0].First
}

// Write writes the manifest to the folder of its dataset.
func (m *Manifest) Write(dir string) error {
	meta, err := m.Meta.JSON()
	if err != nil {
		return err
	}
	b, err := json.MarshalIndent(manifestFile{json.RawMessage(meta), m}, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", ManifestName, err)
	}
	return safefile.Write(filepath.Join(dir, ManifestName), append(b, '\n'))
}

// manifestFile is a manifest as it stands in its file.
type manifestFile struct {
	Meta json.RawMessage `json:"dataset"`
	*Manifest
}

// ReadManifest reads the manifest of a folder. If there is none, the error matches
// fs.ErrNotExist.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	b, err := safefile.ReadAll(path, maxManifest)
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// parseManifest parses and checks the contents of a manifest.
func parseManifest(b []byte) (*Manifest, error) {
	raw := manifestFile{Manifest: &Manifest{}}
	if err := strictjson.UnmarshalKnown(b, &raw); err != nil {
		return nil, fmt.Errorf("damaged, or not the manifest of a dataset: %w", err)
	}
	meta, err := ReadMeta(string(raw.Meta))
	if err != nil {
		return nil, err
	}
	raw.Manifest.Meta = meta
	if err := raw.Manifest.check(); err != nil {
		return nil, fmt.Errorf("%w: it was damaged or changed", err)
	}
	return raw.Manifest, nil
}

// shardNames matches the names of the files of decisions.
var shardNames = regexp.MustCompile(`^` + DecisionsFolder + `/shard-\d{5,}\.arrow$`)

// check returns an error unless the shards of a manifest are files of its folder, with
// digests, follow each other and add up to its totals.
func (m *Manifest) check() error {
	sum := ShardEntry{First: m.First()}
	if sum.First < 0 {
		return fmt.Errorf("shard 0: it begins with episode %d, want one of at least 0", sum.First)
	}
	seen := map[string]bool{}
	for i, s := range m.Shards {
		switch {
		case !shardNames.MatchString(s.File):
			return fmt.Errorf("shard %d: the file name %q is not that of a shard in the folder of decisions", i, s.File)
		case seen[s.File]:
			return fmt.Errorf("shard %d: the file %s is listed twice", i, s.File)
		case s.Episodes < 0 || s.Rows < 0 || s.Bytes < 0 || s.Results.Bytes < 0:
			return fmt.Errorf("shard %d: %d episodes, %d rows, %d bytes: want none of them negative", i, s.Episodes, s.Rows, s.Bytes)
		case s.First != sum.First+sum.Episodes:
			return fmt.Errorf("shard %d: it begins with episode %d, want %d", i, s.First, sum.First+sum.Episodes)
		case s.Episodes > math.MaxInt64-s.First || s.Rows > math.MaxInt64-sum.Rows || s.Bytes > math.MaxInt64-sum.Bytes || s.Results.Bytes > math.MaxInt64-sum.Bytes-s.Bytes:
			return fmt.Errorf("shard %d: %d episodes, %d rows, %d bytes are too many", i, s.Episodes, s.Rows, s.Bytes)
		}
		for _, sum := range []string{s.SHA256, s.Results.SHA256} {
			if b, err := hex.DecodeString(sum); err != nil || len(b) != 32 || strings.ToLower(sum) != sum {
				return fmt.Errorf("shard %d: %q is not a SHA-256 of 64 lower-case hexadecimal digits", i, sum)
			}
		}
		seen[s.File] = true
		sum.Episodes, sum.Rows, sum.Bytes = sum.Episodes+s.Episodes, sum.Rows+s.Rows, sum.Bytes+s.Size()
	}
	if sum.Episodes != m.Episodes || sum.Rows != m.Rows || sum.Bytes != m.Bytes {
		return fmt.Errorf("%d episodes, %d rows, %d bytes, but the shards have %d, %d and %d", m.Episodes, m.Rows, m.Bytes, sum.Episodes, sum.Rows, sum.Bytes)
	}
	return nil
}

// Incomplete is the error for a folder with shards but no manifest: its run has not
// finished. Match it with errors.As.
type Incomplete struct{ Dir string }

// Error describes how to finish the dataset.
func (e *Incomplete) Error() string {
	return fmt.Sprintf("%s has no %s: its run has not finished; run the same collect with --resume", e.Dir, ManifestName)
}

// explainMissing returns an error that explains why a folder has no manifest. It returns
// other errors as they are.
func explainMissing(dir string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	whole := filepath.Dir(dir)
	if _, err := os.Stat(filepath.Join(whole, ManifestName)); err == nil && (filepath.Base(dir) == DecisionsFolder || filepath.Base(dir) == ResultsFolder) {
		return fmt.Errorf("%s is a table of a dataset: name the folder of the dataset, %s", dir, whole)
	}
	if _, err := os.Stat(filepath.Join(dir, DecisionsFolder)); err == nil {
		return &Incomplete{dir}
	}
	return fmt.Errorf("%s is not a dataset: it has no %s and no shards", dir, ManifestName)
}
