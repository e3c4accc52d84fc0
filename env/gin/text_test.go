package gin

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/internal/must"
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

// wordsRules are rules whose numbers differ from each other.
func wordsRules() []Rules {
	odd := Classic()
	odd.Episode, odd.KnockLimit, odd.GinBonus, odd.BigGinBonus, odd.UndercutBonus = Hand, 7, 33, 44, 11
	all := []Rules{EAAI(), Classic(), UK(), OpenSpiel(), odd}
	for i := range all {
		all[i].Starter = FirstSeat
	}
	return all
}

// showdownOf plays a hand in which seat 0 draws a card from the stock, knocks and discards it again. Chosen melds
// are the first possible ones.
func showdownOf(t *testing.T, r Rules, own, other string) result {
	t.Helper()
	s := dealt(t, r, own, other, "2C")
	mustApply(t, s, Pass, Pass, DrawStock)
	drawn := CardOf(s.drawn)
	if r.KnockOrder == KnockThenDiscard {
		mustApply(t, s, Knock, drawn)
	} else {
		mustApply(t, s, drawn, Knock)
	}
	for s.hand == 1 && s.phase != Over {
		var legal game.Mask
		s.Legal(&legal)
		a := legal.Nth(legal.Count() - 1) // a meld, if there is one
		if s.phase == LayOff {
			a = Pass
		}
		mustApply(t, s, a)
	}
	return s.last
}

const (
	melds   = "5H 6H 7H 9C 9D 9S"
	sixes   = melds + " AD AS 2D 2S" // 6 points
	ginHand = melds + " KC KD KH KS"
	twenty  = "6S 7S 8S JC JD JS QD 4C 5D AC"
	five    = "6S 7S 8S JC JD JS QC QD QH 5D"
	six     = "6S 7S 8S JC JD JS QC QD QH 6D"
)

// The scores that the text names are those of hands that are played.
func TestTextScores(t *testing.T) {
	for _, r := range wordsRules() {
		want := said(t, r, `a knock with a deadwood of (\d+) against 20 scores (\d+); against (\d+) it is an undercut, and the opponent scores (\d+) \+ 1 = (\d+)\.`)
		if got := showdownOf(t, r, sixes, twenty); want[0] != 6 || int(got.points) != want[1] || got.winner != 0 || got.ending != knocked {
			t.Errorf("%+v: a knock with 6 against 20 is %+v, and the text says %v", r, got, want)
		}
		if got := showdownOf(t, r, sixes, five); want[2] != 5 || int(got.points) != want[4] || want[3]+1 != want[4] || got.winner != 1 || got.ending != undercut {
			t.Errorf("%+v: a knock with 6 against 5 is %+v, and the text says %v", r, got, want)
		}
		bonus := said(t, r, `Gin: the knocker scores (\d+) points plus the opponent's deadwood`)[0]
		if got := showdownOf(t, r, ginHand, twenty); int(got.points) != bonus+20 || got.ending != gin {
			t.Errorf("%+v: gin against 20 is %+v, and the text says %d", r, got, bonus)
		}
		got := showdownOf(t, r, sixes, six)
		if undercuts := strings.Contains(r.Text(), "If the knocker has the same or more, this is an undercut"); undercuts != (got.ending == undercut) || undercuts && int(got.points) != want[3] {
			t.Errorf("%+v: equal deadwood is %+v", r, got)
		}
		if r.BigGinBonus == 0 {
			if strings.Contains(r.Text(), "ig gin") {
				t.Errorf("%+v: the text mentions big gin", r)
			}
			continue
		}
		s := dealt(t, r, ginHand, twenty, "8H")
		mustApply(t, s, DrawUpcard, Knock)
		if bonus := said(t, r, `Big gin: the knocker scores (\d+) points plus`)[0]; int(s.last.points) != bonus+20 || s.last.ending != bigGin {
			t.Errorf("%+v: big gin against 20 is %+v, and the text says %d", r, s.last, bonus)
		}
	}
}

// A hand with the deadwood that the text allows can knock, and one with a point more cannot.
func TestTextKnockLimit(t *testing.T) {
	for _, r := range wordsRules() {
		limit := said(t, r, `a deadwood of at most (\d+)`)[0]
		r.KnockOrder = DiscardThenKnock // with the other order the discard is still open
		hands := map[int]string{7: "AD AS 2D 3S", 8: "AD AS 2D 4S", 10: "AD AS 3D 5S", 11: "AD AS 3D 6C"}
		for points, rest := range hands {
			s := dealt(t, r, melds+" "+rest, five, "KH")
			mustApply(t, s, Pass, Pass, DrawStock)
			mustApply(t, s, CardOf(s.drawn))
			var legal game.Mask
			s.Legal(&legal)
			if want := points <= limit; legal.Has(Knock) != want {
				t.Errorf("%+v: with %d points a knock is legal: %v", r, points, !want)
			}
		}
	}
}

// The hand and the cards of the example are what the text says, and a hand ends without a score after as many turns.
func TestTextExampleAndTurns(t *testing.T) {
	r := EAAI()
	r.Episode, r.MaxTurns = Hand, 7
	_, example, _ := strings.Cut(r.Text(), "Example: in ")
	example, rest, _ := strings.Cut(example, " the run 5H 6H 7H and the set 9C 9D 9S leave a deadwood of ")
	if got := deadwood.Of(cards(t, example)); !strings.HasPrefix(rest, "10 + 4 + 2 + 1 = "+strconv.Itoa(got)+".") || len(must.Get(card.ParseAll(example))(t)) != HandSize {
		t.Errorf("the deadwood of %s is %d", example, got)
	}
	turns := said(t, r, `without a score after (\d+) turns`)[0]
	s := dealt(t, r, twenty, ginHand, "2C")
	mustApply(t, s, Pass, Pass)
	for s.phase != Over {
		takeTurn(t, s, DrawStock)
	}
	if o := s.Outcome(); o.Turns != turns || o.Ending != Void {
		t.Errorf("the outcome is %+v, and the text says %d turns", o, turns)
	}
}
