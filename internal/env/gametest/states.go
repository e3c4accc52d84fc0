package gametest

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"rummygym/env/card"
	"rummygym/env/game"
)

// verifyDeterminism plays every game twice: the same source and actions must give
// the same masks, observations and outcomes. The second state was used for
// other games before, which must have no effect.
func verifyDeterminism(g game.Game, src *rand.PCG, episodes int) error {
	twin := g.NewState()
	for i := range episodes {
		e := newEpisode(g, src)
		seed := src.Uint64()
		once, twice := rand.NewPCG(seed, 1), rand.NewPCG(seed, 1)
		g.Deal(e.state, once)
		g.Deal(twin, twice)
		if *once != *twice {
			return fmt.Errorf("episode %d: two equal deals draw different numbers from the source", i)
		}
		if err := e.together(twin); err != nil {
			return fmt.Errorf("episode %d: two games with the same deal and actions: %w", i, err)
		}
	}
	return nil
}

// together plays the episode to its end, with the same actions in twin, and returns an
// error if the two states differ.
func (e *episode) together(twin game.State) error {
	for {
		switch a, b := lookAt(e.game, e.state), lookAt(e.game, twin); {
		case reflect.DeepEqual(a, b):
		case a.legal != b.legal:
			return e.errorf("the legal actions differ")
		case a.mover != b.mover || a.outcome != b.outcome:
			return e.errorf("the player to move or the outcome differs")
		default:
			return e.errorf("what the seats observe or the next cards differ")
		}
		if e.over() {
			return nil
		}
		a, err := e.step()
		if err != nil {
			return err
		}
		if err := twin.Apply(a); err != nil {
			return e.errorf("one of the two rejects action %d: %w", a, err)
		}
	}
}

// verifyDeck checks deals of a given order, and that no card is lost or duplicated.
// Without a Decker it only checks that bad decks are rejected.
func verifyDeck(g game.Game, src *rand.PCG, episodes int) error {
	s := g.NewState()
	g.Deal(s, src)
	before := lookAt(g, s)
	bad := [][]card.Card{nil, {card.Joker}, {card.None}}
	decker, ok := g.(Decker)
	if ok {
		deck := decker.Deck()
		if len(deck) < 2 {
			return fmt.Errorf("the deck has %d cards", len(deck))
		}
		twice := append([]card.Card(nil), deck...)
		for i := range twice {
			if twice[i] != twice[0] {
				twice[i] = twice[0] // one copy too many
				break
			}
		}
		none := append([]card.Card(nil), deck...)
		none[len(none)-1] = card.None
		bad = append(bad, twice, none, deck[:len(deck)-1], append(append([]card.Card(nil), deck...), deck[0]))
	}
	for _, deck := range bad {
		if err := g.DealDeck(s, deck, 1); err == nil {
			return fmt.Errorf("DealDeck accepts the deck [%s], which is not the game's", card.Format(deck))
		}
		if !reflect.DeepEqual(before, lookAt(g, s)) {
			return fmt.Errorf("DealDeck rejects the deck [%s], but has changed the state", card.Format(deck))
		}
	}
	if !ok {
		return nil
	}
	for i := range episodes {
		e := newEpisode(g, src)
		seed := src.Uint64()
		g.Deal(e.state, rand.NewPCG(seed, 1))
		deck, again := decker.Deck(), rand.NewPCG(seed, 1)
		card.Shuffle(deck, again)
		if err := g.DealDeck(s, deck, again.Uint64()); err != nil {
			return fmt.Errorf("episode %d: DealDeck: %w", i, err)
		}
		if err := e.together(s); err != nil {
			return fmt.Errorf("episode %d: Deal and DealDeck with the same order and key: %w", i, err)
		}
	}
	return play(g, src, episodes, func(e *episode) error { return e.conserved(e.state) })
}

// conserved returns an error if s, a state of the episode's game, does not have the
// cards of the deck.
func (e *episode) conserved(s game.State) error {
	c, ok := s.(Counter)
	d, decker := e.game.(Decker)
	if !ok || !decker {
		return nil
	}
	if got, want := c.Cards(), card.BagOf(d.Deck()...); got != want {
		return e.errorf("the cards are %v, want %v", got, want)
	}
	return nil
}

// verifyOutcome checks the result of Outcome before and after the end.
func verifyOutcome(g game.Game, src *rand.PCG, episodes int) error {
	var last game.Outcome
	return play(g, src, episodes, func(e *episode) error {
		o := e.state.Outcome()
		if e.steps == 0 {
			last = game.Outcome{}
		}
		sum := 0
		for p, gain := range o.Gains {
			sum += gain
			if p >= g.Players() && gain != 0 {
				return e.errorf("seat %d gains %d and is not at the table", p, gain)
			}
		}
		switch {
		case o.Over != e.over():
			return e.errorf("Outcome has Over %t while seat %d is to move", o.Over, e.state.Current())
		case sum != 0:
			return e.errorf("the gains %v sum to %d, want 0", o.Gains, sum)
		case o.Turns < last.Turns || o.Rounds < last.Rounds || o.Turns < 1:
			return e.errorf("turns and rounds are %d and %d after %d and %d, want no decrease", o.Turns, o.Rounds, last.Turns, last.Rounds)
		case !o.Over && (o.Winner != game.NoPlayer || o.Ending != "" || o.Gains != [game.MaxPlayers]int{}):
			return e.errorf("before the end the outcome is %+v, want no winner, ending and gains", o)
		case o.Over && (o.Ending == "" || o.Winner < game.NoPlayer || int(o.Winner) >= g.Players()):
			return e.errorf("at the end the outcome is %+v, want an ending, and a winner at the table or none", o)
		case o.Over && o.Winner != game.NoPlayer && o.Gains[o.Winner] < 0:
			return e.errorf("the winner gains %d", o.Gains[o.Winner])
		}
		last = o
		return nil
	})
}

// verifyCopy checks that a copy is equal and independent.
func verifyCopy(g game.Game, src *rand.PCG, episodes int) error {
	c, d := g.NewState(), g.NewState()
	return play(g, src, episodes, func(e *episode) error {
		before := lookAt(g, e.state)
		c.CopyFrom(e.state)
		d.CopyFrom(c)
		if !reflect.DeepEqual(before, lookAt(g, c)) {
			return e.errorf("a copy differs")
		}
		if e.over() {
			return nil
		}
		// Moves on the copy must not change the state or a copy of the copy.
		run := *e
		run.state = c
		for range 6 {
			if run.over() {
				break
			}
			if _, err := run.step(); err != nil {
				return err
			}
		}
		c.Redeal(0, e.src)
		g.Deal(c, e.src)
		if !reflect.DeepEqual(before, lookAt(g, e.state)) || !reflect.DeepEqual(before, lookAt(g, d)) {
			return e.errorf("moves on a copy change the original")
		}
		return nil
	})
}
