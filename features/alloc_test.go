package features

import (
	"testing"

	"rummygym/env/card"
)

func TestNothingIsAllocated(t *testing.T) {
	tab.doubles.Do(tab.addDoubles)
	hands := append(handsInPlay(50, 1, 2, false, 5), handsInPlay(50, 2, 2, true, 6)...)
	var dist [card.NumKinds]int8
	for name, f := range map[string]func(d *dealt){
		"MinDist":          func(d *dealt) { MinDist(d.hand, d.wild) },
		"MinDistDiscards":  func(d *dealt) { MinDistDiscards(&dist, d.hand, d.wild) },
		"MinDistDraws":     func(d *dealt) { MinDistDraws(&dist, d.hand, d.wild) },
		"MinDistAvailable": func(d *dealt) { MinDistAvailable(d.hand, d.wild, d.avail) },
		"scarce":           func(d *dealt) { MinDistAvailable(d.hand, d.wild, card.Bag{Once: d.avail.Once &^ card.OfRank(d.wild)}) },
		"AvailableDraws":   func(d *dealt) { AvailableDraws(&dist, d.hand, d.wild, d.avail) },
		"FreeCards":        func(d *dealt) { FreeCards(d.hand, d.wild) },
		"OutsAmong":        func(d *dealt) { OutsAmong(d.hand, d.wild, card.All) },
		"FreeDiscards":     func(d *dealt) { FreeDiscards(d.hand, d.wild) },
		"outsAfterThrow": func(d *dealt) {
			outsAfterThrow(d.hand.With(card.Joker), d.wild, MinDist(d.hand.With(card.Joker), d.wild), card.All)
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
