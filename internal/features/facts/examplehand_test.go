package facts_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/internal/features/facts"
)

func ExampleParseIndianHand() {
	h, err := facts.ParseIndianHand([]byte(`{"cards":["3S","9S","5S","6S","JS","QS","7S","2S","2H","2D","AS","AH","AD"],"wild":"7"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	a := h.Solve()
	fmt.Println(a.MinScore, a.MinDist, a.Groups)
	// Output: 35 1 [[AS 2S 3S] [9S 7S JS QS]]
}

func ExampleNewGinHand() {
	cards, _ := card.ParseAll("8C 7D 9C 9H 8D 5C 9D 5H 6H 6S 8H")
	h, err := facts.NewGinHand(cards, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a := h.Solve()
	fmt.Println(a.Deadwood, a.Best, a.Unmelded)
	// Output: 29 [[8C 8H 8D] [9C 9H 9D]] [5C 5H 6H 6S 7D]
}
