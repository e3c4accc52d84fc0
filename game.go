package rummygym

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/advice"
	"rummygym/internal/catalog"
	"rummygym/internal/features/facts"
	"rummygym/internal/strictjson"
)

// Game is one game in progress. It is not safe for concurrent use.
type Game struct {
	rules   catalog.Rules
	words   string // of the rules
	seed    uint64
	game    game.Game
	state   game.State
	actions []game.Action

	agents map[string]*advice.Adviser // by spec
}

// saved is a game as text.
type saved struct {
	Env     string        `json:"env"`   // with its version, which determines the deals
	Rules   string        `json:"rules"` // a preset and options
	Seed    string        `json:"seed"`  // decimal digits: a number of JSON holds 53 bits in JavaScript
	Actions []game.Action `json:"actions"`
}

// Move is an action of the player to move.
type Move struct {
	Action game.Action `json:"action"`
	Name   string      `json:"name"` // such as "discard 9C"
}

// Result is how a game stands.
type Result struct {
	Over   bool        `json:"over"`
	Winner game.Player `json:"winner"` // -1 before the end, and without a winner
	Ending game.Ending `json:"ending"` // how it ended, such as "gin" or "declared"; "" before the end
	Gains  []int       `json:"gains"`  // points of each seat, which sum to 0; 0 before the end
	Hand   *Ended      `json:"hand,omitempty"`
}

// Ended is the hand of a match that ended last. The next hand is dealt at once.
type Ended struct {
	Number int         `json:"number"` // from 1
	Winner game.Player `json:"winner"` // -1 without one
	Ending game.Ending `json:"ending"`
	Gains  []int       `json:"gains"`
}

// View is what a seat sees. The view of an onlooker, seat -1, has all hands.
type View struct {
	Seat   int         `json:"seat"`
	Player game.Player `json:"player"` // to move, -1 after the end
	record.View
	Text   string `json:"text"`  // the same as lines for a terminal
	Legal  []Move `json:"legal"` // empty unless the seat is to move, or an onlooker's
	Result Result `json:"result"`
}

// Hint is what a strong player would look at: the Hand by melds, the Outs before a draw and the Discards before a discard;
// and what the Adviser would do: its Action with its Name, and the Values of moves in a Unit, points or wins.
type Hint = advice.Hint

// New deals a game: one of [GameNames], its rules as of [NewGame], and the seed of the deal. The same seed gives the same
// game.
func New(name, rules string, seed uint64) (*Game, error) {
	r, err := catalog.ParseRules(name, rules)
	if err != nil {
		return nil, err
	}
	return deal(r, rules, seed)
}

// deal returns a game before its first move.
func deal(r catalog.Rules, rules string, seed uint64) (*Game, error) {
	g, err := r.NewGame()
	if err != nil {
		return nil, err
	}
	s := &Game{
		rules: r, words: rules, seed: seed, game: g, state: g.NewState(), actions: []game.Action{},
		agents: map[string]*advice.Adviser{},
	}
	var src rand.PCG
	game.SeedDeal(&src, seed, 0)
	g.Deal(s.state, &src)
	return s, nil
}

// Load returns the game that [Game.Save] wrote. The error says which member is wrong, or which move is not legal.
func Load(data []byte) (*Game, error) {
	var in saved
	if err := strictjson.Object("saved game", string(data), &in); err != nil {
		return nil, err
	}
	t, err := catalog.GameByEnv(in.Env)
	if err != nil {
		return nil, fmt.Errorf("saved game: key \"env\": %w", err)
	}
	r, err := catalog.ParseRules(t.Name, in.Rules)
	if err != nil {
		return nil, fmt.Errorf("saved game: key \"rules\": %w", err)
	}
	seed, err := strconv.ParseUint(in.Seed, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("saved game: key \"seed\" is %q: want a whole number from 0 to 2^64 - 1, as decimal digits", in.Seed)
	}
	g, err := deal(r, in.Rules, seed)
	if err != nil {
		return nil, err
	}
	for i, a := range in.Actions {
		if err := g.Apply(a); err != nil {
			return nil, fmt.Errorf("saved game: key \"actions\", number %d: %w", i+1, err)
		}
	}
	return g, nil
}

// Save returns the game as a JSON object: its environment, rules, seed and moves. Who has it knows all cards.
func (g *Game) Save() []byte {
	data, err := json.Marshal(saved{g.rules.Type().Env, g.words, strconv.FormatUint(g.seed, 10), g.actions})
	if err != nil {
		panic("rummygym: " + err.Error()) // plain data
	}
	return data
}

// Player returns the seat to move, -1 after the end.
func (g *Game) Player() int { return int(g.state.Current()) }

// Legal returns the moves that the player to move has, none after the end.
func (g *Game) Legal() []Move {
	var legal game.Mask
	g.state.Legal(&legal)
	moves := []Move{}
	for a := range legal.Each() {
		moves = append(moves, g.move(a))
	}
	return moves
}

func (g *Game) move(a game.Action) Move { return Move{a, g.game.ActionString(a)} }

// Apply makes a move of the player to move. One that is not legal is an error, a *[game.IllegalAction], and changes nothing.
func (g *Game) Apply(a game.Action) error {
	if int(a) >= g.game.NumActions() {
		return fmt.Errorf("action %d: want that of a legal move, at most %d", a, g.game.NumActions()-1)
	}
	if err := g.state.Apply(a); err != nil {
		return err
	}
	g.actions = append(g.actions, a)
	return nil
}

// View returns what a seat sees, or an onlooker, who is seat -1.
func (g *Game) View(seat int) (*View, error) {
	view, text, err := catalog.View(g.game, g.state, seat)
	if err != nil {
		return nil, err
	}
	v := &View{Seat: seat, Player: g.state.Current(), View: view, Text: text, Legal: []Move{}, Result: g.Result()}
	if seat == catalog.Onlooker || seat == g.Player() {
		v.Legal = g.Legal()
	}
	return v, nil
}

// Result returns how the game stands.
func (g *Game) Result() Result {
	o := g.state.Outcome()
	r := Result{o.Over, o.Winner, o.Ending, o.Gains[:g.game.Players()], nil}
	if s, ok := g.state.(game.Parted); ok && s.Parts() > 0 {
		p := s.LastPart()
		r.Hand = &Ended{s.Parts(), p.Winner, p.Ending, nil}
		for i := range r.Gains {
			r.Hand.Gains = append(r.Hand.Gains, p.Seats[i].Gain)
		}
	}
	return r
}

// Bot returns the move of an agent, by its spec, for the player to move; "" is the strongest fast agent for the rules. It
// is told what that seat knows, and nothing else. The game does not change. The same game and agent give the same move.
func (g *Game) Bot(spec string) (Move, error) {
	v, err := g.adviser(spec)
	if err != nil {
		return Move{}, err
	}
	a, err := v.Act(g.state, g.key())
	if err != nil {
		return Move{}, err
	}
	return g.move(a), nil
}

// Hint returns advice for the player to move: its hand, the cards that help, and what [Game.Bot] with "" would do.
func (g *Game) Hint() (*Hint, error) {
	v, err := g.adviser("")
	if err != nil {
		return nil, err
	}
	return v.Hint(g.state, g.key())
}

// key returns the seed of the random numbers of agents at this move.
func (g *Game) key() uint64 {
	return game.AgentSeed(g.seed, uint64(len(g.actions)), max(g.state.Current(), 0))
}

// adviser returns the agent of a spec, which is opened once.
func (g *Game) adviser(spec string) (*advice.Adviser, error) {
	if spec == "" {
		spec = catalog.DefaultAgent(g.rules)
	}
	v := g.agents[spec]
	if v == nil {
		var err error
		if v, err = advice.New(g.rules, g.game, spec); err != nil {
			return nil, err
		}
		g.agents[spec] = v
	}
	return v, nil
}

// Hand returns melds and points of a hand of a game, "indian" or "gin", as a JSON object. The hand is a JSON object too:
// {"cards": ["AS", "2S"]} for Gin Rummy, and with "wild": "7", the wild rank, for Indian Rummy, whose answer has MinScore and
// MinDist: 13 cards with MinDist 0 are a valid declaration. "rummygym solve --help" describes all members.
func Hand(name string, hand []byte) ([]byte, error) {
	t, err := catalog.GameByName(name)
	if err != nil {
		return nil, err
	}
	answer, err := facts.Solve(t.Name, hand)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}
