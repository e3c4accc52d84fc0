package mindist

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

// solitary plays a hand without opponents: it draws from the stock and discards the card
// that leaves the minimum distance and then the maximum number of outs. It calls each with
// each hand, and returns the number of turns until a declaration, or −1 if the stock ends
// before.
func solitary(hand card.Bag, wild card.Rank, stock []card.Card, each func(turn int, hand, unseen card.Bag)) int {
	unseen := card.BagOf(stock...)
	for turn := 0; ; turn++ {
		each(turn, hand, unseen)
		if Of(hand, wild) == 0 {
			return turn
		}
		if turn == len(stock) {
			return -1
		}
		hand.Add(stock[turn])
		unseen.Remove(stock[turn])
		best, discarded := [2]int{MaxSize + 1, 0}, card.None
		for c := range hand.Each() {
			d, outs := WithOuts(hand.Without(c), wild, unseen)
			if v := [2]int{d, -outs}; v[0] < best[0] || v[0] == best[0] && v[1] < best[1] {
				best, discarded = v, c
			}
		}
		hand.Remove(discarded)
	}
}

// TestExpectedTurnsCalibration compares the estimate with the number of turns of simulated
// play, by distance and by share of outs.
func TestExpectedTurnsCalibration(t *testing.T) {
	deals, room := 3000, 1.0
	if testing.Short() {
		deals, room = 500, 2
	}
	type sums struct{ n, predicted, actual float64 }
	for _, tt := range []struct {
		name          string
		packs, jokers int
		mean, bin     float64 // maximum difference from 1 of the ratio of predicted and actual turns
	}{{"paper", 1, 2, 0.1, 0.17}, {"paper52", 1, 0, 0.15, 0.2}, {"released", 2, 2, 0.12, 0.2}} {
		var byDistance [MaxSize + 1]sums
		var byOuts [MaxSize + 1][4]sums
		src := rand.NewPCG(5, 5)
		for range deals {
			deck := card.AppendDeck(nil, tt.packs, tt.jokers)
			card.Shuffle(deck, src)
			x := dealtFrom(deck, MaxSize)
			var predicted []float64
			var at [][2]int
			end := solitary(x.hand, x.wild, deck[1+MaxSize:], func(_ int, hand, unseen card.Bag) {
				predicted = append(predicted, ExpectedTurns(hand, x.wild, unseen))
				d, outs := WithOuts(hand, x.wild, unseen)
				at = append(at, [2]int{d, min(3, 8*outs/max(1, unseen.Count()))})
			})
			if end < 0 {
				continue // one in a thousand
			}
			for i, p := range predicted {
				for _, s := range []*sums{&byDistance[at[i][0]], &byOuts[at[i][0]][at[i][1]]} {
					s.n, s.predicted, s.actual = s.n+1, s.predicted+p, s.actual+float64(end-i)
				}
			}
		}
		for d := 1; d <= 4; d++ {
			s := byDistance[d]
			t.Logf("%s: distance %d: %.0f hands, %.2f turns predicted, %.2f played", tt.name, d, s.n, s.predicted/s.n, s.actual/s.n)
			if ratio := s.predicted / s.actual; s.n > 500 && math.Abs(ratio-1) > room*tt.mean {
				t.Errorf("%s: distance %d: %.2f turns predicted, %.2f played", tt.name, d, s.predicted/s.n, s.actual/s.n)
			}
			for b, s := range byOuts[d] {
				t.Logf("    outs from %d/8: %.0f hands, %.2f predicted, %.2f played", b, s.n, s.predicted/s.n, s.actual/s.n)
				if ratio := s.predicted / s.actual; s.n > 500 && math.Abs(ratio-1) > room*tt.bin {
					t.Errorf("%s: distance %d, outs from %d/8: %.2f turns predicted, %.2f played", tt.name, d, b, s.predicted/s.n, s.actual/s.n)
				}
			}
		}
	}
}

// bestTurns returns the minimum expected number of turns, by trying every order of the stock
// and every discard, and a large number where the stock may run out.
func bestTurns(hand card.Bag, wild card.Rank, stock []card.Card) float64 {
	if Of(hand, wild) == 0 {
		return 0
	}
	if len(stock) == 0 {
		return 1e6
	}
	sum := 0.0
	for i, c := range stock {
		rest := append(append([]card.Card(nil), stock[:i]...), stock[i+1:]...)
		drawn, best := hand.With(c), math.Inf(1)
		var dist [card.NumKinds]int8
		least := Discards(&dist, drawn, wild)
		for i, d := range dist {
			if int(d) == least { // a higher distance cannot be better in so few turns
				best = min(best, bestTurns(drawn.Without(card.FromIndex(i)), wild, rest))
			}
		}
		sum += 1 + best
	}
	return sum / float64(len(stock))
}

// TestExpectedTurnsExact compares the estimate with the best play of hands at distance 1
// with small stocks. Best play is at least as fast as waiting for the present outs, which
// takes (u+1)/(o+1) turns.
func TestExpectedTurnsExact(t *testing.T) {
	src := rand.NewPCG(9, 9)
	var predicted, exact float64
	n := 0
	for _, x := range handsInPlay(3000, 1, 2, false, 6) {
		stock := x.avail.Append(nil)
		card.Shuffle(stock, src)
		stock = stock[:4]
		unseen := card.BagOf(stock...)
		d, outs := WithOuts(x.hand, x.wild, unseen)
		if d != 1 || outs == 0 {
			continue
		}
		n++
		waiting := 5 / float64(outs+1)
		p, e := ExpectedTurns(x.hand, x.wild, unseen), bestTurns(x.hand, x.wild, stock)
		if p > waiting+1e-9 || e > waiting+1e-9 || p < 0.8 {
			t.Fatalf("hand %v, stock %v: %.3f predicted, %.3f exact, %.3f by waiting", x.hand, stock, p, e, waiting)
		}
		predicted, exact = predicted+p, exact+e
	}
	t.Logf("%d hands: %.3f turns predicted, %.3f at best", n, predicted/float64(n), exact/float64(n))
	if ratio := predicted / exact; n < 100 || math.Abs(ratio-1) > 0.15 {
		t.Errorf("%d hands: %.3f turns predicted, %.3f at best", n, predicted/float64(n), exact/float64(n))
	}
}

func TestExpectedTurnsEnds(t *testing.T) {
	done := card.BagOf(mustCards(t, "3C 4C 5C 7D 8D 9D TD 5H 6H 7H KC KD KH")...)
	all := card.Bag{Once: card.All}
	must.Equal(t, ExpectedTurns(done, card.Two, all), 0, "turns at distance 0")
	must.Equal(t, ExpectedTurnsAt(1, 0, card.Bag{}), Unreachable, "turns where no card can come")
	black, two := card.OfSuit(card.Clubs)|card.OfSuit(card.Spades), card.OfSuit(card.Clubs)
	if one, more := ExpectedTurnsAt(3, 5, card.Bag{Once: black}), ExpectedTurnsAt(3, 5, card.Bag{Once: two, Twice: two}); one >= more {
		t.Errorf("%v turns with cards of one pack, %v with as many of two: want more of two", one, more)
	}
	for d := 1; d <= MaxSize; d++ {
		for outs := range 20 {
			turns := ExpectedTurnsAt(d, outs, all)
			if turns < ExpectedTurnsAt(d, outs+1, all) || turns > ExpectedTurnsAt(d+1, outs, all) || turns > Unreachable {
				t.Errorf("%v turns at distance %d with %d outs", turns, d, outs)
			}
		}
	}
}

// TestExpectedTurnsAfterDiscard compares a hand of 14 cards with its best hand of 13.
func TestExpectedTurnsAfterDiscard(t *testing.T) {
	for packs := 1; packs <= 2; packs++ {
		for _, x := range handsInPlay(count(200), packs, 2, true, 31) {
			want, least := math.Inf(1), Of(x.hand, x.wild)
			for c := range x.hand.Each() {
				if rest := x.hand.Without(c); Of(rest, x.wild) == least {
					want = min(want, ExpectedTurns(rest, x.wild, x.avail))
				}
			}
			if got := ExpectedTurns(x.hand, x.wild, x.avail); got != want {
				t.Fatalf("%v, wild %v: %v turns, want %v", x.hand, x.wild, got, want)
			}
		}
	}
}

func mustCards(t *testing.T, text string) []card.Card {
	t.Helper()
	return must.Get(card.ParseAll(text))(t)
}
