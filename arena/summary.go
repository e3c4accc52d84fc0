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
	Lineup Lineup
	Names  []string // by seat
	Seed   uint64   // seed of the lineup: game i is episode i of a run with it
	Games  int      // games played
	Seats  []Seat   // by seat

	Win      stats.Interval // Wilson interval of the first-named's win rate
	Score    float64        // mean score of the first-named: 1 for a game won, 1/seats for one without a winner
	Fair     stats.Test     // of the score against 1/seats
	FairHolm float64        // p-value of Fair, after Holm's correction over all lineups

	Gain       stats.Interval // bootstrap interval of the first-named's mean gain
	Median     float64        // median gain of the first-named
	MedianGain stats.Interval // bootstrap interval of Median

	Rounds        stats.Estimate // mean number of rounds
	MedianRounds  float64
	RoundsRange   stats.Interval // 2.5th and 97.5th percentile of the rounds, whatever the confidence
	AtLimit       stats.Proportion
	Turns         stats.Estimate // mean number of turns of all players together
	TurnsPerRound float64        // turns of all games divided by the rounds of all games

	Endings map[game.Ending]int
}

// Seat holds the results of one seat of a lineup.
type Seat struct {
	Wins  stats.Proportion
	Gain  stats.Estimate // mean gain in points
	Drops int            // games in which the player at this seat dropped
	Parts *Parts         // nil if the game has no parts

	Retries int // answers that were refused and asked for again
}

// Player holds the results of one entrant against the others, over all seats. Games
// against itself do not count.
type Player struct {
	Name  string
	Games int            // number of seats held in games with another entrant
	Win   stats.Estimate // win rate, with equal weights for all opponents and seats
	Gain  stats.Estimate // mean gain in points, with the same weights
	Parts *Parts         // sums over these games; nil if the game has no parts

	Retries int // answers in these games that were refused and asked for again
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
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for l := range s.Pairs {
		workers.Go(func() error {
			s.Pairs[l] = summarizePair(res, l, set)
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
	s.Players = playersOf(s)
	return s
}

// bootstrapStream separates the seeds of the bootstrap from those of games.
const bootstrapStream = 1 << 40

func summarizePair(res *Result, l int, set Settings) Pair {
	lineup := res.Lineups[l]
	p := Pair{Lineup: lineup, Seed: res.LineupSeed(l), Seats: make([]Seat, len(lineup)), Endings: map[game.Ending]int{}}
	for _, e := range lineup {
		p.Names = append(p.Names, res.Agents[e])
	}
	var rounds, turns []float64
	gains := make([][]float64, len(lineup))
	var first []int16
	decided := 0 // games with a winner
	for i := range res.Records[l] {
		r := &res.Records[l][i]
		if !r.Played() {
			continue
		}
		p.Games++
		p.Endings[r.Ending]++
		if r.Winner >= 0 {
			decided++
		}
		rounds, turns = append(rounds, float64(r.Rounds)), append(turns, float64(r.Turns))
		if res.RoundLimit > 0 && int(r.Rounds) >= res.RoundLimit {
			p.AtLimit.Successes++
		}
		first = append(first, r.Gains[0])
		for s := range p.Seats {
			gains[s] = append(gains[s], float64(r.Gains[s]))
			if r.Won(s) {
				p.Seats[s].Wins.Successes++
			}
			if r.Dropped(s) {
				p.Seats[s].Drops++
			}
		}
	}
	for s := range p.Seats {
		p.Seats[s].Wins.Trials = p.Games
		p.Seats[s].Gain = stats.MeanOf(gains[s])
		played := func(i int) bool { return res.Records[l][i].Played() }
		p.Seats[s].Parts, p.Seats[s].Retries = res.parts(l, s, played), res.retries(l, s, played)
	}
	wins := p.Seats[0].Wins
	p.Win = wins.Wilson(set.Confidence)
	// Games without a winner are shared, so that only the others say whether the score is fair.
	share := 1 / float64(len(lineup))
	won := stats.Proportion{Successes: wins.Successes, Trials: decided}
	p.Score, p.Fair = (float64(won.Successes)+share*float64(p.Games-decided))/float64(p.Games), won.TestNull(share)

	src := rand.NewPCG(game.Seed(res.Seed, bootstrapStream, uint64(l)), game.Seed(res.Seed, bootstrapStream+1, uint64(l)))
	p.Gain, p.MedianGain = stats.Bootstrap(first, set.Resamples, set.Confidence, src)
	slices.Sort(gains[0])
	p.Median = stats.Quantile(gains[0], 0.5)

	p.Rounds, p.Turns = stats.MeanOf(rounds), stats.MeanOf(turns)
	p.TurnsPerRound = p.Turns.Value / p.Rounds.Value
	slices.Sort(rounds)
	p.MedianRounds = stats.Quantile(rounds, 0.5)
	p.RoundsRange = stats.Interval{Low: stats.Quantile(rounds, 0.025), High: stats.Quantile(rounds, 0.975)}
	if res.RoundLimit > 0 {
		p.AtLimit.Trials = p.Games
	}
	return p
}
