package gin

import (
	"slices"

	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// How a hand ends, and how a match ends.
const (
	Knocked  game.Ending = "knock"    // the knocker had less deadwood
	Gin      game.Ending = "gin"      // the knocker had no deadwood
	BigGin   game.Ending = "big-gin"  // all cards in melds after the draw
	Undercut game.Ending = "undercut" // the opponent of the knocker had no more deadwood than the knocker
	Tied     game.Ending = "tie"      // both had the same deadwood, with TieScoresNothing
	Void     game.Ending = "void"     // no player knocked

	MatchWon  game.Ending = "match-won"  // a player has Rules.Target points
	HandLimit game.Ending = "hand-limit" // Rules.MaxHands were played
)

// endings lists the endings in the order of the constants.
var endings = [...]game.Ending{Knocked, Gin, BigGin, Undercut, Tied, Void, MatchWon, HandLimit}

// Endings returns all endings, those of hands first, in the order of the
// constants. The caller owns the slice.
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
	matchWon
	handLimit
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

	ending ending // playing if no hand has ended yet
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

// endHand ends the hand, and then ends the episode or deals the next hand.
func (s *State) endHand() {
	r := result{knocker: s.knocker, big: s.big}
	if s.knocker != game.NoPlayer {
		r.showdown = s.showdown
		s.known = s.hands // all cards are shown
	}
	r.settle(s.rules)
	s.last = r
	if r.winner != game.NoPlayer {
		s.scores[r.winner] += r.points
		s.boxes[r.winner]++
	}
	switch {
	case s.rules.Episode == Hand:
		s.finish(r.ending)
	case r.winner != game.NoPlayer && int(s.scores[r.winner]) >= s.rules.Target:
		s.finish(matchWon)
	case int(s.hand) == s.rules.MaxHands:
		s.finish(handLimit)
	default:
		next := s.starter
		if r.winner != game.NoPlayer {
			next = 1 - next
		}
		s.nextHand(next)
	}
}

// finish ends the episode. The player that moved last stays the mover.
func (s *State) finish(how ending) { s.phase, s.ending = Over, how }

// gain returns the gain of seat 0 at the end of the episode, in points.
func (s *State) gain() int {
	gain := int(s.scores[0] - s.scores[1])
	if s.rules.Episode == Hand {
		return gain
	}
	gain += s.rules.BoxBonus * int(s.boxes[0]-s.boxes[1])
	if s.ending == matchWon {
		if s.last.winner == 0 {
			gain += s.rules.GameBonus
		} else {
			gain -= s.rules.GameBonus
		}
	}
	return gain
}

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

// LastPart returns the result of the hand that ended last. The knocker has ended it, and Left is
// its deadwood.
func (s *State) LastPart() game.Part {
	if s.last.ending == playing {
		return game.Part{}
	}
	p := game.Part{Ending: s.last.ending.name(), Winner: s.last.winner}
	p.Seats[0].Played, p.Seats[1].Played = true, true
	if w := p.Winner; w != game.NoPlayer {
		p.Seats[w].Gain, p.Seats[1-w].Gain = int(s.last.points), -int(s.last.points)
	}
	if k := s.last.knocker; k != game.NoPlayer {
		p.Seats[k].Ended, p.Seats[k].Left = p.Ending, deadwood.PipTotal(s.last.hands[k])
	}
	return p
}
