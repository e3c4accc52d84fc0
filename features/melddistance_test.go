package features

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/meld"
)

// cardsOf reads cards as a set.
func cardsOf(t testing.TB, text string) card.Cards {
	t.Helper()
	cards, err := card.ParseAll(text)
	if err != nil {
		t.Fatal(err)
	}
	return setOf(cards)
}

// The hands of paper 001, section 4.3.
const (
	hand6 = "2S 6S 7S 9S JS JH KH 3C 8C 9C"
	hand7 = "8S QS 6C KC 2H 9H 7H 5C 7C JC"
)

// TestPaperHands checks the examples of section 4.3, with nothing known of the
// other cards. The paper is wrong in places. Hand (6) has twelve almost-melds: list
// (8) leaves out 7♠ 8♠ 9♠ and 9♠ 10♠ J♠, and repeats suits of the sets. Hand (7)
// holds the run 5♣ 6♣ 7♣, which list (9) has as an almost-meld: it counts 56, not
// 74, and has eight almost-melds, not two.
func TestPaperHands(t *testing.T) {
	for _, tt := range []struct {
		hand     string
		deadwood int
		want     []string
	}{
		{hand6, 74, []string{
			"7C 8C 9C", "8C 9C TC", "JH QH KH", "5S 6S 7S", "6S 7S 8S", "6S 7S 8S 9S", "7S 8S 9S",
			"9C 9D 9S", "9C 9H 9S", "JC JH JS", "JD JH JS", "9S TS JS",
		}},
		{hand7, 56, []string{"4C 5C 6C", "4C 5C 6C 7C", "5C 6C 7C 8C", "6C 7C 8C", "7H 8H 9H", "7C 7D 7H", "7C 7H 7S", "JC QC KC"}},
	} {
		hand := cardsOf(t, tt.hand)
		if got := meld.Deadwood(hand); got != tt.deadwood {
			t.Errorf("%s counts %d, want %d", tt.hand, got, tt.deadwood)
		}
		var got, want []string
		for _, a := range AppendAlmostMelds(nil, hand, card.All&^hand) {
			if a.Meld() != a.Root.With(a.Affix) || a.Root&^hand != 0 || hand.Has(a.Affix) {
				t.Errorf("%s: root %v, affix %v", tt.hand, a.Root, a.Affix)
			}
			got = append(got, a.Meld().String())
		}
		for _, m := range tt.want {
			want = append(want, cardsOf(t, m).String())
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: almost-melds %q, want %q", tt.hand, got, want)
		}
	}
}

// TestMyopicMeldDistance checks values counted by hand. 42 cards are unknown where
// nothing else is said.
func TestMyopicMeldDistance(t *testing.T) {
	for _, tt := range []struct {
		name, hand, seen string
		paper, released  float64 // points
	}{
		// 6S: 5S 8S; 7S: 5S 8S; 9S: 8S TS 9D 9H; JS: TS JC JD; JH: JC JD QH;
		// KH: QH; 8C: 7C TC; 9C: 7C TC 9D 9H. Once more for a second meld with 8S: 6S
		// (678, 6789), 7S (678, 6789, 789: twice), 9S (789, 6789).
		{"hand (6)", hand6, "", 12 + 14 + 36 + 30 + 30 + 10 + 16 + 36, 12 + 14 + 36 + 30 + 30 + 10 + 16 + 36 + 6 + 14 + 9},
		// In W: 5C 6C 7C. 7H: 8H 7D 7S; 9H: 8H; JC KC: QC.
		{"hand (7)", hand7, "", 21 + 9 + 20, 21 + 9 + 20},
		{"nothing in hand", "AC 4C 7C TC KC 2D 5D 8D JD 3H", "", 0, 0},
		{"a card that is seen", "AC 4C 7C TC JC 2D 5D 8D KD 3H", "QC", 20, 20},
		{"both seen", "AC 4C 7C TC JC 2D 5D 8D KD 3H", "QC 9C", 0, 0},
		// The sevens are laid as a set. 5C 6C: 4C 8C, with 7C, which is in use:
		// 5C in 456, 4567, 5678, and 6C in 678 as well. AS 3S: 2S.
		{"a set beside a run", "5C 6C 7C 7D 7H AS 3S KD JH 9S", "", 10 + 12 + 4, 15 + 24 + 4},
		// The run is laid, since runs come first. QD QH: QS, in two sets of
		// three and one of four each.
		{"three of a rank", "TC JC QC QD QH AS 3H 5D 7S 2C", "", 20, 60},
	} {
		hand := cardsOf(t, tt.hand)
		unknown := card.All &^ hand &^ cardsOf(t, tt.seen)
		n := float64(unknown.Count())
		if got := MyopicMeldDistance(hand, unknown, PaperFormulas) * n; math.Abs(got-tt.paper) > 1e-9 {
			t.Errorf("%s: %v points, want %v", tt.name, got, tt.paper)
		}
		if got := MyopicMeldDistance(hand, unknown, ReleasedFormulas) * n; math.Abs(got-tt.released) > 1e-9 {
			t.Errorf("%s, released: %v points, want %v", tt.name, got, tt.released)
		}
	}
	if got := MyopicMeldDistance(cardsOf(t, hand6), 0, PaperFormulas); got != 0 {
		t.Errorf("%v with no unknown cards, want 0", got)
	}
}

// TestPaperAffixes checks V(J♥) of hand (6), which the paper prints as J♣ J♠ Q♥:
// J♠ is in the hand, and J♦ is meant.
func TestPaperAffixes(t *testing.T) {
	hand, jack := cardsOf(t, hand6), cardsOf(t, "JH")
	var got card.Cards
	for _, a := range AppendAlmostMelds(nil, hand, card.All) {
		if a.Root&jack != 0 {
			got = got.With(a.Affix)
		}
	}
	if want := cardsOf(t, "JC JD QH"); got != want {
		t.Errorf("V(JH) = %v, want %v", got, want)
	}
}

// slowPoints is |U| r_m by the definitions: a map from cards to affixes.
func slowPoints(hand, melded, unknown card.Cards, f Formulas) int {
	times := map[[2]card.Card]int{}
	for _, m := range meld.GinMelds() {
		missing := m &^ hand
		if missing.Count() != 1 || missing&unknown == 0 {
			continue
		}
		for c := range (m & hand).Each() {
			times[[2]card.Card{c, missing.First()}]++
		}
	}
	points := 0
	for pair, n := range times {
		if melded.Has(pair[0]) {
			continue
		}
		if f == PaperFormulas {
			n = 1
		}
		points += n * meld.Pips(pair[0])
	}
	return points
}

// randomView draws a hand of ten, sometimes of near ranks so that it holds melds,
// and what may be known besides.
func randomView(r *rand.Rand) (hand card.Cards, v OpponentView) {
	low, span := card.Rank(r.IntN(9)), card.Rank(5)
	if r.IntN(2) == 0 {
		low, span = 0, card.NumRanks
	}
	rest := card.All
	draw := func(n int, ranks bool) (cs card.Cards) {
		for n > 0 {
			c := card.FromIndex(r.IntN(52))
			if !rest.Has(c) || ranks && (c.Rank() < low || c.Rank() >= low+span) {
				continue
			}
			cs, rest = cs.With(c), rest.Without(c)
			n--
		}
		return cs
	}
	hand = draw(10, true)
	v.Known = draw(r.IntN(5), false)
	gone := draw(r.IntN(20), false)
	v.Unknown = rest
	v.Thrown = card.Cards(r.Uint64()) & (gone | hand | v.Known)
	v.Refused = gone &^ v.Thrown
	return hand, v
}

// TestFormulasAgainstTwins compares both forms with the slow ones.
func TestFormulasAgainstTwins(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	distances, pruned, terms := 0, 0, 0
	for range 30_000 {
		hand, v := randomView(r)
		melded := meld.Best(hand).Cards()
		for _, f := range []Formulas{PaperFormulas, ReleasedFormulas} {
			for _, w := range []card.Cards{melded, 0} {
				if got, want := CompletingPoints(hand, w, v.Unknown, f), slowPoints(hand, w, v.Unknown, f); got != want {
					t.Fatalf("%v of %v, melded %v, unknown %v: %d points, want %d", f, hand, w, v.Unknown, got, want)
				}
			}
			if got, want := OpponentTerm(hand, &v, f), slowTerm(hand, &v, f); math.Abs(got-want) > 1e-12 {
				t.Fatalf("%v of %v, %+v: opponent term %v, want %v", f, hand, v, got, want)
			}
		}
		if CompletingPoints(hand, melded, v.Unknown, PaperFormulas) != CompletingPoints(hand, melded, v.Unknown, ReleasedFormulas) {
			distances++
		}
		if free := (OpponentView{Known: v.Known, Unknown: v.Unknown}); OpponentTerm(hand, &free, PaperFormulas) != OpponentTerm(hand, &v, PaperFormulas) {
			pruned++
		}
		if OpponentTerm(hand, &v, PaperFormulas) != OpponentTerm(hand, &v, ReleasedFormulas) {
			terms++
		}
	}
	for name, n := range map[string]int{"forms of r_m that differ": distances, "sets pruned": pruned, "forms of r_o that differ": terms} {
		if n < 1000 {
			t.Errorf("%d %s in 30,000 positions: the test says little", n, name)
		}
	}
}

func FuzzFormulas(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		hand, v := randomView(rand.New(rand.NewPCG(seed, 0)))
		for _, form := range []Formulas{PaperFormulas, ReleasedFormulas} {
			if got, want := CompletingPoints(hand, 0, v.Unknown, form), slowPoints(hand, 0, v.Unknown, form); got != want {
				t.Errorf("%v, unknown %v: %d points, want %d", hand, v.Unknown, got, want)
			}
			if got, want := OpponentTerm(hand, &v, form), slowTerm(hand, &v, form); math.Abs(got-want) > 1e-12 {
				t.Errorf("%v, %+v: %v, want %v", hand, v, got, want)
			}
		}
	})
}

func TestHandValueDoesNotAllocate(t *testing.T) {
	hand, v := randomView(rand.New(rand.NewPCG(3, 1)))
	if n := testing.AllocsPerRun(100, func() { HandValue(hand, &v, PaperFormulas) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkHandValue(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 1))
	hand, v := randomView(r)
	for v.Known == 0 {
		hand, v = randomView(r)
	}
	want := HandValue(hand, &v, PaperFormulas)
	for b.Loop() {
		if HandValue(hand, &v, PaperFormulas) != want {
			b.Fatal("another value")
		}
	}
}
