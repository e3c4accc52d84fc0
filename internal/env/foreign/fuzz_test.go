package foreign

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"testing"

	"rummygym/env/record"
	"rummygym/internal/must"
)

// FuzzForeign reads games of other programs: an error, or records that are records.
func FuzzForeign(f *testing.F) {
	for _, path := range []string{"testdata/openspiel.txt", "../../../env/gin/testdata/gin-hands.jsonl", "testdata/eaai.log"} {
		b := must.Get(os.ReadFile(path))(f)
		f.Add(b[:min(len(b), 1<<13)])
		if i := bytes.IndexByte(b, '}') + 1; i > 0 {
			line, _, _ := bytes.Cut(b[i:], []byte("\n"))
			f.Add(b[:i+len(line)])
		}
	}
	states := regexp.MustCompile(`"serializedGameAndState": "[^"]*"`).FindAllString(kaggleText(f), -1)
	f.Add(fmt.Appendf(nil, `{"steps":[[{"observation":{%s}}]],"info":{"stateHistory":["{\"returns\":[29,-29]}"]}}`, states[len(states)-1]))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func([]byte, string) ([]*record.Record, error){OpenSpiel, Kaggle, EAAI, EAAILog} {
			all, err := read(data, "GinRummy-v1")
			if err != nil {
				continue
			}
			for _, rec := range all {
				check(t, rec, gameOf(t, rec))
			}
		}
	})
}
