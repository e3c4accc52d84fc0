package gin

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// TestStepwiseIsAutomatic plays hands twice: with automatic melds and the best lay-offs,
// and with the same melds and lay-offs as single actions, in both orders of the answer.
// Points and cards must be the same.
func TestStepwiseIsAutomatic(t *testing.T) {
	const hands = 3000
	r := Classic()
	r.Episode, r.KnockLimit = Hand, 40 // a high limit gives many knocks
	auto := newGame(t, r)
	r.Melding, r.LayingOff = ChosenMelds, ChosenLayOffs
	first := newGame(t, r)
	r.Answer = LayOffsFirst
	last := newGame(t, r)
	src := rand.NewPCG(8, 8)
	endings := map[ending]int{}
	long := 0
	for i := range hands {
		seed := src.Uint64()
		a, b := auto.NewTable(), first.NewTable()
		chosen := first
		if i%2 == 0 {
			chosen, b = last, last.NewTable()
		}
		auto.Deal(a, rand.NewPCG(seed, 1))
		chosen.Deal(b, rand.NewPCG(seed, 1))
		for a.Current() != game.NoPlayer {
			x := knockingAction(a, src)
			mustApply(t, a, x)
			mustApply(t, b, x)
		}
		want := a.last
		endings[want.ending]++
		if want.knocker == game.NoPlayer {
			continue
		}
		declareAll := func(p game.Player) {
			for _, m := range want.melds[p] {
				if p == want.knocker {
					m &^= want.laidOff
				}
				for _, part := range parts(m) {
					mustApply(t, b, MeldOf(part))
				}
				if m.Count() > 5 {
					long++
				}
			}
			mustApply(t, b, Pass)
		}
		layOffAll := func() {
			if b.phase != LayOff {
				return
			}
			var buf [HandSize]deadwood.LayOff
			for _, l := range deadwood.AppendMostLayOffs(buf[:0], want.laidOff, b.melds[b.knocker]) {
				mustApply(t, b, CardOf(l.Card))
			}
			mustApply(t, b, Pass)
		}
		declareAll(want.knocker)
		if b.phase == LayOff {
			layOffAll()
			declareAll(1 - want.knocker)
		} else {
			declareAll(1 - want.knocker)
			layOffAll()
		}
		got := b.last
		if got.ending != want.ending || got.points != want.points || got.winner != want.winner || got.hands != want.hands || got.laidOff != want.laidOff {
			t.Fatalf("hand %d: the ends differ; step by step:\n%v\nautomatically:\n%v", i, b, a)
		}
	}
	for _, e := range []ending{knocked, gin, undercut, void} {
		if endings[e] == 0 {
			t.Errorf("no hand ended by %s", e.name())
		}
	}
	if long == 0 {
		t.Error("no run of six was declared in parts")
	}
}

// parts splits m into the melds of 3 to 5 cards with which it is declared.
func parts(m card.Cards) (melds []card.Cards) {
	for m.Count() > 5 {
		n := 3 // the lowest three cards, so that at least three are left
		if m.Count() > 8 {
			n = 5
		}
		var low card.Cards
		for range n {
			low = low.With((m &^ low).First())
		}
		melds, m = append(melds, low), m&^low
	}
	if m != 0 {
		melds = append(melds, m)
	}
	return melds
}

// knockingAction returns a random action that keeps deadwood low and sometimes knocks.
func knockingAction(s *State, src *rand.PCG) game.Action {
	var legal game.Mask
	s.Legal(&legal)
	hand := s.hands[s.mover]
	switch {
	case s.phase == Discard && !legal.Has(Knock):
		var after [card.NumKinds]int8
		deadwood.Discards(&after, hand)
		best := legal.Nth(0)
		for a := range legal.Each() {
			if after[a] < after[best] {
				best = a
			}
		}
		return best
	case s.phase == KnockOrPass && deadwood.Of(hand) > 0 && card.Below(src, 3) > 0:
		return Pass
	}
	return legal.Nth(int(card.Below(src, uint64(legal.Count()))))
}
