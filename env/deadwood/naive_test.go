package deadwood

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
)

// naive is the oracle of the tests of Gin Rummy. A hand is a list of cards, a
// group a subset of it. It uses no lanes, tables or shortcuts.
type naive struct {
	cards []card.Card
	melds []int // the groups that are melds, as bit sets, in the order of docs/rules-gin.md
	memo  map[int]int
}

func newNaive(hand card.Cards) *naive {
	n := &naive{cards: slices.Collect(hand.Each()), memo: make(map[int]int)}
	for group := range 1 << len(n.cards) {
		if naiveMeld(n.pick(group)) {
			n.melds = append(n.melds, group)
		}
	}
	slices.SortFunc(n.melds, func(a, b int) int { return naiveOrder(n.pick(a), n.pick(b)) })
	return n
}

func (n *naive) pick(group int) []card.Card {
	var cards []card.Card
	for i, c := range n.cards {
		if group>>i&1 != 0 {
			cards = append(cards, c)
		}
	}
	return cards
}

func (n *naive) set(group int) card.Cards { return setOf(n.pick(group)...) }

func setOf(cards ...card.Card) (cs card.Cards) {
	for _, c := range cards {
		cs = cs.With(c)
	}
	return cs
}

// naiveMeld reports whether the cards are 3 or more of one rank, or 3 or more
// consecutive ranks of one suit.
func naiveMeld(cards []card.Card) bool {
	if len(cards) < 3 {
		return false
	}
	sameRank, sameSuit := true, true
	var ranks []int
	for _, c := range cards {
		sameRank = sameRank && c.Rank() == cards[0].Rank()
		sameSuit = sameSuit && c.Suit() == cards[0].Suit()
		ranks = append(ranks, int(c.Rank()))
	}
	return sameRank || sameSuit && slices.Max(ranks)-slices.Min(ranks) == len(ranks)-1
}

// naiveOrder compares two melds by the order of docs/rules-gin.md: runs by suit
// C H S D, start, length; then sets by rank: the triples without C, H, S, D, then
// the four.
func naiveOrder(a, b []card.Card) int {
	key := func(m []card.Card) []int {
		suit := func(c card.Card) int {
			return map[card.Suit]int{card.Clubs: 0, card.Hearts: 1, card.Spades: 2, card.Diamonds: 3}[c.Suit()]
		}
		if m[0].Suit() == m[1].Suit() {
			return []int{0, suit(m[0]), int(slices.Min(m).Rank()), len(m)}
		}
		missing := 6 // 0 + 1 + 2 + 3, and 4 of a kind come after all triples
		for _, c := range m {
			missing -= suit(c)
		}
		if len(m) == 4 {
			missing = 4
		}
		return []int{1, int(m[0].Rank()), missing}
	}
	return slices.Compare(key(a), key(b))
}

func naivePips(cards []card.Card) (points int) {
	for _, c := range cards {
		switch r := c.Rank(); {
		case r >= card.Ten:
			points += 10
		default:
			points += int(r) + 1
		}
	}
	return points
}

// deadwood returns the minimum points of a group: its first card is left over or in
// one of the melds.
func (n *naive) deadwood(group int) int {
	if group == 0 {
		return 0
	}
	if d, ok := n.memo[group]; ok {
		return d
	}
	first := group & -group
	best := naivePips(n.pick(first)) + n.deadwood(group&^first)
	for _, m := range n.melds {
		if m&first != 0 && m&^group == 0 {
			best = min(best, n.deadwood(group&^m))
		}
	}
	n.memo[group] = best
	return best
}

func (n *naive) all() int { return 1<<len(n.cards) - 1 }

// without returns all cards except c.
func (n *naive) without(c card.Card) int { return n.all() &^ (1 << slices.Index(n.cards, c)) }

// arrangements calls f with all choices of disjoint melds, as ascending indices into
// n.melds, and with the cards in them.
func (n *naive) arrangements(f func(places []int, used int)) {
	var choose func(places []int, used int)
	choose = func(places []int, used int) {
		f(slices.Clone(places), used)
		from := 0
		if len(places) > 0 {
			from = places[len(places)-1] + 1
		}
		for i := from; i < len(n.melds); i++ {
			if n.melds[i]&used == 0 {
				choose(append(places, i), used|n.melds[i])
			}
		}
	}
	choose(nil, 0)
}

// best returns the arrangements with minimum deadwood, fewest melds first and then by
// their indices.
func (n *naive) best() []Arrangement {
	var best [][]int
	n.arrangements(func(places []int, used int) {
		if len(places) > 0 && naivePips(n.pick(n.all()&^used)) == n.deadwood(n.all()) {
			best = append(best, places)
		}
	})
	slices.SortFunc(best, func(a, b []int) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
	})
	var arrangements []Arrangement
	for _, places := range best {
		arrangements = append(arrangements, n.arrangement(places))
	}
	return arrangements
}

func (n *naive) arrangement(places []int) (a Arrangement) {
	for i, p := range places {
		a[i] = n.set(n.melds[p])
	}
	return a
}

// A recipe makes hands of one kind, from the cards of the pack that a filter keeps.
type recipe struct {
	name string
	keep cardtest.Filter
}

// recipes are random hands, and hands with many overlapping melds.
var recipes = []recipe{
	{"random", cardtest.AnyCard},
	{"three neighbouring ranks", cardtest.Neighbours(3)},
	{"four neighbouring ranks", cardtest.Neighbours(4)},
	{"six neighbouring ranks", cardtest.Neighbours(6)},
	{"four ranks", cardtest.SomeRanks(4)},
	{"two suits", cardtest.SomeSuits(2)},
	{"one suit", cardtest.SomeSuits(1)},
	{"high cards", cardtest.HighCards},
	{"aces and kings", cardtest.AceCards},
}

// randomHands calls f with n hands of every recipe, most of 10 and 11 cards.
func randomHands(n int, f func(name string, rng *rand.Rand, hand card.Cards)) {
	for k, r := range recipes {
		rng := rand.New(rand.NewPCG(uint64(k), 4))
		for i := range n {
			size := 10 + i&1
			if i%8 >= 6 {
				size = 1 + rng.IntN(11)
			}
			var cards []card.Card
			want := r.keep(rng, card.NoRank)
			for c := range card.All.Each() {
				if want(c) {
					cards = append(cards, c)
				}
			}
			rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
			f(r.name, rng, setOf(cards[:min(size, len(cards))]...))
		}
	}
}

func parseSet(t testing.TB, s string) card.Cards {
	t.Helper()
	hand := card.BagOf(cardtest.Cards(t, s)...)
	if hand.Twice != 0 {
		t.Fatalf("%s has a card twice", s)
	}
	return hand.Once
}

// handsInPlay returns n hands of 10 cards, or with drawn the hands of 11 cards after
// the next draw, as they are after 0 to 12 draws by a player that keeps the minimum
// deadwood, breaks ties by partners, and never knocks.
func handsInPlay(n int, drawn bool) []card.Cards {
	rng := rand.New(rand.NewPCG(5, 4))
	var hands []card.Cards
	for len(hands) < n {
		deck := card.AppendDeck(nil, 1, 0)
		card.Shuffle(deck, rng)
		hand := setOf(deck[:10]...)
		for _, c := range deck[10:23] {
			with := hand.With(c)
			if drawn {
				hands = append(hands, with)
			} else {
				hands = append(hands, hand)
			}
			hand = with.Without(leastUseful(with))
		}
	}
	return hands[:n]
}

func leastUseful(hand card.Cards) card.Card {
	best, worth := card.None, 0
	for c := range hand.Each() {
		partners := 0
		for o := range hand.Without(c).Each() {
			d := max(o.Rank(), c.Rank()) - min(o.Rank(), c.Rank())
			if d == 0 || o.Suit() == c.Suit() && d <= 2 {
				partners++
			}
		}
		if w := 100*Of(hand.Without(c)) + partners; best == card.None || w < worth {
			best, worth = c, w
		}
	}
	return best
}

// smallDecks calls f with all hands of up to 11 cards from decks of about sixteen
// cards, in which runs and sets overlap.
func smallDecks(t *testing.T, f func(n *naive, group int, hand card.Cards)) {
	t.Helper()
	for _, deck := range []card.Cards{
		card.Aces * 0x000f,
		card.Aces * 0x1c00,
		(card.Aces * 0x00f8) & (card.OfSuit(card.Clubs) | card.OfSuit(card.Hearts) | card.OfSuit(card.Spades)),
		card.OfSuit(card.Diamonds) | card.OfRank(card.Queen),
	} {
		n := newNaive(deck & card.All)
		for group := range n.all() + 1 {
			if bits.OnesCount(uint(group)) <= 11 {
				f(n, group, n.set(group))
			}
		}
	}
}
