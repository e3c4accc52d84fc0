package gin

import (
	"rummygym/env/game"
	"rummygym/env/series"
)

// MatchState is a match in progress: its current or last hand, and the score. Methods of the
// hand are those of State. The zero value is not usable.
type MatchState struct {
	State // the current or last hand

	number int32        // of the hand, from 1; 0 before the deal
	before int32        // number of turns of the hands before this one
	score  series.Score // of the hands that have ended
	last   result       // of the hand that ended last
}

// race returns the match as a race of package series.
func (r *Rules) race() *series.Rules {
	return &series.Rules{Format: series.Race, Target: r.Target, GameBonus: r.GameBonus, BoxBonus: r.BoxBonus}
}

// clear resets the state to that of NewState.
func (m *MatchState) clear() {
	m.State.clear()
	m.number, m.before, m.score, m.last = 0, 0, series.NewScore(), noResult
}

// Apply applies an action of the player to move, as [State.Apply] does. The action that ends a hand also scores
// it, and deals the next one unless the match is over.
func (m *MatchState) Apply(a game.Action) error {
	if err := m.State.Apply(a); err != nil {
		return err
	}
	if m.phase == Over {
		return m.endHand()
	}
	return nil
}

// endHand scores the hand, which has ended, and deals the next one unless the match is over.
func (m *MatchState) endHand() error {
	m.last = m.result()
	next := m.starter
	if w := m.last.winner; w != game.NoPlayer {
		m.score.Add(m.rules.race(), w, m.last.points)
		next = 1 - next
	}
	if m.ending() != playing {
		return nil
	}
	m.before += m.turn
	m.number++
	return m.dealNext(int(m.number), next)
}

// ending returns how the match has ended after the last hand, or playing.
func (m *MatchState) ending() ending {
	switch {
	case m.phase != Over || !m.dealt:
		return playing
	case m.score.Winner != game.NoPlayer:
		return matchWon
	case int(m.number) == m.rules.MaxHands:
		return handLimit
	}
	return playing
}

// Outcome returns the result of the match. Rounds is the number of hands begun, and the winner is
// the player with the positive gain, bonuses included. A state that is not dealt is over and has
// no ending.
func (m *MatchState) Outcome() game.Outcome {
	gain := 0
	if m.ended() {
		gain = m.score.Gain(m.rules.race())
	}
	return outcome(m.phase, int(m.before+m.turn), int(m.number), m.ending(), gain)
}

// Observe sets dst to the observation of seat p, see [State.Observe].
func (m *MatchState) Observe(p game.Player, dst game.Observation) {
	o := dst.(*Observation)
	m.observe(p, o)
	o.HandNumber = int(m.number)
	o.Scores[0], o.Scores[1] = int(m.score.Points[0]), int(m.score.Points[1])
	m.last.tell(&o.Last)
}

// CopyFrom makes the state an independent copy of src, a *MatchState under equal rules; it panics on any
// other.
func (m *MatchState) CopyFrom(src game.State) {
	from := src.(*MatchState)
	rules := m.sameRules(&from.State)
	*m = *from
	m.rules = rules
}

// Parts returns the number of hands that have ended.
func (m *MatchState) Parts() int {
	if m.phase == Over {
		return int(m.number)
	}
	return int(m.number) - 1
}

// LastPart returns the result of the hand that ended last, see [State.LastPart].
func (m *MatchState) LastPart() game.Part {
	if m.last.ending == playing {
		return game.Part{}
	}
	return m.last.part()
}

// String returns the whole table, see [State.String].
func (m *MatchState) String() string {
	x := m.sheet()
	return m.text(&x, m.Outcome())
}

// A sheet is what texts, events and serialised states have beside the hand. That of a single hand follows from it.
type sheet struct {
	ending         ending // of the episode
	number, before int32
	scores, boxes  [seats]int32
	last           result
}

func (m *MatchState) sheet() sheet {
	return sheet{m.ending(), m.number, m.before, m.score.Points, m.score.Boxes, m.last}
}

func (s *State) sheet() sheet {
	x := sheet{last: noResult}
	if s.dealt {
		x.number = 1
	}
	if s.ended() {
		x.last = s.result()
		x.ending = x.last.ending
		if w := x.last.winner; w != game.NoPlayer {
			x.scores[w], x.boxes[w] = x.last.points, 1
		}
	}
	return x
}

// HandOf returns the current or last hand of a state of Gin Rummy, which belongs to the state.
func HandOf(s game.State) *State {
	if m, ok := s.(*MatchState); ok {
		return &m.State
	}
	return s.(*State)
}

// sheeted is a state of either kind.
type sheeted interface {
	game.Parted
	sheet() sheet
}
