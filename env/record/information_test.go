package record_test

import (
	"bytes"
	"fmt"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/record"
)

// TestInformation checks that bytes and text of information states say the same, of all views of played games: two of them
// differ in one if and only if they differ in the other, and what another seat hides is in neither.
func TestInformation(t *testing.T) {
	for _, g := range newGames(t) {
		texts, keys := map[string]string{}, map[string]string{} // by the other
		for seed := range uint64(4) {
			rec := played(t, g, seed)
			for p := range game.Player(g.Players()) {
				view := rec.View(p)
				for n := range min(len(rec.Events), 60) {
					key, text := string(record.AppendInformation(nil, p, rec.Events[:n]...)), string(record.AppendInformationText(nil, p, rec.Events[:n]...))
					if old, ok := texts[key]; ok && old != text {
						t.Fatalf("%s: the same bytes for\n%s and\n%s", g.Name(), old, text)
					}
					if old, ok := keys[text]; ok && old != key {
						t.Fatalf("%s: other bytes %q and %q for\n%s", g.Name(), old, key, text)
					}
					texts[key], keys[text] = text, key
					if rest := record.AppendInformation([]byte(key), p, rec.Events[n]); !bytes.Equal(rest, record.AppendInformation(nil, p, rec.Events[:n+1]...)) {
						t.Fatalf("%s: event %d appended to the events before it is %q", g.Name(), n, rest)
					}
				}
				if seen := record.AppendInformation(nil, p, view.Events...); !bytes.Equal(seen, record.AppendInformation(nil, p, rec.Events...)) {
					t.Errorf("%s: seat %d: what was seen is %q in the view", g.Name(), p, seen)
				}
			}
		}
	}
}

// TestInformationLists checks that lists of lists that have the same cards in order differ.
func TestInformationLists(t *testing.T) {
	a, b := card.New(0, card.Clubs), card.New(1, card.Clubs)
	seen := map[string]string{}
	for _, hands := range [][][]card.Card{nil, {}, {nil}, {{}}, {{a, b}}, {{a}, {b}}, {{a, b}, nil}, {{a, b}, {}}, {nil, {a, b}}, {{b, a}}} {
		e := record.New(record.Score, game.NoPlayer)
		e.Hands = hands
		key := string(record.AppendInformation(nil, 0, e))
		if old, ok := seen[key]; ok {
			t.Errorf("%#v has the bytes of %s", hands, old)
		}
		seen[key] = fmt.Sprintf("%#v", hands)
	}
	defer func() {
		if recover() == nil {
			t.Error("an event without a type has an information state")
		}
	}()
	record.AppendInformation(nil, 0, record.Event{Type: "poem"})
}

// The information state of a seat grows by the events of each move.
func ExampleAppendInformationText() {
	rules := gin.EAAI()
	g, err := gin.New(rules)
	if err != nil {
		panic(err)
	}
	s, tell := g.NewState(), record.NewRecorder(g)
	g.Deal(s, game.DealSource(1, 0))
	mover := s.Current()
	knows := record.AppendInformationText(nil, 1-mover, tell.AppendDeal(nil, s)...)
	drawn, err := tell.AppendMove(nil, s, gin.Pass, 1)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s", record.AppendInformationText(knows, 1-mover, drawn...))
	// Output:
	// {"type":"deal","hand":1,"starter":0,"hands":[null,["3C","7C","4D","6D","TD","KD","6H","5S","TS","KS"]],"upcard":"8S","stock_size":31}
	// {"type":"pass","seat":0,"phase":"first-upcard"}
}
