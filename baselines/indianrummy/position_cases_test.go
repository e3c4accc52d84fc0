package indianrummy

import (
	"testing"

	"rummygym/env/indian"
)

// Hands used below. The hand near has MinDist 3 and MinScore 53 with wild 7: 2C 3C 4C and
// 8D 9D TD are pure, and two more melds each miss one or two cards.
const (
	near = "2C 3C 4C QC 8D 9D TD KD 5H 6H AS 2S KS"
	// far has MinDist 7 and more than 80 points with wild 3. It has no meld.
	far = "AC 4C 8C QC 2D 6D TD 5H 9H KH 7S JS QS"
	// melds has the pure sequence 4C 5C 6C and the set of nines.
	melds = "4C 5C 6C 9C 9D 9H 2D KD JH 2H 7S TS AC"
	// done is a declaration: three runs and a set, with wild 2.
	done = "3C 4C 5C 7D 8D 9D TD 5H 6H 7H KC KD KH"
)

func TestPositions(t *testing.T) {
	forbidden := func(r *indian.Rules) { r.ThrowingBack = indian.ThrowBackForbidden }
	anyCards := func(r *indian.Rules) { r.Declaring = indian.AnyCards }
	for _, tt := range []struct {
		why   string
		p     position
		spec  string
		wants string
	}{
		// All: "all players are assumed to declare their hand when they have a
		// declarable hand".
		{"declares", position{hand: done, wild: "2", drawn: "QS"}, "min-score", "declare QS"},
		{"declares", position{hand: done, wild: "2", drawn: "QS"}, "min-dist", "declare QS"},
		{"declares", position{hand: done, wild: "2", drawn: "QS"}, "min-dist-score", "declare QS"},
		{"declares", position{hand: done, wild: "2", drawn: "QS"}, "min-dist-opp:variant=released", "declare QS"},
		{"declares where any cards may be declared", position{hand: done, wild: "2", drawn: "QS", rules: anyCards}, "min-dist", "declare QS"},
		{"no wrong declaration", position{hand: near, wild: "7", drawn: "JS", rules: anyCards}, "min-dist", "discard QC"},
		{"no wrong declaration", position{hand: near, wild: "7", drawn: "JS", rules: anyCards}, "defeat-seeking", "discard 2C"},

		// 2. DefeatSeeking: "identifies a meld, if any, from its hand, and
		// attempts to destroy it by throwing the lowest point card".
		{"destroys the pure sequence", position{hand: melds, wild: "3", drawn: "KS"}, "defeat-seeking", "discard 4C"},
		{"destroys the set", position{hand: "4C 5C 8C 9C 9D 9H 2D KD JH 2H 7S TS AC", wild: "3", drawn: "KS"}, "defeat-seeking", "discard 9C"},
		{"a joker with two cards is a meld", position{hand: "4C 5C 8C 9C QD 9H 2D KD JH 3H 7S TS AC", wild: "3", drawn: "6S"}, "defeat-seeking", "discard 3H"},
		{"queen, king, ace", position{hand: "AC QC KC 9D 8D 6D 2D KH JH 5H 7S TS 2S", wild: "3", drawn: "5S"}, "defeat-seeking", "discard AC"},
		// "… picking the deck card or pile card (if pile card does not form a meld itself)".
		{"a harmless pile card", position{hand: melds, wild: "3", top: "KS"}, "defeat-seeking", "pile"},
		{"a pile card that forms a set", position{hand: melds, wild: "3", top: "9S"}, "defeat-seeking", "stock"},
		{"a pile card that forms a run", position{hand: melds, wild: "3", top: "3C"}, "defeat-seeking", "stock"},
		{"a joker on the pile", position{hand: melds, wild: "3", top: "JK"}, "defeat-seeking", "stock"},
		{"released: whatever it forms", position{hand: melds, wild: "3", top: "9S"}, "defeat-seeking:variant=released", "pile"},
		// "If a meld does not exist even with pile card, then it picks the deck card".
		{"no meld", position{hand: far, wild: "3", top: "KC"}, "defeat-seeking", "stock"},
		{"a meld only with the pile card", position{hand: "4C 5C 8C 9C 9D TH 2D KD JH 2H 7S TS AC", wild: "3", top: "6C"}, "defeat-seeking", "stock"},
		{"released: a meld only with it", position{hand: "4C 5C 8C 9C 9D TH 2D KD JH 2H 7S TS AC", wild: "3", top: "6C"}, "defeat-seeking:variant=released", "stock"},
		// Footnote 4: "if by the approach of defeat seeking described earlier,
		// transforms the hand into a winning hand".
		{"does not change its discard for a declaration", position{hand: done, wild: "2", drawn: "QS"}, "defeat-seeking", "discard 3C"},
		{"its discard completes the hand", position{hand: "4C 5C 6C 7D 8D 9D 5H 6H 7H 8H KC KD KH", wild: "2", drawn: "3C"}, "defeat-seeking", "declare 3C"},
		{"its discard completes the hand", position{hand: "4C 5C 6C 7D 8D 9D 5H 6H 7H 8H KC KD KH", wild: "2", drawn: "3C", rules: anyCards}, "defeat-seeking", "declare 3C"},
		// "… aligning the goal to maximize the score".
		{"without a meld the lowest-point card", position{hand: far, wild: "3", drawn: "KD"}, "defeat-seeking", "discard 2D"},

		// 3. MinScore: "considers the pile card, if by optimal grouping …
		// suggests picking of the pile card, then it does so; otherwise it
		// picks the deck card, and removes the card suggested".
		{"4H 5H 6H lowers the score", position{hand: near, wild: "7", top: "4H"}, "min-score", "pile"},
		{"JS does not", position{hand: near, wild: "7", top: "JS"}, "min-score", "stock"},
		{"the card left out", position{hand: near, wild: "7", drawn: "4H"}, "min-score", "discard QC"},
		{"the highest-point card left out", position{hand: near, wild: "7", drawn: "JS"}, "min-score", "discard QC"},
		{"released: the drawn card", position{hand: near, wild: "7", drawn: "JS"}, "min-score:variant=released", "discard JS"},
		{"released: after an improvement", position{hand: near, wild: "7", drawn: "4H"}, "min-score:variant=released", "discard QC"},
		{"above the cap nothing lowers", position{hand: far, wild: "3", top: "2C"}, "min-score", "stock"},
		{"above the cap the highest-point card", position{hand: far, wild: "3", drawn: "2C"}, "min-score", "discard AC"},
		{"drop at 80", position{hand: far, wild: "3", top: "2C"}, "min-score:drop=80", "drop"},
		{"only in the first round", position{hand: far, wild: "3", top: "2C", turn: 1}, "min-score:drop=80", "stock"},
		{"no drop below", position{hand: near, wild: "7", top: "JS"}, "min-score:drop=80", "stock"},

		// 4. MinDist: "MinDist of the best 13 cards reduces … removes the
		// highest score card suggested".
		{"a third king", position{hand: near, wild: "7", top: "KC"}, "min-dist", "pile"},
		{"the same distance", position{hand: near, wild: "7", top: "3D"}, "min-dist", "stock"},
		{"the highest-point free card", position{hand: near, wild: "7", drawn: "KC"}, "min-dist", "discard QC"},
		{"the highest-point free card, distance as before", position{hand: near, wild: "7", drawn: "3D"}, "min-dist", "discard QC"},
		{"released: the highest-point free card", position{hand: near, wild: "7", drawn: "KC"}, "min-dist:variant=released", "discard QC"},
		{"released: the drawn card", position{hand: near, wild: "7", drawn: "3D"}, "min-dist:variant=released", "discard 3D"},
		{"drop at the threshold", position{hand: far, wild: "3", top: "2C"}, "min-dist:drop=7", "drop"},
		{"no drop below it", position{hand: far, wild: "3", top: "2C"}, "min-dist:drop=8", "pile"},
		{"only in the first round", position{hand: far, wild: "3", top: "2C", turn: 1}, "min-dist:drop=7", "pile"},
		{"dropping is off", position{hand: far, wild: "3", top: "2C"}, "min-dist", "pile"},

		// 5. MinDistScore: "chooses the pile card if by picking so improves its
		// min-dist … if the min-dist is same, it removes the card which
		// improves min-score the most".
		{"a third king", position{hand: near, wild: "7", top: "KC"}, "min-dist-score", "pile"},
		{"a lower score alone is not taken", position{hand: near, wild: "7", top: "2H"}, "min-dist-score", "stock"},
		{"the highest-point card would break a run", position{hand: "AC 2C 5C 2D 7D TD 6H 7H 8H TH JS JK JK", wild: "J", drawn: "KS"}, "min-dist", "discard AC"},
		{"the one that lowers the score", position{hand: "AC 2C 5C 2D 7D TD 6H 7H 8H TH JS JK JK", wild: "J", drawn: "KS"}, "min-dist-score", "discard KS"},
		{"never raises the distance", position{hand: "2C 5C 6C TC 3D 4D 2H 4H 5H TH JH TS JK", wild: "7", drawn: "KD"}, "min-dist-score", "discard KD"},
		{"released: raises it for the score", position{hand: "2C 5C 6C TC 3D 4D 2H 4H 5H TH JH TS JK", wild: "7", drawn: "KD"}, "min-dist-score:variant=released", "discard TC"},
		{"released: over 80 the drawn card", position{hand: "4C 7C TC KC AD 2D 9D JD AH 2H 5S 6S TS", wild: "3", drawn: "8H"}, "min-dist-score:variant=released", "discard 8H"},
		{"released: the lowest-point free card", position{hand: near, wild: "7", drawn: "KC"}, "min-dist-score:variant=released", "discard 2S"},
		{"drop", position{hand: far, wild: "3", top: "2C"}, "min-dist-score:drop=7", "drop"},

		// 6. MinDistOpp: "plays just as Min-dist based agent, while it improves
		// the min-dist".
		{"improved: the highest-point card", position{hand: near, wild: "7", drawn: "KC", given: "5C"}, "min-dist-opp", "discard QC"},
		{"released, improved: the lowest-point card", position{hand: near, wild: "7", drawn: "KC"}, "min-dist-opp:variant=released", "discard 2S"},
		// "If the opponent has dropped 5 of Clubs then it will try to first drop
		// 4, 6 of Clubs or 5 of other suits."
		{"closest to 5C: the free 5H", position{hand: near, wild: "7", drawn: "3D", given: "5C"}, "min-dist-opp", "discard 5H"},
		{"none is close: by value", position{hand: near, wild: "7", drawn: "3D", given: "9S"}, "min-dist-opp", "discard QC"},
		{"closest, then ranked by value", position{hand: near, wild: "7", drawn: "3D", given: "5C QS"}, "min-dist-opp", "discard QC"},
		// Section VI: "not to drop a card for the opponent … which can create a
		// meld with the picked up cards".
		{"not beside a card held", position{hand: near, wild: "7", drawn: "3D", taken: "QD", known: "QD"}, "min-dist-opp", "discard AS"},
		{"taken and discarded again", position{hand: near, wild: "7", drawn: "3D", taken: "QD", given: "QD"}, "min-dist-opp", "discard QC"},
		{"both criteria before one", position{hand: near, wild: "7", drawn: "3D", given: "JC 5C", taken: "QD", known: "QD"}, "min-dist-opp", "discard 5H"},
		// Released: cards related to a discard or not related to a card taken are one class.
		{"released: not related to a card taken", position{hand: near, wild: "7", drawn: "3D", taken: "QD"}, "min-dist-opp:variant=released:free=any", "discard AS"},
		{"released: also related to a discard", position{hand: near, wild: "7", drawn: "3D", taken: "QD", given: "QS"}, "min-dist-opp:variant=released:free=any", "discard QC"},
		{"drop", position{hand: far, wild: "3", top: "2C"}, "min-dist-opp:drop=7", "drop"},

		// The rules of the table.
		{"may not throw back", position{hand: near, wild: "7", drawn: "JS", pile: true, rules: forbidden}, "min-score:variant=released", "discard QC"},
		{"may not throw back", position{hand: near, wild: "7", drawn: "3D", pile: true, rules: forbidden}, "min-dist:variant=released", "discard QC"},
	} {
		if got := tt.p.act(t, tt.spec); got != tt.wants {
			t.Errorf("%s, %s: hand %s, wild %s, top %s, drawn %s: %s, want %s",
				tt.spec, tt.why, tt.p.hand, tt.p.wild, tt.p.top, tt.p.drawn, got, tt.wants)
		}
	}
}
