package gin

import (
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// PartEndings returns the endings of hands with a knock.
func (s *State) PartEndings() []game.Ending {
	all := []game.Ending{Knocked, Gin}
	if s.rules.BigGinBonus != 0 {
		all = append(all, BigGin)
	}
	all = append(all, Undercut)
	if s.rules.Tie == TieScoresNothing {
		all = append(all, Tied)
	}
	return all
}

// Parts returns the number of hands that have ended.
func (s *State) Parts() int {
	if s.phase == Over {
		return int(s.hand)
	}
	return int(s.hand) - 1
}

// LastPart returns the result of the hand that ended last: the ender is the knocker, and
// Left its deadwood.
func (s *State) LastPart() game.Part {
	if s.last.ending == playing {
		return game.Part{}
	}
	p := game.Part{Ending: s.last.ending.name(), Ender: s.last.knocker, Winner: s.last.winner, Points: int(s.last.points)}
	if p.Ender != game.NoPlayer {
		p.Left = deadwood.PipTotal(s.last.hands[p.Ender])
	}
	return p
}
