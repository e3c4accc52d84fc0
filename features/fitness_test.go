package features

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/env/meld"
)

// fitnessView returns what a player may see before a discard: a random hand of
// eleven, and cards that the opponent threw, took and kept.
func fitnessView(rng *rand.Rand) *gin.Observation {
	deck := card.AppendDeck(nil, 1, 0)
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	deal := func(n int) (cs card.Cards) {
		for range n {
			cs, deck = cs.With(deck[0]), deck[1:]
		}
		return cs
	}
	o := &gin.Observation{Self: 1, Mover: 1, Phase: gin.Discard, Hand: deal(11), Knocker: -1}
	thrown, own := deal(rng.IntN(12)), deal(rng.IntN(8))
	o.Given = [2]card.Cards{thrown, own}
	o.Pile = thrown | own
	o.Known[0] = deal(rng.IntN(6))
	o.Taken[0] = o.Known[0]
	o.Upcard, o.Drawn = o.Pile.First(), o.Hand.First()
	o.StockSize = len(deck) - 10 + o.Known[0].Count()
	return o
}

// inMeld reports whether c lies in a meld of the cards.
func inMeld(c card.Card, cs card.Cards) bool {
	for _, m := range meld.GinMelds() {
		if m&^cs == 0 && m.Has(c) {
			return true
		}
	}
	return false
}

// slowFitness follows the sentences of paper 004 and the notes on the program.
func slowFitness(o *gin.Observation, c card.Card, reading FitnessReading) (f Fitness) {
	opponent := 1 - o.Self
	var unknown, available, his card.Cards
	for d := range card.All.Each() {
		gone := o.Pile.Has(d) || o.Known[opponent].Has(d)
		if !gone && !o.Hand.Has(d) {
			unknown = unknown.With(d)
		}
		if !gone {
			available = available.With(d)
		}
		if o.Known[opponent].Has(d) || d == c {
			his = his.With(d)
		}
	}
	draws := unknown
	never := !inMeld(c, available)
	if reading == FitnessReleased {
		draws |= o.Known[opponent]
		never = !inMeld(c, o.Hand)
		for d := range unknown.Each() {
			never = never && !inMeld(c, o.Hand.With(d))
		}
	}
	rest := o.Hand.Without(c)
	total := 0
	for d := range draws.Each() {
		least := 1000
		for e := range rest.With(d).Each() {
			least = min(least, meld.Deadwood(rest.With(d).Without(e)))
		}
		total += least
	}
	if total < draws.Count()*meld.Deadwood(rest) {
		f |= DeadwoodFalls
	}
	if never {
		f |= NeverMelds
	}
	if !inMeld(c, his) {
		f |= UselessToOpponent
	}
	for d := range o.Given[opponent].Each() {
		apart := int(d.Rank()) - int(c.Rank())
		if apart == 0 || d.Suit() == c.Suit() && apart >= -2 && apart <= 2 {
			f |= MateThrown
		}
	}
	return f
}

func TestFitnessMatchesItsTwin(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	rng := rand.New(rand.NewPCG(4, 4))
	var seen [5]int
	var differ int
	for range rounds {
		o := fitnessView(rng)
		for c := range o.Hand.Each() {
			paper, released := FitnessOf(o, c, FitnessPaper), FitnessOf(o, c, FitnessReleased)
			if want := slowFitness(o, c, FitnessPaper); paper != want {
				t.Fatalf("%v of %v, pile %v, known %v: %04b, want %04b", c, o.Hand, o.Pile, o.Known, paper, want)
			}
			if want := slowFitness(o, c, FitnessReleased); released != want {
				t.Fatalf("released: %v of %v, pile %v, known %v: %04b, want %04b", c, o.Hand, o.Pile, o.Known, released, want)
			}
			seen[paper.Points()]++
			if paper != released {
				differ++
			}
		}
	}
	for points, n := range seen[1:] {
		if n == 0 {
			t.Errorf("no card has %d points, so this test has not seen enough: %v", points+1, seen)
		}
	}
	if differ == 0 {
		t.Error("the readings never differ")
	}
}

func TestMeldMates(t *testing.T) {
	for c := range card.All.Each() {
		var want card.Cards
		for _, m := range meld.GinMelds() {
			if m.Count() == 3 && m.Has(c) {
				want |= m
			}
		}
		if got := MeldMates(c); got != want.Without(c) {
			t.Errorf("mates of %v are %v, want %v", c, got, want.Without(c))
		}
	}
}

func TestNeverMeldsInOneDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 200 {
		o := fitnessView(rng)
		draws := o.Unknown()
		got := NeverMeldsInOneDraw(o.Hand, draws)
		for c := range o.Hand.Each() {
			want := !inMeld(c, o.Hand)
			for d := range draws.Each() {
				want = want && !inMeld(c, o.Hand.With(d))
			}
			if got.Has(c) != want {
				t.Fatalf("%v with draws %v: %v, which is wrong about %v", o.Hand, draws, got, c)
			}
		}
	}
}

func TestDeadwoodFallsWithTheMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	fell, stayed := 0, 0
	for range 100 {
		o := fitnessView(rng)
		hand := o.Hand.Without(o.Drawn)
		draws := o.Unknown() & card.Cards(rng.Uint64()) & card.Cards(rng.Uint64()) & card.Cards(rng.Uint64())
		mean, before := MeanDeadwoodAfterDraw(hand, draws), float64(meld.Deadwood(hand))
		if mean > before || math.IsNaN(mean) || mean < 0 {
			t.Fatalf("%v with draws %v: the mean %v is above the deadwood %v", hand, draws, mean, before)
		}
		if got := DeadwoodFallsAfterDraw(hand, draws); got != (mean < before) {
			t.Fatalf("%v with draws %v: falls %t, mean %v, deadwood %v", hand, draws, got, mean, before)
		}
		if mean < before {
			fell++
		} else {
			stayed++
		}
	}
	if fell == 0 || stayed == 0 {
		t.Errorf("the mean fell %d times and stayed %d times: want both", fell, stayed)
	}
	straight := card.OfSuit(card.Clubs) &^ card.OfRank(card.Ace) &^ card.OfRank(card.Two) &^ card.OfRank(card.Three)
	if MeanDeadwoodAfterDraw(straight, card.All&^straight) != 0 || DeadwoodFallsAfterDraw(straight, card.All&^straight) {
		t.Error("gin falls")
	}
}

func TestFitnessAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	o := fitnessView(rng)
	if n := testing.AllocsPerRun(20, func() {
		for c := range o.Hand.Each() {
			FitnessOf(o, c, FitnessPaper)
			FitnessOf(o, c, FitnessReleased)
		}
		MeanDeadwoodAfterDraw(o.Hand.Without(o.Drawn), o.Pile)
	}); n != 0 {
		t.Errorf("allocates %v times", n)
	}
}

func BenchmarkFitness(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 9))
	views := make([]*gin.Observation, 64)
	for i := range views {
		views[i] = fitnessView(rng)
	}
	b.ReportAllocs()
	points := 0
	for i := 0; b.Loop(); i++ {
		o := views[i%len(views)]
		points += FitnessOf(o, o.Drawn, FitnessPaper).Points()
	}
	if points == 0 {
		b.Fatal("no points")
	}
}
