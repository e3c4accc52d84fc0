package greedy

import (
	"rummygym/env/game"
	"rummygym/env/series"
	"rummygym/internal/features/afterstate"
)

// Match is the [Reader] of matches of package series. The choices of a deal are those of the reader of the deal. What ends the deal at a known
// cost does not end the match: it is an open choice, of which the network sees the score. Between deals it joins again whenever it may,
// and agrees to share the pool.
type Match struct {
	x        *afterstate.Match
	deals    [game.MaxPlayers + 1]Reader
	o        *series.Observation
	followed int       // number of the deal that a reader follows
	deal     []float32 // afterstate of the deal
	sizes    [game.MaxPlayers + 1]int
}

// over is the variant of choices that end the deal for the player.
const over = 255

// NewMatch returns a reader. Deal returns the reader of deals with a number of seats, and the size of their afterstates.
func NewMatch(x *afterstate.Match, seats int, deal func(seats int) (Reader, int)) *Match {
	r := &Match{x: x}
	for n := 2; n <= seats; n++ {
		r.deals[n], r.sizes[n] = deal(n)
		r.deal = make([]float32, max(len(r.deal), r.sizes[n]))
	}
	return r
}

// Reset prepares the reader for a new match.
func (r *Match) Reset() { r.followed = 0 }

// Aim sets the objective of the deals.
func (r *Match) Aim(forWins bool) {
	for _, d := range r.deals {
		if d != nil {
			d.Aim(forWins)
		}
	}
}

// Follow lets the reader of the deal follow it.
func (r *Match) Follow(obs game.Observation) {
	o := obs.(*series.Observation)
	if d := r.of(o); d != nil {
		d.Follow(o.Deal)
	}
}

// of returns the reader of the deal, nil if the decision is not one of a deal.
func (r *Match) of(o *series.Observation) Reader {
	if o.Phase != series.Playing {
		return nil
	}
	d := r.deals[len(o.Seats)]
	if r.followed != o.Deals {
		d.Reset()
		r.followed = o.Deals
	}
	return d
}

// Read appends the choices of a decision.
func (r *Match) Read(dst []Choice, obs game.Observation, legal *game.Mask) []Choice {
	r.o = obs.(*series.Observation)
	d := r.of(r.o)
	if d == nil {
		return append(dst, only(legal.Nth(0)))
	}
	from := len(dst)
	dst = d.Read(dst, r.o.Deal, legal)
	if len(dst) > from+1 {
		for i := range dst[from:] {
			if c := &dst[from+i]; c.Certainty == Costs {
				c.Certainty, c.Variant = Open, over
			}
		}
	}
	return dst
}

// Encode fills dst with the afterstate of an open choice of the last Read.
func (r *Match) Encode(dst []float32, c Choice) {
	if c.Variant == over {
		r.x.EncodeOver(dst, r.o, int(c.Cost))
		return
	}
	n := len(r.o.Seats)
	deal := r.deal[:r.sizes[n]]
	r.deals[n].Encode(deal, c)
	r.x.Encode(dst, r.o, deal)
}
