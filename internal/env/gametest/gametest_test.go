package gametest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// failing returns the names of the checks, of those wanted or of all, that fail on a toy game with fault f.
func failing(t *testing.T, f fault, wanted ...string) []string {
	t.Helper()
	var names []string
	for i, c := range Checks() {
		if len(wanted) > 0 && !slices.Contains(wanted, c.Name) {
			continue
		}
		if err := c.Verify(toy{f}, rand.NewPCG(uint64(i), 1), 6); err != nil {
			t.Logf("%s: %v", c.Name, err)
			names = append(names, c.Name)
		}
	}
	return names
}

// TestSuiteAccepts runs the suite on games that satisfy the contract.
func TestSuiteAccepts(t *testing.T) {
	Run(t, toy{sound})
	for _, f := range []fault{tied, nothingGained} {
		if names := failing(t, f); len(names) > 0 {
			t.Errorf("the checks %v reject a sound outcome", names)
		}
	}
}

// sizedToy is a toy with other numbers of seats and actions. It parses one text that no action has.
type sizedToy struct {
	toy
	players, actions int
	reads            game.Action
}

func (g sizedToy) Players() int    { return g.players }
func (g sizedToy) NumActions() int { return g.actions }

func (g sizedToy) ParseAction(s string) (game.Action, error) {
	for a := range game.MaskSize + 2 {
		if a := game.Action(a); g.ActionString(a) == s && (int(a) < g.actions || a == g.reads && a > 0) {
			return a, nil
		}
	}
	return game.NoAction, errors.New("no action of the toy")
}

func TestSpace(t *testing.T) {
	for _, c := range []struct {
		game sizedToy
		want string
	}{
		{sizedToy{players: 1, actions: 5}, "the game has 1 seats, want 2 to 6"},
		{sizedToy{players: 2, actions: 5}, ""},
		{sizedToy{players: 6, actions: 5}, ""},
		{sizedToy{players: 7, actions: 5}, "the game has 7 seats, want 2 to 6"},
		{sizedToy{players: 2, actions: 0}, "the game has 0 actions"},
		{sizedToy{players: 2, actions: 1}, ""},
		{sizedToy{players: 2, actions: game.MaskSize}, ""},
		{sizedToy{players: 2, actions: game.MaskSize + 1}, fmt.Sprintf("the game has %d actions", game.MaskSize+1)},
		{sizedToy{players: 2, actions: 5, reads: game.MaskSize + 1}, "which is not an action"},
	} {
		err := verifySpace(c.game, nil, 1)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d seats and %d actions: %v, want %q", c.game.players, c.game.actions, err, c.want)
		}
	}
}

// TestRarePlay checks that a random player takes a rare action only if no other is legal.
func TestRarePlay(t *testing.T) {
	s := toy{}.NewState()
	p := &randomPlayer{game: toy{}, state: s, src: rand.NewPCG(1, 2), rare: []game.Action{toyDraw, toyDiscard}}
	for range 1000 {
		held := false
		if s.Current() != game.NoPlayer {
			held = slices.Contains(s.(*toyState).hands[s.Current()], card.New(card.Ace, card.Clubs))
		}
		mover := s.Current()
		p.play(1)
		if held && s.Current() != game.NoPlayer && !slices.Contains(s.(*toyState).hands[mover], card.New(card.Ace, card.Clubs)) {
			t.Fatal("the ace is discarded, which is rare, and other discards are legal")
		}
	}
}

// TestLegalityNamesStrangers checks the errors for a seat and an action that the game does not have.
func TestLegalityNamesStrangers(t *testing.T) {
	for f, want := range map[fault]string{
		foreignMover: "seat 2 is to move at a table of 2",
		legalBeyond:  fmt.Sprintf("action %d is legal, which is not below %[1]d", toyActions),
	} {
		must.Fail(t, verifyLegality(toy{f}, rand.NewPCG(1, 1), 1), want)
	}
}

// TestRedealNamesPhases checks that the error names what a redeal never changes.
func TestRedealNamesPhases(t *testing.T) {
	err := verifyRedeal(toy{lazyForMover}, rand.NewPCG(1, 1), 6)
	if err == nil || !strings.HasSuffix(err.Error(), "in phase discard (its move: true), draw (its move: true)") {
		t.Errorf("%v", err)
	}
}

// deckedToy is a toy with another deck.
type deckedToy struct {
	toy
	deck []card.Card
}

func (g deckedToy) Deck() []card.Card { return g.deck }

// TestSmallDecks checks that a deck of two cards is not too small.
func TestSmallDecks(t *testing.T) {
	for n := range 3 {
		err := verifyDeck(deckedToy{toy{}, toy{}.Deck()[:n]}, rand.NewPCG(1, 1), 1)
		if want := fmt.Sprintf("the deck has %d cards", n); err == nil || (err.Error() == want) != (n < 2) {
			t.Errorf("%d cards: %v", n, err)
		}
	}
}

// TestRecordOfOneEpisode checks that one episode is enough for the check of records.
func TestRecordOfOneEpisode(t *testing.T) {
	if verifyRecord(toy{tellsNothing}, rand.NewPCG(1, 1), 1) == nil {
		t.Error("a discard is not told, and nothing is found")
	}
}

// TestProbabilities checks that the records of the check have moves with and without a probability.
func TestProbabilities(t *testing.T) {
	src, seen := rand.NewPCG(1, 1), map[float64]bool{}
	for range 100 {
		seen[probability(src)] = true
	}
	if len(seen) != 3 || !seen[1] || !seen[.75] || !seen[.5] {
		t.Errorf("probabilities %v, want 1, 3/4 and 1/2", seen)
	}
}

// hintingToy tells everyone with a pass that the card drawn is one of the lower half.
type hintingToy struct{ toy }

func (g hintingToy) AppendEvents(dst []record.Event, before, after game.State, a game.Action) []record.Event {
	dst = g.toy.AppendEvents(dst, before, after, a)
	if before != nil && a == toyDraw && dst[len(dst)-1].Card.Rank() < toyCards/2 {
		pass := record.New(record.Pass, before.Current())
		pass.Phase = "draw"
		dst = append(dst, pass)
	}
	return dst
}

// TestViewsOfRecords checks views of a seat, of games that tell and do not tell of hidden cards.
func TestViewsOfRecords(t *testing.T) {
	for g, want := range map[record.Game]string{toy{}: "", hintingToy{}: "with other hidden cards it is"} {
		e := newEpisode(g, rand.NewPCG(1, 1))
		r := record.NewRecorder(g)
		rec := &record.Record{Header: record.Header{Version: record.Version, Game: g.Name(), Env: "Test-v0", Rules: []byte("{}"), Viewer: game.NoPlayer, Seats: []string{"a", "b"}}}
		rec.Events = r.AppendDeal(nil, e.state)
		for range 8 {
			a, err := e.pick()
			if err == nil {
				rec.Events, err = r.AppendMove(rec.Events, e.state, a, 1)
			}
			if err == nil {
				err = e.state.Apply(a)
			}
			must.Do(t, err)
		}
		var err error
		for seed := range uint64(20) {
			err = cmp.Or(err, verifyView(g, rec, game.Player(seed%2), rand.NewPCG(seed, 1)))
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%T: %v, want %q", g, err, want)
		}
	}
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
		{"a seat is not told what it draws", hidesDrawn, "information"},
		{"a seat is told what it does not observe", tellsMore, "record"},
		{"the event of a discard is read as another action", tellsOther, "record"},
		{"the event of a deal is read as another deal", dealsOther, "record"},
		{"a deck without a card is dealt", takesShortDeck, "deck"},
		{"nothing is accepted after a redeal", stuckAfterRedeal, "redeal"},
		{"a seat that is not at the table gains", strangerGains, "outcome"},
		{"a seat that is not at the table wins", strangerWins, "outcome"},
		{"the winner loses points", loserWins, "outcome"},
		{"the gains depend on a number that nobody is told", keyedOutcome, "follow"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if len(failing(t, c.fault, c.check)) == 0 {
				t.Errorf("the check %s does not fail", c.check)
			}
		})
	}
}
