package solve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"rummygym/cmd/rummygym/internal/cli/clitest"
	"rummygym/env/card"
	"rummygym/env/meld"
)

// A known is a line of a file of known answers.
type known struct {
	indianInput
	MinScore         *int `json:"minscore"`
	MinScoreUncapped *int `json:"minscore_uncapped"`
	MinDist          *int `json:"mindist"`
	MinDistAvailable *int `json:"mindist_avail"`
}

// handFiles is the folder of the files of known answers.
const handFiles = "../../../../features/mindist/testdata"

// TestSolveKnownAnswers compares the answers for both files of known answers, in order.
func TestSolveKnownAnswers(t *testing.T) {
	for _, name := range []string{"indian-hands.jsonl", "indian-hands-authors.jsonl"} {
		input, err := os.ReadFile(filepath.Join(handFiles, name))
		if err != nil {
			t.Fatal(err)
		}
		status, out, errs := program.Run(t, string(input), "solve")
		if status != 0 || errs != "" {
			t.Fatalf("%s: exit status %d, %s", name, status, errs)
		}
		questions, answers := bytes.Split(bytes.TrimSpace(input), []byte("\n")), strings.Split(strings.TrimSpace(out), "\n")
		if len(questions) < 1000 || len(answers) != len(questions) {
			t.Fatalf("%s: %d answers for %d hands, want one per hand and at least 1000 hands", name, len(answers), len(questions))
		}
		for i := range questions {
			var k known
			if err := json.Unmarshal(questions[i], &k); err != nil {
				t.Fatal(err)
			}
			if err := checkKnown(k, answers[i]); err != nil {
				t.Errorf("%s, line %d: %v", name, i+1, err)
			}
		}
	}
}

// checkKnown compares an answer with the known values of the hand.
func checkKnown(k known, answer string) error {
	const keys = `{"minscore":%d,"minscore_uncapped":%d,"mindist":%d,"mindist_avail":%d,"groups":[`
	var a indianAnswer
	if err := json.Unmarshal([]byte(answer), &a); err != nil {
		return err
	}
	if want := fmt.Sprintf(keys, a.MinScore, a.MinScoreUncapped, a.MinDist, a.MinDistAvailable); !strings.HasPrefix(answer, want) {
		return fmt.Errorf("the answer is %s, want it to start with %s", answer, want)
	}
	for _, f := range []struct {
		name string
		got  int
		want *int
	}{
		{"minscore", a.MinScore, k.MinScore}, {"minscore_uncapped", a.MinScoreUncapped, k.MinScoreUncapped},
		{"mindist", a.MinDist, k.MinDist}, {"mindist_avail", a.MinDistAvailable, k.MinDistAvailable},
	} {
		if f.want != nil && f.got != *f.want {
			return fmt.Errorf("%s is %d, want %d", f.name, f.got, *f.want)
		}
	}
	hand, err := parseCards("cards", k.Cards)
	if err != nil {
		return err
	}
	wild, err := card.ParseRank(*k.Wild)
	if err != nil {
		return err
	}
	return checkGrouping(a, hand, wild)
}

// checkGrouping checks that the groups, deadwood and freed card of an answer make up the
// hand, that the groups are melds, and that the deadwood has the score of the answer.
func checkGrouping(a indianAnswer, hand []card.Card, wild card.Rank) error {
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
	if (a.Freed != nil) != (len(hand) == indianMaxCards) {
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

// goodHand is a valid line of input.
const goodHand = `{"cards":["3S","9S","5S","6S","JS","QS","7S","2S","2H","2D","AS","AH","AD"],"wild":"7"}`

// TestSolveBadLines checks that each bad line is reported with its number and the reason,
// and that the good lines around it are answered.
func TestSolveBadLines(t *testing.T) {
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
		{"unknown wild", `{"cards":["AS"],"wild":"Z"}`, []string{`"wild"`, `"Z"`, "A, 2-9, T"}},
		{"wild a joker", `{"cards":["AS"],"wild":"JK"}`, []string{`"wild"`, `"JK"`}},
		{"no card", `{"cards":[],"wild":"7"}`, []string{"0 cards", "1 to 14"}},
		{"fifteen", `{"cards":[` + thirteen + `,"3C","4C"],"wild":"7","decks":3}`, []string{"15 cards", "1 to 14"}},
		{"a second copy", `{"cards":["AS","2S","AS"],"wild":"7"}`, []string{"card 3", "AS", "decks 1"}},
		{"a third joker", `{"cards":["JK","JK","2S","JK"],"wild":"7"}`, []string{"card 4", "JK", "printed 2"}},
		{"gone too", `{"cards":["AS","2S"],"wild":"7","gone":["3S","2S"]}`, []string{"card 2 of the cards gone", "2S"}},
		{"joker gone too", `{"cards":["JK"],"wild":"7","printed":1,"gone":["JK"]}`, []string{"card 1 of the cards gone", "JK"}},
		{"decks", `{"cards":["AS"],"wild":"7","decks":4}`, []string{"decks is 4", "1 to 3"}},
		{"no decks", `{"cards":["AS"],"wild":"7","decks":0}`, []string{"decks is 0", "1 to 3"}},
		{"printed", `{"cards":["AS"],"wild":"7","printed":-1}`, []string{"printed is -1"}},
		{"long", `{"cards":["` + strings.Repeat("A", 3*maxLine) + `"]}`, []string{"longer than"}},
		{"binary", "\x00\xff\xfe", []string{"not JSON"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, out, errs := program.Run(t, goodHand+"\n\n"+tt.line+"\n"+goodHand, "solve")
			if status != 1 || strings.Count(out, "\n") != 2 {
				t.Errorf("exit status %d and %d answers, want 1 and 2:\n%s", status, strings.Count(out, "\n"), out)
			}
			clitest.WantAll(t, errs, append(tt.want, "line 3:", "1 line was bad")...)
		})
	}
}

// TestSolveAnswersAtOnce checks that answers are written before the end of the input, so that
// a program can ask for one hand at a time.
func TestSolveAnswersAtOnce(t *testing.T) {
	in, ask := io.Pipe()
	hear, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- stream(t.Context(), parseIndianLine, in, out, io.Discard, 2)
	}()
	answers := bufio.NewReader(hear)
	for range 3 {
		if _, err := io.WriteString(ask, goodHand+"\n"); err != nil {
			t.Fatal(err)
		}
		line, err := answers.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, `{"minscore":35,"minscore_uncapped":35,"mindist":1,`) {
			t.Fatalf("the answer is %q, %v", line, err)
		}
	}
	ask.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestSolveStreamErrors(t *testing.T) {
	t.Run("reading", func(t *testing.T) {
		var out, errs bytes.Buffer
		in := io.MultiReader(strings.NewReader(goodHand+"\n"), iotest.ErrReader(errors.New("cable cut")))
		if err := stream(t.Context(), parseIndianLine, in, &out, &errs, 1); err == nil || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("error %v, answers %q, want an error and one answer", err, out.String())
		}
		clitest.WantAll(t, errs.String(), "line 2", "cable cut")
	})
	t.Run("writing", func(t *testing.T) {
		r, w := io.Pipe()
		r.CloseWithError(errors.New("disk full"))
		err := stream(t.Context(), parseIndianLine, strings.NewReader(strings.Repeat(goodHand+"\n", 1000)), w, io.Discard, 2)
		if err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("error %v, want disk full", err)
		}
	})
	t.Run("stopped", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		in, _ := io.Pipe() // nothing is ever written
		cancel()
		if err := stream(ctx, parseIndianLine, in, io.Discard, io.Discard, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
	})
}

// TestSolveKeepsOrder checks that the same hands give the same bytes with any number of
// workers.
func TestSolveKeepsOrder(t *testing.T) {
	input, err := os.ReadFile(filepath.Join(handFiles, "indian-hands.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := stream(t.Context(), parseIndianLine, bytes.NewReader(input), &want, io.Discard, 1); err != nil {
		t.Fatal(err)
	}
	for _, in := range []io.Reader{bytes.NewReader(input), iotest.HalfReader(bytes.NewReader(input))} {
		var got bytes.Buffer
		if err := stream(t.Context(), parseIndianLine, in, &got, io.Discard, 7); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Error("7 workers give different answers than 1")
		}
	}
}

// FuzzSolveLine checks that no line crashes the solver, and that the answer to every valid
// line is consistent.
func FuzzSolveLine(f *testing.F) {
	f.Add([]byte(goodHand))
	f.Add([]byte(`{"cards":["JK","AS","KS"],"wild":"A","decks":3,"printed":20,"gone":["AS","AS"]}`))
	f.Add([]byte(`{"cards":["7C","7D","7H","7S","JK","JK","7C","7D","7H","7S","7C","7D","7H","7S"],"wild":"7","decks":3}`))
	f.Add([]byte(`{"cards":["AS"],"wild":"10","decks":1,"printed":0}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		h, err := parseIndianHand(line)
		if err != nil {
			return
		}
		a := h.solve()
		if err := checkGrouping(a, h.hand.Append(nil), h.wild); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if a.MinDistAvailable < a.MinDist {
			t.Errorf("%s: mindist_avail %d is less than mindist %d", line, a.MinDistAvailable, a.MinDist)
		}
		if err := h.writeText(io.Discard); err != nil {
			t.Error(err)
		}
	})
}
