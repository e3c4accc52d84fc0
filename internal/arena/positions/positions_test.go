package positions_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/arena/stats"
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/search"
	"rummygym/internal/arena/positions"
	"rummygym/internal/arena/review"
	"rummygym/internal/catalog"
	"rummygym/internal/features/text"
	"rummygym/internal/must"
)

var long = flag.Bool("long", false, "check all positions of the frozen sets")

func checkEntry(t *testing.T, g record.Described, e *positions.Entry) {
	t.Helper()
	p, err := text.ReadPosition(e.Position, text.Default())
	if err != nil {
		t.Fatalf("%s: %v", e.ID, err)
	}
	_, s := must.Get2(p.Play(g, rand.NewPCG(1, 2)))(t)
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
		if a, err := g.ParseAction(m.Name); err != nil || !legal.Has(a) {
			t.Errorf("%s: move %s: %v", e.ID, m.Name, err)
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
	if strings.HasPrefix(g.Name(), "gin") {
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

// TestCosts compares the costs of a judge at frozen positions with those of a plain evaluation: hidden cards are dealt at
// random, both players play on. The hands are drawn uniformly by both.
func TestCosts(t *testing.T) {
	c, _ := must.Get2(catalog.ReviewConfig(must.Get(catalog.ParseRules("gin", "openspiel"))(t), "simple", search.Gain))(t)
	c.Search.Sampler = func() search.Sampler { return search.GinSampler{} }
	c.Search.Rollouts = 3000
	j := must.Get(review.NewJudge(c))(t)
	create, _ := must.Get2(catalog.OpenAgent(must.Get(catalog.RulesOf(c.Game))(t), "simple"))(t)
	seats, obs := []game.Agent{create(), create()}, c.Game.NewObservation()
	var legal game.Mask
	compared, large := 0, 0
	lines, _ := must.Get2(positions.ShippedSet("gin"))(t)
	set := must.Get(positions.Read(bytes.NewReader(lines)))(t)
	set = slices.DeleteFunc(set, func(e positions.Entry) bool { return !strings.HasPrefix(e.ID, "gin-openspiel-") })
	for i := range 4 {
		e := &set[150*i+10]
		p := must.Get(text.ReadPosition(e.Position, text.Default()))(t)
		_, s := must.Get2(p.Play(c.Game, rand.NewPCG(1, 2)))(t)
		s.Observe(p.Seat, obs)
		s.Legal(&legal)
		costs, _ := must.Get2(j.Costs(nil, obs, &legal, 5))(t)
		const deals = 1000
		gains := make([][]float64, len(costs))
		for deal := range uint64(deals) {
			for i, m := range costs {
				_, s := must.Get2(p.Play(c.Game, rand.NewPCG(99, deal)))(t)
				must.Do(t, s.Apply(m.Action))
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
		for i, m := range costs { // the first is the best move
			var difference []float64
			for d := range deals {
				difference = append(difference, gains[0][d]-gains[i][d])
			}
			want := stats.MeanOf(difference)
			if z := math.Abs(m.Cost.Points-want.Value) / math.Hypot(m.Cost.PointsError, want.StdErr); z > 4 {
				t.Errorf("%s: %s costs %v ± %v, plain evaluation %v ± %v", e.ID, c.Game.ActionString(m.Action), m.Cost.Points, m.Cost.PointsError, want.Value, want.StdErr)
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

// frozen are the SHA-256 of the frozen sets. They change only with the words of the rules and texts, by "positions.py renew".
var frozen = map[string]string{
	"gin":    "09c7e929bf5f70eaa174640948b5217b804fc36ecdadc5d40965b29b77b9200c",
	"indian": "c06f78bb293af2376828330ddca708a6e92bb6dc7439b9569ce4e0d6f3a90737",
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
		enc := json.NewEncoder(&again)
		enc.SetEscapeHTML(false)
		for i := range set {
			must.Do(t, enc.Encode(&set[i]))
		}
		if !bytes.Equal(again.Bytes(), lines) {
			t.Errorf("%s: read and written again it has other bytes", name)
		}
		tables := map[string]record.Described{}
		var some []positions.Entry
		for i := 0; i < len(set); i += every {
			h := must.Get(set[i].Header())(t)
			if tables[string(h.Rules)] == nil {
				tables[string(h.Rules)] = must.Get(record.Describe(must.Get(catalog.RecordGame(h))(t)))(t)
			}
			checkEntry(t, tables[string(h.Rules)], &set[i])
			some = append(some, set[i])
		}
		before := math.Inf(-1)
		for _, spec := range agents[name] {
			answers := map[string]string{}
			for i := range some {
				g := tables[string(must.Get(some[i].Header())(t).Rules)]
				create, _ := must.Get2(catalog.OpenAgent(must.Get(catalog.RulesOf(g))(t), spec))(t)
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
