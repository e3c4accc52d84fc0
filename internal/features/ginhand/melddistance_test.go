package ginhand

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/internal/must"
)

// cardsOf parses cards as a set.
func cardsOf(t testing.TB, text string) card.Cards {
	t.Helper()
	cards := must.Get(card.ParseAll(text))(t)
	return setOf(cards)
}

// almostMeld is a meld of Gin Rummy with one card missing (goldman2021evaluating,
// definition 3).
type almostMeld struct {
	root  card.Cards // its cards in the hand, two or more
	affix card.Card  // the card that completes it
}

// almostMelds returns the almost-melds of the hand whose affix is an unknown card that is
// not in the hand.
func almostMelds(hand, unknown card.Cards) (all []almostMeld) {
	for _, m := range deadwood.Melds() {
		if missing := m &^ hand; missing.Count() == 1 && missing&unknown != 0 {
			all = append(all, almostMeld{m &^ missing, missing.First()})
		}
	}
	return all
}

// The hands of goldman2021evaluating, section 4.3. All ♦ are lost in the text that was read: J♦
// of hand (6) is printed as J♠, and 6♦ K♦ of hand (7) as 6♣ K♣. With them the suits stand in the
// order ♠ ♦ ♥ ♣ in both hands.
const (
	hand6 = "2S 6S 7S 9S JD JH KH 3C 8C 9C"
	hand7 = "8S QS 6D KD 2H 9H 7H 5C 7C JC"
)

// TestPaperHands checks the examples of section 4.3, in which all other cards are unknown.
// Lists (8) and (9) are too short: (8) lacks 7♠ 8♠ 9♠, and (9) lacks both sets of sevens.
func TestPaperHands(t *testing.T) {
	for _, tt := range []struct {
		hand string
		want []string
	}{
		{hand6, []string{
			"7C 8C 9C", "8C 9C TC", "JH QH KH", "5S 6S 7S", "6S 7S 8S", "6S 7S 8S 9S", "7S 8S 9S",
			"9C 9D 9S", "9C 9H 9S", "JC JD JH", "JD JH JS",
		}},
		{hand7, []string{"5C 6C 7C", "7H 8H 9H", "7C 7D 7H", "7C 7H 7S"}},
	} {
		hand := cardsOf(t, tt.hand)
		must.Equal(t, deadwood.Of(hand), 74, "%s has deadwood", tt.hand)
		var got, want []string
		for _, a := range almostMelds(hand, card.All&^hand) {
			got = append(got, a.root.With(a.affix).String())
		}
		for _, m := range tt.want {
			want = append(want, cardsOf(t, m).String())
		}
		slices.Sort(got)
		slices.Sort(want)
		must.Equal(t, got, want, "%s: almost-melds", tt.hand)
	}
}

// TestMyopicMeldDistance checks values counted by hand. 42 cards are unknown unless a case
// says otherwise.
func TestMyopicMeldDistance(t *testing.T) {
	for _, tt := range []struct {
		name, hand, seen string
		paper, released  float64 // points
	}{
		// 6S: 5S 8S; 7S: 5S 8S; 9S: 8S 9D 9H; JD: JC JS; JH: JC JS QH;
		// KH: QH; 8C: 7C TC; 9C: 7C TC 9D 9H. Once more for a second meld with 8S: 6S
		// (678, 6789), 7S (678, 6789, 789: twice), 9S (789, 6789).
		{"hand (6)", hand6, "", 12 + 14 + 27 + 20 + 30 + 10 + 16 + 36, 12 + 14 + 27 + 20 + 30 + 10 + 16 + 36 + 6 + 14 + 9},
		// 5C: 6C; 7C: 6C 7D 7S; 7H: 8H 7D 7S; 9H: 8H.
		{"hand (7)", hand7, "", 5 + 21 + 21 + 9, 5 + 21 + 21 + 9},
		{"no almost-melds", "AC 4C 7C TC KC 2D 5D 8D JD 3H", "", 0, 0},
		{"one affix seen", "AC 4C 7C TC JC 2D 5D 8D KD 3H", "QC", 20, 20},
		{"both affixes seen", "AC 4C 7C TC JC 2D 5D 8D KD 3H", "QC 9C", 0, 0},
		// The sevens form a set. 5C 6C: 4C 8C, with 7C, which is in use:
		// 5C in 456, 4567, 5678, and 6C in 678 as well. AS 3S: 2S.
		{"a set beside a run", "5C 6C 7C 7D 7H AS 3S KD JH 9S", "", 10 + 12 + 4, 15 + 24 + 4},
		// The run is melded, since runs come first. QD QH: QS, in two sets of
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
	must.Equal(t, MyopicMeldDistance(cardsOf(t, hand6), 0, PaperFormulas), 0, "with no unknown cards")
}

// TestPaperAffixes checks V(J♥) of hand (6), which the paper prints as J♣ J♠ Q♥.
func TestPaperAffixes(t *testing.T) {
	hand, jack := cardsOf(t, hand6), cardsOf(t, "JH")
	var got card.Cards
	for _, a := range almostMelds(hand, card.All) {
		if a.root&jack != 0 {
			got = got.With(a.affix)
		}
	}
	if want := cardsOf(t, "JC JS QH"); got != want {
		t.Errorf("V(JH) = %v, want %v", got, want)
	}
}

// slowPoints computes |U|·r_m by its definition, as a map from cards to affixes.
func slowPoints(hand, melded, unknown card.Cards, f Formulas) int {
	times := map[[2]card.Card]int{}
	for _, m := range deadwood.Melds() {
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
		points += n * deadwood.Pips(pair[0])
	}
	return points
}

// randomView draws a hand of ten, sometimes of close ranks so that it has melds, and a
// possible view of the other cards.
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
	v.Discarded = card.Cards(r.Uint64()) & (gone | hand | v.Known)
	v.Refused = gone &^ v.Discarded
	return hand, v
}

// TestFormulasAgainstTwins compares both versions with the slow computations.
func TestFormulasAgainstTwins(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	distances, pruned, terms := 0, 0, 0
	for range 30_000 {
		hand, v := randomView(r)
		melded := deadwood.Best(hand).Cards()
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
			t.Errorf("%d %s in 30,000 positions: too few for this test", n, name)
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
	must.Equal(t, testing.AllocsPerRun(100, func() { handValue(hand, &v, PaperFormulas) }), 0, "allocations")
}
