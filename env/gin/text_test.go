package gin

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/must"
	"rummygym/internal/options"
)

// said returns the numbers that an expression finds in the rules in words.
func said(t *testing.T, r Rules, expression string) (numbers []int) {
	t.Helper()
	found := regexp.MustCompile(expression).FindStringSubmatch(r.Text())
	if found == nil {
		t.Fatalf("the text of %+v says nothing of the form %s", r, expression)
	}
	for _, text := range found[1:] {
		numbers = append(numbers, must.Get(strconv.Atoi(text))(t))
	}
	return numbers
}

// manyRules returns the presets, each of them with every option changed, and mixtures of such changes.
func manyRules(t *testing.T) (all []Rules) {
	src := rand.New(rand.NewPCG(1, 2))
	values := func(o *options.Option) []string {
		if o.Words != nil {
			return o.Words
		}
		return []string{"0", "1", "2", "3", "7", "10", "25"}
	}
	change := func(r Rules, name, value string) {
		must.Do(t, r.Options().Set(name, value))
		if r.Ranks, r.Suits, r.HandSize = 13, 4, 10; r.Validate() == nil { // the hands below are of this pack
			all = append(all, r)
		}
	}
	for _, p := range presets {
		r := p.Rules()
		r.Ranks, r.Suits, r.HandSize = 13, 4, 10
		all = append(all, r)
		for _, o := range r.Options() {
			for _, v := range values(o) {
				change(r, o.Name, v)
			}
		}
	}
	few := EAAI()
	few.MaxTurns, few.MaxUpcards = 5, 5 // a limit of upcards that is just not reached
	all = append(all, few)
	for range 500 {
		r := all[src.IntN(len(all))]
		o := r.Options()[src.IntN(len(r.Options()))]
		change(r, o.Name, values(o)[src.IntN(len(values(o)))])
	}
	return all
}

// Hands of ten cards. The upcard and the next card of the stock, a 2C or a lower card, are none of them.
const (
	melds   = "5H 6H 7H 9C 9D 9S KC KD KS "
	ginHand = melds + "KH"
	one     = melds + "AD"                    // 1 point, as in the next two
	runs    = "5H 6H 7H JC JD JS KC KD KS AD" // KH and QH fit no run of it
	nines   = "6H 7H 8H 9C 9D 9S KC KD KS AD"
	twenty  = "6S 7S 8S JC JD JS QD 4C 5D AC" // 20 points
	twoLow  = "3H 4H 6S 7S 8S QD 8C TD 4C AC" // 3H and 4H fit the run 5H 6H 7H
	fourLow = "AH 2H 3H 4H 6S QD 8C TD 4C AC" // AH to 4H fit it
	bestOff = "8C 8D 8H 8S 9H AC 3D 4C 7S 3S" // 8H and then 9H fit it, and 8H is in a set
	twoWays = "9H TH 3C 4C 6C 8C 3D 5D 7D AH" // 9H fits the run and the set of nines, TH the run only
	upcard  = "TC"
)

// ofPoints returns a hand whose deadwood is 0 to 6 points.
func ofPoints(n int) string { return melds + [...]string{"KH", "AD", "2D", "3D", "4D", "5S", "6D"}[n] }

// against returns a hand of as many points for the opponent of ofPoints.
func against(n int) string {
	return "6S 7S 8S JC JD JS QC QD QH " + [...]string{"QS", "AC", "2H", "3C", "4C", "5C", "6C"}[n]
}

// set returns a table of the cards dealt, which seat 0 begins.
func set(t *testing.T, r Rules, own, other, upcard string) *State {
	t.Helper()
	r.Starter = FirstSeat
	g := newGame(t, r)
	s := g.NewTable()
	dealTo(t, g, s, own, other, upcard)
	return s
}

// drawn returns the table after both players have passed the upcard and seat 0 has drawn from the stock.
func drawn(t *testing.T, r Rules, own, other, upcard string) *State {
	t.Helper()
	s := set(t, r, own, other, upcard)
	mustApply(t, s, Pass, Pass, DrawStock)
	return s
}

// knock lets seat 0 discard the drawn card and knock, and reports whether it may.
func knock(t *testing.T, s *State) bool {
	t.Helper()
	order := []game.Action{CardOf(s.drawn), Knock}
	if s.rules.KnockOrder == KnockThenDiscard {
		slices.Reverse(order)
	}
	for _, a := range order {
		if !s.allows(a) {
			return false
		}
		mustApply(t, s, a)
	}
	return true
}

// canKnock reports whether seat 0 may knock with a hand.
func canKnock(t *testing.T, r Rules, hand, upcard string) bool {
	t.Helper()
	return knock(t, drawn(t, r, hand, twenty, upcard))
}

// played is how a hand went on after a knock.
type played struct {
	result
	phases [Over + 1]bool // in which a player decided
	early  bool           // the opponent laid off before its melds were declared
}

// show plays what follows a knock of seat 0, which must be legal. Players declare the last meld that they may, which is a
// set if there is one, and lay off the first card that fits, or none.
func show(t *testing.T, r Rules, own, other string, layOff bool) played {
	t.Helper()
	s := drawn(t, r, own, other, upcard)
	if !knock(t, s) {
		t.Fatalf("%+v: no knock with %s", r, own)
	}
	return finish(t, s, layOff)
}

// finish plays what follows a knock.
func finish(t *testing.T, s *State, layOff bool) (x played) {
	t.Helper()
	for s.phase != Over {
		x.phases[s.phase] = true
		x.early = x.early || s.phase == LayOff && s.melds[1].Len() == 0
		var legal game.Mask
		s.Legal(&legal)
		a := legal.Nth(legal.Count() - 1)
		if s.phase == LayOff {
			if a = Pass; layOff {
				a = legal.Nth(0)
			}
		}
		mustApply(t, s, a)
	}
	x.result = s.result()
	return x
}

// elevenMelded returns the result of a hand in which seat 0 has 11 cards in melds before a discard, and shows them if it may.
func elevenMelded(t *testing.T, r Rules) result {
	t.Helper()
	s := set(t, r, ginHand, twenty, "8H")
	mustApply(t, s, DrawUpcard)
	for _, a := range []game.Action{Knock, Pass} {
		if s.phase != KnockerMelds && s.phase != Over && s.allows(a) {
			mustApply(t, s, a)
		}
	}
	if s.phase == Discard || s.phase == KnockDiscard {
		return result{}
	}
	return finish(t, s, false).result
}

// throwsBack reports whether seat 0 may discard the upcard that it has just taken.
func throwsBack(t *testing.T, r Rules) bool {
	t.Helper()
	s := set(t, r, one, twoLow, upcard)
	mustApply(t, s, DrawUpcard)
	return s.allows(CardOf(s.drawn))
}

// pileTurns lets both players take the upcard in every turn until the hand ends, and discard the same card again if that is
// wanted and legal. It returns the number of turns, and whether a player wanted the last upcard in vain.
func pileTurns(t *testing.T, r Rules, again bool) (turns int, refused bool) {
	t.Helper()
	s := set(t, r, one, fourLow, upcard)
	for ; s.phase != Over; turns++ {
		if mustApply(t, s, DrawUpcard); s.phase == Over {
			return turns, true
		}
		c := s.drawn
		if !again || !s.allows(CardOf(c)) {
			c = s.hands[s.mover].Without(c).First()
		}
		if mustApply(t, s, CardOf(c)); s.phase == KnockOrPass {
			mustApply(t, s, Pass)
		}
	}
	return turns, false
}

// stockTurns lets both players draw from the stock as long as they can, and returns the table then.
func stockTurns(t *testing.T, r Rules) *State {
	t.Helper()
	s := set(t, r, one, fourLow, upcard)
	for mustApply(t, s, Pass, Pass); s.phase == Draw; {
		takeTurn(t, s, DrawStock)
	}
	return s
}

// starters returns which seats start first hands.
func starters(t *testing.T, r Rules) (seats [2]bool) {
	g := newGame(t, r)
	s := g.NewTable()
	for key := range uint64(20) {
		g.Deal(s, rand.NewPCG(key, 1))
		seats[s.starter] = true
	}
	return seats
}

// The text has a sentence exactly if what it says is seen in play, under rules of all options and values.
func TestTextSaysWhatIsPlayed(t *testing.T) {
	said := map[string][2]int{} // sentences, and how many rules are without them and have them
	for _, r := range manyRules(t) {
		text := r.Text()
		who, again, long := starters(t, r), throwsBack(t, r), r
		long.MaxTurns, long.MaxUpcards = maxTurns, 0
		repeated, _ := pileTurns(t, long, true)
		end := stockTurns(t, long)
		byGin := show(t, r, ginHand, twenty, false)
		bigGin := elevenMelded(t, r).big
		knocks := canKnock(t, r, one, upcard)
		var off played
		best, most := false, false
		if knocks {
			off = show(t, r, one, twoLow, true)
			if byGin.phases[KnockerMelds] {
				most = show(t, r, nines, twoWays, false).laidOff.Count() == 2
			} else {
				best = show(t, r, runs, bestOff, false).laidOff.Count() == 2
			}
		}
		layOff, onRun := off.phases[LayOff], false
		if layOff {
			x := show(t, r, nines, twoWays, true)
			onRun = slices.ContainsFunc(x.melds[0][:], func(m card.Cards) bool { return cards(t, "8H 9H")&^m == 0 })
		}
		ties := knocks && show(t, r, one, against(1), false).ending == tied
		for sentence, seen := range map[string]bool{
			"Seat 0 starts":                    who == [2]bool{true, false},
			"Seat 1 starts":                    who == [2]bool{false, true},
			"A player chosen at random starts": who == [2]bool{true, true},

			"You may discard the upcard that you have just taken.":     again,
			"You may not discard the upcard that you have just taken.": !again,

			"no more deadwood than the first upcard of the hand is worth (none if it was an ace)": canKnock(t, r, ofPoints(2), "2H") &&
				!canKnock(t, r, ofPoints(3), "2H") && canKnock(t, r, ofPoints(3), "TH") && !canKnock(t, r, one, "AH"),
			"Before your discard you may knock, that is, end the hand, if some discard leaves": drawn(t, r, ginHand, twenty, upcard).allows(Knock),
			"After your discard you may knock, that is, end the hand, if your ten cards have":  !drawn(t, r, ginHand, twenty, upcard).allows(Knock),
			"A knock is called gin.":                  !knocks,
			"A knock without deadwood is called gin.": knocks,
			"Big gin: if all 11 cards are in melds before your discard, you may end the hand without a discard.": bigGin,

			"The game melds the knocker's cards so that the deadwood is lowest.":                 !byGin.phases[KnockerMelds],
			"The knocker declares melds one by one.":                                             byGin.phases[KnockerMelds],
			"A run of more than five cards must be declared in parts":                            byGin.phases[KnockerMelds],
			"the opponent's cards are melded in the same way.":                                   !byGin.phases[DefenderMelds],
			"the opponent declares melds.":                                                       byGin.phases[DefenderMelds],
			"Unless the knocker has gin, the opponent lays off":                                  knocks && !bigGin,
			"Unless the knocker has gin or big gin, the opponent lays off":                       knocks && bigGin,
			"Only then the opponent":                                                             off.early,
			"The opponent chooses the cards one by one, and may stop at any time.":               layOff,
			"A card that fits a run and a set goes on the run.":                                  onRun,
			"The game lays off for the opponent, one card after another as long as a card":       knocks && !layOff && !best && !most,
			"The game chooses the opponent's melds and lay-offs together":                        !layOff && best,
			"The game lays off for the opponent, as many cards as possible.":                     !layOff && most,
			"Big gin: the knocker scores":                                                        bigGin,
			"Other knocks: deadwood is compared after the lay-offs.":                             knocks,
			"If both have the same, nobody scores. If the knocker has more, this is an undercut": ties,
			"If the knocker has the same or more, this is an undercut":                           knocks && !ties,

			"If only two cards are left in the stock after a turn without a knock, the hand ends": end.phase == Over && end.StockSize() == 2,
			"If no card is left in the stock after a turn without a knock, the hand ends":         end.phase == Over && end.StockSize() == 0,
			"If only two cards are left in the stock, the next player cannot draw from it.":       end.phase == Wall,
			"a player takes the upcard and discards it again, and the opponent does the same":     repeated == 2,
		} {
			n := said[sentence]
			has := strings.Contains(text, sentence)
			if has {
				n[1]++
			} else {
				n[0]++
			}
			said[sentence] = n
			if has != seen {
				t.Errorf("%+v: the text has %q: %v, and in play it is so: %v", r, sentence, has, seen)
			}
		}
	}
	for sentence, n := range said {
		if min(n[0], n[1]) < 5 {
			t.Errorf("%d rules are without %q and %d have it: this test has seen little", n[0], sentence, n[1])
		}
	}
}

// number returns the number that an expression finds in the text, which must not be 0; 0 if the text says nothing of the form.
func number(t *testing.T, r Rules, expression string) int {
	t.Helper()
	found := regexp.MustCompile(expression).FindStringSubmatch(r.Text())
	if found == nil {
		return 0
	}
	n := must.Get(strconv.Atoi(found[1]))(t)
	if n == 0 {
		t.Errorf("%+v: the text says %q: want nothing of what is not played", r, found[0])
	}
	return n
}

// The numbers in the text are those of play, under rules of all options and values.
func TestTextNumbers(t *testing.T) {
	for _, r := range manyRules(t) {
		equal := func(name string, played, said int) {
			t.Helper()
			if played != said {
				t.Errorf("%+v: %s is %d in play and %d in the text", r, name, played, said)
			}
		}
		knocks := canKnock(t, r, one, upcard)
		if knocks && r.KnockCard == FixedLimit {
			limit := number(t, r, `a deadwood of at most (\d+)`)
			for n := range 7 {
				if canKnock(t, r, ofPoints(n), upcard) != (n <= limit) {
					t.Errorf("%+v: the text says %d, and of a knock with %d the opposite is true", r, limit, n)
				}
			}
		}

		// The scores of a hand, and the examples.
		equal("the score of gin", int(show(t, r, ginHand, twenty, false).points), 20+number(t, r, `Gin: the knocker scores (\d+) points? plus the opponent's deadwood\.`))
		if x := elevenMelded(t, r); x.big {
			equal("the score of big gin", int(x.points), 20+number(t, r, `Big gin: the knocker scores (\d+) points? plus the opponent's deadwood\.`))
		}
		if knocks {
			x := said(t, r, `a knock with a deadwood of (\d+) against 20 scores (\d+); against (\d+) it is an undercut, and the opponent scores (\d+) \+ 1 = (\d+)\.`)
			equal("the score of a knock", int(show(t, r, ofPoints(x[0]), twenty, false).points), x[1])
			equal("the score of an undercut", int(show(t, r, ofPoints(x[0]), against(x[2]), false).points), x[4])
			equal("the bonus of an undercut", x[3], number(t, r, `the opponent scores (\d+) points? plus the difference\.`))
			equal("the difference of an undercut", x[0]-x[2], 1)
		}

		// The lay-offs at an end of a run. Where the game melds first, three cards in order are a meld.
		if knocks && show(t, r, one, twoLow, true).phases[LayOff] {
			low, most := twoLow, 2
			if off := show(t, r, one, fourLow, true); off.early {
				low, most = fourLow, 4
			}
			if limit := number(t, r, `At most (\d+) cards? can be laid off at each end of a run\.`); limit > 0 {
				most = min(most, limit)
			}
			equal("the number of lay-offs", show(t, r, one, low, true).laidOff.Count(), most)
		}

		// The ends of a hand.
		stock := stockTurns(t, r)
		if stock.phase == Over && stock.StockSize() > 2 {
			equal("the limit of turns", stock.Outcome().Turns, number(t, r, `The hand also ends without a score after (\d+) turns?, `))
		} else {
			left := 2
			if r.StockEnd == VoidWhenEmpty {
				left = 0
			}
			equal("the stock at the end", stock.StockSize(), left)
		}
		if turns, refused := pileTurns(t, r, false); refused {
			equal("the upcard at the end", turns, number(t, r, `when a player wants to take upcard number (\d+) of the hand, not counting the first turn\.`))
		} else {
			equal("the number of turns", turns, number(t, r, `The hand also ends without a score after (\d+) turns?, `))
			equal("the upcard at the end", 0, number(t, r, `when a player wants to take upcard number (\d+)`))
		}
	}
}
