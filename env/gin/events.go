package gin

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/record"
)

var _ record.Game = (*Game)(nil)

// DeckOf returns the order of the cards of a deal. See [record.Game].
func (g *Game) DeckOf(e *record.Event) (deck []card.Card, err error) {
	if len(e.Hands) != seats || len(e.Hands[0]) != g.rules.HandSize || len(e.Hands[1]) != g.rules.HandSize {
		return nil, fmt.Errorf("gin: the hands dealt are %v, want %d cards for each of %d seats", e.Hands, g.rules.HandSize, seats)
	}
	for i := range e.Hands[0] {
		deck = append(deck, e.Hands[0][i], e.Hands[1][i])
	}
	return append(append(deck, e.Upcard), e.Stock...), nil
}

// ActionOf returns the action that an event describes. See [record.Game].
func (g *Game) ActionOf(state game.State, e *record.Event) game.Action {
	phase := state.(*State).phase
	switch e.Type {
	case record.Draw:
		switch {
		case phase == Wall && e.From == record.Pile:
			return Knock
		case (phase == Draw || phase == FirstUpcard) && e.From == record.Pile:
			return DrawUpcard
		case (phase == Draw || phase == FirstUpcard) && e.From == record.Stock:
			return DrawStock
		}
	case record.Discard:
		if (phase == Discard || phase == KnockDiscard) && suited(e.Card) {
			return CardOf(e.Card)
		}
	case record.LayOff:
		if phase == LayOff && suited(e.Card) {
			return CardOf(e.Card)
		}
	case record.Meld:
		var m card.Cards
		for _, c := range e.Cards {
			m = m.With(c)
		}
		if phase == KnockerMelds || phase == DefenderMelds {
			return MeldOf(m)
		}
	case record.Knock:
		if phase == Discard || phase == KnockOrPass {
			return Knock
		}
	case record.Pass:
		if e.Phase == phase.String() {
			return Pass
		}
	}
	return game.NoAction
}

// AppendEvents appends the events of an action, or of the deal. See [record.Game].
func (g *Game) AppendEvents(dst []record.Event, before, after game.State, a game.Action) []record.Event {
	s := after.(*State)
	if before == nil {
		return append(dst, s.dealEvent())
	}
	b := before.(*State)
	dst = b.appendAction(dst, s, a)
	if s.knocker != game.NoPlayer {
		dst = b.appendShown(dst, &s.showdown, s.knocker)
	}
	if s.ended() {
		dst = append(dst, s.scoreEvent())
	}
	return dst
}

// appendAction appends the event of action a in s, which led to after.
func (s *State) appendAction(dst []record.Event, after *State, a game.Action) []record.Event {
	p := s.mover
	pass := record.Passed(p, s.phase.String())
	switch {
	case a == DrawStock:
		return append(dst, record.Drew(p, record.Stock, s.deck[s.head]))
	case a == DrawUpcard && after.phase != Discard: // the limit of upcards ends the hand
		return append(dst, record.Drew(p, record.Pile, card.None))
	case a == DrawUpcard:
		return append(dst, record.Drew(p, record.Pile, s.Upcard()))
	case a == Pass:
		// Only the player that could have knocked knows that it could.
		pass.Private = s.phase == KnockOrPass
		return append(dst, pass)
	case a == Knock && s.phase == Wall:
		dst = append(dst, record.Drew(p, record.Pile, s.Upcard()))
		return append(dst, record.OfCards(record.Knock, p, s.hands[p].With(s.Upcard())))
	case a == Knock:
		return append(dst, record.OfCards(record.Knock, p, s.hands[p]))
	case a >= FirstMeld:
		return append(dst, record.OfCards(record.Meld, p, ActionMeld(a)))
	case s.phase == LayOff:
		c, melds := ActionCard(a), &s.melds[s.knocker]
		return append(dst, layOffEvent(p, c, melds[melds.Onto(c, s.laidOff, s.rules.LayOffLimit)]))
	}
	return append(dst, record.OfCard(record.Discard, p, ActionCard(a)))
}

func layOffEvent(p game.Player, c card.Card, onto card.Cards) record.Event {
	e := record.OfCard(record.LayOff, p, c)
	e.Onto = record.Cards(onto)
	return e
}

// appendShown appends the melds and lay-offs that the rules have made for the players since s.
func (s *State) appendShown(dst []record.Event, now *showdown, knocker game.Player) []record.Event {
	other := 1 - knocker
	declared := now.melds[knocker]
	for i := range declared {
		declared[i] &^= now.laidOff
	}
	if s.rules.Melding == AutoMelds {
		for _, p := range [...]game.Player{knocker, other} {
			melds := now.melds[p]
			if p == knocker {
				melds = declared
			}
			for _, m := range melds[s.melds[p].Len():melds.Len()] {
				dst = append(dst, record.OfCards(record.Meld, p, m))
			}
		}
	}
	if now.laidOff == s.laidOff || s.rules.LayingOff == ChosenLayOffs {
		return dst
	}
	var buf [MaxHand]deadwood.LayOff
	laid := buf[:0]
	if s.rules.LayingOff == GreedyLayOffs {
		laid = deadwood.AppendLayOffs(laid, now.hands[other]|now.laidOff, declared)
	} else {
		laid = deadwood.AppendMostLayOffs(laid, now.hands[other]|now.laidOff, declared)
	}
	for _, l := range laid {
		dst = append(dst, layOffEvent(other, l.Card, declared[l.Onto]))
		declared[l.Onto] = declared[l.Onto].With(l.Card)
	}
	return dst
}

// dealEvent returns the event of the deal, of a state that was just dealt.
func (s *State) dealEvent() record.Event {
	e := record.New(record.Deal, game.NoPlayer)
	e.Hand, e.Starter, e.Upcard = 1, s.starter, s.Upcard()
	e.Hands = [][]card.Card{record.Cards(s.hands[0]), record.Cards(s.hands[1])}
	e.Stock = s.AppendStock([]card.Card{})
	e.StockSize = len(e.Stock)
	key := s.key
	e.Key = &key
	return e
}

// scoreEvent returns the event of the score of the hand, which has ended.
func (s *State) scoreEvent() record.Event {
	r := s.result()
	e := record.New(record.Score, game.NoPlayer)
	e.Hand, e.Ending, e.Winner = 1, r.ending.name(), r.winner
	e.Scored = make([]int, seats)
	if r.winner != game.NoPlayer {
		e.Scored[r.winner] = int(r.points)
	}
	e.Scores = slices.Clone(e.Scored)
	if r.knocker != game.NoPlayer {
		for _, cs := range r.hands {
			e.Hands = append(e.Hands, record.Cards(cs))
			e.Points = append(e.Points, deadwood.PipTotal(cs))
		}
	}
	return e
}
