package review

import (
	"cmp"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
)

// Facts are what a player can count after a move. After a card is taken from the discard pile they are
// of the hand after the discard that leaves the most. Values that make no sense for the move are nil.
type Facts struct {
	Distance *int     `json:"distance,omitempty"` // MinDist of the hand, of Indian Rummy
	Outs     *int     `json:"outs,omitempty"`     // unseen cards that lower MinDist, or complete a meld of Gin Rummy
	Points   *int     `json:"points,omitempty"`   // what the hand costs: MinScore or deadwood
	Danger   *float64 `json:"danger,omitempty"`   // probability that the card discarded improves the hand of the next player
}

// Out is a card whose draw helps: in Indian Rummy it lowers MinDist, in Gin Rummy it completes a
// meld.
type Out struct {
	Card   card.Card `json:"card"`
	Copies int       `json:"copies"` // that the observer has not seen
}

// Outs returns the cards that help the observer before a draw, most copies first.
func Outs(obs game.Observation) (all []Out) {
	switch o := obs.(type) {
	case *indian.Observation:
		t := indianTable{o}
		all = t.outs(o.Hand, t.distance(o.Hand))
		slices.SortStableFunc(all, func(x, y Out) int { return cmp.Compare(y.Copies, x.Copies) })
	case *gin.Observation:
		for c := range (deadwood.Completing(o.Hand) & o.Unknown()).Each() {
			all = append(all, Out{c, 1})
		}
	}
	return all
}

// FactsOf returns the facts of a move without its danger.
func FactsOf(obs game.Observation, a game.Action) Facts {
	switch o := obs.(type) {
	case *indian.Observation:
		return indianTable{o}.facts(a)
	case *gin.Observation:
		return ginFacts(o, a)
	}
	return Facts{}
}

// Discarded returns the card that a move discards, or card.None.
func Discarded(obs game.Observation, a game.Action) card.Card {
	switch o := obs.(type) {
	case *indian.Observation:
		return indian.DiscardCard(a)
	case *gin.Observation:
		if o.Phase == gin.Discard {
			return gin.ActionCard(a)
		}
	}
	return card.None
}

// indianTable computes the facts of Indian Rummy, for hands of any size.
type indianTable struct{ *indian.Observation }

func (t indianTable) facts(a game.Action) Facts {
	switch c := indian.DiscardCard(a); {
	case c != card.None:
		return t.hand(t.Hand.Without(c))
	case a == indian.DrawStock:
		return t.hand(t.Hand)
	case a == indian.DrawPile:
		all := t.Hand.With(t.Top)
		var best Facts
		for c := range all.Each() {
			if f := t.hand(all.Without(c)); best.Distance == nil || *f.Distance < *best.Distance ||
				*f.Distance == *best.Distance && *f.Outs > *best.Outs {
				best = f
			}
		}
		return best
	}
	return Facts{}
}

// hand returns the facts of a hand.
func (t indianTable) hand(hand card.Bag) Facts {
	d, outs, points := t.distance(hand), 0, t.points(hand)
	for _, out := range t.outs(hand, d) {
		outs += out.Copies
	}
	return Facts{Distance: &d, Outs: &outs, Points: &points}
}

// outs returns the outs of a hand with a MinDist.
func (t indianTable) outs(hand card.Bag, distance int) (all []Out) {
	unseen := t.Unseen()
	for i := range card.NumKinds {
		c := card.FromIndex(i)
		if n := unseen.Of(c); n > 0 && t.distance(hand.With(c)) < distance {
			all = append(all, Out{c, n})
		}
	}
	return all
}

// Distance returns the MinDist of the observer's hand, of any size that the rules may have.
func Distance(o *indian.Observation) int { return indianTable{o}.distance(o.Hand) }

func (t indianTable) distance(hand card.Bag) int {
	return mindist.OfSize(hand, t.Wild, t.Rules.HandSize)
}

func (t indianTable) points(hand card.Bag) int {
	r := meld.Default()
	r.Cap, r.HandSize = 0, t.Rules.HandSize
	return min(r.MinScore(hand, t.Wild), t.Rules.Cap)
}

// ginFacts returns the facts of a draw or a discard of Gin Rummy.
func ginFacts(o *gin.Observation, a game.Action) Facts {
	hand := func(h card.Cards) Facts {
		outs, points := (deadwood.Completing(h) & o.Unknown()).Count(), deadwood.Of(h)
		return Facts{Outs: &outs, Points: &points}
	}
	switch o.Phase {
	case gin.Discard, gin.KnockDiscard:
		if c := gin.ActionCard(a); c != card.None {
			return hand(o.Hand.Without(c))
		}
	case gin.FirstUpcard, gin.Draw:
		if a != gin.DrawUpcard {
			return hand(o.Hand)
		}
		all := o.Hand.With(o.Upcard)
		var best Facts
		for c := range all.Each() {
			if f := hand(all.Without(c)); best.Points == nil || *f.Points < *best.Points || *f.Points == *best.Points && *f.Outs > *best.Outs {
				best = f
			}
		}
		return best
	}
	return Facts{}
}

// danger returns the share of the states in which a card improves the hand of the player after the
// observer: it lowers MinDist, or completes a meld of Gin Rummy.
func danger(states []game.State, obs game.Observation, c card.Card) float64 {
	helped := 0
	for _, s := range states {
		improves := false
		switch o := obs.(type) {
		case *indian.Observation:
			t, hand := indianTable{o}, s.(*indian.State).Hand(o.NextActive())
			improves = t.distance(hand.With(c)) < t.distance(hand)
		case *gin.Observation:
			improves = deadwood.Completing(s.(*gin.State).Hand(1 - o.Self)).Has(c)
		}
		if improves {
			helped++
		}
	}
	return float64(helped) / float64(len(states))
}

// reasons says what is worse after a move than after the best one.
func reasons(obs game.Observation, made, best *Move) (all []string) {
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	switch obs.(type) {
	case *indian.Observation:
		switch {
		case indian.DeclareCard(best.Action) != card.None:
			say("the hand can be declared")
		case best.Action == indian.Drop:
			say("playing on is worth %+.1f points, a drop %+.1f", made.Estimate.Points, best.Estimate.Points)
		case made.Action == indian.Drop:
			say("the drop is worth %+.1f points, playing on %+.1f", made.Estimate.Points, best.Estimate.Points)
		}
	case *gin.Observation:
		switch gin.Knock {
		case best.Action:
			say("a knock is worth %+.1f points, playing on %+.1f", best.Estimate.Points, made.Estimate.Points)
		case made.Action:
			say("the knock is worth %+.1f points, playing on %+.1f", made.Estimate.Points, best.Estimate.Points)
		}
	}
	a, b := &made.Facts, &best.Facts
	farther := 0 // of MinDist, 0 in Gin Rummy
	if a.Distance != nil && b.Distance != nil {
		farther = *a.Distance - *b.Distance
	}
	if farther > 0 {
		say("it leaves MinDist %d instead of %d", *a.Distance, *b.Distance)
	} else if farther == 0 && a.Outs != nil && b.Outs != nil && *a.Outs < *b.Outs {
		say("it leaves %d outs instead of %d", *a.Outs, *b.Outs)
	}
	if a.Danger != nil && b.Danger != nil && *a.Danger >= *b.Danger+notable {
		say("%v helps the next player with %.0f %%, %v with %.0f %%",
			Discarded(obs, made.Action), 100**a.Danger, Discarded(obs, best.Action), 100**b.Danger)
	}
	if a.Points != nil && b.Points != nil && *a.Points > *b.Points {
		say("it leaves %d points in the hand instead of %d", *a.Points, *b.Points)
	}
	return slices.Clip(all)
}

// notable is the difference of dangers that is worth a reason.
const notable = 0.05
