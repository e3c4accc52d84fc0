package datasets

import (
	"encoding/json"
	"fmt"
	"rummygym/internal/safefile"
)

// writeManifest writes a manifest to the folder of its dataset, with its own digest.
func writeManifest(dir string, m *Manifest) error {
	meta, err := m.Meta.json()
	if err != nil {
		return err
	}
	b, err := safefile.EncodeJSON(struct {
		Meta json.RawMessage `json:"dataset"`
		*Manifest
	}{json.RawMessage(meta), m})
	if err != nil {
		return fmt.Errorf("%s: %w", ManifestName, err)
	}
	return writeWhole(dir, ManifestName, b)
}
