package agents_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"rummygym/agents"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/internal/env/gametest"
	"rummygym/internal/must"
)

// spy is an agent that looks for the deal in the seed of its Reset: it computes the run's
// seed from it as from a result of game.Seed, for all words that the episode may have used,
// and deals the cards of that run itself. It plays the first legal action.
type spy struct {
	game  game.Game
	truth func(p game.Player, dst game.Observation) // the view of a seat of the table

	episode, attempt uint64 // it knows how often it was reset
	keep             game.Player
	resets, found    int // found counts the deals whose hands it knew
}

func (s *spy) Reset(seed uint64) {
	s.resets++
	runs := []uint64{seed, gametest.SeedOf(seed)}
	for seat := range uint64(s.game.Players()) {
		for _, stream := range [][]uint64{
			{s.episode, 2 + seat}, {s.episode, seat}, {2 + seat}, {seat},
			{s.episode, 0x617474656d7074, s.attempt, seat},
		} {
			runs = append(runs, gametest.SeedOf(seed, stream...))
		}
	}
	state := s.game.NewState()
	for _, run := range runs {
		game.DealAttempt(s.game, state, new(rand.PCG), run, s.episode, s.attempt, s.keep)
		if s.knows(state) {
			s.found++
			return
		}
	}
}

// knows reports whether all seats have at the table the views that they have in a state.
func (s *spy) knows(state game.State) bool {
	there, here := s.game.NewObservation(), s.game.NewObservation()
	for p := range game.Player(s.game.Players()) {
		s.truth(p, there)
		state.Observe(p, here)
		if !reflect.DeepEqual(there, here) {
			return false
		}
	}
	return true
}

func (s *spy) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	return legal.Nth(0), 1
}

// TestSeedsHideTheDeal lets a spy play at a table and as an opponent in an environment. Its
// seeds must not tell it the hands. As a check of the spy itself, it gets seeds that do.
func TestSeedsHideTheDeal(t *testing.T) {
	const run, episodes = 0x5bd1e9955bd1e995, 100
	for name, create := range map[string]func() (game.Game, error){
		"indian": func() (game.Game, error) { return indian.New(indian.Paper()) },
		"gin":    func() (game.Game, error) { return gin.New(gin.EAAI()) },
	} {
		t.Run(name, func(t *testing.T) {
			g := must.Get(create())(t)
			table := agents.NewTable(g)
			first := &spy{game: g, truth: func(p game.Player, o game.Observation) { table.State().Observe(p, o) }, keep: game.NoPlayer}
			second := *first
			told, seats := *first, []game.Agent{first, &second}
			for episode := range uint64(episodes) {
				for _, s := range []*spy{first, &second, &told} {
					s.episode = episode
				}
				for _, keep := range []game.Player{game.NoPlayer, 0} {
					for attempt := range uint64(3) {
						first.attempt, first.keep = attempt, keep
						second.attempt, second.keep = attempt, keep
						table.DealAttempt(run, episode, attempt, keep, seats...)
						if attempt == 0 {
							told.Reset(game.Seed(run, episode, 3))
						}
					}
				}
			}
			if told.found != told.resets {
				t.Errorf("from results of Seed the spy knows the hands of %d of %d deals, want all", told.found, told.resets)
			}
			if first.found+second.found > 0 {
				t.Errorf("in %d deals at a table the spies know the hands of %d and %d, want none", first.resets, first.found, second.found)
			}

			opponent := &spy{game: g, keep: game.NoPlayer}
			single := must.Get(env.NewSingle(g, env.SingleConfig{Config: env.Config{Encoder: game.NoEncoder{}}, Opponents: []game.Agent{opponent}}))(t)
			opponent.truth = single.Table().Observe
			for opponent.episode = range uint64(episodes) {
				must.Do(t, single.ResetEpisode(run, opponent.episode))
			}
			if opponent.resets != episodes || opponent.found > 0 {
				t.Errorf("in %d deals of an environment the spy knows the hands of %d, want none of %d", opponent.resets, opponent.found, episodes)
			}
		})
	}
}
