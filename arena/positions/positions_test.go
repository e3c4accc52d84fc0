package positions_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym"
	"rummygym/agents/search"
	"rummygym/arena/positions"
	"rummygym/arena/stats"
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/features/text"
	"rummygym/internal/must"
)

var long = flag.Bool("long", false, "check all positions of the frozen sets")

// config returns the configuration of a small set under rules, with games of the given agents.
func config(t testing.TB, name, rules, judge string, players ...string) positions.Config {
	t.Helper()
	r := must.Get(rummygym.ParseRules(name, rules))(t)
	c := positions.Config{Name: name, Positions: 12, Games: 12, History: text.Since, Seed: 5}
	c.Review, _ = must.Get2(rummygym.ReviewConfig(r, judge, search.Gain))(t)
	c.Review.Search.Rollouts = 400
	c.Game = c.Review.Game
	h := must.Get(rummygym.RecordHeader(c.Game, make([]string, c.Game.Players())))(t)
	kind := r.Type()
	c.Source = text.Source{Game: c.Game, Header: h, Title: kind.Title, Phrases: kind.Phrases, Facts: kind.Facts, Rules: r.Text}
	for _, p := range players {
		create, _ := must.Get2(rummygym.OpenAgent(r, p))(t)
		c.Players = append(c.Players, positions.Player{New: create, Weight: 1})
	}
	return c
}

// sets are the sets of the tests.
var sets = []struct {
	name, game, rules, judge string
	players                  []string
	kinds                    []string // that they must have
}{
	{"gin", "gin", "eaai", "simple", []string{"simple", "sigra"}, []string{"draw", "discard", "knock"}},
	{"showdown", "gin", "openspiel episode=hand melding=chosen laying-off=chosen", "simple", []string{"simple"}, []string{"draw", "discard", "knock", "meld", "lay-off"}},
	{"indian", "indian", "paper", "min-dist", []string{"min-dist-outs", "min-dist:drop=5"}, []string{"draw", "discard", "declare", "drop"}},
}

// TestSets checks each entry: its text and JSON are a position whose legal moves are the moves, whose best move
// costs nothing, and whose exact answers are right; twins are the same with other suits; and the number of workers
// changes nothing.
func TestSets(t *testing.T) {
	for _, x := range sets {
		t.Run(x.name, func(t *testing.T) {
			if testing.Short() && x.game == "indian" {
				t.Skip("takes seconds")
			}
			c := config(t, x.game, x.rules, x.judge, x.players...)
			c.Twins, c.Workers, c.Review.Search.Rollouts = 2, 1, 100
			set := must.Get(positions.Make(t.Context(), c, nil))(t)
			c.Workers = 3
			done, total := 0, 0
			again := must.Get(positions.Make(t.Context(), c, func(d, n int) { done, total = max(done, d), n }))(t)
			if !bytes.Equal(lines(t, set), lines(t, again)) {
				t.Error("three workers make another set than one")
			}
			if done != total || total != c.Games+c.Positions {
				t.Errorf("progress ends at %d of %d", done, total)
			}
			if n := len(positions.Originals(set)); n != c.Positions || len(set) != 3*n {
				t.Errorf("%d positions and %d entries, want %d and 2 twins of each", n, len(set), c.Positions)
			}
			byID, kinds := map[string]*positions.Entry{}, map[string]bool{}
			for i := range set {
				e := &set[i]
				byID[e.ID] = e
				kinds[e.Kind] = true
				checkEntry(t, c.Game, e)
				if e.TwinOf != "" {
					checkTwin(t, byID[e.TwinOf], e)
				}
			}
			if len(byID) != len(set) {
				t.Error("two entries have one id")
			}
			for _, kind := range x.kinds {
				if !kinds[kind] {
					t.Errorf("there is no position of the kind %s among %v", kind, kinds)
				}
			}
			if back := must.Get(positions.Read(bytes.NewReader(lines(t, set))))(t); !bytes.Equal(lines(t, back), lines(t, set)) {
				t.Error("JSON Lines are read to another set")
			}
		})
	}
}

func lines(t *testing.T, set []positions.Entry) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, positions.WriteLines(&b, set))
	return b.Bytes()
}

func checkEntry(t *testing.T, g record.Described, e *positions.Entry) {
	t.Helper()
	o := text.Default()
	o.Relabel = e.Relabelled
	p, err := text.ReadPosition(e.Position, o)
	if err != nil {
		t.Fatalf("%s: %v", e.ID, err)
	}
	s := must.Get(p.State(g, rand.NewPCG(1, 2)))(t)
	obs := g.NewObservation()
	s.Observe(p.Seat, obs)
	var legal game.Mask
	s.Legal(&legal)
	if s.Current() != p.Seat || legal.Count() != len(e.Moves) || len(e.Moves) < 2 {
		t.Fatalf("%s: %d moves, %d are legal", e.ID, len(e.Moves), legal.Count())
	}
	gap := math.Inf(1)
	for _, m := range e.Moves {
		if !strings.Contains(e.Text, "\n  "+m.Name) {
			t.Errorf("%s: the text does not list %s:\n%s", e.ID, m.Name, e.Text)
		}
		if e.Relabelled == "" {
			if a, err := g.ParseAction(m.Name); err != nil || !legal.Has(a) {
				t.Errorf("%s: move %s: %v", e.ID, m.Name, err)
			}
		}
		if m.Name == e.Best {
			must.Equal(t, m.Cost, 0, "%s: cost of the best move", e.ID)
		} else {
			gap = min(gap, m.Cost)
		}
		if !(m.CostErr >= 0) || !(m.Win >= -1 && m.Win <= 1) {
			t.Errorf("%s: move %+v", e.ID, m)
		}
	}
	must.Equal(t, e.Gap, gap, "%s: gap", e.ID)
	if g.Name() == "gin" {
		checkGin(t, g, e, s, p.Seat)
		return
	}
	if d := e.Exact.Hand.Distance; d == nil || (*d == 0) != (e.Kind == positions.Declare) && e.Kind == positions.Declare {
		t.Errorf("%s: MinDist %v of a decision to %s", e.ID, d, e.Kind)
	}
}

// checkGin compares exact answers of Gin Rummy with exhaustive search.
func checkGin(t *testing.T, g record.Described, e *positions.Entry, s game.State, p game.Player) {
	t.Helper()
	obs := g.NewObservation()
	s.Observe(p, obs)
	v := g.View(obs)
	if e.Relabelled != "" {
		return // checkTwin
	}
	hand := setOf(v.Seats[p].Cards)
	least := leastDeadwood(hand)
	if hand.Count() == 11 && v.Phase == "discard" {
		least = 100
		for c := range hand.Each() {
			least = min(least, leastDeadwood(hand.Without(c)))
		}
	}
	must.Equal(t, e.Exact.Hand.Points, least, "%s: deadwood of %v", e.ID, hand)
	if e.Kind == positions.LayOff && e.Exact.LayOffs == nil {
		t.Errorf("%s: no lay-offs", e.ID)
	}
	if best := e.Exact.LayOffs; best != nil {
		must.Equal(t, best.Deadwood, leastAfterLayOffs(hand, v.Seats[1-p].Melds), "%s: deadwood of %v after lay-offs on %v", e.ID, hand, v.Seats[1-p].Melds)
	}
}

func setOf(cards []card.Card) (s card.Cards) {
	for _, c := range cards {
		s = s.With(c)
	}
	return s
}

// leastDeadwood takes away each meld of the first card of the hand, or leaves the card.
func leastDeadwood(hand card.Cards) int {
	for c := range hand.Each() {
		least := min(int(c.Rank())+1, 10) + leastDeadwood(hand.Without(c))
		for _, m := range deadwood.AppendMelds(nil, hand) {
			if m.Has(c) {
				least = min(least, leastDeadwood(hand&^m))
			}
		}
		return least
	}
	return 0
}

// leastAfterLayOffs lays off each set of cards in each order, and melds the others.
func leastAfterLayOffs(hand card.Cards, onto [][]card.Card) int {
	least := leastDeadwood(hand)
	for i, m := range onto {
		for c := range hand.Each() {
			if deadwood.IsMeld(setOf(m).With(c)) {
				longer := slices.Clone(onto)
				longer[i] = append(slices.Clone(m), c)
				least = min(least, leastAfterLayOffs(hand.Without(c), longer))
			}
		}
	}
	return least
}

// checkTwin checks that a twin has the costs and the exact numbers of the original, with other suits.
func checkTwin(t *testing.T, of, twin *positions.Entry) {
	t.Helper()
	relabel := strings.NewReplacer("C", twin.Relabelled[:1], "D", twin.Relabelled[1:2], "H", twin.Relabelled[2:3], "S", twin.Relabelled[3:])
	cost := map[string]positions.Move{}
	for _, m := range of.Moves {
		cost[card2(m.Name, relabel)] = m
	}
	for _, m := range twin.Moves {
		o, ok := cost[card2(m.Name, strings.NewReplacer())]
		if !ok || o.Cost != m.Cost || o.CostErr != m.CostErr || o.Win != m.Win {
			t.Errorf("%s: move %+v, of %s %+v", twin.ID, m, of.ID, o)
		}
	}
	if card2(of.Best, relabel) != card2(twin.Best, strings.NewReplacer()) || of.Exact.Hand.Points != twin.Exact.Hand.Points || of.Gap != twin.Gap ||
		(of.Exact.LayOffs == nil) != (twin.Exact.LayOffs == nil) || of.Exact.LayOffs != nil && of.Exact.LayOffs.Deadwood != twin.Exact.LayOffs.Deadwood {
		t.Errorf("%s is no twin of %s: best %s and %s", twin.ID, of.ID, twin.Best, of.Best)
	}
	if of.Text == twin.Text || bytes.Equal(of.Position, twin.Position) {
		t.Errorf("%s is the same as %s", twin.ID, of.ID)
	}
}

// card2 returns the name of a move with its cards in another notation: those of melds in order.
func card2(name string, relabel *strings.Replacer) string {
	words := strings.Fields(name)
	for i, w := range words {
		if w != strings.ToUpper(w) || w == "JK" {
			continue
		}
		var cards []string
		for w = relabel.Replace(w); len(w) >= 2; w = w[2:] {
			cards = append(cards, w[:2])
		}
		slices.Sort(cards)
		words[i] = strings.Join(cards, "")
	}
	return strings.Join(words, " ")
}

// TestCosts compares costs with those of a plain evaluation of the JSON: hidden cards are dealt at random, both
// players play on. The hands are drawn uniformly by both.
func TestCosts(t *testing.T) {
	c := config(t, "gin", "openspiel episode=hand", "simple", "simple")
	c.Review.Search.Sampler = func() search.Sampler { return search.GinSampler{} }
	c.Review.Search.Rollouts, c.Positions, c.Games = 3000, 4, 4
	set := must.Get(positions.Make(t.Context(), c, nil))(t)
	create, _ := must.Get2(rummygym.OpenAgent(must.Get(rummygym.RulesOf(c.Game))(t), "simple"))(t)
	seats, obs := []game.Agent{create(), create()}, c.Game.NewObservation()
	var legal game.Mask
	compared, large := 0, 0
	for _, e := range set {
		p := must.Get(text.ReadPosition(e.Position, text.Default()))(t)
		const deals = 1000
		gains := make([][]float64, len(e.Moves))
		best := slices.IndexFunc(e.Moves, func(m positions.Move) bool { return m.Name == e.Best })
		for deal := range uint64(deals) {
			for i, m := range e.Moves {
				s := must.Get(p.State(c.Game, rand.NewPCG(99, deal)))(t)
				must.Do(t, s.Apply(must.Get(c.Game.ParseAction(m.Name))(t)))
				for seat, a := range seats {
					a.Reset(game.Seed(deal, uint64(seat)))
				}
				for q := s.Current(); q != game.NoPlayer; q = s.Current() {
					s.Observe(q, obs)
					s.Legal(&legal)
					a, _ := seats[q].Act(obs, &legal)
					must.Do(t, s.Apply(a))
				}
				gains[i] = append(gains[i], float64(s.Outcome().Gains[p.Seat]))
			}
		}
		for i, m := range e.Moves {
			var difference []float64
			for d := range deals {
				difference = append(difference, gains[best][d]-gains[i][d])
			}
			want := stats.MeanOf(difference)
			if z := math.Abs(m.Cost-want.Value) / math.Hypot(m.CostErr, want.StdErr); z > 4 {
				t.Errorf("%s: %s costs %v ± %v, plain evaluation %v ± %v", e.ID, m.Name, m.Cost, m.CostErr, want.Value, want.StdErr)
			}
			compared++
			if want.Value > 5*want.StdErr && want.StdErr > 0 {
				large++
			}
		}
	}
	if compared < 12 || large < 4 {
		t.Errorf("%d costs compared, %d of them large: this test has seen nothing", compared, large)
	}
}

// TestRefuses checks the errors of configurations.
func TestRefuses(t *testing.T) {
	for want, change := range map[string]func(c *positions.Config){
		"0 positions":            func(c *positions.Config) { c.Positions = 0 },
		"24 twins":               func(c *positions.Config) { c.Twins = 24 },
		"no player has a weight": func(c *positions.Config) { c.Players = nil },
		"-1 workers":             func(c *positions.Config) { c.Workers = -1 },
		"50 roll-outs":           func(c *positions.Config) { c.Review.Search.Rollouts = 50 },
		`history is "sometimes"`: func(c *positions.Config) { c.History = "sometimes" },
	} {
		c := config(t, "gin", "eaai", "simple", "simple")
		c.Review.Search.Rollouts, c.Games, c.Positions = 100, 1, 1
		change(&c)
		must.Refuse(positions.Make(t.Context(), c, nil))(t, want)
	}
}

// frozen are the SHA-256 of the frozen sets. They never change: another set has another name.
var frozen = map[string]string{
	"gin":    "e5a657854064a24f8a57528da80e99602c6205ae92bf39b4ac4a801cfa1bef62",
	"indian": "1aa78888d576b45a49b0fa67456e4af7ecf15a1200702075a6324f20a5e4c0b8",
}

// TestShipped reads the frozen sets: they have the bytes that they had, every position is one of today's engine with the same legal
// moves, and agents that are better in games have better answers.
func TestShipped(t *testing.T) {
	agents := map[string][]string{"gin": {"simple", "random-unmelded", "random"}, "indian": {"learned:standard", "min-dist-outs", "min-score", "random"}}
	must.Equal(t, positions.Shipped(), slices.Sorted(maps.Keys(frozen)), "names")
	_, _, err := positions.ShippedSet("gim")
	must.Fail(t, err, `"gim" is not a frozen set`, "gin")
	every := 10
	if *long {
		every = 1
	}
	for name, sum := range frozen {
		lines, card := must.Get2(positions.ShippedSet(name))(t)
		if digest := sha256.Sum256(lines); hex.EncodeToString(digest[:]) != sum {
			t.Errorf("%s has the SHA-256 %x, want %s", name, digest, sum)
		}
		set := must.Get(positions.Read(bytes.NewReader(lines)))(t)
		if len(set) != 2000 || !strings.Contains(card, "2000 decisions") {
			t.Errorf("%s has %d positions, and the card\n%s", name, len(set), card)
		}
		var again bytes.Buffer
		must.Do(t, positions.WriteLines(&again, set))
		if !bytes.Equal(again.Bytes(), lines) {
			t.Errorf("%s: read and written again it has other bytes", name)
		}
		tables := map[string]record.Described{}
		var some []positions.Entry
		for i := 0; i < len(set); i += every {
			h := must.Get(set[i].Header())(t)
			if tables[string(h.Rules)] == nil {
				tables[string(h.Rules)] = must.Get(record.Describe(must.Get(rummygym.RecordGame(h))(t)))(t)
			}
			checkEntry(t, tables[string(h.Rules)], &set[i])
			some = append(some, set[i])
		}
		before := math.Inf(-1)
		for _, spec := range agents[name] {
			answers := map[string]string{}
			for i := range some {
				g := tables[string(must.Get(some[i].Header())(t).Rules)]
				create, _ := must.Get2(rummygym.OpenAgent(must.Get(rummygym.RulesOf(g))(t), spec))(t)
				answers[some[i].ID] = must.Get(positions.Ask(create(), &some[i], g, uint64(i)))(t)
			}
			all := positions.Score(some, answers, 100, .95, 1)[0]
			if all.Illegal+all.Missing > 0 || all.Cost <= before {
				t.Errorf("%s: %s has %+v, the one before a cost of %v", name, spec, all, before)
			}
			t.Logf("%s: %s: accuracy %.3f, cost %.3f", name, spec, all.Accuracy, all.Cost)
			before = all.Cost
		}
	}
}

// TestAgain judges a small set again: all positions are found, the costs of the second judge are those of the first within their errors,
// and another set has other positions.
func TestAgain(t *testing.T) {
	c := config(t, "gin", "eaai", "simple", "simple", "sigra")
	set := must.Get(positions.Make(t.Context(), c, nil))(t)
	all := must.Get(positions.Again(t.Context(), c, set))(t)
	if len(all) != len(set) {
		t.Fatalf("%d of %d positions found again", len(all), len(set))
	}
	agree, differ := 0, 0
	for i := range all {
		if all[i].Agree() {
			agree++
		}
		if all[i].First != all[i].Best {
			differ++
		}
	}
	if agree < len(all)-2 {
		t.Errorf("the judges agree on %d of %d positions", agree, len(all))
	}
	t.Logf("%d positions, %d agree, %d with another best move", len(all), agree, differ)
	c.Seed++
	if other := must.Get(positions.Again(t.Context(), c, set))(t); len(other) != 0 {
		t.Errorf("another seed has %d of the positions", len(other))
	}
	must.Equal(t, (&positions.Second{First: &positions.Move{}, Best: &positions.Move{}, Cost: 2.1, Err: 1}).Agree(), false, "a cost of 2.1 ± 1")
	must.Equal(t, (&positions.Second{First: &positions.Move{}, Best: &positions.Move{}, Cost: 1.9, Err: 1}).Agree(), true, "a cost of 1.9 ± 1")
}
