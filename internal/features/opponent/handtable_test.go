package opponent_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/features/opponent"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

// afterTurns returns a visitor of playtest.PlayGin that calls visit once after each turn
// that ends with a discard, with what the player's opponent knows and the player's
// hand.
func afterTurns(visit func(o *gin.Observation, hand card.Cards)) func(s game.State) {
	var o gin.Observation
	turns := 0
	return func(s game.State) {
		s.Observe(0, &o)
		n := len(o.History)
		if n == 0 || n == turns || o.Knocker != game.NoPlayer {
			return
		}
		if last := o.History[n-1]; last.Source != gin.Passed && last.Discard != card.None {
			turns = n
			s.Observe(1-last.Player, &o)
			visit(&o, s.(*gin.State).Hand(last.Player))
		}
	}
}

// plainBucket holds the six properties of truong2021datadriven, as the key of a map of
// counts.
type plainBucket struct {
	card, thrown, upcard card.Rank
	thrownSuited         bool // the discard is of the upcard's suit
	suited               [2]bool
	taken                bool
}

func plainBucketOf(c card.Card, t gin.Turn) plainBucket {
	return plainBucket{
		c.Rank(), t.Discard.Rank(), t.Upcard.Rank(), t.Discard.Suit() == t.Upcard.Suit(),
		[2]bool{c.Suit() == t.Upcard.Suit(), c.Suit() == t.Discard.Suit()}, t.Source == gin.FromPile,
	}
}

// TestHandTableRatios compares the ratios of buckets with those counted anew in other hands: the number of cards held
// divided by the number expected if all unseen cards were equally likely. They agree as far as counts do.
func TestHandTableRatios(t *testing.T) {
	type count struct {
		seen, held, expected float64
		card                 card.Card
		turn                 gin.Turn
	}
	plain := map[plainBucket]*count{}
	playtest.PlayGin(t, gin.EAAI(), 0, 2000, playtest.SimpleGin, afterTurns(func(o *gin.Observation, hand card.Cards) {
		last := o.History[len(o.History)-1]
		unseen := card.All &^ o.Hand &^ o.Pile &^ o.Known[1-o.Self]
		for c := range unseen.Each() {
			k := plainBucketOf(c, last)
			if plain[k] == nil {
				plain[k] = &count{card: c, turn: last}
			}
			plain[k].seen++
			plain[k].expected += float64((hand & unseen).Count()) / float64(unseen.Count())
			if hand.Has(c) {
				plain[k].held++
			}
		}
	}))
	b, used, far := opponent.SimpleHandTable(), 0, 0
	for _, n := range plain {
		if n.expected < 10 {
			continue
		}
		used++
		// The count is nearly Poisson, so its square root has a standard deviation of one half.
		want := b.Ratio(n.card, n.turn) * n.expected
		if math.Abs(math.Sqrt(n.held)-math.Sqrt(want)) > 1.5 {
			far++
		}
	}
	if used < 3000 || far > used/100 {
		t.Errorf("of %d buckets %d have ratios unlike those of other games", used, far)
	}
	for _, none := range []gin.Turn{
		{Source: gin.Passed, Upcard: 0, Discard: card.None},
		{Source: gin.FromStock, Upcard: 0, Discard: card.None},
		{Source: gin.FromStock, Upcard: card.None, Discard: 0},
		{Source: gin.FromStock, Upcard: card.Joker, Discard: 0},
		{Source: gin.FromStock, Upcard: 0, Discard: card.Joker},
	} {
		if got := b.Ratio(5, none); got != 1 {
			t.Errorf("ratio %v of a turn without evidence, %+v", got, none)
		}
	}
}

// plainEstimate computes the estimate directly: it multiplies ratios turn by turn and
// scales at the end.
func plainEstimate(b *opponent.HandTable, keep float64, o *gin.Observation) [52]float64 {
	var p [52]float64
	other := 1 - o.Self
	for c := range o.Known[other].Each() {
		p[c.Index()] = 1
	}
	unseen, held := o.Unknown(), float64(o.HandSizes[other]-o.Known[other].Count())
	if held <= 0 {
		return p
	}
	most := 0.0
	for c := range unseen.Each() {
		log := 0.0
		for _, turn := range o.History {
			if turn.Player == other && turn.Source != gin.Passed && turn.Discard != card.None {
				log = keep*log + math.Log(b.Ratio(c, turn))
			}
		}
		p[c.Index()] = math.Exp(log)
		most = max(most, p[c.Index()])
	}
	for c := range unseen.Each() {
		p[c.Index()] = max(p[c.Index()], most/1024)
	}
	if held == float64(unseen.Count()) {
		for c := range unseen.Each() {
			p[c.Index()] = 1
		}
		return p
	}
	for cut := card.Cards(0); ; {
		free, left := 0.0, held-.99*float64(cut.Count())
		for c := range (unseen &^ cut).Each() {
			free += p[c.Index()]
		}
		again := false
		for c := range (unseen &^ cut).Each() {
			if p[c.Index()]*left/free > .99 {
				cut, again = cut.With(c), true
			}
		}
		for c := range unseen.Each() {
			if !again && cut.Has(c) {
				p[c.Index()] = .99
			} else if !again {
				p[c.Index()] *= left / free
			}
		}
		if !again {
			return p
		}
	}
}

// TestHandTableEstimate compares the estimate with plainEstimate, and its sum with the
// number of cards held.
func TestHandTableEstimate(t *testing.T) {
	simple := opponent.SimpleHandTable()
	for name, r := range playtest.GinRules() {
		t.Run(name, func(t *testing.T) {
			var o gin.Observation
			cut := 0
			playtest.VisitGin(t, r, playtest.Decisions(1000), func(s game.State) {
				for p := range game.Player(2) {
					s.Observe(p, &o)
					for _, keep := range []float64{1, .5} {
						b := simple
						if keep != 1 {
							b = b.Fading(keep)
						}
						var got [52]float32
						b.Estimate(&got, &o)
						want, sum := plainEstimate(b, keep, &o), 0.0
						for i, x := range got {
							c := card.FromIndex(i)
							sum += float64(x)
							if math.Abs(float64(x)-want[i]) > .02 || keep == 1 && math.Abs(float64(x)-want[i]) > 1e-4 {
								t.Fatalf("estimate of %v, keeping %v: %v, want %v", c, keep, x, want[i])
							}
							hidden := o.HandSizes[1-p] - o.Known[1-p].Count()
							certain := !o.Unknown().Has(c) || hidden == 0 || hidden == o.Unknown().Count()
							if !certain && (x <= 0 || x >= 1) || certain && x != float32(want[i]) {
								t.Fatalf("estimate of %v is %v", c, x)
							}
							if x == .99 {
								cut++
							}
						}
						if held := o.HandSizes[1-p]; math.Abs(sum-float64(held)) > 1e-3 {
							t.Fatalf("phase %v: the estimates add up to %v, want %d", o.Phase, sum, held)
						}
					}
				}
			})
			if cut == 0 && name == "eaai" {
				t.Error("no estimate was cut")
			}
		})
	}
}

// TestHandTableAtTheStart checks that at the start of a hand every unseen card has
// probability 10/42, and 10/41 once the first upcard is turned, whether or not it was
// passed.
func TestHandTableAtTheStart(t *testing.T) {
	var o gin.Observation
	var p [52]float32
	playtest.PlayGin(t, gin.EAAI(), 0, 30, playtest.SimpleGin, func(s game.State) {
		s.Observe(max(s.Current(), 0), &o)
		if s.(*gin.State).Phase() != gin.FirstUpcard {
			return
		}
		opponent.SimpleHandTable().Estimate(&p, &o)
		for c := range o.Unknown().Each() {
			if p[c.Index()] != float32(10)/41 {
				t.Fatalf("estimate of %v is %v before any turn", c, p[c.Index()])
			}
		}
		o.Pile = 0 // as if no upcard were turned
		opponent.SimpleHandTable().Estimate(&p, &o)
		for c := range o.Unknown().Each() {
			if p[c.Index()] != float32(10)/42 {
				t.Fatalf("estimate of %v is %v before any card is turned", c, p[c.Index()])
			}
		}
		// As if all cards but those of the opponent's hand had been seen.
		o.Pile = card.All &^ o.Hand &^ s.(*gin.State).Hand(1-o.Self)
		opponent.SimpleHandTable().Estimate(&p, &o)
		for i, got := range p {
			if c := card.FromIndex(i); got == 1 != s.(*gin.State).Hand(1-o.Self).Has(c) {
				t.Fatalf("estimate of %v is %v, and the only unseen cards are those of the hand", c, got)
			}
		}
	})
}

// TestHandTableBeatsUniform checks that on matches that the table was not counted from, the
// estimate is better than the uniform one by Brier score and by log loss.
func TestHandTableBeatsUniform(t *testing.T) {
	type score struct{ brier, log float64 }
	var uniform, paper, fading score
	n := 0.0
	add := func(s *score, p float64, held bool) {
		if !held {
			p = 1 - p
		}
		s.brier += (1 - p) * (1 - p)
		s.log -= math.Log(p)
	}
	b := opponent.SimpleHandTable()
	fade := b.Fading(.5)
	playtest.PlayGin(t, gin.EAAI(), 1_000_000, playtest.Decisions(2000), playtest.SimpleGin, afterTurns(func(o *gin.Observation, hand card.Cards) {
		var p, q [52]float32
		b.Estimate(&p, o)
		fade.Estimate(&q, o)
		unseen := o.Unknown()
		same := float64((hand & unseen).Count()) / float64(unseen.Count())
		for c := range unseen.Each() {
			n++
			add(&uniform, same, hand.Has(c))
			add(&paper, float64(p[c.Index()]), hand.Has(c))
			add(&fading, float64(q[c.Index()]), hand.Has(c))
		}
	}))
	for _, s := range []*score{&uniform, &paper, &fading} {
		s.brier, s.log = s.brier/n, s.log/n
	}
	t.Logf("%.0f cards: uniform %.4f, the paper's %.4f, fading %.4f", n, uniform, paper, fading)
	if paper.brier > .96*uniform.brier || paper.log > uniform.log || fading.brier > .94*uniform.brier || fading.log > .95*uniform.log {
		t.Errorf("%.0f cards: uniform %.4f, the paper's %.4f, fading %.4f", n, uniform, paper, fading)
	}
}

// TestDiscardRiskOfFigure7 checks the discard risk scores of figure 7 of
// truong2021datadriven by the estimate in that figure. Its entries are rounded to two
// decimal places, and so are the scores that agree; those of AS (0.01) and 6H (0.90) do not
// follow from its table.
func TestDiscardRiskOfFigure7(t *testing.T) {
	table := map[card.Suit]string{ // F 0, T 1
		card.Clubs:    "0.10 0.09 F 0.18 0.29 T 0.55 0.61 0.49 0.33 0.44 F 0.39",
		card.Hearts:   "0.10 0.08 0.10 0.12 0.13 F F 0.33 F F 0.43 F 0.48",
		card.Spades:   "F F 0.07 0.09 F 0.33 0.23 0.24 0.32 F 0.33 0.30 F",
		card.Diamonds: "0.10 0.08 0.09 0.11 F 0.40 F 0.31 0.46 F F 0.14 F",
	}
	var o [52]float32
	for s, row := range table {
		for r, word := range strings.Fields(strings.NewReplacer("F", "0", "T", "1").Replace(row)) {
			must.Get(fmt.Sscan(word, &o[card.New(card.Rank(r), s).Index()]))(t)
		}
	}
	for text, want := range map[string]float32{"5S": .16, "5D": .09, "7H": .13, "3C": .10, "7D": .40, "9H": .53, "AS": .03, "6H": .88} {
		c := must.Get(card.Parse(text))(t)
		if got := ginhand.DiscardRisk(&o, c); got < want-.015 || got > want+.015 {
			t.Errorf("discard risk of %s is %.3f, want %.2f", text, got, want)
		}
	}
}

// BenchmarkHandTable estimates hands at the turns of matches of simple.
func BenchmarkHandTable(b *testing.B) {
	var views []*gin.Observation
	playtest.PlayGin(b, gin.EAAI(), 0, 50, playtest.SimpleGin, afterTurns(func(o *gin.Observation, hand card.Cards) {
		o.History = slices.Clone(o.History)
		view := *o
		views = append(views, &view)
	}))
	table := opponent.SimpleHandTable()
	var p [52]float32
	i := 0
	for b.Loop() {
		table.Estimate(&p, views[i])
		if i++; i == len(views) {
			i = 0
		}
	}
	if p == [52]float32{} {
		b.Fatal("the estimates are all 0")
	}
}
