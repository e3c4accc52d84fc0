package afterstate

import (
	"fmt"
	"slices"

	"rummygym/env/game"
	"rummygym/env/series"
	"rummygym/internal/features/field"
)

// Match encodes afterstates of matches of package series: the score of the match, and the afterstate of the deal. It is immutable.
//
// The layout is that of a deal of all players after the fields of the score. In a deal of fewer players the rows of others come
// first, and those after them are 0. After an action that ends the deal for its player, such as a drop, the fields of the deal are 0.
type Match struct {
	rules  series.Rules
	scored bool // whether the fields of the score are written
	layout game.Layout
	size   int
	first  int                               // entry at which those of the deal start
	parts  [game.MaxPlayers + 1][]field.Span // of deals, by the number of seats
}

// mostCounted is the largest count of drops and boxes.
const mostCounted = 20

// NewMatch returns the afterstates of matches. Deal returns the layout of the afterstates of deals with a number of seats, from 2 to that of the
// match. Score says whether the fields of the score are among them.
func NewMatch(rules series.Rules, score bool, deal func(seats int) (game.Layout, error)) (*Match, error) {
	x := &Match{rules: rules, scored: score}
	x.layout = field.LayoutOf(func(w *field.Row[float32]) { x.score(w, new(series.Observation), 0, false) })
	x.first = x.layout.Size()
	for n := rules.Seats; n >= 2; n-- {
		l, err := deal(n)
		if err != nil {
			return nil, fmt.Errorf("a deal of %d players: %w", n, err)
		}
		if n == rules.Seats {
			x.layout = append(x.layout, l...)
		}
		if x.parts[n], err = field.Spans(x.layout, l, x.first); err != nil {
			return nil, fmt.Errorf("afterstate: a deal of %d players: %w", n, err)
		}
		for _, f := range l { // fewer players leave more cards in the stock
			i := slices.IndexFunc(x.layout, func(g game.Field) bool { return g.Name == f.Name })
			x.layout[i].High = max(x.layout[i].High, f.High)
		}
	}
	x.size = x.layout.Size()
	return x, nil
}

// Layout returns the fields of an afterstate, in order.
func (x *Match) Layout() game.Layout { return slices.Clone(x.layout) }

// Encode fills dst from what a player of the deal sees and the afterstate of the deal.
func (x *Match) Encode(dst []float32, o *series.Observation, deal []float32) {
	x.encodeScore(dst, o, 0, false)
	n := copy(dst[x.first:], deal)
	field.Spread(dst, x.first, n, x.parts[len(o.Seats)])
}

// EncodeOver fills dst with the afterstate of an action that ends the deal for the player, at the given cost.
func (x *Match) EncodeOver(dst []float32, o *series.Observation, cost int) {
	x.encodeScore(dst, o, cost, true)
	clear(dst[x.first:])
}

// encodeScore writes the score.
func (x *Match) encodeScore(dst []float32, o *series.Observation, cost int, over bool) {
	w := field.NewRow(dst, 0)
	x.score(&w, o, cost, over)
}

// score writes the fields of the score, for an observer who has paid a cost in the deal. All names, shapes, ranges, meanings and
// values are defined here only.
func (x *Match) score(w *field.Row[float32], o *series.Observation, cost int, over bool) {
	if !x.scored {
		return
	}
	const order = "; the observer first, then the next seats in order"
	r, n := &x.rules, game.Player(x.rules.Seats)
	if r.Format == series.Race {
		w.Field("match_games", "points in each game"+order).Rows(max(1, r.Games))
		for i := range max(1, r.Games) {
			p := &o.Games[i].Points
			w.Fractions(float64(max(1, r.Target)), []float32{float32(p[o.Self]), float32(p[1-o.Self])})
		}
		w.Field("match_boxes", "deals won that count in each game"+order).Rows(max(1, r.Games))
		for i := range max(1, r.Games) {
			b := &o.Games[i].Boxes
			w.Counts(mostCounted, []int{b[o.Self], b[1-o.Self]})
		}
	} else {
		most := r.Limit
		if r.Format == series.Deals {
			most = r.Seats * r.Deals * r.Chips
		}
		var scores [game.MaxPlayers]int
		var in [game.MaxPlayers]bool
		for k := range n {
			p := (o.Self + k) % n
			scores[k] = o.Scores[p]
			switch {
			case r.Format == series.Pool && k == 0:
				scores[k] += cost
			case k == 0:
				scores[k] -= cost
			case r.Format == series.Deals && len(o.Seats) == 2 && o.In>>p&1 != 0: // who wins the deal
				scores[k] += cost
			}
			in[k] = o.In>>p&1 != 0 && (r.Format != series.Pool || scores[k] < r.Limit)
		}
		w.Field("match_scores", "points paid in a pool, or chips"+order).Rows(int(n))
		for k := range n {
			w.Fraction(float64(max(1, most)), float32(scores[k]))
		}
		if r.Format == series.Pool {
			w.Field("match_drops", "first drops that the player can pay before it is out"+order).Rows(int(n))
			for k := range n {
				drops := 0
				if r.Drop > 0 && in[k] {
					drops = (r.Limit - 1 - scores[k]) / r.Drop
				}
				w.Count(mostCounted, drops)
			}
		}
		w.Field("match_in", "1 if the player is in the match"+order).Rows(int(n))
		for k := range n {
			w.Flag(in[k])
		}
		w.Field("match_dealt", "1 if the player was dealt in"+order).Rows(int(n))
		for k := range n {
			w.Flag(o.Seat((o.Self+k)%n) != game.NoPlayer)
		}
		if r.Format == series.Pool && r.Rejoins > 0 {
			w.Field("match_entries", "entries paid"+order).Rows(int(n))
			for k := range n {
				w.Count(mostCounted, o.Entries[(o.Self+k)%n])
			}
		}
		if r.Format == series.Deals {
			w.Field("match_left", "deals after this one, without those that break ties").Count(255, max(0, r.Deals-o.Deals))
		}
	}
	w.Field("match_over", "1 if the deal is over for the observer, so that all fields of the deal are 0").Flag(over)
}
