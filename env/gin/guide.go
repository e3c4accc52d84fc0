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
			record.Paragraph(r.piles(), "At first the starter may only take the upcard or pass.", r.turn()[0]),
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
	if r.Pack() != card.All || r.HandSize <= 6 {
		return record.Hand{Melds: []record.Group{{Kind: "run", Cards: card.MustParseAll("AC 2C 3C"), Counts: true}}, Measure: "deadwood"}
	}
	h := record.Hand{
		Melds:    []record.Group{{Kind: "run", Cards: card.MustParseAll("5H 6H 7H"), Counts: true}, {Kind: "set", Cards: card.MustParseAll("9C 9D 9S"), Counts: true}},
		Unmelded: card.MustParseAll("KD 4S 2C AD")[:r.HandSize-6], Measure: "deadwood",
	}
	for _, c := range h.Unmelded {
		h.Points += deadwood.Pips(c)
	}
	return h
}
