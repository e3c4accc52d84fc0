package external

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/features/text"
)

// agent is one seat of one game at a time.
type agent struct {
	programs *Programs
	timer    *time.Timer

	process *process // nil without a game
	table   int
	err     error
	seed    string // "" after the first decision of the game
	used    time.Duration
	retries int
	events  []byte // JSON of the events since the last decision, without brackets
	values  []float32
	act     Act
	actions []game.Action // of act.Legal

	game   record.Described // of the writer
	writer *text.Writer     // nil without texts
	seen   []record.Event   // of the game so far; for texts only
}

var _ agents.Outside = (*agent)(nil)

// Reset takes a table for a new game.
func (a *agent) Reset(seed uint64) {
	a.End(nil)
	a.seed, a.used, a.retries, a.events = strconv.FormatUint(seed, 10), 0, 0, a.events[:0]
	a.seen = a.seen[:0]
	if a.process, a.table, a.err = a.programs.seat(); a.err != nil && !errors.As(a.err, new(*agents.HostError)) {
		a.programs.failed(a.err)
	}
}

// See notes an event for the next question.
func (a *agent) See(e *record.Event) {
	if len(a.events) > 0 {
		a.events = append(a.events, ',')
	}
	a.events = e.AppendJSON(a.events)
}

// Act asks the program. It returns game.NoAction if the agent has failed.
func (a *agent) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	if a.err == nil {
		action, probability, err := a.ask(obs, legal)
		if err == nil {
			return action, probability
		}
		a.err = err
		a.programs.failed(err)
	}
	return game.NoAction, 1
}

// ask asks the program for an action, and the probability with which it chose it. An invalid answer is
// refused and asked for again as often as the spec allows, in the time of one answer.
func (a *agent) ask(obs game.Observation, legal *game.Mask) (game.Action, float64, error) {
	ps := a.programs
	limit, option := ps.spec.Move, "move"
	if left := ps.spec.Think - a.used; ps.spec.Think > 0 && left < limit {
		limit, option = max(0, left), "think"
	}
	q := &a.act
	q.Type, q.Table, q.Seat, q.Seed = ActType, a.table, int(obs.Observer()), a.seed
	q.Refused = ""
	q.Events = append(append(append(q.Events[:0], '['), a.events...), ']')
	q.Legal, a.actions = q.Legal[:0], slices.AppendSeq(a.actions[:0], legal.Each())
	for _, action := range a.actions {
		q.Legal = append(q.Legal, ps.names[action])
	}
	if ps.answer.Text != nil {
		if err := a.write(obs, legal); err != nil {
			return game.NoAction, 0, err
		}
	}
	if ps.encoder != nil {
		layout := ps.encoder.Layout()
		if a.values == nil {
			a.values = make([]float32, layout.Size())
		}
		ps.encoder.Encode(a.values, obs)
		q.Observation = appendFields(q.Observation[:0], layout, a.values)
	}
	begin := time.Now()
	defer func() { a.used += time.Since(begin) }()
	for try, left := 0, limit; ; try++ {
		q.Milliseconds, q.Retries = left.Milliseconds(), ps.spec.Retries-try
		m, err := a.process.ask(a.table, lineOf(q), left, option, a.timer)
		a.seed, a.events = "", a.events[:0]
		if err != nil {
			return game.NoAction, 0, err
		}
		action, err := a.choice(m)
		if err == nil {
			return action, m.Probability, nil
		}
		if try == ps.spec.Retries {
			return game.NoAction, 0, err
		}
		a.retries++
		ps.refused(err)
		q.Seed, q.Events, q.Refused = "", append(q.Events[:0], "[]"...), err.Error()
		left = max(0, limit-time.Since(begin))
	}
}

// choice returns the action of an answer.
func (a *agent) choice(m answered) (game.Action, error) {
	if m.fault != nil {
		return game.NoAction, m.fault
	}
	if i := slices.Index(a.act.Legal, m.Action); i >= 0 {
		return a.actions[i], nil
	}
	if slices.Contains(a.programs.names, m.Action) {
		return game.NoAction, fmt.Errorf("the action %q is not legal at the seat's decision: want a name from the list legal", m.Action)
	}
	return game.NoAction, fmt.Errorf("the action %s is not an action of the game: want a name from the list legal", shorten([]byte(m.Action)))
}

// write sets the text of the question, and names the legal actions as the text does.
func (a *agent) write(obs game.Observation, legal *game.Mask) (err error) {
	q, since := &a.act, len(a.seen)
	if a.writer == nil {
		if a.game, err = record.Describe(a.programs.config.Game); err != nil {
			return err
		}
		if a.writer, err = a.programs.config.Text(a.programs.answer.Text); err != nil {
			return err
		}
	}
	var events []record.Event
	if err := json.Unmarshal(q.Events, &events); err != nil {
		return err
	}
	a.seen = append(a.seen, events...)
	q.Text = string(a.writer.Append(nil, &text.Moment{Obs: obs, Legal: legal, Events: a.seen, Since: since}))
	for i, action := range a.actions {
		c := record.Choose(a.game, obs, action)
		q.Legal[i] = a.writer.Name(&c)
	}
	return nil
}

// End ends the game and gives the table back.
func (a *agent) End(gains []int) {
	if a.process == nil {
		return
	}
	a.process.send(lineOf(End{EndType, a.table, gains}))
	a.programs.leave(a.process, a.table)
	a.process = nil
}

// Err returns why the game failed, or nil.
func (a *agent) Err() error { return a.err }

// Retries returns how many answers were refused in the game and asked for again.
func (a *agent) Retries() int { return a.retries }

// appendFields appends the values of a layout as a JSON object of lists by field.
func appendFields(dst []byte, layout game.Layout, values []float32) []byte {
	dst = append(dst, '{')
	for i, f := range layout {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendQuote(dst, f.Name)
		dst = append(dst, ':', '[')
		n := f.Size()
		for k, v := range values[:n] {
			if k > 0 {
				dst = append(dst, ',')
			}
			if i := int64(v); float32(i) == v && math.Abs(float64(v)) < 1<<24 {
				dst = strconv.AppendInt(dst, i, 10)
			} else {
				dst = strconv.AppendFloat(dst, float64(v), 'g', -1, 32)
			}
		}
		values = values[n:]
		dst = append(dst, ']')
	}
	return append(dst, '}')
}
