package env

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// The errors of a step before the first reset or after the end of an episode. Match them
// with errors.Is.
var (
	ErrNotReset    = errors.New("env: step before the first reset: call Reset first")
	ErrEpisodeOver = errors.New("env: step after the end of the episode: call Reset first")
)

// ErrPolicy marks the error of an illegal action of an opponent, as opposed to one of the
// caller. Match it with errors.Is.
var ErrPolicy = errors.New("policy")

// Env is one table, stepped by the player to move. The package comment defines the effect
// of each method before, during and after an episode. It is not safe for concurrent use.
type Env struct {
	game    game.Game
	cfg     Config
	players game.Player
	size    int // number of entries of an encoded observation

	follower game.Follower // nil unless the encoder is a game.TableEncoder

	state   game.State
	history game.History // its cards are never changed
	src     rand.PCG
	current game.Player // game.NoPlayer before the first reset and after the end

	started, truncated bool
	steps              int
	ledger             ledger

	legal      game.Mask // legal actions of the current position, valid if legalKnown
	legalKnown bool
	view       game.Observation // observation of seat viewer in the current position
	viewer     game.Player      // game.NoPlayer if view is stale
}

// New returns an environment of game g, or the error of [Config.Validate], or one for a game
// without an encoder. It needs a Reset before the first step.
func New(g game.Game, cfg Config) (*Env, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg, err := cfg.encoded(g)
	if err != nil {
		return nil, err
	}
	e := &Env{}
	e.init(g, cfg)
	return e, nil
}

// init prepares e for its first reset. The configuration has an encoder.
func (e *Env) init(g game.Game, cfg Config) {
	*e = Env{
		game:    g,
		cfg:     cfg,
		players: game.Player(g.Players()),
		state:   g.NewState(),
		view:    g.NewObservation(),
		current: game.NoPlayer,
		viewer:  game.NoPlayer,
		size:    cfg.Encoder.Layout().Size(),
	}
	if x, ok := cfg.Encoder.(game.TableEncoder); ok {
		e.follower = x.ForTable()
	}
}

// Game returns the game of the environment.
func (e *Env) Game() game.Game { return e.game }

// Config returns the options of the environment.
func (e *Env) Config() Config { return e.cfg }

// Layout returns the layout of encoded observations.
func (e *Env) Layout() game.Layout { return e.cfg.Encoder.Layout() }

// Reset deals episode 0 of the run with the given seed. The same seed gives the
// same game.
func (e *Env) Reset(seed uint64) { e.ResetEpisode(seed, 0) }

// ResetEpisode deals the given episode of the run with the given seed: the same game as
// that episode of a tournament or a dataset with that seed.
func (e *Env) ResetEpisode(seed, episode uint64) {
	game.SeedDeal(&e.src, seed, episode)
	e.game.Deal(e.state, &e.src)
	e.begin(game.History{Seed: seed, Episode: episode})
}

// ResetDeal deals a given order of the deck: deck[0] is the first card dealt, and chance
// events after the deal depend on key, see [game.Game.DealDeck]. On error the environment
// is unchanged.
func (e *Env) ResetDeal(deck []card.Card, key uint64) error {
	return e.resetHistory(&game.History{Deck: deck, Key: key})
}

// resetHistory deals the cards of a history. On error the environment is unchanged.
func (e *Env) resetHistory(h *game.History) error {
	if h.Deck == nil {
		e.ResetEpisode(h.Seed, h.Episode)
		return nil
	}
	if err := h.Deal(e.game, e.state); err != nil {
		return err
	}
	e.begin(game.History{Deck: slices.Clone(h.Deck), Key: h.Key, Later: slices.Clone(h.Later)})
	return nil
}

// begin starts an episode from a state that was just dealt.
func (e *Env) begin(deal game.History) {
	deal.Actions = e.history.Actions[:0]
	e.history = deal
	e.started, e.truncated = true, false
	e.steps = 0
	e.ledger = ledger{}
	if e.follower != nil {
		e.follower.Reset()
	}
	e.arrive()
}

// Current returns the player to move, or game.NoPlayer.
func (e *Env) Current() game.Player { return e.current }

// Legal sets dst to the legal actions of the player to move. It is empty if there is no
// player to move.
func (e *Env) Legal(dst *game.Mask) { *dst = *e.mask() }

// LegalMask writes the legal actions into dst of shape [A], 1 for legal actions and 0 for
// the others. It panics if the length is not A.
func (e *Env) LegalMask(dst []uint8) {
	if len(dst) != e.game.NumActions() {
		panic(fmt.Sprintf("env: LegalMask into %d entries, want %d, one for each action", len(dst), e.game.NumActions()))
	}
	spread(dst, e.mask())
}

// mask returns the legal actions, computed once per position.
func (e *Env) mask() *game.Mask {
	if !e.legalKnown {
		if e.current == game.NoPlayer {
			e.legal = game.Mask{}
		} else {
			e.state.Legal(&e.legal)
		}
		e.legalKnown = true
	}
	return &e.legal
}

// Step applies action a of the player to move. An action that is not legal gives an error
// that errors.As matches as *game.IllegalAction, and changes nothing.
func (e *Env) Step(a game.Action) error {
	if !e.started {
		return ErrNotReset
	}
	p := e.current
	if p == game.NoPlayer {
		return ErrEpisodeOver
	}
	if err := e.state.Apply(a); err != nil {
		return err
	}
	e.history.Actions = append(e.history.Actions, a)
	e.steps++
	e.ledger.open(p)
	e.arrive()
	return nil
}

// arrive updates all values that depend on the state after an action or a deal, and adds
// the rewards of the new position.
func (e *Env) arrive() {
	e.legalKnown = false
	e.viewer = game.NoPlayer
	e.current = e.state.Current()
	switch {
	case e.current == game.NoPlayer:
		e.payGains()
	case e.cfg.MaxSteps > 0 && e.steps >= e.cfg.MaxSteps:
		e.truncated = true
		e.current = game.NoPlayer
		if e.cfg.Potential != nil {
			for p := range e.players {
				if e.ledger.has(p) {
					e.shape(p)
				}
			}
		}
	case e.cfg.Potential != nil:
		e.shape(e.current)
	}
	if e.follower != nil && e.current != game.NoPlayer {
		e.follower.Follow(e.see(e.current))
	}
}

// payGains adds the gains of the game, and subtracts the last potential of each seat that
// had a decision, because the potential of a terminated game is 0.
func (e *Env) payGains() {
	out := e.state.Outcome()
	for p := range e.players {
		r := float64(oneIfZero(e.cfg.RewardScale) * float64(out.Gains[p]))
		if e.ledger.has(p) {
			r -= float64(oneIfZero(e.cfg.PotentialScale) * e.ledger.potential[p])
		}
		e.ledger.pay(p, r)
	}
}

// shape adds the difference of the potential of seat p since its last decision.
func (e *Env) shape(p game.Player) {
	phi := e.cfg.Potential(e.see(p))
	if d := e.ledger.enter(p, phi, oneIfZero(e.cfg.Gamma)); d != 0 {
		e.ledger.pay(p, float64(oneIfZero(e.cfg.PotentialScale)*d))
	}
}

// see returns the observation of seat p, computed once per position and seat.
func (e *Env) see(p game.Player) game.Observation {
	if e.viewer != p {
		e.state.Observe(p, e.view)
		e.viewer = p
	}
	return e.view
}

// Steps returns the number of actions so far in this episode.
func (e *Env) Steps() int { return e.steps }

// Reward returns the reward of seat p in the last step.
func (e *Env) Reward(p game.Player) float64 { return e.ledger.last[p] }

// Accrued returns the sum of the rewards of seat p since its last action, that action's
// own step included. At p's next turn it is the reward of that action. PettingZoo calls
// it the cumulative reward.
func (e *Env) Accrued(p game.Player) float64 { return e.ledger.accrued[p] }

// Return returns the undiscounted sum of the rewards of seat p in this episode so far.
func (e *Env) Return(p game.Player) float64 { return e.ledger.total[p] }

// Terminated reports whether the rules have ended the game.
func (e *Env) Terminated() bool { return e.started && e.current == game.NoPlayer && !e.truncated }

// Truncated reports whether Config.MaxSteps has ended the episode.
func (e *Env) Truncated() bool { return e.truncated }

// Over reports whether the episode has ended, by termination or by truncation.
func (e *Env) Over() bool { return e.started && e.current == game.NoPlayer }

// Outcome returns the result of the game by the rules alone, in points.
func (e *Env) Outcome() game.Outcome {
	if !e.started {
		return game.Outcome{Winner: game.NoPlayer}
	}
	return e.state.Outcome()
}

// Observe sets dst, which must come from the game's NewObservation, to the observation of
// seat p.
func (e *Env) Observe(p game.Player, dst game.Observation) {
	e.mustSeat(p, "Observe")
	e.state.Observe(p, dst)
}

// Encode writes the observation of seat p into dst of shape [L]. It panics if
// the length is not L.
func (e *Env) Encode(p game.Player, dst []float32) {
	e.mustEncode(p, len(dst))
	if e.follower != nil && p == e.current {
		e.follower.EncodeLegal(dst, e.see(p), e.mask())
		return
	}
	e.cfg.Encoder.Encode(dst, e.see(p))
}

// EncodeBytes is Encode into bytes, by a [game.ByteEncoder]. It panics too if the encoder is
// none, or if its layout has no bytes for a field.
func (e *Env) EncodeBytes(p game.Player, dst []uint8) {
	e.mustEncode(p, len(dst))
	x, ok := e.cfg.Encoder.(game.ByteEncoder)
	if !ok {
		panic(fmt.Sprintf("env: EncodeBytes by a %T, which is not a game.ByteEncoder", e.cfg.Encoder))
	}
	x.EncodeBytes(dst, e.see(p))
}

// mustEncode panics unless the observation of seat p can be encoded into n entries.
func (e *Env) mustEncode(p game.Player, n int) {
	e.mustSeat(p, "Encode")
	if n != e.size {
		panic(fmt.Sprintf("env: Encode into %d entries, want %d as in the layout", n, e.size))
	}
}

// mustSeat panics unless there is a dealt table with seat p.
func (e *Env) mustSeat(p game.Player, call string) {
	if !e.started {
		panic("env: " + call + " before the first Reset")
	}
	if p < 0 || p >= e.players {
		panic(fmt.Sprintf("env: %s for seat %d of a table of %d", call, p, e.players))
	}
}

// State returns the state of the game, hidden cards included, for search and rendering.
// It must not be changed: actions applied to it bypass the environment. All resets use
// the same value.
func (e *Env) State() game.State { return e.state }
