package gin

import (
	"flag"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
)

var long = flag.Bool("long", false, "count the positions of all small presets, and play 10,000 games of each for each check of the suite")

// place is what decides how a hand can go on.
type place struct {
	phase     Phase
	mover     game.Player
	passes    uint8
	fromPile  bool
	drawn, up card.Card
	turn      int32
	hands     [seats]card.Cards
	stock     card.Cards
}

// after is the numbers of ways that a hand can go on from a place.
type after struct {
	ways  int64 // sequences of actions and cards drawn, the empty one included
	alike int64 // places that are this one with the suits exchanged, this one included
}

// counter counts the positions of a game in which the rules lay down melds.
type counter struct {
	suits  []card.Suit
	orders [][]card.Suit // all orders of the suits
	places map[place]after
	tables []*State // one for each level
}

func newCounter(g *Game) *counter {
	n := &counter{places: map[place]after{}}
	for s := range card.Suit(g.rules.Suits) {
		n.suits = append(n.suits, s)
	}
	n.order(nil)
	for range 4*g.rules.MaxTurns + 4 {
		n.tables = append(n.tables, g.NewTable())
	}
	return n
}

// order appends the orders of the suits that begin with some.
func (n *counter) order(some []card.Suit) {
	if len(some) == len(n.suits) {
		n.orders = append(n.orders, slices.Clone(some))
		return
	}
	for _, s := range n.suits {
		if !slices.Contains(some, s) {
			n.order(append(some, s))
		}
	}
}

// exchanged returns the cards with other suits.
func exchanged(cs card.Cards, order []card.Suit) (to card.Cards) {
	for s, t := range order {
		to |= card.Cards(cs.Ranks(card.Suit(s))) << (16 * t)
	}
	return to
}

func exchangedCard(c card.Card, order []card.Suit) card.Card {
	if c == card.None {
		return c
	}
	return card.New(c.Rank(), order[c.Suit()])
}

// first returns the first of the places that are p with the suits exchanged, and their number.
func (n *counter) first(p place) (first place, alike int64) {
	same := 0
	for i, order := range n.orders {
		q := p
		q.drawn, q.up, q.stock = exchangedCard(p.drawn, order), exchangedCard(p.up, order), exchanged(p.stock, order)
		q.hands[0], q.hands[1] = exchanged(p.hands[0], order), exchanged(p.hands[1], order)
		if i == 0 || slices.Compare(q.cards(), first.cards()) < 0 {
			first = q
		}
		if q == p {
			same++
		}
	}
	return first, int64(len(n.orders) / same)
}

func (p *place) cards() []uint64 {
	return []uint64{uint64(p.hands[0]), uint64(p.hands[1]), uint64(p.stock), uint64(p.drawn), uint64(p.up)}
}

// ways returns the number of positions from s on: of decisions and ends, one for each way that leads to them.
func (n *counter) ways(t *testing.T, s *State, level int) int64 {
	if s.phase == Over {
		return 1
	}
	p := place{phase: s.phase, mover: s.mover, fromPile: s.fromPile, drawn: s.drawn, up: s.Upcard(), turn: s.turn, hands: s.hands}
	if s.turned <= seats {
		p.passes = s.turned
	}
	for _, c := range s.deck[s.head:] {
		p.stock = p.stock.With(c)
	}
	p, alike := n.first(p)
	if known, ok := n.places[p]; ok {
		return known.ways
	}
	var legal game.Mask
	if s.Legal(&legal); legal.Count() == 0 {
		t.Fatalf("no action is legal:\n%v", s)
	}
	total, next := int64(1), n.tables[level]
	for a := range legal.Each() {
		outcomes := 1
		if a == DrawStock {
			outcomes = s.StockSize()
		}
		for i := range outcomes {
			*next = *s
			top, j := int(s.head), int(s.head)+i
			if outcomes > 1 {
				next.deck[top], next.deck[j] = next.deck[j], next.deck[top]
			}
			mustApply(t, next, a)
			total += n.ways(t, next, level+1)
		}
	}
	n.places[p] = after{total, alike}
	return total
}

// subsets calls visit with the subsets of a size.
func subsets(from card.Cards, size int, visit func(card.Cards)) {
	if size == 0 {
		visit(0)
		return
	}
	for rest := from; rest != 0; rest &= rest - 1 {
		c := rest & -rest
		from &^= c
		subsets(from, size-1, func(s card.Cards) { visit(s | c) })
	}
}

// count returns the numbers of deals, of positions in all games, and of those that differ.
func count(t *testing.T, r Rules) (deals, positions, different int64) {
	g := newGame(t, r)
	n, s := newCounter(g), g.NewTable()
	done := map[place]int64{} // positions after deals
	pack := r.Pack()
	subsets(pack, r.HandSize, func(a card.Cards) {
		subsets(pack&^a, r.HandSize, func(b card.Cards) {
			for up := range (pack &^ a &^ b).Each() {
				deals++
				at, _ := n.first(place{hands: [seats]card.Cards{a, b}, up: up, drawn: card.None})
				if _, ok := done[at]; !ok {
					var deck []card.Card
					for x, y := a, b; x != 0; x, y = x&(x-1), y&(y-1) {
						deck = append(deck, x.First(), y.First())
					}
					deck = append(deck, up)
					deck = slices.AppendSeq(deck, (pack &^ a &^ b).Without(up).Each())
					must.Do(t, g.DealDeck(s, deck, 1))
					done[at] = n.ways(t, s, 0)
				}
				positions += done[at]
			}
		})
	})
	for _, p := range n.places {
		different += p.alike
	}
	return deals, positions, different
}

// The numbers of positions of the small presets, which docs/rules-gin.md gives. They are frozen: results for these
// games depend on them.
func TestPresetSizes(t *testing.T) {
	for _, c := range []struct {
		preset                      string
		long                        bool
		deals, positions, different int64
	}{
		{"tiny", false, 1120, 99_200, 14_840},
		{"small", true, 5040, 6_936_480, 235_620},
		{"medium", true, 138_600, 942_505_200, 10_962_864},
	} {
		if c.long && !*long {
			continue
		}
		r := must.Get(Preset(c.preset))(t)
		deals, positions, different := count(t, r)
		if deals != c.deals || positions != c.positions || different != c.different {
			t.Errorf("%s has %d deals, %d positions and %d that differ, want %d, %d and %d", c.preset, deals, positions, different, c.deals, c.positions, c.different)
		}
	}
}
