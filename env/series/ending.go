package series

import (
	"math/bits"
	"slices"

	"rummygym/env/game"
	"rummygym/internal/options"
)

// How a match ends.
const (
	LastPlayer    game.Ending = "last-player"    // Pool: one player is left
	SplitPool     game.Ending = "split"          // Pool: the last players share it
	DealsPlayed   game.Ending = "deals-played"   // Deals: one player has the most chips
	TargetReached game.Ending = "target-reached" // Race: all games have a winner
	DealLimit     game.Ending = "deal-limit"     // Rules.MaxDeals were played
)

// endings lists the endings in the order of the constants.
var endings = [...]game.Ending{LastPlayer, SplitPool, DealsPlayed, TargetReached, DealLimit}

// Endings returns the endings of matches, in the order of the constants. The caller owns the slice.
func Endings() []game.Ending { return slices.Clone(endings[:]) }

// ending is a game.Ending as one byte; notEnded means that there is none.
type ending uint8

const (
	notEnded ending = iota
	lastPlayer
	splitPool
	dealsPlayed
	targetReached
	dealLimit
)

// name returns the public name, or "" for notEnded and for invalid values.
func (e ending) name() game.Ending {
	if e == notEnded || int(e) > len(endings) {
		return ""
	}
	return endings[e-1]
}

// PartEndings returns the ways in which a player ends a deal or leaves it, none if the game of the deals does not say them. See
// game.Parted.
func (s *State) PartEndings() []game.Ending {
	if p, ok := s.game.deals[2].NewState().(Parted); ok {
		return p.PartEndings()
	}
	return nil
}

// Parts returns the number of deals that have ended. See game.Parted.
func (s *State) Parts() int {
	if s.phase == Playing {
		return int(s.deals) - 1
	}
	return int(s.deals)
}

// LastPart returns the result of the deal that ended last. See game.Parted.
func (s *State) LastPart() game.Part {
	last := &s.sheet.Last
	if last.Ending == "" {
		return game.Part{}
	}
	return game.Part{Ending: last.Ending, Winner: last.Winner, Seats: s.parts}
}

// gains sets the gain of each seat at the end of the match, in points.
func (s *State) gains(dst *[game.MaxPlayers]int) {
	r := &s.game.rules
	if r.Format == Race {
		gain := 0
		for i := range s.sheet.Games[:r.Games] {
			gain += s.sheet.Games[i].gain(r)
		}
		dst[0], dst[1] = gain, -gain
		return
	}
	for p := range r.Seats {
		dst[p] = s.share(game.Player(p)) - r.Entry*s.sheet.Entries[p]
	}
}

// share returns the points of the pool that player p gets. At the end those who are in share it: in equal parts, of which the
// lowest seats get what is left over; or, if the last two have agreed, after the player who can drop more often has got an
// entry for each drop more.
func (s *State) share(p game.Player) int {
	if s.in>>p&1 == 0 {
		return 0
	}
	r := &s.game.rules
	pool, extra, n := r.Entry*s.entries(), 0, bits.OnesCount8(s.in)
	if s.ending == splitPool && r.Split == AgreedSplit {
		first, last := s.lastTwo()
		other := first + last - p
		more := s.drops(p) - s.drops(other)
		pool -= r.Entry * max(more, -more)
		extra = r.Entry * max(more, 0)
	}
	part := pool / n
	if before := bits.OnesCount8(s.in & (1<<p - 1)); before < pool%n {
		part++
	}
	return part + extra
}

// winner returns the player who has won the match, or game.NoPlayer.
func (s *State) winner(gains *[game.MaxPlayers]int) game.Player {
	switch {
	case s.game.rules.Format != Race && bits.OnesCount8(s.in) == 1:
		return game.Player(bits.TrailingZeros8(s.in))
	case s.game.rules.Format != Race || gains[0] == 0:
		return game.NoPlayer
	case gains[0] > 0:
		return 0
	}
	return 1
}

// String returns the word for the phase.
func (p Phase) String() string {
	return options.Word("phase", p, "playing", "rejoin", "split", "over")
}
