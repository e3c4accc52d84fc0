package mindist

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

// known is a line of the files of known results.
type known struct {
	Cards   []card.Card
	Wild    string
	Decks   int
	Printed int
	Gone    []card.Card
	MinDist int  `json:"mindist"`
	Avail   *int `json:"mindist_avail"`

	hand card.Bag
	wild card.Rank
}

// avail returns the cards that can still come: the deck without the hand and the cards gone.
func (k *known) avail() card.Bag {
	deck := card.BagOf(card.AppendDeck(nil, k.Decks, k.Printed)...)
	return deck.Minus(k.hand).Minus(card.BagOf(k.Gone...))
}

// readKnown reads a file of known results.
func readKnown(t testing.TB, path string) (all []known) {
	f, err := os.Open(path)
	must.Do(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var k known
		if err := json.Unmarshal(lines.Bytes(), &k); err != nil {
			t.Fatalf("%s:%d: %v", path, len(all)+1, err)
		}
		k.hand = card.BagOf(k.Cards...)
		if k.wild, err = card.ParseRank(k.Wild); err != nil {
			t.Fatalf("%s:%d: %v", path, len(all)+1, err)
		}
		all = append(all, k)
	}
	must.Do(t, lines.Err())
	return all
}

func TestKnownAnswers(t *testing.T) {
	for _, path := range []string{"testdata/indian-hands.jsonl", "testdata/indian-hands-authors.jsonl"} {
		for i, k := range readKnown(t, path) {
			must.Equal(t, Of(k.hand, k.wild), k.MinDist, "%s:%d: MinDist(%v, %v)", path, i+1, k.hand, k.wild)
			must.Equal(t, Declaration.search(k.hand, k.wild, 0).best, k.MinDist, "%s:%d: the plain search (%v, %v)", path, i+1, k.hand, k.wild)
			if k.Avail != nil {
				must.Equal(t, Available(k.hand, k.wild, k.avail()), *k.Avail, "%s:%d: MinDistAvailable(%v, %v, %v)", path, i+1, k.hand, k.wild, k.avail())
			}
			c := Complete(k.hand, k.wild)
			must.Equal(t, c.Distance, k.MinDist, "%s:%d: Complete distance", path, i+1)
		}
	}
}
