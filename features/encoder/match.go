package encoder

import (
	"fmt"
	"slices"

	"rummygym/env/game"
	"rummygym/env/series"
	"rummygym/internal/features/field"
)

// MatchGroup is the name of the group of fields that only a match has.
const MatchGroup = "match"

// Match encodes observations of matches of package series: the score of the match, and the fields of the deal. It is a
// game.ByteEncoder if the encoders of the deals are. All methods are safe for concurrent use if the encoders of the deals are.
//
// The layout is that of a deal of all players. A deal of fewer has the same fields with fewer rows of other players: they come
// first, and the rows after them are 0. The fields of a deal that the observer watches are 0.
type Match struct {
	rules  series.Rules
	score  bool // whether the group match is encoded
	layout game.Layout
	bytes  error // why observations cannot be bytes
	size   int
	scored int                        // entries of the group match
	deals  [game.MaxPlayers + 1]dealt // by the number of seats
}

// dealt encodes the deals of a number of players.
type dealt struct {
	encoder game.Encoder
	size    int
	parts   []field.Span
}

// matchPhases is the number of phases of a match.
const matchPhases = 4

// NewMatch returns an encoder of matches. Deals returns the encoder of deals with the given number of seats, from 2 to that of
// the match; their fields must be the same but for the number of rows. Score says whether the group [MatchGroup] comes first.
func NewMatch(rules series.Rules, score bool, deals func(seats int) (game.Encoder, error)) (*Match, error) {
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	x := &Match{rules: rules, score: score}
	if score {
		x.layout = field.LayoutOf(func(w *field.Row[field.Note]) { matchFields(w, &rules, new(series.Observation)) })
	}
	first := x.layout.Size()
	x.scored = first
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
	x.size, x.bytes = x.layout.Size(), x.layout.Bytes()
	return x, nil
}

// planes returns a function that writes the planes of observations, see [Cards].
func (x *Match) planes(p *field.Places, first int, parts []field.Span) planeWriter {
	score := p.Of(first, x.scored, nil, field.Written{})
	var deals [game.MaxPlayers + 1]planeWriter
	for n, d := range x.deals {
		if d.encoder != nil {
			deals[n] = planesOf(d.encoder, p, first, d.parts)
		}
	}
	return func(dst []float32, obs game.Observation) {
		o := x.check(obs)
		if o.Deal == nil || o.Seat(o.Self) == game.NoPlayer {
			clear(dst)
		} else {
			deals[len(o.Seats)](dst, o.Deal)
		}
		if x.score {
			w := field.NewPlanes(dst, score)
			matchFields(&w, &x.rules, o)
			w.Place()
		}
	}
}

// matchFields writes the fields of the group match into entries that are 0. All names, shapes, ranges, meanings and values are
// defined here only.
func matchFields[T field.Entry](w *field.Row[T], r *series.Rules, o *series.Observation) {
	const (
		order    = "the observer first, then the next seats in order"
		mostCost = 1000      // the most that a deal can cost
		maxRace  = 1_000_000 // more points than any race has
	)
	low, most, entries := 0, maxRace, 1
	switch r.Format {
	case series.Pool:
		most, entries = r.Limit+mostCost, 1+r.Rejoins
	case series.Deals:
		low, most = -r.MaxDeals*mostCost, r.Seats*r.Deals*r.Chips
	}
	n, self := r.Seats, int(o.Self)
	at, dst := 0, w.Entries()
	at = w.Bits("match_phase", "what the player to move has to do: play a deal, rejoin or leave, split or play on; or the match is over", matchPhases, field.Hot(dst, at, matchPhases, int(o.Phase)))
	at = w.Int32s("match_deals", "deals begun", 0, r.MaxDeals, field.Put(dst, at, o.Deals))
	for i, p := 0, self; i < n; i++ { // the five fields with an entry for each player
		field.Put(dst, at+i, o.Scores[p])
		field.Bit(dst, at+n+i, o.In>>p&1 != 0)
		field.Put(dst, at+3*n+i, o.Entries[p])
		field.Put(dst, at+4*n+i, o.Wins[p])
		if p++; p == n {
			p = 0
		}
	}
	for _, p := range o.Seats {
		i := int(p) - self
		if i < 0 {
			i += n
		}
		dst[at+2*n+i] = 1
	}
	at = w.Int32s("match_scores", "points paid in a pool, chips, or points won; "+order, low, most, at+n, n)
	at = w.Bits("match_in", "1 if the player is in the match; "+order, n, at+n)
	at = w.Bits("match_dealt", "1 if the player was dealt in: the rows of a deal's fields are of these players; "+order, n, at+n)
	at = w.Numbers("match_entries", "entries paid; "+order, n, entries, at+n)
	at = w.Int32s("match_wins", "deals won; "+order, 0, r.MaxDeals, at+n, n)
	if r.Format == series.Race {
		games := len(o.Games)
		for i := range o.Games[:r.Games] { // the others stay 0
			x := &o.Games[i]
			field.Put(dst, field.Put(dst, at+2*i, x.Points[self]), x.Points[1-self])
			field.Bit(dst, at+2*games+i, x.Over)
		}
		at = w.Int32s("match_games", "points in each game; "+order, 0, maxRace, at+2*games, games, 2)
		at = w.Bits("match_games_over", "1 if a player has won the game", games, at+games)
	}
	w.Move(at)
}

// Layout returns the fields that Encode writes, in order.
func (x *Match) Layout() game.Layout { return slices.Clone(x.layout) }

// Encode fills dst from obs, which must be a *series.Observation under the rules. It does not allocate if the encoders of the deals do not.
func (x *Match) Encode(dst []float32, obs game.Observation) {
	if d, o := encodeMatch(x, dst, obs); d != nil {
		d.encoder.Encode(dst[x.scored:][:d.size], o.Deal)
		field.Spread(dst, x.scored, d.size, d.parts)
	}
}

// EncodeBytes is Encode into bytes. It panics too if an encoder of the deals is not a [game.ByteEncoder].
func (x *Match) EncodeBytes(dst []uint8, obs game.Observation) {
	if x.bytes != nil {
		panic("encoder: EncodeBytes of the groups of a match: " + x.bytes.Error())
	}
	if d, o := encodeMatch(x, dst, obs); d != nil {
		d.encoder.(game.ByteEncoder).EncodeBytes(dst[x.scored:][:d.size], o.Deal)
		field.Spread(dst, x.scored, d.size, d.parts)
	}
}

// encodeMatch writes the group match. It returns who encodes the deal that the observer plays, or else sets its fields to 0.
func encodeMatch[T float32 | uint8](x *Match, dst []T, obs game.Observation) (*dealt, *series.Observation) {
	o := x.check(obs)
	if len(dst) != x.size {
		panic(fmt.Sprintf("encoder: a vector of %d entries, want %d", len(dst), x.size))
	}
	if x.score {
		clear(dst[:x.scored])
		w := field.NewRow(dst, 0)
		matchFields(&w, &x.rules, o)
	}
	if o.Deal == nil || len(o.Seats) < x.rules.Seats && o.Seat(o.Self) == game.NoPlayer {
		clear(dst[x.scored:])
		return nil, nil
	}
	return &x.deals[len(o.Seats)], o
}

// check returns the observation. It panics if it is of another match.
func (x *Match) check(obs game.Observation) *series.Observation {
	o := obs.(*series.Observation)
	if o.Rules.Seats != x.rules.Seats || o.Rules.Format != x.rules.Format {
		panic(fmt.Sprintf("encoder: an observation of a match of %d players by the format %v, want %d and %v", o.Rules.Seats, o.Rules.Format, x.rules.Seats, x.rules.Format))
	}
	return o
}
