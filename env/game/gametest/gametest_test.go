package gametest

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// failing returns the names of the checks that reject the game.
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

// TestSuiteAccepts runs the suite on a game that keeps the contract.
func TestSuiteAccepts(t *testing.T) {
	Run(t, toy{sound})
}

// TestSuiteRejects breaks one clause at a time and demands that the check of
// that clause notices.
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
		{"a legal action is refused", refusesLegal, "legality"},
		{"a refusal changes the state", changesOnRefusal, "legality"},
		{"a refusal is another error", plainError, "legality"},
		{"a refusal tells nothing", unnamedRefusal, "legality"},
		{"nothing is legal before the end", emptyMask, "legality"},
		{"something is legal after the end", maskAfterEnd, "legality"},
		{"the mask is added to", addsToMask, "legality"},
		{"the gains do not sum to zero", unequalGains, "outcome"},
		{"there are gains before the end", gainsEarly, "outcome"},
		{"the game never ends", endless, "outcome"},
		{"a copy shares memory", sharedCopy, "copy"},
		{"the bytes lack the key", forgetsInBinary, "binary"},
		{"bytes cut off are taken", takesShortBinary, "binary"},
		{"a refused Decode changes the state", dirtyDecode, "binary"},
		{"chance comes from a global source", hiddenSource, "determinism"},
		{"a deal depends on the game before", usesOldState, "determinism"},
		{"equal deals draw different numbers", drawsMoreOnce, "determinism"},
		{"a card is lost", losesCard, "deck"},
		{"a deck with a doubled card is dealt", takesAnyDeck, "deck"},
		{"Deal and DealDeck deal differently", otherDeal, "deck"},
		{"a redeal does nothing", lazyRedeal, "redeal"},
		{"a redeal changes the own cards", redealsOwn, "redeal"},
		{"a redeal doubles a card", redealsDoubled, "redeal"},
		{"a redeal draws from a global source", redealsSeed, "redeal"},
		{"hidden cards are said to be shown", hidesNothing, "redeal"},
		{"all is said to be shown, and no redeal changes anything", hidesNothingLazily, "redeal"},
		{"two actions have one text", textTwice, "space"},
		{"a text of no action is read", readsAnything, "space"},
		{"a state is live before the deal", liveUndealt, "undealt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := failing(t, c.fault); !slices.Contains(got, c.check) {
				t.Errorf("checks %v reject it, want %s among them", got, c.check)
			}
		})
	}
}
