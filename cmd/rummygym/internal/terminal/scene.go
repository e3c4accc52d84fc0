package terminal

import (
	"cmp"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/session"
)

// scene is the table at one moment, as it is drawn or printed: from the place of one seat, with the
// hands of those that are shown.
type scene struct {
	info     []string    // round, jokers, score
	seats    []seatScene // in the order of play; those with a hand that is drawn apart are not in it
	stock    int         // number of cards
	top      card.Card   // of the pile, or card.None
	pileSize int         // number of cards
	wild     card.Rank   // whose cards are jokers, or card.NoRank
	hands    []handScene // the viewer's first
	closed   bool        // the hand is over: stock and pile are no longer shown
}

// seatScene is a player of whom only the backs of cards are seen, and what is known of them.
type seatScene struct {
	record.Seat
	name   string
	mover  bool
	status string // such as "is out of the game", or ""
}

// handScene is a hand that is seen.
type handScene struct {
	seatScene
	drawn card.Card // just drawn, or card.None
	hand  record.Hand
}

// sceneAt returns the scene of what some seats observe: views is indexed by seat, nil for seats
// that are hidden. The viewer has a view.
func sceneAt(s *session.Session, words *record.Words, views []game.Observation, viewer game.Player) scene {
	g := s.Game()
	v := g.View(views[viewer])
	x := scene{
		info: g.Facts(views[viewer], words.Name), stock: v.StockSize, top: card.None, pileSize: v.PileSize, wild: card.NoRank,
	}
	if v.Top != nil {
		x.top = *v.Top
	}
	if v.Wild != nil {
		x.wild = *v.Wild
	}
	n := len(views)
	for i := range n {
		p := game.Player((int(viewer) + i) % n)
		seat := seatScene{Seat: v.Seats[p], name: words.Names[p], mover: v.Mover == p}
		switch {
		case !seat.Active:
			seat.status = "is out of the game"
		case seat.Knocked:
			seat.status = "has knocked"
		}
		if views[p] == nil {
			x.seats = append(x.seats, seat)
			continue
		}
		h := handScene{seat, card.None, s.Hand(views[p])}
		for i := range h.hand.Melds {
			h.hand.Melds[i].Cards = record.MeldOrder(h.hand.Melds[i].Cards, x.wild)
		}
		h.hand.Unmelded = slices.Sorted(slices.Values(h.hand.Unmelded))
		if drawn := g.View(views[p]).Seats[p].Drawn; drawn != nil {
			h.drawn = *drawn
		}
		x.hands = append(x.hands, h)
	}
	return x
}

// sceneOf returns the scene that the person sees.
func sceneOf(s *session.Session, words *record.Words) scene {
	views := make([]game.Observation, s.Game().Players())
	views[s.Seat()] = s.Observe(s.Seat())
	return sceneAt(s, words, views, s.Seat())
}

// group is some cards of a hand with what they are.
type group struct {
	label string
	cards []card.Card
	melds bool // whether they are a meld that counts no points
}

// sorting is how a hand is sorted.
type sorting int

const (
	byMelds sorting = iota
	bySuit
	byRank
	handOrders
)

// next returns the sorting after another. By melds needs help.
func (by sorting) next(help assist) sorting {
	if by = (by + 1) % handOrders; by == byMelds && help == helpNone {
		return bySuit
	}
	return by
}

// order is the order of a hand: sorted, or as the person has arranged it.
type order struct {
	by  sorting
	own [][]card.Card // the groups of the person; nil: the hand is sorted
}

// groups returns the hand in an order.
func (h *handScene) groups(o order) (all []group) {
	switch {
	case o.own != nil:
		for _, cards := range o.own {
			all = append(all, group{"", cards, true})
		}
		return all
	case o.by == bySuit:
		return h.suits()
	case o.by == byRank:
		cards := h.cards()
		slices.SortStableFunc(cards, func(a, b card.Card) int { return cmp.Compare(rankOf(a), rankOf(b)) })
		return []group{{"", cards, true}}
	}
	for _, m := range h.hand.Melds {
		label := m.Kind
		if !m.Counts {
			label = "(" + label + ")"
		}
		all = append(all, group{label, m.Cards, m.Counts})
	}
	if len(h.hand.Unmelded) > 0 {
		all = append(all, group{"unmelded", h.hand.Unmelded, false})
	}
	return all
}

// suits returns the hand by suits.
func (h *handScene) suits() (all []group) {
	bag := card.BagOf(h.cards()...)
	names := [...]string{"clubs", "diamonds", "hearts", "spades", "JK"}
	for i, name := range names {
		var cards []card.Card
		for c := range bag.Each() {
			if c == card.Joker && i == card.NumSuits || c != card.Joker && int(c.Suit()) == i {
				cards = append(cards, c)
			}
		}
		if len(cards) > 0 {
			all = append(all, group{name, cards, false})
		}
	}
	return all
}

// cards returns the cards of the hand by suits.
func (h *handScene) cards() (cards []card.Card) {
	for _, m := range h.hand.Melds {
		cards = append(cards, m.Cards...)
	}
	cards = append(cards, h.hand.Unmelded...)
	slices.Sort(cards)
	return cards
}

// rankOf returns the rank of a card, after all ranks for a printed joker.
func rankOf(c card.Card) int {
	if c == card.Joker {
		return card.NumRanks
	}
	return int(c.Rank())
}

// count returns the number of cards of the hand.
func (h *handScene) count() int { return len(h.cards()) }

// measure says how the hand stands.
func (h *handScene) measure() string {
	text := record.Count(h.count(), "card")
	if d := h.hand.Distance; d != nil {
		return text + fmt.Sprintf(", %d %s, MinDist %d", h.hand.Points, h.hand.Measure, *d)
	}
	if h.hand.Measure == "" {
		return text
	}
	return text + fmt.Sprintf(", %s %d", h.hand.Measure, h.hand.Points)
}

// isJoker reports whether a card is a joker.
func (x *scene) isJoker(c card.Card) bool { return c == card.Joker || c.Rank() == x.wild }
