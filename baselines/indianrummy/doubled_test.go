package indianrummy

import (
	"cmp"
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
)

var long = flag.Bool("long", false, "run the tests that play tens of thousands of games")

// authorsGame is a game of the four skilled players as the authors' program plays it, for
// tests: an implementation of its own, in which hands are lists in the order of arrival and
// decide ties. With doubling, MinDistScore and MinDistOpp lay another card on the open pile
// than the one that leaves the hand when they took from the pile. The card laid then exists
// twice, and the card that left is gone.
type authorsGame struct {
	doubling bool

	deck, pile []card.Card
	wild       card.Rank
	players    [2]authorsPlayer
	search     search
	doubled    int // cards laid that did not leave the hand
}

// authorsPlayer is a player of an authorsGame.
type authorsPlayer struct {
	name    string
	hand    []card.Card
	current int // the recorded score or distance, −1 before the first turn

	// What MinDistOpp remembers. The program infers from the length of the pile whether the
	// opponent took the last discard, wrongly after the player itself took a card.
	gave, took []card.Card
	last       card.Card
	length     int
}

// play plays game i of a seed and returns the winner.
func (a *authorsGame) play(seed, i uint64) int {
	src := rand.NewPCG(game.Seed(seed, i, 0), game.Seed(seed, i, 1))
	rules := indian.Released()
	a.deck = card.AppendDeck(a.deck[:0], rules.Packs, rules.Jokers)
	card.Shuffle(a.deck, src)
	natural := slices.IndexFunc(a.deck, func(c card.Card) bool { return c != card.Joker })
	a.wild = a.deck[natural].Rank()
	a.deck = slices.Delete(a.deck, natural, natural+1)
	for p := range a.players {
		q := &a.players[p]
		*q = authorsPlayer{name: q.name, hand: append(q.hand[:0], a.deck[:13]...), current: -1, last: card.None, length: 1}
		a.deck = a.deck[13:]
	}
	a.pile, a.deck = append(a.pile[:0], a.deck[0]), a.deck[1:]
	for turn := range 2*rules.MaxRounds + 1 {
		if len(a.deck) == 0 {
			a.deck = slices.Clone(a.pile)
			card.Shuffle(a.deck, src)
			a.pile, a.deck = append(a.pile[:0], a.deck[0]), a.deck[1:]
		}
		if a.turn(&a.players[turn%2]) {
			return turn % 2
		}
	}
	for p := range a.players { // one game in thousands: the lower score wins
		q := &a.players[p]
		q.current = meld.MinScore(card.BagOf(q.hand...), a.wild)
	}
	if a.players[1].current < a.players[0].current {
		return 1
	}
	return 0
}

// turn plays one turn and reports whether the player declares.
func (a *authorsGame) turn(p *authorsPlayer) bool {
	top := a.pile[len(a.pile)-1]
	p.remember(top, len(a.pile))
	if p.current < 0 {
		p.current = a.value(p, p.hand)
	}
	drawn, fromPile := top, a.value(p, append(p.hand, top)) < p.current
	if fromPile {
		a.pile = a.pile[:len(a.pile)-1]
	} else {
		drawn, a.deck = a.deck[0], a.deck[1:]
	}
	p.hand = append(p.hand, drawn)
	lost, laid := a.discard(p, fromPile)
	i := slices.Index(p.hand, lost)
	p.hand = slices.Delete(p.hand, i, i+1)
	a.pile = append(a.pile, laid)
	p.last = laid
	if lost != laid {
		a.doubled++
	}
	return meld.CanDeclare(card.BagOf(p.hand...), a.wild)
}

// value returns what the player minimises: the capped MinScore or MinDist of the best 13 cards.
func (a *authorsGame) value(p *authorsPlayer, cards []card.Card) int {
	if p.name == "min-score" {
		return min(meld.Cap, meld.MinScore(card.BagOf(cards...), a.wild))
	}
	return mindist.Of(card.BagOf(cards...), a.wild)
}

// discard returns the card that leaves the hand of 14 cards, and the card laid on the pile.
func (a *authorsGame) discard(p *authorsPlayer, fromPile bool) (lost, laid card.Card) {
	drawn, value := p.hand[13], a.value(p, p.hand)
	improved, same := value < p.current, value == p.current
	p.current = min(p.current, value)
	switch {
	case p.name == "min-score" && improved:
		c, _, _ := a.leastScore(p.hand)
		return c, c
	case p.name == "min-dist-score" && same:
		if c, left, all := a.leastScore(p.hand); min(meld.Cap, left) < min(meld.Cap, all) {
			return c, c
		}
		return drawn, drawn
	case p.name != "min-dist-opp" && !improved:
		return drawn, drawn
	}
	free := a.free(p)
	points := func(c, d card.Card) int { return cmp.Compare(meld.Points(c, a.wild), meld.Points(d, a.wild)) }
	byPoints := slices.SortedStableFunc(slices.Values(free), points)
	switch {
	case p.name == "min-dist":
		c := byPoints[len(byPoints)-1]
		return c, c
	case !improved:
		var last []card.Card
		near, far := related(p.gave), related(p.took)
		for _, c := range free {
			if near[authorsIndex(c)] {
				last = append(last, c)
			}
		}
		for _, c := range free {
			if !far[authorsIndex(c)] {
				last = append(last, c)
			}
		}
		if len(last) > 0 {
			byPoints = slices.SortedStableFunc(slices.Values(last), points)
		}
		c := byPoints[len(byPoints)-1]
		return c, c
	case fromPile && a.doubling:
		return byPoints[0], free[0]
	}
	return byPoints[0], byPoints[0]
}

// leastScore returns the card whose loss leaves the minimum MinScore: of several the one of
// most points, and of these the last. It also returns that MinScore, and the score of all 14
// cards.
func (a *authorsGame) leastScore(hand []card.Card) (gone card.Card, left, all int) {
	bag, points := card.BagOf(hand...), 0
	left, all = math.MaxInt, math.MaxInt
	for _, c := range hand {
		s, n := meld.MinScore(bag.Without(c), a.wild), meld.Points(c, a.wild)
		all = min(all, s+n)
		if s < left || s == left && n >= points {
			gone, left, points = c, s, n
		}
	}
	return gone, left, all
}

// free returns the cards that the declaration found first leaves out, in the order of arrival.
func (a *authorsGame) free(p *authorsPlayer) (free []card.Card) {
	a.search.count = copy(a.search.cards[:], p.hand)
	used, _ := a.search.first(a.wild, 13, p.current)
	for i, c := range p.hand {
		if used>>i&1 == 0 {
			free = append(free, c)
		}
	}
	return free
}

// remember notes the opponent's last turn: the top of the pile, and its length.
func (p *authorsPlayer) remember(top card.Card, length int) {
	if p.current < 0 {
		if length > 1 {
			p.gave = append(p.gave, top)
			p.length = length
		}
		return
	}
	p.gave = append(p.gave, top)
	if length == p.length+1 {
		p.took = append(p.took, p.last)
		p.length++
	} else {
		p.length += 2
	}
}

// authorsIndex numbers the cards as the program does: deuce to ace, diamonds, clubs, hearts,
// spades, then the printed joker.
func authorsIndex(c card.Card) int {
	if c == card.Joker {
		return 52
	}
	suit := map[card.Suit]int{card.Diamonds: 0, card.Clubs: 1, card.Hearts: 2, card.Spades: 3}[c.Suit()]
	return 13*suit + (int(c.Rank())+12)%13
}

// related returns the cards that the program calls related to some of the cards. The ace of a
// suit and the deuce of the next are neighbours, too.
func related(cards []card.Card) (r [54]bool) {
	for _, c := range cards {
		if i := authorsIndex(c); i < 52 {
			r[max(i-1, 0)], r[i+1] = r[max(i-1, 0)] || i > 0, true
			for suit := range 4 {
				r[13*suit+i%13] = true
			}
		}
	}
	return r
}

// TestAuthorsFault measures what the fault of doubled cards changes. It plays the authors'
// game with and without the fault and compares the skilled pairs with the authors' table,
// whose joint 99 % interval is |z| < 3.42. With the fault the nine pairs of MinDist,
// MinDistScore and MinDistOpp agree with the table, without it they do not. The pairs with
// MinScore are only printed.
func TestAuthorsFault(t *testing.T) {
	if !*long {
		t.Skip("plays 320,000 games: run with -long")
	}
	const games = 10_000
	var chi, most [2]float64
	for fault := range 2 {
		for i, first := range skilled {
			for j, second := range skilled {
				a := authorsGame{doubling: fault == 1}
				rate := a.rate(t, first, second, games, uint64(4*i+j))
				want := authors[i][j]
				pooled := (rate*games + 1e4*want) / (games + 1e4)
				z := (rate - want) / math.Sqrt(pooled*(1-pooled)*(1./games+1e-4))
				if i > 0 && j > 0 {
					chi[fault] += z * z
					most[fault] = max(most[fault], math.Abs(z))
				}
				t.Logf("doubling %v: %s v %s: %.4f, the authors' %.3f, z = %.1f, %.2f cards doubled a game", a.doubling, first, second, rate, want, z, float64(a.doubled)/games)
			}
		}
		t.Logf("doubling %v: without MinScore chi-square %.1f of 9 pairs, largest |z| %.1f", fault == 1, chi[fault], most[fault])
	}
	if most[1] > 3.42 || chi[1] > 23.6 { // the 99.5 % quantile with 9 degrees of freedom
		t.Errorf("with the fault chi-square is %.1f of 9 pairs and the largest |z| %.1f, want at most 23.6 and 3.42", chi[1], most[1])
	}
	if chi[0] <= chi[1] {
		t.Errorf("chi-square is %.1f without the fault and %.1f with it: want less with it", chi[0], chi[1])
	}
}

// rate returns the share of the games that the first player wins.
func (a *authorsGame) rate(t *testing.T, first, second string, games int, seed uint64) float64 {
	t.Helper()
	a.players[0].name, a.players[1].name = first, second
	wins := 0
	for i := range uint64(games) {
		if a.play(seed, i) == 0 {
			wins++
		}
		if all := len(a.deck) + len(a.pile) + len(a.players[0].hand) + len(a.players[1].hand); all != 105 {
			t.Fatalf("%d cards at the end of a game, want the 106 without the wildcard", all)
		}
	}
	return float64(wins) / float64(games)
}

// TestAuthorsGame checks that the authors' game without the fault doubles no card and gives
// the results of the engine under the preset released, and that the fault doubles cards.
func TestAuthorsGame(t *testing.T) {
	const games = 400
	for _, pair := range [][2]string{{"min-dist-opp", "min-dist"}, {"min-dist-score", "min-score"}} {
		y := match(t, indian.Released(), pair[0]+":variant=released", pair[1]+":variant=released", games, 8)
		a, faulty := authorsGame{}, authorsGame{doubling: true}
		if rate := a.rate(t, pair[0], pair[1], games, 0); math.Abs(rate-y.rate()) > 4*math.Sqrt(0.5/games) {
			t.Errorf("%s wins %.3f of the games against %s, by the engine %.3f", pair[0], rate, pair[1], y.rate())
		}
		faulty.rate(t, pair[0], pair[1], games, 0)
		if a.doubled != 0 || faulty.doubled < games/4 {
			t.Errorf("%s v %s: %d cards doubled without the fault and %d with it", pair[0], pair[1], a.doubled, faulty.doubled)
		}
	}
}
