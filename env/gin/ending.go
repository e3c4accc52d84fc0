package gin

import (
	"slices"

	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// How a hand ends.
const (
	Knocked  game.Ending = "knock"    // the knocker had less deadwood
	Gin      game.Ending = "gin"      // the knocker had no deadwood
	BigGin   game.Ending = "big-gin"  // all cards in melds after the draw
	Undercut game.Ending = "undercut" // the opponent of the knocker had no more deadwood than the knocker
	Tied     game.Ending = "tie"      // both had the same deadwood, with TieScoresNothing
	Void     game.Ending = "void"     // no player knocked
)

// endings lists the endings in the order of the constants.
var endings = [...]game.Ending{Knocked, Gin, BigGin, Undercut, Tied, Void}

// Endings returns all endings, in the order of the constants. The caller owns the slice.
func Endings() []game.Ending { return slices.Clone(endings[:]) }

// ending is a game.Ending as one byte; playing means that there is none.
type ending uint8

const (
	playing ending = iota
	knocked
	gin
	bigGin
	undercut
	tied
	void
)

// name returns the public name, or "" for playing and for invalid values.
func (e ending) name() game.Ending {
	if e == playing || int(e) > len(endings) {
		return ""
	}
	return endings[e-1]
}

// A result is the result of a hand. The fields marked as input determine the others, see
// settle.
type result struct {
	knocker  game.Player // input; game.NoPlayer if the hand is void
	big      bool        // input: the knocker showed big gin
	showdown             // input

	ending ending // playing if the hand has not ended
	winner game.Player
	points int32
}

// settle sets ending, winner and points.
func (r *result) settle(rules *Rules) {
	r.ending, r.winner, r.points = void, game.NoPlayer, 0
	if r.knocker == game.NoPlayer {
		return
	}
	k, o := r.knocker, 1-r.knocker
	own, other := deadwood.PipTotal(r.hands[k]), deadwood.PipTotal(r.hands[o])
	points := 0
	switch {
	case r.big:
		r.ending, r.winner, points = bigGin, k, rules.BigGinBonus+other
	case own == 0:
		r.ending, r.winner, points = gin, k, rules.GinBonus+other
	case own < other:
		r.ending, r.winner, points = knocked, k, other-own
	case own == other && rules.Tie == TieScoresNothing:
		r.ending = tied
	default:
		r.ending, r.winner, points = undercut, o, rules.UndercutBonus+own-other
	}
	r.points = int32(points)
}

// gain returns the gain of seat 0.
func (r *result) gain() int {
	if r.winner == 1 {
		return -int(r.points)
	}
	return int(r.points)
}

// endHand ends the hand. The player that moved last stays the mover.
func (s *State) endHand() {
	if s.knocker != game.NoPlayer {
		s.known = s.hands // all cards are shown
	}
	s.phase = Over
}

// ended reports whether a hand was dealt and is over.
func (s *State) ended() bool { return s.dealt && s.phase == Over }

// result returns the result of the hand, which has ended.
func (s *State) result() result {
	r := result{knocker: s.knocker, big: s.big}
	if s.knocker != game.NoPlayer {
		r.showdown = s.showdown
	}
	r.settle(s.rules)
	return r
}

// noResult is the result before the hand has ended.
var noResult = result{knocker: game.NoPlayer, winner: game.NoPlayer}

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

// Parts returns 1 when the hand has ended, else 0.
func (s *State) Parts() int {
	if s.ended() {
		return 1
	}
	return 0
}

// LastPart returns the result of the hand once it has ended. The knocker has ended it, and Left is
// its deadwood.
func (s *State) LastPart() game.Part {
	if !s.ended() {
		return game.Part{}
	}
	r := s.result()
	return r.part()
}

// part returns the result of a hand as a part of an episode.
func (r *result) part() game.Part {
	p := game.Part{Ending: r.ending.name(), Winner: r.winner}
	p.Seats[0] = game.PartSeat{Played: true, Gain: r.gain()}
	p.Seats[1] = game.PartSeat{Played: true, Gain: -r.gain()}
	if k := r.knocker; k != game.NoPlayer {
		p.Seats[k].Ended, p.Seats[k].Left = p.Ending, deadwood.PipTotal(r.hands[k])
	}
	return p
}
