package mindist

import (
	"testing"

	"rummygym/env/card"
)

// TestNothingIsAllocated checks that functions that return only numbers and sets do not
// allocate.
func TestNothingIsAllocated(t *testing.T) {
	tab.doubles.Do(tab.addDoubles)
	hands := append(handsInPlay(50, 1, 2, false, 5), handsInPlay(50, 2, 2, true, 6)...)
	var dist [card.NumKinds]int8
	var odds [card.NumKinds]float32
	for i := range odds {
		odds[i] = float32(i) / card.NumKinds
	}
	for name, f := range map[string]func(d *dealt){
		"MinDist":          func(d *dealt) { Of(d.hand, d.wild) },
		"MinDistDiscards":  func(d *dealt) { Discards(&dist, d.hand, d.wild) },
		"MinDistDraws":     func(d *dealt) { Draws(&dist, d.hand, d.wild) },
		"MinDistAvailable": func(d *dealt) { Available(d.hand, d.wild, d.avail) },
		"scarce":           func(d *dealt) { Available(d.hand, d.wild, card.Bag{Once: d.avail.Once &^ card.OfRank(d.wild)}) },
		"AvailableDraws":   func(d *dealt) { AvailableDraws(&dist, d.hand, d.wild, d.avail) },
		"ExpectedTurns":    func(d *dealt) { ExpectedTurns(d.hand, d.wild, d.avail) },
		"Expected":         func(d *dealt) { Expected(d.hand, d.wild, card.Bag{}, d.avail, &odds) },
		"OutsAmong":        func(d *dealt) { OutsAmong(d.hand, d.wild, card.All) },
		"FreeDiscards":     func(d *dealt) { FreeDiscards(d.hand, d.wild) },
		"outsAfterThrow": func(d *dealt) {
			outsAfterDiscard(d.hand.With(card.Joker), d.wild, Of(d.hand.With(card.Joker), d.wild), card.All)
		},
		"RelatedTo": func(d *dealt) { RelatedTo(d.hand.Once) },
	} {
		n := testing.AllocsPerRun(1, func() {
			for i := range hands {
				f(&hands[i])
			}
		})
		if n != 0 {
			t.Errorf("%s allocates %v times in %d calls", name, n, len(hands))
		}
	}
}
