package env_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// opponents returns a random policy for each seat except one.
func (s setting) opponents() []game.Agent {
	var all []game.Agent
	for range s.game.Players() - 1 {
		all = append(all, s.newRandom())
	}
	return all
}

// TestSingleIsEnvPlayedByHand compares a Single with an Env whose other seats the test
// plays, for every seat and both seatings, shaping included.
func TestSingleIsEnvPlayedByHand(t *testing.T) {
	for _, s := range settings(t) {
		for _, seating := range []env.Seating{env.Fixed, env.Alternating} {
			t.Run(fmt.Sprintf("%s/%v", s.name, seating), func(t *testing.T) {
				players := game.Player(s.game.Players())
				cfg := env.Config{Encoder: s.encoder, Potential: s.potential, Gamma: .95, MaxSteps: 200}
				single := must.Get(env.NewSingle(s.game, env.SingleConfig{
					Config: cfg, Places: env.Places{Seat: 1, Seating: seating}, Opponents: s.opponents(),
				}))(t)
				byHand := newEnv(t, s.game, cfg)
				seats := map[game.Player]bool{}
				for episode := range uint64(12) {
					must.Do(t, single.ResetEpisode(21, episode))
					learner := single.Learner()
					seats[learner] = true
					if want := game.Player(1+episode) % players; seating == env.Alternating && learner != want {
						t.Fatalf("in episode %d the learner has seat %d, want %d", episode, learner, want)
					}
					policies := make([]*randomPolicy, players)
					for p := range policies {
						policies[p] = s.newRandom()
						policies[p].Reset(game.AgentSeed(21, episode, game.Player(p)))
					}
					byHand.ResetEpisode(21, episode)
					others := func() {
						for !byHand.Over() && byHand.Current() != learner {
							move(t, byHand, policies[byHand.Current()])
						}
					}
					others()
					want := make([]float32, s.encoder.Layout().Size())
					got := make([]float32, len(want))
					total := byHand.Return(learner)
					for {
						mustEqual(t, "at the learner's turn", byHand, single.Table())
						single.Encode(got)
						byHand.Encode(learner, want)
						if at := firstDifference(got, want); at >= 0 {
							t.Fatalf("entry %d of the learner's view is %v, want %v", at, got[at], want[at])
						}
						if byHand.Over() {
							break
						}
						var legal game.Mask
						single.Legal(&legal)
						a, _ := policies[learner].Act(nil, &legal)
						reward, terminated, truncated, err := single.Step(a)
						must.Do(t, err)
						must.Do(t, byHand.Step(a))
						others()
						if d := reward - byHand.Accrued(learner); d > 1e-12 || d < -1e-12 {
							t.Fatalf("reward %v, want %v", reward, byHand.Accrued(learner))
						}
						if terminated != byHand.Terminated() || truncated != byHand.Truncated() {
							t.Fatalf("terminated %v, truncated %v", terminated, truncated)
						}
						total += reward
					}
					if d := total - byHand.Return(learner); d > 1e-9 || d < -1e-9 {
						t.Fatalf("rewards sum to %v, the return is %v", total, byHand.Return(learner))
					}
				}
				if want := 1 + int(seating)*int(players-1); len(seats) != want {
					t.Errorf("the learner had %d seats, want %d", len(seats), want)
				}
			})
		}
	}
}

// fixed always plays one action.
type fixed game.Action

func (fixed) Reset(uint64)                                              {}
func (f fixed) Act(game.Observation, *game.Mask) (game.Action, float64) { return game.Action(f), 1 }

// TestSingleEndedBeforeItsTurn checks that the first step reports an episode that the
// opponents ended before the learner's first turn.
func TestSingleEndedBeforeItsTurn(t *testing.T) {
	single := must.Get(env.NewSingle(heap{2, 20}, env.SingleConfig{Places: env.Places{Seat: 1}, Opponents: []game.Agent{fixed(heapGiveUp)}}))(t)
	must.Do(t, single.Reset(1))
	if !single.Table().Terminated() {
		t.Fatal("the opponent gave up, but the episode continues")
	}
	reward, terminated, truncated, err := single.Step(game.NoAction)
	if reward != 5 || !terminated || truncated || err != nil {
		t.Fatalf("first step: %v, %v, %v, %v; want the gain of 5 and the end", reward, terminated, truncated, err)
	}
	if _, _, _, err := single.Step(0); !errors.Is(err, env.ErrEpisodeOver) {
		t.Fatalf("second step: %v", err)
	}
}

func TestSingleErrors(t *testing.T) {
	single := must.Get(env.NewSingle(heap{2, 20}, env.SingleConfig{Opponents: []game.Agent{fixed(9)}}))(t)
	if _, _, _, err := single.Step(0); !errors.Is(err, env.ErrNotReset) {
		t.Errorf("step before reset: %v", err)
	}
	must.Do(t, single.Reset(1))
	before := snapshot(t, single.Table())
	var ill *game.IllegalAction
	if _, _, _, err := single.Step(7); !errors.As(err, &ill) || ill.Player != 0 {
		t.Errorf("illegal action of the learner: %v", err)
	}
	if string(before) != string(snapshot(t, single.Table())) {
		t.Error("an illegal action changed the table")
	}
	if _, _, _, err := single.Step(0); !errors.As(err, &ill) || ill.Player != 1 || !strings.Contains(err.Error(), "policy of seat 1") {
		t.Errorf("illegal action of the opponent: %v", err)
	}

	two := []game.Agent{fixed(0), fixed(0)}
	for _, c := range []struct {
		cfg  env.SingleConfig
		want string
	}{
		{env.SingleConfig{}, "0 opponents at a table of 3: want 2"},
		{env.SingleConfig{Opponents: []game.Agent{fixed(0), nil}}, "opponent 1 is nil"},
		{env.SingleConfig{Opponents: two, Places: env.Places{Seat: 3}}, "Seat is 3: want a seat of the table, 0 to 2"},
		{env.SingleConfig{Opponents: two, Places: env.Places{Seating: 9}}, "Seating is 9"},
		{env.SingleConfig{Opponents: two, Config: env.Config{MaxSteps: -3}}, "MaxSteps is -3"},
	} {
		must.Refuse(env.NewSingle(heap{3, 20}, c.cfg))(t, c.want)
	}
}

func TestSingleResetDeal(t *testing.T) {
	deck := card.AppendDeck(nil, 1, 0)
	single := must.Get(env.NewSingle(heap{2, 20}, env.SingleConfig{Places: env.Places{Seat: 1}, Opponents: []game.Agent{fixed(2)}}))(t)
	must.Do(t, single.ResetDeal(deck, 1))
	obs := &heapView{}
	single.Observe(obs)
	if want := (heapView{self: 1, mover: 1, left: 17, secret: deck[1]}); *obs != want {
		t.Errorf("the learner sees %+v, want %+v", *obs, want)
	}
	mask := make([]uint8, heapActions)
	if single.LegalMask(mask); string(mask) != "\x01\x01\x01\x01" {
		t.Errorf("mask %v, want all four actions", mask)
	}
	if err := single.ResetDeal(deck[:9], 1); err == nil {
		t.Error("a deck of nine cards was dealt")
	}
}
