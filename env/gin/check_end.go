package gin

import (
	"errors"
	"fmt"

	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// checkEnd checks a hand that is over. Seat mover had the last turn; next is the seat after
// it.
func (s *State) checkEnd(mover, next game.Player, closed bool) error {
	fits := false
	if s.knocker != game.NoPlayer {
		fits = s.knocker == mover && s.mover == next && s.open() == s.big
	} else {
		r, atWall := s.rules, s.StockSize() <= s.rules.stockLeft()
		stopped := int(s.turn) == r.MaxTurns || s.repeated() || atWall && r.StockEnd != WallKnock
		refused := atWall && r.StockEnd == WallKnock || s.upcards()+1 == r.MaxUpcards && !atWall
		fits = closed && !s.big && s.showdown == showdown{hands: s.hands} &&
			(s.mover == mover && stopped || s.mover == next && refused)
	}
	r := s.result()
	if !fits {
		return fmt.Errorf("the hand cannot have ended by %q", r.ending.name())
	}
	return r.check(s.rules)
}

// check checks the result of a hand by itself.
func (r *result) check(rules *Rules) error {
	want := noResult
	if r.ending != playing {
		if r.knocker != game.NoPlayer {
			if r.knocker != 0 && r.knocker != 1 {
				return fmt.Errorf("the knocker is seat %d", r.knocker)
			}
			limit := rules.KnockLimit
			if rules.KnockCard == Oklahoma {
				limit = 10
			}
			if err := r.showdown.check(rules, r.knocker, r.big, limit); err != nil {
				return err
			}
			if !r.automatic(rules, r.knocker, true) {
				return errors.New("the melds are not those that the rules declare")
			}
			want.knocker, want.big, want.showdown = r.knocker, r.big, r.showdown
		}
		want.settle(rules)
	}
	if *r != want {
		return errors.New("the ending or the points do not match the cards")
	}
	return nil
}

// checkShowdown checks the melds of the hand after a knock.
func (s *State) checkShowdown() error {
	k := s.knocker
	r := s.rules
	limit := s.limitNow()
	before := r.Answer == LayOffsFirst // the lay-offs are before the melds of the opponent
	switch s.phase {
	case KnockerMelds:
		if r.Melding != ChosenMelds || s.mover != k || s.laidOff != 0 || s.melds[1-k].Len() > 0 || deadwood.Of(s.hands[k]) > limit {
			return errors.New("the knocker cannot declare these melds")
		}
		limit = 110 // no limit
	case DefenderMelds:
		if r.Melding != ChosenMelds || s.mover == k || !before && s.laidOff != 0 {
			return errors.New("the opponent cannot declare these melds")
		}
	case LayOff:
		if r.LayingOff != ChosenLayOffs || s.mover == k || s.isGin() || before && s.melds[1-k].Len() > 0 {
			return errors.New("the opponent cannot make these lay-offs")
		}
	}
	if err := s.showdown.check(r, k, s.big, limit); err != nil {
		return err
	}
	if !s.automatic(r, k, !before) {
		return errors.New("the melds are not those that the rules declare")
	}
	return nil
}

// automatic reports whether the melds are those that the rules declare for the players.
// The melds of the opponent are checked only if answered.
func (d *showdown) automatic(rules *Rules, k game.Player, answered bool) bool {
	if rules.Melding == ChosenMelds {
		return true
	}
	declared := d.melds[k]
	for i := range declared {
		declared[i] &^= d.laidOff
	}
	other := d.held(1-k, k)
	want := d.melds[1-k]
	switch {
	case !answered:
	case rules.LayingOff == BestLayOffs && d.hands[k] != 0:
		want, _ = deadwood.LayOffBest(other, declared)
	case rules.Answer == LayOffsFirst:
		want = deadwood.Best(other &^ d.laidOff)
	default:
		want = deadwood.Best(other)
	}
	return declared == deadwood.Best(d.held(k, k)) && d.melds[1-k] == want
}

// check checks the melds and lay-offs after a knock. The cards that the knocker has not
// declared must not exceed the limit.
func (d *showdown) check(rules *Rules, k game.Player, big bool, limit int) error {
	cards := rules.HandSize
	if big {
		cards++
	}
	own, other := d.held(k, k), d.held(1-k, k)
	switch {
	case big && rules.BigGinBonus == 0 || deadwood.PipTotal(d.hands[k]) > limit:
		return fmt.Errorf("seat %d cannot have knocked with %v left over", k, d.hands[k])
	case own.Count() != cards || other.Count() != rules.HandSize || own&other != 0 || (own|other)&^rules.Pack() != 0:
		return fmt.Errorf("the cards %v and %v are shown", own, other)
	case d.laidOff&^d.melds[k].Cards() != 0 || d.laidOff != 0 && d.hands[k] == 0:
		return fmt.Errorf("the cards %v cannot be laid off", d.laidOff)
	}
	for p, a := range d.melds {
		sum := d.hands[p].Count()
		for i, m := range a {
			declared := m
			if game.Player(p) == k {
				declared &^= d.laidOff
			}
			sum += m.Count()
			below := m & (declared&-declared - 1) // lay-offs at the lower end of a run
			low, high := below.Count(), (m &^ declared &^ below).Count()
			switch {
			case m == 0 && i >= a.Len():
			case !deadwood.IsMeld(m) || !deadwood.IsMeld(declared), rules.Melding == ChosenMelds && declared.Count() > 5:
				return fmt.Errorf("%v is not a meld of seat %d", m, p)
			case rules.LayOffLimit > 0 && m&(m>>1) != 0 && max(low, high) > rules.LayOffLimit:
				return fmt.Errorf("too many cards are laid off at an end of %v", m)
			}
		}
		if sum != (d.hands[p] | a.Cards()).Count() {
			return fmt.Errorf("the melds of seat %d share cards", p)
		}
	}
	return nil
}
