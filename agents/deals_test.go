package agents_test

import (
	"slices"
	"testing"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// diary takes the first legal action that is no drop, and notes what it was asked.
type diary struct {
	seats int
	seeds *[]uint64
	deals *[]int // seats of the deals, each once
	stops *int
}

func (d *diary) Reset(seed uint64) {
	*d.seeds = append(*d.seeds, seed)
	*d.deals = append(*d.deals, d.seats)
}

func (d *diary) StopWhen(func() bool) { *d.stops++ }

func (d *diary) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	if n := obs.(*indian.Observation).Rules.Seats; n != d.seats {
		panic("an agent for other deals")
	}
	return first{}.Act(obs, legal)
}

// A match is played deal by deal: each deal by the agent for its number of seats, which is reset once with a seed of its own. Between
// deals the agent joins again and shares the pool. Equal seeds give equal matches.
func TestByDeals(t *testing.T) {
	rules := series.Pool101(4)
	rules.Limit, rules.Rejoins, rules.Split = 60, 1, series.AgreedSplit
	g := must.Get(series.New(rules, func(seats int) (series.Deal, error) {
		r := indian.Club(seats)
		r.MaxRounds = 3
		return indian.New(r)
	}))(t)
	play := func(episode uint64) (seeds [][]uint64, seats []int, answers []string, gains [6]int) {
		stops := 0
		seeds = make([][]uint64, 4)
		var all []game.Agent
		for p := range 4 {
			var unused []int
			of := &unused
			if p == 0 {
				of = &seats
			}
			a := agents.NewByDeals(func(n int) game.Agent { return &diary{seats: n, seeds: &seeds[p], deals: of, stops: &stops} })
			a.StopWhen(func() bool { return false })
			all = append(all, a)
		}
		table := agents.NewTable(g)
		table.Deal(4, episode, all...)
		must.Do(t, table.Play(func(d *agents.Decision) error {
			if d.Obs.(*series.Observation).Phase != series.Playing {
				answers = append(answers, g.ActionString(d.Action))
			}
			return nil
		}))
		if stops == 0 {
			t.Error("agents that can be stopped get no function")
		}
		return seeds, seats, answers, table.State().Outcome().Gains
	}
	var fewer, rejoined, shared bool
	for episode := range uint64(30) {
		seeds, seats, answers, gains := play(episode)
		again, _, _, gainsAgain := play(episode)
		if gains != gainsAgain || !slices.EqualFunc(seeds, again, slices.Equal) {
			t.Fatalf("episode %d: equal seeds give the gains %v and %v", episode, gains, gainsAgain)
		}
		for p, of := range seeds {
			if of[0] != game.AgentSeed(4, episode, game.Player(p)) || len(of) != len(slices.Compact(slices.Sorted(slices.Values(of)))) {
				t.Fatalf("episode %d: the agents of seat %d are reset with %v: want its own seed first, and each once", episode, p, of)
			}
		}
		fewer = fewer || slices.Contains(seats, 3)
		rejoined = rejoined || slices.Contains(answers, "rejoin")
		shared = shared || slices.Contains(answers, "split")
		if slices.Contains(answers, "leave") || slices.Contains(answers, "play on") {
			t.Fatalf("episode %d: the answers are %v", episode, answers)
		}
	}
	if !fewer || !rejoined || !shared {
		t.Errorf("fewer players: %t, rejoined: %t, shared: %t", fewer, rejoined, shared)
	}
}

// dropper drops whenever it may.
type dropper struct{ first }

func (dropper) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	if legal.Has(indian.Drop) {
		return indian.Drop, 1
	}
	return first{}.Act(obs, legal)
}

// In a pool no agent drops where the drop puts it out.
func TestByDealsDropsOnlyToStayIn(t *testing.T) {
	g := must.Get(series.New(series.Pool101(3), func(seats int) (series.Deal, error) { return indian.New(indian.Club(seats)) }))(t)
	table := agents.NewTable(g)
	var seats []game.Agent
	for range 3 {
		seats = append(seats, agents.NewByDeals(func(int) game.Agent { return dropper{} }))
	}
	drops, refused := 0, 0
	for episode := range uint64(5) {
		table.Deal(4, episode, seats...)
		must.Do(t, table.Play(func(d *agents.Decision) error {
			o := d.Obs.(*series.Observation)
			_, points := o.Deal.(*indian.Observation).Drop()
			out := o.Scores[o.Self]+points >= o.Rules.Limit
			switch {
			case d.Action == indian.Drop && out:
				t.Errorf("episode %d: a drop of %d points with a score of %d", episode, points, o.Scores[o.Self])
			case d.Action == indian.Drop:
				drops++
			case d.Legal.Has(indian.Drop):
				refused++
			}
			return nil
		}))
	}
	if drops == 0 || refused == 0 {
		t.Errorf("%d drops, %d refused, want some of both", drops, refused)
	}
}

// player is a diary of races, which plays on.
type player struct {
	first
	seeds []uint64
	hands int // of the match, as far as it knows
}

func (p *player) Reset(seed uint64) { p.seeds, p.hands = append(p.seeds, seed), 1 }
func (p *player) NextDeal()         { p.hands++ }

// In a race an agent that can play on is reset once, with the seed of the match, and told of each later hand in which it decides.
func TestByDealsPlaysOn(t *testing.T) {
	rules := series.Hollywood()
	rules.MaxDeals = 4
	g := must.Get(series.New(rules, func(int) (series.Deal, error) { return gin.New(gin.Classic()) }))(t)
	players := [2]player{}
	table := agents.NewTable(g)
	hands := 0
	for episode := range uint64(10) {
		players = [2]player{}
		var decides [2]map[int]bool
		var seats []game.Agent
		for p := range players {
			decides[p] = map[int]bool{}
			seats = append(seats, agents.NewByDeals(func(int) game.Agent { return &players[p] }))
		}
		table.Deal(4, episode, seats...)
		must.Do(t, table.Play(func(d *agents.Decision) error {
			decides[d.Player][d.Obs.(*series.Observation).Deals] = true
			return nil
		}))
		for p := range players {
			if want := game.AgentSeed(4, episode, game.Player(p)); !slices.Equal(players[p].seeds, []uint64{want}) || players[p].hands != len(decides[p]) {
				t.Errorf("episode %d: seat %d is reset with %v and plays %d hands, want once with %d and %d hands", episode, p, players[p].seeds, players[p].hands, want, len(decides[p]))
			}
			hands += players[p].hands
		}
	}
	if hands < 40 {
		t.Errorf("%d hands, want more", hands)
	}
}
