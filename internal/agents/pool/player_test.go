package pool_test

import (
	"errors"
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/baselines/indianrummy"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/series"
	"rummygym/internal/agents/pool"
	"rummygym/internal/must"
)

// match returns a match with the given rules. In a pool the first drop is that of the rules, and a later one costs twice as much.
func match(t *testing.T, rules series.Rules) *series.Game {
	t.Helper()
	return must.Get(series.New(rules, func(seats int) (series.Deal, error) {
		r := indian.Club(seats)
		if rules.Format == series.Pool {
			r.FirstDrop, r.MiddleDrop = rules.Drop, 2*rules.Drop
		}
		return indian.New(r)
	}))(t)
}

// base is the player of deals.
const base = "min-dist-outs:draw=turns"

// byScore returns a player that knows the score.
func byScore(t *testing.T) game.Agent {
	t.Helper()
	create := must.Get(indianrummy.New(base))(t)
	return pool.New(func(int) game.Agent { return create() })
}

// turn is a turn that begins: what the player sees with the scores changed, and what is legal.
type turn struct {
	obs   *series.Observation
	legal game.Mask
}

// turns returns the first turns of the players of the first deals of a pool, or later ones.
func turns(t *testing.T, g *series.Game, first bool) (all []turn) {
	t.Helper()
	var seats []game.Agent
	for range g.Players() {
		seats = append(seats, must.Get(indianrummy.New(base))(t)())
	}
	for i := range seats {
		of := seats[i]
		seats[i] = agents.NewByDeals(func(int) game.Agent { return of })
	}
	table := agents.NewTable(g)
	enough := errors.New("the first deal is over")
	for episode := range uint64(100) {
		table.Deal(42, episode, seats...)
		err := table.Play(func(d *agents.Decision) error {
			o := d.Obs.(*series.Observation)
			if o.Deals > 1 {
				return enough
			}
			if of := o.Deal.(*indian.Observation); of.Phase == indian.Draw && (of.TurnsOf[of.Self] == 1) == first {
				seen := g.NewObservation().(*series.Observation)
				table.State().(*series.State).Observe(d.Player, seen)
				all = append(all, turn{seen, *d.Legal})
			}
			return nil
		})
		if !errors.Is(err, enough) {
			must.Do(t, err)
		}
	}
	return all
}

// drops returns in which of the turns a player drops if it has the score own and each other player the score other.
func drops(t *testing.T, all []turn, own, other int) (at []int) {
	t.Helper()
	p := byScore(t)
	for i, x := range all {
		for q := range game.Player(x.obs.Rules.Seats) {
			x.obs.Scores[q] = other
		}
		x.obs.Scores[x.obs.Self] = own
		p.Reset(1)
		if a, _ := p.Act(x.obs, &x.legal); a == indian.Drop {
			at = append(at, i)
		}
	}
	return at
}

// A player drops weak hands, as long as it stays in: at 80 points of 101 it may drop once more, at 81 a drop of 20 points would be its
// end. Behind its rivals, with few drops left, it plays hands that it drops at 0.
func TestDropsByScore(t *testing.T) {
	for _, c := range []struct {
		rules series.Rules
		last  int // highest score with which a drop at the first turn leaves it in
		fewer int // a score at which it plays hands that it drops at 0
	}{
		{series.Pool101(2), 80, 70}, {series.Pool101(4), 80, 80}, {series.Pool101(6), 80, 80}, {series.Pool201(2), 175, 175}, {series.Pool201(3), 175, 175},
	} {
		g := match(t, c.rules)
		first, later := turns(t, g, true), turns(t, g, false)
		atZero, fewer, atLast := drops(t, first, 0, 0), drops(t, first, c.fewer, 0), drops(t, first, c.last, 0)
		t.Logf("limit %d, %d seats: of %d hands it drops %d at 0, %d at %d against 0", c.rules.Limit, c.rules.Seats, len(first), len(atZero), len(fewer), c.fewer)
		if len(atLast) == 0 {
			t.Errorf("limit %d, %d seats: it drops no hand at %d points", c.rules.Limit, c.rules.Seats, c.last)
		}
		if len(atZero) == 0 || len(atZero) == len(first) {
			t.Errorf("limit %d, %d seats: of %d hands it drops %d: want some", c.rules.Limit, c.rules.Seats, len(first), len(atZero))
		}
		if !slices.ContainsFunc(atZero, func(i int) bool { return !slices.Contains(fewer, i) }) {
			t.Errorf("limit %d, %d seats: it plays no hand at %d points against 0 that it drops at 0", c.rules.Limit, c.rules.Seats, c.fewer)
		}
		for _, own := range []int{c.last + 1, c.rules.Limit - 2, c.rules.Limit - 1} {
			if at := drops(t, first, own, 0); len(at) > 0 {
				t.Errorf("limit %d, %d seats: at %d points it drops %d hands, and is out", c.rules.Limit, c.rules.Seats, own, len(at))
			}
		}
		// A later drop costs twice as much.
		if at := drops(t, later, c.rules.Limit-2*c.rules.Drop, 0); len(at) > 0 {
			t.Errorf("limit %d, %d seats: it drops %d hands at a later turn, and is out", c.rules.Limit, c.rules.Seats, len(at))
		}
	}
}

// A player plays matches of all rules by legal actions; equal seeds give equal matches. Whether it joins again or shares depends on
// the score.
func TestPlaysMatches(t *testing.T) {
	with := func(r series.Rules, change func(*series.Rules)) series.Rules {
		change(&r)
		return r
	}
	answers := map[string]int{}
	for _, rules := range []series.Rules{
		series.Pool101(2), series.Pool201(3), series.Pool101(6),
		with(series.Pool101(3), func(r *series.Rules) { r.Split = series.AgreedSplit }),
		with(series.Pool101(5), func(r *series.Rules) { r.Rejoins = 2 }),
		with(series.Pool101(2), func(r *series.Rules) { r.Drop = 0 }),
		with(series.Pool101(4), func(r *series.Rules) { r.Limit, r.Split = 30, series.AutoSplit }),
		series.BestOf(2, 3),
	} {
		g := match(t, rules)
		play := func(episode uint64) (gains [game.MaxPlayers]int, steps int) {
			var seats []game.Agent
			for range rules.Seats {
				seats = append(seats, byScore(t))
			}
			table := agents.NewTable(g)
			table.Deal(43, episode, seats...)
			must.Do(t, table.Play(func(d *agents.Decision) error {
				if d.Obs.(*series.Observation).Phase != series.Playing {
					answers[g.ActionString(d.Action)]++
				}
				steps++
				return nil
			}))
			return table.State().Outcome().Gains, steps
		}
		for episode := range uint64(12) {
			gains, steps := play(episode)
			if again, n := play(episode); again != gains || n != steps {
				t.Fatalf("episode %d: equal seeds give the gains %v and %v", episode, gains, again)
			}
		}
	}
	t.Log(answers)
	for _, a := range []string{"rejoin", "leave", "split", "play on"} {
		if answers[a] == 0 {
			t.Errorf("no player answers %q", a)
		}
	}
}

// In the last deal for chips a player of two drops its hand if its lead is more than twice the cost of the drop, which goes to its
// rival, and none if the drop leaves it behind. With more deals to come it drops some hands.
func TestDropsForChips(t *testing.T) {
	last := turns(t, match(t, series.BestOf(1, 2)), true)
	for _, lead := range []int{39, 0, -41} {
		if at := drops(t, last, 80+lead, 80); len(at) > 0 {
			t.Errorf("with a lead of %d it drops %d of %d hands of the last deal, want none", lead, len(at), len(last))
		}
	}
	// All but hands that are as sure to win.
	if at := drops(t, last, 121, 80); len(at) < len(last)*97/100 {
		t.Errorf("with a lead of 41 it drops %d of %d hands of the last deal", len(at), len(last))
	}
	for _, seats := range []int{2, 3, 4, 6} {
		first := turns(t, match(t, series.BestOf(3, seats)), true)
		if n := len(drops(t, first, 240, 240)); n == 0 || n > len(first)/2 {
			t.Errorf("of %d hands of the first of three deals between %d players it drops %d: want some", len(first), seats, n)
		}
	}
}
