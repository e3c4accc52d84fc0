package mindist

import (
	"testing"

	"rummygym/env/card"
	"rummygym/internal/must"
)

func TestRelated(t *testing.T) {
	for _, tt := range []struct{ of, want string }{
		{"5H", "4H 6H 5C 5D 5S"},
		{"AS", "2S KS AC AD AH"},
		{"KC", "QC AC KD KH KS"},
		{"AC", "2C KC AD AH AS"},
		{"KS", "QS AS KC KD KH"},
		{"JK", ""},
	} {
		c := must.Get(card.Parse(tt.of))(t)
		cards := must.Get(card.ParseAll(tt.want))(t)
		if got, want := Related(c), card.BagOf(cards...).Once; got != want {
			t.Errorf("Related(%v) = %v, want %v", c, got, want)
		}
	}
	for i := range card.NumKinds - 1 {
		a := card.FromIndex(i)
		if Related(a).Has(a) {
			t.Errorf("%v is related to itself", a)
		}
		for j := range i {
			b := card.FromIndex(j)
			if Related(a).Has(b) != Related(b).Has(a) {
				t.Errorf("%v and %v are related in one direction only", a, b)
			}
			if got, want := RelatedTo(card.BagOf(a, b).Once), Related(a)|Related(b); got != want {
				t.Errorf("RelatedTo(%v %v) = %v, want %v", a, b, got, want)
			}
		}
	}
}
