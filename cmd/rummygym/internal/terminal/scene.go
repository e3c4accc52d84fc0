package terminal

import (
	"fmt"
	"slices"
	"strings"

	"rummygym"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/session"
)

// scene is the table at one moment, as it is drawn or printed: from the place of one seat, with the
// hands of those that are shown.
type scene struct {
	info     []string    // round, jokers, score
	seats    []seatScene // in the order of play; those with a hand that is drawn apart are not in it
	stock    int         // number of cards
	top      card.Card   // of the pile, or card.None
	pileSize int         // number of cards, 0 if not known
	wild     card.Rank   // whose cards are jokers, or card.NoRank
	hands    []handScene // the viewer's first
}

// seatScene is a player of whom only the backs of cards are seen, and what is known of them.
type seatScene struct {
	seat   game.Player
	name   string
	cards  int
	known  []card.Card
	melds  [][]card.Card // on the table
	mover  bool
	status string // such as "dropped out", or ""
}

// handScene is a hand that is seen.
type handScene struct {
	seatScene
	drawn card.Card // just drawn, or card.None
	hand  session.Hand
}

// sceneAt returns the scene of what some seats observe: views is indexed by seat, nil for seats
// that are hidden. The viewer has a view.
func sceneAt(t *rummygym.GameType, words *session.Words, views []game.Observation, viewer game.Player) scene {
	obs := views[viewer]
	sight := t.Sight(obs)
	x := scene{stock: sight.Stock, top: sight.Top, wild: card.NoRank}
	x.describe(obs, words)
	n := len(views)
	for i := range n {
		p := game.Player((int(viewer) + i) % n)
		seat := seatScene{seat: p, name: words.Names[p]}
		seat.describe(obs)
		if views[p] == nil {
			x.seats = append(x.seats, seat)
			continue
		}
		x.hands = append(x.hands, handScene{seat, t.Sight(views[p]).Drawn, session.Arrange(t, views[p])})
		if seat.mover { // a card drawn is seen by all if it was on the pile
			continue
		}
		x.hands[len(x.hands)-1].drawn = card.None
	}
	return x
}

// sceneOf returns the scene that the person sees.
func sceneOf(s *session.Session, words *session.Words) scene {
	views := make([]game.Observation, s.Game().Players())
	views[s.Seat()] = s.Observe(s.Seat())
	return sceneAt(s.Rules().Type(), words, views, s.Seat())
}

// describe fills in what all see.
func (x *scene) describe(obs game.Observation, words *session.Words) {
	switch o := obs.(type) {
	case *indian.Observation:
		x.wild, x.pileSize = o.Wild, o.PileSize
		x.info = append(x.info, fmt.Sprintf("round %d", o.Round), "jokers: "+session.Plural(o.Wild))
		if o.Rules.Jokers > 0 {
			x.info[1] += " and JK"
		}
	case *gin.Observation:
		x.pileSize = o.Pile.Count()
		if o.Rules.Episode == gin.Match {
			x.info = append(x.info, fmt.Sprintf("hand %d", o.HandNumber))
			score := fmt.Sprintf("score %s %d", words.Name(o.Self), o.Scores[o.Self])
			x.info = append(x.info, fmt.Sprintf("%s, %s %d of %d", score, words.Name(1-o.Self), o.Scores[1-o.Self], o.Rules.Target))
		}
		x.info = append(x.info, fmt.Sprintf("knock with %d or less", o.KnockLimit))
	}
}

// describe fills in what all know of a player.
func (x *seatScene) describe(obs game.Observation) {
	switch o := obs.(type) {
	case *indian.Observation:
		x.cards, x.known = o.HandSizes[x.seat], o.Known[x.seat].Append(nil)
		x.mover = o.Mover == x.seat
		if o.Active&(1<<x.seat) == 0 {
			x.status = "is out of the game"
		}
	case *gin.Observation:
		x.cards, x.mover = o.HandSizes[x.seat], o.Mover == x.seat
		x.known = slices.Collect(o.Known[x.seat].Each())
		for _, m := range o.Melds[x.seat] {
			if m != 0 {
				x.melds = append(x.melds, slices.Collect(m.Each()))
			}
		}
		if o.Knocker == x.seat {
			x.status = "has knocked"
		}
	}
}

// group is some cards of a hand with what they are.
type group struct {
	label string
	cards []card.Card
	melds bool // whether they are a meld that counts no points
}

// groups returns the hand by melds, or by suits.
func (h *handScene) groups(bySuit bool) (all []group) {
	if bySuit {
		return h.suits()
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
	var bag card.Bag
	for _, g := range h.groups(false) {
		bag = bag.Plus(card.BagOf(g.cards...))
	}
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

// count returns the number of cards of the hand.
func (h *handScene) count() (n int) {
	for _, g := range h.groups(false) {
		n += len(g.cards)
	}
	return n
}

// measure says how the hand stands.
func (h *handScene) measure() string {
	text := fmt.Sprintf("%d cards, ", h.count())
	if d := h.hand.Distance; d != nil {
		return text + fmt.Sprintf("%d points, MinDist %d", h.hand.Points, *d)
	}
	return text + fmt.Sprintf("deadwood %d", h.hand.Points)
}

// line describes a player without a hand that is seen.
func (x *seatScene) line(words *session.Words) string {
	parts := []string{fmt.Sprintf("%d cards", x.cards)}
	if len(x.known) > 0 {
		parts = append(parts, "among them "+words.Cards(x.known))
	}
	for _, m := range x.melds {
		parts = append(parts, "melded "+words.Cards(m))
	}
	if x.status != "" {
		parts = append(parts, x.status)
	}
	return x.name + ": " + strings.Join(parts, ", ")
}

// piles describes the stock and the pile.
func (x *scene) piles(words *session.Words) string {
	text := fmt.Sprintf("Stock: %d cards. Pile: ", x.stock)
	if x.top == card.None {
		return text + "empty."
	}
	text += words.Cards([]card.Card{x.top})
	if x.pileSize > 1 {
		text += fmt.Sprintf(" on top of %d cards", x.pileSize)
	}
	return text + "."
}

// isJoker reports whether a card is a joker.
func (x *scene) isJoker(c card.Card) bool { return c == card.Joker || c.Rank() == x.wild }
