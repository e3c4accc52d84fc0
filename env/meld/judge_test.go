package meld

import (
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/card/cardtest"
	"rummygym/internal/must"
)

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		cards string
		wild  card.Rank
		want  Kind
	}{
		{"AS 2S 3S", card.NoRank, PureSequence},
		{"QS AS KS", card.NoRank, PureSequence},
		{"KS AS 2S", card.NoRank, Invalid},    // no wrap
		{"KS AS 2S 3S", card.NoRank, Invalid}, // nor a longer one
		{"4H 5H 6H 7H 8H", card.NoRank, PureSequence},
		{"AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", card.NoRank, PureSequence},
		{"AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", card.NoRank, Invalid}, // ace low and high
		{"4H 5H 6S", card.NoRank, Invalid},
		{"4H 5H", card.NoRank, Invalid},
		{"4H 5H 5H", card.NoRank, Invalid},
		{"4H 5H 5H 6H", card.NoRank, Invalid},
		{"4H 5H 6H", card.Five, PureSequence}, // the wild card in its own place
		{"6H 5H 8H", card.Five, Sequence},     // and as a joker
		{"4H 5H 5H 6H", card.Five, Sequence},  // one in its place, one a joker
		{"4H 5S 6H", card.Five, Sequence},     // of another suit
		{"JH 5C KH AH", card.Five, Sequence},  // lal2025grouping
		{"4H JK 6H", card.NoRank, Sequence},   //
		{"4H JK JK", card.NoRank, Sequence},   // one natural card and two jokers
		{"4H JK JK JK JK", card.NoRank, Sequence},
		{"JK JK JK", card.NoRank, Sequence},   // three jokers alone
		{"JK 5C 5D 5H", card.Five, Sequence},  //
		{"5C 5D 5H", card.Five, Sequence},     // three wild cards, better than a set
		{"4H 8H JK JK", card.NoRank, Invalid}, // three are missing
		{"4H 8H JK JK JK", card.NoRank, Sequence},
		{"AH 4H JK JK", card.NoRank, Sequence}, // ace low
		{"AH JH JK JK", card.NoRank, Sequence}, // ace high
		{"AH 6H JK JK", card.NoRank, Invalid},
		{"9C 9D 9H", card.NoRank, PureSet},
		{"9C 9D 9H 9S", card.NoRank, PureSet},
		{"9C 9D 9D", card.NoRank, Invalid}, // twice the same card
		{"9C 9D 9H 9H", card.NoRank, Invalid},
		{"9C 9D JK", card.NoRank, Set},
		{"9C 9D JK 2S", card.Two, Set},
		{"9C 9D 9H JK", card.NoRank, Set},
		{"9C 9D 9H 9S JK", card.NoRank, Invalid}, // more than four
		{"9C 9D JK JK JK", card.NoRank, Invalid},
		{"9C 8D JK", card.NoRank, Invalid},
		{"JK JK", card.NoRank, Invalid},
		{"JK JK JK JK JK JK JK JK JK JK JK JK JK", card.NoRank, Sequence},
		{"JK JK JK JK JK JK JK JK JK JK JK JK JK JK", card.NoRank, Invalid},
	} {
		must.Equal(t, Classify(cardtest.Cards(t, c.cards), c.wild), c.want, "Classify(%s, %v)", c.cards, c.wild)
	}
	must.Equal(t, Classify([]card.Card{0, 1, card.None}, card.NoRank), Invalid, "Classify of three cards with card.None among them")
}

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

func TestKindString(t *testing.T) {
	for k, want := range map[Kind]string{Invalid: "invalid", Set: "set", PureSet: "pure set", Sequence: "sequence", PureSequence: "pure sequence", 5: "unknown kind", 9: "unknown kind"} {
		must.Equal(t, k.String(), want, "Kind(%d).String()", uint8(k))
		if got, want := k.IsSequence(), strings.HasSuffix(want, "sequence"); got != want {
			t.Errorf("%v.IsSequence() = %t, want %t", k, got, want)
		}
	}
}
