package stats

// A Unit holds the sums of the rows of a game or a deal. A row is a game as one of its seats saw it. The rows of a unit, such as
// the games of a deal that is played from several seats, depend on each other.
type Unit struct {
	Lineup, Deal  int32 // which unit it is
	Gain          int32 // points
	Rounds, Turns uint32
	Won, Decided  uint8 // rows that won, and rows of games that have a winner
}

// A Measure holds what units say, all of which have the same number of rows. Estimates are means of rows, with standard errors over units. What no
// row says is NaN.
type Measure struct {
	Units int        // games or deals that count
	Rows  int        // games, each as often as seats of it count
	Wins  Proportion // of the rows

	Win          Estimate // share of games won
	WinInterval  Interval // Wilson's; over deals see [RateInterval]
	Score        Estimate // mean score: 1 for a game won, 1 / number of seats for one without a winner
	Fair         Test     // of Score against 1 / number of seats
	Gain         Estimate // mean gain of a game in points
	GainInterval Interval // by the normal distribution
	Rounds       Estimate // mean number of rounds of a game
	Turns        Estimate // mean number of turns of a game, of all players together

	Each []Unit
}

// MeasureOf measures units of rows rows in all, at tables with the given number of seats. Paired says that a unit is a deal played
// from several seats, and not a game. The confidence of the intervals is in (0, 1).
func MeasureOf(units []Unit, rows, seats int, paired bool, confidence float64) Measure {
	m := Measure{Units: len(units), Rows: rows, Each: units}
	for i := range units {
		m.Wins.Successes += int(units[i].Won)
	}
	m.Wins.Trials = rows
	m.Gain = m.mean(func(u *Unit) float64 { return float64(u.Gain) })
	m.Rounds, m.Turns = m.mean((*Unit).AllRounds), m.mean(func(u *Unit) float64 { return float64(u.Turns) })
	m.GainInterval = m.Gain.Interval(confidence)
	share, above := 1/float64(seats), aboveShare(seats)
	m.Score = m.mean(above)
	if paired {
		m.Win = m.mean(func(u *Unit) float64 { return float64(u.Won) })
		m.WinInterval = RateInterval(m.Win, m.Units, confidence)
		m.Score.Value += share
		m.Fair = TestZero(MeanOf(m.Values(above)))
		return m
	}
	// Games without a winner are shared, so that only the others say whether the score is fair.
	won := Proportion{Successes: m.Wins.Successes}
	for i := range units {
		won.Trials += int(units[i].Decided)
	}
	m.Win, m.WinInterval, m.Fair = m.Wins.Estimate(), m.Wins.Wilson(confidence), won.TestNull(share)
	m.Score.Value = (float64(won.Successes) + share*float64(m.Rows-won.Trials)) / float64(m.Rows)
	return m
}

// aboveShare returns the sum of the scores of a unit, less that of equal players.
func aboveShare(seats int) func(*Unit) float64 {
	return func(u *Unit) float64 { return float64(u.Won) - float64(u.Decided)/float64(seats) }
}

// mean returns the mean of the rows of a sum of units. Sums of a unit are exact, and a third of them is not: so they are divided at the end.
func (m *Measure) mean(of func(*Unit) float64) Estimate {
	return perRow(MeanOf(m.Values(of)), m.Rows, m.Units)
}

// perRow returns the mean of rows, from the mean of the sums of units.
func perRow(e Estimate, rows, units int) Estimate {
	n := float64(rows) / float64(units)
	return Estimate{e.Value / n, e.StdErr / n}
}

// AllRounds returns the rounds of the games of a unit.
func (u *Unit) AllRounds() float64 { return float64(u.Rounds) }

// Values returns a number of each unit.
func (m *Measure) Values(of func(*Unit) float64) []float64 {
	all := make([]float64, len(m.Each))
	for i := range m.Each {
		all[i] = of(&m.Each[i])
	}
	return all
}

// A Contrast is the difference of two measures of the same deals, of a mean of rows, over units: the luck of a deal cancels out. The
// interval is by the normal distribution.
type Contrast struct {
	Estimate
	Interval Interval
	Test     Test // against 0
}

// Contrasts returns what the first measure has more than the second, of the same units in the same order, with the same rows: of the
// share of games won, the score and the gain.
func Contrasts(a, b *Measure, seats int, confidence float64) (win, score, gain Contrast) {
	of := func(sum func(*Unit) float64) Contrast {
		each := a.Values(sum)
		for i, x := range b.Values(sum) {
			each[i] -= x
		}
		e := perRow(MeanOf(each), a.Rows, a.Units)
		return Contrast{e, e.Interval(confidence), TestZero(e)}
	}
	return of(func(u *Unit) float64 { return float64(u.Won) }), of(aboveShare(seats)), of(func(u *Unit) float64 { return float64(u.Gain) })
}
