package gametest

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// failing returns the names of the checks that fail on a toy game with fault f.
func failing(t *testing.T, f fault) []string {
	t.Helper()
	var names []string
	for i, c := range Checks() {
		if err := c.Verify(toy{f}, rand.NewPCG(uint64(i), 1), 6); err != nil {
			t.Logf("%s: %v", c.Name, err)
			names = append(names, c.Name)
		}
	}
	return names
}

// TestSuiteAccepts runs the suite on a game that satisfies the contract.
func TestSuiteAccepts(t *testing.T) {
	Run(t, toy{sound})
}

// TestSuiteRejects violates one clause at a time. The check of that clause must fail.
func TestSuiteRejects(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault fault
		check string // that must fail; others may fail too
	}{
		{"the observation holds the other hand", leaksHand, "redeal"},
		{"the observation holds the next card", leaksStock, "redeal"},
		{"the observation shares memory", sharesHand, "observation"},
		{"a field of a used observation is not set", keepsOldField, "observation"},
		{"an action outside the mask is accepted", acceptsTaken, "legality"},
		{"a legal action is rejected", refusesLegal, "legality"},
		{"a rejected action changes the state", changesOnRefusal, "legality"},
		{"an illegal action gives another error", plainError, "legality"},
		{"the error of an illegal action is empty", unnamedRefusal, "legality"},
		{"nothing is legal before the end", emptyMask, "legality"},
		{"something is legal after the end", maskAfterEnd, "legality"},
		{"the mask is added to", addsToMask, "legality"},
		{"the gains do not sum to zero", unequalGains, "outcome"},
		{"there are gains before the end", gainsEarly, "outcome"},
		{"the game never ends", endless, "outcome"},
		{"a copy shares memory", sharedCopy, "copy"},
		{"the bytes lack the key", forgetsInBinary, "binary"},
		{"truncated bytes are accepted", takesShortBinary, "binary"},
		{"a failed Decode changes the state", dirtyDecode, "binary"},
		{"chance comes from a global source", hiddenSource, "determinism"},
		{"a deal depends on the game before", usesOldState, "determinism"},
		{"equal deals draw different numbers", drawsMoreOnce, "determinism"},
		{"a card is lost", losesCard, "deck"},
		{"a deck with a duplicate card is dealt", takesAnyDeck, "deck"},
		{"Deal and DealDeck deal differently", otherDeal, "deck"},
		{"a redeal does nothing", lazyRedeal, "redeal"},
		{"a redeal changes the observer's cards", redealsOwn, "redeal"},
		{"a redeal duplicates a card", redealsDoubled, "redeal"},
		{"a redeal draws from a global source", redealsSeed, "redeal"},
		{"hidden cards are reported as shown", hidesNothing, "redeal"},
		{"all cards are reported as shown, and no redeal changes anything", hidesNothingLazily, "redeal"},
		{"two actions have the same text", textTwice, "space"},
		{"an invalid text is parsed", readsAnything, "space"},
		{"a state is not over before the deal", liveUndealt, "undealt"},
		{"a seat that is not at the table observes", takesAnySeat, "foreign"},
		{"a state of another game is copied", takesAnyState, "foreign"},
		{"the card drawn is told to all", tellsDrawn, "record"},
		{"a discard is not told", tellsNothing, "record"},
		{"the event of a discard is read as another action", tellsOther, "record"},
		{"the event of a deal is read as another deal", dealsOther, "record"},
		{"a seat that follows the game draws another card", assumesNothing, "follow"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := failing(t, c.fault); !slices.Contains(got, c.check) {
				t.Errorf("the failing checks are %v, want %s among them", got, c.check)
			}
		})
	}
}
