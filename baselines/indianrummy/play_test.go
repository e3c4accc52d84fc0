package indianrummy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/must"
)

// table plays games between fixed players under fixed rules.
type table struct {
	state   game.State
	view    *indian.Observation
	players []game.Agent
}

func newTable(t testing.TB, rules indian.Rules, specs ...string) (*table, game.Game) {
	t.Helper()
	g := must.Get(indian.New(rules))(t)
	b := &table{state: g.NewState(), view: g.NewObservation().(*indian.Observation)}
	for _, spec := range specs {
		player := must.Get(New(spec))(t)
		b.players = append(b.players, player())
	}
	return b, g
}

// play plays game i of a seed and returns its outcome. It calls each, unless it is nil, at
// every decision.
func (b *table) play(t testing.TB, g game.Game, seed, i uint64, each func(*indian.Observation, *game.Mask, game.Action)) game.Outcome {
	t.Helper()
	g.Deal(b.state, rand.NewPCG(game.Seed(seed, i, 0), game.Seed(seed, i, 1)))
	for p, a := range b.players {
		a.Reset(game.Seed(seed, i, uint64(2+p)))
	}
	var legal game.Mask
	for p := b.state.Current(); p != game.NoPlayer; p = b.state.Current() {
		b.state.Legal(&legal)
		b.state.Observe(p, b.view)
		action, probability := b.players[p].Act(b.view, &legal)
		if !legal.Has(action) {
			t.Fatalf("%v: %s is not legal in game %d of seed %d: hand %v, drawn %v, phase %v",
				b.players[p], name(action), i, seed, b.view.Hand, b.view.Drawn, b.view.Phase)
		}
		if !(probability > 0 && probability <= 1) {
			t.Fatalf("%v: %s with probability %v, want one in (0, 1]", b.players[p], name(action), probability)
		}
		if each != nil {
			each(b.view, &legal, action)
		}
		must.Do(t, b.state.Apply(action))
	}
	return b.state.Outcome()
}

// tally counts the outcomes of a pairing for the first player.
type tally struct {
	games, wins, limit int
	folds              [2]int // drops of each player
	gain               float64
	rounds             []int
}

func (y *tally) rate() float64 { return float64(y.wins) / float64(y.games) }

// median returns the median number of rounds.
func (y *tally) median() int {
	slices.Sort(y.rounds)
	return y.rounds[len(y.rounds)/2]
}

// match plays games between two players. The first one starts.
func match(t testing.TB, rules indian.Rules, first, second string, games int, seed uint64) *tally {
	t.Helper()
	b, g := newTable(t, rules, first, second)
	y := new(tally)
	for i := range games {
		end := b.play(t, g, seed, uint64(i), nil)
		y.games++
		y.gain += float64(end.Gains[0]) / float64(games)
		y.rounds = append(y.rounds, end.Rounds)
		if end.Winner == 0 {
			y.wins++
		}
		switch end.Ending {
		case indian.FirstDrop, indian.MiddleDrop:
			y.folds[1-end.Winner]++
		case indian.RoundLimit:
			y.limit++
		}
	}
	return y
}
