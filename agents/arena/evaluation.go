package arena

import (
	"fmt"
	"maps"
	"slices"

	"rummygym/agents/arena/stats"
	"rummygym/env/game"
)

// BothSeats returns the lineups in which one entrant meets each of the opponents from
// both seats of a two-player table: in lineups 2k and 2k+1 the entrant sits first and
// second against opponents[k]. With [AllDeals] every deal is played from both seats, and
// all opponents get the same deals. [Result.Evaluate] computes the statistics.
func BothSeats(entrant int, opponents ...int) []Lineup {
	var all []Lineup
	for _, o := range opponents {
		all = append(all, Lineup{entrant, o}, Lineup{o, entrant})
	}
	return all
}

// Evaluation holds the results of one agent against others, with every deal played from
// both seats. Both agents then get the luck of each seat once, and all estimates and
// standard errors are over deals, not over games.
type Evaluation struct {
	*Result
	Confidence float64
	Agent      string
	Rows       []EvaluationRow // one per opponent
	Endings    []game.Ending   // all that occurred, in alphabetical order
	Sequential *SequentialTest // nil unless the games end by its decision
}

// EvaluationRow holds the results of the agent against one opponent, over the deals that
// were played from both seats.
type EvaluationRow struct {
	Opponent     string
	Deals        int                 // deals played from both seats; two games each
	Win          stats.Estimate      // share of games won
	WinInterval  stats.Interval      // interval of Win, see [stats.RateInterval]
	Fair         stats.Test          // of Win against 1/2
	Gain         stats.Estimate      // mean gain per game, in points
	GainInterval stats.Interval      // interval of Gain by the normal distribution
	Seats        [2]EvaluationSeat   // results of the agent at each seat
	Turns        stats.Estimate      // mean number of turns per game, of both players together
	Rounds       stats.Estimate      // mean number of rounds per game
	Parts        [2]*Parts           // of the agent, and of the opponent; nil if the game has no parts
	Drops        [2]int              // games in which the agent, and the opponent, dropped
	Endings      map[game.Ending]int // number of games by ending
	Sequential   *stats.Sequential   // nil unless the evaluation has a test
}

// EvaluationSeat holds the results of the agent at one seat.
type EvaluationSeat struct {
	Win  stats.Proportion
	Gain stats.Estimate
}

// Evaluate computes the evaluation of a result whose lineups are those of [BothSeats].
// Deals that were played from one seat only, as in an unfinished result, do not count.
// The confidence of the intervals is in (0, 1).
func (r *Result) Evaluate(confidence float64) (*Evaluation, error) {
	e := &Evaluation{Result: r, Confidence: confidence}
	if r.Seats != 2 || len(r.Lineups) == 0 || len(r.Lineups)%2 != 0 {
		return nil, fmt.Errorf("arena: %d lineups of %d seats: an evaluation needs pairs of two-seat lineups: see BothSeats", len(r.Lineups), r.Seats)
	}
	e.Agent = r.Agents[r.Lineups[0][0]]
	endings := map[game.Ending]int{}
	for l := 0; l < len(r.Lineups); l += 2 {
		a, b := r.Lineups[l], r.Lineups[l+1]
		if a[0] != b[1] || a[1] != b[0] || a[0] != r.Lineups[0][0] {
			return nil, fmt.Errorf("arena: lineups %v and %v are not one agent against another from both seats: see BothSeats", a, b)
		}
		if !r.shared(l, l+1) {
			return nil, fmt.Errorf("arena: deals are %s: an evaluation needs the same deals for both seats: set Config.Deals to %s", r.Deals, AllDeals)
		}
		row := evaluateRow(r.Records[l], r.Records[l+1], confidence)
		row.Opponent = r.Agents[a[1]]
		row.Parts = r.evaluateParts(l)
		maps.Copy(endings, row.Endings)
		e.Rows = append(e.Rows, row)
	}
	e.Endings = slices.Sorted(maps.Keys(endings))
	return e, nil
}

// evaluateParts returns the sums of the agent and of its opponent over the deals played in
// lineups l and l+1.
func (r *Result) evaluateParts(l int) (both [2]*Parts) {
	if r.Tallies == nil {
		return both
	}
	counts := func(i int) bool { return r.Records[l][i].Played() && r.Records[l+1][i].Played() }
	for who := range both {
		both[who] = r.parts(l, who, counts)
		both[who].add(r.parts(l+1, 1-who, counts))
	}
	return both
}

// evaluateRow returns the row of one opponent. The agent sits first in the games first,
// and second in the games second of the same deals.
func evaluateRow(first, second []Record, confidence float64) EvaluationRow {
	row := EvaluationRow{Endings: map[game.Ending]int{}}
	var wins, gains, turns, rounds []float64
	var seatGains [2][]float64
	for i := range first {
		games := [2]*Record{&first[i], &second[i]}
		if !games[0].Played() || !games[1].Played() {
			continue
		}
		var win, gain, turn, round float64
		for seat, g := range games {
			if g.Won(seat) {
				row.Seats[seat].Win.Successes++
			}
			if g.Dropped(seat) {
				row.Drops[0]++
			}
			if g.Dropped(1 - seat) {
				row.Drops[1]++
			}
			row.Endings[g.Ending]++
			seatGains[seat] = append(seatGains[seat], float64(g.Gains[seat]))
			win += indicator(g.Won(seat))
			gain += float64(g.Gains[seat])
			turn += float64(g.Turns)
			round += float64(g.Rounds)
		}
		wins, gains = append(wins, win/2), append(gains, gain/2)
		turns, rounds = append(turns, turn/2), append(rounds, round/2)
	}
	row.Deals = len(wins)
	row.Win, row.Gain = stats.MeanOf(wins), stats.MeanOf(gains)
	row.WinInterval = stats.RateInterval(row.Win, row.Deals, confidence)
	row.GainInterval = row.Gain.Interval(confidence)
	row.Fair = stats.TestZero(stats.Estimate{Value: row.Win.Value - 0.5, StdErr: row.Win.StdErr})
	row.Turns, row.Rounds = stats.MeanOf(turns), stats.MeanOf(rounds)
	for seat := range row.Seats {
		row.Seats[seat].Win.Trials = row.Deals
		row.Seats[seat].Gain = stats.MeanOf(seatGains[seat])
	}
	return row
}
