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
	all   []*demand                 // since the deal; each has a place
	stock []*place                  // that is left, the next card first
	pile  []card.Card               // the discard pile, the top last
	drawn [game.MaxPlayers][]*place // of all cards that a seat was dealt or has drawn from the stock
	known [game.MaxPlayers]card.Bag // cards that are in a hand by the events
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
	card *demand // nil until it is known
}

// demand is a card that by the events is in one of some places.
type demand struct {
	card   card.Card
	places []*place
	at     *place // the one that it has now
	tried  int    // the number of demands when it last looked for a place
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
	t.all, t.pile, t.drawn, t.known = nil, nil, [game.MaxPlayers][]*place{}, [game.MaxPlayers]card.Bag{}
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
		t.drawn[q] = slices.Clone(d.hands[q])
		places -= t.size
		for i, c := range hand {
			if !t.settle(c, d.hands[q][i:i+1]) {
				return fmt.Errorf("seat %d cannot be dealt %v", q, c)
			}
			t.known[q].Add(c)
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
			t.known[q].Add(t.pile[n-1])
			t.pile = t.pile[:n-1]
		}
		return nil
	}
	if len(t.stock) == 0 {
		return fmt.Errorf("%v cannot be in the stock, which is empty", e.Card)
	}
	x := t.stock[0]
	t.drawn[q], t.stock = append(t.drawn[q], x), t.stock[1:]
	if x.card != nil {
		t.known[q].Add(x.card.card)
	}
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
	known := t.known[q]
	for _, c := range cards {
		switch {
		case c.Valid() && known.Remove(c):
		case t.settle(c, t.drawn[q]):
			t.known[q].Add(c)
		default:
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
	t.known[q].Remove(c)
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

// settle puts c in one of the places, and reports whether it found a way to. Cards that were put in places before make room.
func (t *table) settle(c card.Card, places []*place) bool {
	if !c.Valid() {
		return false
	}
	w := &demand{card: c, places: places}
	t.all = append(t.all, w)
	return t.find(w)
}

// find puts w in one of its places. If none is left, another card makes room and has to find a place itself, by an augmenting path as in a bipartite
// matching. It is not a search of all ways: a card never makes two others move, and each moves at most once.
func (t *table) find(w *demand) bool {
	w.tried = len(t.all)
	if t.put(w) {
		return true
	}
	first := int(card.Below(t.src, uint64(len(t.all))))
	for i := range t.all {
		y := t.all[(first+i)%len(t.all)]
		if y.tried == len(t.all) || len(y.places) == 1 || y.card != w.card && !slices.Contains(w.places, y.at) {
			continue
		}
		from := y.at
		from.clear()
		if t.put(w) {
			if t.find(y) {
				return true
			}
			w.at.clear()
		}
		from.fill(y)
	}
	return false
}

// put puts w in one of its places that are not known, and reports whether there is one. A place of a deal is as likely as the card is among the
// cards of the deal whose place is not known.
func (t *table) put(w *demand) bool {
	var at *place
	all := 0.0
	for _, x := range w.places {
		if n := x.of.rest[w.card.Index()]; x.card == nil && n > 0 {
			likely := float64(n) / float64(x.of.left)
			if all += likely; game.Unit(t.src.Uint64())*all < likely {
				at = x
			}
		}
	}
	if at != nil {
		at.fill(w)
	}
	return at != nil
}

// fill puts w in a place that is not known.
func (x *place) fill(w *demand) {
	x.card, w.at = w, x
	x.of.take(w.card)
}

// clear makes a place that is known one that is not.
func (x *place) clear() {
	x.of.rest[x.card.card.Index()]++
	x.of.left++
	x.card = nil
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
			if x.card != nil {
				cards = append(cards, x.card.card)
			} else {
				cards, rest = append(cards, rest[0]), rest[1:]
			}
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
		all[i] = &place{of: d}
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
