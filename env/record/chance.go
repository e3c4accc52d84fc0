package record

import (
	"errors"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Stocked is a state that reports the cards of its stock, the next one first. They are hidden from all seats.
type Stocked interface {
	game.State

	AppendStock(dst []card.Card) []card.Card

	// SetStock puts the cards of the stock in another order. If there are none, it gives the order of the next
	// reshuffle: the upcard after it, then the new stock. Where these are other cards, Apply returns an error.
	SetStock(cards []card.Card)
}

// Chance lists the outcomes of chance in a game with their probabilities, and makes each of them happen: the deals, and the
// cards drawn from the stock. Orders of the stock that nobody has seen are one outcome: each draw is any card of the
// stock, as if it had been shuffled before the draw. A reshuffle leaves the new stock unseen too.
//
// A deal is made by DealRecorded, a draw by [Stocked]. It is not safe for concurrent use.
type Chance struct {
	game    Game
	deck    [card.NumKinds]uint8
	form    Event // a deal, for the sizes of its hands
	scratch game.State
	now     []Event
}

// NewChance returns the chance of g, which must have Deck() []card.Card, the cards that a deal shuffles.
func NewChance(g Game) (*Chance, error) {
	d, ok := g.(interface{ Deck() []card.Card })
	if !ok {
		return nil, fmt.Errorf("the game %s does not say which cards it deals, so its deals cannot be listed", g.Name())
	}
	c := &Chance{game: g, scratch: g.NewState()}
	deck := d.Deck()
	if err := g.DealDeck(c.scratch, deck, 0); err != nil {
		return nil, err
	}
	c.now = g.AppendEvents(c.now[:0], nil, c.scratch, game.NoAction)
	if len(c.now) == 0 || c.now[0].Type != Deal {
		return nil, fmt.Errorf("the game %s reports no event for its deal", g.Name())
	}
	c.form = c.now[0]
	c.form.Key = nil // any starter
	c.deck = counted(deck)
	return c, nil
}

// counted returns the number of each kind of card.
func counted(cards []card.Card) (n [card.NumKinds]uint8) {
	for _, c := range cards {
		n[c.Index()]++
	}
	return n
}

// Deals calls visit with every deal that somebody can tell from the others, and its probability; they sum to 1. The stock of
// a deal has an arbitrary order. The event is valid until visit returns; DealRecorded starts its game. Deals
// returns the first error of visit, or its own if the deals of the game cannot be listed.
func (c *Chance) Deals(visit func(deal *Event, probability float64) error) error {
	starters, err := c.starters()
	if err != nil {
		return err
	}
	e := c.form
	e.Hands = make([][]card.Card, len(c.form.Hands))
	for p := range e.Hands {
		e.Hands[p] = slices.Clone(c.form.Hands[p])
	}
	e.Stock = slices.Clone(c.form.Stock)
	d := dealer{Chance: c, rest: c.deck, deal: &e, visit: func(probability float64) error {
		for _, q := range starters {
			e.Starter = q
			if err := c.possible(&e); err != nil {
				return err
			}
			if err := visit(&e, probability/float64(len(starters))); err != nil {
				return err
			}
		}
		return nil
	}}
	for _, n := range c.deck {
		d.left += int(n)
	}
	return d.hand(0, 1)
}

// Count returns the number of deals that Deals lists, without listing them. Above 2⁵³ it is rounded.
func (c *Chance) Count() (float64, error) {
	starters, err := c.starters()
	if err != nil {
		return 0, err
	}
	var places []int // numbers of cards
	for _, hand := range c.form.Hands {
		places = append(places, len(hand))
	}
	for _, one := range []card.Card{c.form.Wildcard, c.form.Upcard} {
		if one != card.None {
			places = append(places, 1)
		}
	}
	size := 1
	for _, n := range places {
		size *= n + 1
	}
	// The number of ways to fill the places with cards of the kinds so far, by how full they are: digits of the index.
	ways := make([]float64, size)
	ways[0] = 1
	for _, copies := range c.deck {
		next := make([]float64, size)
		for at, n := range ways {
			if n == 0 {
				continue
			}
			var put func(i, digit, to, left int)
			put = func(i, digit, to, left int) {
				if i == len(places) {
					next[to] += n
					return
				}
				full := at / digit % (places[i] + 1)
				for k := 0; k <= min(left, places[i]-full); k++ {
					put(i+1, digit*(places[i]+1), to+k*digit, left-k)
				}
			}
			put(0, 1, at, int(copies))
		}
		ways = next
	}
	return ways[size-1] * float64(len(starters)), nil
}

// starters returns the seats that may start. A random starter is that of the event, and each is equally likely.
func (c *Chance) starters() (all []game.Player, err error) {
	for q := range game.Player(c.game.Players()) {
		e := c.form
		e.Starter = q
		if err := DealRecorded(c.game, c.scratch, &e); err != nil {
			return nil, err
		}
		c.now = c.game.AppendEvents(c.now[:0], nil, c.scratch, game.NoAction)
		if !slices.Contains(all, c.now[0].Starter) {
			all = append(all, c.now[0].Starter)
		}
	}
	return all, nil
}

// possible returns an error if the rules deal the cards of e in another way, such as to skip a joker.
func (c *Chance) possible(e *Event) error {
	if err := DealRecorded(c.game, c.scratch, e); err != nil {
		return err
	}
	c.now = c.game.AppendEvents(c.now[:0], nil, c.scratch, game.NoAction)
	got := &c.now[0]
	same := got.Wildcard == e.Wildcard && got.Upcard == e.Upcard && got.Starter == e.Starter
	for p := range e.Hands {
		same = same && counted(got.Hands[p]) == counted(e.Hands[p])
	}
	if !same {
		return fmt.Errorf("the rules of %s replace cards that are dealt (%v as the wildcard, %v as the upcard), so their deals cannot be listed: choose rules without jokers in the deck, or without such a replacement", c.game.Name(), e.Wildcard, e.Upcard)
	}
	return nil
}

// dealer fills the places of a deal one after the other.
type dealer struct {
	*Chance
	rest  [card.NumKinds]uint8 // cards that have no place yet
	left  int                  // their number
	deal  *Event
	visit func(probability float64) error
}

// hand fills the hand of seat p and all places after it. Probability is that of the places before it.
func (d *dealer) hand(p int, probability float64) error {
	if p == len(d.deal.Hands) {
		return d.card(0, probability)
	}
	return d.fill(p, 0, 0, probability, 1)
}

// fill fills the hand of seat p from card i on with cards of kind k or later. Ways is the number of ways to take the cards before among
// equal ones, over that of all hands.
func (d *dealer) fill(p, i, k int, probability, ways float64) error {
	hand := d.deal.Hands[p]
	if i == len(hand) {
		for m := range len(hand) { // over the binomial coefficient of left+len(hand) and len(hand)
			ways *= float64(m+1) / float64(d.left+m+1)
		}
		return d.hand(p+1, probability*ways)
	}
	if k == card.NumKinds {
		return nil
	}
	if err := d.fill(p, i, k+1, probability, ways); err != nil {
		return err
	}
	most := min(int(d.rest[k]), len(hand)-i)
	of := d.rest[k]
	defer func() { d.left += int(of - d.rest[k]); d.rest[k] = of }()
	for n := 1; n <= most; n++ {
		ways *= float64(int(of)-n+1) / float64(n)
		hand[i+n-1] = card.FromIndex(k)
		d.rest[k]--
		d.left--
		if err := d.fill(p, i+n, k+1, probability, ways); err != nil {
			return err
		}
	}
	return nil
}

// card fills the wildcard, the upcard and the stock.
func (d *dealer) card(i int, probability float64) error {
	places := [...]*card.Card{&d.deal.Wildcard, &d.deal.Upcard}
	if i == len(places) {
		d.deal.Stock = d.deal.Stock[:0]
		for k, n := range d.rest {
			for range n {
				d.deal.Stock = append(d.deal.Stock, card.FromIndex(k))
			}
		}
		return d.visit(probability)
	}
	if [...]card.Card{d.form.Wildcard, d.form.Upcard}[i] == card.None {
		return d.card(i+1, probability)
	}
	for k, n := range d.rest {
		if n == 0 {
			continue
		}
		*places[i] = card.FromIndex(k)
		share := float64(n) / float64(d.left)
		d.rest[k]--
		d.left--
		err := d.card(i+1, probability*share)
		d.rest[k]++
		d.left++
		if err != nil {
			return err
		}
	}
	return nil
}

// Apply applies action a to s in every way that chance allows. It sets to, a state of the same game, to the
// state after, and calls visit with what happened (see [Game].AppendEvents) and its probability; they sum to 1. Buf is
// memory for the events, which are valid until visit returns; visit may call Apply with other states and another
// buffer. s does not change. Apply returns buf for the next call, and the first error of visit, of an illegal action, or
// that of a deal in the middle of an episode, which it cannot list.
func (c *Chance) Apply(buf []Event, s, to game.State, a game.Action, visit func(events []Event, probability float64) error) ([]Event, error) {
	to.CopyFrom(s)
	if err := to.Apply(a); err != nil {
		return buf, err
	}
	buf = c.game.AppendEvents(buf[:0], s, to, a)
	drew := 0 // the event of the draw
	for drew < len(buf) && buf[drew].Type == Reshuffle {
		drew++
	}
	for i := range buf {
		if buf[i].Type == Deal {
			return buf, errors.New("the episode has several deals, so its positions cannot be listed: choose a game whose episode is one deal")
		}
	}
	if drew == len(buf) || buf[drew].Type != Draw || buf[drew].From != Stock {
		if drew > 0 {
			return buf, errors.New("a reshuffle without a draw from the stock cannot be listed")
		}
		return buf, visit(buf, 1)
	}
	stock, ok := s.(Stocked)
	if !ok {
		return buf, fmt.Errorf("the game %s draws from a stock that it does not report", c.game.Name())
	}
	if drew > 0 {
		return c.reshuffle(buf[0], buf, stock, to, a, visit)
	}
	return c.draw(nil, stock.AppendStock(nil), buf, stock, to, a, 1, visit)
}

// reshuffle is Apply of a draw that begins with the reshuffle told. The upcard afterwards is any card of the discard
// pile with which the rules allow it.
func (c *Chance) reshuffle(told Event, buf []Event, s Stocked, to game.State, a game.Action, visit func([]Event, float64) error) ([]Event, error) {
	cards := append([]card.Card{told.Upcard}, told.Stock...)
	slices.Sort(cards)
	var first []int // of each kind that can be the upcard
	total := 0
	for i, upcard := range cards {
		if i > 0 && upcard == cards[i-1] {
			continue
		}
		c.scratch.CopyFrom(s)
		c.scratch.(Stocked).SetStock(upFront(cards, i))
		if err := c.scratch.Apply(a); err == nil {
			first = append(first, i)
			total += copies(cards, upcard)
		}
	}
	var err error
	for _, i := range first {
		order := upFront(cards, i)
		probability := float64(copies(cards, cards[i])) / float64(total)
		if buf, err = c.draw(order[:1], order[1:], buf, s, to, a, probability, visit); err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// draw is Apply of the draw of one of the cards, after a reshuffle whose upcard is in up, if there is one.
func (c *Chance) draw(up, cards []card.Card, buf []Event, s Stocked, to game.State, a game.Action, probability float64, visit func([]Event, float64) error) ([]Event, error) {
	cards = slices.Sorted(slices.Values(cards))
	for i, x := range cards {
		if i > 0 && x == cards[i-1] {
			continue
		}
		c.scratch.CopyFrom(s)
		c.scratch.(Stocked).SetStock(append(slices.Clone(up), upFront(cards, i)...))
		to.CopyFrom(c.scratch)
		if err := to.Apply(a); err != nil {
			return buf, err
		}
		buf = c.game.AppendEvents(buf[:0], c.scratch, to, a)
		if err := visit(buf, probability*float64(copies(cards, x))/float64(len(cards))); err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// upFront returns the cards with card i before the others.
func upFront(cards []card.Card, i int) []card.Card {
	return slices.Concat(cards[i:i+1], cards[:i], cards[i+1:])
}

// copies returns the number of cards that are c.
func copies(cards []card.Card, c card.Card) (n int) {
	for _, x := range cards {
		if x == c {
			n++
		}
	}
	return n
}
