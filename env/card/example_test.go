package card_test

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
)

func Example() {
	deck := card.AppendDeck(nil, 2, 2) // two packs, two printed jokers
	card.Shuffle(deck, rand.NewPCG(1, 2))
	hand := card.BagOf(deck[:13]...)
	fmt.Println(hand.Count(), "of", len(deck))

	hand = card.BagOf(card.New(card.Ten, card.Diamonds), card.Joker)
	hand.Add(card.New(card.Ten, card.Diamonds))
	fmt.Println(hand)
	fmt.Println(hand.Of(card.New(card.Ten, card.Diamonds)), hand.Of(card.Joker))
	// Output:
	// 13 of 106
	// TD TD JK
	// 2 1
}

func ExampleParseAll() {
	cards, err := card.ParseAll("AS 10d JK")
	fmt.Println(card.Format(cards), err)
	_, err = card.ParseAll("AS 1X")
	fmt.Println(err)
	// Output:
	// AS TD JK <nil>
	// card 2: "1X" is not a card: want a rank (A 2-9 T J Q K) and a suit (C D H S) as in TD, or JK
}

// A set has one lane of ranks per suit, so shifts find three consecutive ranks.
func ExampleCards_AceHigh() {
	var hand card.Cards
	cards, _ := card.ParseAll("QS KS AS 2S 9H")
	for _, c := range cards {
		hand = hand.With(c)
	}
	runs := hand.AceHigh()
	runs &= runs >> 1 & (runs >> 2)
	fmt.Println(runs)
	// Output:
	// QS
}
