package datasets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rummygym/internal/safefile"
	"rummygym/internal/strictjson"
)

// ManifestName is the name of the manifest file. It is written last and marks the
// dataset as complete.
const ManifestName = "manifest.json"

// maxManifest is the maximum size in bytes of a manifest: that of half a million shards.
const maxManifest = 1 << 27

// Manifest lists the contents of a dataset.
type Manifest struct {
	Meta     *Meta        `json:"dataset"`
	Episodes int64        `json:"episodes"`
	Rows     int64        `json:"rows"`
	Bytes    int64        `json:"bytes"`
	Shards   []ShardEntry `json:"shards"`
}

// ShardEntry describes one shard of a manifest.
type ShardEntry struct {
	File     string `json:"file"` // of the decisions, in the folder: decisions/shard-00000.arrow
	First    int64  `json:"first_episode"`
	Episodes int64  `json:"episodes"`
	Rows     int64  `json:"rows"`
	Digests
	Results ResultsEntry `json:"results"`
}

// ResultsEntry describes the results of a shard: one row for each seat of each episode.
type ResultsEntry struct {
	File string `json:"file"` // in the folder: results/shard-00000.arrow
	Digests
}

// FileEntry is the name of a file in the folder of a dataset, and what it contains.
type FileEntry struct {
	Name string
	*Digests
}

// Files returns the files of a shard: the decisions and the results.
func (s *ShardEntry) Files() []FileEntry {
	return []FileEntry{{s.File, &s.Digests}, {s.Results.File, &s.Results.Digests}}
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
	raw := struct {
		Digest string `json:"digest"`
		manifestFile
	}{manifestFile: manifestFile{Manifest: &Manifest{}}}
	if err := strictjson.UnmarshalKnown(b, &raw); err != nil { // as with a damaged name of the digest
		return nil, fmt.Errorf("%w: %w", safefile.ErrDamaged, err)
	}
	if err := safefile.Verify(b); err != nil {
		return nil, fmt.Errorf("%w: copy it again from an intact source", err)
	}
	meta, err := ReadMeta(string(raw.Meta))
	if err != nil {
		return nil, err
	}
	raw.Manifest.Meta = meta
	if err := raw.Manifest.Check(); err != nil {
		return nil, fmt.Errorf("%w: it was damaged or changed", err)
	}
	return raw.Manifest, nil
}

// Incomplete is the error for a folder with shards but no manifest: its run has not
// finished. Match it with errors.As.
type Incomplete struct{ Dir string }

// Error describes how to finish the dataset.
func (e *Incomplete) Error() string {
	return fmt.Sprintf("%s has no %s: its run has not finished; run the same collect with --resume, or empty the folder of what convert or merge left, and repeat that", e.Dir, ManifestName)
}

// explainMissing returns an error that explains why a folder has no manifest. It returns
// other errors as they are.
func explainMissing(dir string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(dir), ManifestName)); err == nil && (filepath.Base(dir) == DecisionsFolder || filepath.Base(dir) == ResultsFolder) {
		return fmt.Errorf("%s is a table of a dataset: name the folder of the dataset, %s", dir, filepath.Dir(dir))
	}
	files, derr := ListFiles(dir)
	if derr != nil {
		return derr
	}
	for _, f := range files {
		if IsShardName(f) || IsEntryName(f) || IsPartial(f) {
			return &Incomplete{dir}
		}
	}
	return fmt.Errorf("%s is not a dataset: it has no %s and no shards", dir, ManifestName)
}
