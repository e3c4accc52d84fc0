package arena

import (
	"context"
	"fmt"

	"rummygym/arena/stats"
)

// Goal is the quantity of a [SequentialTest].
type Goal string

// The goals.
const (
	WinGoal  Goal = "win"  // the score
	GainGoal Goal = "gain" // the mean gain
)

// SequentialTest is a test of an agent against an opponent that ends as soon as it has decided.
// Its quantity is, with WinGoal, the score of a deal played from both seats: the mean of its
// two games, 1 for a win and 1/2 for a game without a winner. With GainGoal it is their mean gain
// in points.
type SequentialTest struct {
	Goal Goal
	stats.Hypotheses
}

// check returns an error unless the test is one of games with so many seats.
func (t *SequentialTest) check(seats int) error {
	if seats != 2 {
		return fmt.Errorf("arena: the game has %d seats: sequential tests need games with 2 seats", seats)
	}
	return t.Validate()
}

// sequentialBlock is the number of deals after which a test is looked at, at first. It grows by an
// eighth of the deals played. The decision is that after each deal, so that only deals too many
// are played.
const sequentialBlock = 32

// PlaySequential plays the games of the lineups of [AllSeats] until the test has decided for each
// opponent, or all games are played. It ends as [Tournament] does. The result does not depend on
// the number of workers or of interruptions. It may have games after a decision, which
// [Result.Evaluate] leaves out.
func PlaySequential(ctx context.Context, c Config, test SequentialTest) (*Result, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := test.check(c.Game.Players()); err != nil {
		return nil, err
	}
	progress, played := c.Progress, 0
	c.Limits = make([]int, len(c.Lineups))
	for l := range c.Limits {
		c.Limits[l] = min(sequentialBlock, c.Games)
	}
	for {
		if progress != nil {
			c.Progress = func(done, _ int) { progress(max(done, played), c.Games*len(c.Lineups)) }
		}
		res, err := Tournament(ctx, c)
		if err != nil {
			return res, err
		}
		more := false
		for l := 0; l+1 < len(c.Limits); l += 2 {
			s := res.sequential(&test, l, c.Limits[l]) // without games of a later block, which a resumed run may have
			if n := c.Limits[l]; s.Decision() == stats.Undecided && n < c.Games {
				n = min(c.Games, max(n+sequentialBlock, n+n/8))
				c.Limits[l], c.Limits[l+1], more = n, n, true
			}
		}
		if !more {
			return res, nil
		}
		c.Resume, played = res, res.Played()
	}
}

// sequential returns the test of the first deals of lineups l and l+1, in order, up to its
// decision or to the first deal that has not been played from both seats.
func (r *Result) sequential(test *SequentialTest, l, deals int) stats.Sequential {
	s := stats.Sequential{Hypotheses: test.Hypotheses}
	for i := range deals {
		a, b := &r.Records[l][i], &r.Records[l+1][i]
		if !a.Played() || !b.Played() || s.Decision() != stats.Undecided {
			break
		}
		if test.Goal == GainGoal {
			s.Add(float64(int(a.Gains[0])+int(b.Gains[1])) / 2)
		} else {
			s.Add(float64(a.halfPoints(0)+b.halfPoints(1)) / 4)
		}
	}
	return s
}
