package gin_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// script is the Python side of the comparison. It lists the faults of OpenSpiel.
const script = "testdata/openspiel.py"

// openSpiel returns a Python interpreter with OpenSpiel: $RUMMYGYM_PYTHON, or python3.
// Without one the test is skipped, or fails if CI=true.
func openSpiel(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat(script); err != nil { // so that go test's cache depends on the script
		t.Fatal(err)
	}
	name := os.Getenv("RUMMYGYM_PYTHON")
	if name == "" {
		name = "python3"
	}
	out, err := exec.CommandContext(t.Context(), name, "-c", "import pyspiel").CombinedOutput()
	if err != nil {
		const mend = "set RUMMYGYM_PYTHON to an interpreter with open_spiel (make setup makes .venv/bin/python)"
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s cannot import pyspiel: %v: %s\n%s", name, err, out, mend)
		}
		t.Skipf("NOT CHECKED AGAINST OPENSPIEL: %s cannot import pyspiel (%v); %s", name, err, mend)
	}
	return name
}

// run returns the output of the script.
func run(t *testing.T, python string, input []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), python, append([]string{script}, args...)...)
	cmd.Stdin = bytes.NewReader(input)
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v: %s", script, args, err, problems.String())
	}
	return out
}

// report is the script's report on the hands that OpenSpiel has replayed.
type report struct {
	Counts   map[string]int
	Wrong    []int             // indices of the hands that differ
	Stopped  []int             // indices of the hands that a fault of OpenSpiel stopped
	Problems []json.RawMessage // the differences of the first few
}

// check replays the hands in OpenSpiel.
func check(t *testing.T, python string, records []*record) report {
	t.Helper()
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	for _, r := range records {
		must.Do(t, enc.Encode(r))
	}
	var rep report
	must.Do(t, json.Unmarshal(run(t, python, lines.Bytes(), "check"), &rep))
	return rep
}

// TestOpenSpielReplays plays hands in this package, with random and with sensible players,
// and replays them in OpenSpiel. At every decision all values of a shot must be equal,
// except for the faults of OpenSpiel that the script lists and corrects.
func TestOpenSpielReplays(t *testing.T) {
	python := openSpiel(t)
	hands := 1200
	if testing.Short() {
		hands = 600
	}
	records := telling(t)
	r := rand.New(rand.NewPCG(4, 4))
	for len(records) < hands {
		rec, err := played(r)
		if err != nil {
			t.Fatalf("hand %d: %v", len(records), err)
		}
		records = append(records, rec)
	}
	rep := check(t, python, records)
	t.Logf("%v", rep.Counts)
	if len(rep.Wrong) != 0 {
		t.Errorf("%d of %d hands differ from OpenSpiel", len(rep.Wrong), hands)
	}
	for _, p := range rep.Problems {
		t.Errorf("%s", p)
	}
	if len(rep.Stopped) < 3 || len(rep.Stopped) > hands/20 {
		t.Errorf("OpenSpiel stopped in %d hands, want a few", len(rep.Stopped))
	}
	for what, atLeast := range map[string]int{
		"hands": 2500, "decisions": 120_000, "laid off": 400, "knock at the wall": 30,
		"ending: knock": 800, "ending: gin": 100, "ending: undercut": 40, "ending: tie": 5,
		"ending: wall": 200, "ending: repeat": 300, "ending: upcards": 100,
		"other oklahoma": 300, "other knock_card": 500, "other gin_bonus": 500, "other undercut_bonus": 500,
		"fault: deadwood": 20, "fault: wall": 100, "fault: lay-offs": 2, "fault: observation": 500,
	} {
		if want := atLeast * hands / 2500; rep.Counts[what] < want {
			t.Errorf("%d of %q, want at least %d", rep.Counts[what], what, want)
		}
	}
}

// telling returns hands with situations that are rare in random hands.
func telling(t *testing.T) (records []*record) {
	t.Helper()
	for _, c := range []struct {
		first, second string // cards of the seats; the last of the first is the upcard
		limit         int
		unlimited     bool
		actions       string
	}{
		{ // 11 cards with which OpenSpiel does not allow a legal knock
			first: "6S 7S AC 4C 7C 5D 6D 7D 8D 6H 7H", limit: 10, actions: "draw upcard, knock",
		},
		{ // gin with which OpenSpiel does not allow a knock
			first: "AS 2S AC 2C 6C 7C 8C 2D AH 2H 3H", limit: 0, actions: "draw upcard, knock",
		},
		{ // four lay-offs at an end of a run; OpenSpiel allows two
			first: "3S 4S 5S KC KD KH AC AD AH 2D QD", second: "6S 7S 8S 9S", limit: 10, unlimited: true,
			actions: "draw upcard, knock, QD, meld 3S4S5S, meld KCKDKH, meld ACADAH, pass, 6S, 7S, 8S, 9S, pass, pass",
		},
		{ // the same with the two of OpenSpiel
			first: "3S 4S 5S KC KD KH AC AD AH 2D QD", second: "6S 7S 8S 9S", limit: 10,
			actions: "draw upcard, knock, QD, meld 3S4S5S, meld KCKDKH, meld ACADAH, pass, 6S, 7S, pass, pass",
		},
		{ // a card that extends a set and a run
			first: "TC TD TH JS QS KS AC AD AH 2D QD", second: "TS 9S 8S", limit: 10,
			actions: "draw upcard, knock, QD, meld TCTDTH, meld JSQSKS, meld ACADAH, pass, TS, 9S, pass",
		},
		{ // two runs of a suit that grow towards each other
			first: "3S 4S 5S 9S TS JS AC AD AH 2D QD", second: "6S 7S 8S QS 2S", limit: 10,
			actions: "draw upcard, knock, QD, meld 3S4S5S, meld 9STSJS, meld ACADAH, pass, 8S, 6S, 7S, 2S, QS, pass, pass",
		},
		{ // a run of nine in two halves
			first: "2S 3S 4S 5S 6S 7S 8S 9S TS 3D QD", second: "AS JS QS", limit: 10,
			actions: "draw upcard, knock, QD, meld 2S3S4S5S, meld 6S7S8S9STS, pass, AS, JS, QS, pass, pass",
		},
	} {
		rec := &record{Unlimited: c.unlimited, Deck: deckOf(t, c.first, c.second)}
		rec.Rules.KnockCard, rec.Rules.GinBonus, rec.Rules.UndercutBonus = c.limit, 25, 25
		must.Do(t, rec.play(acting(t, strings.Split(c.actions, ", "))))
		records = append(records, rec)
	}
	return records
}

// acting returns a chooser of the named actions, and after them of the first legal action.
func acting(t *testing.T, names []string) chooser {
	t.Helper()
	g := must.Get(gin.New(gin.OpenSpiel()))(t)
	return func(_ *gin.Observation, legal *game.Mask) game.Action {
		if len(names) == 0 {
			return legal.Nth(0)
		}
		a, err := g.ParseAction(names[0])
		if err != nil {
			t.Error(err)
		}
		names = names[1:]
		return a
	}
}

// deckOf returns a deck that deals the first ten cards of first to seat 0, those of second
// to seat 1, filled up to ten, and turns up the last card of first.
func deckOf(t *testing.T, first, second string) string {
	t.Helper()
	one := must.Get(card.ParseAll(first))(t)
	two := must.Get(card.ParseAll(second))(t)
	rest := slices.DeleteFunc(card.AppendDeck(nil, 1, 0), func(c card.Card) bool {
		return slices.Contains(one, c) || slices.Contains(two, c)
	})
	n := 10 - len(two)
	two, rest = append(two, rest[:n]...), rest[n:]
	var deck []card.Card
	for i := range two {
		deck = append(deck, one[i], two[i])
	}
	return card.Format(append(append(deck, one[10]), rest...))
}

// TestOpenSpielPlays replays in this package hands that OpenSpiel has played.
func TestOpenSpielPlays(t *testing.T) {
	python := openSpiel(t)
	hands := 500
	if testing.Short() {
		hands = 100
	}
	lines := bufio.NewScanner(bytes.NewReader(run(t, python, nil, "play", strconv.Itoa(hands), "1")))
	lines.Buffer(nil, 1<<24)
	played, scored := 0, 0
	for lines.Scan() {
		var theirs record
		must.Do(t, json.Unmarshal(lines.Bytes(), &theirs))
		if err := theirs.follow(); err != nil {
			t.Errorf("hand %d: %v", played, err)
		}
		played++
		if theirs.last().Returns != [2]int{} {
			scored++
		}
	}
	must.Do(t, lines.Err())
	if played != hands || scored < hands/3 {
		t.Errorf("%d hands, %d with a score, want %d and at least %d", played, scored, hands, hands/3)
	}
}

// follow plays the actions of the record again and compares all shots.
func (r *record) follow() error {
	ours := record{Rules: r.Rules, Unlimited: r.Unlimited, Deck: r.Deck}
	g, err := gin.New(ours.rules())
	if err != nil {
		return err
	}
	err = ours.play(func(*gin.Observation, *game.Mask) game.Action {
		i := len(ours.Shots)
		if i >= len(r.Shots) {
			return game.NoAction
		}
		a, err := g.ParseAction(r.Shots[i].Action)
		if err != nil {
			return game.NoAction
		}
		return a
	})
	for i := range min(len(ours.Shots), len(r.Shots)) {
		if a, b := ours.Shots[i], r.Shots[i]; !reflect.DeepEqual(a, b) {
			return fmt.Errorf("decision %d is\n%+v, in OpenSpiel\n%+v", i, a, b)
		}
	}
	if err == nil && len(ours.Shots) != len(r.Shots) {
		err = fmt.Errorf("%d decisions, %d in OpenSpiel", len(ours.Shots), len(r.Shots))
	}
	return err
}

// TestOpenSpielCatches changes one value of each hand. OpenSpiel must report a difference
// for each of them.
func TestOpenSpielCatches(t *testing.T) {
	python := openSpiel(t)
	// in changes the first shot of a phase in which the change is possible.
	in := func(phase gin.Phase, alter func(*shot) bool) func(*record) bool {
		return func(r *record) bool {
			for i := range r.Shots {
				if s := &r.Shots[i]; s.Phase == phase.String() && alter(s) {
					return true
				}
			}
			return false
		}
	}
	cut := func(s *shot, action string) bool {
		legal := strings.Split(s.Legal, ", ")
		i := slices.Index(legal, action)
		if i >= 0 {
			s.Legal = strings.Join(slices.Delete(legal, i, i+1), ", ")
		}
		return i >= 0
	}
	add := func(s *shot, action string) bool {
		legal := strings.Split(s.Legal, ", ")
		i, have := slices.BinarySearch(legal, action)
		if !have {
			s.Legal = strings.Join(slices.Insert(legal, i, action), ", ")
		}
		return !have
	}
	held := func(s *shot, i int) string { return strings.Fields(s.Hands[s.Player])[i] }
	cases := []struct {
		name  string
		alter func(*record) bool // reports whether the change was possible
	}{
		{"player", func(r *record) bool { r.Shots[0].Player = 1; return true }},
		{"phase", func(r *record) bool { r.Shots[0].Phase = "draw"; return true }},
		{"hands", func(r *record) bool { h := &r.Shots[1].Hands; h[0], h[1] = h[1], h[0]; return true }},
		{"known", func(r *record) bool { r.Shots[0].Known[1] = "AS"; return true }},
		{"upcard", func(r *record) bool { r.Shots[0].Upcard = ""; return true }},
		{"pile", func(r *record) bool { r.last().Pile += " AS"; return true }},
		{"stock", func(r *record) bool { r.last().Stock--; return true }},
		{"limit", func(r *record) bool { r.Shots[0].Limit--; return true }},
		{"laid off", func(r *record) bool { r.last().LaidOff += "AS"; return true }},
		{"melds", func(r *record) bool { m := &r.last().Melds; m[0], m[1] = m[1], m[0]; return len(m[0])+len(m[1]) > 0 }},
		{"returns", func(r *record) bool { r.last().Returns[0]++; return true }},
		{"end left out", func(r *record) bool { r.Shots = r.Shots[:len(r.Shots)-1]; return true }},
		{"middle left out", func(r *record) bool { r.Shots = slices.Delete(r.Shots, 1, len(r.Shots)-1); return true }},
		{"first upcard not passed", in(gin.FirstUpcard, func(s *shot) bool { return cut(s, "pass") })},
		{"upcard not drawn", in(gin.Draw, func(s *shot) bool { return cut(s, "draw upcard") })},
		{"deadwood of ten", in(gin.Draw, func(s *shot) bool { s.Deadwood[s.Player]--; return true })},
		{"deadwood of eleven", in(gin.Discard, func(s *shot) bool { s.Deadwood[s.Player]--; return true })},
		{"deadwood after a knock", in(gin.KnockDiscard, func(s *shot) bool { s.Deadwood[1-s.Player]--; return true })},
		{"knock not allowed", in(gin.Discard, func(s *shot) bool { return s.Action == "knock" && cut(s, "knock") })},
		{"knock allowed", in(gin.Discard, func(s *shot) bool { return add(s, "knock") })},
		{"no discard", in(gin.Discard, func(s *shot) bool { return cut(s, held(s, 10)) })},
		{"knock allowed at the wall", in(gin.Wall, func(s *shot) bool { return add(s, "knock") })},
		{"knock with another card", in(gin.KnockDiscard, func(s *shot) bool { return add(s, held(s, 0)) || add(s, held(s, 10)) })},
		{"melds not ended", in(gin.KnockerMelds, func(s *shot) bool { return cut(s, "pass") })},
		{"melds ended", in(gin.KnockerMelds, func(s *shot) bool { return add(s, "pass") })},
		{"lay-off", in(gin.LayOff, func(s *shot) bool { return add(s, held(s, 0)) })},
		{"no lay-off", in(gin.LayOff, func(s *shot) bool { return cut(s, strings.Split(s.Legal, ", ")[0]) })},
		{"melds of the defender", in(gin.DefenderMelds, func(s *shot) bool { return cut(s, strings.Split(s.Legal, ", ")[0]) })},
		{"knock card", func(r *record) bool { r.Rules.KnockCard++; return !r.Rules.Oklahoma && r.Rules.KnockCard <= 10 }},
		{"oklahoma", func(r *record) bool { r.Rules.Oklahoma = false; return r.Shots[0].Limit < r.Rules.KnockCard }},
		{"bonuses", func(r *record) bool {
			r.Rules.GinBonus++
			r.Rules.UndercutBonus++
			won, diff := r.last().Returns[0], r.last().Deadwood[1]-r.last().Deadwood[0]
			return won != 0 && won != diff
		}},
	}
	const each = 5
	var records []*record
	for i, c := range cases {
		r := rand.New(rand.NewPCG(5, uint64(i)))
		for n := 0; len(records) < each*(i+1); n++ {
			rec, err := played(r)
			if err != nil || n > 500 {
				t.Fatalf("%s: changed %d of %d hands: %v", c.name, len(records)-each*i, n, err)
			}
			rec.Unlimited = false
			if c.alter(rec) {
				records = append(records, rec)
			}
		}
	}
	rep := check(t, python, records)
	for i, c := range cases {
		agree, stopped := 0, 0
		for n := each * i; n < each*(i+1); n++ {
			switch {
			case slices.Contains(rep.Stopped, n):
				stopped++
			case !slices.Contains(rep.Wrong, n):
				agree++
			}
		}
		if agree > 0 || stopped > 1 {
			t.Errorf("%s: OpenSpiel agrees with %d of %d changed hands, stopped in %d", c.name, agree, each, stopped)
		}
	}
}
