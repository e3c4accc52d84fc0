package features

import (
	"math"
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/indian"
)

// smallWorld is a position in which the stories of the opponent can be counted: three
// of his cards are hidden, in a deck of which most lies open.
type smallWorld struct {
	model *PlayModel
	obs   indian.Observation
	start card.Bag
	turns []OpponentTurn
	first []card.Card // cards not seen before the first of turns, but for the one that the observer drew
	own   card.Card   // that one, which it saw after the last turn
}

// newSmallWorld deals one with so many turns: he draws, throws or takes at random.
func newSmallWorld(t *testing.T, packs, turns int, seed uint64) *smallWorld {
	m, err := NewPlayModel(
		PlayStyle{Name: "a", Share: 2, TakeIfFalls: .8, TakeElse: .3, Slip: .1, Throw: ThrowWeights{1.5, 2, -1, 1, -.5, -.5}},
		PlayStyle{Name: "b", Share: 1, TakeIfFalls: .5, TakeElse: .5, Slip: .2, Throw: ThrowWeights{0, -1, 0, 0, 0, .5}},
	)
	if err != nil {
		t.Fatal(err)
	}
	rules := indian.Paper()
	rules.Packs = packs
	deck := card.AppendDeck(nil, packs, 2)
	src := rand.NewPCG(seed, 9)
	card.Shuffle(deck, src)
	w := &smallWorld{model: m}
	o := &w.obs
	o.Rules, o.Self, o.Mover, o.Wildcard = &rules, 0, 0, deck[0]
	o.Wild = card.Five
	w.start = card.BagOf(deck[1:11]...)
	hand := append([]card.Card(nil), deck[1:14]...)
	stock := append([]card.Card(nil), deck[14:19]...)
	w.first = append([]card.Card(nil), deck[11:19]...)
	w.own = deck[19]
	other := deck[20:]
	for i := range turns {
		turn := OpponentTurn{Offered: other[i], Took: i%3 == 1}
		if turn.Took {
			hand = append(hand, turn.Offered)
		} else {
			hand = append(hand, stock[0])
			stock = stock[1:]
		}
		j := card.Below(src, uint64(len(hand)))
		turn.Thrown = hand[j]
		hand = append(hand[:j], hand[j+1:]...)
		if i > 0 {
			turn.Given, turn.Held = card.Cards(0).With(other[0]), card.Cards(0).With(other[i])
		}
		w.turns = append(w.turns, turn)
	}
	return w
}

// at returns what the observer sees after so many turns, without the card it draws
// after the last one, or with it.
func (w *smallWorld) at(turns int, drawn bool) *indian.Observation {
	o := w.obs
	known, unseen := w.start, card.BagOf(w.first...)
	if !drawn {
		unseen.Add(w.own)
	}
	for i := range turns {
		t := &w.turns[i]
		if t.Took {
			known.Add(t.Offered)
		}
		if !known.Remove(t.Thrown) {
			unseen.Remove(t.Thrown)
		}
	}
	o.Known[1], o.HandSizes[1] = known, 13
	o.Pile = card.BagOf(card.AppendDeck(nil, o.Rules.Packs, o.Rules.Jokers)...).Without(o.Wildcard).Minus(known).Minus(unseen)
	return &o
}

// posterior returns the probability of each hand by going through all stories.
func (w *smallWorld) posterior() map[card.Bag]float64 {
	all := map[card.Bag]float64{}
	var play func(turn int, hand card.Bag, rest []card.Card, l logs)
	play = func(turn int, hand card.Bag, rest []card.Card, l logs) {
		if turn == len(w.turns) {
			all[hand] += math.Exp(w.model.total(&l))
			return
		}
		t := &w.turns[turn]
		draw := func(c card.Card, rest []card.Card) {
			full := hand.With(c)
			if !full.Has(t.Thrown) {
				return
			}
			d := distancesOf(hand, int8(MinDist(hand, w.obs.Wild)), c, w.obs.Wild, t)
			sum, now := l, w.model.turn(hand, c, w.obs.Wild, &d, t)
			sum.add(&now)
			play(turn+1, full.Without(t.Thrown), rest, sum)
		}
		if t.Took {
			draw(t.Offered, rest)
			return
		}
		for i, c := range rest {
			left := append(append([]card.Card(nil), rest[:i]...), rest[i+1:]...)
			draw(c, left)
		}
	}
	n := len(w.first)
	for i := range n {
		for j := range i {
			for k := range j {
				var rest []card.Card
				for x, c := range w.first {
					if x != i && x != j && x != k {
						rest = append(rest, c)
					}
				}
				play(0, w.start.With(w.first[i]).With(w.first[j]).With(w.first[k]), rest, logs{})
			}
		}
	}
	sum := 0.0
	for _, p := range all {
		sum += p
	}
	for h := range all {
		all[h] /= sum
	}
	return all
}

// distance returns half the sum of absolute differences of the frequencies of hands
// and their probabilities.
func distance(t *testing.T, hands []card.Bag, want map[card.Bag]float64) float64 {
	counts := map[card.Bag]float64{}
	for _, h := range hands {
		if want[h] == 0 {
			t.Fatalf("a hand that cannot be: %v", h)
		}
		counts[h] += 1 / float64(len(hands))
	}
	sum := 0.0
	for h, p := range want {
		sum += math.Abs(counts[h] - p)
	}
	return sum / 2
}

// sampler returns a sampler that has followed the turns one after the other.
func (w *smallWorld) sampler(stories, moves int, src rand.Source) *PlayHands {
	p := NewPlayHands(w.model, stories, moves)
	p.history.start = w.start
	for i := range len(w.turns) + 1 {
		p.history.turns = w.turns[:i]
		p.follow(w.at(i, false), src)
	}
	p.follow(w.at(len(w.turns), true), src)
	return p
}

func TestHandsAreThoseOfAllStories(t *testing.T) {
	const n = 3_000
	told := 0
	for _, packs := range []int{1, 2} {
		for turns := range 4 {
			for seed := range uint64(3) {
				w := newSmallWorld(t, packs, turns, seed)
				truth := w.posterior()
				uniform := make([]card.Bag, n)
				UniformHands{}.Sample(uniform, w.at(turns, true), rand.NewPCG(1, seed))
				blind := distance(t, uniform, truth)
				if blind > .15 {
					told++
				}
				for _, run := range []struct {
					name                 string
					stories, moves, skip int
				}{{"weights alone", n, 0, 0}, {"weights and moves", n, 3, 0}, {"moves alone", 1, 8, 100}} {
					src := rand.NewPCG(2, seed)
					p := w.sampler(run.stories, run.moves, src)
					hands := make([]card.Bag, n+run.skip)
					for dst := hands; len(dst) > 0; dst = dst[min(run.stories, len(dst)):] {
						p.take(dst[:min(run.stories, len(dst))], src)
						p.moveAll(src)
					}
					// That many independent draws of the hands that can be are at about .06,
					// those that are drawn anew by their weights and not moved further.
					limit := .1
					if run.moves == 0 {
						limit = .14
					}
					if d := distance(t, hands[run.skip:], truth); d > limit {
						t.Errorf("%d packs, %d turns, seed %d, %s: %.3f from the truth (uniform: %.3f)", packs, turns, seed, run.name, d, blind)
					}
				}
			}
		}
	}
	if told < 5 {
		t.Errorf("play tells of the hand in %d positions: the test tells nothing", told)
	}
}
