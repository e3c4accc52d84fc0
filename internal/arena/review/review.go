// Package review says what the decisions of a game cost: for each decision of a seat the best move
// that search finds, the difference to the move made, in points and in win chance with standard
// errors, and whether it is beyond the noise.
//
//	r, err := review.New(config)
//	all, err := r.Review(ctx, rec, []game.Player{0}, nil)
//	for _, d := range all.Worst(0) { … }
//
// A decision is judged by what its player could know. Hidden cards are drawn from the [search.Sampler]
// of the configuration, such as a belief network, and all moves are played on from the same deals
// (common random numbers), by the same agent at all seats: to the end of the game, or to a later turn
// of the player that an evaluator values.
//
// # Two samples
//
// The best of several estimates is too good on average (the "winner's curse"). Therefore a decision is
// searched twice, on deals that have nothing in common:
//
//   - The first search compares all candidates by sequential halving, as agents of package search do, and
//     names the best move and how much the differences vary.
//   - The second one plays the move made and that best move in new deals. Its mean difference is
//     the cost, which the choice of the first search does not bias. The number of deals is proportional to the
//     standard deviation that the first search found (Neyman's allocation), so that decisions whose cost is hard to
//     tell get more of the budget; the second search is never stopped by its own results, and the tests stay valid.
//
// If one of the two searches finds the move made as good as any other, it counts as the best one, with a cost of 0.
//
// # Mistakes
//
// A decision is a mistake if its cost is above Config.Least by a one-sided test, with p-values corrected by Holm's
// method for the number of decisions of the seat in the game, in a match of several deals in the deal: the chance to name any mistake in a
// game or deal without one is at most [Alpha], as far as noise goes. What the agents and evaluators of the search get wrong is not
// noise; Least is for that.
//
// The same record, configuration and seed give the same review for any number of workers.
package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/search"
	"rummygym/internal/features/facts"
	"rummygym/internal/features/matchvalue"
)

// Config configures a reviewer.
type Config struct {
	// Search is the configuration of the search: agents, sampler, candidates, horizon, goal. An
	// evaluator that is an [Estimator] gives points and win chance; with another one the second search
	// plays to the end of the game. Rollouts is the budget for a decision, on average over those
	// of the review and of both searches. Time, Margin and Workers must be 0.
	Search search.Config

	// Least is the cost above which a decision may be a mistake, at least 0: in points, or in win chance if
	// that is the goal.
	Least float64

	// Deals returns the configuration of reviews of deals with a number of seats, if the game is a match of several deals and its observations
	// are [Within] one. Decisions are then reviewed as those of their deal, with this configuration, but with the number of roll-outs of
	// Search; those between deals are left out. Search is that of a deal of all players.
	Deals func(seats int) (Config, error)

	// Score returns the hand of a match that is played in an observation of its player, whose value at the score is then the chance to
	// win. It is nil for games that are no such match.
	Score func(game.Observation) *matchvalue.Hand

	Game    record.Described // the game of the records: for a match not that of Search
	Facts   facts.Game       // of the game
	Seed    uint64
	Workers int // decisions searched at the same time; 0 is the number of cores. It does not change the results.

	deals [game.MaxPlayers + 1]*Config // results of Deals, by the number of seats
}

// Within is an observation of a match of several deals, such as that of package series.
type Within interface {
	game.Observation

	// Within returns the number of the deal that is played, its number of seats and the observation of it, nil between deals.
	Within() (number, seats int, deal game.Observation)
}

// deal returns the configuration for a decision with an observation, the number of its deal and the observation that a search sees. The
// configuration is nil between the deals of a match.
func (c *Config) deal(o game.Observation) (of *Config, number int, deal game.Observation) {
	if c.Deals == nil {
		return c, 0, o
	}
	number, seats, deal := o.(Within).Within()
	if deal == nil {
		return nil, number, nil
	}
	return c.deals[seats], number, deal
}

// hand returns the hand of an observation by Score, or nil.
func (c *Config) hand(o game.Observation) *matchvalue.Hand {
	if c.Score == nil {
		return nil
	}
	return c.Score(o)
}

// playout returns an agent of the roll-outs that plays the game, a match deal by deal.
func (c *Config) playout() game.Agent {
	if c.Deals == nil {
		return c.Search.Playout()
	}
	return agents.NewByDeals(func(seats int) game.Agent { return c.deals[seats].Search.Playout() })
}

// Estimator is a [search.Evaluator] that estimates points and win chance at once. ok is false where it
// makes no estimate; the roll-out is then played to its end.
type Estimator interface {
	Estimates(s game.State, p game.Player) (points, win float64, ok bool)
}

// Reviewer reviews games. It is not safe for concurrent use.
type Reviewer struct {
	config Config
}

// New returns a reviewer. An error names the field of the configuration that is invalid.
func New(c Config) (*Reviewer, error) {
	switch {
	case c.Game == nil || c.Facts == nil:
		return nil, errors.New("review: want Config.Game and Config.Facts, which are not nil")
	case c.Search.Time != 0 || c.Search.Margin != 0 || c.Search.Workers > 1:
		return nil, errors.New("review: a search with a time, a margin or workers: want a number of roll-outs only")
	case c.Search.Rollouts < MinRollouts:
		return nil, fmt.Errorf("review: %d roll-outs for a decision: want %d or more", c.Search.Rollouts, MinRollouts)
	case !(c.Least >= 0):
		return nil, fmt.Errorf("review: %v as the minimum cost of a mistake: want 0 or more", c.Least)
	case c.Workers < 0:
		return nil, fmt.Errorf("review: %d workers: want at least 1, or 0 for the number of cores", c.Workers)
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	for n := 2; c.Deals != nil && n <= c.Game.Players(); n++ {
		d, err := c.Deals(n)
		if err != nil {
			return nil, err
		}
		if d.Search.Rollouts = c.Search.Rollouts; c.Search.Candidates == nil {
			d.Search.Candidates = nil
		}
		c.deals[n] = &d
	}
	return &Reviewer{config: c}, c.Search.Validate()
}

// MinRollouts is the minimum of roll-outs for a decision.
const MinRollouts = 100

// Review is what a review says of a game.
type Review struct {
	ByScore   bool       // whether the win chance is that of a match, by the score after the deal
	Decisions []Decision // of the seats reviewed, in the order of the game; decisions with one legal move are left out
}

// Decision is what a review says of one decision.
type Decision struct {
	Event int // number of the event of the move in the record, from 1
	Deal  int // number of the deal of a match of several deals; 0 in other games
	Seat  game.Player
	Obs   game.Observation // what the player knew
	Legal game.Mask        // its legal moves

	Made   Move
	Others []Move // the best other move; for a mistake all others, best first

	Best    game.Action // the best move: that of Made, or of the first of Others
	Cost    Estimate    // the best move minus the one made; 0 if that is the best
	Deals   int         // number of deals of Cost
	PValue  float64     // of a cost of at most Config.Least, corrected for the number of decisions; 1 if the move made is the best
	Mistake bool        // whether PValue is below Alpha
	Reasons []string    // what is worse after the move made, as sentences without a full stop; only if another move is better
}

// Move is a legal move of a decision.
type Move struct {
	Action   game.Action
	Text     string // of the action
	Estimate Estimate
	Facts    facts.Facts
	Line     []record.Event // the move; if it is better than the one made, or that was a mistake, also what would have followed with the true cards until the player's next turn
}

// Estimate is an expected result of the player, or a difference of two, with standard errors.
type Estimate struct {
	Points, PointsError float64 // of the game, or of the hand in a match
	Win, WinError       float64 // chance to win the game or the match, in [0, 1]
}

// Of returns the estimate and the standard error of a goal.
func (e *Estimate) Of(g search.Goal) (value, err float64) {
	if g == search.Win {
		return e.Win, e.WinError
	}
	return e.Points, e.PointsError
}

// Worst returns the decisions of a seat, the costliest first.
func (r *Review) Worst(p game.Player, g search.Goal) []Decision {
	var all []Decision
	for _, d := range r.Decisions {
		if d.Seat == p {
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(x, y Decision) int {
		a, _ := x.Cost.Of(g)
		b, _ := y.Cost.Of(g)
		return cmp.Compare(b, a)
	})
	return all
}

// position is a decision of the record before it is searched.
type position struct {
	config *Config // of the game, or of the deal
	deal   int     // its number
	event  int
	seat   game.Player
	made   game.Action
	state  game.State // the true state, only for lines of events
	shown  game.Observation
	obs    game.Observation // of the game, or of the deal
	hand   *matchvalue.Hand // by Config.Score, or nil
	legal  game.Mask
	before []game.Observation // of the earlier decisions of the seat, in the deal

	candidates []game.Action // the move made and those of the first search, best first
	deviation  float64       // standard deviation of the difference between the best move and the one made
	deals      int           // of the second search
	found      Decision
}

// Review reviews the decisions of seats in a record of a whole game, or of one in progress. It calls progress,
// which may be nil, with the number of searches done and of all. An error is that of the record, or of
// the context.
func (r *Reviewer) Review(ctx context.Context, rec *record.Record, seats []game.Player, progress func(done, total int)) (*Review, error) {
	all, err := r.positions(rec, seats)
	if err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	total := 2 * len(all)
	if err := r.each(ctx, all, func(x *examiner, i int) error { return x.screen(all[i], r.seed(i, 0)) }, func(done int) { progress(done, total) }); err != nil {
		return nil, err
	}
	r.allot(all)
	if err := r.each(ctx, all, func(x *examiner, i int) error { return x.measure(all[i], r.seed(i, 1)) }, func(done int) { progress(len(all)+done, total) }); err != nil {
		return nil, err
	}
	r.judge(all)
	err = r.each(ctx, all, func(x *examiner, i int) error { return x.explain(all[i], r.seed(i, 1)) }, func(int) {})
	if err != nil {
		return nil, err
	}
	out := &Review{ByScore: r.config.Score != nil}
	for _, p := range all {
		out.Decisions = append(out.Decisions, p.found)
	}
	return out, nil
}

// seed returns the seed of a search of a decision.
func (r *Reviewer) seed(decision int, search uint64) uint64 {
	return game.Seed(r.config.Seed, uint64(decision), search)
}

// positions plays the record again and returns the decisions of the seats.
func (r *Reviewer) positions(rec *record.Record, seats []game.Player) (all []*position, err error) {
	for _, p := range seats {
		if p < 0 || int(p) >= r.config.Game.Players() {
			return nil, fmt.Errorf("review: %d is not a seat: want 0 to %d", p, r.config.Game.Players()-1)
		}
	}
	g, next := r.config.Game, 1 // events after the deal
	var before [game.MaxPlayers][]game.Observation
	last := 0
	err = rec.Play(g, func(s game.State, m record.Move) error {
		defer func() { next += len(m.Events) }()
		if m.Action == game.NoAction || !slices.Contains(seats, s.Current()) {
			return nil
		}
		after := slices.IndexFunc(m.Events, func(e record.Event) bool { return e.Seat != game.NoPlayer && e.Type != record.Reshuffle })
		p := &position{event: next + after + 1, seat: s.Current(), made: m.Action, shown: g.NewObservation(), state: g.NewState()}
		s.Observe(p.seat, p.shown)
		s.Legal(&p.legal)
		var number int
		if p.config, number, p.obs = r.config.deal(p.shown); p.config == nil {
			return nil
		}
		if p.deal = number; number != last {
			before, last = [game.MaxPlayers][]game.Observation{}, number
		}
		p.hand = r.config.hand(p.shown)
		p.before = slices.Clone(before[p.seat])
		before[p.seat] = append(before[p.seat], p.obs)
		if p.legal.Count() > 1 {
			p.state.CopyFrom(s)
			all = append(all, p)
		}
		return nil
	})
	return all, err
}

// each calls do for all decisions on several goroutines, each with an examiner of its own.
func (r *Reviewer) each(ctx context.Context, all []*position, do func(x *examiner, i int) error, progress func(done int)) error {
	var next atomic.Int64
	var mu sync.Mutex
	ended := 0
	group, ctx := errgroup.WithContext(ctx)
	for range min(r.config.Workers, max(1, len(all))) {
		group.Go(func() error {
			of := map[*Config]*examiner{}
			for i := int(next.Add(1) - 1); i < len(all); i = int(next.Add(1) - 1) {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				x, err := of[all[i].config], error(nil)
				if x == nil {
					if x, err = newExaminer(&r.config, all[i].config); err != nil {
						return err
					}
					of[all[i].config] = x
				}
				if err := do(x, i); err != nil {
					return err
				}
				mu.Lock()
				ended++
				progress(ended)
				mu.Unlock()
			}
			return nil
		})
	}
	return group.Wait()
}
