package arena

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"rummygym/agents"
	"rummygym/arena/stats"
	"rummygym/env/game"
)

// Estimator is an agent that estimates its chance of winning.
type Estimator interface {
	game.Agent

	// WinChance returns the probability of winning after the action of the last Act, of which
	// the observation must be unchanged. In a game that consists of parts, such as a match of
	// hands, it is that of winning the part. ok is false if the agent has not estimated it.
	WinChance() (p float64, ok bool)
}

// CalibrationBins is the number of bins of a calibration: equal parts of [0, 1].
const CalibrationBins = 10

// Calibration compares what an agent estimated, its chance of winning after each of its
// actions, with what happened.
type Calibration struct {
	Setup
	Agent string
	Rows  []CalibrationRow // one per opponent
}

// CalibrationRow holds the estimates against one opponent. Standard errors are over deals, of
// which each is played from both seats.
type CalibrationRow struct {
	Opponent  string
	Deals     int
	Decisions int // decisions with an estimate

	Estimate stats.Estimate // mean estimate
	Won      stats.Estimate // share of the decisions after which the agent won
	Bias     stats.Estimate // Estimate less Won

	// Error is the mean over decisions of |estimate − won| of their bins (the expected
	// calibration error). Chance alone makes it larger than 0.
	Error float64

	Brier   stats.Estimate // mean of (estimate − won)²
	LogLoss stats.Estimate // mean of −log of the probability given to what happened
	Skill   float64        // 1 − Brier divided by that of always estimating Won

	Bins [CalibrationBins]CalibrationBin
}

// CalibrationBin holds the decisions whose estimates are in [i/10, (i+1)/10), for the last bin
// with its upper end.
type CalibrationBin struct {
	Decisions int
	Estimate  stats.Estimate // mean estimate; NaN without decisions
	Won       stats.Estimate // share won
}

// deal holds the sums of the two games of a deal.
type dealSums struct {
	played          bool
	n, p, won       [CalibrationBins]float64
	square, logLoss float64
}

// Calibrate plays the games of a configuration whose lineups are those of [BothSeats], on
// shared deals, and compares the estimates of the first entrant with the results. The games are
// those of [Tournament]. When ctx is done, it returns the calibration over the deals that were
// played from both seats, with the cause of ctx. It ignores Config.Resume, Checkpoint and Limits.
func Calibrate(ctx context.Context, c Config) (*Calibration, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	s := c.setup()
	if s.Seats != 2 {
		return nil, fmt.Errorf("arena: the game has %d seats: a calibration needs games with 2 seats", s.Seats)
	}
	if _, err := newResult(s).Evaluate(0.5); err != nil { // whether the lineups are fit
		return nil, err
	}
	if _, ok := estimatorOf(c.Entrants[s.Lineups[0][0]].New()); !ok {
		return nil, fmt.Errorf("arena: agent %s does not estimate its chance of winning: want a learned player of the kind afterstate with the head win, such as learned:standard", s.Agents[s.Lineups[0][0]])
	}
	cal := &Calibration{Setup: s, Agent: s.Agents[s.Lineups[0][0]]}
	sums := make([][]dealSums, len(s.Lineups)/2)
	for k := range sums {
		sums[k] = make([]dealSums, s.Games)
	}
	var next, done atomic.Int64
	var mu sync.Mutex
	total := s.Games * len(sums)
	group, ctx := errgroup.WithContext(ctx)
	for range min(c.workers(), total) {
		group.Go(func() error {
			t := &calibrated{table: agents.NewTable(c.Game), config: &c, seats: make([][2][2]game.Agent, len(sums))}
			for {
				i := int(next.Add(1)) - 1
				if i >= total {
					return nil
				}
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				k, deal := i%len(sums), i/len(sums)
				if err := t.play(&s, k, deal, &sums[k][deal]); err != nil {
					return err
				}
				if c.Progress != nil {
					mu.Lock()
					c.Progress(2*int(done.Add(1)), 2*total)
					mu.Unlock()
				}
			}
		})
	}
	err := group.Wait()
	if err != nil && !errors.Is(err, context.Canceled) {
		return nil, err
	}
	for k := range sums {
		cal.Rows = append(cal.Rows, calibrationRow(s.Agents[s.Lineups[2*k][1]], sums[k]))
	}
	return cal, err
}

// estimatorOf returns the estimator that an agent is or wraps.
func estimatorOf(a game.Agent) (Estimator, bool) {
	for {
		if e, ok := a.(Estimator); ok {
			return e, true
		}
		u, ok := a.(interface{ Unwrap() game.Agent })
		if !ok {
			return nil, false
		}
		a = u.Unwrap()
	}
}

// calibrated is where one worker plays the games of a calibration.
type calibrated struct {
	table   *agents.Table
	config  *Config
	seats   [][2][2]game.Agent // of each opponent, by lineup and seat, made when first needed
	pending []float64          // estimates whose result is not known
	parts   int                // parts that had ended at the last decision
}

// play plays deal i against opponent k from both seats.
func (t *calibrated) play(s *Setup, k, i int, sums *dealSums) error {
	for order := range 2 {
		lineup, seats := s.Lineups[2*k+order], &t.seats[k][order]
		for seat, e := range lineup {
			if seats[seat] == nil {
				seats[seat] = t.config.Entrants[e].New()
			}
		}
		own := game.Player(order)
		estimator, _ := estimatorOf(seats[own])
		parted, _ := t.table.State().(game.Parted)
		t.pending, t.parts = t.pending[:0], 0
		t.table.Deal(s.Seed, uint64(i), seats[:]...)
		err := t.table.Play(func(d *agents.Decision) error {
			if parted != nil && parted.Parts() > t.parts {
				t.parts = parted.Parts()
				t.settle(sums, parted.LastPart().Winner == own)
			}
			if d.Player == own {
				if p, ok := estimator.WinChance(); ok {
					t.pending = append(t.pending, p)
				}
			}
			return nil
		})
		if err != nil {
			t.table.End(nil)
			return fmt.Errorf("arena: deal %d of %s (seed %d): %w", i, s.names(lineup), s.Seed, err)
		}
		won := t.table.State().Outcome().Winner == own
		if parted != nil {
			won = parted.LastPart().Winner == own
		}
		t.settle(sums, won)
	}
	sums.played = true
	return nil
}

// settle adds the pending estimates, whose result is known now.
func (t *calibrated) settle(sums *dealSums, won bool) {
	y := indicator(won)
	for _, p := range t.pending {
		b := min(int(p*CalibrationBins), CalibrationBins-1)
		sums.n[b]++
		sums.p[b] += p
		sums.won[b] += y
		d := p - y
		sums.square += float64(d * d)
		sums.logLoss -= math.Log(max(1-math.Abs(d), math.SmallestNonzeroFloat64))
	}
	t.pending = t.pending[:0]
}

// calibrationRow returns the row of the deals that were played.
func calibrationRow(opponent string, deals []dealSums) CalibrationRow {
	r := CalibrationRow{Opponent: opponent}
	var n, p, won, bias, square, logLoss []float64
	var in [CalibrationBins]struct{ n, p, won []float64 }
	for i := range deals {
		d := &deals[i]
		if !d.played {
			continue
		}
		r.Deals++
		var sum struct{ n, p, won float64 }
		for b := range in {
			in[b].n, in[b].p, in[b].won = append(in[b].n, d.n[b]), append(in[b].p, d.p[b]), append(in[b].won, d.won[b])
			sum.n += d.n[b]
			sum.p += d.p[b]
			sum.won += d.won[b]
		}
		r.Decisions += int(sum.n)
		n, p, won, bias = append(n, sum.n), append(p, sum.p), append(won, sum.won), append(bias, sum.p-sum.won)
		square, logLoss = append(square, d.square), append(logLoss, d.logLoss)
	}
	r.Estimate, r.Won, r.Bias = stats.RatioOf(p, n), stats.RatioOf(won, n), stats.RatioOf(bias, n)
	r.Brier, r.LogLoss = stats.RatioOf(square, n), stats.RatioOf(logLoss, n)
	r.Skill = 1 - r.Brier.Value/(r.Won.Value*(1-r.Won.Value))
	for b := range in {
		bin := &r.Bins[b]
		bin.Estimate, bin.Won = stats.RatioOf(in[b].p, in[b].n), stats.RatioOf(in[b].won, in[b].n)
		for _, k := range in[b].n {
			bin.Decisions += int(k)
		}
		if bin.Decisions > 0 {
			r.Error += float64(float64(bin.Decisions) / float64(r.Decisions) * math.Abs(bin.Estimate.Value-bin.Won.Value))
		}
	}
	return r
}
