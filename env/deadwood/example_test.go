package deadwood_test

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
)

func cards(text string) (cs card.Cards) {
	list, err := card.ParseAll(text)
	if err != nil {
		panic(err)
	}
	return card.BagOf(list...).Once
}

func show(cs card.Cards) string { return card.Format(slices.Collect(cs.Each())) }

// The sevens can form a set, or two of them can extend runs.
func ExampleOf() {
	h := cards("5C 6C 7C 7D 7H 8H 9H TH 2S KS")
	fmt.Println(deadwood.Of(h))
	for _, m := range deadwood.Best(h) {
		fmt.Println(show(m))
	}
	// Output:
	// 19
	// 5C 6C 7C
	// 7H 8H 9H TH
	//
}

func ExampleDiscards() {
	var after [card.NumKinds]int8
	h := cards("AC 2C 3C 9D 9H 9S 5D 6D 7H JS KS")
	fmt.Println("minimum:", deadwood.Discards(&after, h))
	for c := range h.Each() {
		fmt.Printf("%v:%d ", c, after[c.Index()])
	}
	// Output:
	// minimum: 28
	// AC:43 2C:42 3C:41 5D:33 6D:32 9D:56 7H:31 9H:56 9S:56 JS:28 KS:28
}

// All best arrangements leave the same points.
func ExampleAppendBest() {
	for _, a := range deadwood.AppendBest(nil, cards("4C 5C 6C 7C 8C 9C KD KH QS 2S")) {
		fmt.Println(a.Len(), "melds, the first is", show(a[0]))
	}
	// Output:
	// 1 melds, the first is 4C 5C 6C 7C 8C 9C
	// 2 melds, the first is 4C 5C 6C
}

// The framework of the papers lays the six off onto the first meld that it extends,
// here the set. Then the seven is left over.
func ExampleAppendLayOffs() {
	knocker := deadwood.Arrangement{cards("6H 6S 6D"), cards("3C 4C 5C")}
	for _, l := range deadwood.AppendLayOffs(nil, cards("6C 7C KD"), knocker) {
		fmt.Println(l.Card, "onto", show(knocker[l.Onto]))
	}
	for _, l := range deadwood.AppendMostLayOffs(nil, cards("6C 7C KD"), knocker) {
		fmt.Println(l.Card, "onto", show(knocker[l.Onto]))
	}
	// Output:
	// 6C onto 6D 6H 6S
	// 6C onto 3C 4C 5C
	// 7C onto 3C 4C 5C
}

// The fives form a set, but if they are laid off the fours can follow, which saves
// more points.
func ExampleLayOffBest() {
	knocker := deadwood.Arrangement{cards("6H 7H 8H"), cards("6C 7C 8C")}
	melds, laidOff := deadwood.LayOffBest(cards("5C 5H 5S 4C 4H KD"), knocker)
	fmt.Println(melds.Len(), "melds; laid off:", show(laidOff))
	// Output:
	// 0 melds; laid off: 4C 5C 4H 5H
}
