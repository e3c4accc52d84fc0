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

// Pairs returns the lineups of a ladder, in which all pairs of n entrants meet from both seats: entrants i and j, i < j, sit first
// and second in lineup 2p, and second and first in lineup 2p+1, for p = j(j−1)/2 + i. Those of fewer entrants come
// first. With [AllDeals] all pairs get the same deals. [Result.Rate] computes the ratings.
func Pairs(n int) []Lineup {
	var all []Lineup
	for j := range n {
		for i := range j {
			all = append(all, AllSeats(i, j)...)
		}
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
	Measure                        // of the agent; its units are deals
	Rules, Agent string            // those of the evaluation
	Seed         uint64            // that of the evaluation
	Opponent     string            // name; of different opponents the names, joined by " + "
	Others       Measure           // of the opponents, of all together
	Seats        []Measure         // of the agent at each seat
	Sequential   *stats.Sequential // nil unless the evaluation has a test
}

// Evaluate computes the evaluation of a result whose lineups are those of
// [AllSeats]. Deals that were played from some seats only, as in an unfinished result, do not
// count. The confidence of the intervals is in (0, 1). With a test, unless it is nil, only the games up
// to its decision count; their estimates lean towards it.
func (r *Result) Evaluate(confidence float64, test *SequentialTest) (*Evaluation, error) {
	seats := r.Seats
	if len(r.Lineups) == 0 || len(r.Lineups)%seats != 0 {
		return nil, fmt.Errorf("arena: %d lineups: an evaluation needs %d for each table of opponents, one from each seat: see AllSeats", len(r.Lineups), seats)
	}
	for l, lineup := range r.Lineups {
		first := l - l%seats
		if want := AllSeats(r.Lineups[0][0], r.Lineups[first][1:]...)[l%seats]; !slices.Equal(lineup, want) {
			return nil, fmt.Errorf("arena: lineup %v: want %v, one agent against the same others from every seat: see AllSeats", lineup, want)
		}
		if !r.shared(first, l) {
			return nil, fmt.Errorf("arena: deals are %s: an evaluation needs the same deals for all seats: set Config.Deals to %s", r.Deals, AllDeals)
		}
	}
	e := &Evaluation{Result: r, Confidence: confidence, Agent: r.Agents[r.Lineups[0][0]], Sequential: test, Rows: make([]EvaluationRow, len(r.Lineups)/seats)}
	if test != nil {
		if err := test.check(seats); err != nil {
			return nil, err
		}
		e.Result = newResult(r.Setup)
		for k := range e.Rows {
			s := r.sequential(test, 2*k, r.Games)
			for l := 2 * k; l < 2*k+2; l++ {
				e.take(l, r, l, 0, s.N)
			}
			e.Rows[k].Sequential = &s
		}
	}
	sides := e.Measure(2*len(e.Rows), seats, confidence, func(l, seat int) int {
		if seat == l%seats {
			return l / seats * 2
		}
		return l/seats*2 + 1
	})
	// The agent's games at one seat, of the same deals.
	bySeat := e.Measure(len(r.Lineups), seats, confidence, func(l, seat int) int {
		if seat == l%seats {
			return l
		}
		return -1
	})
	endings := map[game.Ending]int{}
	for k := range e.Rows {
		row := &e.Rows[k]
		row.Measure, row.Others, row.Seats, row.Opponent = sides[2*k], sides[2*k+1], bySeat[k*seats:][:seats], r.table(r.Lineups[k*seats][1:])
		row.Rules, row.Agent, row.Seed = e.Rules, e.Agent, e.Seed
		maps.Copy(endings, row.Endings)
	}
	e.Endings = slices.Sorted(maps.Keys(endings))
	return e, nil
}

// table returns the name of a table of others: that of the agent if they are the same.
func (s *Setup) table(others Lineup) string {
	var names []string
	for _, o := range others {
		names = append(names, s.Agents[o])
	}
	if len(slices.Compact(slices.Clone(names))) == 1 {
		return names[0]
	}
	return strings.Join(names, " + ")
}
