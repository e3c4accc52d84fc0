package deadwood

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
)

// A naiveTable holds the melds of the knocker as lists of cards.
type naiveTable [][]card.Card

func newNaiveTable(a Arrangement) (t naiveTable) {
	for _, m := range a[:a.Len()] {
		t = append(t, slices.Collect(m.Each()))
	}
	return t
}

// with returns the table with c on meld i, or nil if the result is not a meld.
func (t naiveTable) with(c card.Card, i int) naiveTable {
	m := append(slices.Clone(t[i]), c)
	if !naiveMeld(m) {
		return nil
	}
	t = slices.Clone(t)
	t[i] = m
	return t
}

// naiveLayOffs returns the lay-offs of the framework, computed with lists.
func naiveLayOffs(unmelded []card.Card, table naiveTable) (all []LayOff) {
	slices.SortFunc(unmelded, func(a, b card.Card) int {
		order := func(c card.Card) int { return strings.Index("CHSD", c.String()[1:])*13 + int(c.Rank()) }
		return cmp.Compare(order(a), order(b))
	})
	for {
		before := len(all)
	search:
		for k, c := range unmelded {
			for i := range table {
				if t := table.with(c, i); t != nil {
					table = t
					all = append(all, LayOff{c, i})
					unmelded = slices.Delete(slices.Clone(unmelded), k, k+1)
					break search
				}
			}
		}
		if len(all) == before {
			return all
		}
	}
}

// laid calls f with all subsets of the cards that can be laid off together, in any
// order and onto any melds. It calls f more than once for some of them.
func (t naiveTable) laid(rest []card.Card, laid card.Cards, f func(card.Cards)) {
	f(laid)
	for k, c := range rest {
		for i := range t {
			if u := t.with(c, i); u != nil {
				u.laid(slices.Delete(slices.Clone(rest), k, k+1), laid.With(c), f)
			}
		}
	}
}

// layOffBest is the oracle of LayOffBest: all melds of the hand with all lay-offs.
func (n *naive) layOffBest(table naiveTable) (melds Arrangement, laidOff card.Cards) {
	type choice struct{ left, laid, melds int }
	best := choice{left: 1 << 20}
	n.arrangements(func(places []int, used int) {
		rest := n.pick(n.all() &^ used)
		table.laid(rest, 0, func(laid card.Cards) {
			left := slices.DeleteFunc(slices.Clone(rest), laid.Has)
			c := choice{naivePips(left), laid.Count(), len(places)}
			// Arrangements with the same number of melds are in the order of docs/rules-gin.md.
			if cmp.Or(cmp.Compare(c.left, best.left), cmp.Compare(c.laid, best.laid), cmp.Compare(c.melds, best.melds)) < 0 {
				best, melds, laidOff = c, n.arrangement(places), laid
			}
		})
	})
	return melds, laidOff
}

// knocks calls f with a hand and the melds of a knocker, both from few ranks or
// suits, so that there are many lay-offs.
func knocks(n int, f func(hand card.Cards, knocker Arrangement)) {
	keeps := []cardtest.Filter{
		cardtest.AnyCard, cardtest.Neighbours(5), cardtest.Neighbours(6), cardtest.Neighbours(8), cardtest.SomeRanks(6), cardtest.SomeSuits(2), cardtest.SomeSuits(3),
	}
	for k, keep := range keeps {
		rng := rand.New(rand.NewPCG(uint64(k), 6))
		for done := 0; done < n; {
			var cards []card.Card
			want := keep(rng, card.NoRank)
			for c := range card.All.Each() {
				if want(c) {
					cards = append(cards, c)
				}
			}
			rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
			knocker := Best(setOf(cards[:10]...))
			if knocker.Len() == 0 {
				continue
			}
			rng.Shuffle(knocker.Len(), func(i, j int) { knocker[i], knocker[j] = knocker[j], knocker[i] })
			f(setOf(cards[10:min(20, len(cards))]...), knocker)
			done++
		}
	}
}

// checkLayOffs compares both kinds of lay-offs with the oracle and returns them.
func checkLayOffs(t *testing.T, hand card.Cards, knocker Arrangement) (greedy []LayOff, melds Arrangement) {
	t.Helper()
	table, n := newNaiveTable(knocker), newNaive(hand)
	unmelded := hand &^ Best(hand).Cards()
	greedy = AppendLayOffs(nil, unmelded, knocker)
	if want := naiveLayOffs(slices.Collect(unmelded.Each()), table); !slices.Equal(greedy, want) {
		t.Errorf("AppendLayOffs(%v, %v) = %v, want %v", slices.Collect(unmelded.Each()), table, greedy, want)
	}
	melds, laidOff := LayOffBest(hand, knocker)
	wantMelds, wantLaid := n.layOffBest(table)
	if melds != wantMelds || laidOff != wantLaid {
		t.Errorf("LayOffBest(%v, %v) = %x, %x, want %x, %x", n.cards, table, melds, laidOff, wantMelds, wantLaid)
	}
	// The lay-offs can be made one after the other, and lay off all cards.
	rest := laidOff
	for _, l := range AppendMostLayOffs(nil, hand&^melds.Cards(), knocker) {
		if table = table.with(l.Card, l.Onto); table == nil || !rest.Has(l.Card) {
			t.Fatalf("%v cannot be laid off onto %x", l, knocker)
		}
		rest = rest.Without(l.Card)
	}
	if rest != 0 {
		t.Errorf("AppendMostLayOffs leaves %v of %v over", slices.Collect(rest.Each()), slices.Collect(laidOff.Each()))
	}
	return greedy, melds
}

func TestLayOffsOfRandomHands(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 30
	}
	laid, joint := 0, 0
	knocks(n, func(hand card.Cards, knocker Arrangement) {
		greedy, melds := checkLayOffs(t, hand, knocker)
		laid += len(greedy)
		if melds != Best(hand) {
			joint++
		}
	})
	if laid == 0 || joint == 0 {
		t.Errorf("%d cards laid off greedily, %d hands not at their best arrangement, want more", laid, joint)
	}
}

func TestExtensions(t *testing.T) {
	for _, tt := range []struct {
		melds   []string // lay-offs included
		laidOff string
		limit   int
		want    string
	}{
		{nil, "", 0, ""},
		{[]string{"3C 4C 5C"}, "", 0, "2C 6C"},
		{[]string{"AC 2C 3C"}, "", 0, "4C"},
		{[]string{"JC QC KC"}, "", 0, "TC"},
		{[]string{"JS QS KS", "AC 2C 3C", "AD 2D 3D"}, "", 0, "TS 4C 4D"},
		{[]string{"8C 8D 8H"}, "", 0, "8S"},
		{[]string{"8C 8D 8H 8S"}, "8S", 0, ""},
		{[]string{"3C 4C 5C 6C 7C"}, "6C 7C", 0, "2C 8C"},
		{[]string{"3C 4C 5C 6C 7C"}, "6C 7C", 3, "2C 8C"},
		{[]string{"3C 4C 5C 6C 7C"}, "6C 7C", 2, "2C"},
		{[]string{"3C 4C 5C 6C 7C"}, "6C 7C 3D", 2, "2C"},
		{[]string{"3C 4C 5C 6C 7C"}, "3C 4C", 2, "8C"},
		{[]string{"3C 4C 5C 6C 7C"}, "3C 7C", 1, ""},
		{[]string{"3C 4C 5C 6C 7C"}, "3C 7C", 2, "2C 8C"},
		{[]string{"8C 8D 8H", "9S TS JS"}, "", 1, "8S QS"},
	} {
		var a Arrangement
		for i, m := range tt.melds {
			a[i] = parseSet(t, m)
		}
		got := a.Extensions(parseSet(t, tt.laidOff), tt.limit)
		if got != parseSet(t, tt.want) {
			t.Errorf("Extensions of %v, %s laid off, limit %d: %v, want %s", tt.melds, tt.laidOff, tt.limit, slices.Collect(got.Each()), tt.want)
		}
	}
	for _, m := range melds {
		got := Extensions(m, 0, 0)
		for c := range card.All.Each() {
			want := !m.Has(c) && naiveMeld(slices.Collect(m.With(c).Each()))
			if got.Has(c) != want {
				t.Errorf("Extensions(%v).Has(%v) = %t, want %t", slices.Collect(m.Each()), c, !want, want)
			}
		}
		if got&^card.All != 0 {
			t.Errorf("Extensions(%v) = %x, not only cards", slices.Collect(m.Each()), got)
		}
	}
}
