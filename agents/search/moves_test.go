package search_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym"
	"rummygym/agents"
	"rummygym/agents/search"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// witness plays as its agent, and keeps what it sees.
type witness struct {
	game.Agent
	events []record.Event
}

func (w *witness) See(e *record.Event) { w.events = append(w.events, *e) }

// noSampler is for hands whose moves can be played again.
type noSampler struct{ search.Sampler }

func (noSampler) Reset() {}

// TestMovesFollowsBayes compares the opponent's hands that the sampler draws with their probabilities, which are computed by playing
// each deal of the game with the same moves.
func TestMovesFollowsBayes(t *testing.T) {
	for _, of := range []struct {
		game, rules, agent string
		decision           int // of seat 1, at which the hands are drawn
		hand               func(game.State, game.Player) card.Bag
	}{
		{"gin", "tiny", "medium", 3, func(s game.State, p game.Player) card.Bag { return card.Bag{Once: gin.HandOf(s).Hand(p)} }},
		{"indian", "tiny packs=3 max-rounds=2", "min-dist", 2, func(s game.State, p game.Player) card.Bag { return s.(*indian.State).Hand(p) }},
	} {
		rules := must.Get(rummygym.ParseRules(of.game, of.rules))(t)
		g := must.Get(record.Of(must.Get(rules.NewGame())(t)))(t)
		if of.game == "gin" {
			g = must.Get(gin.New(rules.(*rummygym.GinRules).SingleHand()))(t)
		}
		create, _, err := rummygym.OpenAgent(rules, of.agent)
		must.Do(t, err)
		config := &search.MovesConfig{
			Game: g, Deck: g.(interface{ Deck() []card.Card }).Deck(), Opponent: create, Place: rules.Type().Place,
			Sampler: func() search.Sampler { return noSampler{} },
		}
		checked := 0
		for deal := range uint64(40) {
			w := &witness{Agent: create()}
			table := agents.NewTable(g)
			table.Deal(3, deal, create(), w)
			m := search.NewMoves(config)
			m.Reset()
			decisions := 0
			var last *agents.Decision
			stop := new(game.IllegalAction)
			err := table.Play(func(d *agents.Decision) error {
				if last = d; d.Player == 1 {
					if decisions++; decisions == of.decision {
						return stop
					}
				}
				return nil
			})
			if err != stop || slices.ContainsFunc(w.events, func(e record.Event) bool { return e.Type == record.Reshuffle }) {
				continue
			}
			for i := range w.events {
				m.See(&w.events[i])
			}
			want := posterior(t, g, w.events, create(), of.hand)
			states := make([]game.State, 3000)
			for i := range states {
				states[i] = g.NewState()
			}
			m.Sample(states, last.Obs, rand.NewPCG(deal, 1))
			got := map[card.Bag]float64{}
			for _, s := range states {
				got[of.hand(s, 0)] += 1 / float64(len(states))
			}
			far := 0.0
			for hand, p := range want {
				far += math.Abs(p-got[hand]) / 2
				delete(got, hand)
			}
			for _, p := range got {
				far += p / 2
			}
			if far > 0.1 { // by chance, and by moves that the agent would not make
				t.Errorf("%s, deal %d: the hands differ from Bayes's by %.3f of the probability: %v", of.game, deal, far, want)
			}
			checked++
		}
		if checked < 8 {
			t.Errorf("%s: only %d positions were checked", of.game, checked)
		}
	}
}

// posterior returns the probabilities of the hands of seat 0, an agent without random choices, at a decision of seat 1.
func posterior(t *testing.T, g record.Game, events []record.Event, agent game.Agent, hand func(game.State, game.Player) card.Bag) map[card.Bag]float64 {
	t.Helper()
	chance := must.Get(record.NewChance(g))(t)
	want := string(record.AppendInformation(nil, 1, events...))
	found, sum := map[card.Bag]float64{}, 0.0
	var visit func(s game.State, seen string, path []game.State, probability float64)
	visit = func(s game.State, seen string, path []game.State, probability float64) {
		p := s.Current()
		if p == 1 && seen == want {
			found[hand(s, 0)] += probability
			sum += probability
			return
		}
		if p == game.NoPlayer || len(seen) >= len(want) && p == 1 || len(seen) > len(want) || seen != want[:len(seen)] {
			return
		}
		var legal game.Mask
		s.Legal(&legal)
		if p == 0 {
			agent.Reset(0)
			var a game.Action
			for _, at := range append(path, s) { // it may remember
				obs := g.NewObservation()
				at.Observe(0, obs)
				at.Legal(&legal)
				a, _ = agent.Act(obs, &legal)
			}
			legal = game.Mask{}
			legal.Set(a)
			copied := g.NewState()
			copied.CopyFrom(s)
			path = append(path[:len(path):len(path)], copied)
		}
		for a := range legal.Each() {
			to := g.NewState()
			_, err := chance.Apply(nil, s, to, a, func(now []record.Event, q float64) error {
				next := g.NewState()
				next.CopyFrom(to)
				visit(next, seen+string(record.AppendInformation(nil, 1, now...)), path, probability*q)
				return nil
			})
			must.Do(t, err)
		}
	}
	must.Do(t, chance.Deals(func(deal *record.Event, probability float64) error {
		s := g.NewState()
		if err := g.DealRecorded(s, deal); err != nil {
			return err
		}
		visit(s, string(record.AppendInformation(nil, 1, g.AppendEvents(nil, nil, s, game.NoAction)...)), nil, probability)
		return nil
	}))
	for h := range found {
		found[h] /= sum
	}
	return found
}
