package ginhand_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/internal/features/ginhand"
)

func ExampleMacrosOf() {
	for _, text := range []string{"4H 5H 5S", "4H 5H 6H"} {
		cards, err := card.ParseAll(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %+v\n", text, ginhand.MacrosOf(card.BagOf(cards...).Once))
	}
	// Output:
	// 4H 5H 5S: {Runs:0 Sets:0 Deadwood:14 Hits:4}
	// 4H 5H 6H: {Runs:1 Sets:0 Deadwood:0 Hits:2}
}
