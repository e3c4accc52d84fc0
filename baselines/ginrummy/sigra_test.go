package ginrummy

import (
	"flag"
	"math"
	"testing"

	"rummygym/env/card"
	"rummygym/env/card/cardtest"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// TestSIGRASpecs checks the specs of the eight combinations.
func TestSIGRASpecs(t *testing.T) {
	for _, tt := range []struct{ spec, want string }{
		{"sigra", "sigra"},
		{"sigra:sk=on:mmd=on:om=on:variant=paper", "sigra"},
		{"sigra:om=off", "sigra:om=off"},
		{"sigra:sk=off", "sigra:sk=off"},
		{"sigra:om=off:mmd=off", "sigra:mmd=off:om=off"},
		{"sigra:om=off:mmd=off:sk=off:variant=head", "sigra:variant=head:sk=off:mmd=off:om=off"},
		{"sigra:variant=september", "sigra:variant=september"},
		{"sigra:wm=0.85:wo=1:knock=0", "sigra"},
		{"sigra:wo=1.0:wm=8.5e-1", "sigra"},
		{"sigra:wm=1:wo=0.25", "sigra:wm=1:wo=0.25"},
		{"sigra:wm=0", "sigra:mmd=off"},
		{"sigra:wm=0:mmd=on:wo=-0", "sigra:mmd=off:om=off"},
		{"sigra:mmd=off:wm=0.5", "sigra:mmd=off"},
		{"sigra:knock=0:sk=off", "sigra"},
		{"sigra:sk=off:knock=7", "sigra:knock=7"},
		{"sigra:knock=100", "sigra:knock=100"},
	} {
		if got, err := Canonical(tt.spec); err != nil || got != tt.want {
			t.Errorf("Canonical(%q) = %q, %v, want %q", tt.spec, got, err, tt.want)
		}
	}
	for _, tt := range []struct{ spec, want string }{
		{"sigra:wm=10.5", `wm="10.5": want a number from 0 to 10`},
		{"sigra:wo=-1", "want a number from 0 to 10"},
		{"sigra:wo=NaN", "want a number from 0 to 10"},
		{"sigra:wo=high", "want a number from 0 to 10"},
		{"sigra:knock=101", `knock="101": want a number from 0 to 100`},
		{"sigra:knock=2.5", "want a number from 0 to 100"},
	} {
		must.Refuse(Canonical(tt.spec))(t, tt.want)
	}
	seen := map[string]bool{}
	for _, a := range sigraCombinations() {
		seen[a.String()] = true
	}
	must.Equal(t, len(seen), 24, "specs")
}

// TestSIGRAPositions checks decisions whose values are obvious.
func TestSIGRAPositions(t *testing.T) {
	for _, tt := range []struct {
		name, spec string
		p          ginPosition
		want       string
	}{
		// The third seven lowers the deadwood by 14, more than the expectation of a draw.
		{"takes a meld", "sigra", ginPosition{phase: gin.Draw, hand: "7C 7D AH 3S 5H 9S JD KC 2H QC", up: "7H"}, "take"},
		// A king does not lower the deadwood.
		{"leaves a high card", "sigra", ginPosition{phase: gin.Draw, hand: "7C 7D AH 3S 5H 9S JD 4C 2H QC", up: "KC"}, "stock"},
		{"passes a high card", "sigra", ginPosition{phase: gin.FirstUpcard, hand: "7C 7D AH 3S 5H 9S JD 4C 2H QC", up: "KC"}, "pass"},
		// Kings and queens count 10. Two cards complete the pair of kings to a set, and
		// the queen is alone.
		{"keeps a pair", "sigra", ginPosition{phase: gin.Discard, hand: "KC KD QH 2C 4D 7H 9S AS 5C 6D JS", drawn: "JS"}, "QH"},
		// Without MMD all four are equal, and the last to arrive is discarded.
		{"the last of equals", "sigra:mmd=off", ginPosition{phase: gin.Discard, hand: "KC KD QH 2C 4D 7H 9S AS 5C 6D JS", drawn: "JS"}, "JS"},
		{"the last of equals dealt", "sigra:mmd=off", ginPosition{phase: gin.Discard, hand: "KC KD QH 2C 4D 7H 9S AS 5C 6D 3S", drawn: "3S"}, "QH"},
		// The card just taken stays, although the rest is melded or low.
		{"keeps the upcard", "sigra", ginPosition{phase: gin.Discard, hand: "3C 4C 5C 7D 7H 7S 9C 9D 9H AS KC", drawn: "KC", pile: true}, "AS"},
		{"keeps the upcard where it may go", "sigra", ginPosition{phase: gin.Discard, hand: "3C 4C 5C 7D 7H 7S 9C 9D 9H AS KC", drawn: "KC", pile: true,
			rules: func(r *gin.Rules) { r.ThrowingBack = gin.ThrowBackAllowed }}, "AS"},
		// The opponent has 9H TH. JH and JS are equal; OM keeps the one that fits the
		// opponent's cards; without it the last one is discarded.
		{"keeps what fits the opponent", "sigra:mmd=off", ginPosition{phase: gin.Discard, hand: "JH QS 2C 4D 7C 5S AS 6D 3C 8C 2D", drawn: "2D", known: "9H TH"}, "QS"},
		{"without OM", "sigra:mmd=off:om=off", ginPosition{phase: gin.Discard, hand: "QS 2C 4D 7C 5S AS 6D 3C 8C 2D JH", drawn: "JH", known: "9H TH"}, "JH"},
		{"with OM", "sigra:mmd=off", ginPosition{phase: gin.Discard, hand: "QS 2C 4D 7C 5S AS 6D 3C 8C 2D JH", drawn: "JH", known: "9H TH"}, "QS"},
		// MmdOpModel of September adds the term.
		{"with OM inverted", "sigra:variant=september:sk=off", ginPosition{phase: gin.Discard, hand: "KS 2C 4D 7C 5S AS 6D 3C 8C 2D JH", drawn: "2D", known: "9H TH"}, "JH"},

		{"knocks with gin only", "sigra", ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9C 9D 9H AS"}, "pass"},
		{"knocks with gin", "sigra", ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9C 9D 9H 9S"}, "knock"},
		{"knocks at once", "sigra:sk=off", ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9C 9D 9H TS"}, "knock"},
		{"knocks at its limit", "sigra:knock=6", ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9C 9D 9H 6S"}, "knock"},
		{"waits above its limit", "sigra:knock=5", ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9C 9D 9H 6S"}, "pass"},
		{"waits for gin", "sigra:sk=off:knock=0", ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9C 9D 9H AS"}, "pass"},
		// With 9H TH known, OM adds a term to JH: with weight 0 the last card goes.
		{"no opponent weight", "sigra:mmd=off:wo=0", ginPosition{phase: gin.Discard, hand: "QS 2C 4D 7C 5S AS 6D 3C 8C 2D JH", drawn: "JH", known: "9H TH"}, "JH"},
		{"keeps a pair of kings", "sigra:wm=0", ginPosition{phase: gin.Discard, hand: "KC KD 9H 2C 4D 7H 9S AS 5C 6D 3S", drawn: "3S"}, "KD"},
		{"keeps a pair by weight", "sigra:wm=10", ginPosition{phase: gin.Discard, hand: "KC KD 9H 2C 4D 7H 9S AS 5C 6D 3S", drawn: "3S"}, "5C"},
		{"forgets the melds", "sigra:variant=september:sk=off", ginPosition{phase: gin.KnockOrPass, hand: "3C 4C 5C 7D 7H 7S 9C 9D 9H 9S"}, "pass"},
		{"wants gin at the wall", "sigra", ginPosition{phase: gin.Wall, hand: "3C 4C 5C 7D 7H 7S 9C 9D KH AS", up: "9H",
			rules: func(r *gin.Rules) { r.StockEnd = gin.WallKnock }}, "pass"},
		{"knocks with gin at the wall", "sigra", ginPosition{phase: gin.Wall, hand: "3C 4C 5C 7D 7H 7S 9C 9D KH 9S", up: "9H",
			rules: func(r *gin.Rules) { r.StockEnd = gin.WallKnock }}, "knock"},
	} {
		must.Equal(t, tt.p.act(t, resetSIGRA(t, tt.spec)), tt.want, "%s", tt.name)
	}
}

// resetSIGRA returns a player of the spec after Reset.
func resetSIGRA(t testing.TB, spec string) *SIGRA {
	a := newGinPlayer(t, spec).(*SIGRA)
	a.Reset(1)
	return a
}

// TestSIGRAOrder follows a hand by draws and discards into the next one.
func TestSIGRAOrder(t *testing.T) {
	rules := gin.EAAI()
	var w sigraOrder
	see := func(number int, phase gin.Phase, hand, drawn, want string) {
		t.Helper()
		o := gin.Observation{Rules: &rules, HandNumber: number, Phase: phase, Hand: ginCardsOf(t, hand), Drawn: card.None}
		if drawn != "" {
			o.Drawn = cardtest.Card(t, drawn)
		}
		w.follow(&o)
		must.Equal(t, card.Format(w.cards[:w.count]), want, "%s, drawn %q: order", hand, drawn)
	}
	see(1, gin.Draw, "9H AC KD", "", "AC KD 9H")
	see(1, gin.Discard, "AC KD 9H 2C", "2C", "AC KD 9H 2C")
	see(1, gin.KnockOrPass, "AC 9H 2C", "2C", "AC 9H 2C")
	see(1, gin.Draw, "AC 9H 2C", "5S", "AC 9H 2C") // the opponent's draw
	see(1, gin.Discard, "AC 9H 2C AD", "AD", "AC 9H 2C AD")
	see(2, gin.Discard, "AC 9H 2C AD", "AC", "2C AD 9H AC")
}

// TestSIGRASeptember checks the effects of the faults of the program behind the tables:
// StubbornMmd plays as without MMD, and MmdOpModel never ends a hand.
func TestSIGRASeptember(t *testing.T) {
	inert, without := resetSIGRA(t, "sigra:variant=september:om=off"), newGinPlayer(t, "sigra:variant=head:mmd=off:om=off")
	act := func(_ *gin.Observation, _ *game.Mask, _ game.Action) {}
	b := newGinTable(t, gin.EAAI(), inert, newGinPlayer(t, "simple"))
	c := newGinTable(t, gin.EAAI(), without, newGinPlayer(t, "simple"))
	for i := range uint64(20) {
		if x, y := b.play(t, 1, i, act), c.play(t, 1, i, act); x != y {
			t.Errorf("match %d: %+v, without MMD %+v", i, x, y)
		}
	}
	rules := gin.EAAI()
	rules.MaxHands = 3
	d := newGinTable(t, rules, newGinPlayer(t, "sigra:variant=september:sk=off"), newGinPlayer(t, "sigra:variant=september:sk=off"))
	if end := d.play(t, 1, 1, nil); end.Winner != game.NoPlayer || end.Gains != [game.MaxPlayers]int{} {
		t.Errorf("MmdOpModel of September against itself: %+v", end)
	}
}

var long = flag.Bool("long", false, "run the tests that play tens of thousands of matches")

// TestSIGRAStrength compares win rates with the authors' programs
// (arena/reference/data/gin-reference.csv). The joint 99 % interval of 21
// comparisons is |z| < 3.5; with 10,000 matches per pair the largest is 2.1, SIGRA against
// Stubborn.
//
// Where the published program of September keeps a hand for many turns, it sometimes
// discards the card just taken and forfeits the match: with gin and a known card of the
// opponent all draws have the same value, and rounding makes their mean higher. A copy of
// it that adds in the same order lost 3.3 % of its matches as MmdOpModel against Simple and
// won .668 (2,500 matches; the reference has .653, and .695 without forfeits). SIGRA won
// .984 against it (reference .986, without forfeits 1.000). Here the first pair is compared
// with the figure without forfeits, and the second is left out.
func TestSIGRAStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 7,000 matches")
	}
	matches := 300
	if *long {
		matches = 1500
	}
	const (
		sept = "sigra:variant=september"
		head = "sigra:variant=head"
	)
	for i, tt := range []struct {
		first, second string
		rate          float64
		of            float64 // number of matches of that figure
	}{
		{"sigra", "simple", 0.741, 3000},
		{"sigra:om=off", "simple", 0.749, 3000},
		{"sigra:sk=off", "simple", 0.597, 3000},
		{sept, "simple", 0.743, 5000},
		{sept + ":om=off", "simple", 0.694, 5000},
		{head + ":om=off", "simple", 0.732, 5000},
		{head + ":sk=off", "simple", 0.587, 5000},
		{head + ":mmd=off", "simple", 0.701, 3000},
		{head + ":sk=off:mmd=off", "simple", 0.520, 3000},
		{head + ":sk=off:om=off", "simple", 0.590, 3000},
		{head + ":sk=off:mmd=off:om=off", "simple", 0.523, 3000},
		{sept, "stubborn", 0.548, 2000},
		{sept + ":om=off", "stubborn", 0.548, 2000},
		{sept, sept + ":om=off", 0.511, 2000},
		{head + ":sk=off", "stubborn", 0.421, 1000},
		{sept, head + ":sk=off", 0.648, 1000},
		{head + ":om=off", head + ":sk=off", 0.647, 1000},
		{sept, head + ":om=off", 0.481, 2000},

		{"sigra:mmd=off:om=off", "simple", 0.702, 10_000},
		{sept + ":sk=off", "simple", 0.695, 10_000},
		{sept + ":sk=off", "stubborn", 0, 3000},
	} {
		y := ginMatches(t, tt.first, tt.second, matches, uint64(100+i))
		n := float64(matches)
		pooled := (float64(y.wins) + tt.of*tt.rate) / (n + tt.of)
		z := (y.rate() - tt.rate) / max(1e-9, math.Sqrt(pooled*(1-pooled)*(1/n+1/tt.of)))
		t.Logf("%s against %s: %.3f, the reference is %.3f: z = %.1f", tt.first, tt.second, y.rate(), tt.rate, z)
		if math.Abs(z) > 3.5 {
			t.Errorf("%s wins %.3f of the matches against %s, the reference is %.3f: z = %.1f", tt.first, y.rate(), tt.second, tt.rate, z)
		}
	}
}
