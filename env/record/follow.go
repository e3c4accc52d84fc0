package record

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Follower follows games as one seat sees them. From the events that the seat saw it makes a
// history in which the seat sees the same: at its decisions it observes what it observes in the game, and has the
// same legal actions. The cards that it has not seen are drawn at random: every order of them over the places that its events
// leave open is possible. They are equally likely if there was no reshuffle since the deal. It is not safe for concurrent use.
//
// It follows games that have Deck() []card.Card, the cards that a deal shuffles.
type Follower struct {
	game   Game
	cards  []card.Card // all, in the order that a deal shuffles
	size   int         // number of cards of a hand
	out    int         // number of cards that a deal leaves out of the game
	src    rand.Source
	player player
	fault  error

	// What is settled: the decks up to the current deal, and the actions before the one with which it began. The events of the player
	// are those from that action on.
	past    game.History
	history game.History
	key     uint64
}

// NewFollower returns a follower of games of g, or an error if the game does not say which cards it deals.
func NewFollower(g Game) (*Follower, error) {
	d, ok := g.(interface{ Deck() []card.Card })
	if !ok {
		return nil, fmt.Errorf("the game %s does not say which cards it deals, so it cannot be followed by its events", g.Name())
	}
	f := &Follower{game: g, cards: d.Deck(), player: player{record: &Record{}, recorder: NewRecorder(g), state: g.NewState()}}
	if err := g.DealDeck(f.player.state, f.cards, 0); err != nil {
		return nil, err
	}
	all := g.AppendEvents(nil, nil, f.player.state, game.NoAction)
	if len(all) == 0 || len(all[0].Hands) == 0 {
		return nil, fmt.Errorf("the game %s reports no event for its deal", g.Name())
	}
	f.size, f.out = len(all[0].Hands[0]), len(f.cards)-all[0].StockSize
	for _, hand := range all[0].Hands {
		f.out -= len(hand)
	}
	for _, c := range [...]card.Card{all[0].Wildcard, all[0].Upcard} {
		if c != card.None {
			f.out--
		}
	}
	return f, nil
}

// Reset begins a new game, which seat p sees. Its first event must be the deal. The cards that the seat does not see follow from src.
func (f *Follower) Reset(p game.Player, src rand.Source) {
	f.src, f.key, f.fault = src, src.Uint64(), nil
	f.past, f.history = game.History{}, game.History{}
	r := f.player.record
	r.Viewer, r.Events, r.before = p, r.Events[:0], 0
}

// See brings the history forward by all that the seat saw until a decision of its own, or until
// the end of the game: events of [Event.SeenBy], its own moves included. An error names the event
// that the rules do not allow, counted from the first of these events, and the game cannot be followed further.
func (f *Follower) See(events []Event) error {
	if f.fault == nil {
		r := f.player.record
		r.before = len(r.Events)
		r.Events = append(r.Events, events...)
		f.fault = f.follow(nil, nil)
	}
	return f.fault
}

// State returns the state to which the history leads. It belongs to the follower.
func (f *Follower) State() game.State { return f.player.state }

// History returns the history. It belongs to the follower, and is valid until the next call.
func (f *Follower) History() *game.History { return &f.history }

// follow makes the history anew. If now is not nil, it tells the hands and the stock at the end. If done is not nil, it says in
// which of the positions that follow from all events the history ends.
func (f *Follower) follow(now *Event, done func(game.State) bool) error {
	r := f.player.record
	if len(r.Events) == 0 || f.past.Deck == nil && r.Events[0].Type != Deal {
		return fmt.Errorf("the first event of a game is not its deal")
	}
	for try := 1; ; try++ {
		places := table{Follower: f}
		deck, settled, err := places.deck(now)
		if err == nil {
			return f.play(deck, settled, done)
		}
		// Equal cards of several decks may have been given the wrong places.
		if len(places.decks) < 2 || try == guesses {
			return err
		}
	}
}

// The numbers of attempts to give the cards of several decks their places, of which 100 rounds of six random players have needed
// 2,551, and at a re-deal.
const (
	guesses  = 10_000
	attempts = 200
)

// play plays the events with a deck, of which the given number of cards are of the deals before the last one.
func (f *Follower) play(deck []card.Card, settled int, done func(game.State) bool) error {
	p := &f.player
	s, r := p.state, p.record
	n := min(len(f.cards), len(deck))
	f.history = game.History{Deck: deck[:n:n], Later: deck[n:], Key: f.key, Actions: slices.Clone(f.past.Actions)}
	first := New(Deal, game.NoPlayer)
	if f.past.Deck == nil {
		first = r.Events[0]
	}
	var err error
	if f.key, err = dealFor(f.game, s, &f.history, &first); err != nil {
		return err
	}
	p.next = 0
	for i, a := range f.past.Actions {
		if err := s.Apply(a); err != nil {
			return fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	if f.past.Deck == nil {
		p.now = p.seen(p.recorder.AppendDeal(p.now[:0], s))
		p.now[0].Key = r.Events[0].Key
		if err := p.compare(); err != nil {
			return err
		}
		p.next = len(p.now)
	}
	begun, before := -1, 0 // the first event and the action with which the last deal began
	for p.next < len(r.Events) || done == nil || !done(s) {
		a, err := p.nextAction()
		if a == game.NoAction && err == nil {
			break
		}
		if err == nil {
			err = p.told(a, p.next)
		}
		if err == nil {
			err = s.Apply(a)
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(p.now, func(e Event) bool { return e.Type == Deal }) {
			begun, before = p.next, len(f.history.Actions)
		}
		f.history.Actions = append(f.history.Actions, a)
		p.next += len(p.now)
	}
	if begun >= 0 {
		f.past = game.History{Deck: slices.Clip(deck[:settled]), Actions: slices.Clone(f.history.Actions[:before])}
		r.Events = slices.Delete(r.Events, 0, begun)
	}
	return nil
}

// nextAction returns the action of the next event, or one that the seat does not see, or game.NoAction if the seat is to decide or the game
// is over.
func (p *player) nextAction() (game.Action, error) {
	r, s := p.record, p.state
	i := p.next
	for i < len(r.Events) && r.Events[i].Type == Reshuffle {
		i++
	}
	if i < len(r.Events) && r.Events[i].Seat == s.Current() {
		return p.action(i)
	}
	if a, err := p.unseen(); a != game.NoAction || err != nil || p.next == len(r.Events) {
		return a, err
	}
	if i == len(r.Events) {
		return game.NoAction, fmt.Errorf("%s: a draw follows a reshuffle, but the events end", r.at(p.next))
	}
	return p.action(i) // says who is to move
}

// unseen returns the action of another seat that the seat does not see, game.NoAction if there
// is none.
func (p *player) unseen() (game.Action, error) {
	s := p.state
	if c := s.Current(); c == game.NoPlayer || c == p.record.Viewer {
		return game.NoAction, nil
	}
	var legal game.Mask
	s.Legal(&legal)
	for a := range legal.Each() {
		now, err := p.recorder.AppendMove(p.now[:0], s, a, 1)
		if err != nil {
			return game.NoAction, err
		}
		if now[0].Private {
			return a, nil
		}
	}
	return game.NoAction, nil
}

// Redeal returns a history in which seat p has seen and done what it has in h, which must be one of g, and the cards that it cannot know are drawn anew
// from src. In the new one it observes the same, and has the same legal actions if it is to move. Where nothing more is to be known
// the state is that of [game.State.Redeal].
func Redeal(g Game, h *game.History, p game.Player, src rand.Source) (*game.History, error) {
	f, err := NewFollower(g)
	if err != nil {
		return nil, err
	}
	events, s, err := Tell(g, h)
	if err != nil {
		return nil, err
	}
	var seen []Event
	for i := range events {
		if e, ok := events[i].SeenBy(p); ok {
			seen = append(seen, e)
		}
	}
	obs, again := g.NewObservation(), g.NewObservation()
	s.Observe(p, obs)
	same := func(to game.State) bool {
		to.Observe(p, again)
		return to.Current() == s.Current() && reflect.DeepEqual(obs, again)
	}
	// The rules know best which cards the others can hold. But they forget, at tables of more than two, what was in the discard pile
	// at its last reshuffle.
	dealt := g.NewState()
	dealt.CopyFrom(s)
	dealt.Redeal(p, src)
	now := &g.AppendEvents(nil, nil, dealt, game.NoAction)[0]
	for range attempts {
		f.Reset(p, src)
		if k, ok := dealt.(interface{ Key() uint64 }); ok && now != nil {
			f.key = k.Key()
		}
		f.player.record.Events = append(f.player.record.Events, seen...)
		if err = f.follow(now, same); err == nil && same(f.State()) {
			return &f.history, nil
		}
		now = nil
	}
	if err == nil {
		err = fmt.Errorf("no other cards lead to what seat %d observes", p)
	}
	return nil, err
}

// Tell returns all events of a history, from the deal on, and the state to which it leads.
func Tell(g Game, h *game.History) ([]Event, game.State, error) {
	s, r := g.NewState(), NewRecorder(g)
	if err := h.Deal(g, s); err != nil {
		return nil, nil, err
	}
	events := r.AppendDeal(nil, s)
	for i, a := range h.Actions {
		var err error
		if events, err = r.AppendMove(events, s, a, 1); err == nil {
			err = s.Apply(a)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("action %d of %d: %w", i+1, len(h.Actions), err)
		}
	}
	return events, s, nil
}
