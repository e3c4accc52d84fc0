// Package positions makes sets of decisions with answers, and scores answers to them.
//
// A set is made in four steps. Agents play games; of each game one decision of each kind is taken. A short search
// estimates what the moves of each cost, and thereby how hard it is. Of these, a set is chosen with as many of each kind
// and class of difficulty as there are. A longer search, in other deals, measures the costs that the set tells: it is
// independent of the choice.
//
//	set, err := positions.Make(ctx, config, nil)
//	for _, e := range set { fmt.Println(e.Text, e.Best) }
//
// [Score] compares answers with the costs. Start from [Config] and [Entry].
package positions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"rummygym/arena/review"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/features/facts"
	"rummygym/features/text"
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

// classOf returns the class of a gap with its standard error.
func classOf(gap, err float64) string {
	switch {
	case gap <= 0 || gap < 2*err:
		return Close
	case gap < 6*err:
		return Moderate
	}
	return Clear
}

// Player is an agent that plays the games of which positions are taken.
type Player struct {
	New    func() game.Agent
	Weight float64 // at least 0
}

// Config configures a set.
type Config struct {
	Name      string // of the set: the ids begin with it
	Source    text.Source
	Game      record.Described
	Review    review.Config // Search.Rollouts is the budget of the longer search of a position
	Players   []Player      // draw the seats of each game by their weights
	Positions int           // maximum number, without twins
	Games     int           // number of games that are played
	Twins     int           // of each position, with other suits: 0 to 23
	History   string        // events in the text, see [text.Options]
	Seed      uint64
	Workers   int // 0 is the number of cores; it does not change the set
}

// Streams of seeds, apart from those of the deals.
const (
	playStream = 0x706f736974696f6e + iota
	screenStream
	judgeStream
	twinStream
	againStream
)

// screenShare is the budget of the short search as a share of that of the longer one.
const screenShare = 0.25

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
	Game       string          `json:"game" doc:"the game: gin or indian"`
	Kind       string          `json:"kind" doc:"what is decided: draw, discard, knock, declare, drop, meld or lay-off"`
	Difficulty string          `json:"difficulty" doc:"gap in its standard errors: close (below 2), moderate (below 6) or clear"`
	Gap        float64         `json:"gap" doc:"cost of the second-best move, in points"`
	GapErr     float64         `json:"gap_se" doc:"its standard error"`
	Deals      int             `json:"deals" doc:"number of deals of the hidden cards on which each move was played out"`
	Rules      string          `json:"rules" doc:"the rules in words"`
	Text       string          `json:"text" doc:"the position in words, with the legal moves"`
	Position   json.RawMessage `json:"position"`
	Best       string          `json:"best" doc:"name of the best move"`
	Moves      []Move          `json:"moves"` // in the order of Text
	Exact      Exact           `json:"exact"`
}

// judged is what a search says of a sample.
type judged struct {
	costs       []review.MoveCost // best first
	deals       int
	gap, gapErr float64
}

// judge measures the costs of a sample.
func (s *sample) judge(j *review.Judge, seed uint64) (err error) {
	if s.costs, s.deals, err = j.Costs(s.before, s.obs, &s.legal, game.Seed(seed, uint64(s.game), uint64(s.step))); err != nil {
		return fmt.Errorf("game %d, decision %d: %w", s.game, s.step, err)
	}
	second := slices.MinFunc(s.costs[1:], func(a, b review.MoveCost) int { return compare(a.Cost.Points, b.Cost.Points) })
	s.gap, s.gapErr = second.Cost.Points, second.Cost.PointsError
	return nil
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// classify returns the kind by the costs: a draw is the decision to drop if dropping is one of the two best moves.
func (s *sample) classify(g record.Described) string {
	byCost := slices.Clone(s.costs[1:])
	slices.SortStableFunc(byCost, func(a, b review.MoveCost) int { return compare(a.Cost.Points, b.Cost.Points) })
	for _, c := range []review.MoveCost{s.costs[0], byCost[0]} {
		if record.Choose(g, s.obs, c.Action).Type == record.Drop {
			return Drop
		}
	}
	if s.kind == Drop {
		return Draw
	}
	return s.kind
}

// Validate returns an error that names the field that is not valid.
func (c *Config) Validate() error {
	weights := 0.0
	for _, p := range c.Players {
		weights += p.Weight
	}
	switch {
	case c.Positions < 1 || c.Games < 1:
		return fmt.Errorf("%d positions of %d games: want 1 or more of both", c.Positions, c.Games)
	case c.Twins < 0 || c.Twins >= len(relabellings):
		return fmt.Errorf("%d twins of a position: want 0 to %d", c.Twins, len(relabellings)-1)
	case !(weights > 0):
		return errors.New("no player has a weight above 0")
	case c.Workers < 0:
		return fmt.Errorf("%d workers: want 1 or more, or 0 for the number of cores", c.Workers)
	}
	return nil
}

// Make makes a set. It calls progress, which may be nil, with the number of steps done and of all. If the
// games have fewer decisions than Config.Positions, the set is smaller.
func Make(ctx context.Context, c Config, progress func(done, total int)) ([]Entry, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	step := c.steps(progress)
	screening := c.Review
	screening.Search.Rollouts = max(review.MinRollouts, int(screenShare*float64(c.Review.Search.Rollouts)))
	short, err := review.NewJudge(screening)
	if err != nil {
		return nil, err
	}
	long, err := review.NewJudge(c.Review)
	if err != nil {
		return nil, err
	}
	found := make([][]*sample, c.Games)
	if err := each(ctx, c.Workers, c.Games, func() *sampler { return newSampler(&c) }, func(ctx context.Context, s *sampler, i int) (err error) {
		if found[i], err = s.play(ctx, i); err != nil {
			return err
		}
		for _, x := range found[i] {
			if err := x.judge(short, game.Seed(c.Seed, screenStream)); err != nil {
				return err
			}
		}
		step()
		return nil
	}); err != nil {
		return nil, err
	}
	factor := float64(screening.Search.Rollouts) / float64(c.Review.Search.Rollouts)
	set := choose(c.Game, slices.Concat(found...), c.Positions, math.Sqrt(factor))
	entries := make([][]Entry, len(set))
	if err := each(ctx, c.Workers, len(set), func() *writer { return &writer{Config: &c} }, func(_ context.Context, w *writer, i int) error {
		if err := set[i].judge(long, game.Seed(c.Seed, judgeStream)); err != nil {
			return err
		}
		var err error
		entries[i], err = w.entries(set[i], fmt.Sprintf("%s-%05d", c.Name, i+1), uint64(i))
		step()
		return err
	}); err != nil {
		return nil, err
	}
	return slices.Concat(entries...), nil
}

// steps returns a function that counts a step.
func (c *Config) steps(progress func(done, total int)) func() {
	if progress == nil {
		return func() {}
	}
	var mu sync.Mutex
	done := 0
	return func() {
		mu.Lock()
		defer mu.Unlock()
		done++
		progress(done, c.Games+c.Positions)
	}
}

// choose returns n samples, in the order of the games, as equally shared by the kinds and the classes of
// difficulty as there are samples. Standard errors of the gaps are multiplied by a factor.
func choose(g record.Described, all []*sample, n int, factor float64) []*sample {
	cells := make([][]*sample, len(Kinds())*len(Classes()))
	for _, x := range all {
		cell := slices.Index(Kinds(), x.classify(g))*len(Classes()) + slices.Index(Classes(), classOf(x.gap, factor*x.gapErr))
		cells[cell] = append(cells[cell], x)
	}
	var set []*sample
	for again := true; again && len(set) < n; {
		again = false
		for i := range cells {
			if len(cells[i]) > 0 && len(set) < n {
				set, cells[i], again = append(set, cells[i][0]), cells[i][1:], true
			}
		}
	}
	slices.SortFunc(set, func(a, b *sample) int {
		if a.game != b.game {
			return a.game - b.game
		}
		return a.step - b.step
	})
	return set
}
