package meld

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

func TestDeclareMatchesNaive(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 30
	}
	valid := 0
	hands(t, n, func(name string, cards []card.Card, wild card.Rank) {
		if len(cards) == 14 {
			return
		}
		hand := card.BagOf(cards...)
		want := newNaive(cards, wild, 5).declares()
		must.Equal(t, CanDeclare(hand, wild), want, "%s: CanDeclare(%v, %v)", name, hand, wild)
		if want {
			valid++
		}
	})
	if valid < n/2 {
		t.Errorf("only %d hands are valid declarations, want at least %d", valid, n/2)
	}
}

func TestDeclarableMatchesSearch(t *testing.T) {
	n := 600
	if testing.Short() {
		n = 200
	}
	finishes := 0
	hands(t, n, func(name string, cards []card.Card, wild card.Rank) {
		hand := card.BagOf(cards...)
		r := Default()
		r.HandSize = len(cards)
		if r.HandSize <= 13 {
			if got, want := CanDeclare(hand, wild), r.CanDeclare(hand, wild); got != want {
				t.Errorf("%s: CanDeclare(%v, %v) = %t, want %t", name, hand, wild, got, want)
			}
		}
		if r.HandSize--; r.HandSize == 0 {
			return
		}
		var want card.Cards
		wantJoker := false
		for c := range hand.Each() {
			if r.CanDeclare(hand.Without(c), wild) {
				finishes++
				want = want.With(c)
				wantJoker = wantJoker || c == card.Joker
			}
		}
		if got, joker := Declarable(hand, wild); got != want || joker != wantJoker {
			t.Errorf("%s: Declarable(%v, %v) = %v, %t, want %v, %t", name, hand, wild, got, joker, want, wantJoker)
		}
	})
	t.Logf("%d ways to finish", finishes)
}
