package engine

import (
	"encoding/json"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/advice"
	"rummygym/internal/session"
	"rummygym/internal/web"
)

// Request is what the page asks for. Do is one of
//
//	catalog   the games and agents
//	guide     how to play: Game, Rules; it needs no table
//	new       a table with its first game: Game, Rules, Agents, and Seat, Watch, Practice, Adviser, Seed; or Game, Lesson
//	resume    the table of Records, with Practice and Adviser
//	play      the person's Action; with Learn the answer says what it missed
//	advance   up to Moves moves of agents, 0 for one
//	undo      the person's last move is taken back
//	next      the next game
//	hint      the hint for the person's decision
//	records   the records of the table's games
//	why       why the hands of the last game of Records are scored as they are; it needs no table
//	review    a review of the last game of Records, of Seats; it needs no table
//	leave     the table is closed
type Request struct {
	ID int    `json:"id"` // repeated in the answer
	Do string `json:"do"`

	Game     string      `json:"game"`
	Rules    string      `json:"rules"`  // text for rummygym.ParseRules
	Agents   []string    `json:"agents"` // specs of the catalog, one for each other seat or one for all
	Seat     game.Player `json:"seat"`   // of the person
	Watch    bool        `json:"watch"`  // only agents play
	Practice bool        `json:"practice"`
	Adviser  string      `json:"adviser"` // spec of the catalog; "" is the strongest fast agent
	Seed     string      `json:"seed"`    // a whole number; "" is a random one
	Lesson   int         `json:"lesson"`  // number of the lesson of the game that is begun; 0 is none

	Records  string        `json:"records"`
	Seats    []game.Player `json:"seats"`    // without any, those of persons, or all if there is none
	Rollouts int           `json:"rollouts"` // of a review, per decision; 0 is the default
	Action   game.Action   `json:"action"`
	Learn    bool          `json:"learn"`
	Moves    int           `json:"moves"`
}

// Answer is what the page is told. One of its parts is set; of Error the state may be too, which
// then has not changed.
type Answer struct {
	ID      int             `json:"id"`
	Error   string          `json:"error,omitempty"`
	Catalog *Catalog        `json:"catalog,omitempty"`
	State   *State          `json:"state,omitempty"`
	Guide   *record.Guide   `json:"guide,omitempty"`
	Hint    *advice.Hint    `json:"hint,omitempty"`
	Missed  *session.Missed `json:"missed,omitempty"`  // by the move; nil: nothing
	Records string          `json:"records,omitempty"` // JSON lines

	Progress *Progress   `json:"progress,omitempty"` // of a review; more answers follow
	Review   *web.Review `json:"review,omitempty"`

	Why map[int][]record.Reason `json:"why,omitempty"` // as in web.Replay
}

// Progress is how far a review is, in searches.
type Progress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// State is the table as the person sees it.
type State struct {
	Game     string          `json:"game"`
	Title    string          `json:"title"` // of the game
	Rules    string          `json:"rules"`
	Env      string          `json:"env"`
	Options  json.RawMessage `json:"options"` // values of all options of the rules
	Number   int             `json:"number"`  // of the game, from 0
	Practice bool            `json:"practice"`

	From   int               `json:"from"`   // number of events that the page has already
	Events []json.RawMessage `json:"events"` // after those, see docs/records.md; a score has also the sentences "why"

	Names   []string             `json:"names"`   // of the players, by seat
	Players []string             `json:"players"` // of the players in the order of Results
	Results []session.Result     `json:"results"` // of the games that have ended
	Seat    *game.Player         `json:"seat,omitempty"`
	Mover   *game.Player         `json:"mover,omitempty"` // nil: the game is over
	Lesson  *session.Instruction `json:"lesson,omitempty"`
	Turn    bool                 `json:"turn"` // the person is to move

	Facts    []string             `json:"facts,omitempty"`    // of the game beside its cards, such as "knock with 10 or less"
	Standing []string             `json:"standing,omitempty"` // of a match after its last deal that has ended
	Target   int                  `json:"target,omitempty"`   // points that end a match; 0: a game is one deal
	Hands    []session.HandResult `json:"hands,omitempty"`    // of the match in progress, in the order of Players

	Question string       `json:"question,omitempty"` // what the person is asked between deals
	CanUndo  bool         `json:"can_undo"`
	Choices  []Choice     `json:"choices,omitempty"` // of the person that is to move
	Hand     *record.Hand `json:"hand,omitempty"`    // the person's
}

// Choice is a legal action of the person.
type Choice struct {
	Action game.Action   `json:"action"`
	Text   string        `json:"text"` // what it does, such as "discard 10♦"
	Type   record.Type   `json:"type,omitempty"`
	From   record.Source `json:"source,omitempty"`
	Card   string        `json:"card,omitempty"`  // that is drawn from the pile or played
	Plays  bool          `json:"plays,omitempty"` // it plays Card of the hand
	Asks   string        `json:"asks,omitempty"`  // the page asks this before it does it: it ends the game for the person
}

// symbols writes a card with the symbol of its suit, such as 10♦.
var symbols = func() func(card.Card) string {
	r := strings.NewReplacer("T", "10", "C", "♣", "D", "♦", "H", "♥", "S", "♠")
	return func(c card.Card) string {
		if c == card.Joker {
			return "joker"
		}
		return r.Replace(c.String())
	}
}()
