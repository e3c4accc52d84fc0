package equilibrium

import (
	"context"
	"fmt"
	"math"
	"sync"

	"golang.org/x/sync/errgroup"

	"rummygym/env/game"
)

// Asking says how an agent is asked for its strategy.
type Asking struct {
	// Fixed takes the agent with the seed Seed in every episode: its choice at an information set is then one action, even if
	// another seed would choose another. Without it, an agent that makes random choices must report their
	// probabilities, and is asked with many seeds until it has shown all of them.
	Fixed bool
	Seed  uint64

	Progress func() // called after each deal of each seat, see [Deals], by one goroutine at a time; may be nil
}

// maxAsks is the number of seeds with which an agent is asked at one information set.
const maxAsks = 10_000

// StrategyOf returns the strategy of an agent at seat p of the tree of g. The agent is asked at every information set that it reaches by its own
// choices: after Reset it acts at all decisions of the seat on the way there, in order, so that it remembers
// them. At information sets that it never reaches the strategy is uniform, which changes no gain.
//
// An agent whose choices do not follow from the information state is an error: one that chooses at random and reports
// a probability of 1, or probabilities that change with the seed. See [Asking].Fixed.
func (t *Tree) StrategyOf(ctx context.Context, g game.Game, p game.Player, agent game.Agent, how Asking) (Strategy, error) {
	a := &agentAsker{asker: t.asker(p), game: g, agent: agent, how: how}
	a.answer = func(at *position, i int32, legal *game.Mask, first bool) error {
		a.way(at, i, legal)
		if !first {
			return nil
		}
		return a.ask(i, legal)
	}
	w, err := newWalk(ctx, g, a.asker)
	if err != nil {
		return nil, err
	}
	w.progress = how.Progress
	if err := w.run(); err != nil {
		return nil, err
	}
	return a.strategy, nil
}

// ProfileOf returns the strategies of an agent at both seats, which are asked at the same time.
func (t *Tree) ProfileOf(ctx context.Context, g game.Game, create func() game.Agent, how Asking) (of Profile, err error) {
	if progress := how.Progress; progress != nil {
		var mu sync.Mutex
		how.Progress = func() {
			mu.Lock()
			defer mu.Unlock()
			progress()
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	for p := range of {
		agent := create()
		group.Go(func() (err error) {
			if of[p], err = t.StrategyOf(ctx, g, game.Player(p), agent, how); err != nil {
				err = fmt.Errorf("at seat %d: %w", p, err)
			}
			return err
		})
	}
	err = group.Wait()
	return of, err
}

// agentAsker asks an agent.
type agentAsker struct {
	*asker
	game    game.Game
	agent   game.Agent
	how     Asking
	path    []view // the decisions of the seat on the way to the position, the one at it included
	weights [game.MaskSize]float64
}

// view is what the seat sees at a decision.
type view struct {
	obs   game.Observation
	legal game.Mask
	set   int32
}

// ask sets the strategy at information set i.
func (a *agentAsker) ask(i int32, legal *game.Mask) error {
	of := a.of(i)
	clear(of)
	if m, ok := a.agent.(game.Mixed); ok && !a.how.Fixed {
		m.Reset(0)
		for k := range a.path {
			v := &a.path[k]
			if !m.Probabilities(v.obs, &v.legal, a.weights[:v.legal.Count()]) {
				return fmt.Errorf("the agent knows no probabilities of its choices at:\n%v", v.obs)
			}
		}
		copy(of, a.weights[:len(of)])
		return nil
	}
	sum := 0.0
	for n := range uint64(maxAsks) {
		seed := a.how.Seed
		if !a.how.Fixed {
			seed = game.Seed(n)
		}
		k, probability, err := a.act(seed)
		switch {
		case err != nil:
			return err
		case a.how.Fixed:
			of[k] = 1
			return nil
		case of[k] == 0:
			of[k] = probability
			sum += probability
		case math.Abs(of[k]-probability) > 1e-9:
			return a.random("it chooses %s with probability %v, and with another seed with probability %v", a.game.ActionString(legal.Nth(k)), of[k], probability)
		}
		if sum > 1+1e-9 {
			return a.random("the probabilities of its choices sum to %v", sum)
		}
		if sum > 1-1e-9 && n > 0 {
			for k := range of {
				of[k] /= sum
			}
			return nil
		}
	}
	return a.random("after %d questions the probabilities of its choices sum to %v", maxAsks, sum)
}

// random returns the error of an agent that does not tell its strategy.
func (a *agentAsker) random(format string, args ...any) error {
	return fmt.Errorf("the choices of the agent do not follow from what its seat knows: %s, at:\n%v\nExact methods need all its probabilities: fix its seed, or choose an agent without random choices",
		fmt.Sprintf(format, args...), a.path[len(a.path)-1].obs)
}

// act asks the agent with a seed, at all decisions of the path. It returns the number of the last choice among the legal actions.
func (a *agentAsker) act(seed uint64) (choice int, probability float64, err error) {
	a.agent.Reset(seed)
	for k := range a.path {
		v := &a.path[k]
		action, p := a.agent.Act(v.obs, &v.legal)
		if !v.legal.Has(action) || !(p > 0 && p <= 1) {
			return 0, 0, fmt.Errorf("the agent chooses action %d (%s) with probability %v, which is not legal, at:\n%v", action, a.game.ActionString(action), p, v.obs)
		}
		if k == len(a.path)-1 {
			probability = p
			for other := range v.legal.Each() {
				if other == action {
					break
				}
				choice++
			}
		}
	}
	return choice, probability, nil
}

// way brings the path to the position at, which has information set i. The walk goes depth first, so the path has the decisions before.
func (a *agentAsker) way(at *position, i int32, legal *game.Mask) {
	s := &a.tree.sides[a.seat]
	n := 0 // of the path that remains
	if q := at.sequence[a.seat]; q > 0 {
		before := int32(s.of(q))
		for n = len(a.path); n > 0 && a.path[n-1].set != before; {
			n--
		}
	}
	if n == cap(a.path) {
		a.path = append(a.path[:n], view{obs: a.game.NewObservation()})
	}
	a.path = a.path[:n+1]
	v := &a.path[n]
	if v.obs == nil {
		v.obs = a.game.NewObservation()
	}
	at.state.Observe(a.seat, v.obs)
	v.legal, v.set = *legal, i
}
