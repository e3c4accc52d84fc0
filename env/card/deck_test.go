package card

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/internal/must"
)

func TestAppendDeck(t *testing.T) {
	for packs := range 4 {
		for _, jokers := range []int{0, 2, 6} {
			deck := AppendDeck(nil, packs, jokers)
			b := BagOf(deck...)
			if len(deck) != 52*packs+jokers || b.Count() != len(deck) || b.Of(Joker) != jokers {
				t.Errorf("a deck of %d packs and %d jokers has %d cards: %v", packs, jokers, len(deck), b)
			}
			if All.Count() != NumSuited || NumSuited != 52 {
				t.Errorf("%d suited cards, want 52", NumSuited)
			}
			for c := range All.Each() {
				if b.Of(c) != packs {
					t.Errorf("%d packs have %d copies of %v", packs, b.Of(c), c)
				}
			}
		}
	}
}

// A pack holds each rank below the number of ranks in each suit below the number of suits.
func TestPack(t *testing.T) {
	for ranks := range NumRanks + 1 {
		for suits := range NumSuits + 1 {
			pack := Pack(ranks, suits)
			n := 0
			for c := range pack.Each() {
				if int(c.Rank()) >= ranks || int(c.Suit()) >= suits {
					t.Errorf("Pack(%d, %d) holds %v", ranks, suits, c)
				}
				n++
			}
			must.Equal(t, n, ranks*suits, "Pack(%d, %d): cards", ranks, suits)
		}
	}
	must.Equal(t, Pack(NumRanks, NumSuits), All, "Pack of all ranks and suits")
	must.Equal(t, Format(AppendPacks([]Card{Joker}, Pack(3, 2), 2, 1)), "JK AC 2C 3C AD 2D 3D AC 2C 3C AD 2D 3D JK", "AppendPacks")
}

// TestShuffleNeverChanges checks orders that must never change: recorded games are
// identified by their seeds.
// If one must change, the version of every environment changes with it.
func TestShuffleNeverChanges(t *testing.T) {
	var key [32]byte
	copy(key[:], "rummygym")
	for _, c := range []struct {
		name string
		src  rand.Source
		want string
	}{
		{"PCG(0, 0)", rand.NewPCG(0, 0),
			"QC AS JD KH 8H 2C 2D 3C 7H 7C QH JH 5C JK 6D 8C 8S AD AH 8D TS KS 3H 6S 7S 2H 5S QD 3D 9C 6H KD 3S TC JK 6C 5H 9D JS 4H AC 4S JC 4D 2S 9S QS 9H 4C 7D TD 5D TH KC"},
		{"PCG(1, 2)", rand.NewPCG(1, 2),
			"5S 4D TH TC QS JH 9S 8C 4C AH QH 6S 6C JK AD 6H 8H 4S 5D KC KH KD JK 2D 9H QD TD 3H 8D JC AC 7S 8S 2C JS TS 6D 2H 5H 3D 5C AS 7D 4H 9C 7C 9D JD 3C QC KS 2S 7H 3S"},
		{"ChaCha8", rand.NewChaCha8(key),
			"9H 6H QD 4D JK JD 6S 5C 2D 2C 4S AS 4H 3C QS 8D 8S 6C 8C QC JC AC TH 3S 9D QH JK TC 6D KD 5S 7C KC 4C 2S 8H KS 7H JH TS 7S 5H AH 3D 7D 5D TD KH JS 9C AD 3H 2H 9S"},
	} {
		deck := AppendDeck(nil, 1, 2)
		Shuffle(deck, c.src)
		if got := Format(deck); got != c.want {
			t.Errorf("with %s a pack with two jokers is shuffled to\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestShuffleSeeded compares ShuffleSeeded with Shuffle.
func TestShuffleSeeded(t *testing.T) {
	for n := range 200 {
		for _, seed := range []uint64{0, 1, 1 << 63, ^uint64(0)} {
			got := make([]Card, n)
			for i := range got {
				got[i] = Card(i)
			}
			want := slices.Clone(got)
			ShuffleSeeded(got, seed, uint64(n))
			Shuffle(want, rand.NewPCG(seed, uint64(n)))
			if !slices.Equal(got, want) {
				t.Fatalf("%d cards shuffled with the seeds %d and %d are %v, want %v", n, seed, n, got, want)
			}
		}
	}
	deck := AppendDeck(nil, 1, 2)
	must.Equal(t, testing.AllocsPerRun(100, func() { ShuffleSeeded(deck, 1, 2) }), 0, "ShuffleSeeded: allocations")
}

func TestShuffleIsUniform(t *testing.T) {
	// The position of each card in a small deck, and the pairs of neighbours.
	const n, rounds = 5, 60000
	src := rand.NewPCG(7, 7)
	var place, after [n][n]int
	for range rounds {
		deck := []Card{0, 1, 2, 3, 4}
		Shuffle(deck, src)
		for i, c := range deck {
			place[c][i]++
			if i > 0 {
				after[deck[i-1]][c]++
			}
		}
	}
	for i := range n {
		for k := range n {
			if want := rounds / n; place[i][k] < want*95/100 || place[i][k] > want*105/100 {
				t.Errorf("card %d is at position %d %d times, want about %d", i, k, place[i][k], want)
			}
			if want := rounds / n; i != k && (after[i][k] < want*95/100 || after[i][k] > want*105/100) {
				t.Errorf("card %d follows card %d %d times, want about %d", k, i, after[i][k], want)
			}
		}
	}
}

// words is a source that returns the words in order.
type words []uint64

func (w *words) Uint64() uint64 {
	x := (*w)[0]
	*w = (*w)[1:]
	return x
}

func TestBelow(t *testing.T) {
	// 2^64 mod 3 is 1: three equal parts leave one word over, which is 0, and only
	// that word is rejected.
	for _, c := range []struct {
		src  words
		n    uint64
		want uint64
		left int
	}{
		{words{5}, 1, 0, 0},
		{words{0, 1 << 63}, 3, 1, 0},
		{words{1, 9}, 3, 0, 1},
		{words{1<<64 - 1, 9}, 3, 2, 1},
		{words{0, 9}, 1 << 32, 0, 1},
		{words{7 << 32, 9}, 1 << 32, 7, 1},
	} {
		src := c.src
		if got := Below(&src, c.n); got != c.want || len(src) != c.left {
			t.Errorf("Below(%v, %d) = %d with %d words left, want %d with %d", c.src, c.n, got, len(src), c.want, c.left)
		}
	}
}
