package facts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
	"rummygym/features/mindist"
	"rummygym/internal/must"
)

// lines returns the lines of a file of at least n known answers.
func lines(t *testing.T, name string, n int) [][]byte {
	t.Helper()
	data := must.Get(os.ReadFile(name))(t)
	all := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	if len(all) < n {
		t.Fatalf("%s: %d lines, want at least %d", name, len(all), n)
	}
	return all
}

// TestIndianKnownAnswers compares the answers for both files of known answers.
func TestIndianKnownAnswers(t *testing.T) {
	for _, name := range []string{"indian-hands.jsonl", "indian-hands-authors.jsonl"} {
		for i, line := range lines(t, filepath.Join("../../../features/mindist/testdata", name), 1000) {
			h, err := ParseIndianHand(line)
			if err != nil {
				t.Fatalf("%s, line %d: %v", name, i+1, err)
			}
			a := h.Solve()
			want := a // keys that are missing in the file stay
			must.Do(t, json.Unmarshal(line, &want))
			if a.MinScore != want.MinScore || a.MinScoreUncapped != want.MinScoreUncapped || a.MinDist != want.MinDist || a.MinDistAvailable != want.MinDistAvailable {
				t.Errorf("%s, line %d: the answer is %+v, want %+v", name, i+1, a, want)
			}
			if err := checkGrouping(a, h.Hand.Append(nil), h.Wild); err != nil {
				t.Errorf("%s, line %d: %v", name, i+1, err)
			}
		}
	}
}

// TestIndianTurned compares the card turned up as wild with its rank and the card among those gone.
func TestIndianTurned(t *testing.T) {
	const cards = `{"cards":["AS","2S","3S","5D","5H","9C","QD","JK"],`
	for turned, same := range map[string]string{
		`"wild":"QC"}`: `"wild":"Q","gone":["QC"]}`, `"wild":"♣Q"}`: `"wild":"Q","gone":["QC"]}`, `"wild":"JK"}`: `"wild":"A","gone":["JK"]}`,
	} {
		got, err := ParseIndianHand([]byte(cards + turned))
		want, err2 := ParseIndianHand([]byte(cards + same))
		if err != nil || err2 != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v, %v", turned, got, err, want, err2)
		}
	}
}

// checkGrouping checks that the groups, deadwood and freed card of an answer make up the
// hand, that the groups are melds, and that the deadwood has the score of the answer.
func checkGrouping(a IndianAnswer, hand []card.Card, wild card.Rank) error {
	var laid card.Bag
	pure, sequences := 0, 0
	for _, g := range a.Groups {
		kind := meld.Classify(g, wild)
		if kind == meld.Invalid {
			return fmt.Errorf("group %v is not a meld", g)
		}
		if kind == meld.PureSequence {
			pure++
		}
		if kind.IsSequence() {
			sequences++
		}
		laid = laid.Plus(card.BagOf(g...))
	}
	if len(a.Groups) > 0 && pure == 0 || len(a.Groups) > 1 && sequences < 2 {
		return fmt.Errorf("%d groups have %d pure sequences and %d sequences, which is not enough to save points", len(a.Groups), pure, sequences)
	}
	laid = laid.Plus(card.BagOf(a.Deadwood...))
	if (a.Freed != nil) != (len(hand) == IndianMaxCards) {
		return fmt.Errorf("freed is %v for %d cards, want a card for 14 cards and none for fewer", a.Freed, len(hand))
	}
	if a.Freed != nil {
		laid.Add(*a.Freed)
	}
	if laid != card.BagOf(hand...) {
		return fmt.Errorf("groups, deadwood and freed card are %v, want the hand %v", laid, hand)
	}
	if got := meld.Total(card.BagOf(a.Deadwood...), wild); got != a.MinScoreUncapped {
		return fmt.Errorf("deadwood %v has %d points, but minscore_uncapped is %d", a.Deadwood, got, a.MinScoreUncapped)
	}
	return nil
}

// wantAll reports a test error unless err contains all words.
func wantAll(t *testing.T, err error, words []string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q, want it to contain %q", err, w)
		}
	}
}

// goodHand is a valid hand of Indian Rummy.
const goodHand = `{"cards":["3S","9S","5S","6S","JS","QS","7S","2S","2H","2D","AS","AH","AD"],"wild":"7"}`

func TestParseIndianHandRefuses(t *testing.T) {
	thirteen := strings.Repeat(`"2C",`, 12) + `"2C"`
	for _, tt := range []struct {
		name, line string
		want       []string
	}{
		{"no JSON", `cards`, []string{"not JSON"}},
		{"half", `{"cards":["AS"`, []string{"ends within"}},
		{"two values", `{"cards":["AS"],"wild":"2"} {}`, []string{"one object per line"}},
		{"array", `["AS"]`, []string{"array", "object"}},
		{"null", `null`, []string{`"cards" is missing`}},
		{"no cards", `{"wild":"2"}`, []string{`"cards" is missing`}},
		{"no wild", `{"cards":["AS"]}`, []string{`"wild" is missing`}},
		{"cards a text", `{"cards":"AS 2S","wild":"2"}`, []string{`"cards"`, "string", "list"}},
		{"card a number", `{"cards":["AS",7],"wild":"2"}`, []string{`"cards"`, "number"}},
		{"wild a number", `{"cards":["AS"],"wild":7}`, []string{`"wild"`, "number", "rank"}},
		{"decks a text", `{"cards":["AS"],"wild":"7","decks":"2"}`, []string{`"decks"`, "string", "whole number"}},
		{"decks a fraction", `{"cards":["AS"],"wild":"7","decks":1.5}`, []string{`"decks"`, "whole number"}},
		{"unknown card", `{"cards":["AS","2S","1X"],"wild":"7"}`, []string{`"cards", card 3`, `"1X"`, "TD"}},
		{"unknown gone", `{"cards":["AS"],"wild":"7","gone":["AC","ZZ"]}`, []string{`"gone", card 2`, `"ZZ"`}},
		{"unknown wild", `{"cards":["AS"],"wild":"Z"}`, []string{`"wild"`, `"Z"`, "A 2-9 T"}},
		{"no card", `{"cards":[],"wild":"7"}`, []string{"0 cards", "1 to 14"}},
		{"fifteen", `{"cards":[` + thirteen + `,"3C","4C"],"wild":"7","decks":3}`, []string{"15 cards", "1 to 14"}},
		{"a second copy", `{"cards":["AS","2S","AS"],"wild":"7"}`, []string{"card 3", "AS", "decks 1"}},
		{"a third joker", `{"cards":["JK","JK","2S","JK"],"wild":"7"}`, []string{"card 4", "JK", "printed 2"}},
		{"gone too", `{"cards":["AS","2S"],"wild":"7","gone":["3S","2S"]}`, []string{"card 2 of the cards gone", "2S"}},
		{"joker gone too", `{"cards":["JK"],"wild":"7","printed":1,"gone":["JK"]}`, []string{"card 1 of the cards gone", "JK"}},
		{"decks", `{"cards":["AS"],"wild":"7","decks":4}`, []string{"decks is 4", "1 to 3"}},
		{"no decks", `{"cards":["AS"],"wild":"7","decks":0}`, []string{"decks is 0", "1 to 3"}},
		{"printed", `{"cards":["AS"],"wild":"7","printed":-1}`, []string{"printed is -1"}},
		{"binary", "\x00\xff\xfe", []string{"not JSON"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseIndianHand([]byte(tt.line))
			wantAll(t, err, tt.want)
		})
	}
}

// TestIndianBounds checks the smallest and the largest numbers that are allowed, and those beyond.
func TestIndianBounds(t *testing.T) {
	hand := must.Get(card.ParseAll("3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH AD KC"))(t)
	for _, c := range []struct {
		packs, printed, cards int
		want                  string
	}{
		{1, 0, 1, ""}, {3, 20, 14, ""},
		{0, 0, 1, "decks is 0"}, {4, 0, 1, "decks is 4"}, {1, -1, 1, "printed is -1"}, {1, 21, 1, "printed is 21"}, {1, 0, 0, "a hand of 0 cards"},
	} {
		_, err := NewIndianHand(hand[:c.cards], card.Seven, c.packs, c.printed, nil)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d packs, %d jokers, %d cards: error %v, want %q", c.packs, c.printed, c.cards, err, c.want)
		}
	}
}

// Expected turns are of hands of 13 and 14 cards, rounded in answers, and Unreachable where no
// declaration can be reached.
func TestIndianExpectedTurns(t *testing.T) {
	hand := must.Get(card.ParseAll("3S 9S 5S 6S JS QS 7S 2S 2H 2D AS AH KD KC"))(t)
	deck := card.BagOf(card.AppendDeck(nil, 1, 0)...)
	for n := 12; n <= 14; n++ {
		gone := deck.Minus(card.BagOf(hand[:n]...)).Append(nil)
		for _, rest := range [][]card.Card{nil, gone} {
			h := must.Get(NewIndianHand(hand[:n], card.Eight, 1, 0, rest))(t)
			turns, ok := h.ExpectedTurns()
			a := h.Solve()
			switch {
			case ok != (n >= 13) || ok != (a.ExpectedTurns != nil):
				t.Errorf("%d cards, %d gone: there are expected turns: %t", n, len(rest), ok)
			case !ok:
			case (turns == mindist.Unreachable) != (len(rest) > 0) || (a.MinDistAvailable == mindist.Unreachable) != (len(rest) > 0):
				t.Errorf("%d cards, %d gone: %v expected turns, distance %d", n, len(rest), turns, a.MinDistAvailable)
			case fmt.Sprintf("%.2f", turns) != fmt.Sprintf("%.2f", *a.ExpectedTurns) || fmt.Sprint(*a.ExpectedTurns) == fmt.Sprint(turns) && len(rest) == 0:
				t.Errorf("%d cards: %v expected turns in the answer, want %v to two places", n, *a.ExpectedTurns, turns)
			}
		}
	}
}

// FuzzParseIndianHand checks that no line crashes the solver, and that the answer to every valid
// line is consistent.
func FuzzParseIndianHand(f *testing.F) {
	f.Add([]byte(goodHand))
	f.Add([]byte(`{"cards":["JK","AS","KS"],"wild":"A","decks":3,"printed":20,"gone":["AS","AS"]}`))
	f.Add([]byte(`{"cards":["7C","7D","7H","7S","JK","JK","7C","7D","7H","7S","7C","7D","7H","7S"],"wild":"7","decks":3}`))
	f.Add([]byte(`{"cards":["AS"],"wild":"10","decks":1,"printed":0}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		h, err := ParseIndianHand(line)
		if err != nil {
			return
		}
		a := h.Solve()
		if err := checkGrouping(a, h.Hand.Append(nil), h.Wild); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if a.MinDistAvailable < a.MinDist {
			t.Errorf("%s: mindist_avail %d is less than mindist %d", line, a.MinDistAvailable, a.MinDist)
		}
	})
}
