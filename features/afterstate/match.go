package afterstate

import (
	"fmt"
	"slices"

	"rummygym/env/game"
	"rummygym/env/series"
	"rummygym/features/internal/field"
)

// Match encodes afterstates of matches of package series: the score of the match, and the afterstate of the deal. It is immutable.
//
// The layout is that of a deal of all players after the fields of the score. In a deal of fewer players the rows of others come
// first, and those after them are 0. After an action that ends the deal for its player, such as a drop, the fields of the deal are 0.
type Match struct {
	field.Packed // of the score
	rules        series.Rules
	layout       game.Layout
	size         int
	parts        [game.MaxPlayers + 1][]field.Span // of deals, by the number of seats
}

// The fields of the score.
const (
	matchScores field.Slot = iota
	matchDrops
	inMatch
	matchDealt
	matchEntries
	matchLeft
	matchGames
	matchBoxes
	matchOver
	numMatchFields
)

// The groups of the fields of the score: all matches, and those of the formats and options that have them.
const (
	everyMatch uint32 = 1 << iota
	poolMatch
	rejoinMatch
	dealsMatch
	raceMatch
)

// mostCounted is the largest count of drops and boxes.
const mostCounted = 20

// scoreFields returns the fields of the score and the groups that matches of the rules have.
func scoreFields(r *series.Rules) (fields [numMatchFields]field.Grouped[uint32], groups uint32) {
	const order = "; the observer first, then the next seats in order"
	points := func(name string, shape []int, high int, doc string) game.Field {
		return game.Field{Name: name, Shape: shape, DType: game.Float32, High: float64(max(1, high)), Doc: doc}
	}
	scores, groups := 1, everyMatch
	switch r.Format {
	case series.Pool:
		scores, groups = r.Limit, groups|poolMatch
		if r.Rejoins > 0 {
			groups |= rejoinMatch
		}
	case series.Deals:
		scores, groups = r.Seats*r.Deals*r.Chips, groups|dealsMatch
	case series.Race:
		groups |= raceMatch
	}
	each := field.Shape(r.Seats)
	return [...]field.Grouped[uint32]{
		matchScores:  field.In(poolMatch|dealsMatch, points("match_scores", each, scores, "points paid in a pool, or chips"+order)),
		matchDrops:   field.In(poolMatch, field.Whole("match_drops", each, 0, mostCounted, "first drops that the player can pay before it is out"+order)),
		inMatch:      field.In(poolMatch|dealsMatch, field.Whole("match_in", each, 0, 1, "1 if the player is in the match"+order)),
		matchDealt:   field.In(poolMatch|dealsMatch, field.Whole("match_dealt", each, 0, 1, "1 if the player was dealt in"+order)),
		matchEntries: field.In(rejoinMatch, field.Whole("match_entries", each, 0, mostCounted, "entries paid"+order)),
		matchLeft:    field.In(dealsMatch, field.Whole("match_left", nil, 0, 255, "deals after this one, without those that break ties")),
		matchGames:   field.In(raceMatch, points("match_games", field.Shape(max(1, r.Games), 2), r.Target, "points in each game"+order)),
		matchBoxes:   field.In(raceMatch, field.Whole("match_boxes", field.Shape(max(1, r.Games), 2), 0, mostCounted, "deals won that count in each game"+order)),
		matchOver:    field.In(everyMatch, field.Whole("match_over", nil, 0, 1, "1 if the deal is over for the observer, so that all fields of the deal are 0")),
	}, groups
}

// NewMatch returns the afterstates of matches. Deal returns the layout of the afterstates of deals with a number of seats, from 2 to that of the
// match. Score says whether the fields of the score are among them.
func NewMatch(rules series.Rules, score bool, deal func(seats int) (game.Layout, error)) (*Match, error) {
	x := &Match{rules: rules}
	fields, groups := scoreFields(&rules)
	if !score {
		groups = 0
	}
	x.Packed = field.NewPacked(fields[:], groups)
	for n := rules.Seats; n >= 2; n-- {
		l, err := deal(n)
		if err != nil {
			return nil, fmt.Errorf("a deal of %d players: %w", n, err)
		}
		if n == rules.Seats {
			x.layout = append(slices.Clone(x.Fields), l...)
		}
		if x.parts[n], err = field.Spans(x.layout, l, x.Size); err != nil {
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
	clear(dst)
	x.score(dst, o, 0, false)
	field.Spread(dst, deal, x.parts[len(o.Seats)])
}

// EncodeOver fills dst with the afterstate of an action that ends the deal for the player, at the given cost.
func (x *Match) EncodeOver(dst []float32, o *series.Observation, cost int) {
	clear(dst)
	x.score(dst, o, cost, true)
}

// score writes the fields of the score, for an observer who has paid a cost in the deal.
func (x *Match) score(dst []float32, o *series.Observation, cost int, over bool) {
	if x.Size == 0 {
		return
	}
	x.Flag(dst, matchOver, 0, over)
	r, n := &x.rules, game.Player(x.rules.Seats)
	if r.Format == series.Race {
		for i := range o.Games[:r.Games] {
			for k := range n {
				p := (o.Self + k) % n
				x.Fraction(dst, matchGames, 2*i+int(k), float32(o.Games[i].Points[p]))
				x.Count(dst, matchBoxes, 2*i+int(k), o.Games[i].Boxes[p])
			}
		}
		return
	}
	if r.Format == series.Deals {
		x.Count(dst, matchLeft, 0, max(0, r.Deals-o.Deals))
	}
	for k := range n {
		p := (o.Self + k) % n
		score := o.Scores[p]
		switch {
		case r.Format == series.Pool && k == 0:
			score += cost
		case k == 0:
			score -= cost
		case r.Format == series.Deals && len(o.Seats) == 2 && o.In>>p&1 != 0: // who wins the deal
			score += cost
		}
		in := o.In>>p&1 != 0 && (r.Format != series.Pool || score < r.Limit)
		x.Fraction(dst, matchScores, int(k), float32(score))
		x.Flag(dst, inMatch, int(k), in)
		x.Flag(dst, matchDealt, int(k), o.Seat(p) != game.NoPlayer)
		if r.Format == series.Pool && r.Drop > 0 && in {
			x.Count(dst, matchDrops, int(k), (r.Limit-1-score)/r.Drop)
		}
		if r.Format == series.Pool && r.Rejoins > 0 {
			x.Count(dst, matchEntries, int(k), o.Entries[p])
		}
	}
}
