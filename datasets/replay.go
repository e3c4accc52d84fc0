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
	table  *game.Table
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
func NewReplay(t *game.Table, m *Meta) (*Replay, error) {
	r := &Replay{table: t, meta: m, state: t.Game.NewState(), obs: t.Game.NewObservation(), enc: t.NewEncoder()}
	r.layout = r.enc.Layout()
	here := *m
	var err error
	if here.Layout, err = LayoutInfo(r.layout); err != nil {
		return nil, err
	}
	here.Game, here.Seats, here.Actions = t.Game.Name(), t.Game.Players(), t.Game.NumActions()
	here.Rules, here.Phases, here.Endings = t.Rules, t.Phases, t.Endings
	if d := m.Differences(&here, "in manifest.json", "here"); len(d) > 0 {
		return nil, fmt.Errorf("replay: %s: replay with the rules and the program version of the dataset (%s)", strings.Join(d, "; "), m.Generator)
	}
	r.now, r.then = make([]float32, r.layout.Size()), make([]float32, r.layout.Size())
	return r, nil
}

// Move is a move of a replayed episode.
type Move struct {
	Step   int // number of the decision in the episode, of all players together
	Player game.Player
	Action game.Action // game.NoAction after the last move
	Row    int         // row of the move in the batch; -1 after the last move
}

// Moves plays an episode again. If visit is not nil, it is called with the state before each move, and finally with an action of
// NoAction and the state at the end. An error of visit stops the replay and is returned. At the first difference, Moves
// returns an error that names the episode, the step and the value.
func (r *Replay) Moves(e Episode, visit func(m Move, s game.State) error) error {
	r.meta.deal(r.table.Game, r.state, &r.src, e)
	moves, err := r.decisions(e, visit)
	if err != nil {
		return err
	}
	o := r.state.Outcome()
	if err := r.meta.checkOutcome(&o, e, moves); err != nil {
		return r.locate(e, e.To-1, err)
	}
	if visit != nil {
		return visit(Move{Step: moves, Player: game.NoPlayer, Action: game.NoAction, Row: -1}, r.state)
	}
	return nil
}

// deal deals the cards of an episode.
func (m *Meta) deal(g game.Game, dst game.State, src *rand.PCG, e Episode) {
	deal, attempt, keep := e.Deal[e.From], uint64(0), game.NoPlayer
	if run := m.RunOf(e.Number()); m.BestOf > 1 && run != nil {
		attempt, keep = uint64(e.Attempt[e.From]), m.Kept(run, deal)
	}
	game.DealAttempt(g, dst, src, e.Seed[e.From], uint64(deal), attempt, keep)
}

// decisions plays the decisions of an episode, and returns their number.
func (r *Replay) decisions(e Episode, visit func(Move, game.State) error) (moves int, err error) {
	row := e.From
	for ; row < e.To && e.Action[row] != uint16(game.NoAction); row++ {
		if visit != nil {
			if err := visit(Move{row - e.From, game.Player(e.Player[row]), game.Action(e.Action[row]), row}, r.state); err != nil {
				return 0, err
			}
		}
		if err := r.decision(e, row); err != nil {
			return 0, r.locate(e, row, err)
		}
	}
	for final := row; final < e.To; final++ {
		if err := r.view(e, final); err != nil {
			return 0, r.locate(e, final, err)
		}
	}
	return row - e.From, nil
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
	if a := game.Action(e.Action[row]); legal.Has(a) {
		if err := r.view(e, row); err != nil {
			return err
		}
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

// checkOutcome compares the rows of an episode with the outcome of its game after all moves.
func (m *Meta) checkOutcome(o *game.Outcome, e Episode, moves int) error {
	if !o.Over {
		if run := m.RunOf(e.Number()); run == nil || run.MaxSteps == 0 || moves != run.MaxSteps {
			return fmt.Errorf("the game is not over after its %d recorded decisions, and no limit cut it off", moves)
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
