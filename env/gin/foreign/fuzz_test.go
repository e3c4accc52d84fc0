package foreign

import (
	"bytes"
	"os"
	"testing"

	"rummygym/env/gin"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// FuzzForeign reads games of other programs: an error, or records that are records.
func FuzzForeign(f *testing.F) {
	for _, path := range []string{"testdata/openspiel.txt", "../testdata/gin-hands.jsonl"} {
		b := must.Get(os.ReadFile(path))(f)
		f.Add(b[:min(len(b), 1<<13)])
		if i := bytes.IndexByte(b, '}') + 1; path != "testdata/openspiel.txt" {
			line, _, _ := bytes.Cut(b[i:], []byte("\n"))
			f.Add(b[:i+len(line)])
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func([]byte, string) ([]*record.Record, error){OpenSpiel, EAAI} {
			all, err := read(data, "GinRummy-v1")
			if err != nil {
				continue
			}
			for _, rec := range all {
				text := rec.AppendJSON(nil)
				again, err := record.NewReader(bytes.NewReader(text)).Next()
				if err != nil || !bytes.Equal(again.AppendJSON(nil), text) {
					t.Fatalf("%s: %v", text, err)
				}
				rules := gin.OpenSpiel()
				must.Do(t, rules.UnmarshalJSON(rec.Rules))
				g := must.Get(gin.New(rules))(t)
				if err := again.Play(g, nil); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
			}
		}
	})
}
