package ginhand

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
)

// fitnessView returns a random observation before a discard: a hand of eleven, and cards
// that the opponent discarded, took and kept.
func fitnessView(rng *rand.Rand) *gin.Observation {
	deck := card.AppendDeck(nil, 1, 0)
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	deal := func(n int) (cs card.Cards) {
		for range n {
			cs, deck = cs.With(deck[0]), deck[1:]
		}
		return cs
	}
	rules := gin.EAAI()
	o := &gin.Observation{Rules: &rules, Self: 1, Mover: 1, Phase: gin.Discard, Hand: deal(11), Knocker: -1}
	discarded, own := deal(rng.IntN(12)), deal(rng.IntN(8))
	o.Given = [2]card.Cards{discarded, own}
	o.Pile = discarded | own
	o.Known[0] = deal(rng.IntN(6))
	o.Taken[0] = o.Known[0]
	o.Upcard, o.Drawn = o.Pile.First(), o.Hand.First()
	o.StockSize = len(deck) - 10 + o.Known[0].Count()
	return o
}

// inMeld reports whether c is in a meld of the cards.
func inMeld(c card.Card, cs card.Cards) bool {
	for _, m := range deadwood.Melds() {
		if m&^cs == 0 && m.Has(c) {
			return true
		}
	}
	return false
}

// slowFitness computes the characteristics in the slow, obvious way, by the text of
// cardfitness2021 and by its released program.
func slowFitness(o *gin.Observation, c card.Card, reading FitnessReading) (f Fitness) {
	opponent := 1 - o.Self
	var unknown, available, known card.Cards
	for d := range card.All.Each() {
		gone := o.Pile.Has(d) || o.Known[opponent].Has(d)
		if !gone && !o.Hand.Has(d) {
			unknown = unknown.With(d)
		}
		if !gone {
			available = available.With(d)
		}
		if o.Known[opponent].Has(d) || d == c {
			known = known.With(d)
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
			least = min(least, deadwood.Of(rest.With(d).Without(e)))
		}
		total += least
	}
	if total < draws.Count()*deadwood.Of(rest) {
		f |= DeadwoodFalls
	}
	if never {
		f |= NeverMelds
	}
	if !inMeld(c, known) {
		f |= UselessToOpponent
	}
	for d := range o.Given[opponent].Each() {
		apart := int(d.Rank()) - int(c.Rank())
		if apart == 0 || d.Suit() == c.Suit() && apart >= -2 && apart <= 2 {
			f |= MateDiscarded
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
			t.Errorf("no card has %d points: the test needs more hands: %v", points+1, seen)
		}
	}
	if differ == 0 {
		t.Error("the readings never differ")
	}
}

// meanDeadwoodAfterDraw returns the mean deadwood of a hand of ten after a draw from draws
// and the best discard, in [0, 100]. If draws is empty it returns the deadwood of the hand.
func meanDeadwoodAfterDraw(hand, draws card.Cards) float64 {
	if draws == 0 {
		return float64(deadwood.Of(hand))
	}
	total := 0
	for c := range draws.Each() {
		total += deadwood.AfterDiscard(hand.With(c))
	}
	return float64(total) / float64(draws.Count())
}

func TestDeadwoodFallsWithTheMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	fell, stayed := 0, 0
	for range 100 {
		o := fitnessView(rng)
		hand := o.Hand.Without(o.Drawn)
		draws := o.Unknown() & card.Cards(rng.Uint64()) & card.Cards(rng.Uint64()) & card.Cards(rng.Uint64())
		mean, before := meanDeadwoodAfterDraw(hand, draws), float64(deadwood.Of(hand))
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
	if meanDeadwoodAfterDraw(straight, card.All&^straight) != 0 || DeadwoodFallsAfterDraw(straight, card.All&^straight) {
		t.Error("the deadwood of a gin hand falls")
	}
}
