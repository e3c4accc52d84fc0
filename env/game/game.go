// Package game is the contract of every card game of the gym: the rules as a pure
// state machine that players see through observations.
//
// Start from [Game], which makes [State] values. A State only computes: it has no
// clock, logger, goroutine or random source. Deal takes the source of randomness,
// Apply takes an action, and all other methods have no side effects. Agents and
// features do not see hidden cards: they get the [Observation] of one player.
//
// The life cycle of a state:
//
//	NewState → Deal → ( Legal → Apply )* → Outcome
//
// A state or an observation of another game and a seat that is not at the table are
// mistakes of the caller, and cause a panic.
//
// Package gametest checks a game against this contract.
package game

import (
	"fmt"
	"math/rand/v2"

	"rummygym/env/card"
)

// MaxPlayers is the largest number of seats at a table.
const MaxPlayers = 6

// Player is a seat, counted from 0. Seat 0 moves first.
type Player int8

// NoPlayer is not a player. It is the player to move when the game is over.
const NoPlayer Player = -1

// Action is a number in [0, Game.NumActions()). The game defines its meaning, see
// [Game.ActionString].
type Action uint16

// NoAction is not an action of any game.
const NoAction Action = 0xffff

// CardActions says which actions have to do with cards.
type CardActions struct {
	Kinds  int         // number of kinds of cards
	Groups []CardGroup // actions that choose a card
	Draws  []Action    // actions that draw a card
	Take   Action      // the one of Draws that takes the card on top of the pile
	Top    string      // name of the observation field that is 1 at this card
}

// CardGroup is a group of actions that choose a card, one for each kind of cards, in order.
type CardGroup struct {
	Name  string // what is done with the card: "discard", "declare"
	First Action // the action of the first kind
}

// Game is a set of rules. Its methods do not change it and are safe for
// concurrent use.
type Game interface {
	// Name identifies the rules, for example "indian".
	Name() string

	// Players returns the number of seats, in [2, MaxPlayers].
	Players() int

	// NumActions returns the size of the action space, at most MaskSize.
	NumActions() int

	// ActionString returns the text of an action, and ParseAction parses it. An
	// action out of range gives a text that ParseAction rejects.
	ActionString(Action) string
	ParseAction(string) (Action, error)

	// NewState returns a state of this game. Before the first deal the state is
	// over.
	NewState() State

	// NewObservation returns an observation for State.Observe to fill.
	NewObservation() Observation

	// Deal shuffles and deals the cards and starts a game in dst, which must come
	// from NewState. The same source gives the same game.
	Deal(dst State, src rand.Source)

	// DealDeck starts a game with a given order of the deck: deck[0] is the
	// first card dealt. Chance events after the deal (a reshuffle) depend on
	// key. The error reports a fault of the deck; dst is then unchanged.
	DealDeck(dst State, deck []card.Card, key uint64) error
}

// State is a game in progress. It is not safe for concurrent use.
type State interface {
	// Current returns the player to move, or NoPlayer when the game is over.
	Current() Player

	// Legal sets dst to the legal actions of the player to move. It is empty if
	// and only if the game is over.
	Legal(dst *Mask)

	// Apply applies an action of the player to move. An action that is not legal
	// gives an *IllegalAction and leaves the state unchanged.
	Apply(Action) error

	// Observe sets dst, which must come from the game's NewObservation, to the
	// observation of player p. It shares no memory with the state.
	Observe(p Player, dst Observation)

	// Outcome returns the result of the game. Before the end, Over is false and
	// the gains are zero.
	Outcome() Outcome

	// CopyFrom makes the state an independent copy of src, a state of the same
	// game.
	CopyFrom(src State)

	// Redeal replaces everything that player p cannot know by a uniform sample
	// of the states that are consistent with p's observation, the outcome of
	// later chance events included. The observation of p is unchanged.
	Redeal(p Player, src rand.Source)
}

// Ordered is a State whose chance events after the deal (reshuffles, later deals) can be given. A State need not be one.
type Ordered interface {
	State

	// SetLater gives the cards of the next chance events in order: for each reshuffle the cards of the discard pile, first its new top, and for each
	// deal its deck. Where these are other cards, Apply returns an error, and the game cannot go on. Events after the last card depend on
	// the key of the deal. The cards must not be changed afterwards.
	SetLater(cards []card.Card)

	// Later returns the cards that were given and that chance has not dealt yet. They must not be changed.
	Later() []card.Card
}

// Observation is the information state of one player: everything that player
// knows of the game and nothing else. Each game has its own concrete type,
// which agents and features assert.
type Observation interface {
	// Observer returns the player whose observation this is.
	Observer() Player
}

// Ending is how a game ended. Each game defines its own constants; "" means that the
// game has not ended.
type Ending string

// Outcome is the result of a game: the winner, the ending and the gains.
type Outcome struct {
	Over   bool
	Winner Player // NoPlayer before the end, and for a game without a winner
	Ending Ending // how it ended, one of the game's constants
	Turns  int    // number of turns begun so far by all players
	Rounds int    // number of rounds begun so far; a round is one turn of each player

	// Gains is the signed gain of each seat in points. It sums to zero.
	Gains [MaxPlayers]int
}

// IllegalAction is the error of an action that the rules do not allow in the current
// state. Match it with errors.As. The state is unchanged.
type IllegalAction struct {
	Player Player // the player to move
	Action Action // the rejected action
	Name   string // the action's text
	Phase  string // the phase of the game
	Reason string // why the action is illegal, and which actions are legal
}

// Error names the player, the action, the phase and the reason.
func (e *IllegalAction) Error() string {
	return fmt.Sprintf("illegal action %d (%s) of player %d in phase %s: %s", e.Action, e.Name, e.Player, e.Phase, e.Reason)
}

// Part is the result of one part of an episode, such as a hand of a match.
type Part struct {
	Ending Ending
	Winner Player               // the player who scored, or NoPlayer
	Seats  [MaxPlayers]PartSeat // by seat of the episode
}

// PartSeat is the result of a part for one player.
type PartSeat struct {
	Played bool   // whether the player took part
	Ended  Ending // how the player ended the part or left it, such as the knocker by its knock; "" for other players
	Gain   int    // signed gain in points
	Left   int    // points of the cards that a player had left over who ended the part
}

// Parted is a State whose episodes consist of parts with results of their own. A State
// need not be one.
type Parted interface {
	State

	// PartEndings returns the ways in which a player ends a part or leaves it, at most
	// MaxPartEndings, in the order of reports. The caller owns the slice.
	PartEndings() []Ending

	// Parts returns the number of parts of the episode that have ended.
	Parts() int

	// LastPart returns the result of the part that ended last. It is the zero Part
	// before the first one ends.
	LastPart() Part
}

// MaxPartEndings is the largest number of endings of parts.
const MaxPartEndings = 5

// Agent plays one seat of one table at a time, from the observations of that seat.
// It is not safe for concurrent use; a tournament makes one per worker and seat.
type Agent interface {
	// Reset prepares the agent for a new episode. All its random choices depend
	// on seed alone, so that the same seed and observations give the same
	// actions.
	Reset(seed uint64)

	// Act returns one of the legal actions, and the probability in (0, 1] with
	// which the agent chose it: 1 if it made no random choice. Act must not keep
	// obs or legal.
	Act(obs Observation, legal *Mask) (a Action, probability float64)
}

// Mixed is an Agent that tells the probabilities of all its choices. It need not be asked again and again for them.
type Mixed interface {
	Agent

	// Probabilities sets dst to the probabilities with which Act would choose each legal action, in order, and goes on as Act does. It
	// reports whether it knows them.
	Probabilities(obs Observation, legal *Mask, dst []float64) bool
}

// Stopper is an Agent whose decisions may take long and can be cut short. From then on it needs
// a Reset.
type Stopper interface {
	Agent

	// StopWhen sets a function that the agent calls often during Act, from its goroutine. When
	// it returns true, Act returns soon, with NoAction.
	StopWhen(stop func() bool)
}

// StopWhen sets the function of an agent that is a [Stopper]. Other agents never take long.
func StopWhen(a Agent, stop func() bool) {
	if s, ok := a.(Stopper); ok {
		s.StopWhen(stop)
	}
}

// Continuer is an Agent that plays the hands of a race one after the other without a Reset between them: its random choices in all
// of them depend on the seed of the match.
type Continuer interface {
	Agent

	// NextDeal makes the agent forget the hand that it played last.
	NextDeal()
}

// ResetAgents resets the agents at a table for an episode of the run with the given seed,
// the agent of seat s with its [AgentSeed]. It skips nil agents.
func ResetAgents(seed, episode uint64, seats []Agent) {
	var seeds [hashSeats]uint64
	for s, a := range seats {
		if s%hashSeats == 0 {
			seeds = agentSeeds(seed, episode, uint64(s/hashSeats))
		}
		if a != nil {
			a.Reset(seeds[s%hashSeats])
		}
	}
}

// Terms holds the names of the parts of a game in reports, and which statistics are
// meaningful. Terms follow from the rules and do not affect results. The zero value is for
// a game of rounds that seat 0 begins and in which players may drop.
type Terms struct {
	Game  string `json:"game,omitempty"`  // name of an episode, "" for game
	Round string `json:"round,omitempty"` // name of the unit of Outcome.Rounds, "" for round

	// Part is the name of a Part of the game, "" if the game has no parts. Left is the name of
	// the points left over, "" if none are counted.
	Part string `json:"part,omitempty"`
	Left string `json:"left,omitempty"`

	// Void is the ending of a game without a winner and without gains. "" is none.
	Void Ending `json:"void,omitempty"`
	// AnyStarter is set if seat 0 does not begin every game. The first-named then has
	// no first-mover advantage, and both seat orders of two agents are equivalent.
	AnyStarter bool `json:"any_starter,omitempty"`
	// NoDrops is set if no action leaves the game.
	NoDrops bool `json:"no_drops,omitempty"`
}

// Games returns the plural of the name of an episode: "games" by default.
func (t Terms) Games() string {
	switch t.Game {
	case "":
		return "games"
	case "match":
		return "matches"
	}
	return t.Game + "s"
}

// Rounds returns the plural of the name of a round: "rounds" by default.
func (t Terms) Rounds() string {
	if t.Round == "" {
		return "rounds"
	}
	return t.Round + "s"
}
