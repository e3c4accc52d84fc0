package deadwood

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

// A knownHand is a line of testdata/gin-deadwood.jsonl: a hand with the results of
// the Java framework of the EAAI 2021 Gin Rummy challenge.
type knownHand struct {
	ID       int           `json:"id"`
	Cards    []card.Card   `json:"cards"`
	Melds    int           `json:"melds"`
	Deadwood int           `json:"deadwood"`
	BestSets int           `json:"best_sets"`
	Best     [][]card.Card `json:"best"`
	After    []int         `json:"after_discard"`
}

func readKnown(t testing.TB) []knownHand {
	t.Helper()
	f := must.Get(os.Open("testdata/gin-deadwood.jsonl"))(t)
	defer f.Close()
	var hands []knownHand
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var k knownHand
		if err := json.Unmarshal(lines.Bytes(), &k); err != nil {
			t.Fatalf("line %d: %v", len(hands)+1, err)
		}
		hands = append(hands, k)
	}
	must.Do(t, lines.Err())
	return hands
}

func TestKnownHands(t *testing.T) {
	hands := readKnown(t)
	if len(hands) != 1200 {
		t.Fatalf("there are %d hands, want 1200", len(hands))
	}
	elevens := 0
	for _, k := range hands {
		hand := setOf(k.Cards...)
		held := AppendMelds(nil, hand)
		must.Equal(t, len(held), k.Melds, "%d: melds", k.ID)
		must.Equal(t, Of(hand), k.Deadwood, "%d: Deadwood", k.ID)
		all := AppendBest(nil, hand)
		must.Equal(t, len(all), k.BestSets, "%d: best arrangements", k.ID)
		best := Best(hand)
		if len(all) > 0 && all[0] != best {
			t.Errorf("%d: Best = %x, want %x, the first", k.ID, best, all[0])
		}
		var want []card.Cards
		for _, m := range k.Best {
			want = append(want, setOf(m...))
		}
		must.Equal(t, frameworkOrder(best, held), want, "%d: Best", k.ID)
		if len(k.After) == 0 {
			continue
		}
		elevens++
		var dst [card.NumKinds]int8
		Discards(&dst, hand)
		for i, c := range k.Cards {
			if int(dst[c.Index()]) != k.After[i] {
				t.Errorf("%d: without %v %d, want %d", k.ID, c, dst[c.Index()], k.After[i])
			}
		}
	}
	if elevens == 0 {
		t.Error("no hand has 11 cards")
	}
}

// frameworkOrder returns the melds of an arrangement in the order in which the
// Java framework lists them. The framework keeps the positions of the melds in hash
// sets, which have four buckets for two or three entries. So it lists them by
// position modulo four, and then by position.
func frameworkOrder(a Arrangement, held []card.Cards) []card.Cards {
	melds := slices.Clone(a[:a.Len()])
	if len(melds) > 1 {
		slices.SortStableFunc(melds, func(a, b card.Cards) int {
			return cmp.Compare(slices.Index(held, a)%4, slices.Index(held, b)%4)
		})
	}
	return melds
}
