package cfr_test

import (
	"bytes"
	"regexp"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/safefile"
	"rummygym/internal/train/cfr"
)

// FuzzReadCheckpoint reads checkpoints whose digest fits: the solver writes the same state
// again, or there is an error.
func FuzzReadCheckpoint(f *testing.F) {
	s := must.Get(cfr.New(kuhn{}, cfr.Settings{Batch: 20, Seed: 3}))(f)
	must.Do(f, s.Run(f.Context(), 2, 1, nil))
	var good bytes.Buffer
	must.Do(f, s.WriteCheckpoint(&good))
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
		must.Do(t, s.WriteCheckpoint(&first))
		again := must.Get(cfr.ReadCheckpoint(bytes.NewReader(first.Bytes()), kuhn{}))(t)
		if err := again.WriteCheckpoint(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("written again: %q, then %q, error %v", first.Bytes(), second.Bytes(), err)
		}
	})
}
