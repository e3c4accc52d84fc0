package indian

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/meld"
	"rummygym/env/record"
)

// Guide tells how the game is played under these rules, in sentences of Text.
func (r Rules) Guide() record.Guide {
	sections, melds := r.sections(), r.melds()
	g := record.Guide{
		Steps: slices.DeleteFunc([]string{
			record.Paragraph(sections[0].Sentences[0], melds[0]),
			record.Paragraph(melds[1:6]...),
			r.cards()[1],
			r.turn()[0],
			record.Paragraph(r.declaring()[:2]...),
			r.score()[0],
		}, func(step string) bool { return step == "" }),
		Hand:    record.Hand{Melds: r.exampleMelds(), Measure: "points"},
		Caption: fmt.Sprintf("All %d cards are in melds: you can declare.", r.HandSize),
		Scores: []record.Price{
			{What: r.tens(), Points: "10 points"},
			{What: "Any other card", Points: "its number" + record.When(r.hasJokers(), "; a joker 0")},
			{What: `Give up before your first draw ("drop")`, Points: record.Count(r.FirstDrop, "point")},
			{What: "Drop before a later draw", Points: record.Count(r.MiddleDrop, "point")},
			{What: "You pay at most", Points: record.Count(r.Cap, "point")},
		},
		Sections: sections,
	}
	if r.Declaring == AnyCards {
		g.Scores = append(g.Scores, record.Price{What: "You declare wrongly", Points: record.Count(r.Cap, "point")})
	}
	return g
}

// exampleMelds returns the melds of a hand that can be declared.
func (r Rules) exampleMelds() (all []record.Group) {
	add := func(kind string, cards ...card.Card) {
		all = append(all, record.Group{Kind: kind, Cards: cards, Counts: true})
	}
	if r.usual() && r.Jokers > 0 && (r.HandSize == maxHand || r.HandSize == 10) {
		add(meld.PureSequence.String(), card.MustParseAll("4H 5H 6H 7H")...)
		add(meld.Sequence.String(), card.MustParseAll("8S JK TS")...)
		add(meld.PureSet.String(), card.MustParseAll("KC KD KS")...)
		add(meld.PureSet.String(), card.MustParseAll("2C 2D 2H")...)
		return all[:r.HandSize/meld.MinLength]
	}
	for _, m := range r.declaration(nil, r.HandSize, r.Requirement.demands().Sequences, r.Deck()) {
		cards := slices.Collect(m.Each())
		kind := meld.PureSequence
		if cards[0].Rank() == cards[1].Rank() {
			kind = meld.PureSet
		}
		add(kind.String(), cards...)
	}
	return all
}
