package env_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

func TestConfigValidate(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		cfg  env.Config
		want string // in the error, "" for none
	}{
		{env.Config{}, ""},
		{env.Config{MaxSteps: 5, RewardScale: .01, Gamma: .99, PotentialScale: -2}, ""},
		{env.Config{MaxSteps: -1}, "MaxSteps is -1"},
		{env.Config{RewardScale: -1}, "RewardScale is -1"},
		{env.Config{RewardScale: nan}, "RewardScale is NaN"},
		{env.Config{RewardScale: math.Inf(1)}, "RewardScale is +Inf"},
		{env.Config{PotentialScale: nan}, "PotentialScale is NaN"},
		{env.Config{Gamma: 1.5}, "Gamma is 1.5"},
		{env.Config{Gamma: nan}, "Gamma is NaN"},
	} {
		err := c.cfg.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: error %v, want one with %q", c.cfg, err, c.want)
		}
		if _, err2 := env.New(heap{2, 9}, c.cfg); (err == nil) != (err2 == nil) {
			t.Errorf("%+v: New gives %v, Validate %v", c.cfg, err2, err)
		}
	}
}

// unencoded is a game without a default encoder.
type unencoded struct{ game.Game }

// TestDefaultEncoder checks that environments without an encoder have the default one of their game, and
// that games without one say what to set.
func TestDefaultEncoder(t *testing.T) {
	makers := map[string]func(g game.Game, x game.Encoder) (game.Layout, error){
		"New": func(g game.Game, x game.Encoder) (game.Layout, error) {
			e, err := env.New(g, env.Config{Encoder: x})
			if err != nil {
				return nil, err
			}
			return e.Layout(), nil
		},
		"NewSingle": func(g game.Game, x game.Encoder) (game.Layout, error) {
			s, err := env.NewSingle(g, env.SingleConfig{Config: env.Config{Encoder: x}, Opponents: []game.Agent{fixed(0)}})
			if err != nil {
				return nil, err
			}
			return s.Layout(), nil
		},
		"NewVector": func(g game.Game, x game.Encoder) (game.Layout, error) {
			v, err := env.NewVector(g, 2, env.VectorConfig{Config: env.Config{Encoder: x}})
			if err != nil {
				return nil, err
			}
			defer v.Close()
			if out := v.NewArrays(); len(out.Observations) != 2*v.Layout().Size() {
				t.Errorf("%d entries for 2 tables of a layout with %d", len(out.Observations), v.Layout().Size())
			}
			return v.Layout(), nil
		},
	}
	g := heap{2, 9}
	for name, layout := range makers {
		if got, err := layout(g, nil); err != nil || !reflect.DeepEqual(got, heapEncoder{}.Layout()) {
			t.Errorf("%s: layout %v, error %v, want that of the default encoder", name, got, err)
		}
		must.Refuse(layout(unencoded{g}, nil))(t, "the game heap has no default encoder: set Config.Encoder")
		if got, err := layout(unencoded{g}, game.NoEncoder{}); err != nil || got != nil {
			t.Errorf("%s: layout %v, error %v, want none", name, got, err)
		}
	}
	must.Refuse(env.New(heap{game.MaxPlayers + 1, 9}, env.Config{}))(t, "default encoder of the game heap: too many players")
}

// TestContract checks the columns of the table in the package comment.
func TestContract(t *testing.T) {
	for _, s := range settings(t) {
		t.Run(s.name, func(t *testing.T) {
			e := newEnv(t, s.game, env.Config{Encoder: s.encoder})
			dst := make([]float32, s.encoder.Layout().Size())
			checkIdle := func() {
				t.Helper()
				legal := game.Mask{1, 2, 3, 4}
				if e.Legal(&legal); legal != (game.Mask{}) {
					t.Errorf("legal actions %x, want none", legal)
				}
				if e.Current() != game.NoPlayer {
					t.Errorf("player %d is to move, want no player", e.Current())
				}
			}

			checkIdle()
			if err := e.Step(0); !errors.Is(err, env.ErrNotReset) {
				t.Errorf("step before reset: error %v", err)
			}
			if e.Terminated() || e.Truncated() || e.Over() || e.Outcome().Over || e.Return(0) != 0 {
				t.Error("an episode is over before the first reset")
			}
			mustPanic(t, "env: Encode before the first Reset", func() { e.Encode(0, dst) })
			mustPanic(t, "env: Observe before the first Reset", func() { e.Observe(0, s.game.NewObservation()) })

			e.Reset(3)
			policy := s.newRandom()
			for !e.Over() {
				before := snapshot(t, e)
				var legal game.Mask
				e.Legal(&legal)
				if e.Current() == game.NoPlayer || legal == (game.Mask{}) || e.Outcome().Over {
					t.Fatalf("step %d: player %d with %d actions", e.Steps(), e.Current(), legal.Count())
				}
				mask := make([]uint8, s.game.NumActions())
				e.LegalMask(mask)
				for a := range game.Action(s.game.NumActions()) {
					if legal.Has(a) != (mask[a] == 1) {
						t.Fatalf("LegalMask and Legal differ in action %d", a)
					}
				}
				for _, a := range []game.Action{illegalIn(legal, s.game), game.NoAction} {
					var ill *game.IllegalAction
					if err := e.Step(a); !errors.As(err, &ill) || ill.Action != a || ill.Player != e.Current() {
						t.Fatalf("step %d, illegal action %d: error %v", e.Steps(), a, err)
					}
				}
				if !bytes.Equal(before, snapshot(t, e)) {
					t.Fatalf("step %d: an illegal action changed the environment", e.Steps())
				}
				move(t, e, policy)
			}

			checkIdle()
			if err := e.Step(0); !errors.Is(err, env.ErrEpisodeOver) {
				t.Errorf("step after the end: error %v", err)
			}
			if !e.Terminated() || e.Truncated() || !e.Outcome().Over {
				t.Error("the rules ended the game, but the environment has not terminated")
			}
			e.Encode(0, dst)
			e.Observe(0, s.game.NewObservation())
			e.Reset(4)
			if e.Over() || e.Steps() != 0 || e.Reward(0) != 0 || e.Accrued(0) != 0 || e.Return(0) != 0 {
				t.Error("values of the old episode are left after a reset")
			}
			mustPanic(t, "env: Encode into 1 entries", func() { e.Encode(0, dst[:1]) })
			mustPanic(t, "env: Encode for seat -1", func() { e.Encode(-1, dst) })
			mustPanic(t, "env: Observe for seat 4 of a table of", func() { e.Observe(4, s.game.NewObservation()) })
			mustPanic(t, "env: LegalMask into 2 entries", func() { e.LegalMask(make([]uint8, 2)) })
			bare := newEnv(t, s.game, env.Config{})
			bare.Reset(1)
			bare.Encode(0, nil)
			bare.EncodeBytes(0, nil)
			mustPanic(t, "want 0 as in the layout", func() { bare.Encode(0, dst) })
			if bare.Layout() != nil || len(e.Layout()) == 0 {
				t.Error("Layout is not that of the encoder")
			}
		})
	}
}

// illegalIn returns the first action that is not legal, or the number of actions.
func illegalIn(legal game.Mask, g game.Game) game.Action {
	for a := range game.Action(g.NumActions()) {
		if !legal.Has(a) {
			return a
		}
	}
	return game.Action(g.NumActions())
}

// mustPanic fails unless f panics with a text that contains want.
func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		r := recover()
		if s, ok := r.(string); !ok || !strings.Contains(s, want) {
			t.Errorf("panic %v, want one with %q", r, want)
		}
	}()
	f()
}

// TestResetIsReproducible checks that game.DealSource deals episode i of a run, whatever
// was played before.
func TestResetIsReproducible(t *testing.T) {
	for _, s := range settings(t) {
		t.Run(s.name, func(t *testing.T) {
			e := newEnv(t, s.game, env.Config{})
			for episode := range uint64(20) {
				e.ResetEpisode(5, episode)
				state := s.game.NewState()
				s.game.Deal(state, game.DealSource(5, episode))
				if is, want := fmt.Sprintf("%+v", e.State()), fmt.Sprintf("%+v", state); is != want {
					t.Fatalf("episode %d is\n%s\nnot the game's deal\n%s", episode, is, want)
				}
				move(t, e, s.newRandom())
			}
			other := newEnv(t, s.game, env.Config{})
			e.Reset(6)
			other.ResetEpisode(6, 0)
			mustEqual(t, "Reset and ResetEpisode 0", e, other)
			p, q := s.newRandom(), s.newRandom()
			for !e.Over() {
				move(t, e, p)
				move(t, other, q)
			}
			mustEqual(t, "the same play", e, other)
		})
	}
}

func TestResetDeal(t *testing.T) {
	for _, s := range settings(t) {
		t.Run(s.name, func(t *testing.T) {
			packs, jokers := 1, 0
			switch s.name {
			case "paper":
				jokers = 2
			case "club":
				packs, jokers = 2, 2
			}
			deck := card.AppendDeck(nil, packs, jokers)
			card.Shuffle(deck, game.DealSource(8, 8))
			e := newEnv(t, s.game, env.Config{})
			must.Do(t, e.ResetDeal(deck, 77))
			state := s.game.NewState()
			must.Do(t, s.game.DealDeck(state, deck, 77))
			if is, want := fmt.Sprintf("%+v", e.State()), fmt.Sprintf("%+v", state); is != want {
				t.Fatalf("the deal is\n%s\nnot the given one\n%s", is, want)
			}
			move(t, e, s.newRandom())
			before := snapshot(t, e)
			if err := e.ResetDeal(deck[1:], 77); err == nil {
				t.Fatal("a deck that lacks a card was dealt")
			}
			if !bytes.Equal(before, snapshot(t, e)) {
				t.Fatal("a rejected deck changed the environment")
			}
		})
	}
}

func TestRewardsAreTheGains(t *testing.T) {
	for _, s := range settings(t) {
		t.Run(s.name, func(t *testing.T) {
			e := newEnv(t, s.game, env.Config{RewardScale: .25})
			policy := s.newRandom()
			paying := 0
			for episode := range uint64(40) {
				e.ResetEpisode(1, episode)
				for !e.Over() {
					for p := range game.Player(s.game.Players()) {
						if e.Reward(p) != 0 || e.Return(p) != 0 {
							t.Fatal("there is a reward before the end")
						}
					}
					move(t, e, policy)
				}
				sum := 0.0
				for p := range game.Player(s.game.Players()) {
					want := float64(e.Outcome().Gains[p]) / 4
					if e.Reward(p) != want || e.Return(p) != want || e.Accrued(p) != want {
						t.Fatalf("episode %d: rewards %v, %v, %v of player %d, want %v", episode, e.Reward(p), e.Return(p), e.Accrued(p), p, want)
					}
					sum += e.Reward(p)
					if want != 0 {
						paying++
					}
				}
				if sum != 0 {
					t.Fatalf("episode %d: rewards sum to %v", episode, sum)
				}
			}
			if paying == 0 {
				t.Fatal("all rewards are 0, so the test checks nothing")
			}
		})
	}
}

// TestTruncation checks that a step limit truncates, unless the rules end the game at the
// same step.
func TestTruncation(t *testing.T) {
	for _, s := range settings(t) {
		t.Run(s.name, func(t *testing.T) {
			free := newEnv(t, s.game, env.Config{})
			free.Reset(2)
			for policy := s.newRandom(); !free.Over(); {
				move(t, free, policy)
			}
			length := free.Steps()
			for _, limit := range []int{1, 2, length - 1, length, length + 1} {
				e := newEnv(t, s.game, env.Config{MaxSteps: limit})
				e.Reset(2)
				for policy := s.newRandom(); !e.Over(); {
					move(t, e, policy)
				}
				if e.Steps() != min(limit, length) || e.Truncated() != (limit < length) || e.Terminated() != (limit >= length) {
					t.Errorf("limit %d of a game of %d steps: %d steps, truncated %v, terminated %v", limit, length, e.Steps(), e.Truncated(), e.Terminated())
				}
				if e.Truncated() && (e.Outcome().Over || e.Return(0) != 0 || e.Current() != game.NoPlayer) {
					t.Errorf("limit %d: outcome %+v, return %v", limit, e.Outcome(), e.Return(0))
				}
				if err := e.Step(0); !errors.Is(err, env.ErrEpisodeOver) {
					t.Errorf("limit %d: step after the end: %v", limit, err)
				}
			}
		})
	}
}
