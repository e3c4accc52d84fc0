package gin

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/game/gametest"
	"rummygym/env/record"
	"rummygym/internal/must"
)

// cards returns the set of the cards of a text.
func cards(t *testing.T, text string) (cs card.Cards) {
	t.Helper()
	all := must.Get(card.ParseAll(text))(t)
	for _, c := range all {
		cs = cs.With(c)
	}
	return cs
}

// dealt returns a table where the seats are dealt the cards of two texts and the upcard.
func dealt(t *testing.T, r Rules, own, other, upcard string) *State {
	t.Helper()
	g := newGame(t, r)
	s := g.NewTable()
	dealTo(t, g, s, own, other, upcard)
	return s
}

// dealTo deals the hands and the upcard.
func dealTo(t *testing.T, g *Game, s game.State, own, other, upcard string) {
	t.Helper()
	var deck []card.Card
	hands := [2][]card.Card{slices.Collect(cards(t, own).Each()), slices.Collect(cards(t, other).Each())}
	for i := range g.rules.HandSize {
		deck = append(deck, hands[0][i], hands[1][i])
	}
	deck = append(deck, cards(t, upcard).First())
	for _, c := range g.Deck() {
		if !slices.Contains(deck, c) {
			deck = append(deck, c)
		}
	}
	must.Do(t, g.DealDeck(s, deck, 1))
}

// takeTurn draws with action a and discards the lowest card that may be. It does not knock.
func takeTurn(t *testing.T, s game.State, a game.Action) {
	t.Helper()
	mustApply(t, s, a)
	hand := HandOf(s)
	mustApply(t, s, CardOf(hand.discardable().First()))
	if hand.phase == KnockOrPass {
		mustApply(t, s, Pass)
	}
}

// impossible checks the error of a state after a change, which has none before it.
func impossible[S State | MatchState](t *testing.T, name string, s *S, change func(c *S), want string) {
	t.Helper()
	c := *s
	state := any(&c).(sheeted)
	if err := state.check(); err != nil {
		t.Fatalf("%s: before the change: %v", name, err)
	}
	hand := HandOf(state)
	rules := *hand.rules
	hand.rules = &rules
	change(&c)
	if err := state.check(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("%s: error %v, want one that contains %q", name, err, want)
	}
}

// plain returns the rules of single hands that a knock does not end soon.
func plain() Rules {
	r := EAAI()
	r.Episode, r.Starter, r.KnockLimit = Hand, FirstSeat, 0
	return r
}

func TestCheckTurns(t *testing.T) {
	fresh := newGame(t, plain()).NewTable()
	newGame(t, plain()).Deal(fresh, rand.NewPCG(1, 1))

	passed := *fresh
	mustApply(t, &passed, Pass, Pass)
	impossible(t, "a third seat to pass", &passed, func(c *State) { c.phase = FirstUpcard }, "cannot be to move in phase first-upcard")
	impossible(t, "an end before the first draw", &passed, func(c *State) { c.rules.MaxUpcards = 1; c.endHand() }, `the hand cannot have ended by "void"`)

	drawn := passed
	takeTurn(t, &drawn, DrawStock)
	impossible(t, "the upcard taken after both passed", &drawn, func(c *State) { c.history[2].Source = FromPile }, "turn 2: the source")
	impossible(t, "a third pass", &drawn, func(c *State) { c.history[2].Source, c.history[2].Discard = Passed, card.None }, "turn 2: the source")

	upcards := *fresh
	for range 4 {
		takeTurn(t, &upcards, DrawUpcard)
	}
	impossible(t, "three upcards, four allowed", &upcards, func(c *State) { c.rules.MaxUpcards = 4 }, "")
	impossible(t, "three upcards, three allowed", &upcards, func(c *State) { c.rules.MaxUpcards = 3 }, "the number of upcards taken is 3")

	r := plain()
	r.ThrowingBack = ThrowBackAllowed
	back := newGame(t, r).NewTable()
	newGame(t, r).Deal(back, rand.NewPCG(1, 1))
	mustApply(t, back, DrawUpcard, CardOf(back.Upcard()))
	impossible(t, "the upcard thrown back", back, func(c *State) { c.rules.ThrowingBack = ThrowBackForbidden }, "seat 0 cannot discard")
}

func TestCheckMatch(t *testing.T) {
	r := EAAI()
	r.MaxTurns, r.Target = 2, 5000
	void := newGame(t, r).NewMatch()
	newGame(t, r).Deal(void, rand.NewPCG(1, 1))
	takeTurn(t, void, DrawUpcard)
	takeTurn(t, void, DrawUpcard)
	if void.number != 2 || void.last.winner != game.NoPlayer {
		t.Fatalf("hand %d after %+v, want the second after a void one", void.number, void.last)
	}
	impossible(t, "points before the first hand", void, func(c *MatchState) { c.score.Points[0], c.score.Boxes[0] = 5, 1 }, "seat 0 had 5 points and 1 hands won before the last of 1")

	r.MaxTurns, r.KnockLimit = 200, 40
	g := newGame(t, r)
	third, src := g.NewMatch(), rand.NewPCG(2, 2)
	for third.number != 3 || third.score.Boxes != [2]int32{1, 1} || third.last.knocker == game.NoPlayer {
		if third.Current() == game.NoPlayer || third.number > 3 {
			g.Deal(third, src)
		}
		mustApply(t, third, knockingAction(&third.State, src))
	}
	loser := 1 - third.last.winner
	impossible(t, "more hands won than played", third, func(c *MatchState) { c.score.Boxes = [2]int32{2, 2} }, "the hands won [2 2] after 2 hands")
	impossible(t, "the most points of a hand", third, func(c *MatchState) { c.score.Points[loser] = maxPoints + 100 }, "")
	impossible(t, "more points than a hand has", third, func(c *MatchState) { c.score.Points[loser] = maxPoints + 101 }, "points before the last hand")
	impossible(t, "a match below its target", third, func(c *MatchState) { c.score.Points[loser], c.rules.Target = 500, 501 }, "")
	impossible(t, "a match that goes on", third, func(c *MatchState) { c.score.Points[loser], c.rules.Target = 500, 500 }, "points before the last hand")
	impossible(t, "a card too many in the last hand", third, func(c *MatchState) {
		c.last.hands[1-c.last.knocker] |= c.last.hands[c.last.knocker] | c.last.melds[c.last.knocker].Cards()
	}, "are shown")
}

// TestCheckShowdown checks melds and lay-offs that no rules or only some rules allow.
func TestCheckShowdown(t *testing.T) {
	melds := func(texts ...string) (a deadwood.Arrangement) {
		for i, text := range texts {
			a[i] = cards(t, text)
		}
		return a
	}
	other := cards(t, "AC 3D 5H 7C 9D JH KC")
	limited := OpenSpiel()
	limited.LayOffLimit = 1
	auto := Classic()
	noBigGin := EAAI()
	run := showdown{ // 3S and 4S laid off below, 8S above, 9C to a set
		hands:   [2]card.Cards{cards(t, "AD"), cards(t, "AC 3D 5H 7C JH KC")},
		melds:   [2]deadwood.Arrangement{melds("3S 4S 5S 6S 7S 8S", "9C 9D 9H 9S", "KD KH KS")},
		laidOff: cards(t, "3S 4S 8S 9C"),
	}
	both := run // one card at each end
	both.hands[1], both.melds[0][0], both.laidOff = cards(t, "AC 3D 5H 7C JH KC QC"), cards(t, "4S 5S 6S 7S 8S"), cards(t, "4S 8S 9C")
	long := showdown{
		hands: [2]card.Cards{cards(t, "AD"), other | cards(t, "AS AH QC")},
		melds: [2]deadwood.Arrangement{melds("3S 4S 5S 6S 7S 8S", "KD KH KS")},
	}
	gin := showdown{
		hands: [2]card.Cards{0, other | cards(t, "AS AH QC")},
		melds: [2]deadwood.Arrangement{melds("3S 4S 5S 6S", "9C 9H 9S", "KD KH KS")},
	}
	big := gin
	big.melds[0][0] = cards(t, "3S 4S 5S 6S 7S")
	laidOnGin := gin
	laidOnGin.hands[1], laidOnGin.melds[0][0], laidOnGin.laidOff = other|cards(t, "AS AH"), cards(t, "3S 4S 5S 6S 7S"), cards(t, "7S")
	stray := both
	stray.laidOff = stray.laidOff.With(card.New(card.Queen, card.Clubs))
	stray.hands[1] = stray.hands[1].Without(card.New(card.Queen, card.Clubs))
	twice := gin
	twice.melds[0][2] = cards(t, "3S 4S 5S")
	twice.hands[0] = cards(t, "KD KH KS")
	for _, c := range []struct {
		name  string
		d     showdown
		rules Rules
		big   bool
		limit int
		want  string
	}{
		{"lay-offs without a limit", run, auto, false, 10, ""},
		{"two lay-offs at an end, two allowed", run, OpenSpiel(), false, 10, ""},
		{"two lay-offs at an end, one allowed", run, limited, false, 10, "too many cards are laid off"},
		{"one lay-off at each end, one allowed", both, limited, false, 10, ""},
		{"the limit of the knock", both, limited, false, 1, ""},
		{"above the limit of the knock", both, limited, false, 0, "cannot have knocked"},
		{"a long run by itself", long, auto, false, 10, ""},
		{"a long run chosen", long, OpenSpiel(), false, 10, "is not a meld"},
		{"gin", gin, auto, false, 10, ""},
		{"big gin", big, auto, true, 10, ""},
		{"eleven cards without big gin", big, auto, false, 10, "are shown"},
		{"big gin without a bonus", big, noBigGin, true, 10, "cannot have knocked"},
		{"a lay-off on gin", laidOnGin, auto, false, 10, "cannot be laid off"},
		{"a lay-off outside the melds", stray, auto, false, 10, "cannot be laid off"},
		{"melds that share cards", twice, auto, false, 100, "share cards"},
	} {
		if err := c.d.check(&c.rules, 0, c.big, c.limit); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want one that contains %q", c.name, err, c.want)
		}
	}
}

// TestCheckKnocks plays hands to their ends under rules that differ in the answer to a knock. Every
// state is one that a game can reach.
func TestCheckKnocks(t *testing.T) {
	auto := Classic()
	auto.Episode, auto.KnockLimit = Hand, 40
	laid := auto
	laid.LayingOff = ChosenLayOffs
	first := laid
	first.Answer = LayOffsFirst
	for i, r := range []Rules{auto, laid, first} {
		g, src := newGame(t, r), rand.NewPCG(3, uint64(i))
		s := g.NewTable()
		for range 400 {
			for g.Deal(s, src); s.Current() != game.NoPlayer; {
				mustApply(t, s, knockingAction(s, src))
				if s.knocker == game.NoPlayer {
					continue
				}
				if err := s.check(); err != nil {
					t.Fatalf("%v, in\n%v", err, s)
				}
			}
		}
	}
	// A card that does not fit is laid off.
	g, src := newGame(t, OpenSpiel()), rand.NewPCG(4, 4)
	s := g.NewTable()
	for s.phase != LayOff || s.melds[s.knocker][0] == 0 || s.hands[s.mover]&^s.layOffs() == 0 {
		if s.Current() == game.NoPlayer {
			g.Deal(s, src)
		}
		mustApply(t, s, knockingAction(s, src))
	}
	x := (s.hands[s.mover] &^ s.layOffs()).First()
	impossible(t, "a lay-off that does not fit", s, func(c *State) {
		c.hands[c.mover] = c.hands[c.mover].Without(x)
		c.known[c.mover] = c.known[c.mover].Without(x)
		c.laidOff = c.laidOff.With(x)
		c.melds[c.knocker][0] = c.melds[c.knocker][0].With(x)
	}, "is not a meld of seat")
}

// TestDecodeLimits decodes the longest hand, a big gin, and states with too many cards in the stock.
func TestDecodeLimits(t *testing.T) {
	r := plain()
	r.MaxTurns = maxTurns
	g := newGame(t, r)
	s, again := g.NewTable(), g.NewTable()
	g.Deal(s, rand.NewPCG(1, 1))
	fresh := gametest.Serial(s)
	mustApply(t, s, Pass, Pass)
	takeTurn(t, s, DrawStock)
	for s.Current() != game.NoPlayer {
		takeTurn(t, s, DrawUpcard)
	}
	if err := g.Decode(again, gametest.Serial(s)); err != nil || s.turned != maxHistory || again.turned != maxHistory {
		t.Errorf("a hand of %d turns: %v", s.turned, err)
	}
	size := r.DeckSize() - seats*r.HandSize - 1
	for _, n := range []int{size + 1, size + 2, size + 3, 51, 60, 71, 255} {
		data := append(slices.Clone(fresh[:len(fresh)-size-1]), byte(n))
		data = append(data, make([]byte, n)...)
		must.Fail(t, g.Decode(again, data), "cut off")
	}

	data := slices.Clone(fresh)
	data[len(data)-1] = byte(card.Joker)
	must.Fail(t, g.Decode(again, data), "the stock has JK, which is not a card of the pack")

	r = Classic()
	r.Episode, r.Starter = Hand, FirstSeat
	big := dealt(t, r, "AC 2C 3C 4C 5D 6D 7D 9H 9S 9C", "AD 2D KC KD QH JS 8H 6S 4H 3H", "9D")
	mustApply(t, big, DrawUpcard, Knock)
	if ending := big.Outcome().Ending; ending != BigGin {
		t.Fatalf("the hand ended by %q, want big gin", ending)
	}
	if err := newGame(t, r).Decode(newGame(t, r).NewTable(), gametest.Serial(big)); err != nil {
		t.Errorf("big gin: %v", err)
	}
}

// TestBigGinActions tries all actions of a player that has big gin and has knocked: a discard for gin, or
// none.
func TestBigGinActions(t *testing.T) {
	r := Classic()
	r.Episode, r.Starter, r.KnockOrder, r.KnockLimit = Hand, FirstSeat, KnockThenDiscard, 0
	s := dealt(t, r, "AC 2C 3C 4C 5D 6D 7D 9H 9S 9C", "AD 2D KC KD QH JS 8H 6S 4H 3H", "9D")
	mustApply(t, s, DrawUpcard, Knock)
	want := map[game.Action]bool{Pass: true}
	for c := range cards(t, "AC 4C 9H 9S 9C").Each() { // with the upcard, which may not be thrown back
		want[CardOf(c)] = true
	}
	var legal game.Mask
	s.Legal(&legal)
	for a := range game.Action(NumActions) {
		c := *s
		if err := c.Apply(a); (err == nil) != want[a] || legal.Has(a) != want[a] {
			t.Errorf("%s: %v, legal %t, want %t", actionString(a), err, legal.Has(a), want[a])
		}
	}
}

// TestAssumeDiscards lets the opponent discard a card that the follower did not expect. A game must be
// able to reach the state, and the follower sees no change.
func TestAssumeDiscards(t *testing.T) {
	g, src := newGame(t, plain()), rand.NewPCG(5, 5)
	s, c := g.NewTable(), g.NewTable()
	for range 40 {
		for g.Deal(s, src); s.Current() != game.NoPlayer; mustApply(t, s, knockingAction(s, src)) {
			if s.phase != Discard {
				continue
			}
			p := 1 - s.mover
			c.CopyFrom(s)
			c.Redeal(p, src)
			before := seen(c, p)
			hand := slices.Collect(s.discardable().Each())
			e := record.OfCard(record.Discard, s.mover, hand[card.Below(src, uint64(len(hand)))])
			must.Get(g.Assume(c, p, []record.Event{e}))(t)
			if err := c.check(); err != nil {
				t.Fatalf("after the discard of %v is assumed: %v\n%v", e.Card, err, c)
			}
			if after := seen(c, p); after.Hand != before.Hand || after.Upcard != before.Upcard || !c.hands[s.mover].Has(e.Card) {
				t.Fatalf("assuming the discard of %v leads to\n%v", e.Card, c)
			}
		}
	}
}

// knockingAction returns a random action that keeps deadwood low and sometimes knocks.
func knockingAction(s *State, src *rand.PCG) game.Action {
	var legal game.Mask
	s.Legal(&legal)
	hand := s.hands[s.mover]
	switch {
	case s.phase == Discard && !legal.Has(Knock):
		var after [card.NumKinds]int8
		deadwood.Discards(&after, hand)
		best := legal.Nth(0)
		for a := range legal.Each() {
			if after[a] < after[best] {
				best = a
			}
		}
		return best
	case s.phase == KnockOrPass && deadwood.Of(hand) > 0 && card.Below(src, 3) > 0:
		return Pass
	}
	return legal.Nth(int(card.Below(src, uint64(legal.Count()))))
}
