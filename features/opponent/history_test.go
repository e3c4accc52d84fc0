package opponent_test

import (
	"slices"
	"testing"

	"rummygym/baselines/indianrummy"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/features/opponent"
	"rummygym/internal/must"
)

// playing is a game of Indian Rummy between named players.
type playing struct {
	t      testing.TB
	table  *indian.Game
	state  *indian.State
	agents []game.Agent
}

func newPlaying(t testing.TB, rules indian.Rules, specs ...string) *playing {
	g := must.Get(indian.New(rules))(t)
	p := &playing{t: t, table: g, state: g.NewTable()}
	for _, spec := range specs {
		create := must.Get(indianrummy.New(spec))(t)
		p.agents = append(p.agents, create())
	}
	return p
}

// game plays one game and calls decision before each action, with the observation of the
// seat that moves. Nobody drops.
func (p *playing) game(seed, episode uint64, decision func(o *indian.Observation, s *indian.State)) {
	p.table.Deal(p.state, game.DealSource(seed, episode))
	for s, a := range p.agents {
		a.Reset(game.AgentSeed(seed, episode, game.Player(s)))
	}
	var o indian.Observation
	var legal game.Mask
	for p.state.Current() != game.NoPlayer {
		seat := p.state.Current()
		p.state.Observe(seat, &o)
		if decision != nil {
			decision(&o, p.state)
		}
		p.state.Legal(&legal)
		legal.Unset(indian.Drop)
		a, _ := p.agents[seat].Act(&o, &legal)
		must.Do(p.t, p.state.Apply(a))
	}
}

// truth records the turns of both seats with all cards open. History must find the same
// turns from one seat's observations.
type truth struct {
	turns [2][]opponent.Turn // of each seat
}

// see adds a decision and the state before it.
func (r *truth) see(o *indian.Observation, s *indian.State) {
	if o.Phase == indian.Draw {
		if n := len(r.turns[1-o.Self]); n > 0 {
			r.turns[1-o.Self][n-1].Discarded = s.Top()
		}
		r.turns[o.Self] = append(r.turns[o.Self], opponent.Turn{
			Offered: s.Top(), Given: o.Given[1-o.Self].Once, Held: o.Known[1-o.Self].Once,
		})
		return
	}
	turns := r.turns[o.Self]
	turns[len(turns)-1].Took = o.FromPile
}

func TestHistoryIsWhatHappened(t *testing.T) {
	for _, preset := range []string{"paper", "paper52", "club"} {
		rules := must.Get(indian.Preset(preset))(t)
		p := newPlaying(t, rules, "min-dist-opp", "random")
		// Two histories follow seat 1: one at every decision, one only at draws.
		var whole, draws, other opponent.History
		for episode := range uint64(200) {
			var r truth
			compared := 0
			p.game(3, episode, func(o *indian.Observation, s *indian.State) {
				r.see(o, s)
				if o.Self == 1 {
					other.Observe(o)
					if o.Reshuffles == 0 && other.Start() == (card.Bag{}) && len(other.Turns()) != len(r.turns[0]) {
						t.Fatalf("%s: seat 1 knows %d turns of %d", preset, len(other.Turns()), len(r.turns[0]))
					}
					return
				}
				whole.Observe(o)
				if again := len(whole.Turns()); !whole.Observe(o) || len(whole.Turns()) != again {
					t.Fatal("a second call with the same observation adds a turn")
				}
				want := r.turns[1]
				if o.Reshuffles > 0 {
					return
				}
				if got := whole.Turns(); !slices.Equal(got, want) {
					t.Fatalf("%s, game %d: turns\n%v, want\n%v", preset, episode, got, want)
				}
				compared += len(want)
				if o.Phase == indian.Draw {
					draws.Observe(o)
					if got := draws.Turns(); !slices.Equal(got, want) {
						t.Fatalf("%s, game %d, observed only at draws: turns\n%v, want\n%v", preset, episode, got, want)
					}
				}
			})
			if compared == 0 && episode == 0 {
				t.Fatal("nothing compared")
			}
		}
	}
}

func TestHistoryStartsAnewWhereItMissesTurns(t *testing.T) {
	p := newPlaying(t, indian.Paper(), "min-dist", "min-dist")
	var h opponent.History
	for episode := range uint64(50) {
		h.Reset()
		n := 0
		p.game(4, episode, func(o *indian.Observation, s *indian.State) {
			if o.Self != 0 || o.Phase != indian.Draw {
				return
			}
			if n++; n%4 == 2 { // not seen
				return
			}
			follows := h.Observe(o)
			if n%4 == 3 && (follows || len(h.Turns()) != 0 || h.Start() != o.Known[1]) {
				t.Fatalf("after a missed turn: follows %v, %d turns, start %v, want %v", follows, len(h.Turns()), h.Start(), o.Known[1])
			}
			if n%4 == 1 && n > 4 && o.Reshuffles == 0 && len(h.Turns()) != 2 {
				t.Fatalf("%d turns two turns after a missed one, want 2", len(h.Turns()))
			}
			known := h.Start()
			for _, turn := range h.Turns() {
				if turn.Took {
					known.Add(turn.Offered)
				}
				known.Remove(turn.Discarded)
			}
			if known != o.Known[1] {
				t.Fatalf("start and turns give the known cards %v, want %v", known, o.Known[1])
			}
		})
	}
}

func TestHistoryForgetsTheLastGame(t *testing.T) {
	p := newPlaying(t, indian.Paper(), "min-dist", "min-dist")
	var reset, kept opponent.History
	for episode := range uint64(50) {
		reset.Reset()
		p.game(5, episode, func(o *indian.Observation, s *indian.State) {
			if o.Self == 0 {
				reset.Observe(o)
				kept.Observe(o)
				if o.Wildcard != card.None && !slices.Equal(reset.Turns(), kept.Turns()) {
					t.Fatalf("without Reset: %v, want %v", kept.Turns(), reset.Turns())
				}
			}
		})
	}
}
