package meld

import "rummygym/env/card"

// set is one set that a hand can form.
type set struct {
	cards  card.Cards
	points uint8
	jokers uint8

	// Used by discards only: the maximum points that sequences save besides the
	// set, and that plus its points, or 0 if bound is 0.
	bound, worth uint8
}

// maxSets is an upper bound of the number of sets of a hand of 14 cards: eleven for
// each of three ranks in four suits, and one for a pair.
const maxSets = 40

// setList lists the sets that a hand can form, each by itself.
type setList struct {
	n    int
	sets [maxSets]set
}

// list sets the list to the sets of the natural cards in held, for the given number of
// jokers. A set of one natural card and two jokers is not listed, because it can also
// be a sequence; two natural cards need exactly one joker, three or four need none.
func (l *setList) list(held card.Cards, jokers int) {
	l.n = 0
	for ranks := setRanks(held, jokers); ranks != 0; ranks &= ranks - 1 {
		rank := ranks.First().Rank()
		all := held & card.OfRank(rank)
		points := rankPoints[rank&15]
		for cards := all; cards != 0; cards = (cards - 1) & all {
			switch n := cards.Count(); {
			case n >= 3:
				l.sets[l.n] = set{cards: cards, points: uint8(n) * points}
				l.n++
			case n == 2 && jokers > 0:
				l.sets[l.n] = set{cards: cards, points: 2 * points, jokers: 1}
				l.n++
			}
		}
	}
}

// sort sorts the sets by worth in descending order.
func (l *setList) sort() {
	for i := 1; i < l.n; i++ {
		x := l.sets[i]
		k := i
		for ; k > 0 && l.sets[k-1].worth < x.worth; k-- {
			l.sets[k] = l.sets[k-1]
		}
		l.sets[k] = x
	}
}

// setRanks returns, as cards of the first suit, the ranks with cards of at least
// three suits in held, or of two if there is a joker.
func setRanks(held card.Cards, jokers int) card.Cards {
	a, b, c, d := held, held>>16, held>>32, held>>48
	ranks := a&b&(c|d) | c&d&(a|b)
	if jokers > 0 {
		ranks |= a&b | c&d | (a|b)&(c|d)
	}
	return ranks & card.OfSuit(card.Clubs)
}

// take removes one copy of each card of a set and its jokers.
func (s *suits) take(x *set) {
	s.once, s.twice, s.thrice = s.once&^x.cards|s.twice&x.cards, s.twice&^x.cards|s.thrice&x.cards, s.thrice&^x.cards
	s.jokers -= int(x.jokers)
	s.weigh(x.cards)
}

// addSets returns the maximum points that the hand can save with sets besides the
// sequences counted in t, or best if that is larger. total is an upper bound.
func (s *suits) addSets(t *count, best, total int) int {
	// The simple form removes every choice of sets and counts the rest again. But
	// the rest cannot save more than the whole hand, whose count is known, so few
	// choices remain (BenchmarkMinScore). With the two demanded sequences, 14
	// cards have room for two sets.
	if setRanks(s.once, s.jokers) == 0 {
		return best
	}
	j := s.jokers
	bound := [3]int{t.mostBoth(j), 0, 0}
	if bound[0] == 0 {
		return best
	}
	if j > 0 {
		bound[1], bound[2] = t.mostBoth(j-1), t.mostBoth(j-2)
	}
	var l setList
	l.list(s.once, j)
	for a := range l.n {
		x := &l.sets[a]
		points := int(x.points)
		if points+bound[x.jokers] <= best && !l.pairMay(a, s.twice, &bound, best) || bound[x.jokers] == 0 {
			continue
		}
		rest := *s
		rest.take(x)
		u := rest.count()
		if saves := u.mostBoth(rest.jokers); saves != 0 {
			best = max(best, points+saves)
		}
		for b := a; b < l.n && best < total; b++ {
			y := &l.sets[b]
			if y.cards&^rest.once != 0 || int(y.jokers) > rest.jokers {
				continue
			}
			points := points + int(y.points)
			if saves := u.mostBoth(rest.jokers - int(y.jokers)); saves == 0 || points+saves <= best {
				continue
			}
			last := rest
			last.take(y)
			v := last.count()
			if saves := v.mostBoth(last.jokers); saves != 0 {
				best = max(best, points+saves)
			}
		}
		if best == total {
			break
		}
	}
	return best
}

// pairMay reports whether set a with a later set may save more than best, given the
// bounds on sequences for each number of jokers in the sets.
func (l *setList) pairMay(a int, twice card.Cards, bound *[3]int, best int) bool {
	x := &l.sets[a]
	for b := a; b < l.n; b++ {
		y := &l.sets[b]
		rest := bound[x.jokers+y.jokers]
		if x.cards&y.cards&^twice == 0 && rest != 0 && int(x.points+y.points)+rest > best {
			return true
		}
	}
	return false
}
