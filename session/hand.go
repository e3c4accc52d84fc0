package session

import (
	"rummygym"
	"rummygym/arena/review"
	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/analysis"
	"rummygym/features/mindist"
)

// Hand is a hand sorted by melds.
type Hand struct {
	Melds    []Meld      `json:"melds"`
	Unmelded []card.Card `json:"unmelded"`           // all other cards, the one just drawn too
	Points   int         `json:"points"`             // MinScore or deadwood, after the best discard if one is due
	Distance *int        `json:"distance,omitempty"` // MinDist, of Indian Rummy
}

// Meld is a meld of a hand.
type Meld struct {
	Kind   string      `json:"kind"` // such as "pure sequence" or "run"
	Cards  []card.Card `json:"cards"`
	Counts bool        `json:"counts"` // whether its cards count no points; in Indian Rummy the sequences that a declaration needs may still be missing
}

// Arrange sorts the observer's hand by melds, in the way that costs the fewest points.
func Arrange(t *rummygym.GameType, obs game.Observation) Hand {
	switch o := obs.(type) {
	case *indian.Observation:
		return indianTable{o}.arrange()
	case *gin.Observation:
		return arrangeGin(o)
	}
	return Hand{Unmelded: t.Sight(obs).Hand}
}

// arrangeGin sorts a hand of Gin Rummy.
func arrangeGin(o *gin.Observation) Hand {
	best := deadwood.Best(o.Hand)
	h := Hand{Unmelded: analysis.GinOrder(o.Hand &^ best.Cards()), Points: deadwood.Of(o.Hand)}
	if o.Hand.Count() == gin.HandSize+1 && o.Phase == gin.Discard {
		h.Points = deadwood.AfterDiscard(o.Hand)
	}
	for _, m := range best[:best.Len()] {
		kind := "run"
		if m.First().Rank() == (m & (m - 1)).First().Rank() {
			kind = "set"
		}
		h.Melds = append(h.Melds, Meld{kind, analysis.GinOrder(m), true})
	}
	return h
}

// indianTable sorts hands of Indian Rummy.
type indianTable struct{ *indian.Observation }

// grouping returns the rules of melds, without a cap.
func (t indianTable) grouping() meld.Rules {
	r := meld.Default()
	r.Cap, r.HandSize = 0, t.Rules.HandSize
	return r
}

// arrange sorts the hand. Melds that do not count yet follow those that do.
func (t indianTable) arrange() Hand {
	rules := t.grouping()
	g := rules.Group(t.Hand, t.Wild)
	h := Hand{Points: min(g.Score, t.Rules.Cap)}
	for _, m := range g.Melds {
		h.Melds = append(h.Melds, Meld{m.Kind.String(), m.Cards, true})
	}
	rest := card.BagOf(g.Deadwood...).With(g.Freed)
	if rest.Count() > 0 {
		rules.Requirement = meld.AnyMelds
		rules.HandSize = min(rest.Count(), mindist.MaxSize)
		g = rules.Group(rest, t.Wild)
		for _, m := range g.Melds {
			h.Melds = append(h.Melds, Meld{m.Kind.String(), m.Cards, false})
		}
		h.Unmelded = card.BagOf(g.Deadwood...).With(g.Freed).Append(nil)
	}
	d := review.Distance(t.Observation)
	h.Distance = &d
	return h
}
