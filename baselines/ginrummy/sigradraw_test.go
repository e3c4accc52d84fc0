package ginrummy

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
)

// sigraPlayers returns the combinations, and some with other weights.
func sigraPlayers() []*SIGRA {
	all := sigraCombinations()
	for _, v := range []SIGRAVariant{SIGRAPaper, SIGRAHead, SIGRASeptember} {
		all = append(all,
			&SIGRA{Variant: v, MeldWeight: 0.3, OpponentWeight: 7.5},
			&SIGRA{Variant: v, MeldWeight: -1, OpponentWeight: 10},
			&SIGRA{Variant: v, MeldWeight: 10, OpponentWeight: -1, MaxKnock: 4},
			&SIGRA{Variant: v, SK: Off, MeldWeight: 2, OpponentWeight: 3})
	}
	return all
}

// sigraCombinations returns all variants of all eight combinations.
func sigraCombinations() (all []*SIGRA) {
	for _, v := range []SIGRAVariant{SIGRAPaper, SIGRAHead, SIGRASeptember} {
		for i := range Component(8) {
			all = append(all, &SIGRA{Variant: v, SK: i & 1, MMD: i >> 1 & 1, OM: i >> 2})
		}
	}
	return all
}

// compareWithPlain compares a draw and, with one more card, a discard of a player with those
// of the plain twin, and reports whether the upcard was taken.
func compareWithPlain(t *testing.T, a *SIGRA, o *gin.Observation, drawn card.Card) bool {
	t.Helper()
	var legal game.Mask
	legal.Set(gin.DrawUpcard)
	legal.Set(gin.DrawStock)
	legal.Set(gin.Pass)
	draw, _ := a.Act(o, &legal)
	took := draw == gin.DrawUpcard
	came := append([]card.Card(nil), a.came.cards[:a.came.count]...)
	plain := newPlainSIGRA(a, o)
	if take := plain.takes(came, o.Upcard); took != take {
		t.Fatalf("%s takes %v: %v, the plain twin: %v (%.15f, %.15f); hand %v, observation %+v",
			a, o.Upcard, took, take, plain.afterUpcard(came, o.Upcard), plain.expected(came), o.Hand, o)
	}

	after := *o
	after.Phase, after.Drawn, after.Hand = gin.Discard, drawn, o.Hand.With(drawn)
	after.FromPile = drawn == o.Upcard
	skip := card.None
	legal = game.Mask{}
	if after.FromPile {
		after.Pile, skip = o.Pile.Without(drawn), drawn
	}
	for c := range after.Hand.Each() {
		if c != skip {
			legal.Set(gin.CardOf(c))
		}
	}
	got, _ := a.Act(&after, &legal)
	plain = newPlainSIGRA(a, &after)
	if want := plain.best(append(came, drawn), skip, &plain.view); got != gin.CardOf(want) {
		t.Fatalf("%s discards %v, the plain twin %v; observation %+v", a, gin.ActionCard(got), want, after)
	}
	return took
}

// randomSIGRAView fills an observation with a random position, in which some
// cards of the opponent are known more often than in play.
func randomSIGRAView(r *rand.Rand, o *gin.Observation, rules *gin.Rules) {
	deck := r.Perm(52)
	next := func(n int) (cs card.Cards) {
		for _, i := range deck[:n] {
			cs = cs.With(card.FromIndex(i))
		}
		deck = deck[n:]
		return cs
	}
	*o = gin.Observation{Rules: rules, Phase: gin.Draw, KnockLimit: 10, Drawn: card.None}
	o.Hand = next(10)
	if r.IntN(3) == 0 { // cards of few ranks and suits contain more melds
		near := r.IntN(8)
		deck = r.Perm(52)
		slow, fast := deck[:0:0], deck[:0:0]
		for _, i := range deck {
			if rank := i % 13; rank >= near && rank < near+5 {
				fast = append(fast, i)
			} else {
				slow = append(slow, i)
			}
		}
		deck = append(fast, slow...)
		o.Hand = next(10)
		deck = append([]int(nil), deck...)
		r.Shuffle(len(deck), func(i, k int) { deck[i], deck[k] = deck[k], deck[i] })
	}
	up := next(1)
	o.Upcard, o.Pile = up.First(), up|next(r.IntN(30))
	if r.IntN(3) > 0 {
		o.Known[1] = next(r.IntN(6))
	}
	o.Given[1] = card.Cards(r.Uint64()) & (o.Pile | o.Hand)
	o.Refused[1] = o.Pile &^ o.Given[1]
	if r.IntN(4) == 0 {
		o.Phase, o.Pile, o.Known[1] = gin.FirstUpcard, up, 0
		o.Given[1], o.Refused[1] = 0, 0
	}
}

// nearUpcard sets the upcard to the unknown card for which the values of taking it and of
// drawing from the stock are closest.
func nearUpcard(a *SIGRA, o *gin.Observation) {
	a.Reset(0)
	a.came.follow(o)
	came := a.came.cards[:a.came.count]
	plain := newPlainSIGRA(a, o)
	stock, nearest, buried := plain.expected(came), o.Upcard, o.Upcard
	minimum := math.Abs(plain.afterUpcard(came, o.Upcard) - stock)
	for c := range o.Unknown().Each() {
		if d := math.Abs(plain.afterUpcard(came, c) - stock); d < minimum {
			nearest, minimum = c, d
		}
	}
	o.Upcard, o.Pile = nearest, o.Pile.Without(buried).With(nearest)
}

// TestSIGRADrawValues compares the values of the best hands after all draws, and
// the bound of the opponent term, with the plain twin.
func TestSIGRADrawValues(t *testing.T) {
	n := 4800
	if testing.Short() {
		n = 960
	}
	rules := gin.EAAI()
	r := rand.New(rand.NewPCG(5, 2))
	players := sigraPlayers()
	for i := range n {
		a := players[i%len(players)]
		var o gin.Observation
		randomSIGRAView(r, &o, &rules)
		a.Reset(0)
		a.came.follow(&o)
		came := a.came.cards[:a.came.count]
		plain := newPlainSIGRA(a, &o)
		j, d := &a.judge, &a.judge.draw
		j.look(&o)
		d.prepare(j, o.Hand, &a.came)
		d.bound(o.Upcard)
		if !j.models() && d.maxTerm != 0 {
			t.Fatalf("%s: bound %v of the opponent term, want 0 without one", a, d.maxTerm)
		}
		check := func(name string, got, want, slack float64) {
			if got < want-1e-9 || got > want+slack+1e-9 {
				t.Fatalf("%s, %s: %.12f, want %.12f to %.12f more; observation %+v", a, name, got, want, slack, o)
			}
		}
		if !plain.released() {
			check("upcard without the term", d.best(o.Upcard, false), plain.afterUpcard(came, o.Upcard), d.maxTerm)
			for u := range d.unknown.Each() {
				check("draw without the term", d.best(u, true), plain.drawn(came, u, card.None), d.maxTerm)
			}
		}
		if j.models() {
			d.model()
		}
		check("upcard", d.best(o.Upcard, false), plain.afterUpcard(came, o.Upcard), 0)
		for u := range d.unknown.Each() {
			check("draw", d.best(u, true), plain.drawn(came, u, card.None), 0)
		}
	}
}

// TestSIGRAPlain compares decisions in random positions with the plain twin.
func TestSIGRAPlain(t *testing.T) {
	n := 15_000
	if testing.Short() {
		n = 1500
	}
	rules := gin.EAAI()
	r := rand.New(rand.NewPCG(1, 2))
	players := sigraPlayers()
	taken := 0
	for i := range n {
		a := players[i%len(players)]
		var o gin.Observation
		randomSIGRAView(r, &o, &rules)
		if i/len(players)%2 == 0 {
			nearUpcard(a, &o)
		}
		drawn := o.Upcard
		if unknown := o.Unknown(); i%3 > 0 {
			for range r.IntN(unknown.Count()) {
				unknown &= unknown - 1
			}
			drawn = unknown.First()
		}
		a.Reset(0)
		if compareWithPlain(t, a, &o, drawn) {
			taken++
		}
	}
	if taken < n/10 || taken > n/2 {
		t.Errorf("%d upcards taken of %d, want a tenth to a half", taken, n)
	}
}

// TestSIGRAPlainInPlay compares decisions in matches with the plain twin.
func TestSIGRAPlainInPlay(t *testing.T) {
	matches := uint64(8)
	if testing.Short() {
		matches = 1
	}
	decisions := 0
	act := func(agent game.Agent, o *gin.Observation, legal *game.Mask) (game.Action, float64) {
		a := agent.(*SIGRA)
		action, probability := a.Act(o, legal)
		plain := newPlainSIGRA(a, o)
		came := a.came.cards[:a.came.count]
		switch {
		case legal.Has(gin.DrawUpcard):
			if want := plain.takes(came, o.Upcard); (action == gin.DrawUpcard) != want {
				t.Fatalf("%s takes %v: %v, the plain twin: %v; observation %+v", a, o.Upcard, !want, want, o)
			}
			decisions++
		case o.Phase == gin.Discard:
			skip := card.None
			if o.FromPile {
				skip = o.Drawn
			}
			if want := plain.best(came, skip, &plain.view); action != gin.CardOf(want) {
				t.Fatalf("%s discards %v, the plain twin %v; observation %+v", a, gin.ActionCard(action), want, o)
			}
			decisions++
		}
		return action, probability
	}
	for i, a := range sigraPlayers() {
		b := newGinTable(t, gin.EAAI(), ginWatch{a, act}, newGinPlayer(t, []string{"simple", "stubborn"}[i%2]))
		for k := range 10 * matches {
			b.play(t, uint64(i), k, nil)
		}
	}
	if want := int(matches) * 2000; decisions < want {
		t.Errorf("%d decisions, want at least %d", decisions, want)
	}
}
