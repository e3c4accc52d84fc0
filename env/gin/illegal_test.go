package gin

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// TestReasons checks why an action is refused in each phase, and what is wanted instead.
func TestReasons(t *testing.T) {
	var s *State
	play := func(r Rules, until func() bool) {
		g, src := newGame(t, r), rand.NewPCG(6, 6)
		s = g.NewTable()
		for g.Deal(s, src); !until(); mustApply(t, s, knockingAction(s, src)) {
			if s.Current() == game.NoPlayer {
				g.Deal(s, src)
			}
		}
	}
	refuses := func(a game.Action, want string) {
		t.Helper()
		must.Fail(t, s.Apply(a), want)
	}
	lacks := func() game.Action { return CardOf((card.All &^ s.hands[s.mover]).First()) }
	knocks := OpenSpiel()

	s = newGame(t, plain()).NewTable()
	refuses(Pass, "the game is not dealt")
	newGame(t, plain()).Deal(s, rand.NewPCG(1, 1))
	refuses(DrawStock, "want draw upcard or pass")
	refuses(game.Action(NumActions), "want an action below")
	fresh := *s
	mustApply(t, s, DrawUpcard)
	refuses(CardOf(s.drawn), "was just taken from the discard pile: want the discard of another card")
	*s = fresh
	mustApply(t, s, Pass, Pass)
	refuses(DrawUpcard, "both players passed the first upcard: want draw stock")
	mustApply(t, s, DrawStock)
	refuses(lacks(), "the player does not hold")
	refuses(Knock, "want a discard first")
	refuses(Pass, "a card was drawn already: want a discard")
	mustApply(t, s, CardOf(s.drawn))
	refuses(Pass, "no card was drawn yet: want draw upcard or draw stock")

	play(EAAI(), func() bool { return s.phase == KnockOrPass })
	refuses(CardOf(s.hands[s.mover].First()), "want knock or pass")
	play(knocks, func() bool { return s.phase == Discard && !s.knockable() })
	refuses(Knock, "the cards left would count more than 10")
	play(knocks, func() bool {
		return s.phase == KnockDiscard && s.knockDiscards(s.hands[s.mover], card.None) != s.hands[s.mover]
	})
	refuses(lacks(), "the player does not hold")
	refuses(Pass, "want the card to knock with")
	refuses(CardOf((s.hands[s.mover] &^ s.knockDiscards(s.hands[s.mover], card.None)).First()), "the cards left would count more than 10")
	play(knocks, func() bool { return s.phase == LayOff && s.hands[s.mover]&^s.layOffs() != 0 })
	refuses(lacks(), "the player does not hold")
	refuses(Knock, "want a card to lay off, or pass")
	refuses(CardOf((s.hands[s.mover] &^ s.layOffs()).First()), "fits no meld of the knocker")
	play(knocks, func() bool { return s.phase == KnockerMelds && !s.mayEndMelds() })
	refuses(Pass, "the cards not melded count more than 10: want a meld")
	refuses(Knock, "want a meld, or pass")
	for i, m := range actionMelds {
		if m&^s.hands[s.mover] != 0 {
			refuses(FirstMeld+game.Action(i), "the player does not hold these cards: want a meld of the hand")
			break
		}
	}
	s = dealt(t, knocks, "AC AD AH 2C 2D 2S 3C 3H 3S KD", "4C 5D 6H 7S 8C 9D TH JS QC 4S", "KH")
	mustApply(t, s, DrawUpcard, Knock, CardOf(card.New(card.King, card.Hearts)))
	refuses(FirstMeld, "without these cards no melds leave 10 or less")
	s = dealt(t, knocks, "AD AH AS 2C 2D 2S 3C 3H 3S KD", "4C 5D 6H 7S 8C 9D TH JS QC 4S", "KH")
	mustApply(t, s, DrawUpcard, Knock, CardOf(card.New(card.King, card.Hearts)))
	refuses(FirstMeld, "the player does not hold these cards: want a meld of the hand")
}

// TestLayOffEvents compares the cards of the events with those that the rules have laid off.
func TestLayOffEvents(t *testing.T) {
	for _, layingOff := range []LayingOff{GreedyLayOffs, BestLayOffs} {
		r := EAAI()
		r.KnockLimit, r.LayingOff = 40, layingOff
		g, src := newGame(t, r), rand.NewPCG(9, 9)
		s, before := g.NewTable(), g.NewTable()
		laid := 0
		for range 1500 {
			for g.Deal(s, src); s.Current() != game.NoPlayer; {
				before.CopyFrom(s)
				a := knockingAction(s, src)
				mustApply(t, s, a)
				if s.Current() != game.NoPlayer {
					continue
				}
				var got card.Cards
				for _, e := range g.AppendEvents(nil, before, s, a) {
					if e.Type == record.LayOff {
						got = got.With(e.Card)
						laid++
					}
				}
				if got != s.laidOff {
					t.Fatalf("%v: the events lay off %v, want %v, in\n%v", layingOff, got, s.laidOff, s)
				}
			}
		}
		if laid < 100 {
			t.Errorf("%v: %d cards were laid off", layingOff, laid)
		}
	}
}
