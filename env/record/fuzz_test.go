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
// what agrees with the rules has a text that gives the same record.
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
			g, err := of(&rec.Header)
			if err != nil || rec.Play(g, nil) != nil {
				continue
			}
			short := must.Get(rec.Text(g))(t)
			all, err := record.ParseText(short, of)
			if err != nil || len(all) != 1 || !bytes.Equal(all[0].AppendJSON(nil), text) {
				t.Fatalf("%s\nhas a text that gives another record: %v", short, err)
			}
		}
	})
}

// FuzzText reads texts. What is read agrees with the rules, and has the same text again.
func FuzzText(f *testing.F) {
	of := gameOf(f)
	for _, g := range newGames(f) {
		rec := played(f, g, 3)
		for len(rec.Events) > 40 || rec.Play(g, nil) != nil {
			rec.Events = rec.Events[:min(len(rec.Events)-1, 40)]
		}
		text := must.Get(rec.Text(g))(f)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := record.ParseText(text, of)
		if err != nil {
			return
		}
		for _, rec := range all {
			g := must.Get(of(&rec.Header))(t)
			short, err := rec.Text(g)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			again, err := record.ParseText(short, of)
			if err != nil || len(again) != 1 || !bytes.Equal(again[0].AppendJSON(nil), rec.AppendJSON(nil)) {
				t.Fatalf("%q gives %q, which gives another record: %v", text, short, err)
			}
		}
	})
}
