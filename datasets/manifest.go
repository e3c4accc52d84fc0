package datasets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rummygym/internal/safefile"
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
	File     string `json:"file"` // name in the folder
	First    int64  `json:"first_episode"`
	Episodes int64  `json:"episodes"`
	Rows     int64  `json:"rows"`
	Bytes    int64  `json:"bytes"`
	SHA256   string `json:"sha256"`
}

func newShardEntry(path string, info ShardInfo, rows, bytes int64, digest string) ShardEntry {
	return ShardEntry{File: filepath.Base(path), First: info.First, Episodes: info.Episodes, Rows: rows, Bytes: bytes, SHA256: digest}
}

// newManifest returns the manifest of a dataset with all its shards.
func newManifest(m *Meta, shards []ShardEntry) *Manifest {
	man := &Manifest{Meta: m, Shards: shards}
	for _, s := range shards {
		man.Episodes += s.Episodes
		man.Rows += s.Rows
		man.Bytes += s.Bytes
	}
	return man
}

// write writes the manifest to a folder.
func (m *Manifest) write(dir string) error {
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", ManifestName, err)
	}
	return writeWhole(filepath.Join(dir, ManifestName), append(b, '\n'))
}

// readManifest reads the manifest of a folder. If there is none, the error matches
// fs.ErrNotExist.
func readManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	b, err := safefile.Read(path, maxManifest)
	if err != nil {
		return nil, err
	}
	var raw struct {
		Manifest
		Meta json.RawMessage `json:"dataset"`
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	meta, err := readMeta(string(raw.Meta))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	man := raw.Manifest
	man.Meta = meta
	if err := man.check(); err != nil {
		return nil, fmt.Errorf("%s: %w: it was damaged or changed", path, err)
	}
	return &man, nil
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
	entries, derr := os.ReadDir(dir)
	if derr != nil {
		return derr
	}
	for _, e := range entries {
		if isShardName(e.Name()) || isPartial(e.Name()) {
			return &Incomplete{dir}
		}
	}
	return fmt.Errorf("%s is not a dataset: it has no %s and no shards", dir, ManifestName)
}
