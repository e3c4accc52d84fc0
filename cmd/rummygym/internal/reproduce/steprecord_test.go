package reproduce

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

// FuzzRunFiles reads settings and records whose digest fits: they are what the run wrote, or
// there is an error that names the file.
func FuzzRunFiles(f *testing.F) {
	with := Settings{Scale: 1, Epochs: 2, AugmentedEpochs: 3, Matches: 4, Seeds: 1, Generations: 1, Defence: 10, Seed: 5}
	dir := f.TempDir()
	path := filepath.Join(dir, "settings.json")
	p := &plan{dir: dir, with: with}
	s := &step{name: "eval x", files: []string{filepath.Join(dir, "x.json")}}
	must.Do(f, os.WriteFile(s.files[0], []byte("{}"), 0o644))
	must.Do(f, p.end(s))
	record := must.Get(os.ReadFile(p.recordPath(s)))(f)
	settings := must.Get(safefile.EncodeJSON(with))(f)
	for _, text := range [][]byte{record, settings, []byte("{}"), []byte("[]"), []byte(`{"files":{"x.json":"0"}}`), []byte(`{"scale":"1"}`)} {
		_, rest, _ := strings.Cut(string(text), safefile.Placeholder[:16])
		f.Add([]byte(rest[min(len(rest), 64):]))
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, rest []byte) {
		data := append([]byte(`{"digest":"`+safefile.Placeholder), rest...)
		if i := bytes.IndexByte(rest, '{'); i == 0 {
			data = append([]byte(`{"digest":"`+safefile.Placeholder+`",`), rest[1:]...)
		}
		if safefile.Seal(data) != nil {
			return
		}
		for _, path := range []string{path, p.recordPath(s)} {
			must.Do(t, os.WriteFile(path, data, 0o644))
		}
		if err := (&flags{Settings: with}).checkSettings(path); err != nil && !strings.Contains(err.Error(), dir) && !strings.Contains(err.Error(), "the run in this folder") {
			t.Errorf("settings: error %v names no file", err)
		}
		if done, err := p.ended(s); err != nil && !strings.Contains(err.Error(), dir) || done && !bytes.Contains(data, []byte("eval")) {
			t.Errorf("record: %v, error %v names no file", done, err)
		}
	})
}
