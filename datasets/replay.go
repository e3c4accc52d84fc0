package datasets

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"rummygym/env/game"
)

// Replay plays recorded episodes again: seed and deal determine the cards, the
// recorded actions the moves. It compares every recorded value with what the rules
// and the encoder give now. It is not safe for concurrent use.
type Replay struct {
	table  *Table
	meta   *Meta
	state  game.State
	obs    game.Observation
	enc    game.Encoder
	layout game.Layout
	src    rand.PCG

	now, then []float32 // encoded observations
}

// NewReplay returns a replay of the episodes of a dataset. The rules and the encoder
// of t must be those of the dataset.
func NewReplay(t *Table, m *Meta) (*Replay, error) {
	r := &Replay{table: t, meta: m, state: t.Game.NewState(), obs: t.Game.NewObservation(), enc: t.NewEncoder()}
	r.layout = r.enc.Layout()
	here := *m
	here.Game, here.Seats, here.Actions = t.Game.Name(), t.Game.Players(), t.Game.NumActions()
	here.Rules, here.Layout, here.Phases, here.Endings = t.Rules, layoutInfo(r.layout), t.Phases, t.Endings
	if d := m.Differences(&here, "in the dataset", "here"); len(d) > 0 {
		return nil, fmt.Errorf("replay: %s: replay with the rules and the program version of the dataset (%s)", strings.Join(d, "; "), m.Generator)
	}
	r.now, r.then = make([]float32, r.layout.Size()), make([]float32, r.layout.Size())
	return r, nil
}

// Episode plays an episode again. If visit is not nil, it is called with the state
// before the decision of each row, and finally with row e.To and the state at the
// end. An error of visit stops the replay and is returned. At the first difference,
// Episode returns an error that names the episode, the step and the value.
func (r *Replay) Episode(e Episode, visit func(row int, s game.State) error) error {
	game.SeedDeal(&r.src, e.Seed[e.From], uint64(e.Deal[e.From]))
	r.table.Game.Deal(r.state, &r.src)
	row := e.From
	for ; row < e.To && e.Action[row] != uint16(game.NoAction); row++ {
		if visit != nil {
			if err := visit(row, r.state); err != nil {
				return err
			}
		}
		if err := r.decision(e, row); err != nil {
			return r.locate(e, row, err)
		}
	}
	for final := row; final < e.To; final++ {
		if err := r.view(e, final); err != nil {
			return r.locate(e, final, err)
		}
	}
	if err := r.outcome(e, row); err != nil {
		return r.locate(e, e.To-1, err)
	}
	if visit != nil {
		return visit(e.To, r.state)
	}
	return nil
}

// decision compares a row with the state and applies its action.
func (r *Replay) decision(e Episode, row int) error {
	if p := r.state.Current(); int8(p) != e.Player[row] {
		return fmt.Errorf("player %d is recorded to move, but by the rules it is player %d", e.Player[row], p)
	}
	var legal, recorded game.Mask
	r.state.Legal(&legal)
	e.Mask(&recorded, row)
	if legal != recorded {
		return fmt.Errorf("the recorded mask allows %s, but the rules allow %s", r.actions(&recorded), r.actions(&legal))
	}
	if err := r.view(e, row); err != nil {
		return err
	}
	return r.state.Apply(game.Action(e.Action[row]))
}

// view compares the recorded observation and phase of a row with the state.
func (r *Replay) view(e Episode, row int) error {
	r.state.Observe(game.Player(e.Player[row]), r.obs)
	if i := r.table.Phase(r.obs); i < 0 || i >= len(r.table.Phases) || r.table.Phases[i] != e.Phase(row) {
		return fmt.Errorf("phase %q is recorded, but by the rules it is number %d of %q", e.Phase(row), i, r.table.Phases)
	}
	e.Observation(r.then, row)
	r.enc.Encode(r.now, r.obs)
	at := 0
	for _, f := range r.layout {
		for i := range f.Size() {
			if r.then[at] != r.now[at] {
				return fmt.Errorf("observation field %s: entry %d is recorded as %v, but the encoder gives %v", f.Name, i, r.then[at], r.now[at])
			}
			at++
		}
	}
	return nil
}

// outcome compares the end of the game with its rows.
func (r *Replay) outcome(e Episode, decisions int) error {
	o := r.state.Outcome()
	if !o.Over {
		if run := r.meta.RunOf(e.Number()); run == nil || run.MaxSteps == 0 || decisions-e.From != run.MaxSteps {
			return fmt.Errorf("the game is not over after its %d recorded decisions, and no limit cut it off", decisions-e.From)
		}
	}
	for row := e.From; row < e.To; row++ {
		gain := o.Gains[e.Player[row]]
		switch {
		case int8(o.Winner) != e.Winner[row]:
			return fmt.Errorf("winner %d is recorded, but by the rules it is %d", e.Winner[row], o.Winner)
		case string(o.Ending) != e.Ending(row):
			return fmt.Errorf("ending %q is recorded, but by the rules it is %q", e.Ending(row), o.Ending)
		case int32(o.Rounds) != e.Rounds[row]:
			return fmt.Errorf("%d rounds are recorded, but by the rules there are %d", e.Rounds[row], o.Rounds)
		case int32(gain) != e.Gain[row]:
			return fmt.Errorf("gain %d of player %d is recorded, but by the rules it is %d", e.Gain[row], e.Player[row], gain)
		}
	}
	return nil
}

func (r *Replay) actions(m *game.Mask) string {
	var names []string
	for a := range m.Each() {
		names = append(names, r.table.Game.ActionString(a))
	}
	return fmt.Sprintf("%q", names)
}

func (r *Replay) locate(e Episode, row int, err error) error {
	return fmt.Errorf("episode %d, step %d: %w", e.Number(), e.Step[row], err)
}
