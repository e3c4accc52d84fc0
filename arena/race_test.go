package arena

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"rummygym/env/card"
	"rummygym/env/game"
)

// race is a small game for tests of the arena. Players draw cards in turn and add up
// their ranks. A player with a total of 30 or more may stop and wins. After eight rounds
// the highest total wins; of equal totals, that of the earlier seat. Each other player
// pays the winner the points that it lacks to 30, at least 1.
type race struct{ seats int }

// The actions of race.
const (
	raceDrop game.Action = iota
	raceStep
	raceStop
)

const raceRounds = 8

type raceState struct {
	seats  int
	deck   []card.Card
	turn   int
	totals [game.MaxPlayers]int
	out    uint8 // bit of each seat that dropped
	end    game.Outcome
}

type raceView struct {
	self  game.Player
	total int
}

func (v *raceView) Observer() game.Player { return v.self }

func (g race) Name() string                                   { return "race" }
func (g race) Players() int                                   { return g.seats }
func (g race) NumActions() int                                { return 3 }
func (g race) ActionString(a game.Action) string              { return fmt.Sprint("race", a) }
func (g race) ParseAction(string) (game.Action, error)        { return 0, errors.ErrUnsupported }
func (g race) NewState() game.State                           { return &raceState{seats: g.seats, end: game.Outcome{Over: true}} }
func (g race) NewObservation() game.Observation               { return new(raceView) }
func (g race) DealDeck(game.State, []card.Card, uint64) error { return errors.ErrUnsupported }

func (g race) Deal(dst game.State, src rand.Source) {
	s := dst.(*raceState)
	*s = raceState{seats: g.seats, deck: card.AppendDeck(s.deck[:0], 1, 0), end: game.Outcome{Winner: game.NoPlayer, Turns: 1, Rounds: 1}}
	card.Shuffle(s.deck, src)
}

func (s *raceState) Current() game.Player {
	if s.end.Over {
		return game.NoPlayer
	}
	return game.Player(s.turn % s.seats)
}

func (s *raceState) Legal(dst *game.Mask) {
	*dst = game.Mask{}
	if p := s.Current(); p != game.NoPlayer {
		dst.Set(raceDrop)
		dst.Set(raceStep)
		if s.totals[p] >= 30 {
			dst.Set(raceStop)
		}
	}
}

func (s *raceState) Apply(a game.Action) error {
	var legal game.Mask
	s.Legal(&legal)
	p := s.Current()
	switch {
	case !legal.Has(a):
		return &game.IllegalAction{Player: p, Action: a, Name: "race", Phase: "race", Reason: "not legal"}
	case a == raceStop:
		s.finish(p, "stopped")
		return nil
	case a == raceDrop:
		s.out |= 1 << p
	default:
		s.totals[p] += int(s.deck[s.turn].Rank()) + 1
	}
	for {
		s.turn++
		s.end.Turns, s.end.Rounds = s.turn+1, s.turn/s.seats+1
		if next := s.turn % s.seats; s.end.Rounds > raceRounds {
			s.end.Rounds, s.end.Turns = raceRounds, s.turn
			best := game.NoPlayer
			for q := range game.Player(s.seats) {
				if s.out>>q&1 == 0 && (best == game.NoPlayer || s.totals[q] > s.totals[best]) {
					best = q
				}
			}
			s.finish(best, "limit")
		} else if s.out>>next&1 != 0 {
			continue
		} else if s.out|1<<next == 1<<s.seats-1 {
			s.finish(game.Player(next), "dropped")
		}
		return nil
	}
}

func (s *raceState) finish(winner game.Player, how game.Ending) {
	s.end.Over, s.end.Winner, s.end.Ending = true, winner, how
	for q := range s.seats {
		if game.Player(q) != winner {
			pay := max(1, 30-s.totals[q])
			s.end.Gains[q] -= pay
			s.end.Gains[winner] += pay
		}
	}
}

func (s *raceState) Observe(p game.Player, dst game.Observation) {
	*dst.(*raceView) = raceView{self: p, total: s.totals[p]}
}

func (s *raceState) Outcome() game.Outcome           { return s.end }
func (s *raceState) CopyFrom(game.State)             { panic("race: no copies") }
func (s *raceState) Redeal(game.Player, rand.Source) { panic("race: no re-deal") }

// runner stops as soon as it has enough. Before that it drops with probability
// 1/dropOdds, if dropOdds is not 0.
type runner struct {
	enough, dropOdds int
	src              rand.PCG
}

func (r *runner) Reset(seed uint64) { r.src.Seed(seed, 0) }

func (r *runner) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	switch v := obs.(*raceView); {
	case v.total >= r.enough && legal.Has(raceStop):
		return raceStop, 1
	case r.dropOdds > 0 && card.Below(&r.src, uint64(r.dropOdds)) == 0:
		return raceDrop, 1 / float64(r.dropOdds)
	}
	return raceStep, 1
}

// cheat takes the action raceStop at once, which is illegal.
type cheat struct{}

func (cheat) Reset(uint64) {}
func (cheat) Act(game.Observation, *game.Mask) (game.Action, float64) {
	return raceStop, 1
}

func raceEntrant(name string, enough, dropOdds int) Entrant {
	return Entrant{Name: name, New: func() game.Agent { return &runner{enough: enough, dropOdds: dropOdds} }}
}

// stopAfter gives c entrants that call stop when n games have been played. They count the games
// begun, of which each worker has at most one that is not over. Config.Progress cannot be used
// to stop before the end: it may hear of a game after the last one has been played.
func stopAfter(c *Config, n int, stop func()) {
	seats, begun := int64(c.Game.Players()), new(atomic.Int64)
	last := seats * int64(n+c.workers())
	c.Entrants = slices.Clone(c.Entrants)
	for i, e := range c.Entrants {
		c.Entrants[i].New = func() game.Agent {
			return countedAgent{e.New(), func() {
				if begun.Add(1) > last {
					stop()
				}
			}}
		}
	}
}

// countedAgent calls begin at each episode.
type countedAgent struct {
	game.Agent
	begin func()
}

func (a countedAgent) Reset(seed uint64) {
	a.begin()
	a.Agent.Reset(seed)
}

// raceConfig is a tournament of three players: two are identical, and the third drops at
// times.
func raceConfig(seats, games int) Config {
	return Config{
		Game: race{seats}, Games: games, Seed: 7, RoundLimit: raceRounds, Drop: raceDrop,
		Entrants: []Entrant{raceEntrant("fast", 30, 0), raceEntrant("twin", 30, 0), raceEntrant("shy", 36, 20)},
	}
}
