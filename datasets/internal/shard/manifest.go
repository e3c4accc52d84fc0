package shard

import (
	"encoding/json"
	"fmt"
	"rummygym/datasets"
	"rummygym/internal/safefile"
)

// WriteManifest writes a manifest to the folder of its dataset, with its own digest.
func WriteManifest(dir string, m *datasets.Manifest) error {
	meta, err := m.Meta.JSON()
	if err != nil {
		return err
	}
	b, err := safefile.EncodeJSON(struct {
		Meta json.RawMessage `json:"dataset"`
		*datasets.Manifest
	}{json.RawMessage(meta), m})
	if err != nil {
		return fmt.Errorf("%s: %w", datasets.ManifestName, err)
	}
	return WriteFile(dir, datasets.ManifestName, b)
}
