package encoder

import (
	"fmt"
	"slices"

	"rummygym/env/game"
	"rummygym/env/series"
	"rummygym/features/internal/field"
)

// MatchGroup is the name of the group of fields that only a match has.
const MatchGroup = "match"

// Match encodes observations of matches of package series: the score of the match, and the fields of the deal. It is a
// game.Encoder. All methods are safe for concurrent use if the encoders of the deals are.
//
// The layout is that of a deal of all players. A deal of fewer has the same fields with fewer rows of other players: they come
// first, and the rows after them are 0. The fields of a deal that the observer watches are 0.
type Match struct {
	rules  series.Rules
	score  bool // whether the group match is encoded
	layout game.Layout
	size   int
	deals  [game.MaxPlayers + 1]dealt // by the number of seats
}

// dealt encodes the deals of a number of players.
type dealt struct {
	encoder game.Encoder
	size    int
	parts   []field.Span
}

// The number of entries of the fields of the match.
const (
	matchPhases = 4
	matchGames  = 3
)

// NewMatch returns an encoder of matches. Deals returns the encoder of deals with the given number of seats, from 2 to that of
// the match; their fields must be the same but for the number of rows. Score says whether the group [MatchGroup] comes first.
func NewMatch(rules series.Rules, score bool, deals func(seats int) (game.Encoder, error)) (*Match, error) {
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	x := &Match{rules: rules, score: score}
	if score {
		x.layout = matchFields(&rules)
	}
	first := x.layout.Size()
	for n := rules.Seats; n >= 2; n-- {
		e, err := deals(n)
		if err != nil {
			return nil, fmt.Errorf("encoder: a deal of %d players: %w", n, err)
		}
		if n == rules.Seats {
			x.layout = append(x.layout, e.Layout()...)
		}
		d := dealt{encoder: e, size: e.Layout().Size()}
		if d.parts, err = field.Spans(x.layout, e.Layout(), first); err != nil {
			return nil, fmt.Errorf("encoder: a deal of %d players: %w", n, err)
		}
		x.deals[n] = d
	}
	x.size = x.layout.Size()
	return x, nil
}

// matchFields are the fields of the group match.
func matchFields(r *series.Rules) game.Layout {
	const order = "the observer first, then the next seats in order"
	most, entries := 0, 1
	switch r.Format {
	case series.Pool:
		most, entries = r.Limit+mostCost, 1+r.Rejoins
	case series.Deals:
		most = r.Seats * r.Deals * r.Chips
	case series.Race:
		most = maxRace
	}
	l := game.Layout{
		{Name: "match_phase", Shape: []int{matchPhases}, DType: game.Uint8, High: 1, Doc: "what the player to move has to do: play a deal, rejoin or leave, split or play on; or the match is over"},
		{Name: "match_deals", DType: game.Int32, High: float64(r.MaxDeals), Doc: "deals begun"},
		{Name: "match_scores", Shape: []int{r.Seats}, DType: game.Int32, Low: lowest(r), High: float64(most), Doc: "points paid in a pool, chips, or points won; " + order},
		{Name: "match_in", Shape: []int{r.Seats}, DType: game.Uint8, High: 1, Doc: "1 if the player is in the match; " + order},
		{Name: "match_dealt", Shape: []int{r.Seats}, DType: game.Uint8, High: 1, Doc: "1 if the player was dealt in: the rows of a deal's fields are of these players; " + order},
		{Name: "match_entries", Shape: []int{r.Seats}, DType: game.Uint8, High: float64(entries), Doc: "entries paid; " + order},
		{Name: "match_wins", Shape: []int{r.Seats}, DType: game.Int32, High: float64(r.MaxDeals), Doc: "deals won; " + order},
	}
	if r.Format == series.Race {
		l = append(l,
			game.Field{Name: "match_games", Shape: []int{matchGames, 2}, DType: game.Int32, High: maxRace, Doc: "points in each game; " + order},
			game.Field{Name: "match_games_over", Shape: []int{matchGames}, DType: game.Uint8, High: 1, Doc: "1 if a player has won the game"})
	}
	return l
}

const (
	mostCost = 1000      // the most that a deal can cost
	maxRace  = 1_000_000 // more points than any race has
)

// lowest returns the lowest score.
func lowest(r *series.Rules) float64 {
	if r.Format == series.Deals {
		return -float64(r.MaxDeals * mostCost)
	}
	return 0
}

// Layout returns the fields that Encode writes, in order.
func (x *Match) Layout() game.Layout { return slices.Clone(x.layout) }

// Encode fills dst from obs, which must be a *series.Observation under the rules.
func (x *Match) Encode(dst []float32, obs game.Observation) {
	o := obs.(*series.Observation)
	if o.Rules.Seats != x.rules.Seats || o.Rules.Format != x.rules.Format {
		panic(fmt.Sprintf("encoder: an observation of a match of %d players by the format %v, want %d and %v", o.Rules.Seats, o.Rules.Format, x.rules.Seats, x.rules.Format))
	}
	if len(dst) != x.size {
		panic(fmt.Sprintf("encoder: a vector of %d entries, want %d", len(dst), x.size))
	}
	clear(dst)
	if x.score {
		x.encodeScore(dst, o)
	}
	if o.Deal == nil || o.Seat(o.Self) == game.NoPlayer {
		return
	}
	d := &x.deals[len(o.Seats)]
	var room [4096]float32
	deal := room[:]
	if d.size > len(room) {
		deal = make([]float32, d.size)
	}
	deal = deal[:d.size]
	d.encoder.Encode(deal, o.Deal)
	field.Spread(dst, deal, d.parts)
}

// encodeScore writes the fields of the group match.
func (x *Match) encodeScore(dst []float32, o *series.Observation) {
	at := 0
	put := func(v int) { dst[at] = float32(v); at++ }
	flag := func(b bool) {
		if b {
			dst[at] = 1
		}
		at++
	}
	for p := range series.Phase(matchPhases) {
		flag(o.Phase == p)
	}
	put(o.Deals)
	n := game.Player(x.rules.Seats)
	each := func(write func(p game.Player)) {
		for i := range n {
			write((o.Self + i) % n)
		}
	}
	each(func(p game.Player) { put(o.Scores[p]) })
	each(func(p game.Player) { flag(o.In>>p&1 != 0) })
	each(func(p game.Player) { flag(o.Seat(p) != game.NoPlayer) })
	each(func(p game.Player) { put(o.Entries[p]) })
	each(func(p game.Player) { put(o.Wins[p]) })
	if x.rules.Format != series.Race {
		return
	}
	for i := range o.Games {
		put(o.Games[i].Points[o.Self])
		put(o.Games[i].Points[1-o.Self])
	}
	for i := range o.Games {
		flag(o.Games[i].Over)
	}
}
