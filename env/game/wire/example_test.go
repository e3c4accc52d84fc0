package wire_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game/wire"
)

// The data has one byte after the cards.
func ExampleReader() {
	data := wire.AppendCards(nil, []card.Card{card.Joker, card.New(card.Ten, card.Spades)})
	r := wire.NewReader(append(data, 9))
	hand := make([]card.Card, 13)
	hand = hand[:r.Cards(hand)]
	fmt.Println(card.Format(hand))
	fmt.Println("the data", r.End())
	// Output:
	// JK TS
	// the data has 1 bytes after its end
}
