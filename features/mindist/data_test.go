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
			if got := Of(k.hand, k.wild); got != k.MinDist {
				t.Errorf("%s:%d: MinDist(%v, %v) = %d, want %d", path, i+1, k.hand, k.wild, got, k.MinDist)
			}
			if got := Declaration.search(k.hand, k.wild, 0).best; got != k.MinDist {
				t.Errorf("%s:%d: the plain search (%v, %v) = %d, want %d", path, i+1, k.hand, k.wild, got, k.MinDist)
			}
			if k.Avail != nil {
				if got := Available(k.hand, k.wild, k.avail()); got != *k.Avail {
					t.Errorf("%s:%d: MinDistAvailable(%v, %v, %v) = %d, want %d", path, i+1, k.hand, k.wild, k.avail(), got, *k.Avail)
				}
			}
			c := Complete(k.hand, k.wild)
			if c.Distance != k.MinDist {
				t.Errorf("%s:%d: Complete distance %d, want %d", path, i+1, c.Distance, k.MinDist)
			}
		}
	}
}
