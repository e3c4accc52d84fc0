package text

import (
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
)

// memory is what a player remembers of the hand in progress, by seat and in the order of play.
type memory struct {
	took, refused, discarded [game.MaxPlayers][]card.Card
}

// recall sets the memory to that of the events that a seat saw. It is empty if they do not hold
// the deal of the hand.
func (m *memory) recall(events []record.Event) {
	for p := range m.took {
		m.took[p], m.refused[p], m.discarded[p] = m.took[p][:0], m.refused[p][:0], m.discarded[p][:0]
	}
	first := len(events) - 1
	for first >= 0 && events[first].Type != record.Deal {
		first--
	}
	if first < 0 {
		return
	}
	top, drawn := events[first].Upcard, false
	refuse := func(p game.Player) {
		if of := m.refused[p]; len(of) == 0 || of[len(of)-1] != top || drawn { // after a pass it has no choice
			m.refused[p] = append(of, top)
		}
	}
	for i := range events[first:] {
		e := &events[first+i]
		p := e.Seat
		switch e.Type {
		case record.Draw:
			switch {
			case e.From == record.Stock && top != card.None:
				refuse(p)
			case e.From == record.Pile && e.Card != card.None:
				m.took[p] = append(m.took[p], e.Card)
			}
			drawn = true
		case record.Pass:
			if !drawn { // of the first upcard
				refuse(p)
			}
		case record.Discard, record.Declare:
			m.discarded[p] = append(m.discarded[p], e.Card)
			top = e.Card
		}
	}
}
