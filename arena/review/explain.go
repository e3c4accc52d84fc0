package review

import (
	"cmp"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
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
		m.Facts = FactsOf(p.obs, m.Action)
		length := longestLine
		if d.Best == p.made || m == &d.Made {
			length = 1 // nobody asks what would have followed
		}
		if m.Line, err = x.tracer.line(p, m.Action, length, seed); err != nil {
			return err
		}
		discards = discards || Discarded(p.obs, m.Action) != card.None
	}
	if discards && d.Best != p.made {
		x.src.Seed(game.Seed(seed, 2), game.Seed(seed, 3))
		x.see(p)
		x.sampler.Sample(x.states, p.obs, &x.src)
		for _, m := range moves {
			if c := Discarded(p.obs, m.Action); c != card.None {
				share := danger(x.states, p.obs, c)
				m.Facts.Danger = &share
			}
		}
	}
	if d.Best != p.made {
		d.Reasons = reasons(p.obs, &d.Made, &d.Others[0])
	}
	return nil
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
	slices.SortStableFunc(d.Others[1:], func(a, b Move) int {
		v, _ := a.Estimate.Of(x.config.Search.Goal)
		w, _ := b.Estimate.Of(x.config.Search.Goal)
		return cmp.Compare(w, v)
	})
}
