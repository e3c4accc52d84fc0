package arena

import (
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"rummygym/arena/stats"
	"rummygym/env/game"
)

// Settings are the parameters of a summary. The zero value means the defaults.
type Settings struct {
	Confidence float64 // of all intervals, in (0, 1); 0 is 0.95
	Resamples  int     // number of bootstrap resamples; 0 is 1,000
}

// Summary holds the statistics of a result, over the games played so far.
type Summary struct {
	*Result
	Settings Settings
	Endings  []game.Ending // all that occurred, in alphabetical order
	Pairs    []Pair        // one per lineup, in the order of Result.Lineups
	Players  []Player      // one per entrant, in the order of Result.Agents
	Skill    *Skill        // nil unless the lineups are all ordered pairs
	Against  *Against      // nil unless set by the caller, see AgainstOpponent
}

// Pair holds the statistics of one lineup. With two seats a lineup is an ordered pair
// of agents: the first-named sits at seat 0 and moves first.
type Pair struct {
	Measure // of the first-named
	Lineup  Lineup
	Names   []string  // by seat
	Seed    uint64    // seed of the lineup: game i is episode i of a run with it
	Seats   []Measure // by seat

	FairHolm      float64          // p-value of Fair, after Holm's correction over all lineups
	MeanGain      stats.Interval   // bootstrap interval of the first-named's mean gain
	Median        float64          // median gain of the first-named
	MedianGain    stats.Interval   // bootstrap interval of Median
	MedianRounds  float64          // median number of rounds
	RoundsRange   stats.Interval   // 2.5th and 97.5th percentile of the rounds, whatever the confidence
	AtLimit       stats.Proportion // games that reached RoundLimit; no trials without one
	TurnsPerRound float64          // turns of all games divided by the rounds of all games
}

// Player holds the results of one entrant against the others, over all seats. Games
// against itself do not count.
type Player struct {
	Name    string
	Games   int            // number of seats held in games with another entrant
	Win     stats.Estimate // win rate, with equal weights for all opponents and seats
	Gain    stats.Estimate // mean gain in points, with the same weights
	Parts   *Parts         // sums over these games; nil if the game has no parts
	Retries int            // answers in these games that were refused and asked for again
}

// Summarize computes the statistics of a result. Equal results and settings give
// equal summaries.
func Summarize(res *Result, set Settings) *Summary {
	if set.Confidence == 0 {
		set.Confidence = 0.95
	}
	if set.Resamples == 0 {
		set.Resamples = 1000
	}
	s := &Summary{Result: res, Settings: set, Pairs: make([]Pair, len(res.Lineups))}
	seats := res.Measure(len(res.Lineups)*res.Seats, 1, set.Confidence, func(l, seat int) int { return l*res.Seats + seat })
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for l, lineup := range res.Lineups {
		p := &s.Pairs[l]
		p.Lineup, p.Seed, p.Seats = lineup, res.LineupSeed(l), seats[l*res.Seats:][:res.Seats]
		p.Measure = p.Seats[0]
		for _, e := range lineup {
			p.Names = append(p.Names, res.Agents[e])
		}
		workers.Go(func() error {
			p.spread(res, l, set)
			return nil
		})
	}
	_ = workers.Wait() // no worker returns an error

	all := map[game.Ending]int{}
	fair := make([]float64, len(s.Pairs))
	for l := range s.Pairs {
		maps.Copy(all, s.Pairs[l].Endings)
		fair[l] = s.Pairs[l].Fair.P
	}
	for l, p := range stats.Holm(fair) {
		s.Pairs[l].FairHolm = p
	}
	s.Endings = slices.Sorted(maps.Keys(all))
	s.Skill = skillOf(s)
	for e := range s.Agents {
		s.Players = append(s.Players, s.player(e))
	}
	return s
}

// bootstrapStream separates the seeds of the bootstrap from those of games.
const bootstrapStream = 1 << 40

// spread sets the medians, the percentiles and the intervals by bootstrap.
func (p *Pair) spread(res *Result, l int, set Settings) {
	src := rand.NewPCG(game.Seed(res.Seed, bootstrapStream, uint64(l)), game.Seed(res.Seed, bootstrapStream+1, uint64(l)))
	gains, rounds := p.Values(func(u *stats.Unit) float64 { return float64(u.Gain) }), p.Values((*stats.Unit).AllRounds)
	p.MeanGain, p.MedianGain = stats.Bootstrap(gains, set.Resamples, set.Confidence, src)
	slices.Sort(gains)
	slices.Sort(rounds)
	p.Median, p.MedianRounds = stats.Quantile(gains, 0.5), stats.Quantile(rounds, 0.5)
	p.RoundsRange = stats.Interval{Low: stats.Quantile(rounds, 0.025), High: stats.Quantile(rounds, 0.975)}
	p.TurnsPerRound = p.Turns.Value / p.Rounds.Value
	if res.RoundLimit > 0 {
		at, _ := slices.BinarySearch(rounds, float64(res.RoundLimit))
		p.AtLimit = stats.Proportion{Successes: len(rounds) - at, Trials: len(rounds)}
	}
}

// player returns the results of an entrant against the others. Its win rate and its mean gain are
// means over the lineups in which it meets another entrant and over its seats in
// them, with equal weights. In two-seat tournaments of all ordered pairs the standard
// error of the rate is that of the seat-balanced rates; otherwise lineups are treated as independent.
func (s *Summary) player(e int) Player {
	p := Player{Name: s.Agents[e]}
	if len(s.PartEndings) > 0 {
		p.Parts = &Parts{Ended: map[game.Ending]int{}}
	}
	var win, gain, balanced []stats.Estimate
	for l := range s.Pairs {
		pair := &s.Pairs[l]
		if !slices.Contains(pair.Lineup, e) || !slices.ContainsFunc(pair.Lineup, func(who int) bool { return who != e }) || pair.Rows == 0 {
			continue
		}
		for seat, who := range pair.Lineup {
			if m := &pair.Seats[seat]; who == e {
				p.Games, p.Retries = p.Games+m.Rows, p.Retries+m.Retries
				win, gain = append(win, m.Win), append(gain, m.Gain)
				if p.Parts != nil {
					p.Parts.add(m.Parts)
				}
			}
		}
	}
	p.Win, p.Gain = stats.MeanOfEstimates(win), stats.MeanOfEstimates(gain)
	if s.Skill != nil && len(s.Agents) > 1 {
		for j, b := range s.Skill.Balanced[e] {
			if j != e {
				balanced = append(balanced, b.Estimate)
			}
		}
		p.Win.StdErr = stats.MeanOfEstimates(balanced).StdErr
	}
	return p
}

// Parts holds the sums of the tallies of one agent over games: how the hands of matches
// ended, for example.
type Parts struct {
	Parts  int                 // parts of the games in which the agent took part
	Ended  map[game.Ending]int // parts that it ended or left
	Nobody int                 // parts that nobody ended, such as void hands
	Won    int                 // parts in which it scored
	Points int                 // points that it scored in these
	Paid   int                 // points that it paid in the others
	Left   int                 // points that it had left over in the parts that it ended
}

// add adds the sums of other games.
func (p *Parts) add(t *Parts) {
	p.Parts, p.Nobody, p.Won = p.Parts+t.Parts, p.Nobody+t.Nobody, p.Won+t.Won
	p.Points, p.Paid, p.Left = p.Points+t.Points, p.Paid+t.Paid, p.Left+t.Left
	for e, n := range t.Ended {
		p.Ended[e] += n
	}
}

// Enders returns the number of parts that the agent ended.
func (p *Parts) Enders() (n int) {
	for _, k := range p.Ended {
		n += k
	}
	return n
}
