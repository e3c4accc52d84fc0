package opponent_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/internal/features/opponent"
)

// After an opponent takes the five of hearts and discards the king of spades, cards that
// meld with the five are more likely to be in its hand.
func ExampleHandTable_Ratio() {
	turn := gin.Turn{Player: 1, Source: gin.FromPile, Upcard: card.New(card.Five, card.Hearts), Discard: card.New(card.King, card.Spades)}
	for _, text := range []string{"5C", "6H", "6C", "KC"} {
		c, err := card.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v %.1f\n", c, opponent.SimpleHandTable().Ratio(c, turn))
	}
	// Output:
	// 5C 2.0
	// 6H 2.2
	// 6C 0.9
	// KC 0.5
}
