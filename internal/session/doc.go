// Package session holds interactive games: a person plays at one seat and agents at the others,
// one game after another, with a score sheet. It draws nothing and reads no keys: the terminal,
// and other front ends, show what it tells and pass on what the person chooses.
//
//	s, err := session.New(session.Config{Rules: rules, Agents: []string{"min-dist-opp"}, Seed: 7})
//	for !s.Over() {
//		if s.Turn() {
//			events, err = s.Apply(s.Choices()[0].Action) // the person's move
//		} else {
//			events, err = s.Advance() // the move of an agent
//		}
//	}
//
//	New, Resume ─▶ ( Choices ─▶ Apply │ Advance │ Undo │ Hint )* ─▶ Over ─▶ Next
//	                    │
//	                    └─▶ events that the person sees, and the file of records
//
// What a session tells is what the person may know: the observation and the events of the
// person's seat. The file that it writes holds all cards, since the game goes on from it. The
// deals, the seeds of the agents and so their moves follow from the seed of the session, as in a
// tournament: a session without a person (Seat game.NoPlayer), in which only agents play, has
// the games of a tournament with that seed.
package session
