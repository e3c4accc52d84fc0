package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// maxSteps is the maximum number of actions of an episode that counts as finite.
const maxSteps = 100_000

// rare is the weight of an action that an episode rarely takes, common the weight of
// the others.
const (
	rare   = 1
	common = 400
)

// An episode is a game played by random legal actions. Every episode takes some
// actions rarely, so that all kinds of games occur, also long ones in games in which
// an action can end the game at once.
type episode struct {
	game   game.Game
	state  game.State
	src    *rand.PCG
	weight [game.MaskSize]uint64
	steps  int
	legal  game.Mask
}

// newEpisode deals a game.
func newEpisode(g game.Game, src *rand.PCG) *episode {
	e := &episode{game: g, state: g.NewState(), src: src}
	for a := range e.weight {
		e.weight[a] = common
		if card.Below(src, 2) == 0 {
			e.weight[a] = rare
		}
	}
	g.Deal(e.state, src)
	return e
}

// over reports whether the game has ended.
func (e *episode) over() bool { return e.state.Current() == game.NoPlayer }

// pick returns a random legal action.
func (e *episode) pick() (game.Action, error) {
	e.state.Legal(&e.legal)
	var sum uint64
	for a := range e.legal.Each() {
		sum += e.weight[a]
	}
	if sum == 0 {
		return game.NoAction, e.errorf("no action is legal before the end")
	}
	at := card.Below(e.src, sum)
	for a := range e.legal.Each() {
		if at < e.weight[a] {
			return a, nil
		}
		at -= e.weight[a]
	}
	panic("gametest: the weights do not add up")
}

// step makes a random legal move and returns it.
func (e *episode) step() (game.Action, error) {
	a, err := e.pick()
	if err != nil {
		return a, err
	}
	if err := e.state.Apply(a); err != nil {
		return a, e.errorf("legal action %d (%s) is rejected: %w", a, e.game.ActionString(a), err)
	}
	if e.steps++; e.steps > maxSteps {
		return a, e.errorf("the game does not end")
	}
	return a, nil
}

// errorf returns an error that names the place in the episode.
func (e *episode) errorf(format string, args ...any) error {
	return fmt.Errorf("after %d actions: %w", e.steps, fmt.Errorf(format, args...))
}

// clone returns a copy of the state.
func (e *episode) clone() game.State {
	c := e.game.NewState()
	c.CopyFrom(e.state)
	return c
}

// play deals the given number of games and calls visit at every state, the first and
// the last included, until it returns an error.
func play(g game.Game, src *rand.PCG, episodes int, visit func(e *episode) error) error {
	for i := range episodes {
		e := newEpisode(g, src)
		for {
			if err := visit(e); err != nil {
				return fmt.Errorf("episode %d: %w", i, err)
			}
			if e.over() {
				break
			}
			if _, err := e.step(); err != nil {
				return fmt.Errorf("episode %d: %w", i, err)
			}
		}
	}
	return nil
}

// look is what a state shows and what chance will give next, as far as the state tells.
type look struct {
	mover   game.Player
	outcome game.Outcome
	legal   game.Mask
	views   []game.Observation // by seat
	stock   []card.Card        // of a record.Stocked
}

// lookAt returns all that s shows.
func lookAt(g game.Game, s game.State) *look {
	l := &look{mover: s.Current(), outcome: s.Outcome()}
	s.Legal(&l.legal)
	for p := range game.Player(g.Players()) {
		l.views = append(l.views, observe(g, s, p))
	}
	if x, ok := s.(record.Stocked); ok {
		l.stock = x.AppendStock(nil)
	}
	return l
}

// same reports whether two states show the same.
func same(g game.Game, a, b game.State) bool { return reflect.DeepEqual(lookAt(g, a), lookAt(g, b)) }

// observe returns a new observation of p in s.
func observe(g game.Game, s game.State, p game.Player) game.Observation {
	o := g.NewObservation()
	s.Observe(p, o)
	return o
}

// phase returns the name of the phase of s, taken from the error of an illegal action
// on a copy in scratch.
func phase(scratch, s game.State) (string, error) {
	scratch.CopyFrom(s)
	var refusal *game.IllegalAction
	if err := scratch.Apply(game.NoAction); !errors.As(err, &refusal) {
		return "", fmt.Errorf("Apply(NoAction) gives %v, want a *game.IllegalAction", err)
	}
	return refusal.Phase, nil
}

// SeedOf computes [game.Seed] backwards, as an agent might that looks for the seed of its
// run: SeedOf(game.Seed(s, stream...), stream...) is s. It does the same whatever result is.
func SeedOf(result uint64, stream ...uint64) uint64 {
	for i := len(stream) - 1; i >= 0; i-- {
		result = (unmix(result) - game.Seed(stream[i])) * inverse(gamma)
	}
	return unmix(result) - gamma
}

// gamma is the step of splitmix64.
const gamma = 0x9e3779b97f4a7c15

// unmix is the inverse of the output function of splitmix64.
func unmix(z uint64) uint64 {
	z ^= z>>31 ^ z>>62
	z *= inverse(0x94d049bb133111eb)
	z ^= z>>27 ^ z>>54
	z *= inverse(0xbf58476d1ce4e5b9)
	return z ^ z>>30 ^ z>>60
}

// inverse returns the number whose product with the odd number x is 1 modulo 2^64.
func inverse(x uint64) uint64 {
	y := x // right in 3 bits; each step of Newton's method doubles their number
	for range 5 {
		y *= 2 - x*y
	}
	return y
}
