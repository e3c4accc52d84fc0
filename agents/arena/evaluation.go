package arena

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"rummygym/agents/arena/stats"
	"rummygym/env/game"
)

// BothSeats returns the lineups in which one entrant meets each of the opponents
// from both seats of a table of two: 2k and 2k+1 are the entrant first and second
// against opponents[k]. With [AllDeals] every deal is then played from both seats,
// and is the same against all opponents; [Result.Evaluate] tells what came of it.
func BothSeats(entrant int, opponents ...int) []Lineup {
	var all []Lineup
	for _, o := range opponents {
		all = append(all, Lineup{entrant, o}, Lineup{o, entrant})
	}
	return all
}

// Evaluation is how one agent fares against others, every deal played from both
// seats. The luck of a deal that falls to a seat is then had by both, so that all
// estimates are means over deals, not over games, with the standard errors of
// those.
type Evaluation struct {
	*Result
	Confidence float64
	Agent      string
	Rows       []EvaluationRow // one an opponent
	Endings    []game.Ending   // all that occurred, in alphabetical order
}

// EvaluationRow is what the agent reached against one opponent in the deals that
// were played from both seats.
type EvaluationRow struct {
	Opponent string
	Deals    int                 // played from both seats; there are two games of each
	Win      stats.Estimate      // share of games won
	WinRange stats.Interval      // its interval, see [stats.RateInterval]
	Fair     stats.Test          // of the share won against 1/2
	Gain     stats.Estimate      // mean gain a game, in points
	GainBand stats.Interval      // its interval by the normal distribution
	Seats    [2]EvaluationSeat   // what the agent reached at each seat
	Turns    stats.Estimate      // mean number of turns of a game, of both players
	Rounds   stats.Estimate      // mean number of rounds of a game
	Drops    [2]int              // games that the agent, and that its opponent dropped
	Endings  map[game.Ending]int // games by how they ended
}

// EvaluationSeat is what the agent reached at one seat.
type EvaluationSeat struct {
	Win  stats.Proportion
	Gain stats.Estimate
}

// Evaluate tells what came of the lineups of [BothSeats]. Deals that were played
// from one seat only, as in a result that is not finished, do not count.
func (r *Result) Evaluate(confidence float64) (*Evaluation, error) {
	e := &Evaluation{Result: r, Confidence: confidence}
	if r.Seats != 2 || len(r.Lineups) == 0 || len(r.Lineups)%2 != 0 {
		return nil, errors.New("arena: an evaluation is of pairs of lineups of two: see BothSeats")
	}
	e.Agent = r.Agents[r.Lineups[0][0]]
	endings := map[game.Ending]int{}
	for l := 0; l < len(r.Lineups); l += 2 {
		a, b := r.Lineups[l], r.Lineups[l+1]
		if a[0] != b[1] || a[1] != b[0] || a[0] != r.Lineups[0][0] {
			return nil, fmt.Errorf("arena: lineups %v and %v are not one agent against another from both seats: see BothSeats", a, b)
		}
		if !r.shared(l, l+1) {
			return nil, fmt.Errorf("arena: an evaluation needs the same deals for both seats, and they are %s: set Config.Deals to %s", r.Deals, AllDeals)
		}
		row := evaluateRow(r.Records[l], r.Records[l+1], confidence)
		row.Opponent = r.Agents[a[1]]
		maps.Copy(endings, row.Endings)
		e.Rows = append(e.Rows, row)
	}
	e.Endings = slices.Sorted(maps.Keys(endings))
	return e, nil
}

// evaluateRow returns the row of the games in which the agent sits first and of
// the same deals in which it sits second.
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
			win += indicator(g.Won(seat)) / 2
			gain += float64(g.Gains[seat]) / 2
			turn += float64(g.Turns) / 2
			round += float64(g.Rounds) / 2
		}
		wins, gains = append(wins, win), append(gains, gain)
		turns, rounds = append(turns, turn), append(rounds, round)
	}
	row.Deals = len(wins)
	row.Win, row.Gain = stats.MeanOf(wins), stats.MeanOf(gains)
	row.WinRange = stats.RateInterval(row.Win, row.Deals, confidence)
	row.GainBand = row.Gain.Interval(confidence)
	row.Fair = stats.TestZero(stats.Estimate{Value: row.Win.Value - 0.5, StdErr: row.Win.StdErr})
	row.Turns, row.Rounds = stats.MeanOf(turns), stats.MeanOf(rounds)
	for seat := range row.Seats {
		row.Seats[seat].Win.Trials = row.Deals
		row.Seats[seat].Gain = stats.MeanOf(seatGains[seat])
	}
	return row
}
