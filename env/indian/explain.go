package indian

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

var _ record.Explainer = (*Game)(nil)

// Explain says what each player pays, and why. See [record.Explainer].
func (g *Game) Explain(hand []record.Event) (all []record.Reason) {
	wild, left, moved := card.NoRank, map[game.Player]string{}, map[game.Player]bool{}
	for i := range hand {
		switch e := &hand[i]; {
		case e.Type == record.Deal:
			wild = e.Wild
		case e.Type == record.Draw:
			moved[e.Seat] = true
		case e.Type == record.Drop && moved[e.Seat]:
			left[e.Seat] = "dropped after the first turn"
		case e.Type == record.Drop:
			left[e.Seat] = "dropped before the first draw"
		case e.Type == record.Declare && !e.Valid:
			left[e.Seat] = "a wrong declaration"
		}
	}
	score := &hand[len(hand)-1]
	if score.Type != record.Score || score.Winner == game.NoPlayer || len(score.Hands) != len(score.Points) || int(score.Winner) >= len(score.Points) {
		return nil
	}
	for i, points := range score.Points {
		p := game.Player(i)
		why := left[p]
		if cards := score.Hands[i]; p != score.Winner && len(cards) == g.rules.HandSize && why == "" {
			points, why = g.rules.reason(card.BagOf(cards...), wild, score, moved[p])
		}
		if p != score.Winner && why != "" {
			all = append(all, record.Reason{Seat: p, Points: points, Why: why})
		}
	}
	return all
}

// reason returns what a hand that is compared pays, and why. moved tells whether the player has had a turn.
func (r *Rules) reason(hand card.Bag, wild card.Rank, score *record.Event, moved bool) (points int, why string) {
	f := r.fault(hand, wild)
	switch f.Lacks {
	case "pure-sequence":
		why = "no pure sequence, so all cards count"
	case "second-pure-sequence":
		why = "no second pure sequence, so all cards outside the first count"
	case "second-sequence":
		why = "no second sequence, so all cards outside the pure one count"
	default:
		why = "the cards outside melds count"
	}
	points = r.pays(f.Cost, moved || score.Ending != Declared)
	switch {
	case score.Ending != Declared:
		best := score.Points[score.Winner]
		return points - best, fmt.Sprintf("%s (%d, less %d of the winner)", why, points, best)
	case points < f.Cost:
		why += fmt.Sprintf(" (%d, at most %d%s)", f.Cost, points, record.When(points < r.Cap, " before the first turn"))
	}
	return points, why
}
