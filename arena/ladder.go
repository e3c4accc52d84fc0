package arena

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"rummygym/arena/stats"
)

// LadderConfig describes the games of a ladder: all pairs of entrants meet, every deal is played
// from both seats, and all pairs get the same deals. [Result.Rate] computes the ratings. Ladder
// sets the Lineups, Deals and Limits of the Config. Games is the number of deals of each pair.
type LadderConfig struct {
	Config

	// Slow lists entrants, by index, whose pairs play at most SlowGames deals.
	Slow      []int
	SlowGames int

	// Round, if not 0, is the number of deals in a round of adaptive pairing. In the first round
	// every pair plays that many. Before each further round, as many pairs as there are entrants
	// are chosen, each for the same number of deals: those that add most to what is known about
	// the ratings, from the results of the rounds before (see [informative]). The pairs play as
	// many deals in all as without Round, and each at most maxAdaptive times Games, or SlowGames.
	Round int
}

// maxAdaptive bounds the deals of a pair in adaptive pairing, as a multiple of the mean.
const maxAdaptive = 4

// LadderPrior is the prior of the ratings that choose pairs, see [stats.BradleyTerry].
const LadderPrior = 1

// ladderLineups returns the lineups of a ladder of n agents: agents i and j, i < j, sit first and
// second in lineup 2p, and second and first in lineup 2p+1, for p = j(j−1)/2 + i. Those of fewer
// agents come first.
func ladderLineups(n int) []Lineup {
	var all []Lineup
	for j := range n {
		for i := range j {
			all = append(all, BothSeats(i, j)...)
		}
	}
	return all
}

// ladder reports whether the lineups are those of a ladder of all agents.
func (s *Setup) ladder() bool {
	n := len(s.Agents) // any number, in a file that is wrong
	return n >= 2 && s.Seats == 2 && len(s.Lineups) == n*(n-1) && reflect.DeepEqual(s.Lineups, ladderLineups(n))
}

// ladderPairs returns the agents of each pair of a ladder.
func ladderPairs(n int) (pairs [][2]int) {
	for j := range n {
		for i := range j {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// Validate returns an error that describes the first fault of the configuration, or nil.
func (c *LadderConfig) Validate() error {
	if len(c.Entrants) < 2 {
		return fmt.Errorf("arena: a ladder needs at least 2 agents, and has %d", len(c.Entrants))
	}
	if n := len(c.Entrants); n*(n-1) > maxLineups {
		return fmt.Errorf("arena: %d entrants have more than %d pairs, the maximum", n, maxLineups/2)
	}
	if c.Game != nil && c.Game.Players() != 2 {
		return fmt.Errorf("arena: the game has %d seats: a ladder needs games with 2 seats", c.Game.Players())
	}
	for _, e := range c.Slow {
		if e < 0 || e >= len(c.Entrants) {
			return fmt.Errorf("arena: slow entrant %d: want 0 to %d", e, len(c.Entrants)-1)
		}
	}
	switch {
	case len(c.Slow) > 0 && (c.SlowGames < 1 || c.SlowGames > c.Games):
		return fmt.Errorf("arena: %d deals of slow entrants: want 1 to %d, the deals of the others", c.SlowGames, c.Games)
	case c.Round > 0 && c.Part.Of > 0:
		return fmt.Errorf("arena: part %v of an adaptive ladder: it cannot be divided, because each round depends on all games before it", c.Part)
	case c.Round < 0 || c.Round > c.Games:
		return fmt.Errorf("arena: rounds of %d deals: want 1 to %d, the deals of each pair, or 0 for no rounds", c.Round, c.Games)
	}
	config := c.games()
	return config.Validate()
}

// games returns the configuration of a tournament with the games of the ladder.
func (c *LadderConfig) games() Config {
	config := c.Config
	config.Lineups, config.Deals, config.Limits, config.Resume = ladderLineups(len(c.Entrants)), AllDeals, nil, nil
	if c.Round > 0 {
		config.Games *= maxAdaptive
	}
	if c.Resume != nil {
		config.Games = max(config.Games, c.Resume.Games)
	}
	return config
}

// ResumeFrom sets Resume to the games in files of a ladder of some of the entrants, in any
// order. Everything but the entrants and the numbers of games must be the same; several files,
// such as those of all parts, must be of the same ladder.
func (c *LadderConfig) ResumeFrom(paths ...string) (err error) {
	c.Resume, err = readFiles(paths, c.accepts)
	return err
}

// accepts returns nil if s is the setup of a ladder that c continues.
func (c *LadderConfig) accepts(s *Setup) error {
	if !s.ladder() {
		return fmt.Errorf("arena: the games are not those of a ladder, in which all pairs of agents meet from both seats: want the file of a ladder")
	}
	config := c.games()
	want := config.setup()
	for _, name := range s.Agents {
		if !slices.Contains(want.Agents, name) {
			return fmt.Errorf("arena: the ladder has games of the agent %q, which is not among %q: name all agents, old and new", name, want.Agents)
		}
	}
	want.Agents, want.Lineups, want.Games = s.Agents, s.Lineups, s.Games
	return s.Same(&want)
}

// Ladder plays all games of the configuration that Config.Resume does not hold already: the
// result of a ladder of some of the entrants. It ends as [Tournament] does. The result does not
// depend on the number of workers or of interruptions. Without adaptive pairing it does not
// depend on the order in which entrants were added either.
func Ladder(ctx context.Context, c LadderConfig) (*Result, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Resume != nil {
		if err := c.accepts(&c.Resume.Setup); err != nil {
			return nil, err
		}
	}
	config := c.games()
	config.Resume = newResult(config.setup())
	if c.Resume != nil {
		config.Resume.takePairs(c.Resume)
	}
	deals, total := c.deals(), c.Total()
	most := slices.Clone(deals)
	if c.Round > 0 {
		for p, pair := range ladderPairs(len(c.Entrants)) {
			if deals[p] = min(deals[p], c.Round); !c.slow(pair) {
				most[p] *= maxAdaptive
			}
		}
	}
	if progress := c.Progress; progress != nil {
		config.Progress = func(done, left int) { progress(done, max(left, total)) }
	}
	saved := false
	for {
		config.Limits = c.limits(deals)
		if !config.Resume.holds(&config) {
			res, err := Tournament(ctx, config)
			if err != nil {
				return res, err
			}
			config.Resume, saved = res, true
		}
		if c.Round == 0 || !informative(config.Resume, deals, most, total/2, c.Round) {
			break
		}
	}
	if config.Checkpoint != nil && !saved { // the entrants may have another order than in the file
		return config.Resume, config.Checkpoint(config.Resume)
	}
	return config.Resume, nil
}

// slow reports whether one of a pair is slow.
func (c *LadderConfig) slow(pair [2]int) bool {
	return slices.Contains(c.Slow, pair[0]) || slices.Contains(c.Slow, pair[1])
}

// deals returns the number of deals of each pair without adaptive pairing.
func (c *LadderConfig) deals() (deals []int) {
	for _, pair := range ladderPairs(len(c.Entrants)) {
		n := c.Games
		if c.slow(pair) {
			n = c.SlowGames
		}
		deals = append(deals, n)
	}
	return deals
}

// limits returns the number of games of each lineup for the deals of each pair.
func (c *LadderConfig) limits(deals []int) []int {
	limits := make([]int, 2*len(deals))
	for l := range limits {
		limits[l] = deals[l/2]
	}
	return limits
}

// Total returns the number of games of the ladder, or of its part: two of each deal of a pair.
func (c *LadderConfig) Total() int {
	config := c.games()
	config.Limits = c.limits(c.deals())
	return config.Total()
}

// takePairs copies the games of a ladder of some of the agents.
func (r *Result) takePairs(src *Result) {
	for l, lineup := range src.Lineups {
		to := r.find(slices.Index(r.Agents, src.Agents[lineup[0]]), slices.Index(r.Agents, src.Agents[lineup[1]]))
		copy(r.Records[to], src.Records[l])
		if src.Tallies != nil {
			copy(r.Tallies[to], src.Tallies[l])
		}
	}
}

// holds reports whether the games of each lineup that are due have been played.
func (r *Result) holds(c *Config) bool {
	for l := range r.Records {
		from, to := c.due(l)
		if slices.ContainsFunc(r.Records[l][from:to], func(g Record) bool { return !g.Played() }) {
			return false
		}
	}
	return true
}

// informative adds the deals of a round to pairs, as many pairs as there are agents, or a pair
// several times. It reports whether there is anything to play. Each time it chooses the pair
// that adds most to the determinant of the information about the ratings: that with the highest
// p·(1−p) times the variance of the difference of its ratings, where p is the expected score. It
// uses the results of the deals so far only, so that it chooses the same after an interruption.
func informative(res *Result, deals, most []int, budget, round int) bool {
	n := len(res.Agents)
	pairs := ladderPairs(n)
	points := matrix[float64](n)
	for p, pair := range pairs {
		budget -= deals[p]
		for i := range deals[p] {
			won := float64(float64(res.halfPoints(p, i)) / 2)
			points[pair[0]][pair[1]] += won
			points[pair[1]][pair[0]] += 2 - won
		}
	}
	ratings := stats.BradleyTerry(points, LadderPrior)
	covariance := stats.BradleyTerryCovariance(points, LadderPrior, ratings)
	added := false
	for range n {
		best, highest := -1, 0.0
		for p, pair := range pairs {
			i, j := pair[0], pair[1]
			s := stats.EloScore((ratings[i] - ratings[j]) * stats.EloUnit)
			value := float64(s*(1-s)) * (covariance[i][i] + covariance[j][j] - float64(2*covariance[i][j]))
			// The last digits differ between processors. They must not decide.
			if value > highest*(1+1e-9) && deals[p] < most[p] {
				best, highest = p, value
			}
		}
		if best < 0 || budget <= 0 {
			break
		}
		add := min(round, most[best]-deals[best], budget)
		deals[best], budget, added = deals[best]+add, budget-add, true

		// The information grows by w·u·uᵀ, where u is 1 and −1 at the pair.
		i, j := pairs[best][0], pairs[best][1]
		s := stats.EloScore((ratings[i] - ratings[j]) * stats.EloUnit)
		w := float64(2*add) * s * (1 - s)
		u := make([]float64, n)
		for k := range u {
			u[k] = covariance[k][i] - covariance[k][j]
		}
		w /= 1 + float64(w*(u[i]-u[j]))
		for a := range u {
			for b := range u {
				covariance[a][b] -= float64(w * u[a] * u[b])
			}
		}
	}
	return added
}

// halfPoints returns the half points, 0 to 4, that the first agent of pair p of a ladder took in
// both games of deal i: two for a game won, one for a game without a winner.
func (r *Result) halfPoints(p, i int) int {
	sum := 0
	for seat := range 2 {
		switch g := &r.Records[2*p+seat][i]; {
		case g.Won(seat):
			sum += 2
		case !g.Won(1 - seat):
			sum++
		}
	}
	return sum
}
