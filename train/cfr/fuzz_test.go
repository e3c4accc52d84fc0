package cfr_test

import (
	"bytes"
	"regexp"
	"testing"

	"rummygym/internal/safefile"
	"rummygym/train/cfr"
)

// FuzzReadCheckpoint reads checkpoints whose digest fits: the solver writes the same state
// again, or there is an error.
func FuzzReadCheckpoint(f *testing.F) {
	s, err := cfr.New(kuhn{}, cfr.Settings{Batch: 20, Seed: 3})
	if err != nil {
		f.Fatal(err)
	}
	if err := s.Run(f.Context(), 2, 1, nil); err != nil {
		f.Fatal(err)
	}
	var good bytes.Buffer
	if err := s.WriteCheckpoint(&good); err != nil {
		f.Fatal(err)
	}
	f.Add(good.Bytes())
	f.Add([]byte(`{"Digest":"` + safefile.Placeholder + `"}`))
	digest := regexp.MustCompile("rummygym-sha256:[0-9a-f]{64}")
	f.Fuzz(func(t *testing.T, data []byte) {
		data = digest.ReplaceAll(data, []byte(safefile.Placeholder))
		if safefile.Seal(data) != nil {
			return
		}
		s, err := cfr.ReadCheckpoint(bytes.NewReader(data), kuhn{})
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := s.WriteCheckpoint(&first); err != nil {
			t.Fatal(err)
		}
		again, err := cfr.ReadCheckpoint(bytes.NewReader(first.Bytes()), kuhn{})
		if err != nil {
			t.Fatal(err)
		}
		if err := again.WriteCheckpoint(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("written again: %q, then %q, error %v", first.Bytes(), second.Bytes(), err)
		}
	})
}
