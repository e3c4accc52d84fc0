package record

import (
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// table is what the events that a seat saw say about the places of the cards.
type table struct {
	*Follower
	decks []*deal
	stock []*place                  // that is left, the next card first
	pile  []card.Card               // the discard pile, the top last
	held  [game.MaxPlayers][]*place // cards of a hand that were dealt or drawn from the stock
	taken [game.MaxPlayers]card.Bag // cards of a hand from the discard pile
}

// deal is what chance deals at once: a deal, or the stock after a reshuffle.
type deal struct {
	event Event // that told it
	hands [][]*place
	stock []*place
	rest  [card.NumKinds]uint8 // cards whose place is not known
	left  int                  // their number
}

// place is a place of a card that chance deals.
type place struct {
	of   *deal
	card card.Card // card.None until it is known
}

// deck returns the order of all cards that chance has dealt: where the events do not settle it, by chance. Now is the event of a deal with the hands
// and the stock after the events, or nil. Settled is the number of cards before the last deal.
func (t *table) deck(now *Event) (deck []card.Card, settled int, err error) {
	r := t.player.record
	if i := slices.IndexFunc(r.Events, func(e Event) bool { return e.Type == End }) + 1; i > 0 && i < len(r.Events) {
		return nil, 0, fmt.Errorf("%s: the game is over by the rules", r.at(i))
	}
	for i := range r.Events {
		e := &r.Events[i]
		if len(t.decks) == 0 && e.Type != Deal { // it ends a deal that is settled
			continue
		}
		err := t.see(e)
		if err == nil && (e.Type == Deal || e.Type == Reshuffle) {
			err = t.foresee(r.Events[i+1:])
		}
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", r.at(i), err)
		}
	}
	if now != nil {
		if err := t.end(now); err != nil {
			return nil, 0, err
		}
	}
	deck = slices.Clone(t.past.Deck)
	for _, d := range t.decks {
		if d.event.Type == Deal {
			settled = len(deck)
		}
		cards, err := t.order(d)
		if err != nil {
			return nil, 0, err
		}
		deck = append(deck, cards...)
	}
	return deck, settled, nil
}

// see notes what an event shows.
func (t *table) see(e *Event) error {
	q := e.Seat
	switch e.Type {
	case Deal:
		return t.deal(e)
	case Reshuffle:
		return t.reshuffle(e)
	case Score:
		for q, hand := range e.Hands {
			if err := t.show(game.Player(q), hand...); err != nil {
				return err
			}
		}
		return nil
	case Draw, Discard, Declare, Knock, Meld, LayOff:
		if q < 0 || int(q) >= t.game.Players() {
			return fmt.Errorf("it is of seat %d, want 0 to %d", q, t.game.Players()-1)
		}
	}
	switch e.Type {
	case Draw:
		return t.draw(e)
	case Knock:
		return t.show(q, e.Cards...)
	case Discard:
		return t.leave(q, e.Card, true)
	case LayOff:
		return t.leave(q, e.Card, false)
	case Declare:
		if err := t.show(q, append(slices.Clone(e.Cards), e.Card)...); err != nil {
			return err
		}
		return t.leave(q, e.Card, true)
	case Meld:
		if err := t.show(q, e.Cards...); err != nil {
			return err
		}
		for _, c := range e.Cards {
			if err := t.leave(q, c, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// deal begins a deal as the seat saw it.
func (t *table) deal(e *Event) error {
	seats := t.game.Players()
	if len(e.Hands) != seats {
		return fmt.Errorf("%d hands are dealt, want %d", len(e.Hands), seats)
	}
	d := &deal{event: *e, rest: counted(t.cards), left: len(t.cards), hands: make([][]*place, seats)}
	t.decks = append(t.decks, d)
	t.pile, t.held, t.taken = nil, [game.MaxPlayers][]*place{}, [game.MaxPlayers]card.Bag{}
	places := len(t.cards) - t.out // in the stock
	for q, hand := range e.Hands {
		switch {
		case hand != nil && len(hand) == 0: // not dealt in
			continue
		case game.Player(q) == t.player.record.Viewer && len(hand) != t.size:
			return fmt.Errorf("seat %d is dealt %d cards, want %d", q, len(hand), t.size)
		case game.Player(q) != t.player.record.Viewer && hand != nil:
			return fmt.Errorf("the hand of seat %d is shown, want null", q)
		}
		d.hands[q] = d.places(t.size)
		t.held[q] = slices.Clone(d.hands[q])
		places -= t.size
		for i, c := range hand {
			if !t.settle(c, d.hands[q][i:i+1]) {
				return fmt.Errorf("seat %d cannot be dealt %v", q, c)
			}
		}
	}
	for _, c := range [...]card.Card{e.Wildcard, e.Upcard} {
		if c == card.None {
			continue
		}
		if places--; !d.take(c) {
			return fmt.Errorf("%v is turned up, which is not left in the deck", c)
		}
	}
	if e.StockSize != places || places < 0 {
		return fmt.Errorf("field stock_size is %d, want %d", e.StockSize, places)
	}
	if e.Upcard != card.None {
		t.pile = append(t.pile, e.Upcard)
	}
	d.stock = d.places(places)
	t.stock = d.stock
	return nil
}

// reshuffle makes the discard pile the stock. Its upcard is known.
func (t *table) reshuffle(e *Event) error {
	d := &deal{event: *e, rest: counted(t.pile), left: len(t.pile)}
	if !d.take(e.Upcard) {
		return fmt.Errorf("the upcard is %v, which is not in the discard pile", e.Upcard)
	}
	if n := len(t.pile) - 1; e.StockSize != n {
		return fmt.Errorf("field stock_size is %d, want %d", e.StockSize, n)
	}
	d.stock = d.places(e.StockSize)
	t.decks = append(t.decks, d)
	t.stock, t.pile = d.stock, []card.Card{e.Upcard}
	return nil
}

// draw moves a card to a hand.
func (t *table) draw(e *Event) error {
	q := e.Seat
	if e.From == Pile {
		if n := len(t.pile); n > 0 && e.Card != card.None { // without a card the hand ends
			t.taken[q].Add(t.pile[n-1])
			t.pile = t.pile[:n-1]
		}
		return nil
	}
	if len(t.stock) == 0 {
		return fmt.Errorf("%v cannot be in the stock, which is empty", e.Card)
	}
	t.held[q] = append(t.held[q], t.stock[0])
	t.stock = t.stock[1:]
	return nil
}

// foresee settles the cards of the stock that the seat draws until the next chance event. Other cards get their places where these are not.
func (t *table) foresee(events []Event) error {
	left := t.stock
	for i := range events {
		e := &events[i]
		switch {
		case e.Type == Deal || e.Type == Reshuffle:
			return nil
		case e.Type != Draw || e.From != Stock || len(left) == 0:
			continue
		case (e.Seat == t.player.record.Viewer || e.Card != card.None) && !t.settle(e.Card, left[:1]):
			return fmt.Errorf("a later draw: %v cannot be in the stock", e.Card)
		}
		left = left[1:]
	}
	return nil
}

// show notes that seat q holds the cards, all at once.
func (t *table) show(q game.Player, cards ...card.Card) error {
	known := t.taken[q]
	for _, x := range t.held[q] {
		known.Add(x.card)
	}
	for _, c := range cards {
		if !c.Valid() || !known.Remove(c) && !t.settle(c, t.held[q]) {
			return fmt.Errorf("seat %d cannot hold %v", q, c)
		}
	}
	return nil
}

// leave takes a card from the hand of seat q, to the discard pile or to the melds.
func (t *table) leave(q game.Player, c card.Card, discarded bool) error {
	if err := t.show(q, c); err != nil {
		return err
	}
	if !t.taken[q].Remove(c) {
		i := slices.IndexFunc(t.held[q], func(x *place) bool { return x.card == c })
		t.held[q] = slices.Delete(t.held[q], i, i+1)
	}
	if discarded {
		t.pile = append(t.pile, c)
	}
	return nil
}

// end settles what a state after the events has in the hands and in the stock.
func (t *table) end(now *Event) error {
	for q, hand := range now.Hands {
		if err := t.show(game.Player(q), hand...); err != nil {
			return err
		}
	}
	for i, c := range now.Stock {
		if i >= len(t.stock) || !t.settle(c, t.stock[i:i+1]) {
			return fmt.Errorf("%v cannot be in the stock", c)
		}
	}
	return nil
}

// settle puts c in one of the places that are not known, and reports whether there is one. A place of a deal is as likely as c is among the
// cards of the deal whose place is not known.
func (t *table) settle(c card.Card, places []*place) bool {
	var at *place
	all := 0.0
	for _, x := range places {
		if c.Valid() && x.card == card.None && x.of.rest[c.Index()] > 0 {
			likely := float64(x.of.rest[c.Index()]) / float64(x.of.left)
			if all += likely; game.Unit(t.src.Uint64())*all < likely {
				at = x
			}
		}
	}
	if at == nil {
		return false
	}
	at.card = c
	return at.of.take(c)
}

// order returns the cards of a deal in order, those of unknown places by chance.
func (t *table) order(d *deal) ([]card.Card, error) {
	var rest []card.Card
	for k, n := range d.rest {
		for range n {
			rest = append(rest, card.FromIndex(k))
		}
	}
	card.Shuffle(rest, t.src)
	fill := func(places []*place) (cards []card.Card) {
		for _, x := range places {
			if x.card == card.None {
				x.card, rest = rest[0], rest[1:]
			}
			cards = append(cards, x.card)
		}
		return cards
	}
	if d.event.Type == Reshuffle {
		return append([]card.Card{d.event.Upcard}, fill(d.stock)...), nil
	}
	e := d.event
	e.Hands = slices.Clone(e.Hands)
	for q, places := range d.hands {
		if places != nil {
			e.Hands[q] = fill(places)
		}
	}
	e.Stock = fill(d.stock)
	return t.game.DeckOf(&e)
}

// places returns n places.
func (d *deal) places(n int) []*place {
	all := make([]*place, n)
	for i := range all {
		all[i] = &place{of: d, card: card.None}
	}
	return all
}

// take takes a card from those whose place is not known, and reports whether there is one.
func (d *deal) take(c card.Card) bool {
	if !c.Valid() || d.rest[c.Index()] == 0 {
		return false
	}
	d.rest[c.Index()]--
	d.left--
	return true
}
