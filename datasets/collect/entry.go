package collect

import (
	"encoding/json"
	"fmt"
	"strings"

	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
	"rummygym/internal/safefile"
	"rummygym/internal/strictjson"
)

// maxEntry is the maximum size in bytes of the file of an entry.
const maxEntry = 1 << 24

// entry is the contents of the file that describes a finished shard. A run resumes from these files
// and removes them once there is a manifest.
type entry struct {
	datasets.ShardEntry
	Settings string          `json:"settings"`        // Meta.Digest of the dataset and Build
	Build    string          `json:"build,omitempty"` // Config.Build
	Meta     json.RawMessage `json:"dataset"`         // Meta of the dataset
}

// writeEntry writes the entry of a shard of the dataset in a folder.
func writeEntry(dir string, s datasets.ShardEntry, m *datasets.Meta, build string) error {
	settings, err := m.Digest(build)
	if err != nil {
		return err
	}
	meta, err := m.JSON()
	if err != nil {
		return err
	}
	b, err := safefile.EncodeJSON(entry{s, settings, build, json.RawMessage(meta)})
	if err != nil {
		return fmt.Errorf("%s: %w", datasets.EntryName(s.File), err)
	}
	return shard.WriteFile(dir, datasets.EntryName(s.File), b)
}

// readEntry reads the file of an entry. If there is none, the error matches fs.ErrNotExist.
func readEntry(path string) (*entry, error) {
	b, err := safefile.ReadAll(path, maxEntry)
	if err != nil {
		return nil, err
	}
	if err := safefile.Verify(b); err != nil {
		return nil, fmt.Errorf("%s: %w: remove it to have the shard written again", path, err)
	}
	raw := struct {
		Digest string `json:"digest"`
		entry
	}{}
	if err := strictjson.UnmarshalKnown(b, &raw); err != nil {
		return nil, fmt.Errorf("%s is not the entry of a shard: %w", path, err)
	}
	return &raw.entry, nil
}

// differences lists the settings in which the dataset of the entry differs from m and its build.
func (e *entry) differences(m *datasets.Meta, build, here, there string) string {
	found, err := datasets.ReadMeta(string(e.Meta))
	if err != nil {
		return err.Error()
	}
	if d := found.Differences(m, here, there); len(d) > 0 {
		return strings.Join(d, "; ")
	}
	if e.Build != build {
		return fmt.Sprintf("build of the program: %q %s, %q %s", e.Build, here, build, there)
	}
	return "the descriptions of its fields differ"
}
