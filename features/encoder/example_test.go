package encoder_test

import (
	"fmt"

	"rummygym/env/indian"
	"rummygym/features/encoder"
)

// The layout describes the fields of the selected groups.
func ExampleIndian() {
	x, err := encoder.NewIndian(indian.Paper(), encoder.Score|encoder.Distance|encoder.Availability)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x.Layout().Size(), "entries")
	fmt.Print(x.Layout().Markdown())
	// Output:
	// 4 entries
	// | field | shape | type | range | meaning |
	// |---|---|---|---|---|
	// | `min_score` | [1] | uint8 | [0, 80] | MinScore of the observer's hand in points, capped; after the best discard while a discard is due |
	// | `min_score_uncapped` | [1] | uint8 | [0, 130] | min_score before the cap |
	// | `min_dist` | [1] | uint8 | [0, 13] | MinDist of the observer's hand in cards; after the best discard while a discard is due |
	// | `min_dist_available` | [1] | uint8 | [0, 99] | MinDist where each missing card must be a different card that can still be drawn; 99 if no declaration can be reached |
}
