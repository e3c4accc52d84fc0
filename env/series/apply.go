package series

import (
	"errors"
	"fmt"
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Apply applies an action of the player to move. An action that is not legal gives a *game.IllegalAction and leaves the state
// unchanged. The action that ends a deal also scores it, and deals the next one unless a player is asked first.
func (s *State) Apply(a game.Action) error {
	deals := s.deals
	if s.phase == Playing {
		t := s.table
		if err := t.Apply(a); err != nil {
			return s.refused(a, err)
		}
		if p := t.Current(); p != game.NoPlayer {
			s.mover = s.order[p]
			return nil
		}
		s.endDeal(partOf(s.table))
	} else if err := s.answer(a); err != nil {
		return err
	}
	if s.deals > deals {
		if err := s.dealNext(); err != nil {
			return err
		}
		s.mover = s.order[s.table.Current()]
	}
	return nil
}

// answer applies the answer of a player who is asked between deals.
func (s *State) answer(a game.Action) error {
	g := s.game
	switch {
	case s.phase == Rejoining && a == g.base+rejoin:
		s.sheet.Entries[s.mover]++
		s.sheet.Scores[s.mover] = s.top + 1
		s.in |= 1 << s.mover
		s.ask(s.mover + 1)
	case s.phase == Rejoining && a == g.base+leave:
		s.ask(s.mover + 1)
	case s.phase == Splitting && a == g.base+split:
		if first, second := s.lastTwo(); s.mover == first {
			s.mover = second
		} else {
			s.finish(splitPool)
		}
	case s.phase == Splitting && a == g.base+playOn:
		s.nextDeal()
	default:
		return s.illegal(a)
	}
	return nil
}

// refused returns the error of an action that the deal refuses, with the player of the match.
func (s *State) refused(a game.Action, err error) error {
	var inner *game.IllegalAction
	if !errors.As(err, &inner) {
		return err
	}
	e := *inner
	e.Player, e.Name = s.Current(), s.game.ActionString(a)
	return &e
}

// illegal returns the error of an action that is not legal between deals.
func (s *State) illegal(a game.Action) error {
	reason := "the match is over"
	switch {
	case !s.dealt():
		reason = "the match is not dealt"
	case s.phase == Rejoining:
		reason = "the player is out: want rejoin or leave"
	case s.phase == Splitting:
		reason = "the last two are asked whether they share the pool: want split or play on"
	}
	return &game.IllegalAction{Player: s.Current(), Action: a, Name: s.game.ActionString(a), Phase: s.phase.String(), Reason: reason}
}

// After puts hands in which player 0 had the given gains, in points, before the first hand of a race, which must be dealt and not begun:
// their points count, and the hand is dealt after them. It must not end the match.
func (s *State) After(gains []int) {
	for _, gain := range gains {
		p := game.Part{Winner: game.NoPlayer}
		for seat, player := range s.order[:s.seats] {
			own := gain
			if player == 1 {
				own = -gain
			}
			if own > 0 {
				p.Winner = game.Player(seat)
			}
			p.Seats[seat] = game.PartSeat{Played: true, Gain: own}
		}
		s.endDeal(p)
		if err := s.dealNext(); err != nil || s.phase == Over {
			panic(fmt.Sprintf("series: the gains %v before a hand: want fewer than end the match (%v)", gains, err))
		}
		s.mover = s.order[s.table.Current()]
	}
}

// Starter returns the player who began the current or last hand of a race.
func (s *State) Starter() game.Player {
	if g := s.game.dealer; g != nil {
		return g.Starter(s.table)
	}
	return s.order[0]
}

// Points returns the points of the players of a race.
func (s *State) Points() [2]int { return [2]int{s.sheet.Scores[0], s.sheet.Scores[1]} }

// endDeal scores a deal that has ended.
func (s *State) endDeal(deal game.Part) {
	x := &s.sheet
	x.Last, s.parts = Result{Ending: deal.Ending, Winner: s.player(deal.Winner)}, [game.MaxPlayers]game.PartSeat{}
	if w := x.Last.Winner; w != game.NoPlayer {
		x.Wins[w]++
	}
	for i, p := range s.order[:s.seats] {
		s.parts[p] = deal.Seats[i]
		x.Last.Points[p] = s.points(deal.Seats[i].Gain)
		x.Scores[p] += x.Last.Points[p]
	}
	switch s.game.rules.Format {
	case Pool:
		s.endPoolDeal()
	case Deals:
		s.endChipsDeal()
	case Race:
		s.endRaceDeal()
	}
}

// partOf returns the result of a deal, which is over, by its own seats. Of a state without parts it is the outcome.
func partOf(t game.State) game.Part {
	if p, ok := t.(Parted); ok {
		return p.LastPart()
	}
	o := t.Outcome()
	p := game.Part{Ending: o.Ending, Winner: o.Winner}
	for i, gain := range o.Gains {
		p.Seats[i] = game.PartSeat{Played: true, Gain: gain}
	}
	return p
}

// points returns the points by which a gain in a deal changes the score of the player.
func (s *State) points(gain int) int {
	switch s.game.rules.Format {
	case Pool:
		return max(0, -gain)
	case Race:
		return max(0, gain)
	}
	return gain
}

// endPoolDeal puts out the players who have reached the limit, and asks them whether they join again.
func (s *State) endPoolDeal() {
	s.top = 0
	for p := range game.Player(s.game.rules.Seats) {
		switch {
		case s.in>>p&1 == 0:
		case s.sheet.Scores[p] >= s.game.rules.Limit:
			s.in &^= 1 << p
		default:
			s.top = max(s.top, s.sheet.Scores[p])
		}
	}
	s.ask(0)
}

// ask asks the first player from p on who went out in the last deal and may join again. If there is none, the match goes on.
func (s *State) ask(p game.Player) {
	r := &s.game.rules
	for ; p < game.Player(r.Seats); p++ {
		if s.mayRejoin(p) {
			s.phase, s.mover = Rejoining, p
			return
		}
	}
	switch left := bits.OnesCount8(s.in); {
	case left == 1:
		s.finish(lastPlayer)
	case r.Split == AutoSplit && r.Seats > 2 && left <= 3 && s.allNear():
		s.finish(splitPool)
	case int(s.deals) == r.MaxDeals:
		s.in = s.leaders(-1)
		s.finish(dealLimit)
	case r.Split == AgreedSplit && r.Seats > 2 && left == 2 && s.canAgree():
		s.phase = Splitting
		s.mover, _ = s.lastTwo()
	default:
		s.nextDeal()
	}
}

// mayRejoin reports whether player p went out in the last deal and may join again: a player joins with one point more than any
// who stayed in, and must then be able to drop once without going out.
func (s *State) mayRejoin(p game.Player) bool {
	r := &s.game.rules
	return s.seatOf(p) != game.NoPlayer && s.in>>p&1 == 0 && s.sheet.Entries[p]-1 < r.Rejoins && s.top+1+r.Drop < r.Limit
}

// allNear reports whether every player who is in is within one first drop and a point of the limit.
func (s *State) allNear() bool {
	r := &s.game.rules
	for p := range game.Player(r.Seats) {
		if s.in>>p&1 != 0 && s.sheet.Scores[p]+r.Drop+1 < r.Limit {
			return false
		}
	}
	return true
}

// lastTwo returns the first and the last player who are in.
func (s *State) lastTwo() (first, last game.Player) {
	return game.Player(bits.TrailingZeros8(s.in)), game.Player(bits.Len8(s.in) - 1)
}

// drops returns how often player p can drop at its first turn before it is out, 0 if drops are free.
func (s *State) drops(p game.Player) int {
	r := &s.game.rules
	if r.Drop == 0 {
		return 0
	}
	return (r.Limit - 1 - s.sheet.Scores[p]) / r.Drop
}

// canAgree reports whether the pool has enough entries to make up for the drops that one of the last two has more.
func (s *State) canAgree() bool {
	first, last := s.lastTwo()
	d := s.drops(first) - s.drops(last)
	return max(d, -d) < s.entries()
}

// entries returns the number of entries in the pool.
func (s *State) entries() (n int) {
	for _, paid := range s.sheet.Entries {
		n += paid
	}
	return n
}

// leaders returns the players who are in and have the most points, or with the sign -1 the fewest.
func (s *State) leaders(sign int) (set uint8) {
	var best int
	for p := range game.Player(s.game.rules.Seats) {
		if s.in>>p&1 == 0 {
			continue
		}
		switch score := sign * s.sheet.Scores[p]; {
		case set == 0 || score > best:
			set, best = 1<<p, score
		case score == best:
			set |= 1 << p
		}
	}
	return set
}

// endChipsDeal ends the match after its last deal unless several players lead, who then play on.
func (s *State) endChipsDeal() {
	r := &s.game.rules
	if int(s.deals) < r.Deals {
		s.nextDeal()
		return
	}
	s.in = s.leaders(1)
	switch {
	case bits.OnesCount8(s.in) == 1:
		s.finish(dealsPlayed)
	case int(s.deals) == r.MaxDeals:
		s.finish(dealLimit)
	default:
		s.nextDeal()
	}
}

// endRaceDeal enters the points of the deal into the games. The first deal that a player wins counts in the first game, the
// second in two, and so on; a game that has ended is passed over.
func (s *State) endRaceDeal() {
	r := &s.game.rules
	games := s.sheet.Games[:r.Games]
	if p := s.sheet.Last.Winner; p != game.NoPlayer {
		for next := int(s.places[p]); next < len(games); next++ {
			if !games[next].Over {
				s.places[p] = uint8(next + 1)
				break
			}
		}
		for i := range games[:s.places[p]] {
			if x := &games[i]; !x.Over {
				x.add(r, p, s.sheet.Last.Points[p])
			}
		}
	}
	over := true
	for i := range games {
		over = over && games[i].Over
	}
	switch {
	case over:
		s.finish(targetReached)
	case int(s.deals) == r.MaxDeals:
		s.finish(dealLimit)
	default:
		s.nextDeal()
	}
}

// finish ends the match.
func (s *State) finish(how ending) { s.phase, s.ending, s.mover = Over, how, game.NoPlayer }

// nextDeal begins the next deal of the players who are in, which dealNext deals. After a deal with a winner the next player begins, else the same
// one.
func (s *State) nextDeal() {
	g, t := s.game, s.table
	s.before += int32(t.Outcome().Turns)
	if g.dealer != nil {
		s.starter = s.Starter()
		if s.sheet.Last.Winner != game.NoPlayer {
			s.starter = 1 - s.starter
		}
		s.deals++
		return
	}
	n := game.Player(g.rules.Seats)
	starter := s.order[0]
	if s.sheet.Last.Winner != game.NoPlayer {
		starter++
	}
	for starter %= n; s.in>>starter&1 == 0; starter = (starter + 1) % n {
	}
	s.key = s.Key()
	if o, ok := t.(game.Ordered); ok {
		s.later = o.Later()
	}
	s.sit(starter)
}

// dealNext deals the deal that has begun, from the cards that are given or by the key of the one before.
func (s *State) dealNext() error {
	g, t := s.game, s.table
	if g.dealer != nil {
		return g.dealer.DealNext(t, int(s.deals), s.starter)
	}
	n := len(g.deck)
	if len(s.later) < n {
		s.deck = append(s.deck[:0], g.deck...)
		card.ShuffleSeeded(s.deck, game.Seed(s.key, nextDeck), 0)
		s.key, s.later = game.Seed(s.key, nextKey), nil
		return g.deals[s.seats].DealDeck(t, s.deck, s.key)
	}
	given := s.later[:n]
	s.later = s.later[n:]
	if err := g.deals[s.seats].DealDeck(t, given, s.key); err != nil {
		return err
	}
	if o, ok := t.(game.Ordered); ok {
		o.SetLater(s.later)
	}
	return nil
}

// The streams (see game.Seed) of the key of a deal from which the deck and the key of the next one follow.
const (
	nextDeck = 1
	nextKey  = 2
)
