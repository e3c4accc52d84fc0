package gin

import (
	"errors"
	"fmt"

	"rummygym/env/game"
)

// set sets what the match has beside the hand. It returns an error if no match has it.
func (m *MatchState) set(x *sheet) error {
	m.number, m.before, m.last = x.number, x.before, x.last
	m.score.Points, m.score.Boxes = x.scores, x.boxes
	for p, n := range x.scores {
		if int(n) >= m.rules.Target {
			m.score.Winner = game.Player(p)
		}
	}
	if err := m.check(); err != nil {
		return err
	}
	if x.ending != m.ending() {
		return fmt.Errorf("in phase %v the ending is %q, want %q", m.phase, x.ending.name(), m.ending().name())
	}
	return nil
}

// check returns an error if no match can reach the state. It does not check the scores before the last hand.
func (m *MatchState) check() error {
	if !m.dealt {
		fresh := MatchState{State: State{rules: m.rules}}
		if fresh.clear(); *m != fresh {
			return errors.New("a state that is not dealt has values")
		}
		return nil
	}
	if err := m.checkHand(); err != nil {
		return err
	}
	r := m.rules
	boxes := int64(m.score.Boxes[0]) + int64(m.score.Boxes[1])
	ended := int64(m.Parts())
	first := m.starter ^ game.Player(boxes&1) // the starter of the first hand
	if m.phase == Over && m.last.winner != game.NoPlayer {
		first ^= 1
	}
	switch {
	case m.number < 1 || int(m.number) > r.MaxHands:
		return fmt.Errorf("the hand has number %d, want 1 to %d", m.number, r.MaxHands)
	case int64(m.before) < int64(m.number)-1 || int64(m.before) > (int64(m.number)-1)*int64(r.MaxTurns):
		return fmt.Errorf("there are %d turns in %d hands before this one", m.before, m.number-1)
	case min(m.score.Points[0], m.score.Points[1], m.score.Boxes[0], m.score.Boxes[1]) < 0 || boxes > ended:
		return fmt.Errorf("the scores are %v and the hands won %v after %d hands", m.score.Points, m.score.Boxes, ended)
	case (ended == 0) != (m.last.ending == playing):
		return fmt.Errorf("after %d hands the ending of the last is %q", ended, m.last.ending.name())
	case r.Starter == FirstSeat && first != 0 || r.Starter == SecondSeat && first != 1:
		return fmt.Errorf("seat %d is the starter of hand %d after %d scored hands", m.starter, m.number, boxes)
	case m.phase == Over && m.last != m.result():
		return errors.New("the result of the last hand does not match its cards")
	}
	if err := m.last.check(r); err != nil {
		return fmt.Errorf("the last hand: %w", err)
	}
	return m.checkScores(ended)
}

// checkScores checks the scores after the given number of hands.
func (m *MatchState) checkScores(ended int64) error {
	before, boxes := m.score.Points, m.score.Boxes
	w := m.last.winner
	if w != game.NoPlayer {
		before[w] -= m.last.points
		boxes[w]--
	}
	for p := range before {
		if before[p] < 0 || boxes[p] < 0 || boxes[p] == 0 && before[p] > 0 || ended <= 1 && (before[p] != 0 || boxes[p] != 0) {
			return fmt.Errorf("seat %d had %d points and %d hands won before the last of %d", p, before[p], boxes[p], ended)
		}
		if int64(before[p]) > int64(boxes[p])*(maxPoints+100) || int(before[p]) >= m.rules.Target {
			return fmt.Errorf("seat %d had %d points before the last hand", p, before[p])
		}
	}
	over := m.score.Winner != game.NoPlayer || ended == int64(m.rules.MaxHands)
	if over != (m.phase == Over) {
		return fmt.Errorf("in phase %v the scores are %v after %d of %d hands", m.phase, m.score.Points, ended, m.rules.MaxHands)
	}
	return nil
}
