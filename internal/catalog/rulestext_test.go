package catalog_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/options"
)

// idle lists rules, besides the presets under which every option matters, with the options that change nothing
// under them, or the values that are the same game as another: their text does not name these.
var idle = map[string][]string{
	"gin eaai":      {"repeat"}, // needs throwing back
	"gin classic":   {"repeat"},
	"gin uk":        {"repeat"},
	"gin openspiel": {},
	"gin openspiel answer=melds-first lay-off-limit=0":      {},
	"gin eaai melding=chosen laying-off=chosen":             {"repeat"},
	"gin classic throwing-back=allowed knock-card=oklahoma": {"knock-limit"},
	"gin classic knock-limit=0":                             {"undercut-bonus", "tie", "laying-off", "repeat"},
	"indian paper52":                                        {"wildcard=next-natural"}, // printed jokers are passed over
	"indian medium":                                         {"wildcard=next-natural"},
	"indian tiny":                                           {"wildcard=next-natural", "taking"},
	"indian paper52 wildcard=none":                          {"taking", "wildcard=next-natural"}, // there are no jokers
	"indian paper ranks=5 suits=2 jokers=0 hand-size=3 requirement=one-pure": {"wildcard=next-natural"},
	"indian club ranks=6 suits=3 hand-size=7 requirement=any-melds":          {},
	"indian club seats=4 declaring=any-cards recycling=none":                 {},
	"indian released hand-size=10 taking=no-jokers throwing-back=forbidden":  {},
	"gin seven":  {},
	"gin tiny":   {"repeat", "max-upcards=10", "max-upcards=13", "max-upcards=2", "max-upcards=4"}, // of more turns
	"gin small":  {"repeat", "max-upcards=10", "max-upcards=13", "max-upcards=4"},                  // of more turns
	"gin medium": {"repeat", "max-upcards=10", "max-upcards=13", "max-upcards=4"},                  // of more turns
	"gin eaai ranks=4 suits=2 hand-size=3 stock-end=void-when-empty":        {"repeat"},
	"gin openspiel ranks=5 suits=3 hand-size=4 melding=auto":                {},
	"gin classic ranks=12 suits=1 hand-size=4":                              {"repeat"},
	"indian-match pool-101":                                                 {"split", "match-deals", "target", "game-bonus", "box-bonus", "shut-out", "games-at-once"},
	"indian-match pool-201":                                                 {"split", "match-deals", "target", "game-bonus", "box-bonus", "shut-out", "games-at-once"},
	"indian-match pool-101 seats=4 rejoins=1":                               {"match-deals", "target", "game-bonus", "box-bonus", "shut-out", "games-at-once"},
	"indian-match deals":                                                    {"pool-limit", "rejoins", "split", "target", "game-bonus", "box-bonus", "shut-out", "games-at-once"},
	"indian-match deals match=race games-at-once=3 game-bonus=100":          {"pool-limit", "rejoins", "split", "match-deals", "entry"},
	"gin-match race melding=chosen laying-off=chosen throwing-back=allowed": {},
	"gin-match eaai":      {"shut-out=bonus", "repeat"}, // there is no game bonus
	"gin-match uk":        {"shut-out=bonus", "repeat"},
	"gin-match classic":   {"repeat"},
	"gin-match race":      {"repeat"},
	"gin-match hollywood": {"repeat"},
}

// values returns texts of values for an option, of which some may not be valid.
func values(o *options.Option) []string {
	if o.Words != nil {
		return o.Words
	}
	n := o.JSON().(int)
	var all []string
	for _, v := range []int{0, 1, 2, 4, 10, 13, n - 1, n, n + 1} {
		all = append(all, strconv.Itoa(v))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// changed returns rules with another value of one option, or nil if they are not valid.
func changed(t *testing.T, r catalog.Rules, name, value string) catalog.Rules {
	t.Helper()
	next := r.Type().Defaults()
	must.Do(t, next.Options().Change(r.Options().Values()))
	must.Do(t, next.Options().Set(name, value))
	if next.Validate() != nil {
		return nil
	}
	return next
}

// The texts of all presets are those of testdata/rules-GAME.md: the text of the game's first preset, and of each other
// preset the paragraphs that differ, by their number.
func TestRulesTextOfPresets(t *testing.T) {
	for _, g := range catalog.Games() {
		if len(g.PresetDocs) != len(g.Presets) {
			t.Fatalf("%s describes %d of %d presets", g.Name, len(g.PresetDocs), len(g.Presets))
		}
		var first []string
		var all strings.Builder
		for i, preset := range g.Presets {
			if doc := g.PresetDocs[i]; !strings.HasSuffix(doc, ".") {
				t.Errorf("the preset %s is described by %q, want a sentence", preset, doc)
			}
			text := must.Get(g.Preset(preset))(t).Text()
			paragraphs := strings.Split(text, "\n\n")
			if i == 0 {
				first = paragraphs
				all.WriteString(text)
				continue
			}
			fmt.Fprintf(&all, "\n# The preset %s, %d paragraphs\n", preset, len(paragraphs))
			for k, p := range paragraphs {
				if k >= len(first) || p != first[k] {
					fmt.Fprintf(&all, "\n%d. %s\n", k+1, strings.TrimSuffix(p, "\n"))
				}
			}
		}
		must.Match(t, filepath.Join("testdata", "rules-"+g.Name+".md"), all.String())
	}
}

// Two values of an option give two texts, unless they are the same game.
func TestRulesTextTellsEveryOption(t *testing.T) {
	catalog.Register(t, five)
	tables := slices.Collect(maps.Keys(idle))
	for _, g := range catalog.Games() {
		for _, preset := range g.Presets {
			if name := g.Name + " " + preset; !slices.Contains(tables, name) {
				tables = append(tables, name)
			}
		}
	}
	told := map[string]bool{} // games and options
	for _, table := range tables {
		name, rules, _ := strings.Cut(table, " ")
		r := must.Get(catalog.ParseRules(name, rules))(t)
		for _, o := range r.Options() {
			said := map[string]string{} // values by text
			for _, v := range values(o) {
				next := changed(t, r, o.Name, v)
				if next == nil {
					continue
				}
				if other, same := said[next.Text()]; same {
					if !slices.Contains(idle[table], o.Name) && !slices.Contains(idle[table], o.Name+"="+v) {
						t.Errorf("%s: %s=%s and %s have the same text", table, o.Name, other, v)
					}
					sameGame(t, changed(t, r, o.Name, other), next)
				}
				said[next.Text()] = v
			}
			if slices.Contains(idle[table], o.Name) && len(said) > 1 {
				t.Errorf("%s: %s changes the text, and is listed as idle", table, o.Name)
			}
			told[name+" "+o.Name] = told[name+" "+o.Name] || len(said) > 1
		}
	}
	for option, ok := range told {
		if !ok {
			t.Errorf("no text mentions the option %s", option)
		}
	}
}

// Rules at random that have the same text are the same game.
func TestRulesTextTellsRandomRules(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for _, g := range catalog.Games() {
		texts, same := map[string]bool{}, 0
		for range 300 {
			r := must.Get(g.Preset(g.Presets[src.IntN(len(g.Presets))]))(t)
			for range 5 {
				o := r.Options()[src.IntN(len(r.Options()))]
				if next := changed(t, r, o.Name, values(o)[src.IntN(len(values(o)))]); next != nil {
					r = next
				}
			}
			text := r.Text()
			texts[text] = true
			for _, bad := range []string{"  ", " .", "..", "%!", " 1 points", "\n\n\n"} {
				if strings.Contains(text, bad) {
					t.Fatalf("%s: the text holds %q:\n%s", catalog.RulesJSON(r), bad, text)
				}
			}
			o := r.Options()[src.IntN(len(r.Options()))]
			if next := changed(t, r, o.Name, values(o)[src.IntN(len(values(o)))]); next != nil && next.Text() == text && string(catalog.RulesJSON(next)) != string(catalog.RulesJSON(r)) {
				sameGame(t, r, next)
				same++
			}
		}
		if len(texts) < 200 || same == 0 {
			t.Errorf("%s: %d texts, and %d pairs of rules with one text", g.Name, len(texts), same)
		}
	}
}

// sameGame plays at random under two rules, which must make no difference.
func sameGame(t *testing.T, a, b catalog.Rules) {
	t.Helper()
	games := [2]game.Game{must.Get(a.NewGame())(t), must.Get(b.NewGame())(t)}
	for seed := range uint64(10) {
		var states [2]game.State
		for i, g := range games {
			states[i] = g.NewState()
			g.Deal(states[i], rand.NewPCG(seed, 1))
		}
		src := rand.New(rand.NewPCG(seed, 2))
		for range 2000 {
			var legal [2]game.Mask
			states[0].Legal(&legal[0])
			states[1].Legal(&legal[1])
			if x, y := fmt.Sprint(states[0].Outcome()), fmt.Sprint(states[1].Outcome()); legal[0] != legal[1] || x != y {
				t.Fatalf("%s and %s have the same text, and in one game the outcomes %s and %s or other legal actions", catalog.RulesJSON(a), catalog.RulesJSON(b), x, y)
			}
			if states[0].Current() == game.NoPlayer {
				break
			}
			action := legal[0].Nth(src.IntN(legal[0].Count()))
			must.Do(t, states[0].Apply(action))
			must.Do(t, states[1].Apply(action))
		}
	}
}

// guideTerms lists terms of a game's rules, each with how a guide begins to explain it.
var guideTerms = map[string][][2]string{
	"gin": {
		{"meld", "melds: runs"}, {"run", "A run is three"}, {"A set is", "A set is three"}, {"deadwood", "Your deadwood is the points"}, {"upcard", "called the upcard"},
		{"stock", "cards are the stock"}, {"knock", "knock, that is, end the hand"}, {"lays off", "lays off cards on the knocker's melds: "},
		{"gin", "Gin (a knock without deadwood)"}, {"Big gin", "Big gin: all"}, {"undercut", "Undercut: the opponent knocks without gin, but your deadwood is"},
		{"king 10", "A jack, queen or king: 10 points"}, {"An ace counts", "an ace 1"},
	},
	"indian": {
		{"declare", "declare: to show"}, {"meld", "A meld is a sequence"}, {"pure sequence", "A pure sequence is cards"}, {"impure", "In an impure sequence, jokers"}, {"A set is", "A set is three"},
		{"(JK)", "printed jokers (JK)"}, {"the wild rank:", "all other cards of it are jokers"}, {"wildcard", "One card, the wildcard,"}, {"wild rank", "Its rank is the wild rank"}, {"stock", "stock (face down)"},
		{"discard pile", "discard pile (face up)"}, {"drop", "Give up before your first draw (\"drop\")"}, {"king counts", "An ace, jack, queen or king: 10 points"}, {"The ace is", "The ace is low"},
	},
	"gin-match":    {{"match", "Hands are played until"}, {"Three games", "Three games are played at once, each until"}, {"no hand", "if the loser has won no hand"}},
	"indian-match": {{"the pool", "into the pool"}, {"is out", "is out and is not dealt in again"}, {"chips", "pay the winner in chips"}},
}

// A guide explains the terms that the rules use, and the guide of a match has all of its deal.
func TestGuidesExplainTerms(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, preset := range g.Presets {
			r := must.Get(g.Preset(preset))(t)
			x, text, terms := catalog.GuideOf(r), r.Text(), guideTerms[g.Name]
			if m, ok := r.(*catalog.MatchRules); ok {
				deal := catalog.GuideOf(m.Deal(2))
				terms = append(slices.Clone(terms), guideTerms[g.Deal.Name]...)
				for _, step := range deal.Steps {
					if !slices.Contains(x.Steps, step) {
						t.Errorf("%s %s: the guide lacks %q of a deal", g.Name, preset, step)
					}
				}
				for _, price := range deal.Scores {
					if !slices.Contains(x.Scores, price) {
						t.Errorf("%s %s: the guide lacks %q of a deal", g.Name, preset, price)
					}
				}
			}
			guide, used := x.Text(nil), 0
			for _, term := range terms {
				if !strings.Contains(text, term[0]) {
					continue
				}
				used++
				if !strings.Contains(guide, term[1]) && (term[0] != "match" || !strings.Contains(guide, "Three games")) {
					t.Errorf("%s %s: the guide does not explain %q with %q:\n%s", g.Name, preset, term[0], term[1], guide)
				}
			}
			if used < 5 {
				t.Errorf("%s %s uses %d of the terms", g.Name, preset, used)
			}
		}
	}
}

// The sentences of a guide are those of the text, and its example is a hand of the game.
func TestGuides(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, preset := range g.Presets {
			r := must.Get(g.Preset(preset))(t)
			x, text := catalog.GuideOf(r), r.Text()
			for _, sentence := range strings.SplitAfter(strings.Join(x.Steps, " "), ". ") {
				if s := strings.TrimSpace(sentence); len(x.Steps) < 3 || s == "" || !strings.Contains(text, s) {
					t.Errorf("%s %s: %q is not in the text", g.Name, preset, s)
				}
			}
			deal := r
			if m, ok := r.(*catalog.MatchRules); ok {
				deal = m.Deal(2)
			}
			deck := card.BagOf(must.Get(deal.NewGame())(t).(interface{ Deck() []card.Card }).Deck()...)
			example := card.BagOf(x.Hand.Unmelded...)
			for _, m := range x.Hand.Melds {
				example = example.Plus(card.BagOf(m.Cards...))
			}
			if !deck.Contains(example) {
				t.Errorf("%s %s: the example %v is not of the deck", g.Name, preset, example)
			}
			prices := fmt.Sprint(x.Scores)
			for rank, name := range map[card.Rank]string{card.Jack: "jack", card.Queen: "queen", card.King: "king"} {
				if has := deck.Has(card.New(rank, card.Clubs)); has != strings.Contains(prices, name) {
					t.Errorf("%s %s: the deck has a %s: %t, but the points are %s", g.Name, preset, name, has, prices)
				}
			}
			if !strings.Contains(x.Text(nil), "An example: ") || len(x.Scores) < 2 || len(x.Sections) < 5 {
				t.Errorf("%s %s: the guide is %s", g.Name, preset, x.Text(nil))
			}
		}
	}
}
