// Package positions holds decisions with answers, and scores answers to them: the frozen sets of the program, and sets
// that python/benchmarks/positions.py makes.
//
//	lines, _, err := positions.ShippedSet("gin")
//	set, err := positions.Read(bytes.NewReader(lines))
//	for _, e := range set { fmt.Println(e.Text, e.Best) }
//
// [Ask] asks an agent, and [Score] compares answers with the costs. Start from [Entry].
package positions

import (
	"encoding/json"

	"rummygym/env/record"
	"rummygym/internal/features/facts"
)

// The kinds of decisions.
const (
	Draw    = "draw"    // from which pile to draw, or whether to take the first upcard
	Discard = "discard" // which card to discard
	Knock   = "knock"   // whether to knock, or with which discard
	Declare = "declare" // whether to declare, and with which card
	Drop    = "drop"    // a draw where leaving the game is the best move or the second best
	Meld    = "meld"    // which melds to show
	LayOff  = "lay-off" // which cards to lay off
)

// Kinds lists the kinds of decisions.
func Kinds() []string { return []string{Draw, Discard, Knock, Declare, Drop, Meld, LayOff} }

// The classes of difficulty: the distance between the best move and the second best in its standard errors.
const (
	Close    = "close"    // below 2: which move is best is not settled
	Moderate = "moderate" // below 6
	Clear    = "clear"
)

// Classes lists the classes of difficulty.
func Classes() []string { return []string{Close, Moderate, Clear} }

// Move is a legal move of an entry.
type Move struct {
	Name string `json:"name"` // the answer that stands for it
	Text string `json:"text"` // the same in words
	facts.Facts

	Cost    float64 `json:"cost"`        // points that it costs against the best move; below 0 if this measurement ranks it above that
	CostErr float64 `json:"cost_se"`     // standard error of Cost
	Win     float64 `json:"win_cost"`    // what it costs in win chance
	WinErr  float64 `json:"win_cost_se"` // standard error of Win
}

// Entry is a position with its answers.
type Entry struct {
	ID         string          `json:"id" doc:"name of the position in the set"`
	TwinOf     string          `json:"twin_of,omitempty" doc:"id of the original, for a twin with other suits; otherwise empty"`
	Relabelled string          `json:"relabelled,omitempty" doc:"letters that replace the suits C, D, H and S in a twin"`
	Game       string          `json:"game" doc:"the game: gin, gin-match or indian"`
	Kind       string          `json:"kind" doc:"what is decided: draw, discard, knock, declare, drop, meld or lay-off"`
	Difficulty string          `json:"difficulty" doc:"gap in its standard errors: close (below 2), moderate (below 6) or clear"`
	Gap        float64         `json:"gap" doc:"cost of the second-best move, in points"`
	GapErr     float64         `json:"gap_se" doc:"its standard error"`
	Deals      int             `json:"deals" doc:"number of deals of the hidden cards on which each move was played out"`
	Rules      string          `json:"rules" doc:"the rules in words"`
	Aim        string          `json:"aim" doc:"the sentence that says what is scored: the points of the deal"`
	Text       string          `json:"text" doc:"the position in words, with the legal moves"`
	Position   json.RawMessage `json:"position"`
	Best       string          `json:"best" doc:"name of the best move"`
	WinBest    string          `json:"win_best,omitempty" doc:"name of the move that wins most often, if it wins significantly more often than best: the answer depends on the aim"`
	Moves      []Move          `json:"moves"` // in the order of Text
	Exact      Exact           `json:"exact"`
}

// Exact is what solvers say of a position. Values that make no sense for it are left out.
type Exact struct {
	Hand    record.Hand       `json:"hand"`              // best grouping, deadwood or MinScore, MinDist
	Outs    []facts.Out       `json:"outs,omitempty"`    // unseen cards that help, before a draw
	LayOffs *facts.GinLayOffs `json:"lay_off,omitempty"` // melds and lay-offs on the knocker's melds that leave the least deadwood
}
