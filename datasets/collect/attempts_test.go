package collect_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"testing"

	"rummygym/datasets/collect"
	"rummygym/env/game"
	"rummygym/internal/datasets/datasettest"
	"rummygym/internal/must"
)

// playedGame is a game that was played without the recorder.
type playedGame struct {
	actions []uint16
	outcome game.Outcome
}

// playAttempt plays attempt k at a deal with agents of the seed's streams.
func playAttempt(t *testing.T, c *collect.Config, deal int64, k int) playedGame {
	t.Helper()
	n := len(c.Agents)
	s, obs := c.Table.Game.NewState(), c.Table.Game.NewObservation()
	src := game.DealSource(c.Seed, uint64(deal))
	c.Table.Game.Deal(s, src)
	if k > 0 {
		src.Seed(game.Seed(c.Seed, uint64(deal), 0x617474656d7074, uint64(k), game.MaxPlayers), game.Seed(c.Seed, uint64(deal), 0x617474656d7074, uint64(k), game.MaxPlayers+1))
		s.Redeal(game.Player((n-int(deal)%n)%n), src)
	}
	seats := make([]game.Agent, n)
	for seat := range seats {
		seats[seat] = c.Agents[(seat+int(deal))%n].New()
		run := c.Seed
		if k > 0 {
			run = game.Seed(run, 0x617474656d7074, uint64(k))
		}
		seats[seat].Reset(game.AgentSeed(run, uint64(deal), game.Player(seat)))
	}
	var g playedGame
	for p := s.Current(); p != game.NoPlayer; p = s.Current() {
		var legal game.Mask
		s.Legal(&legal)
		s.Observe(p, obs)
		a, _ := seats[p].Act(obs, &legal)
		g.actions = append(g.actions, uint16(a))
		must.Do(t, s.Apply(a))
	}
	g.outcome = s.Outcome()
	return g
}

// TestBestOfIsALoopOverAttempts compares the recorded attempts with those that a plain loop
// chooses, and their games.
func TestBestOfIsALoopOverAttempts(t *testing.T) {
	c := datasettest.BestOfConfig(t.TempDir())
	c.BestOf = 7
	datasettest.Collect(t, c)
	attempts := map[int32]int{}
	gains, single := 0, 0
	for e, err := range datasettest.Open(t, c.Dir).Episodes() {
		must.Do(t, err)
		deal := e.Deal[e.From]
		first := int(deal % 2) // seat of the agent named first
		best, most := 0, math.MinInt
		var want playedGame
		for k := range 7 {
			if g := playAttempt(t, &c, deal, k); g.outcome.Gains[first] > most {
				best, most, want = k, g.outcome.Gains[first], g
			}
		}
		if int(e.Attempt[e.From]) != best || !slices.Equal(e.Action[e.From:e.To], want.actions) {
			t.Fatalf("deal %d: attempt %d with actions %v, want %d with %v", deal, e.Attempt[e.From], e.Action[e.From:e.To], best, want.actions)
		}
		attempts[e.Attempt[e.From]]++
		gains += most
		single += playAttempt(t, &c, deal, 0).outcome.Gains[first]
	}
	if len(attempts) < 5 || gains <= single {
		t.Errorf("attempts %v gain %d, the first ones alone %d: the test shows nothing", attempts, gains, single)
	}
}

// TestEndedBy compares the recorded attempts with those that a plain loop over the attempts with the ending chooses.
func TestEndedBy(t *testing.T) {
	others, none := 0, 0
	for _, ending := range []string{"counted", "folded"} {
		c := datasettest.BestOfConfig(t.TempDir())
		c.EndedBy = []string{ending}
		datasettest.Collect(t, c)
		for e, err := range datasettest.Open(t, c.Dir).Episodes() {
			must.Do(t, err)
			best, any, most, all := 0, 0, math.MinInt, math.MinInt
			for k := range c.BestOf {
				g := playAttempt(t, &c, e.Deal[e.From], k)
				gain := g.outcome.Gains[e.Deal[e.From]%2]
				if string(g.outcome.Ending) == ending && gain > most {
					best, most = k, gain
				}
				if gain > all {
					any, all = k, gain
				}
			}
			if int(e.Attempt[e.From]) != best {
				t.Fatalf("%s, deal %d: attempt %d, want %d", ending, e.Deal[e.From], e.Attempt[e.From], best)
			}
			if best != any {
				others++
			}
			if most == math.MinInt {
				none++
			}
		}
	}
	if others == 0 || none == 0 {
		t.Errorf("%d attempts are not the best of all, %d deals have no attempt with the ending: the test shows nothing", others, none)
	}
}

// TestAttemptsAllocateNothing checks that choosing among attempts does not allocate.
func TestAttemptsAllocateNothing(t *testing.T) {
	c := datasettest.BestOfConfig("nowhere")
	c.BestOf = 20
	m := must.Get(c.Meta())(t)
	play := collect.PlayDeals(&c, m, 5)
	of := func(attempts int) func() {
		return func() {
			must.Do(t, play(attempts))
		}
	}
	of(c.BestOf)()
	once := testing.AllocsPerRun(10, of(1))
	if n := testing.AllocsPerRun(10, of(c.BestOf)); n > once {
		t.Errorf("100 attempts allocate %v times more than 5", n-once)
	}
}

func TestAttemptsResume(t *testing.T) {
	whole := datasettest.BestOfConfig(t.TempDir())
	datasettest.Collect(t, whole)
	c := whole
	c.Dir = t.TempDir()
	if _, err := collectUntil(t, c, 35); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want context.Canceled", err)
	}
	c.Resume = true
	if s := datasettest.Collect(t, c); s.Kept != 30 || s.Played != 23 || !maps.Equal(datasettest.SumsOf(t, c.Dir), datasettest.SumsOf(t, whole.Dir)) {
		t.Errorf("kept %d and played %d games, want 30 and 23 and the same bytes", s.Kept, s.Played)
	}
	for says, change := range map[string]func(*collect.Config){
		"best-of: 3 there, none requested":       func(c *collect.Config) { c.BestOf = 1 },
		`ended-by: none there, ["folded"]`:       func(c *collect.Config) { c.EndedBy = []string{"folded"} },
		"best of 0":                              func(c *collect.Config) { c.BestOf = 0 },
		"but best of 1 has no others":            func(c *collect.Config) { c.BestOf, c.EndedBy = 1, []string{"folded"} },
		`ending "fold" is not one of the game's`: func(c *collect.Config) { c.EndedBy = []string{"fold"} },
	} {
		other := c
		change(&other)
		must.Refuse(collect.Run(t.Context(), other))(t, says)
	}
}
