package catalog_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/spec"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
)

// This file is a whole game, which docs/adding-a-game.md explains. Two players hold five
// cards each and discard one card per turn, face up, until both hold one card. The higher
// card wins the difference. The four parts of the file are the four places that a game of
// the gym has. The tests are in addinggame_test.go.

// ---- env/five: the rules

// fiveRules are the options of the game. The zero value is not valid: start from a preset.
type fiveRules struct{ HandSize int }

// fivePresets are rules by name, the default first.
var fivePresets = options.Presets[fiveRules]{
	{Name: "paper", Doc: "Five cards each.", Rules: func() fiveRules { return fiveRules{HandSize: 5} }},
}

// Options returns the options of the rules, bound to them.
func (r *fiveRules) Options() options.List {
	return options.List{options.Number("hand-size", "cards dealt to each player", &r.HandSize, 2, 25)}
}

// MarshalJSON returns a JSON object of the options.
func (r fiveRules) MarshalJSON() ([]byte, error) { return r.Options().MarshalJSON() }

// Validate returns an error for the first option that is out of range.
func (r fiveRules) Validate() error { return r.Options().Validate("five") }

// Text returns the rules in words.
func (r fiveRules) Text() string {
	return record.Prose("Five", record.Section{Heading: "Rules", Sentences: []string{
		"Two players get " + record.Count(r.HandSize, "card") + " each and discard one card per turn, face up, until both hold one.",
		"The higher card wins the difference.",
	}})
}

func newFive(rules fiveRules) (game.Game, error) {
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	return &fiveGame{rules}, nil
}

// fiveGame implements game.Game. It does not change and is safe for concurrent use.
type fiveGame struct{ rules fiveRules }

func (g *fiveGame) Name() string                      { return "five" }
func (g *fiveGame) Players() int                      { return 2 }
func (g *fiveGame) NumActions() int                   { return card.NumSuited }
func (g *fiveGame) ActionString(a game.Action) string { return "discard " + fiveCard(a).String() }
func (g *fiveGame) NewState() game.State              { return new(fiveState) }
func (g *fiveGame) NewObservation() game.Observation  { return new(fiveView) }
func (g *fiveGame) Deck() []card.Card                 { return card.AppendDeck(nil, 1, 0) }

// fiveCard returns the card that action a discards, card.None if there is no such action.
func fiveCard(a game.Action) card.Card {
	if a >= card.NumSuited {
		return card.None
	}
	return card.FromIndex(int(a))
}

func (g *fiveGame) ParseAction(s string) (game.Action, error) {
	word, name, _ := strings.Cut(s, " ")
	c, err := card.Parse(name)
	if word != "discard" || err != nil || c == card.Joker {
		return game.NoAction, fmt.Errorf("five: %q is not an action, want discard and a card", s)
	}
	return game.Action(c.Index()), nil
}

func (g *fiveGame) Deal(dst game.State, src rand.Source) {
	deck := g.Deck()
	card.Shuffle(deck, src)
	dst.(*fiveState).deal(deck, g.rules.HandSize)
}

func (g *fiveGame) DealDeck(dst game.State, deck []card.Card, _ uint64) error {
	if !slices.Equal(slices.Sorted(slices.Values(deck)), g.Deck()) {
		return errors.New("five: the deck is not that of 52 cards")
	}
	dst.(*fiveState).deal(deck, g.rules.HandSize)
	return nil
}

// fiveState implements game.State. It has no pointers, so that CopyFrom is an assignment.
type fiveState struct {
	hands [2]card.Cards // none before the first deal
	pile  card.Cards    // discarded
}

func (s *fiveState) deal(deck []card.Card, size int) {
	*s = fiveState{}
	for i, c := range deck[:2*size] {
		s.hands[i/size] = s.hands[i/size].With(c)
	}
}

func (s *fiveState) over() bool { return s.hands[1].Count() <= 1 } // seat 1 moves last

func (s *fiveState) Current() game.Player {
	if s.over() {
		return game.NoPlayer
	}
	return game.Player(s.pile.Count() % 2)
}

func (s *fiveState) Legal(dst *game.Mask) {
	*dst = game.Mask{}
	if p := s.Current(); p != game.NoPlayer {
		for c := range s.hands[p].Each() {
			dst.Set(game.Action(c.Index()))
		}
	}
}

func (s *fiveState) Apply(a game.Action) error {
	p, c := s.Current(), fiveCard(a)
	if p == game.NoPlayer || c == card.None || !s.hands[p].Has(c) {
		return &game.IllegalAction{Player: p, Action: a, Name: "discard " + c.String(), Phase: "discard", Reason: "want a card of the hand of the player to move"}
	}
	s.hands[p], s.pile = s.hands[p].Without(c), s.pile.With(c)
	return nil
}

// fiveView is the observation of one player: what that player knows, and nothing else.
type fiveView struct {
	Self, Mover game.Player
	Hand, Pile  card.Cards
	Others      int // number of cards that the other player holds
}

func (o *fiveView) Observer() game.Player { return o.Self }

func (o *fiveView) String() string {
	return fmt.Sprintf("player %d holds %v; discarded: %v\n", o.Self, o.Hand, o.Pile)
}

func (s *fiveState) String() string {
	return fmt.Sprintf("hands: %v and %v; discarded: %v\n", s.hands[0], s.hands[1], s.pile)
}

// Observe shows nothing of the other hand.
func (s *fiveState) Observe(p game.Player, dst game.Observation) {
	*dst.(*fiveView) = fiveView{p, s.Current(), s.hands[p], s.pile, s.hands[1-p].Count()}
}

func (s *fiveState) Outcome() game.Outcome {
	turns := s.pile.Count()
	if !s.over() {
		return game.Outcome{Winner: game.NoPlayer, Turns: turns + 1, Rounds: turns/2 + 1}
	}
	o := game.Outcome{Over: true, Winner: game.NoPlayer, Turns: turns, Rounds: turns / 2}
	if turns > 0 { // it was dealt
		gain := height(s.hands[0].First()) - height(s.hands[1].First())
		o.Ending, o.Gains, o.Winner = "shown", [game.MaxPlayers]int{gain, -gain}, 0
		if gain < 0 {
			o.Winner = 1
		}
	}
	return o
}

// height orders cards by rank, then by suit.
func height(c card.Card) int { return card.NumSuits*int(c.Rank()) + int(c.Suit()) }

func (s *fiveState) CopyFrom(src game.State) { *s = *src.(*fiveState) }

func (s *fiveState) Redeal(p game.Player, src rand.Source) {
	if s.over() {
		return // both cards are shown
	}
	unseen := slices.Collect((card.All &^ s.hands[p] &^ s.pile).Each())
	card.Shuffle(unseen, src)
	size := s.hands[1-p].Count()
	s.hands[1-p] = 0
	for _, c := range unseen[:size] {
		s.hands[1-p] = s.hands[1-p].With(c)
	}
}

// DeckOf returns the hands of a deal; the other cards are out of the game.
func (g *fiveGame) DeckOf(e *record.Event) ([]card.Card, error) {
	deck := slices.Concat(e.Hands...)
	return append(deck, record.Cards(card.All&^card.BagOf(deck...).Once)...), nil
}

func (g *fiveGame) ActionOf(_ game.State, e *record.Event) game.Action {
	if e.Type != record.Discard || e.Card >= card.Joker {
		return game.NoAction
	}
	return game.Action(e.Card.Index())
}

func (g *fiveGame) AppendEvents(dst []record.Event, before, after game.State, a game.Action) []record.Event {
	s := after.(*fiveState)
	hands := [][]card.Card{record.Cards(s.hands[0]), record.Cards(s.hands[1])}
	if before == nil {
		e := record.New(record.Deal, game.NoPlayer)
		e.Starter, e.Hands = 0, hands
		return append(dst, e)
	}
	dst = append(dst, record.OfCard(record.Discard, before.Current(), fiveCard(a)))
	if s.over() {
		e := record.New(record.Score, game.NoPlayer)
		e.Hands = hands // both cards are shown
		dst = append(dst, e)
	}
	return dst
}

// View shows the discards as a pile without an order.
func (g *fiveGame) View(obs game.Observation) record.View {
	o := obs.(*fiveView)
	v := record.View{Mover: o.Mover, Pile: record.Cards(o.Pile), PileSize: o.Pile.Count(), Turn: o.Pile.Count() + 1}
	for p := range game.Player(2) {
		seat := record.NewSeat(p)
		if p == o.Self {
			seat.Cards = record.Cards(o.Hand)
		} else {
			seat.Hidden = o.Others
		}
		v.Seats = append(v.Seats, seat)
	}
	return v
}

func (g *fiveGame) Facts(obs game.Observation, _ func(game.Player) string) []string {
	return []string{fmt.Sprintf("round %d", obs.(*fiveView).Pile.Count()/2+1)}
}

func (g *fiveGame) Hand(obs game.Observation) record.Hand {
	return record.Hand{Unmelded: record.Cards(obs.(*fiveView).Hand)}
}

func (g *fiveGame) Choice(_ game.Observation, a game.Action) record.Choice {
	return record.Choice{Type: record.Discard, Card: fiveCard(a)}
}

var fivePhrases = record.Phrases{Endings: []record.Ended{{Ending: "shown", Text: "the last cards are shown"}}}

// ---- features/encoder: the observation as numbers

// fiveEncoder writes observations of the game five.
type fiveEncoder struct{}

func (fiveEncoder) Layout() game.Layout {
	return game.Layout{
		{Name: "hand", Shape: []int{card.NumSuited}, DType: game.Uint8, High: 1, Doc: "own cards"},
		{Name: "pile", Shape: []int{card.NumSuited}, DType: game.Uint8, High: 1, Doc: "discarded cards"},
	}
}

func (fiveEncoder) Encode(dst []float32, obs game.Observation) {
	o := obs.(*fiveView)
	clear(dst)
	for c := range o.Hand.Each() {
		dst[c.Index()] = 1
	}
	for c := range o.Pile.Each() {
		dst[card.NumSuited+c.Index()] = 1
	}
}

// ---- baselines/five: the players

// lowestFirst discards its lowest card, and so keeps its highest.
type lowestFirst struct{}

func (lowestFirst) Reset(uint64) {}

func (lowestFirst) Act(obs game.Observation, _ *game.Mask) (game.Action, float64) {
	hand := slices.Collect(obs.(*fiveView).Hand.Each())
	lowest := slices.MinFunc(hand, func(a, b card.Card) int { return height(a) - height(b) })
	return game.Action(lowest.Index()), 1
}

// anyCard discards at random.
type anyCard struct{ src rand.PCG }

func (p *anyCard) Reset(seed uint64) { p.src.Seed(seed, 0) }

func (p *anyCard) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	n := legal.Count()
	return legal.Nth(int(card.Below(&p.src, uint64(n)))), 1 / float64(n)
}

// fivePlayers returns the players of the game.
func fivePlayers() spec.List {
	return spec.List{
		spec.Player("five", "random", "discards at random", func(struct{}) game.Agent { return new(anyCard) }),
		spec.Player("five", "lowest-first", "discards its lowest card", func(p lowestFirst) game.Agent { return p }),
	}
}

// ---- the root package: the entry of the list of games

// five is the game five.
var five = &catalog.GameType{
	Name: "five", Title: "Five", Env: "Five-v0", // the version starts at 0: see docs/decisions.md
	Presets: fivePresets.Names(), PresetDocs: fivePresets.Docs(),
	Fields:  []string{"cards"},
	Phases:  []string{"discard"},
	Endings: []game.Ending{"shown"},
	Phrases: fivePhrases,
	Players: fivePlayers,
	Preset: func(name string) (catalog.Rules, error) {
		r, err := fivePresets.Named("five", name)
		return &fiveTable{fiveRules: r}, err
	},
	RulesOf: func(g game.Game) (catalog.Rules, bool) {
		of, ok := g.(*fiveGame)
		if !ok {
			return nil, false
		}
		return &fiveTable{fiveRules: of.rules}, true
	},
	Phase: func(game.Observation) int { return 0 },
	Opens: func(string) bool { return true },
}

// fiveTable are the rules of a table of it.
type fiveTable struct {
	fiveRules
	catalog.Basic // neither search agents nor afterstates
}

func (r *fiveTable) Type() *catalog.GameType     { return five }
func (r *fiveTable) NewGame() (game.Game, error) { return newFive(r.fiveRules) }

func (r *fiveTable) Results() catalog.Results {
	return catalog.Results{Drop: game.NoAction, Terms: game.Terms{NoDrops: true}}
}

func (r *fiveTable) Encoder(fields string) (game.Encoder, string, error) {
	if !slices.Contains([]string{"cards", catalog.DefaultFields, catalog.AllFields}, fields) {
		return nil, "", fmt.Errorf("five: fields %q are not known: want cards, %s or %s", fields, catalog.DefaultFields, catalog.AllFields)
	}
	return fiveEncoder{}, catalog.AllFields, nil // there is one group
}
