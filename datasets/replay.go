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
	after  game.ActionEncoder // nil without fields after an action
	src    rand.PCG

	now, then           []float32 // encoded observations
	afterNow, afterThen []float32 // fields after an action
	afterLayout         game.Layout
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
	here.After = nil
	if t.NewAfter != nil {
		r.after = t.NewAfter()
		r.afterLayout = r.after.Layout()
		if here.After, err = LayoutInfo(r.afterLayout); err != nil {
			return nil, err
		}
	}
	here.Game, here.Seats, here.Actions = t.Game.Name(), t.Game.Players(), t.Game.NumActions()
	here.Rules, here.Phases, here.Endings = t.Rules, t.Phases, t.Endings
	if d := m.Differences(&here, "in the dataset", "here"); len(d) > 0 {
		return nil, fmt.Errorf("replay: %s: replay with the rules and the program version of the dataset (%s)", strings.Join(d, "; "), m.Generator)
	}
	r.now, r.then = make([]float32, r.layout.Size()), make([]float32, r.layout.Size())
	r.afterNow, r.afterThen = make([]float32, r.afterLayout.Size()), make([]float32, r.afterLayout.Size())
	return r, nil
}

// Move is a move of a replayed episode.
type Move struct {
	Step   int // number of the decision in the episode, of all players together
	Player game.Player
	Action game.Action // game.NoAction after the last move
	Row    int         // row of the move in the batch, or -1 if the dataset has none
}

// Episode plays an episode again. If visit is not nil, it is called with the state
// before the decision of each row, and finally with row e.To and the state at the
// end. An error of visit stops the replay and is returned. At the first difference,
// Episode returns an error that names the episode, the step and the value.
func (r *Replay) Episode(e Episode, visit func(row int, s game.State) error) error {
	if visit == nil {
		return r.Moves(e, nil)
	}
	return r.Moves(e, func(m Move, s game.State) error {
		switch {
		case m.Action == game.NoAction:
			return visit(e.To, s)
		case m.Row >= 0:
			return visit(m.Row, s)
		}
		return nil
	})
}

// Moves is [Replay.Episode] for callers that need every move, also those without a row. It
// calls visit with the state before each move, and finally with an action of NoAction and
// the state at the end.
func (r *Replay) Moves(e Episode, visit func(m Move, s game.State) error) error {
	r.meta.deal(r.table.Game, r.state, &r.src, e)
	play := r.decisions
	if r.meta.Rows != AllRows {
		play = r.plays
	}
	moves, err := play(e, visit)
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
	if run := m.RunOf(e.Number()); m.Redeal && run != nil {
		attempt, keep = uint64(e.Attempt[e.From]), m.Kept(run, deal)
	}
	game.DealAttempt(g, dst, src, e.Seed[e.From], uint64(deal), attempt, keep)
}

// decisions plays an episode that has a row for every decision, and returns their number.
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

// plays plays an episode by the column actions, and returns their number. It checks that
// the plays of the recorded players have the rows that the settings ask for.
func (r *Replay) plays(e Episode, visit func(Move, game.State) error) (moves int, err error) {
	var missing [game.MaxPlayers]int // plays after the last row of each seat
	run := r.meta.RunOf(e.Number())
	row := e.From
	actions := e.Actions(e.From)
	for step, a := range actions {
		m := Move{step, r.state.Current(), game.Action(a), -1}
		if m.Player == game.NoPlayer {
			return 0, fmt.Errorf("episode %d, step %d: the game is over, but %d actions are recorded", e.Number(), step, len(actions))
		}
		if row < e.To && int(e.Step[row]) == step {
			m.Row = row
		}
		if visit != nil {
			if err := visit(m, r.state); err != nil {
				return 0, err
			}
		}
		if m.Row < 0 {
			played := r.meta.Records(run, m.Player, e.Deal[e.From]) && r.isPlay(m)
			if err := r.state.Apply(m.Action); err != nil {
				return 0, fmt.Errorf("episode %d, step %d: %w", e.Number(), step, err)
			}
			if played && r.meta.Rows == PlayRows {
				return 0, fmt.Errorf("episode %d, step %d: the play %s has no row", e.Number(), step, r.table.Game.ActionString(m.Action))
			}
			if played {
				missing[m.Player]++
			}
			continue
		}
		missing[m.Player] = 0
		if e.Action[row] != a {
			return 0, r.locate(e, row, fmt.Errorf("action %d is recorded, but it is %d in the list of actions", e.Action[row], a))
		}
		if err := r.decision(e, row); err != nil {
			return 0, r.locate(e, row, err)
		}
		row++
	}
	if row < e.To {
		return 0, r.locate(e, row, fmt.Errorf("there is no such step in the list of %d actions", len(actions)))
	}
	for seat, n := range missing {
		if n > 0 {
			return 0, fmt.Errorf("episode %d: the last play of player %d has no row", e.Number(), seat)
		}
	}
	return len(actions), nil
}

// isPlay reports whether a legal action is a play in the current state.
func (r *Replay) isPlay(m Move) bool {
	var legal game.Mask
	r.state.Legal(&legal)
	r.state.Observe(m.Player, r.obs)
	return legal.Has(m.Action) && r.after.Encode(r.afterNow, r.obs, m.Action)
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
	if err := sameFields(observationField, r.layout, r.then, r.now); err != nil || r.after == nil {
		return err
	}
	e.After(r.afterThen, row)
	if a := game.Action(e.Action[row]); a == game.NoAction || !r.after.Encode(r.afterNow, r.obs, a) {
		if r.meta.Rows != AllRows {
			return fmt.Errorf("action %d has a row, but is not a play", a)
		}
		clear(r.afterNow)
	}
	return sameFields(afterField, r.afterLayout, r.afterThen, r.afterNow)
}

// sameFields returns an error that names the first entry in which the fields differ.
func sameFields(kind string, layout game.Layout, then, now []float32) error {
	at := 0
	for _, f := range layout {
		for i := range f.Size() {
			if then[at] != now[at] {
				return fmt.Errorf("%s %s: entry %d is recorded as %v, but the encoder gives %v", kind, f.Name, i, then[at], now[at])
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
