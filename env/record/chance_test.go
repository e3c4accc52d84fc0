package record_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// smallIndian is Indian Rummy with a deck of eight cards.
func smallIndian(t testing.TB, change func(*indian.Rules)) *indian.Game {
	r := indian.Paper52()
	r.Jokers, r.Ranks, r.Suits, r.HandSize, r.MaxRounds = 0, 4, 2, 3, 1
	r.Wildcard, r.Requirement = indian.NoWildcard, indian.OnePure
	change(&r)
	return must.Get(indian.New(r))(t)
}

// each calls visit with all orders of the cards.
func each(cards []card.Card, n int, visit func()) {
	if n == len(cards) {
		visit()
		return
	}
	for i := n; i < len(cards); i++ {
		cards[n], cards[i] = cards[i], cards[n]
		each(cards, n+1, visit)
		cards[n], cards[i] = cards[i], cards[n]
	}
}

// seenDeal names a deal without the order of the stock.
func seenDeal(e *record.Event) string {
	sorted := make([][]card.Card, len(e.Hands))
	for p := range e.Hands {
		sorted[p] = slices.Sorted(slices.Values(e.Hands[p]))
	}
	return fmt.Sprint(sorted, e.Upcard, e.Wildcard)
}

// TestChance compares the deals and the first draw with all 40,320 orders of a deck of eight cards.
func TestChance(t *testing.T) {
	g := smallIndian(t, func(*indian.Rules) {})
	draw := func(s game.State) string {
		to := g.NewState()
		to.CopyFrom(s)
		must.Do(t, to.Apply(indian.DrawStock))
		return g.AppendEvents(nil, s, to, indian.DrawStock)[0].Card.String()
	}
	want, orders := map[string]float64{}, 0.0
	s := g.NewState()
	deck := g.Deck()
	each(deck, 0, func() {
		must.Do(t, g.DealDeck(s, deck, 1))
		want[seenDeal(&g.AppendEvents(nil, nil, s, game.NoAction)[0])+draw(s)]++
		orders++
	})
	c := must.Get(record.NewChance(g))(t)
	to := g.NewState()
	var buf []record.Event
	sum := 0.0
	must.Do(t, c.Deals(func(deal *record.Event, probability float64) (err error) {
		must.Do(t, record.DealRecorded(g, s, deal))
		name := seenDeal(deal)
		buf, err = c.Apply(buf, s, to, indian.DrawStock, func(events []record.Event, share float64) error {
			if len(events) != 1 || events[0].Type != record.Draw || to.Current() != 0 {
				t.Fatalf("the events of a draw are %v", events)
			}
			outcome := name + events[0].Card.String()
			if p := probability * share; math.Abs(p-want[outcome]/orders) > 1e-12 {
				t.Errorf("%s has the probability %v, and it is in %v of %v orders", outcome, p, want[outcome], orders)
			}
			delete(want, outcome)
			sum += probability * share
			return nil
		})
		return err
	}))
	deals := 0.0
	must.Do(t, c.Deals(func(*record.Event, float64) error { deals++; return nil }))
	must.Equal(t, must.Get(c.Count())(t), deals, "the number of deals")
	if len(want) > 0 || math.Abs(sum-1) > 1e-9 {
		t.Errorf("%d outcomes are missing, and the others sum to %v", len(want), sum)
	}
}

// TestChanceRefuses checks what cannot be listed.
func TestChanceRefuses(t *testing.T) {
	skips := smallIndian(t, func(r *indian.Rules) { r.Wildcard, r.Jokers = indian.NextNatural, 2 })
	err := must.Get(record.NewChance(skips))(t).Deals(func(*record.Event, float64) error { return nil })
	must.Fail(t, err, "replace cards that are dealt", "without jokers in the deck")

	race := series.Rules{Format: series.Race, Seats: 2, Target: 100, Games: 1, MaxDeals: 9}
	match := must.Get(series.New(race, func(int) (series.Deal, error) { return gin.New(gin.EAAI()) }))(t) // the first hand of a match ends, and the next one is dealt
	c := must.Get(record.NewChance(match))(t)
	s, to := match.NewState(), match.NewState()
	match.Deal(s, game.DealSource(1, 0))
	for {
		var legal game.Mask
		s.Legal(&legal)
		var next game.State
		if _, err = c.Apply(nil, s, to, legal.Nth(legal.Count()-1), func([]record.Event, float64) error {
			next = match.NewState()
			next.CopyFrom(to)
			return nil
		}); err != nil {
			break
		}
		s = next
	}
	must.Fail(t, err, "draws from a stock that it does not report")
}

// TestChanceReshuffles checks the draws after a reshuffle: the new stock is the old discard pile without its top, and each of its
// cards is equally likely.
func TestChanceReshuffles(t *testing.T) {
	g := smallIndian(t, func(r *indian.Rules) { r.Ranks, r.MaxRounds = 5, 9 })
	c := must.Get(record.NewChance(g))(t)
	s, to := g.NewState(), g.NewState()
	g.Deal(s, game.DealSource(3, 0))
	for range 40 {
		if s.Current() == game.NoPlayer {
			t.Fatal("the game ended before a reshuffle")
		}
		var legal game.Mask
		s.Legal(&legal)
		a := indian.DrawStock
		if !legal.Has(a) {
			a = legal.Nth(0)
		}
		sum, reshuffled := 0.0, false
		var drawn []card.Card
		next := g.NewState()
		_, err := c.Apply(nil, s, to, a, func(events []record.Event, share float64) error {
			next.CopyFrom(to)
			sum += share
			if events[0].Type == record.Reshuffle {
				reshuffled = true
				drawn = append(drawn, events[1].Card)
			}
			return nil
		})
		must.Do(t, err)
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("the probabilities of action %d sum to %v", a, sum)
		}
		if reshuffled {
			if n := len(drawn); n < 2 || n != len(slices.Compact(slices.Sorted(slices.Values(drawn)))) {
				t.Errorf("after a reshuffle the cards drawn are %v", drawn)
			}
			return
		}
		s.CopyFrom(next)
	}
	t.Fatal("there was no reshuffle")
}
