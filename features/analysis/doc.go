// Package analysis analyses single hands of both games exactly: best melds, score or
// deadwood, distance to a declaration, lay-offs. It is what the command solve answers, as
// JSON and as Go values:
//
//	h, err := analysis.ParseIndianHand([]byte(`{"cards":["AS","2S","3S"],"wild":"7"}`))
//	if err != nil {
//		return err
//	}
//	fmt.Println(h.Solve().MinScore)
//
// [NewIndianHand] and [NewGinHand] take cards instead, and [Stream] answers a file of hands. The packages meld, deadwood and mindist
// compute the single numbers faster.
package analysis
