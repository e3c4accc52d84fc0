package playtest

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// CompareFields returns an error if an entry of an encoding differs from that of want, by
// the name of its field. Values above the range of a field are clipped to it. Entries of
// floats may differ by rounding and by half a step of 1/255 of the upper end of the range.
func CompareFields(layout game.Layout, got []float32, want map[string][]float64, rounding float64) error {
	at := 0
	for _, f := range layout {
		values := want[f.Name]
		if len(values) != f.Size() {
			return fmt.Errorf("there are %d values of %s%v, want %d", len(values), f.Name, f.Shape, f.Size())
		}
		for i, v := range values {
			v = min(v, f.High)
			off := 0.0
			if f.DType == game.Float32 {
				off = f.High/510 + rounding
			}
			if g := float64(got[at+i]); math.Abs(g-v) > off || g < f.Low {
				return fmt.Errorf("%s[%d] is %v, want %v", f.Name, i, g, v)
			}
		}
		at += f.Size()
	}
	return nil
}

// CheckPanics checks that each function panics with a value that contains its text.
func CheckPanics(t *testing.T, calls map[string]func()) {
	t.Helper()
	if err := comparePanics(calls); err != nil {
		t.Error(err)
	}
}

func comparePanics(calls map[string]func()) error {
	var bad []error
	for want, f := range calls {
		func() {
			defer func() {
				if r := fmt.Sprint(recover()); !strings.Contains(r, want) {
					bad = append(bad, fmt.Errorf("panic %q, want one with %q", r, want))
				}
			}()
			f()
		}()
	}
	return errors.Join(bad...)
}

// GinMelds are the 329 melds.
var GinMelds = deadwood.Melds()

// Deadwood returns the minimum deadwood of a hand: it tries all choices of disjoint melds
// from GinMelds[from:].
func Deadwood(hand card.Cards, from int) int {
	least := deadwood.PipTotal(hand)
	for i := from; i < len(GinMelds); i++ {
		if m := GinMelds[i]; m&^hand == 0 {
			least = min(least, Deadwood(hand&^m, i+1))
		}
	}
	return least
}

// Hits counts the cards not held with which at most as many cards are outside melds as
// before.
func Hits(hand card.Cards) int {
	left := func(h card.Cards) int { return h.Count() - deadwood.Best(h).Cards().Count() }
	n := 0
	for c := range (card.All &^ hand).Each() {
		if left(hand.With(c)) <= left(hand) {
			n++
		}
	}
	return n
}

// Roots returns the cards of a hand that are two cards of a meld of three whose third card
// is among the given cards (roots), and those third cards (affixes).
func Roots(hand card.Cards, among func(card.Card) bool) (roots, affixes card.Cards) {
	for _, m := range GinMelds {
		if affix := m &^ hand; m.Count() == 3 && affix.Count() == 1 && among(affix.First()) {
			roots, affixes = roots|m&hand, affixes|affix
		}
	}
	return roots, affixes
}
