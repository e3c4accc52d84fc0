package indian

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/env/cardtest"
)

// Why hands are no declarations, with the wild rank 7. The costs were counted by hand.
func TestFault(t *testing.T) {
	for _, c := range []struct {
		hand, lacks string
		left        string
		cost        int
	}{
		{"4H 5H 6H 8S 9S TS KC KD KS 2C 2D 2H 2S", "", "", 0},
		{"4H 5H 6H 9S 9C 9D KC KD KS 2C 2D 2H 2S", "second-sequence", "2C 9C KC 2D 9D KD 2H 2S 9S KS", 27 + 30 + 8},
		{"4H 5H JK 8S 9S JK KC KD KS 2C 2D 2H 2S", "pure-sequence", "2C KC 2D KD 2H 4H 5H 2S 8S 9S KS JK JK", 9 + 17 + 30 + 8},
		{"4H 5H 6H 8S 9S TS KC KD KS 2C 2D AH QD", "meld-for-every-card", "2C 2D QD AH", 2 + 2 + 10 + 10},
	} {
		r := Paper()
		hand := card.BagOf(cardtest.Cards(t, c.hand)...)
		if valid := c.lacks == ""; r.CanDeclare(hand, card.Seven) != valid {
			t.Errorf("%s: valid is %v", c.hand, !valid)
		} else if valid {
			continue
		}
		f := r.fault(hand, card.Seven)
		if left := card.Format(f.Left(hand.Append(nil))); f.Lacks != c.lacks || left != c.left || f.Cost != c.cost {
			t.Errorf("%s: it lacks %s, %s are left over and cost %d; want %s, %s, %d", c.hand, f.Lacks, left, f.Cost, c.lacks, c.left, c.cost)
		}
	}
}
