package gin

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/game/gametest"
	"rummygym/internal/golden"
	"rummygym/internal/must"
)

// TestDealsStay checks the deals of some seeds, and the next hand of a match. Recorded
// episodes depend on them: if they change, the version of the environment must change.
func TestDealsStay(t *testing.T) {
	var b strings.Builder
	for _, p := range presets {
		for episode := range uint64(3) {
			r := p.Rules()
			r.MaxTurns = 1
			g := newGame(t, r)
			match := g.NewState()
			s := HandOf(match)
			g.Deal(match, game.DealSource(1, episode))
			fmt.Fprintf(&b, "preset %s, seed 1, episode %d, key %x\n", p.Name, episode, s.key)
			for hands := 1; ; hands++ {
				fmt.Fprintf(&b, "starter %d, upcard %v\nhand 0: %v\nhand 1: %v\nstock: %s\n", s.starter, s.Upcard(), s.Hand(0), s.Hand(1), card.Format(s.AppendStock(nil)))
				if hands == 2 || s.rules.Episode == Hand {
					break
				}
				mustApply(t, match, Pass, Pass, DrawStock)
				mustApply(t, match, CardOf(s.drawn))
				if s.phase == KnockOrPass {
					mustApply(t, match, Pass)
				}
			}
			b.WriteByte('\n')
		}
	}
	golden.Equal(t, "testdata/deals.txt", b.String())
}

// TestDealOrder checks the place of each card of a given deck, for every starter.
func TestDealOrder(t *testing.T) {
	deck := newGame(t, EAAI()).Deck()
	slices.Reverse(deck)
	for starter := range game.Player(2) {
		r := EAAI()
		r.Starter = FirstSeat + Starter(starter)
		g := newGame(t, r)
		s := g.NewMatch()
		must.Do(t, g.DealDeck(s, deck, 7))
		for p := range game.Player(2) {
			var want card.Cards
			for i := range 10 {
				want = want.With(deck[2*i+int(p)])
			}
			must.Equal(t, s.Hand(p), want, "hand %d", p)
		}
		if s.Upcard() != deck[20] || !slices.Equal(s.AppendStock(nil), deck[21:]) || s.StockSize() != 31 {
			t.Errorf("upcard %v, stock %v, want %v and %v", s.Upcard(), s.AppendStock(nil), deck[20], deck[21:])
		}
		if s.Current() != starter || s.Phase() != FirstUpcard || s.Cards() != card.BagOf(deck...) {
			t.Errorf("seat %d has to %v with %v", s.Current(), s.Phase(), s.Cards())
		}
	}
}

// TestRandomStarter checks that each seat starts about half of the episodes.
func TestRandomStarter(t *testing.T) {
	g := newGame(t, EAAI())
	s := g.NewMatch()
	ones := 0
	for i := range uint64(2000) {
		g.Deal(s, game.DealSource(3, i))
		ones += int(s.starter)
	}
	if ones < 900 || ones > 1100 { // 4.5 standard deviations
		t.Errorf("seat 1 starts %d of 2000 matches", ones)
	}
}

// TestHandsDiffer checks that each hand of a match is dealt from the whole pack: over
// many matches every card is equally often the upcard of hand 2.
func TestHandsDiffer(t *testing.T) {
	r := EAAI()
	r.MaxTurns = 1
	g := newGame(t, r)
	s := g.NewMatch()
	const matches = 5200
	var upcards [card.NumKinds]int
	for i := range uint64(matches) {
		g.Deal(s, game.DealSource(4, i))
		for s.number == 1 {
			var legal game.Mask
			s.Legal(&legal)
			mustApply(t, s, legal.Nth(legal.Count()-1))
		}
		upcards[s.Upcard().Index()]++
	}
	if x := chiSquare(&upcards, card.All, matches); x > 105 { // 51 degrees of freedom
		t.Errorf("the upcard of the second hand is not uniform: chi-square %.1f", x)
	}
}

// TestDealDeckErrors checks that the error names the fault.
func TestDealDeckErrors(t *testing.T) {
	gametest.DeckErrors(t, newGame(t, EAAI()), gametest.Changes[[]card.Card]{
		{"51 cards, want 52", func(d *[]card.Card) { *d = (*d)[1:] }},
		{"AC at position 3 of the deck occurs twice", func(d *[]card.Card) { (*d)[2] = (*d)[0] }},
		{"JK at position 1", func(d *[]card.Card) { (*d)[0] = card.Joker }},
	})
}

// TestActionMelds compares the melds of the actions with package deadwood.
func TestActionMelds(t *testing.T) {
	a := FirstMeld
	for _, m := range deadwood.Melds() {
		if m.Count() > 5 {
			if MeldOf(m) != game.NoAction {
				t.Errorf("%v has an action", m)
			}
			continue
		}
		if MeldOf(m) != a || ActionMeld(a) != m {
			t.Errorf("%v has action %d, whose meld is %v; want %d", m, MeldOf(m), ActionMeld(a), a)
		}
		a++
	}
	if int(a) != NumActions || NumActions != 241 || ActionMeld(Knock) != 0 || ActionMeld(a) != 0 || ActionCard(DrawUpcard) != card.None {
		t.Errorf("there are %d actions, want 241", a)
	}
}

// TestActionText parses texts of actions in other forms than those of ActionString.
func TestActionText(t *testing.T) {
	threes := MeldOf(card.Cards(0).With(card.New(card.Three, card.Clubs)).With(card.New(card.Three, card.Hearts)).With(card.New(card.Three, card.Spades)))
	gametest.ParseAction(t, newGame(t, EAAI()), map[string]game.Action{
		"draw upcard": DrawUpcard, " draw  stock": DrawStock, "pass": Pass, "knock": Knock,
		"10d": CardOf(card.New(card.Ten, card.Diamonds)), "AC": 0,
		"meld 3C3H3S": threes, "meld 3s 3h 3c": threes, "meld 9D10DJD": MeldOf(0x700 << 16),
	}, "draw", "JK", "1C", "AC AC", "Pass", "meld", "meld 3C3H", "meld 3C3H3H3S", "meld 3C4C5D", "meld 3C4C5", "meld AC2C3C4C5C6C", "meld JK", "discard AC")
}

// A number that is no action has a text that no action has, and the word meld alone is none.
func TestNoAction(t *testing.T) {
	g := newGame(t, EAAI())
	if text, want := g.ActionString(game.Action(NumActions)), fmt.Sprintf("action %d", NumActions); text != want {
		t.Errorf("the text of a number that is no action is %q, want %q", text, want)
	}
	for text, want := range map[string]string{"meld": "is not an action", "meld 3C": "want a meld of 3 to 5 cards"} {
		must.Refuse(g.ParseAction(text))(t, want)
	}
}

// The panic of an observation names its cause.
func TestObserveOfNoSeat(t *testing.T) {
	g := newGame(t, EAAI())
	for _, p := range []game.Player{-1, seats} {
		func() {
			defer func() {
				if r := fmt.Sprint(recover()); !strings.Contains(r, "gin: Observe of a seat that is not at the table") {
					t.Errorf("seat %d: panic %q", p, r)
				}
			}()
			g.NewTable().Observe(p, new(Observation))
		}()
	}
}

// TestForeignState checks that states of other rules cause a panic.
func TestForeignState(t *testing.T) {
	variants.Foreign(t, EAAI(), OpenSpiel())
}

// TestNoAllocation checks that play does not allocate.
func TestNoAllocation(t *testing.T) {
	for _, p := range presets {
		for _, limit := range []int{10, 60} { // the higher limit gives many knocks
			t.Run(fmt.Sprintf("%s, limit %d", p.Name, limit), func(t *testing.T) {
				r := p.Rules()
				r.KnockLimit = limit
				gametest.NoAllocation(t, newGame(t, r))
			})
		}
	}
}
