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
	groups, err := encoder.ParseIndianGroups("own-cards,open-pile,progress,distance,discard-scores,discard-distances,outs")
	if err != nil {
		tb.Fatal(err)
	}
	x, err := encoder.NewIndian(indian.Paper(), groups)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := indian.New(indian.Paper())
	if err != nil {
		tb.Fatal(err)
	}
	return table{g, x}
}

func ginTable(tb testing.TB) table {
	tb.Helper()
	rules := gin.EAAI()
	rules.Episode = gin.Hand
	groups, err := encoder.ParseGinGroups("own-cards,pile,progress,deadwood,discard-deadwood,best-melds")
	if err != nil {
		tb.Fatal(err)
	}
	x, err := encoder.NewGin(rules, groups)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := gin.New(rules)
	if err != nil {
		tb.Fatal(err)
	}
	return table{g, x}
}

// learner returns a learner with initial weights and measured input scales. It plays half
// of its tables in self-play and the others against an agent.
func (t table) learner(tb testing.TB, opponent, measuredBy string, potential env.Potential, scale float64) *ppo.Learner {
	tb.Helper()
	create, err := players[t.game.Name()](opponent)
	if err != nil {
		tb.Fatal(err)
	}
	c := ppo.DefaultConfig()
	c.Game, c.Seed, c.Workers = t.game, 1, 2
	c.Tables, c.Steps, c.Batch = 64, 32, 256
	c.Env.Encoder, c.Env.Potential, c.Env.PotentialScale = t.encoder, potential, scale
	c.League = league.Config{Self: 1, Named: []league.Member{{Name: opponent, Weight: 1, New: create}}, Player: ppo.Player(t.game, t.encoder)}
	sees, err := players[t.game.Name()](measuredBy)
	if err != nil {
		tb.Fatal(err)
	}
	inputs, err := ppo.Inputs(t.game, t.encoder, sees, 2)
	if err != nil {
		tb.Fatal(err)
	}
	m, err := train.New(ppo.Describe(t.game, "some", inputs, network.Layer{Name: "one", Size: 64, Activation: network.ReLU}), c.Settings())
	if err != nil {
		tb.Fatal(err)
	}
	l, err := ppo.New(c, m)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(l.Close)
	return l
}

// play plays the given number of games in each seat against an agent of the game, and
// returns how many the network wins and loses.
func (t table) play(tb testing.TB, n *network.Network, opponent string, games int) (won, lost stats.Proportion) {
	tb.Helper()
	create, err := players[t.game.Name()](opponent)
	if err != nil {
		tb.Fatal(err)
	}
	me, err := ppo.Player(t.game, t.encoder)(n)
	if err != nil {
		tb.Fatal(err)
	}
	r, err := arena.Tournament(context.Background(), arena.Config{
		Game: t.game, Entrants: []arena.Entrant{{Name: "network", New: me}, {Name: opponent, New: create}},
		Lineups: []arena.Lineup{{0, 1}, {1, 0}}, Games: games, Seed: 1 << 40, Drop: game.NoAction,
	})
	if err != nil {
		tb.Fatal(err)
	}
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
			before, err := l.Network()
			if err != nil {
				t.Fatal(err)
			}
			row := make([]float64, len(l.Columns()))
			for range c.updates {
				if err := l.Step(context.Background(), row); err != nil {
					t.Fatal(err)
				}
			}
			after, err := l.Network()
			if err != nil {
				t.Fatal(err)
			}
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
