package ginhand

import (
	"math"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
)

// slowTerm computes r_o directly by formulas 12 to 17.
func slowTerm(hand card.Cards, v *OpponentView, f Formulas) float64 {
	term := 0.0
	possible := hand | v.Known | v.Unknown
	for c := range hand.Each() {
		for _, m := range deadwood.Melds() {
			if !m.Has(c) || m&^possible != 0 || m&v.Known == 0 {
				continue
			}
			if f == ReleasedFormulas && (m&hand).Count() != 1 {
				continue
			}
			ranks := map[card.Rank]bool{}
			for x := range m.Each() {
				ranks[x.Rank()] = true
			}
			if len(ranks) == 1 {
				pruned := false
				for x := range (v.Discarded | v.Refused).Each() {
					if f == PaperFormulas && ranks[x.Rank()] || f == ReleasedFormulas && v.Discarded.Has(x) && m.Has(x) {
						pruned = true
					}
				}
				if pruned {
					continue
				}
			}
			p := 1.0
			for x := range m.Each() {
				if !v.Known.Has(x) {
					p /= float64(v.Unknown.Count())
				}
			}
			term += p * float64(deadwood.Pips(c))
		}
	}
	return term
}

// TestOpponentTerm checks values counted by hand with ten unknown cards.
func TestOpponentTerm(t *testing.T) {
	hand := cardsOf(t, "9C AD 3D 5D 7D KD AH 3H 5H QS")
	for _, tt := range []struct {
		name                            string
		known, unknown, thrown, refused string
		paper, released                 float64
	}{
		{"nothing known", "", "8C TC JC 9D 9H 9S 2S 4S 6S 8S", "", "", 0, 0},
		// 8C 9C TC and 8C 9C TC JC.
		{"a run", "8C", "TC JC 2S 4S 6S 8S TS KS 2H 4H", "", "", 9 * (0.01 + 0.001), 9 * (0.01 + 0.001)},
		// 8C 9C TC, 8C 9C TC JC and 9C TC JC.
		{"two cards known", "8C TC", "JC 2S 4S 6S 8S TS KS 2H 4H 6H", "", "", 9 * (0.1 + 0.01 + 0.01), 9 * (0.1 + 0.01 + 0.01)},
		// 9C with 9D and 9H, with 9D and 9S, with all: 2 of 0.01 and 0.001.
		{"a set", "9D", "9H 9S 2S 4S 6S 8S TS KS 2H 4H", "", "", 9 * (0.02 + 0.001), 9 * (0.02 + 0.001)},
		{"a set of a discarded rank", "9D", "9H 2S 4S 6S 8S TS KS 2H 4H 6H", "9S", "", 0, 9 * 0.01},
		{"a set of a refused rank", "9D", "9H 2S 4S 6S 8S TS KS 2H 4H 6H", "", "9S", 0, 9 * 0.01},
		{"another rank refused", "9D", "9H 2S 4S 6S 8S TS KS 2H 4H 6H", "", "8H TH", 9 * 0.01, 9 * 0.01},
		{"a run of refused ranks", "8C", "TC JC 2S 4S 6S 8S TS KS 2H 4H", "", "8H 9S TD", 9 * (0.01 + 0.001), 9 * (0.01 + 0.001)},
		{"the opponent discarded the observer's card", "9D", "9H 9S 2S 4S 6S 8S TS KS 2H 4H", "9C", "", 0, 0},
		// AD 2D 3D has two own cards, 2D 3D 4D is not possible.
		{"two own cards", "2D", "2C 2S 4S 6S 8S TS KS 2H 4H 6H", "2C", "", 4 * 0.01, 0},
	} {
		v := &OpponentView{Known: cardsOf(t, tt.known), Unknown: cardsOf(t, tt.unknown), Discarded: cardsOf(t, tt.thrown), Refused: cardsOf(t, tt.refused)}
		if n := v.Unknown.Count(); n != 10 {
			t.Fatalf("%s: %d unknown cards", tt.name, n)
		}
		if got := OpponentTerm(hand, v, PaperFormulas); math.Abs(got-tt.paper) > 1e-12 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.paper)
		}
		if got := OpponentTerm(hand, v, ReleasedFormulas); math.Abs(got-tt.released) > 1e-12 {
			t.Errorf("%s, released: %v, want %v", tt.name, got, tt.released)
		}
	}
}
