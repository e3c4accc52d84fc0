package mindist_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/features/mindist"
)

// A hand of saha2025mindist, section IV.B: one card, the 4 of spades, makes it a valid
// declaration, although its MinScore is 79. The suits are chosen, so that no pure sequence is in
// it, as the text says; they are lost in the text that was read.
func ExampleOf() {
	hand, _ := card.ParseAll("3S 9S 5S 6S JH QH 7D 2S 2H 2D AH AD AC")
	fmt.Println(mindist.Of(card.BagOf(hand...), card.Seven))
	// Output: 1
}

func ExampleComplete() {
	hand, _ := card.ParseAll("3S 9S 5S 6S JH QH 7D 2S 2H 2D AH AD AC")
	c := mindist.Complete(card.BagOf(hand...), card.Seven)
	for _, m := range c.Melds {
		fmt.Print(m.Kind, ":")
		for _, p := range m.Places {
			switch p.Role {
			case mindist.Natural:
				fmt.Print(" ", p.Card)
			case mindist.Joker:
				fmt.Printf(" %v for %v", p.Card, p.For)
			case mindist.SuperJoker:
				fmt.Printf(" %v is missing", p.For)
			}
		}
		fmt.Println()
	}
	fmt.Println("free:", card.Format(c.Free))
	// Output:
	// pure sequence: TH is missing JH QH
	// pure set: AC AD AH
	// pure set: 2D 2H 2S
	// sequence: 3S 7D for 4S 5S 6S
	// free: 9S
}

func ExampleDraws() {
	hand, _ := card.ParseAll("4H 5H 6H 9C TC JC QC 2S 2D 2C KD KS 7C")
	var dist [card.NumKinds]int8
	d := mindist.Draws(&dist, card.BagOf(hand...), card.Five)
	fmt.Print("distance ", d, ", outs")
	for i, after := range dist {
		if int(after) < d {
			fmt.Print(" ", card.FromIndex(i))
		}
	}
	fmt.Println()
	// Output: distance 1, outs 5C KC 5D 5H KH 5S JK
}
