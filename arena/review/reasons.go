package review

import (
	"fmt"
	"slices"

	"rummygym/env/game"
	"rummygym/env/record"
)

// reasons says what is worse after a move than after the best one.
func reasons(c *Config, obs game.Observation, made, best *Move) (all []string) {
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	to, from := record.Choose(c.Game, obs, best.Action), record.Choose(c.Game, obs, made.Action)
	switch {
	case to.Type == record.Declare:
		say("the hand can be declared")
	case to.Type == record.Drop:
		say("playing on is worth %+.1f points, a drop %+.1f", made.Estimate.Points, best.Estimate.Points)
	case from.Type == record.Drop:
		say("the drop is worth %+.1f points, playing on %+.1f", made.Estimate.Points, best.Estimate.Points)
	case to.Type == record.Knock && !to.Plays():
		say("a knock is worth %+.1f points, playing on %+.1f", best.Estimate.Points, made.Estimate.Points)
	case from.Type == record.Knock && !from.Plays():
		say("the knock is worth %+.1f points, playing on %+.1f", made.Estimate.Points, best.Estimate.Points)
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
			from.Card, 100**a.Danger, to.Card, 100**b.Danger)
	}
	if a.Points != nil && b.Points != nil && *a.Points > *b.Points {
		say("it leaves %d points in the hand instead of %d", *a.Points, *b.Points)
	}
	return slices.Clip(all)
}

// notable is the difference of dangers that is worth a reason.
const notable = 0.05
