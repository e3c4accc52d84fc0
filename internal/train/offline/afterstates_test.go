package offline_test

import (
	"slices"
	"testing"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/must"
	"rummygym/internal/train/offline"
)

// TestAfterstates checks that the afterstates of recorded games are those of a greedy
// player that takes the recorded actions.
func TestAfterstates(t *testing.T) {
	table := indianTable(t, 0)
	d := recorded(t, table, []string{"min-dist-opp", "min-score"}, 30, nil)
	x := must.Get(afterstate.NewIndian(indian.Paper(), afterstate.AfterProgress|afterstate.AfterCard|afterstate.AfterTable|afterstate.AfterCards))(t)
	reader := func() greedy.Reader { return greedy.NewIndian(x.NewReader(nil)) }
	s := must.Get(offline.Open([]*datasets.Dataset{d}, offline.Config{Maker: func(d *datasets.Dataset) (offline.Maker, error) {
		return offline.NewReplayed(&table, d.Meta(), offline.Afterstates(x.Layout(), 2, reader))
	}}))(t)
	st := must.Get(s.Stream(offline.Order{Buffer: 1 << 20, Workers: 2}, offline.Position{}))(t)
	defer st.Close()
	got := epoch(t, s, st, 64)
	slices.SortFunc(got, compare)

	var want []row
	replay := must.Get(datasets.NewReplay(&table, d.Meta()))(t)
	obs, decisions, drawn := table.Game.NewObservation(), 0, 0
	for e, err := range d.Episodes() {
		must.Do(t, err)
		var players [2]*greedy.Player
		var recorded recordedAction
		for seat := range players {
			players[seat] = greedy.NewRulePlayer(reader(), x.Layout().Size(), &recorded)
			players[seat].Reset(1)
		}
		must.Do(t, replay.Moves(e, func(m datasets.Move, s game.State) error {
			i := m.Row
			if m.Action == game.NoAction {
				return nil
			}
			var legal game.Mask
			s.Legal(&legal)
			s.Observe(game.Player(e.Player[i]), obs)
			recorded.action = game.Action(e.Action[i])
			p := players[e.Player[i]]
			p.Act(obs, &legal)
			decisions++
			if after := p.Afterstate(); after != nil {
				want = append(want, row{offline.Sample{Episode: e.Number(), Step: e.Step[i]}, text(after)})
				if e.Phase(i) == "draw" {
					drawn++
				}
			}
			return nil
		}))
	}
	same := func(a, b row) bool { return a.Episode == b.Episode && a.Step == b.Step && a.inputs == b.inputs }
	if !slices.EqualFunc(got, want, same) || len(got) < decisions/2 || drawn < decisions/10 || len(got) == decisions {
		t.Errorf("%d afterstates differ from the %d of the players, in %d decisions, %d of them draws", len(got), len(want), decisions, drawn)
	}
}

// recordedAction is an agent that takes a recorded action.
type recordedAction struct{ action game.Action }

func (d *recordedAction) Reset(uint64) {}

func (d *recordedAction) Act(game.Observation, *game.Mask) (game.Action, float64) {
	return d.action, 1
}
