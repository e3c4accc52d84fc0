package record_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"rummygym/env/record"
)

// TestTextKeepsRules checks that large numbers and words of the rules survive the text.
func TestTextKeepsRules(t *testing.T) {
	g := newGames(t)[0]
	rec := played(t, g, 1)
	rec.Rules = json.RawMessage(`{"a":123456789012,"b":"draw-two","c":0}`)
	text, err := rec.Text(g)
	if err != nil {
		t.Fatal(err)
	}
	all, err := record.ParseText(text, func(*record.Header) (record.Game, error) { return g, nil })
	if err != nil || len(all) != 1 || !bytes.Equal(all[0].AppendJSON(nil), rec.AppendJSON(nil)) {
		t.Errorf("%v: the text\n%s\ngives other rules: %s", err, text[:300], all[0].Rules)
	}
}
