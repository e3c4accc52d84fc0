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
