package foreign

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/record"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// Example reads a state of OpenSpiel's gin_rummy in which the first player has passed.
func Example() {
	text := "[Meta]\nVersion: 1\n\n[Game]\ngin_rummy()\n[State]\n" +
		"0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n54\n"
	all, err := OpenSpiel([]byte(text), "GinRummy-v1")
	if err != nil {
		panic(err)
	}
	for _, e := range all[0].View(1).Events {
		fmt.Printf("%s\n", e.AppendJSON(nil))
	}
	// Output:
	// {"type":"deal","hand":1,"starter":0,"hands":[null,["AC","2C","3C","4C","5C","6C","7C","JS","QS","KS"]],"upcard":"8C","stock_size":31}
	// {"type":"pass","seat":0,"phase":"first-upcard"}
}

// check plays a record again from its JSON.
func check(t testing.TB, rec *record.Record, g record.Game) {
	t.Helper()
	text := string(rec.AppendJSON(nil))
	again := must.Get(record.NewReader(strings.NewReader(text)).Next())(t)
	must.Equal(t, string(again.AppendJSON(nil)), text, "the record that was read")
	must.Do(t, again.Play(g, nil))
}

// gameOf returns the game of the rules in the header of a record.
func gameOf(t testing.TB, rec *record.Record) record.Game {
	t.Helper()
	rules, match := gin.Rules{}, series.Rules{Format: series.Race, Seats: 2}
	all := rules.Options()
	if rec.Game == "gin-match" {
		all = append(match.RaceOptions(), all...)
	}
	must.Do(t, all.UnmarshalJSON(rec.Rules))
	g := must.Get(gin.New(rules))(t)
	if rec.Game == "gin" {
		return g
	}
	return must.Get(series.New(match, func(int) (series.Deal, error) { return g, nil }))(t)
}

// TestOpenSpiel reads states that OpenSpiel has written (testdata/openspiel.txt, with its
// returns after each), and compares its list of melds.
func TestOpenSpiel(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/openspiel.txt"))(t)
	all := must.Get(OpenSpiel(text, "GinRummy-v1"))(t)
	returns := regexp.MustCompile(`# returns (.*)`).FindAllStringSubmatch(string(text), -1)
	games := regexp.MustCompile(`gin_rummy\(.*`).FindAllString(string(text), -1)
	if len(all) != 12 || len(returns) != 12 || len(games) != 12 {
		t.Fatalf("%d records, %d returns, %d games", len(all), len(returns), len(games))
	}
	types := map[record.Type]int{}
	for i, rec := range all {
		rules := must.Get(openSpielRules(games[i]))(t)
		check(t, rec, must.Get(gin.New(rules))(t))
		gains := "0 0"
		for _, e := range rec.Events {
			if types[e.Type]++; e.Type == record.End {
				gains = strings.Trim(fmt.Sprint(e.Gains), "[]")
			}
		}
		if gains != returns[i][1] {
			t.Errorf("state %d: gains %s, and OpenSpiel returns %s", i, gains, returns[i][1])
		}
		if rec.Over() != (i > 0) {
			t.Errorf("state %d: over is %t", i, rec.Over())
		}
	}
	for _, want := range []record.Type{record.Knock, record.Meld, record.End} {
		if types[want] == 0 {
			t.Errorf("no event %s", want)
		}
	}
	for i, line := range strings.Split(strings.TrimSpace(string(must.Get(os.ReadFile("testdata/openspiel-melds.txt"))(t))), "\n") {
		cards := must.Get(card.ParseAll(line))(t)
		if got := card.BagOf(cards...).Once; openSpielMelds[i] != got {
			t.Errorf("meld %d is %v, want %v", i, openSpielMelds[i], got)
		}
	}
}

// TestOpenSpielRules reads the parameters of games, with the values that OpenSpiel writes.
func TestOpenSpielRules(t *testing.T) {
	plain, oklahoma, bonuses, seven := gin.OpenSpiel(), gin.OpenSpiel(), gin.OpenSpiel(), gin.Seven()
	seven.KnockLimit = 9
	oklahoma.KnockCard = gin.Oklahoma
	bonuses.KnockLimit, bonuses.GinBonus, bonuses.UndercutBonus = 7, 20, 15
	for game, want := range map[string]gin.Rules{
		"gin_rummy()":                                            plain,
		"gin_rummy(oklahoma=False)":                              plain,
		"gin_rummy(oklahoma=false)":                              plain,
		"gin_rummy(oklahoma=True)":                               oklahoma,
		"gin_rummy(oklahoma=true)":                               oklahoma,
		"gin_rummy(hand_size=10,num_ranks=13,num_suits=4)":       plain,
		"gin_rummy(hand_size=7,knock_card=9)":                    seven,
		"gin_rummy(knock_card=7,gin_bonus=20,undercut_bonus=15)": bonuses,
	} {
		if got, err := openSpielRules(game); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", game, got, err, want)
		}
	}
}

// TestOpenSpielMelds checks that a number of a meld becomes the action with its cards.
func TestOpenSpielMelds(t *testing.T) {
	for i, meld := range openSpielMelds {
		must.Equal(t, gin.ActionMeld(openSpielAction(int(gin.FirstMeld)+i)), meld, "meld %d is played", i)
	}
}

// TestOpenSpielDeal reads a state in which nothing was played after the deal.
func TestOpenSpielDeal(t *testing.T) {
	text := "[Meta]\nVersion: 1\n[Game]\ngin_rummy()\n[State]\n"
	for n := range 21 {
		if _, err := OpenSpiel([]byte(text), "x"); err == nil {
			t.Errorf("%d cards: no error", n)
		}
		text += fmt.Sprintln(n)
	}
	if all, err := OpenSpiel([]byte(text), "x"); err != nil || len(all) != 1 || len(all[0].Events) != 1 {
		t.Errorf("%d records, %v, want one with the deal alone", len(all), err)
	}
}

func TestOpenSpielErrors(t *testing.T) {
	text := string(must.Get(os.ReadFile("testdata/openspiel.txt"))(t))
	for _, c := range []struct{ old, next, want string }{
		{"Version: 1", "Version: 2", `line 3: "Version: 2"`},
		{"gin_rummy()", "leduc_poker()", "line 6: the game is"},
		{"gin_rummy()", "gin_rummy(num_ranks=10)", "is of another pack"},
		{"gin_rummy()", "gin_rummy(knock=10)", "is not known"},
		{"gin_rummy()", "gin_rummy(num_suits=0)", "is of another pack"},
		{"gin_rummy()", "gin_rummy(knock_card=x)", "is not known"},
		{"gin_rummy()", "gin_rummy(oklahoma=maybe)", "is not known"},
		{"gin_rummy()", "gin_rummy(knock_card=1000)", "knock-limit"},
		{"[State]\n", "[State]\n999\n", `"999" is not a number of an action, 0 to 240`},
		{"[State]\n", "[State]\n52\n", "number 1 of the history is 52, want a card, 0 to 51"},
		{"[State]\n", "", "want the sections"},
		{"\n# returns", "\n241\n# returns", "is not a number of an action"},
		{"\n# returns", "\n240\n# returns", "number 26 of the history, 240"},
	} {
		next := strings.Replace(text, c.old, c.next, 1)
		if _, err := OpenSpiel([]byte(next), "x"); err == nil || next == text || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q instead of %q: %v, want %s", c.next, c.old, err, c.want)
		}
	}
	for _, text := range []string{"", "[Meta]\n", "{}", text[:strings.Index(text, "[State]")+20]} {
		if _, err := OpenSpiel([]byte(text), "x"); err == nil {
			t.Errorf("%.30q: no error", text)
		}
	}
}

// TestEAAI reads the hands of the framework in the tests of package gin.
func TestEAAI(t *testing.T) {
	text := must.Get(os.ReadFile("../../../env/gin/testdata/gin-hands.jsonl"))(t)
	all := must.Get(EAAI(text, "GinRummy-v1"))(t)
	laid := 0
	for _, rec := range all {
		rules := gin.EAAI()
		rules.Melding, rules.Starter = gin.ChosenMelds, gin.FirstSeat
		if rec.Events[0].Starter == 1 {
			rules.Starter = gin.SecondSeat
		}
		check(t, rec, must.Get(gin.New(rules))(t))
		for _, e := range rec.Events {
			if e.Type == record.LayOff {
				laid++
			}
		}
	}
	if len(all) != 200 || laid == 0 {
		t.Errorf("%d hands, %d lay-offs", len(all), laid)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	for _, c := range []struct{ old, next, want string }{
		{`"starter":0`, `"starter":2`, "the starter is seat 2"},
		{`"deck":["4D"`, `"deck":["AC"`, "occurs twice"},
		{`"t":"offer","p":0`, `"t":"offer","p":1`, "event 1 (offer): seat 1 acts, but by the rules it is seat 0"},
		{`"card":"TS","take"`, `"card":"2C","take"`, "event 1 (offer): 2C is offered, but the upcard is TS"},
		{`"card":"AD","dw"`, `"card":"JK","dw"`, "JK is not one of the 52 cards"},
		{`"t":"discard"`, `"t":"throw"`, "want offer, draw"},
		{`"src":"stock","card":"JD"`, `"src":"stock","card":"2D"`, "2D is drawn, but by the rules it is JD"},
		{`"winner":null,"points":0`, `"winner":1,"points":3`, "seat 1 scores 3, but by the rules seat -1 scores 0"},
		{`}`, ``, "line 1: "},
	} {
		next := strings.Replace(first, c.old, c.next, 1)
		if _, err := EAAI([]byte(next), "x"); err == nil || next == first || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s instead of %s: %v, want %s", c.next, c.old, err, c.want)
		}
	}
	if _, err := EAAI(nil, "x"); err == nil {
		t.Error("no hand: no error")
	}
}
