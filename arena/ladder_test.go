package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// ladderConfig is a ladder of some of five players of the race.
func ladderConfig(deals int, names ...string) LadderConfig {
	all := []Entrant{raceEntrant("fast", 30, 0), raceEntrant("shy", 36, 20), raceEntrant("slow", 60, 0), raceEntrant("bold", 32, 50), raceEntrant("lazy", 45, 8)}
	c := LadderConfig{Config: Config{Game: race{2}, Games: deals, Seed: 7, RoundLimit: raceRounds, Drop: raceDrop}}
	for _, name := range names {
		c.Entrants = append(c.Entrants, all[slices.IndexFunc(all, func(e Entrant) bool { return e.Name == name })])
	}
	return c
}

func mustLadder(t *testing.T, c LadderConfig) *Result {
	t.Helper()
	return must.Get(Ladder(t.Context(), c))(t)
}

// Any number of workers and any interruption give the same bytes, also with adaptive pairing.
func TestLadderWorkersAndStops(t *testing.T) {
	for _, round := range []int{0, 5} {
		c := ladderConfig(40, "fast", "shy", "slow", "lazy")
		c.Round, c.Workers = round, 1
		c.Slow, c.SlowGames = []int{2}, 8
		want := gameBytes(t, mustLadder(t, c))
		for _, workers := range []int{2, 5} {
			c.Workers = workers
			if !bytes.Equal(gameBytes(t, mustLadder(t, c)), want) {
				t.Errorf("rounds of %d: %d workers give other bytes than one", round, workers)
			}
		}
		path := filepath.Join(t.TempDir(), "ladder.arrow")
		for _, stop := range []int{1, 30, 100, 250} {
			again := c
			ctx, cancel := context.WithCancel(t.Context())
			stopAfter(&again.Config, stop, cancel)
			res, err := Ladder(ctx, again)
			if cancel(); !errors.Is(err, context.Canceled) {
				t.Fatalf("stopped at %d games: %v", stop, err)
			}
			must.Do(t, WriteFile(path, res))
			again = c
			must.Do(t, again.ResumeFrom(path))
			if !bytes.Equal(gameBytes(t, mustLadder(t, again)), want) {
				t.Errorf("rounds of %d: a ladder stopped at %d games ends with other bytes", round, stop)
			}
		}
	}
}

// A ladder to which agents are added later is the same as one of all agents, and only pairs of
// new agents play.
func TestLadderGrows(t *testing.T) {
	all := ladderConfig(20, "slow", "fast", "lazy", "shy")
	want := gameBytes(t, mustLadder(t, all))
	path := filepath.Join(t.TempDir(), "ladder.arrow")
	for _, first := range [][]string{{"slow", "fast"}, {"shy", "fast", "lazy"}, {"lazy", "slow"}} {
		must.Do(t, WriteFile(path, mustLadder(t, ladderConfig(20, first...))))
		c := all
		must.Do(t, c.ResumeFrom(path))
		old, begin := 20*len(first)*(len(first)-1), -1
		c.Progress = func(done, total int) {
			if begin < 0 {
				begin = done
			}
			must.Equal(t, total, c.Total(), "games in all")
		}
		if got := gameBytes(t, mustLadder(t, c)); !bytes.Equal(got, want) {
			t.Errorf("begun with %v: other bytes than begun with all", first)
		}
		must.Equal(t, begin, old, "begun with %v: it goes on from: games", first)
	}
	// More deals keep those played.
	must.Do(t, WriteFile(path, mustLadder(t, ladderConfig(8, "slow", "fast", "lazy", "shy"))))
	c := all
	must.Do(t, c.ResumeFrom(path))
	if got := gameBytes(t, mustLadder(t, c)); !bytes.Equal(got, want) {
		t.Error("a ladder of more deals differs from one that began with all")
	}
	// Fewer deals keep all that were played.
	must.Do(t, WriteFile(path, mustLadder(t, all)))
	few := ladderConfig(8, "slow", "fast", "lazy", "shy")
	must.Do(t, few.ResumeFrom(path))
	if got := gameBytes(t, mustLadder(t, few)); !bytes.Equal(got, want) {
		t.Error("a ladder continued with fewer deals has lost games")
	}
}

// A ladder with nothing to play writes its checkpoint nevertheless: the file may have another
// order of entrants, or a killed process may have left the beginning of a newer one beside it.
func TestLadderWithNothingToPlay(t *testing.T) {
	c := ladderConfig(6, "slow", "fast")
	c.Resume = mustLadder(t, c)
	slices.Reverse(c.Entrants)
	wrote := 0
	c.Checkpoint = func(res *Result) error {
		if wrote++; res.Agents[0] != "fast" || res.Played() != 12 {
			t.Errorf("%d games of %v", res.Played(), res.Agents)
		}
		return nil
	}
	if mustLadder(t, c); wrote != 1 {
		t.Errorf("%d checkpoints, want 1", wrote)
	}
}

func TestLadderRefusesOtherFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ladder.arrow")
	c := ladderConfig(4, "slow", "fast", "lazy")
	must.Do(t, WriteFile(path, mustLadder(t, c)))
	other := filepath.Join(dir, "tournament.arrow")
	must.Do(t, WriteFile(other, mustPlay(t, raceConfig(2, 4))))
	many := mustPlay(t, sequentialConfig(2)) // two lineups of an agent, and more agents than these need
	many.Agents = append(many.Agents, make([]string, 1_000_000)...)
	must.Fail(t, c.accepts(&many.Setup), "not those of a ladder")
	seed := c
	seed.Seed = 8
	for _, x := range []struct {
		config LadderConfig
		path   string
		want   string
	}{
		{c, other, "not those of a ladder"},
		{seed, path, "they have seed 7 (want 8)"},
		{ladderConfig(4, "slow", "fast"), path, `games of the agent "lazy", which is not among`},
	} {
		must.Fail(t, x.config.ResumeFrom(x.path), x.want, x.path)
	}
	whole := must.Get(os.ReadFile(path))(t)
	for at := 0; at < len(whole); at += 1 + len(whole)/97 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 4
		must.Do(t, os.WriteFile(path, damaged, 0o666))
		if err := c.ResumeFrom(path); err == nil {
			t.Errorf("a file with another byte at %d is read", at)
		}
	}
}

func TestLadderValidate(t *testing.T) {
	for _, x := range []struct {
		set  func(*LadderConfig)
		want string
	}{
		{func(c *LadderConfig) { c.Entrants = c.Entrants[:1] }, "a ladder needs at least 2 agents, and has 1"},
		{func(c *LadderConfig) { c.Entrants = make([]Entrant, 400) }, "400 entrants have more than 50000 pairs"},
		{func(c *LadderConfig) { c.Game = race{3} }, "3 seats"},
		{func(c *LadderConfig) { c.Slow = []int{2} }, "slow entrant 2: want 0 to 1"},
		{func(c *LadderConfig) { c.Slow, c.SlowGames = []int{1}, 11 }, "11 deals of slow entrants: want 1 to 10"},
		{func(c *LadderConfig) { c.Round = 11 }, "rounds of 11 deals: want 1 to 10"},
		{func(c *LadderConfig) { c.Games = 0 }, "0 games of each lineup"},
		{func(c *LadderConfig) { c.Entrants[1] = c.Entrants[0] }, "named twice"},
	} {
		c := ladderConfig(10, "fast", "slow")
		x.set(&c)
		must.Refuse(Ladder(t.Context(), c))(t, x.want)
	}
}

// Adaptive pairing plays as many games as a round robin, within its bounds, and the pairs of slow
// agents play few.
func TestLadderBudget(t *testing.T) {
	c := ladderConfig(30, "fast", "shy", "slow", "bold", "lazy")
	c.Slow, c.SlowGames = []int{4}, 6
	for _, round := range []int{0, 4} {
		c.Round = round
		res := mustLadder(t, c)
		if res.Played() != c.Total() || c.Total() != 2*(6*30+4*6) {
			t.Errorf("rounds of %d: %d games of %d, want %d", round, res.Played(), c.Total(), 2*(6*30+4*6))
		}
		least, most := math.MaxInt, 0
		for l, lineup := range res.Lineups {
			n := 0
			for i := range res.Records[l] {
				if res.Records[l][i].Played() {
					n++
				}
			}
			if slices.Contains(lineup, 4) {
				if n != 6 && round == 0 || n > 6 {
					t.Errorf("rounds of %d: %v plays %d games, want 6", round, lineup, n)
				}
				continue
			}
			least, most = min(least, n), max(most, n)
		}
		if round == 0 && (least != 30 || most != 30) || round > 0 && (least < 4 || most <= 30 || most > 120) {
			t.Errorf("rounds of %d: pairs play %d to %d deals", round, least, most)
		}
	}
}

// madeUpLadder returns a ladder in which agent i takes the score scores[i][j] of the deals of
// each pair, by whole points, spread at random with a seed.
func madeUpLadder(deals int, seed uint64, scores [][]float64) *Result {
	n := len(scores)
	s := Setup{Game: "made up", Rules: "made up", Seats: 2, Lineups: ladderLineups(n), Games: deals, Seed: seed, Deals: AllDeals}
	for i := range n {
		s.Agents = append(s.Agents, fmt.Sprint("agent ", i))
	}
	res := newResult(s)
	rng := rand.New(rand.NewPCG(seed, 3))
	for p, pair := range ladderPairs(n) {
		wins := make([]bool, 2*deals)
		for k := range wins {
			wins[k] = float64(k) < scores[pair[0]][pair[1]]*float64(2*deals)-1e-9
		}
		rng.Shuffle(len(wins), func(a, b int) { wins[a], wins[b] = wins[b], wins[a] })
		for k, won := range wins {
			seat := k % 2
			g := Record{Ending: "won", Rounds: 1, Turns: 2, Winner: game.Player(seat)}
			if !won {
				g.Winner = game.Player(1 - seat)
			}
			g.Gains[g.Winner], g.Gains[1-g.Winner] = 10, -10
			res.Records[2*p+seat][k/2] = g
		}
	}
	return res
}

// The pair that is chosen is that whose games add most to the determinant of the information.
func TestInformativePair(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 20 {
		const n, played, round = 4, 12, 3
		scores := matrix[float64](n)
		for i := range n {
			for j := range i {
				scores[j][i] = 0.1 + 0.8*rng.Float64()
				scores[i][j] = 1 - scores[j][i]
			}
		}
		res := madeUpLadder(played, rng.Uint64(), scores)
		pairs := ladderPairs(n)
		deals, most := make([]int, len(pairs)), make([]int, len(pairs))
		points := matrix[float64](n)
		for p, pair := range pairs {
			deals[p], most[p] = 4+rng.IntN(8), 1000
			for i := range deals[p] {
				won := float64(res.halfPoints(p, i)) / 2
				points[pair[0]][pair[1]] += won
				points[pair[1]][pair[0]] += 2 - won
			}
		}
		ratings := stats.BradleyTerry(points, LadderPrior)
		information := func(more int) float64 { // its determinant, after a round of a pair
			var c mat.Dense
			rows := stats.BradleyTerryCovariance(points, LadderPrior, ratings)
			flat := mat.NewDense(n, n, slices.Concat(rows...))
			must.Do(t, c.Inverse(flat))
			if more >= 0 {
				i, j := pairs[more][0], pairs[more][1]
				s := stats.EloScore((ratings[i] - ratings[j]) * stats.EloUnit)
				w := 2 * round * s * (1 - s)
				for _, x := range [][3]int{{i, i, 1}, {j, j, 1}, {i, j, -1}, {j, i, -1}} {
					c.Set(x[0], x[1], c.At(x[0], x[1])+float64(x[2])*w)
				}
			}
			return mat.Det(&c)
		}
		best := 0
		for p := range pairs {
			if information(p) > information(best) {
				best = p
			}
		}
		budget, before := round, slices.Clone(deals)
		for _, d := range deals {
			budget += d
		}
		if !informative(res, deals, most, budget, round) || deals[best] != before[best]+round {
			t.Errorf("the deals of %v were %v and are %v, want those of %v to grow", pairs, before, deals, pairs[best])
		}
		if informative(res, deals, deals, 1000, round) {
			t.Error("pairs play more than they may")
		}
	}
}
