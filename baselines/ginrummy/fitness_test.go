package ginrummy

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/must"
)

// cardSet returns the set of the cards in a text.
func cardSet(t *testing.T, text string) card.Cards {
	t.Helper()
	all := must.Get(card.ParseAll(text))(t)
	var cs card.Cards
	for _, c := range all {
		cs = cs.With(c)
	}
	return cs
}

// inEveryOrder adds to goes[i] the probability that card i is chosen when the cards are
// tried in the order that begins with order, summed over all orders of left, and returns
// the number of these orders.
func inEveryOrder(p []float64, order []int, left []int, goes []float64) (orders int) {
	if len(left) == 0 {
		kept := 1.0
		for _, i := range order {
			goes[i] += kept * p[i]
			kept *= 1 - p[i]
		}
		for i := range goes {
			goes[i] += kept / float64(len(goes))
		}
		return 1
	}
	for k, i := range left {
		rest := append(append([]int(nil), left[:k]...), left[k+1:]...)
		orders += inEveryOrder(p, append(order[:len(order):len(order)], i), rest, goes)
	}
	return orders
}

// TestAskInTurn compares the choices and the reported probabilities of askInTurn with the
// average over all orders of the cards.
func TestAskInTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 2; n <= 5; n++ {
		for range 4 {
			p, left := make([]float64, n), make([]int, n)
			var cards card.Cards
			for i := range p {
				p[i], left[i] = float64(rng.IntN(11))/10, i
				cards = cards.With(card.Card(i))
			}
			want := make([]float64, n)
			orders := inEveryOrder(p, nil, left, want)
			const rounds = 20000
			var count [5]int
			for range rounds {
				c, chance := askInTurn(rng, cards, p)
				count[c]++
				if w := want[c] / float64(orders); math.Abs(chance-w) > 1e-9 {
					t.Fatalf("probabilities %v: card %d is chosen with %v, want %v", p, c, chance, w)
				}
			}
			for i, w := range want {
				w /= float64(orders)
				if d := math.Abs(float64(count[i])/rounds - w); d > 4*math.Sqrt(w*(1-w)/rounds)+1e-9 {
					t.Errorf("probabilities %v: card %d chosen %d times of %d, want a share of %v", p, i, count[i], rounds, w)
				}
			}
		}
	}
}

// ginView returns the observation of a player at a discard.
func ginView(t *testing.T, hand, given, known, own string) *gin.Observation {
	rules := gin.EAAI()
	o := &gin.Observation{
		Rules: &rules, Phase: gin.Discard, Hand: cardSet(t, hand), KnockLimit: 10, Knocker: game.NoPlayer, StockSize: 25,
	}
	o.Drawn = o.Hand.First()
	o.Given = [2]card.Cards{cardSet(t, own), cardSet(t, given)}
	o.Known[1] = cardSet(t, known)
	o.Pile = o.Given[0] | o.Given[1]
	o.Upcard = o.Given[1].First()
	if o.Hand.Count() != 11 || o.Hand&(o.Pile|o.Known[1]) != 0 {
		t.Fatalf("hand %v of %d cards, pile %v, known %v", o.Hand, o.Hand.Count(), o.Pile, o.Known[1])
	}
	return o
}

// discardsOf returns the cards that a player discards in many tries, and compares the
// reported probabilities with the counts.
func discardsOf(t *testing.T, o *gin.Observation, spec string) card.Cards {
	t.Helper()
	player := must.Get(New(spec))(t)
	a := player()
	var legal game.Mask
	for c := range o.Hand.Each() {
		legal.Set(gin.CardOf(c))
	}
	const rounds = 400
	count, chance := map[card.Card]int{}, map[card.Card]float64{}
	var discarded card.Cards
	for seed := range uint64(rounds) {
		a.Reset(seed)
		action, p := a.Act(o, &legal)
		c := gin.ActionCard(action)
		if !o.Hand.Has(c) {
			t.Fatalf("%s discards %v from %v", spec, c, o.Hand)
		}
		if before, ok := chance[c]; ok && before != p {
			t.Fatalf("%s discards %v with probability %v and with %v", spec, c, before, p)
		}
		discarded, chance[c] = discarded.With(c), p
		count[c]++
	}
	total := 0.0
	for c, p := range chance {
		total += p
		if d := math.Abs(float64(count[c])/rounds - p); d > 4*math.Sqrt(p*(1-p)/rounds)+1e-9 {
			t.Errorf("%s discards %v %d times of %d, with the reported probability %v", spec, c, count[c], rounds, p)
		}
	}
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("%s discards %v with a total probability of %v, want 1", spec, discarded, total)
	}
	return discarded
}

// TestFitnessDiscards checks discards of hands whose deadwood is lowest without a ten or a
// court card, and of a gin. Except with gin, the mean deadwood falls without any of them, so
// that V2 with remove-any has no candidate without a characteristic and keeps all.
func TestFitnessDiscards(t *testing.T) {
	const melds = "AC AD AH 4S 5S 6S 7S "
	for _, c := range []struct {
		name, hand, given, known, own string
		fitness                       string
		v2, any, keep, released       string // V2 with its filters, and the released variant
	}{
		{
			// Nothing is known: all four are equal. The opponent may meld any of them,
			// so that the released variant keeps only the last one.
			"no difference", melds + "KD QH JS TC", "2C", "", "",
			"KD QH JS TC",
			"KD QH JS TC", "KD QH JS TC", "KD QH JS TC", "KD",
		},
		{
			// Two kings and the queen of diamonds are out of play: nobody can meld the
			// king. The opponent has discarded a mate of the queen.
			"never melds", melds + "KD QH JS TC", "KC KH", "", "QD",
			"KD",
			"JS TC", "KD QH JS TC", "KD", "KD",
		},
		{
			// Nobody can meld the queen, and the opponent can meld neither king. The
			// released variant keeps the queen, which is useless.
			"released, inverted criterion", melds + "KD KH QC TH", "KC QD QH JC 2C", "", "",
			"QC",
			"KD KH TH", "KD KH QC TH", "QC", "KD KH",
		},
		{
			// The opponent has discarded only tens and court cards. The released
			// variant then avoids these, but here it has no other candidate, and the
			// last king remains.
			"released keeps tens", melds + "KD KH QC TH", "KC QD QH JC", "", "",
			"QC",
			"KD KH TH", "KD KH QC TH", "QC", "KD",
		},
		{
			// The opponent has also discarded an ace: the released variant keeps both kings,
			// which no single card melds.
			"released, an ace discarded", melds + "KD KH QC TH", "KC QD QH JC AS", "", "",
			"QC",
			"KD KH TH", "KD KH QC TH", "QC", "KD KH",
		},
		{
			// The opponent holds two queens and has discarded a jack and a ten. The
			// queen is useful to the opponent, which V2 checks before the discards.
			"useful to the opponent", melds + "KD QH JS TC", "JC TD", "QC QD", "",
			"JS TC",
			"QH", "KD QH JS TC", "JS TC", "KD",
		},
		{
			// All is melded with any of seven cards gone. Only the ace of diamonds is of use to
			// the opponent, which holds the two and the three.
			"gin", "AC AD AH AS 4S 5S 6S 7S 8S 9S TS", "KC", "2D 3D", "",
			"AC AH AS 4S 7S TS",
			"AD", "AD", "AC AH AS 4S 7S TS", "AD",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := ginView(t, c.hand, c.given, c.known, c.own)
			for _, spec := range []string{"fitness", "fitness:table=off"} {
				if got, want := discardsOf(t, o, spec), cardSet(t, c.fitness); got != want {
					t.Errorf("%s discards %v, want %v", spec, got, want)
				}
			}
			for spec, want := range map[string]string{"": c.v2, ":filter=remove-any": c.any, ":filter=keep": c.keep, ":variant=released": c.released} {
				if got, want := discardsOf(t, o, "independent-heuristics"+spec), cardSet(t, want); got != want {
					t.Errorf("independent-heuristics%s discards %v, want %v", spec, got, want)
				}
			}
		})
	}
}

// TestFittestDiscards compares FittestDiscards with a literal reading of the paper.
func TestFittestDiscards(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	several := 0
	for range 300 {
		deck := card.AppendDeck(nil, 1, 0)
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		set := func(from, to int) (cs card.Cards) {
			for _, c := range deck[from:to] {
				cs = cs.With(c)
			}
			return cs
		}
		rules := gin.EAAI()
		o := &gin.Observation{Rules: &rules, Hand: set(0, 11), Knocker: game.NoPlayer}
		o.Given[1], o.Known[1] = set(11, 15), set(15, 15+rng.IntN(5))
		o.Pile = o.Given[1] | set(20, 24)
		may := o.Hand
		if rng.IntN(2) == 0 {
			may = may.Without(deck[rng.IntN(11)])
		}
		uncounted := ginhand.Fitness(rng.IntN(16))
		lowest, highest := 1000, -1
		for c := range may.Each() {
			lowest = min(lowest, deadwood.Of(o.Hand.Without(c)))
		}
		var want card.Cards
		for c := range may.Each() {
			if deadwood.Of(o.Hand.Without(c)) != lowest {
				continue
			}
			p := 0
			for _, f := range []ginhand.Fitness{ginhand.DeadwoodFalls, ginhand.NeverMelds, ginhand.UselessToOpponent, ginhand.MateDiscarded} {
				if uncounted&f == 0 && ginhand.FitnessOf(o, c, ginhand.FitnessPaper)&f != 0 {
					p++
				}
			}
			if p > highest {
				want, highest = 0, p
			}
			if p == highest {
				want = want.With(c)
			}
		}
		got, deadwood := FittestDiscards(o, may, ginhand.FitnessPaper, uncounted)
		if got != want || deadwood != lowest {
			t.Fatalf("of %v of %v: %v with deadwood %d, want %v with %d", may, o.Hand, got, deadwood, want, lowest)
		}
		if got.Count() > 1 {
			several++
		}
	}
	if several == 0 {
		t.Error("no hand had several fittest discards")
	}
}

// TestFitnessKnocks compares the knocks with the threshold and the table.
func TestFitnessKnocks(t *testing.T) {
	o := ginView(t, "AC AD AH 4S 5S 6S 7S 2C KD 3H 2D", "KC", "", "")
	o.Hand, o.Phase = cardSet(t, "AC AD AH 4S 5S 6S 7S 2C 3D 2S"), gin.KnockOrPass // 7 points
	var legal game.Mask
	legal.Set(gin.Knock)
	legal.Set(gin.Pass)
	for _, c := range []struct {
		spec    string
		percent uint8 // of the table
		want    game.Action
	}{
		{"fitness", 0, gin.Pass}, {"fitness", 100, gin.Knock},
		{"fitness:knock=6", 0, gin.Pass}, {"fitness:knock=6", 100, gin.Knock},
		{"fitness:knock=7", 0, gin.Knock}, {"fitness:knock=10", 0, gin.Knock},
		{"fitness:knock-table=off", 100, gin.Pass}, {"fitness:knock=6:knock-table=off", 100, gin.Pass},
		{"fitness:knock=7:knock-table=off", 0, gin.Knock},
	} {
		player := newGinPlayer(t, c.spec).(*Fitness)
		player.Tables.Value = new(FitnessTables)
		for i := range player.Tables.Value.Percent {
			player.Tables.Value.Percent[i] = c.percent
		}
		player.Reset(1)
		if a, p := player.Act(o, &legal); a != c.want || p != 1 {
			t.Errorf("%s with a table of %d per cent: action %d with probability %v, want %d", c.spec, c.percent, a, p, c.want)
		}
	}
}

// TestFitnessLooksUp checks which information set is looked up in a situation, and that
// entries of 0 and 100 per cent are always followed.
func TestFitnessLooksUp(t *testing.T) {
	o := ginView(t, "AC AD AH 4S 5S 6S 7S 2C KD 3H 2D", "KC", "", "")
	o.StockSize = 15
	if got, want := FitnessDiscardSet(o, card.New(card.King, card.Diamonds), 7), fitnessDraws+fitnessKnocks+((25*3)+1)*100+7; got != want {
		t.Errorf("king of diamonds, 37 cards dealt, deadwood 7: set %d, want %d", got, want)
	}
	for stock, want := range map[int]int{31: 0, 22: 0, 21: 1, 12: 1, 11: 2, 2: 2} {
		if o.StockSize = stock; fitnessStage(o) != want {
			t.Errorf("with %d cards in the stock the stage is %d, want %d", stock, fitnessStage(o), want)
		}
	}

	// Ten cards, 8 points, 11 + 1 cards seen; no single card melds the five.
	hand := cardSet(t, "AC AD AH 4S 5S 6S 7S 2C 5D AS")
	o.Hand, o.Phase = hand, gin.KnockOrPass
	deadwood := deadwood.Of(hand)
	set, open := FitnessKnockSet(o, hand, deadwood)
	never := ginhand.NeverMeldsInOneDraw(hand, o.Unknown()).Count()
	if want := fitnessDraws + ((deadwood-1)*6+0)*6 + never; !open || set != want {
		t.Errorf("knock set %d (%t), want %d", set, open, want)
	}
	var legal game.Mask
	legal.Set(gin.Knock)
	legal.Set(gin.Pass)
	tables := *ShippedFitnessTables()
	player := &Fitness{Tables: spec.FileOf[*FitnessTables]{Value: &tables}}
	for percent, want := range map[uint8]game.Action{0: gin.Pass, 100: gin.Knock} {
		tables.Percent[set] = percent
		for seed := range uint64(20) {
			player.Reset(seed)
			if a, p := player.Act(o, &legal); a != want || p != 1 {
				t.Errorf("at %d per cent: action %d with %v", percent, a, p)
			}
		}
	}
	tables.Percent[set] = 25
	knocks := 0
	for seed := range uint64(1000) {
		player.Reset(seed)
		switch a, p := player.Act(o, &legal); {
		case a == gin.Knock && p == 0.25:
			knocks++
		case a != gin.Pass || p != 0.75:
			t.Fatalf("at 25 per cent: action %d with %v", a, p)
		}
	}
	if knocks < 195 || knocks > 305 {
		t.Errorf("at 25 per cent: %d knocks of 1000", knocks)
	}
	if _, open := FitnessKnockSet(o, hand, 0); open {
		t.Error("the tables decide whether to knock with gin")
	}

	// The upcard completes a set of kings, so that deadwood falls by 20, and nothing is
	// known of the opponent; then the opponent holds two kings.
	o = ginView(t, "AC AD AH 4S 5S 6S 9D TC KD KH 2S", "KC", "", "")
	o.Hand, o.Phase, o.Pile, o.Upcard = o.Hand.Without(card.New(card.Ten, card.Clubs)), gin.Draw, cardSet(t, "KS"), card.New(card.King, card.Spades)
	if got, want := FitnessDrawSet(o), 1*11+10; got != want {
		t.Errorf("draw set %d, want %d", got, want)
	}
	o.Known[1] = cardSet(t, "QS JS")
	if got, want := FitnessDrawSet(o), (2+1)*11+10; got != want {
		t.Errorf("draw set %d, want %d", got, want)
	}
	o.Upcard = card.New(card.Eight, card.Spades) // one point less than the nine
	if got, want := FitnessDrawSet(o), 0*11+2; got != want {
		t.Errorf("draw set %d, want %d", got, want)
	}
}
