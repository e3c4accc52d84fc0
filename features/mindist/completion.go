package mindist

import (
	"fmt"
	"math/bits"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// Role is the way in which a place of a completed meld is filled.
type Role uint8

// The roles.
const (
	Natural    Role = iota // a card of the hand in its own place
	Joker                  // a joker of the hand that stands for a missing card
	SuperJoker             // a card that is still missing
)

var roleNames = [...]string{"natural", "joker", "super joker"}

// String returns the name of the role in lower case.
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return "unknown role"
}

// Place is one place of a completed meld.
type Place struct {
	For  card.Card // the card that the place is for
	Card card.Card // the card of the hand in that place, card.None for a super joker
	Role Role
}

// CompletedMeld is a meld of a completed declaration. Kind is its kind after the cards For
// have replaced the super jokers. The places of a sequence are in ascending order, the ace
// last if it is high; those of a set are ordered by suit.
type CompletedMeld struct {
	Kind   meld.Kind
	Places []Place
}

// Completion is a declaration nearest to a hand.
type Completion struct {
	Melds    []CompletedMeld // pure sequences first, then sets, then other sequences
	Free     []card.Card     // cards of the hand outside the declaration, ascending
	Distance int             // number of super jokers in Melds, the MinDist of the hand
}

// Complete returns a declaration at distance [Of] from the hand. If there are several, it
// always returns the same one.
func Complete(hand card.Bag, wild card.Rank) Completion {
	return Declaration.Complete(hand, wild)
}

// Complete is [Complete] for this target. It panics if the target is not valid, or not of
// the full pack.
func (t Target) Complete(hand card.Bag, wild card.Rank) Completion {
	if t.pack() != card.All {
		panic(fmt.Sprintf("mindist: Complete in the pack %v: want the full pack", t.pack()))
	}
	enough := 0
	if t.Requirement == meld.PureAndSequence {
		enough = t.MinDist(hand, wild) // faster than the search below
	}
	s := t.search(hand, wild, enough)
	f := filler{left: hand, wild: wild, free: naturals(wild)}
	done := Completion{Distance: s.best}
	// Natural cards are laid first, into all melds; then jokers fill the holes of impure
	// melds, and super jokers the remaining ones.
	lay := s.found
	for _, p := range lay.pure[:lay.nPure] {
		done.Melds = append(done.Melds, f.pure(p))
	}
	for _, p := range lay.sets[:lay.nSets] {
		done.Melds = append(done.Melds, f.set(p))
	}
	for _, p := range f.runs(lay.runs) {
		done.Melds = append(done.Melds, f.run(p))
	}
	f.jokers(done.Melds)
	done.Free = f.left.Append(nil)
	return done
}

// filler lays the cards of a hand into melds.
type filler struct {
	left card.Bag // cards not laid yet
	wild card.Rank
	free card.Cards // the cards that are not of the wild rank
}

// place fills one place, with a natural card of the hand if there is one.
func (f *filler) place(c card.Card, natural card.Cards) Place {
	if natural.Has(c) && f.left.Remove(c) {
		return Place{For: c, Card: c, Role: Natural}
	}
	return Place{For: c, Card: card.None, Role: SuperJoker}
}

// run fills the places of a run, natural cards only.
func (f *filler) run(p place) CompletedMeld {
	return CompletedMeld{Kind: meld.Sequence, Places: f.along(p, f.free)}
}

// pure fills the places of a pure run, also with wild cards in their own place.
func (f *filler) pure(p place) CompletedMeld {
	return CompletedMeld{Kind: meld.PureSequence, Places: f.along(p, card.All)}
}

// along fills the places of a run in ascending order, a high ace last.
func (f *filler) along(p place, natural card.Cards) (places []Place) {
	for r := range card.Rank(card.NumRanks + 1) {
		low, high := r == card.Ace && p.ranks>>card.King&1 != 0, r == card.NumRanks
		if low || high && p.ranks>>card.King&1 == 0 || p.ranks>>(r%card.NumRanks)&1 == 0 {
			continue
		}
		places = append(places, f.place(card.New(r%card.NumRanks, p.suit), natural))
	}
	return places
}

// set fills the places of a set: the suits that the search chose, and the lowest of the
// other suits.
func (f *filler) set(p place) CompletedMeld {
	suits := p.suits
	for s := uint8(0); bits.OnesCount8(suits) < p.size; s++ {
		suits |= 1 << s
	}
	m := CompletedMeld{Kind: meld.Set}
	for s := range card.Suit(card.NumSuits) {
		if suits>>s&1 == 0 {
			continue
		}
		natural := f.free
		if p.suits>>s&1 == 0 {
			natural = 0
		}
		m.Places = append(m.Places, f.place(card.New(p.rank, s), natural))
	}
	return m
}

// jokers puts the remaining jokers of the hand into impure melds, wild cards before printed
// jokers, and corrects the kinds of melds without jokers.
func (f *filler) jokers(melds []CompletedMeld) {
	for i := range melds {
		m := &melds[i]
		impure := false
		for j := range m.Places {
			p := &m.Places[j]
			if p.Role == SuperJoker && m.Kind != meld.PureSequence {
				if c := f.joker(); c != card.None {
					p.Card, p.Role, impure = c, Joker, true
				}
			}
		}
		switch {
		case impure || m.Kind == meld.PureSequence:
		case m.Kind == meld.Set:
			m.Kind = meld.PureSet
		default:
			m.Kind = meld.PureSequence
		}
	}
}

// joker removes a joker from the hand and returns it, card.None if there is none.
func (f *filler) joker() card.Card {
	c := card.None
	if wilds := f.left.Once &^ f.free; wilds != 0 {
		c = wilds.First()
	} else if f.left.Jokers > 0 {
		c = card.Joker
	}
	f.left.Remove(c)
	return c
}

// runs returns runs of the given total length that cover the maximum number of natural
// cards. It divides the total among the suits, then takes one run after the other.
func (f *filler) runs(total int) (runs []place) {
	left := lanesOf(f.left, f.free)
	var r [card.NumSuits]reach
	for s := range r {
		r[s] = left[s].reach()
	}
	var part, best [card.NumSuits]int
	most := -1
	var divide func(s, rest, covered int)
	divide = func(s, rest, covered int) {
		if s == card.NumSuits {
			if rest == 0 && covered > most {
				most, best = covered, part
			}
			return
		}
		for n := 0; n <= rest; n++ {
			if n == 0 || n >= minRun {
				part[s] = n
				divide(s+1, rest-n, covered+r[s].at(n))
			}
		}
	}
	divide(0, total, 0)
	for s, n := range best {
		for l := left[s]; n > 0; {
			w := l.peel(n)
			runs = append(runs, place{suit: card.Suit(s), ranks: w, size: bits.OnesCount16(w)})
			l, n = l.take(w), n-bits.OnesCount16(w)
		}
	}
	return runs
}

// peel returns the first window of any runs of total length n that cover the maximum number
// of cards of l.
func (l lane) peel(n int) uint16 {
	want := l.reach().at(n)
	for _, w := range windows {
		rest := n - bits.OnesCount16(w)
		if rest < 0 || rest == 1 || rest == 2 {
			continue
		}
		if bits.OnesCount16(w&l.once())+l.take(w).reach().at(rest) == want {
			return w
		}
	}
	panic("mindist: no run covers what its suit can reach")
}
