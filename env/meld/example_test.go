package meld_test

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/meld"
)

func hand(text string) card.Bag {
	cards, err := card.ParseAll(text)
	if err != nil {
		panic(err)
	}
	return card.BagOf(cards...)
}

// The example of saha2025mindist, section IV.A. The paper prints 3♣ as the wild
// card and gives 27. But then 3♣ is a joker that completes the kings, whichever two of
// the four they are, and the score is 7; 27 is the score for another wild rank, for example 2.
func ExampleMinScore() {
	h := hand("3C 4C 5C 6C 9H TH JH 4H 4D 4S KS KH 7S")
	fmt.Println(meld.MinScore(h, card.Two))
	fmt.Println(meld.MinScore(h, card.Three))
	// Output:
	// 27
	// 7
}

// The example of lal2025grouping, from two packs.
func ExampleGroup() {
	g := meld.Group(hand("AH 2H 3H 4H AH 2H 3H 4H 4D QH KH 5H JK"), card.Four)
	for _, m := range g.Melds {
		fmt.Printf("%v: %s\n", m.Kind, card.Format(m.Cards))
	}
	fmt.Printf("%d points left over\n", g.Score)
	// Output:
	// pure sequence: AH 2H 3H
	// pure sequence: AH 2H 3H
	// sequence: JK 4D 5H
	// sequence: 4H 4H QH KH
	// 0 points left over
}

func ExampleMinScoreDiscards() {
	var scores [card.NumKinds]int16
	h := hand("3C 4C 5C 9H TH JH 4H 4D 4S KS KH 7S 7D 2C")
	meld.MinScoreDiscards(&scores, h, card.NoRank)
	for c := range h.Once.Each() {
		fmt.Printf("%v:%d ", c, scores[c.Index()])
	}
	// Output:
	// 2C:34 3C:57 4C:56 5C:34 4D:42 7D:27 4H:42 9H:66 TH:65 JH:65 KH:24 4S:42 7S:27 KS:24
}

// A wild card in its own place keeps a sequence pure.
func ExampleClassify() {
	cards, _ := card.ParseAll("4H 5H 6H")
	fmt.Println(meld.Classify(cards, card.Five))
	cards, _ = card.ParseAll("4H 5S 6H")
	fmt.Println(meld.Classify(cards, card.Five))
	// Output:
	// pure sequence
	// sequence
}

func ExampleJudge() {
	groups := func(texts ...string) (all [][]card.Card) {
		for _, t := range texts {
			cards, _ := card.ParseAll(t)
			all = append(all, cards)
		}
		return all
	}
	fmt.Println(meld.Judge(groups("AS 2S 3S", "4S 5S 6S", "9C 9D 9H", "KC KD KH JK"), card.NoRank))
	fmt.Println(meld.Judge(groups("AS 2S 3S 4S 5S 6S", "9C 9D 9H", "KC KD KH JK"), card.NoRank))
	// Output:
	// <nil>
	// the groups have 1 sequences, want at least 2, pure ones included
}

// Some tables ask for two pure sequences, or deal ten cards.
func ExampleRules() {
	rules := meld.Default()
	rules.Requirement = meld.PureAndPure
	rules.HandSize = 10
	rules.Cap = 60
	fmt.Println(rules.MinScore(hand("AS 2S 3S 7H 8H JK KC KD KH KS"), card.NoRank))
	fmt.Println(rules.MinScore(hand("AS 2S 3S 7H 8H 9H KC KD KH KS"), card.NoRank))
	// Output:
	// 55
	// 0
}
