package mindist

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// checkOuts compares the outs and the free cards of a hand with Draws and Discards.
func checkOuts(t *testing.T, hand card.Bag, wild card.Rank) {
	t.Helper()
	wantLeast, want, wantJoker := outsOfDraws(hand, wild, card.All)
	least, outs, joker := OutsAmong(hand, wild, card.All)
	if least != wantLeast || outs != want || joker != wantJoker {
		t.Fatalf("OutsAmong(%v, wild %v) = %d, %v, %v, want %d, %v, %v", hand, wild,
			least, card.Bag{Once: outs}, joker, wantLeast, card.Bag{Once: want}, wantJoker)
	}
	if _, outs, _ := OutsAmong(hand, wild, ^hand.Once); outs != want&^hand.Once {
		t.Fatalf("hand %v, wild %v: outs not held %v, want %v", hand, wild,
			card.Bag{Once: outs}, card.Bag{Once: want &^ hand.Once})
	}
	var after [card.NumKinds]int8
	wantLeast, want = Discards(&after, hand, wild), 0
	for c := range hand.Once.Each() {
		if int(after[c.Index()]) == wantLeast {
			want |= 1 << c
		}
	}
	wantJoker = int(after[card.Joker.Index()]) == wantLeast
	least, free, joker := FreeDiscards(hand, wild)
	if least != wantLeast || free != want || joker != wantJoker {
		t.Fatalf("FreeDiscards(%v, wild %v) = %d, %v, %v, want %d, %v, %v", hand, wild,
			least, card.Bag{Once: free}, joker, wantLeast, card.Bag{Once: want}, wantJoker)
	}
	least = Of(hand, wild)
	if least == 0 {
		return
	}
	discarded := card.Joker
	if want != 0 {
		most := -1
		for c := range want.Each() {
			if p := meld.Points(c, wild); p > most {
				discarded, most = c, p
			}
		}
	}
	_, want, wantJoker = outsOfDraws(hand.Without(discarded), wild, card.All)
	if outs, joker := outsAfterDiscard(hand, wild, least, card.All); outs != want || joker != wantJoker {
		t.Fatalf("outsAfterThrow(%v, wild %v) = %v, %v, want %v, %v", hand, wild,
			card.Bag{Once: outs}, joker, card.Bag{Once: want}, wantJoker)
	}
}

func TestOuts(t *testing.T) {
	forEachHand(21, count(20000), func(hand card.Bag, wild card.Rank) { checkOuts(t, hand, wild) })
	for _, d := range append(handsInPlay(count(4000), 1, 2, true, 22), handsInPlay(count(4000), 2, 4, true, 23)...) {
		checkOuts(t, d.hand, d.wild)
	}
}

// FuzzOuts runs checkOuts on hands of any size.
func FuzzOuts(f *testing.F) {
	for i, k := range readKnown(f, "testdata/indian-hands.jsonl") {
		if i%100 == 0 {
			f.Add(bytesOf(k.hand), byte(k.wild))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, rank byte) {
		if hand, ok := handOf(data); ok {
			checkOuts(t, hand, card.Rank(rank%card.NumRanks))
		}
	})
}

// TestOutsMemo checks that results do not depend on the cache.
func TestOutsMemo(t *testing.T) {
	hands := append(handsInPlay(count(3000), 1, 2, true, 24), handsInPlay(count(300), 2, 4, true, 25)...)
	for _, text := range []string{
		"AC 2C 3C 4C 5C JK JK JK JK JK JK JK JK JK", // with so many jokers that a key cannot hold the number
		"AC 5C 9C 3H 7H JK JK JK JK JK JK JK JK",
		"AC 5C 9C AD 3H 7H JK JK JK JK JK JK JK JK",
		"2C 3C 3C 4C 7D 7D 7H 9H 9S TS JS QS AS", // the same cards, others twice
		"2C 2C 3C 4C 7D 7H 7H 9H 9S TS JS QS AS",
	} {
		hands = append(hands, dealt{hand: bagOf(t, text), wild: card.King})
	}
	// The same cards with others twice, of which some share a slot, or others three times.
	for _, text := range []string{"2C 3C 4C 6C 7D 8D 7H 9H 9S TS JS QS", "AC 3C 5C 6D 7D 8D 7H 8H 9S TS JS QS", "2C 4C 6C 8C TD QD AH 3H 5S 7S 9S JS"} {
		base := bagOf(t, text)
		for x := range base.Each() {
			for y := range base.Each() {
				rest := base.Without(base.Once.First())
				hands = append(hands, dealt{hand: base.With(x).With(y), wild: card.King}, dealt{hand: rest.With(x).With(x).With(y), wild: card.King})
			}
		}
	}
	var m OutsMemo
	for range 2 {
		for _, d := range hands {
			least := Of(d.hand, d.wild)
			if least == 0 {
				continue
			}
			for _, among := range []card.Cards{card.All, card.All &^ d.hand.Once, d.avail.Once &^ d.hand.Once} {
				want, wantJoker := outsAfterDiscard(d.hand, d.wild, least, among)
				if outs, joker := m.AfterDiscard(d.hand, d.wild, least, among); outs&among != want || joker != wantJoker {
					t.Fatalf("hand %v, wild %v: outs %v, %v, want %v, %v", d.hand, d.wild,
						card.Bag{Once: outs & among}, joker, card.Bag{Once: want}, wantJoker)
				}
			}
		}
	}
}

func BenchmarkOutsAmong(b *testing.B) {
	benchmark(b, 13, func(d *dealt) int {
		_, outs, _ := OutsAmong(d.hand, d.wild, ^d.hand.Once)
		return outs.Count()
	})
}

func BenchmarkFreeDiscards(b *testing.B) {
	benchmark(b, 14, func(d *dealt) int {
		_, free, _ := FreeDiscards(d.hand, d.wild)
		return free.Count()
	})
}
