package meld

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
	"rummygym/internal/must"
)

// A known is a line of a file of hands whose answers come from outside this
// project, see features/mindist/testdata.
type known struct {
	Cards    []card.Card `json:"cards"`
	Wild     string      `json:"wild"`
	Capped   int         `json:"minscore"`
	Uncapped *int        `json:"minscore_uncapped"`
}

func readKnown(t *testing.T, name string) []known {
	t.Helper()
	f := must.Get(os.Open(filepath.Join("..", "..", "features", "mindist", "testdata", name)))(t)
	defer f.Close()
	var hands []known
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var k known
		if err := json.Unmarshal(lines.Bytes(), &k); err != nil {
			t.Fatalf("%s:%d: %v", name, len(hands)+1, err)
		}
		hands = append(hands, k)
	}
	must.Do(t, lines.Err())
	return hands
}

// TestKnownHands compares MinScore with known answers. Those of indian-hands.jsonl
// come from an integer program and an exhaustive search, which agree; those of
// indian-hands-authors.jsonl come from the program of the authors of saha2025mindist.
func TestKnownHands(t *testing.T) {
	for _, file := range []struct {
		name  string
		hands int
	}{
		{"indian-hands.jsonl", 1352},
		{"indian-hands-authors.jsonl", 1000},
	} {
		hands := readKnown(t, file.name)
		if len(hands) != file.hands {
			t.Fatalf("%s has %d hands, want %d", file.name, len(hands), file.hands)
		}
		for i, k := range hands {
			wild := must.Get(card.ParseRank(k.Wild))(t)
			hand := card.BagOf(k.Cards...)
			score := MinScore(hand, wild)
			if min(score, Cap) != k.Capped || k.Uncapped != nil && score != *k.Uncapped {
				t.Errorf("%s:%d: MinScore(%v, %v) = %d, want %d capped", file.name, i+1, hand, wild, score, k.Capped)
			}
			must.Equal(t, Default().MinScore(hand, wild), k.Capped, "%s:%d: Default().MinScore(%v, %v)", file.name, i+1, hand, wild)
		}
	}
}

func parseHand(t testing.TB, s string) card.Bag {
	t.Helper()
	return card.BagOf(cardtest.Cards(t, s)...)
}
