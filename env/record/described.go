package record

import (
	"cmp"
	"fmt"
	"slices"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Described is a Game that describes itself: to people at a terminal or in a browser, and to
// programs that read text or JSON. Every game of the gym is one. All that it says of an
// observation follows from the observation.
type Described interface {
	Game

	// View returns what an observation shows of the table.
	View(game.Observation) View

	// Facts returns what all players know of the game beside its cards, such as "round 3", in the
	// order of importance. Name returns the name of a seat.
	Facts(obs game.Observation, name func(game.Player) string) []string

	// Hand returns the observer's hand, sorted. It leaves out Distance.
	Hand(game.Observation) Hand

	// Choice describes a legal action of the observer. It leaves out Action and Name.
	Choice(game.Observation, game.Action) Choice
}

// Judge is a [Described] game that says why a declaration would be wrong.
type Judge interface {
	// Fault says what is wrong if the observer declares with a card, and returns the cards that it then shows. The fault
	// is zero if the declaration is valid.
	Fault(obs game.Observation, finish card.Card) (f Fault, cards []card.Card)
}

// Explainer is a [Described] game that says why a hand is scored as it is.
type Explainer interface {
	// Explain returns the reasons for a score, of which the events of the hand, up to it, are given as any player sees them.
	Explain(hand []Event) []Reason
}

// Reason says why a player pays points, or with game.NoPlayer why a hand has ended.
type Reason struct {
	Seat   game.Player `json:"seat"`
	Points int         `json:"points"`
	Why    string      `json:"why"`
}

// Standing is a [Described] game of several deals that says how they stand.
type Standing interface {
	// Standing returns the score after a deal or at the end, the most important line first. Name returns the name of a seat.
	Standing(obs game.Observation, name func(game.Player) string) []string
	// Question returns what the observer is asked between deals, in sentences, or "" if it is not asked.
	Question(obs game.Observation, name func(game.Player) string) string
}

// Describe returns g as a game that describes itself, or an error.
func Describe(g game.Game) (Described, error) {
	if d, ok := g.(Described); ok {
		return d, nil
	}
	return nil, fmt.Errorf("the game %s cannot be shown: it does not describe itself (record.Described)", g.Name())
}

// View is what an observation shows of the table. Lists of cards are never nil.
type View struct {
	Mover game.Player `json:"-"`     // the player to move; game.NoPlayer after the end
	Phase string      `json:"phase"` // the game's word for the phase of the player to move
	Seats []Seat      `json:"seats"`

	Top       *card.Card  `json:"top"`  // top card of the discard pile, nil if it is empty
	Pile      []card.Card `json:"pile"` // the discard pile, sorted
	PileSize  int         `json:"pile_size"`
	StockSize int         `json:"stock_size"`

	// The following are nil in games that do not have them.
	Wildcard   *card.Card `json:"wildcard"` // the card turned up for the wild rank
	Wild       *card.Rank `json:"wild"`     // the rank whose cards are jokers
	KnockLimit *int       `json:"knock_limit"`
	HandNumber *int       `json:"hand_number"` // number of the hand, from 1
	Round      *int       `json:"round"`
	Turn       int        `json:"turn"` // number of turns begun in the hand
}

// Seat is what an observation shows of a seat.
type Seat struct {
	Seat    int           `json:"seat"`
	Cards   []card.Card   `json:"cards"`  // cards of the hand, if it is the observer's
	Hidden  int           `json:"hidden"` // number of cards of the hand, if it is not
	Known   []card.Card   `json:"known"`  // hidden cards that follow from the play
	Melds   [][]card.Card `json:"melds"`  // melds on the table
	Drawn   *card.Card    `json:"drawn"`  // the card just drawn, if the observer saw it
	Active  bool          `json:"active"` // whether the player is still in the game
	Knocked bool          `json:"knocked"`
	Score   *int          `json:"score"` // Gin Rummy: points of the match; Indian Rummy: MinScore after the end
}

// NewSeat returns a seat without cards whose player is in the game.
func NewSeat(p game.Player) Seat {
	return Seat{Seat: int(p), Cards: []card.Card{}, Known: []card.Card{}, Melds: [][]card.Card{}, Active: true}
}

// Shown returns a pointer to c, or nil for [card.None].
func Shown(c card.Card) *card.Card {
	if c == card.None {
		return nil
	}
	return &c
}

// Hand is a hand sorted by melds.
type Hand struct {
	Melds    []Group     `json:"melds"`
	Unmelded []card.Card `json:"unmelded"`           // all other cards, the one just drawn too
	Points   int         `json:"points"`             // MinScore or deadwood, after the best discard if one is due
	Measure  string      `json:"measure,omitempty"`  // what Points are, such as "deadwood"; "": the game has no such points
	Distance *int        `json:"distance,omitempty"` // MinDist, of Indian Rummy
}

// Group is a meld of a hand.
type Group struct {
	Kind   string      `json:"kind"` // such as "pure sequence" or "run"
	Cards  []card.Card `json:"cards"`
	Counts bool        `json:"counts"` // whether its cards count no points; in Indian Rummy the sequences that a declaration needs may still be missing
}

// Choice is a legal action with what it does. A choice with a Card of the hand and the type
// Discard, Declare, Knock or LayOff plays that card.
type Choice struct {
	Action game.Action
	Name   string      // the game's text of the action, see game.Game.ActionString
	Type   Type        // what happens; "": the game does not tell, and Name describes it
	From   Source      // of a draw
	Card   card.Card   // that is drawn from the pile or played, or card.None
	Cards  []card.Card // of a meld
	Phase  string      // of a pass
	Cost   int         // of a drop or an accept, in points
}

// Choose returns the description of a legal action.
func Choose(g Described, obs game.Observation, a game.Action) Choice {
	c := g.Choice(obs, a)
	c.Action, c.Name = a, g.ActionString(a)
	return c
}

// Choices returns the descriptions of all legal actions of the observer: draws, knocks and melds
// first, then passes and the drop, then cards in ascending order.
func Choices(g Described, obs game.Observation, legal *game.Mask) (all []Choice) {
	var leave, cards []Choice
	for a := range legal.Each() {
		switch c := Choose(g, obs, a); {
		case c.Plays():
			cards = append(cards, c)
		case c.Type == Drop || c.Type == Pass:
			leave = append(leave, c)
		default:
			all = append(all, c)
		}
	}
	return slices.Concat(all, leave, cards)
}

// Plays reports whether the choice plays a card of the hand.
func (c *Choice) Plays() bool { return c.Card != card.None && c.Type != Draw }

// Phrases are the words of a game for what only it knows. Their JSON is what pages are told.
type Phrases struct {
	Tasks   []Task    `json:"-"` // of the phases whose word does not say what the player to move does
	Passes  []Passing `json:"passes"`
	Accepts []Passing `json:"accepts,omitempty"` // of what a match offers between deals
	Endings []Ended   `json:"endings"`           // of hands and games
	Measure string    `json:"measure,omitempty"` // what the points of a hand are, such as "deadwood"; "": points
}

// Task is what the player to move does in a phase, in the infinitive.
type Task struct{ Phase, Text string }

// Task returns what the player to move does in a phase, the phase itself if it has no words.
func (x *Phrases) Task(phase string) string {
	for i := range x.Tasks {
		if x.Tasks[i].Phase == phase {
			return x.Tasks[i].Text
		}
	}
	return phase
}

// Passing is how a pass in a phase is told: "NAME passes the first upcard".
type Passing struct {
	Phase  string `json:"phase"`
	Verb   string `json:"verb"`  // in the infinitive, such as "pass"
	Object string `json:"words"` // what follows the verb, such as "the first upcard"
	Choice string `json:"-"`     // the pass as a choice, in the imperative
}

// Ended is how an ending is told.
type Ended struct {
	Ending game.Ending `json:"ending"`
	Text   string      `json:"text"`

	// Count says how a hand of two players is counted that ended so, such as
	// "{W knock} with {w}, {L have} {l}: {sum} for {W}": {W} and {L} are the winner and the loser, with a verb
	// if one follows, {w} and {l} their points, and {sum} the sum that is scored. "": there is nothing to count.
	Count string `json:"count,omitempty"`
}

// passing and accepting are the words for phases that the game does not tell.
var (
	passing   = Passing{Verb: "pass", Choice: "pass"}
	accepting = Passing{Verb: "accept", Choice: "accept"}
)

// phrase returns the words of a phase, or others if there are none.
func phrase(all []Passing, phase string, others Passing) Passing {
	for _, p := range all {
		if p.Phase == phase {
			return p
		}
	}
	return others
}

// And returns the words of both: of a game, and of matches of it.
func (x Phrases) And(y Phrases) Phrases {
	return Phrases{
		Tasks:  slices.Concat(x.Tasks, y.Tasks),
		Passes: slices.Concat(x.Passes, y.Passes), Accepts: slices.Concat(x.Accepts, y.Accepts),
		Endings: slices.Concat(x.Endings, y.Endings),
		Measure: cmp.Or(x.Measure, y.Measure),
	}
}

// ending returns how an ending is told.
func (x Phrases) ending(e game.Ending) Ended {
	for _, known := range x.Endings {
		if known.Ending == e {
			return known
		}
	}
	return Ended{Ending: e, Text: string(e)}
}
