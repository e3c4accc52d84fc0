package meld

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

func TestNothingAllocates(t *testing.T) {
	for _, packs := range []int{1, 2, 3} {
		thirteen, fourteen := inPlay(packs, 13), inPlay(packs, 14)
		var scores [card.NumKinds]int16
		sum := 0
		for name, f := range map[string]func(i int){
			"MinScore":         func(i int) { sum += MinScore(thirteen.hands[i], thirteen.wild[i]) },
			"MinScore of 14":   func(i int) { sum += MinScore(fourteen.hands[i], fourteen.wild[i]) },
			"MinScoreDiscards": func(i int) { MinScoreDiscards(&scores, fourteen.hands[i], fourteen.wild[i]) },
			"CanDeclare": func(i int) {
				if CanDeclare(thirteen.hands[i], thirteen.wild[i]) {
					sum++
				}
			},
			"Declarable": func(i int) {
				cards, _ := Declarable(fourteen.hands[i], fourteen.wild[i])
				sum += cards.Count()
			},
		} {
			n := testing.AllocsPerRun(1, func() {
				for i := range 1000 {
					f(i)
				}
			})
			must.Equal(t, n, 0, "%s of 1000 hands from %d packs: allocations", name, packs)
		}
		if sum == 0 {
			t.Error("all scores are 0")
		}
	}
}
