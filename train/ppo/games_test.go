package ppo_test

import (
	"context"
	"testing"

	"rummygym/agents/network"
	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/baselines/ginrummy"
	"rummygym/baselines/indianrummy"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/must"
	"rummygym/train"
	"rummygym/train/league"
	"rummygym/train/ppo"
)

// table is a game with what a learner needs to know about it.
type table struct {
	game    game.Game
	encoder game.Encoder
}

func indianTable(tb testing.TB) table {
	tb.Helper()
	groups := must.Get(encoder.ParseIndianGroups("own-cards,open-pile,progress,distance,discard-scores,discard-distances,outs"))(tb)
	x := must.Get(encoder.NewIndian(indian.Paper(), groups))(tb)
	g := must.Get(indian.New(indian.Paper()))(tb)
	return table{g, x}
}

func ginTable(tb testing.TB) table {
	tb.Helper()
	rules := gin.EAAI()
	rules.Episode = gin.Hand
	groups := must.Get(encoder.ParseGinGroups("own-cards,pile,progress,deadwood,discard-deadwood,best-melds"))(tb)
	x := must.Get(encoder.NewGin(rules, groups))(tb)
	g := must.Get(gin.New(rules))(tb)
	return table{g, x}
}

// learner returns a learner with initial weights and measured input scales. It plays half
// of its tables in self-play and the others against an agent.
func (t table) learner(tb testing.TB, opponent, measuredBy string, potential env.Potential, scale float64) *ppo.Learner {
	tb.Helper()
	create := must.Get(players[t.game.Name()](opponent))(tb)
	c := ppo.DefaultConfig()
	c.Game, c.Seed, c.Workers = t.game, 1, 2
	c.Tables, c.Steps, c.Batch = 64, 32, 256
	c.Env.Encoder, c.Env.Potential, c.Env.PotentialScale = t.encoder, potential, scale
	c.League = league.Config{Self: 1, Named: []league.Member{{Name: opponent, Weight: 1, New: create}}, Player: ppo.Player(t.game, t.encoder)}
	sees := must.Get(players[t.game.Name()](measuredBy))(tb)
	inputs := must.Get(ppo.Inputs(t.game, t.encoder, sees, 2))(tb)
	m := must.Get(train.New(ppo.Describe(t.game, "some", inputs, network.Layer{Name: "one", Size: 64, Activation: network.ReLU}), c.Settings()))(tb)
	l := must.Get(ppo.New(c, m))(tb)
	tb.Cleanup(l.Close)
	return l
}

// play plays the given number of games in each seat against an agent of the game, and
// returns how many the network wins and loses.
func (t table) play(tb testing.TB, n *network.Network, opponent string, games int) (won, lost stats.Proportion) {
	tb.Helper()
	create := must.Get(players[t.game.Name()](opponent))(tb)
	me := must.Get(ppo.Player(t.game, t.encoder)(n))(tb)
	r := must.Get(arena.Tournament(context.Background(), arena.Config{
		Game: t.game, Entrants: []arena.Entrant{{Name: "network", New: me}, {Name: opponent, New: create}},
		Lineups: []arena.Lineup{{0, 1}, {1, 0}}, Games: games, Seed: 1 << 40, Drop: game.NoAction,
	}))(tb)
	won.Trials, lost.Trials = 2*games, 2*games
	for seat, games := range r.Records {
		for i := range games {
			switch int(games[i].Winner) {
			case seat:
				won.Successes++
			case 1 - seat:
				lost.Successes++
			}
		}
	}
	return won, lost
}

// TestLearnsBothGames trains the same learner on both games for seconds; it then beats the
// random agent, and its own result before training, far beyond chance.
func TestLearnsBothGames(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for seconds")
	}
	for name, c := range map[string]struct {
		table      table
		measuredBy string
		potential  env.Potential
		scale      float64
		updates    int
	}{
		"indian": {indianTable(t), "min-dist", encoder.MinDistPotential, .3, 80},
		"gin":    {ginTable(t), "simple", encoder.DeadwoodPotential, .02, 40},
	} {
		t.Run(name, func(t *testing.T) {
			l := c.table.learner(t, "random", c.measuredBy, c.potential, c.scale)
			before := must.Get(l.Network())(t)
			row := make([]float64, len(l.Columns()))
			for range c.updates {
				must.Do(t, l.Step(context.Background(), row))
			}
			after := must.Get(l.Network())(t)
			fresh, _ := c.table.play(t, before, "random", 200)
			won, lost := c.table.play(t, after, "random", 200)
			t.Logf("of %d games against random the network wins %d and loses %d; it won %d before training", won.Trials, won.Successes, lost.Successes, fresh.Successes)
			if stats.TestEqual(won, lost).P > 1e-6 || won.Successes < lost.Successes {
				t.Errorf("the network wins %d and loses %d of %d games against random", won.Successes, lost.Successes, won.Trials)
			}
			if stats.TestEqual(won, fresh).P > 1e-6 || won.Successes < fresh.Successes {
				t.Errorf("the network wins %d of %d games against random, and %d before training", won.Successes, won.Trials, fresh.Successes)
			}
		})
	}
}

// players returns constructors of the baselines of a game.
var players = map[string]func(spec string) (func() game.Agent, error){"indian": indianrummy.New, "gin": ginrummy.New}
