package gin

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/record"
)

// Guide tells how the game is played under these rules, in sentences of Text.
func (r Rules) Guide() record.Guide {
	hand := r.exampleHand()
	g := record.Guide{
		Steps: []string{
			record.Paragraph(append(r.aim()[1:2], r.melds()[:3]...)...),
			record.Paragraph(r.piles(), "The starter may only take the upcard or pass.", r.turn()[0]),
			r.knocking()[0],
			record.Paragraph(slices.DeleteFunc(r.afterKnock(), func(s string) bool {
				return slices.Contains(r.layingOff(), s) || strings.HasPrefix(s, "A run of more")
			})...),
		},
		Hand: hand, Caption: fmt.Sprintf("The cards outside melds are worth %d points; this is the deadwood.", hand.Points), Sections: r.sections(),
	}
	opponent := "the opponent's deadwood"
	if court := strings.TrimSuffix(r.courtCards(), " 10, "); court != "" {
		g.Scores = append(g.Scores, record.Price{What: "A" + court[1:], Points: "10 points"})
	}
	g.Scores = append(g.Scores, record.Price{What: "Any other card", Points: "its number; an ace 1"})
	if !r.onlyGin() {
		g.Scores = append(g.Scores, record.Price{What: "Knock with less deadwood than the opponent", Points: "the difference"})
	}
	g.Scores = append(g.Scores, record.Price{What: "Gin (a knock without deadwood)", Points: plus(r.GinBonus, opponent)})
	if r.BigGinBonus > 0 {
		g.Scores = append(g.Scores, record.Price{What: fmt.Sprintf("Big gin: all %d cards are in melds", r.HandSize+1), Points: plus(r.BigGinBonus, opponent)})
	}
	if !r.onlyGin() {
		g.Scores = append(g.Scores, record.Price{What: "Undercut: the opponent knocks without gin, but your deadwood is as low or lower", Points: plus(r.UndercutBonus, "the difference")})
		if r.Tie == TieScoresNothing {
			g.Scores[len(g.Scores)-1].What = "Undercut: the opponent knocks without gin, but your deadwood is lower"
		}
	}
	return g
}

// exampleHand returns the hand of example.
func (r Rules) exampleHand() record.Hand {
	run := []card.Card{card.New(card.Ace, card.Clubs), card.New(card.Two, card.Clubs), card.New(card.Three, card.Clubs)}
	if r.Pack() != card.All || r.HandSize <= 6 {
		return record.Hand{Melds: []record.Group{{Kind: "run", Cards: run, Counts: true}}, Measure: "deadwood"}
	}
	at := func(rank card.Rank, suits ...card.Suit) (cards []card.Card) {
		for _, s := range suits {
			cards = append(cards, card.New(rank, s))
		}
		return cards
	}
	run = append(append(at(card.Five, card.Hearts), at(card.Six, card.Hearts)...), at(card.Seven, card.Hearts)...)
	loose := append(append(append(at(card.King, card.Diamonds), at(card.Four, card.Spades)...), at(card.Two, card.Clubs)...), at(card.Ace, card.Diamonds)...)[:r.HandSize-6]
	h := record.Hand{
		Melds:    []record.Group{{Kind: "run", Cards: run, Counts: true}, {Kind: "set", Cards: at(card.Nine, card.Clubs, card.Diamonds, card.Spades), Counts: true}},
		Unmelded: loose, Measure: "deadwood",
	}
	for _, c := range loose {
		h.Points += deadwood.Pips(c)
	}
	return h
}
