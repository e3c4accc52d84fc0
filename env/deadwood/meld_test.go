package deadwood

import (
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

func TestMelds(t *testing.T) {
	melds := Melds()
	must.Equal(t, len(melds), 329, "melds")
	short := 0
	for i, m := range melds {
		cards := slices.Collect(m.Each())
		if !naiveMeld(cards) {
			t.Errorf("%v is not a meld", cards)
		}
		if i > 0 && naiveOrder(slices.Collect(melds[i-1].Each()), cards) >= 0 {
			t.Errorf("%v is not after meld %d", cards, i-1)
		}
		if m.Count() <= 5 {
			short++
		}
	}
	must.Equal(t, short, 185, "melds have 3 to 5 cards")
	melds[0] = 0
	if Melds()[0] == 0 {
		t.Error("Melds returns its own slice, want a copy")
	}
}

// TestIsMeld tries all sets of up to five cards of a small deck, all melds with one
// card more or less, and values that are not sets of cards.
func TestIsMeld(t *testing.T) {
	check := func(cs card.Cards) {
		if got, want := IsMeld(cs), slices.Contains(melds, cs); got != want {
			t.Errorf("IsMeld(%#x) = %t, want %t", cs, got, want)
		}
	}
	check(0)
	check(card.All)
	for _, m := range melds {
		check(m)
		for bit := range 64 {
			check(m ^ 1<<bit)
			check(m &^ (1<<bit | 1<<((bit+1)%64)))
		}
	}
	smallDecks(t, func(_ *naive, _ int, hand card.Cards) { check(hand) })
}

func TestNothingAllocates(t *testing.T) {
	tens, elevens := handsInPlay(1000, false), handsInPlay(1000, true)
	var dst [card.NumKinds]int8
	var held [maxHeldMelds]card.Cards
	var best [64]Arrangement
	var layOffs [10]LayOff
	sum := 0
	for name, f := range map[string]func(i int){
		"Of":           func(i int) { sum += Of(tens[i]) },
		"Discards":     func(i int) { sum += Discards(&dst, elevens[i]) },
		"AfterDiscard": func(i int) { sum += AfterDiscard(elevens[i]) },
		"InMelds":      func(i int) { sum += InMelds(tens[i]).Count() },
		"Completing":   func(i int) { sum += Completing(tens[i]).Count() },
		"PipTotal":     func(i int) { sum += PipTotal(tens[i]) },
		"Best":         func(i int) { sum += Best(tens[i]).Len() },
		"AppendBest":   func(i int) { sum += len(AppendBest(best[:0], tens[i])) },
		"AppendMelds":  func(i int) { sum += len(AppendMelds(held[:0], tens[i])) },
		"AppendLayOffs": func(i int) {
			sum += len(AppendLayOffs(layOffs[:0], tens[i], Best(elevens[999-i]&^tens[i])))
		},
		"AppendMostLayOffs": func(i int) {
			sum += len(AppendMostLayOffs(layOffs[:0], tens[i], Best(elevens[999-i]&^tens[i])))
		},
		"LayOffBest": func(i int) {
			melds, laidOff := LayOffBest(tens[i], Best(elevens[999-i]&^tens[i]))
			sum += melds.Len() + laidOff.Count()
		},
		"IsMeld": func(i int) {
			if IsMeld(tens[i]) {
				sum++
			}
		},
	} {
		before := sum
		n := testing.AllocsPerRun(1, func() {
			for i := range tens {
				f(i)
			}
		})
		must.Equal(t, n, 0, "%s of 1000 hands: allocations", name)
		if sum == before && name != "IsMeld" {
			t.Errorf("%s returns 0 for all hands", name)
		}
	}
}
