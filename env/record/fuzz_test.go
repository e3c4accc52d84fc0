package record_test

import (
	"bytes"
	"io"
	"testing"

	"rummygym/env/record"
	"rummygym/internal/must"
)

// gameOf returns a function that finds the game of a header among all of newGames.
func gameOf(f testing.TB) func(*record.Header) (record.Game, error) {
	games := newGames(f)
	rules := map[string]record.Game{}
	for _, g := range games {
		h := must.Get(record.NewHeader(g, "", rulesOf(f, g), nil))(f)
		rules[g.Name()+string(h.Rules)] = g
	}
	return func(h *record.Header) (record.Game, error) {
		if g := rules[h.Game+string(h.Rules)]; g != nil {
			return g, nil
		}
		return games[len(games)-1], nil // a game that the record is not of
	}
}

// FuzzReader reads records. Whatever is read has a canonical form that is read as the same, and
// can be played by the rules or gives an error.
func FuzzReader(f *testing.F) {
	of := gameOf(f)
	for _, g := range newGames(f) {
		rec := played(f, g, 3)
		rec.Events = rec.Events[:min(len(rec.Events), 40)]
		f.Add(rec.AppendJSON(nil))
		f.Add(rec.View(0).AppendJSON(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := record.NewReader(bytes.NewReader(data))
		for {
			rec, err := in.Next()
			if err != nil {
				if err != io.EOF && err.Error() == "" {
					t.Fatal("an error without a text")
				}
				return
			}
			text := rec.AppendJSON(nil)
			again, err := read(text)
			if err != nil || !bytes.Equal(again.AppendJSON(nil), text) {
				t.Fatalf("%s is read as another record: %v", text, err)
			}
			if g, err := of(&rec.Header); err == nil {
				_ = rec.Play(g, nil) // an error, but no panic
			}
		}
	})
}
