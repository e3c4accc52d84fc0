package arena

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rummygym/arena/stats"
	"rummygym/env/game"
)

// AllSeats returns the lineups in which one entrant meets others from every seat: in lineup s the
// entrant sits at seat s, and the others follow it in their order, around the table. With
// [AllDeals] every deal is played from every seat. The lineups of several tables of others, one
// after the other, get the same deals. [Result.Evaluate] computes the statistics.
func AllSeats(entrant int, others ...int) []Lineup {
	table := append(Lineup{entrant}, others...)
	var all []Lineup
	for s := range table {
		first := len(table) - s
		all = append(all, append(slices.Clone(table[first%len(table):]), table[:first%len(table)]...))
	}
	return all
}

// BothSeats returns AllSeats for each of the opponents at a two-player table, one after the
// other: in lineups 2k and 2k+1 the entrant sits first and second against opponents[k].
func BothSeats(entrant int, opponents ...int) []Lineup {
	var all []Lineup
	for _, o := range opponents {
		all = append(all, AllSeats(entrant, o)...)
	}
	return all
}

// Evaluation holds the results of one agent against others, with every deal played from
// every seat. The agent then gets the luck of each seat once, and all estimates and
// standard errors are over deals, not over games.
type Evaluation struct {
	*Result
	Confidence float64
	Agent      string
	Rows       []EvaluationRow // one per opponent, or table of opponents
	Endings    []game.Ending   // all that occurred, in alphabetical order
	Sequential *SequentialTest // nil unless the games end by its decision
}

// EvaluationRow holds the results of the agent against one opponent, over the deals that
// were played from every seat. At a table with more than two seats the opponents are all
// others, mostly the same agent.
type EvaluationRow struct {
	Opponent     string              // name; of different opponents the names, joined by " + "
	Deals        int                 // deals played from every seat; a game for each seat
	Win          stats.Estimate      // share of games won
	WinInterval  stats.Interval      // interval of Win, see [stats.RateInterval]
	Score        stats.Estimate      // mean score: 1 for a game won, 1 / number of seats for one without a winner
	Fair         stats.Test          // of Score against 1 / number of seats
	Gain         stats.Estimate      // mean gain per game, in points
	GainInterval stats.Interval      // interval of Gain by the normal distribution
	Seats        []EvaluationSeat    // results of the agent at each seat
	Turns        stats.Estimate      // mean number of turns per game, of all players together
	Rounds       stats.Estimate      // mean number of rounds per game
	Parts        [2]*Parts           // of the agent, and of the opponents, of all together; nil if the game has no parts
	Drops        [2]int              // drops of the agent, and of the opponents, in all games
	Forfeits     [2]int              // games that the agent, and the opponents, forfeited
	Retries      [2]int              // answers of the agent, and of the opponents, that were refused and asked for again
	Endings      map[game.Ending]int // number of games by ending
	Sequential   *stats.Sequential   // nil unless the evaluation has a test
}

// EvaluationSeat holds the results of the agent at one seat.
type EvaluationSeat struct {
	Win  stats.Proportion
	Gain stats.Estimate
}

// Evaluate computes the evaluation of a result whose lineups are those of [BothSeats] or
// [AllSeats]. Deals that were played from some seats only, as in an unfinished result, do not
// count. The confidence of the intervals is in (0, 1).
func (r *Result) Evaluate(confidence float64) (*Evaluation, error) {
	e := &Evaluation{Result: r, Confidence: confidence}
	if len(r.Lineups) == 0 || len(r.Lineups)%r.Seats != 0 {
		return nil, fmt.Errorf("arena: %d lineups: an evaluation needs %d for each table of opponents, one from each seat: see AllSeats", len(r.Lineups), r.Seats)
	}
	agent := r.Lineups[0][0]
	e.Agent = r.Agents[agent]
	endings := map[game.Ending]int{}
	for l := 0; l < len(r.Lineups); l += r.Seats {
		others := r.Lineups[l][1:]
		for s, want := range AllSeats(agent, others...) {
			if !slices.Equal(r.Lineups[l+s], want) {
				return nil, fmt.Errorf("arena: lineup %v: want %v, one agent against the same others from every seat: see BothSeats and AllSeats", r.Lineups[l+s], want)
			}
			if !r.shared(l, l+s) {
				return nil, fmt.Errorf("arena: deals are %s: an evaluation needs the same deals for all seats: set Config.Deals to %s", r.Deals, AllDeals)
			}
		}
		row := evaluateRow(r.Records[l:l+r.Seats], confidence)
		row.Opponent = r.table(others)
		row.Parts, row.Retries = r.evaluateTallies(l)
		maps.Copy(endings, row.Endings)
		e.Rows = append(e.Rows, row)
	}
	e.Endings = slices.Sorted(maps.Keys(endings))
	return e, nil
}

// table returns the name of a table of others: that of the agent if they are the same.
func (r *Result) table(others Lineup) string {
	if len(slices.Compact(slices.Clone(others))) == 1 {
		return r.Agents[others[0]]
	}
	var names []string
	for _, o := range others {
		names = append(names, r.Agents[o])
	}
	return strings.Join(names, " + ")
}

// evaluateTallies returns the sums of parts and the retries of the agent and of its opponents over the deals played in
// lineup l and the following ones, from every seat.
func (r *Result) evaluateTallies(l int) (parts [2]*Parts, retries [2]int) {
	counts := func(i int) bool {
		return !slices.ContainsFunc(r.Records[l:l+r.Seats], func(g []Record) bool { return !g[i].Played() })
	}
	for at := range r.Seats {
		for seat := range r.Seats {
			who := 1
			if seat == at {
				who = 0
			}
			retries[who] += r.retries(l+at, seat, counts)
			if sum := r.parts(l+at, seat, counts); parts[who] == nil {
				parts[who] = sum
			} else {
				parts[who].add(sum)
			}
		}
	}
	return parts, retries
}

// evaluateRow returns the row of one table of opponents. The agent sits at seat s in games[s],
// which has the same deals for all s.
func evaluateRow(games [][]Record, confidence float64) EvaluationRow {
	seats := len(games)
	row := EvaluationRow{Endings: map[game.Ending]int{}, Seats: make([]EvaluationSeat, seats)}
	var wins, scores, gains, turns, rounds []float64
	seatGains := make([][]float64, seats)
	for i := range games[0] {
		if slices.ContainsFunc(games, func(g []Record) bool { return !g[i].Played() }) {
			continue
		}
		var win, decided, gain, turn, round float64
		for seat := range games {
			g := &games[seat][i]
			if g.Won(seat) {
				row.Seats[seat].Win.Successes++
			}
			for p := range seats {
				switch {
				case !g.Dropped(p):
				case p == seat:
					row.Drops[0]++
				default:
					row.Drops[1]++
				}
			}
			row.Endings[g.Ending]++
			switch {
			case g.Forfeited(seat):
				row.Forfeits[0]++
			case g.Ending == Forfeit:
				row.Forfeits[1]++
			}
			seatGains[seat] = append(seatGains[seat], float64(g.Gains[seat]))
			win += indicator(g.Won(seat))
			decided += indicator(g.Winner >= 0)
			gain += float64(g.Gains[seat])
			turn += float64(g.Turns)
			round += float64(g.Rounds)
		}
		wins, gains = append(wins, win), append(gains, gain)
		scores = append(scores, win-decided/float64(seats))
		turns, rounds = append(turns, turn), append(rounds, round)
	}
	row.Deals = len(wins)
	// Sums of a deal are exact, and a third of them is not: so they are divided at the end.
	each := func(sums []float64) stats.Estimate {
		e := stats.MeanOf(sums)
		return stats.Estimate{Value: e.Value / float64(seats), StdErr: e.StdErr / float64(seats)}
	}
	row.Win, row.Gain = each(wins), each(gains)
	row.WinInterval = stats.RateInterval(row.Win, row.Deals, confidence)
	row.GainInterval = row.Gain.Interval(confidence)
	above := stats.MeanOf(scores) // an equal share, in a deal
	row.Fair = stats.TestZero(above)
	row.Score = each(scores)
	row.Score.Value += 1 / float64(seats)
	row.Turns, row.Rounds = each(turns), each(rounds)
	for seat := range row.Seats {
		row.Seats[seat].Win.Trials = row.Deals
		row.Seats[seat].Gain = stats.MeanOf(seatGains[seat])
	}
	return row
}
