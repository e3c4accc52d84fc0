package meld

import (
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
	"rummygym/internal/must"
)

func TestClassifyMatchesNaive(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 100
	}
	met := map[Kind]int{}
	hands(t, n, func(name string, cards []card.Card, wild card.Rank) {
		cards = cards[:min(len(cards), 3+len(name)%4)]
		want := Invalid
		switch pure, sequence, set := naiveKinds(cards, wild, card.All); {
		case len(cards) < 3:
		case pure:
			want = PureSequence
		case sequence:
			want = Sequence
		case set:
			want = Set
			if jokers := card.BagOf(cards...); Total(jokers, wild) > 0 && !hasJoker(cards, wild) {
				want = PureSet
			}
		}
		must.Equal(t, Classify(cards, wild), want, "%s: Classify(%s, %v)", name, card.Format(cards), wild)
		met[want]++
	})
	for k := Invalid; k <= PureSequence; k++ {
		if met[k] == 0 {
			t.Errorf("no group has the kind %v: %v", k, met)
		}
	}
}

func hasJoker(cards []card.Card, wild card.Rank) bool {
	for _, c := range cards {
		if c == card.Joker || c.Rank() == wild {
			return true
		}
	}
	return false
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name   string
		groups string
		wild   card.Rank
		want   string // in the error; none if empty
	}{
		{"valid", "AS 2S 3S | 4H JK 6H | 9C 9D 9H | KC KD KH KS", card.NoRank, ""},
		{"two pure sequences", "AS 2S 3S | QS KS AS | 9C 9D 9H | KC KD KH 2D", card.Two, ""},
		{"three jokers as the second sequence", "AS 2S 3S | JK 5C 5D | 9C 9D 9H | KC KD KH KS", card.Five, ""},
		{"a long run given as two", "AS 2S 3S | 4S 5S 6S | 9C 9D 9H | KC KD KH KS", card.NoRank, ""},
		{"a long run given as one", "AS 2S 3S 4S 5S 6S | 9C 9D 9H | KC KD KH KS", card.NoRank, "1 sequences, want at least 2"},
		{"all of a suit", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", card.NoRank, "1 sequences, want at least 2"},
		{"wild card in its own place", "4H 5H 6H | 7C JK 9C | 9C 9D 9H | KC KD KH KS", card.Five, ""},
		{"no pure sequence", "AS JK 3S | 4H JK 6H | 9C 9D 9H | KC KD KH KS", card.NoRank, "0 pure sequences, want at least 1"},
		{"only jokers", "JK JK JK JK JK JK | JK JK JK JK JK JK JK", card.NoRank, "0 pure sequences"},
		{"a group that is no meld", "AS 2S 3S | 4H 5H 7H | 9C 9D 9H | KC KD KH KS", card.NoRank, "group 2 (4H 5H 7H)"},
		{"an empty group", "AS 2S 3S | 4H 5H 6H | 9C 9D 9H | KC KD KH KS |", card.NoRank, "group 5 ()"},
		{"a set of five", "AS 2S 3S | 4H 5H 6H | 9C 9D 9H 9S JK | 8C 8D", card.NoRank, "group 3"},
		{"twelve cards", "AS 2S 3S | 4H JK 6H | 9C 9D 9H | KC KD KH", card.NoRank, "12 cards, want 13"},
		{"no cards", "", card.NoRank, "0 cards, want 13"},
	} {
		var groups [][]card.Card
		if c.groups != "" {
			for _, g := range strings.Split(c.groups, "|") {
				groups = append(groups, cardtest.Cards(t, g))
			}
		}
		switch err := Judge(groups, c.wild); {
		case err == nil && c.want != "":
			t.Errorf("%s: Judge(%s) accepts, want an error with %q", c.name, c.groups, c.want)
		case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: Judge(%s) = %q, want an error with %q", c.name, c.groups, err, c.want)
		}
	}
}
