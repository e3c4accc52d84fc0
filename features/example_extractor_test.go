package features_test

import (
	"fmt"

	"rummygym/env/indian"
	"rummygym/features"
)

// The layout says where each field is and what it means; groups of fields can be
// switched off.
func ExampleExtractor() {
	x, err := features.NewExtractor(indian.Paper(), features.Score|features.Distance|features.Availability)
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
	// | `min_score` | [] | uint8 | [0, 80] | MinScore of the hand in points, capped; of the best cards without one while there is one to discard |
	// | `min_score_uncapped` | [] | uint8 | [0, 130] | the same, not capped |
	// | `min_dist` | [] | uint8 | [0, 13] | MinDist of the hand in cards; of the best cards without one while there is one to discard |
	// | `min_dist_available` | [] | uint8 | [0, 99] | MinDist where each missing card must be one that can still come; 99 if no declaration can be reached |
}
