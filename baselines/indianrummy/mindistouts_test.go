package indianrummy

import (
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/indian"
	"rummygym/env/meld"
	"rummygym/features/mindist"
)

// hidden returns the number of copies of each face whose place the observer does not know,
// counted card by card.
func hidden(o *indian.Observation) (left [card.NumKinds]int) {
	for _, c := range card.AppendDeck(nil, o.Rules.Packs, o.Rules.Jokers) {
		left[c.Index()]++
	}
	bags := []card.Bag{o.Hand, o.Pile, card.BagOf(o.Wildcard)}
	for p := range o.Rules.Seats {
		if game.Player(p) != o.Self {
			bags = append(bags, o.Known[p])
		}
	}
	for _, b := range bags {
		for c := range b.Each() {
			left[c.Index()]--
		}
	}
	return left
}

// plainOuts returns the outs of a hand, by one MinDist per card.
func plainOuts(hand card.Bag, left *[card.NumKinds]int, wild card.Rank) int {
	d, outs := mindist.Of(hand, wild), 0
	for i, n := range left {
		if n > 0 && mindist.Of(hand.With(card.FromIndex(i)), wild) < d {
			outs += n
		}
	}
	return outs
}

// plainDanger returns the danger of a suited card, by all pairs of cards that form a meld
// with it.
func plainDanger(c card.Card, left *[card.NumKinds]int, o *indian.Observation) int {
	opponent := o.NextActive()
	weight := func(x card.Card) int {
		if o.Known[opponent].Has(x) {
			return 64
		}
		w := 16 * left[x.Index()]
		for y := range mindist.Related(x).Each() {
			if o.Given[opponent].Has(y) {
				w = w * 3 / 4
			}
		}
		return w
	}
	sum := 0
	for i := range card.NumKinds - 1 {
		for j := range i {
			a, b := card.FromIndex(i), card.FromIndex(j)
			if a == c || b == c {
				continue
			}
			switch meld.Classify([]card.Card{a, b, c}, card.NoRank) {
			case meld.PureSequence, meld.PureSet:
				sum += weight(a)*weight(b) + 8*weight(a) + 8*weight(b)
			}
		}
	}
	return sum
}

// TestMinDistOutsPlain compares every discard with a plain implementation of the
// definition.
func TestMinDistOutsPlain(t *testing.T) {
	games := uint64(25)
	if testing.Short() {
		games = 4
	}
	type value struct{ dist, outs, danger, points int }
	byOuts, byDanger := 0, 0
	for _, rules := range []indian.Rules{indian.Paper(), indian.Released()} {
		b, g := newTable(t, rules, "min-dist-outs", "min-dist-opp")
		for k := range games {
			b.play(t, g, 77, k, func(o *indian.Observation, legal *game.Mask, a game.Action) {
				if o.Self != 0 || o.Phase != indian.Discard || indian.DiscardCard(a) == card.None {
					return
				}
				left := hidden(o)
				of := func(c card.Card) value {
					hand := o.Hand.Without(c)
					v := value{dist: mindist.Of(hand, o.Wild), outs: plainOuts(hand, &left, o.Wild), danger: 1 << 30}
					if c != card.Joker && c.Rank() != o.Wild {
						v.danger, v.points = plainDanger(c, &left, o), meld.Points(c, o.Wild)
					}
					return v
				}
				mine := of(indian.DiscardCard(a))
				for c := range o.Hand.Each() {
					v, better := of(c), false
					switch {
					case v.dist != mine.dist:
						better = v.dist < mine.dist
					case v.outs != mine.outs:
						better = v.outs > mine.outs
						byOuts++
					case v.danger != mine.danger:
						better = v.danger < mine.danger
						byDanger++
					default:
						better = v.points > mine.points
					}
					if better {
						t.Fatalf("game %d, hand %v, wild %v, pile %v: %s, %+v, but %v is %+v",
							k, o.Hand, o.Wild, o.Pile, name(a), mine, c, v)
					}
				}
			})
		}
	}
	if byOuts < int(games) || byDanger < int(games) {
		t.Errorf("outs decided %d times and danger %d times in %d games", byOuts, byDanger, 2*games)
	}
}

// TestMinDistOutsDrawing compares every draw by turns with its definition, and
// checks that it gains points against drawing by distance alone.
func TestMinDistOutsDrawing(t *testing.T) {
	const turns, distance = "min-dist-outs:draw=turns", "min-dist-outs"
	deals := 5000
	if testing.Short() {
		deals = 300
	}
	b, g := newTable(t, indian.Paper(), turns, distance)
	hasty, gain := 0, 0
	for k := range deals {
		gain += b.play(t, g, 71, uint64(k), func(o *indian.Observation, _ *game.Mask, a game.Action) {
			if k > 100 || o.Self != 0 || o.Phase != indian.Draw {
				return
			}
			now, with := mindist.Of(o.Hand, o.Wild), o.Hand.With(o.Top)
			take := mindist.Of(with, o.Wild) < now
			if !take && now > 0 {
				left := hidden(o)
				most := 0
				for c := range with.Each() {
					if mindist.Of(with.Without(c), o.Wild) == now {
						most = max(most, plainOuts(with.Without(c), &left, o.Wild))
					}
				}
				unseen := o.Unseen()
				take = mindist.ExpectedTurnsAt(now, most, unseen)+1.5 < mindist.ExpectedTurnsAt(now, plainOuts(o.Hand, &left, o.Wild), unseen)
				if take {
					hasty++
				}
			}
			if take != (a == indian.DrawPile) {
				t.Fatalf("game %d, hand %v, top %v: %s", k, o.Hand, o.Top, name(a))
			}
		}).Gains[0]
	}
	if hasty == 0 {
		t.Error("no card was taken for the expected turns alone")
	}
	b, _ = newTable(t, indian.Paper(), distance, turns)
	for k := range deals {
		gain += b.play(t, g, 71, uint64(k), nil).Gains[1]
	}
	if mean := float64(gain) / float64(2*deals); !testing.Short() && (mean < 0.1 || mean > 1) {
		t.Errorf("drawing by turns gains %.2f points per game against drawing by distance", mean)
	}
}
