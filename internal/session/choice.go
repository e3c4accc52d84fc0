package session

import "rummygym/env/record"

// Choices returns the legal actions of the person in the order of [record.Choices]. There are none
// if the person is not to move.
func (s *Session) Choices() []record.Choice {
	if !s.Turn() {
		return nil
	}
	d := &s.decisions[len(s.decisions)-1]
	return record.Choices(s.game, d.obs, &d.legal)
}
