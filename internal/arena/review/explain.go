package review

import (
	"fmt"
	"slices"
	"sort"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// explain adds to a decision the facts of its moves, the lines of events and the reasons. For a mistake it
// plays all legal moves in deals of the second search, which the seed determines.
func (x *examiner) explain(p *position, seed uint64) (err error) {
	d := &p.found
	if d.Mistake {
		x.widen(p, seed)
	}
	moves := []*Move{&d.Made}
	for i := range d.Others {
		moves = append(moves, &d.Others[i])
	}
	discards := false
	for _, m := range moves {
		m.Facts = x.config.Facts.After(p.obs, m.Action)
		length := longestLine
		if d.Best == p.made || m == &d.Made {
			length = 1 // nobody asks what would have followed
		}
		if m.Line, err = x.tracer.line(p, m.Action, length, seed); err != nil {
			return err
		}
		discards = discards || x.discarded(p, m) != card.None
	}
	if discards && d.Best != p.made {
		x.src.Seed(game.Seed(seed, 2), game.Seed(seed, 3))
		x.see(p)
		x.sampler.Sample(x.states, p.obs, &x.src)
		for _, m := range moves {
			if c := x.discarded(p, m); c != card.None {
				share := x.danger(p, c)
				m.Facts.Danger = &share
			}
		}
	}
	if d.Best != p.made {
		d.Reasons = reasons(x.config, p.obs, &d.Made, &d.Others[0])
	}
	return nil
}

// discarded returns the card that a move discards, or card.None.
func (x *examiner) discarded(p *position, m *Move) card.Card {
	if c := x.config.Game.Choice(p.obs, m.Action); c.Type == record.Discard {
		return c.Card
	}
	return card.None
}

// danger returns the share of the states in which a card improves the hand of the next player.
func (x *examiner) danger(p *position, c card.Card) float64 {
	helped := 0
	for _, s := range x.states {
		if x.config.Facts.Improves(s, p.obs, c) {
			helped++
		}
	}
	return float64(helped) / float64(len(x.states))
}

// widened is the maximum number of deals in which all moves of a mistake are played.
const widened = 256

// widen adds all other legal moves to a decision: the best one first, then by their estimates.
func (x *examiner) widen(p *position, seed uint64) {
	var rest []game.Action
	for a := range p.legal.Each() {
		if a != p.made && a != p.candidates[0] {
			rest = append(rest, a)
		}
	}
	d := &p.found
	for i, r := range x.play(p, rest, min(p.deals, widened), seed) {
		d.Others = append(d.Others, x.move(rest[i], &r))
	}
	others := d.Others[1:]
	sort.SliceStable(others, func(i, j int) bool {
		v, _ := others[i].Estimate.Of(x.config.Search.Goal)
		w, _ := others[j].Estimate.Of(x.config.Search.Goal)
		return v > w
	})
}

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
