package recipe

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"rummygym"
	"rummygym/agents/belief"
	"rummygym/agents/network"
	"rummygym/arena"
	"rummygym/arena/measure"
	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/gin"
	"rummygym/features/opponent"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
)

// A BeliefScore scores estimates of the opponent's hand. Its result is a [*HandTableScores] for Gin Rummy, a
// [*measure.HandScores] for Indian Rummy.
type BeliefScore struct {
	optionList  `options:"-"`
	Game        string   `option:"game" words:"indian|gin" group:"Rules" doc:"game of the estimates (default gin)"`
	Opponents   []string `option:"opponent" argument:"true" each:"true" doc:"indian: agents whose hands are estimated; gin: the folder of their recorded games"`
	Table       string   `option:"table" doc:"gin: file of a hand table (default the built-in table)"`
	Fading      float64  `option:"fading" default:"1" doc:"gin: share of the earlier evidence that each turn keeps"`
	Observer    string   `option:"observer" default:"min-dist-opp" complete:"agents" doc:"indian: agent whose opponent's hand is estimated"`
	Games       int      `option:"games" default:"500" range:"1:1000000000" doc:"indian: number of games against each opponent"`
	Samples     int      `option:"samples" default:"64" doc:"indian: number of hands sampled at a decision"`
	Seed        uint64   `option:"seed" default:"1" group:"Running" doc:"indian: seed of the games; the built-in network was trained on games of other seeds"`
	Model       string   `option:"model" doc:"indian: file of a network (default the built-in network; \"none\" leaves it out)"`
	Calibration bool     `option:"calibration" group:"Statistics" doc:"indian: also print the observed frequency for each predicted danger"`
}

// NewBeliefScore returns the recipe of "belief score" with its defaults.
func NewBeliefScore() *BeliefScore {
	f := new(BeliefScore)
	f.list = options.Bind(f)
	return f
}

// Validate returns an error if an option is not valid by itself.
func (f *BeliefScore) Validate() error {
	switch {
	case len(f.Opponents) == 0:
		return fmt.Errorf("no opponent is named, and no folder of games")
	case f.Game == rummygym.Indian.Name && (f.Games < 1 || f.Samples < 1):
		return fmt.Errorf("--games %d --samples %d: want at least 1 of each", f.Games, f.Samples)
	case f.Game != rummygym.Indian.Name && len(f.Opponents) > 1:
		return fmt.Errorf("%d folders of games are named, want one", len(f.Opponents))
	case !(f.Fading >= 0 && f.Fading <= 1):
		return fmt.Errorf("--fading is %v: want a number between 0 and 1", f.Fading)
	}
	return f.list.Check()
}

// Run replays games of Gin Rummy, or plays games of Indian Rummy.
func (f *BeliefScore) Run(ctx context.Context, host *Host) (Result, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	if f.Game == rummygym.Indian.Name {
		return f.play(ctx, host)
	}
	b, err := openTable(f.Table)
	if err != nil {
		return nil, err
	}
	d, err := datasets.Open(f.Opponents[0])
	if err != nil {
		return nil, err
	}
	rows, err := scoreTable(ctx, host, d, b.Fading(f.Fading))
	if err != nil {
		return nil, err
	}
	return &HandTableScores{rows}, nil
}

// play scores the estimates of Indian Rummy.
func (f *BeliefScore) play(ctx context.Context, host *Host) (Result, error) {
	c := measure.HandScoring{Estimators: []measure.HandEstimator{measure.UniformHands(f.Samples)}, Games: f.Games, Seed: f.Seed, Progress: host.counter("games")}
	if f.Model != "none" {
		n := belief.Standard(2)
		if f.Model != "" {
			var err error
			if n, _, err = network.ReadFile(f.Model); err != nil {
				return nil, err
			}
		}
		learned, err := measure.LearnedHands(n, f.Samples)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cmp.Or(f.Model, "the built-in network"), err)
		}
		c.Estimators = append(c.Estimators, learned...)
	}
	for i, spec := range append([]string{f.Observer}, f.Opponents...) {
		create, _, err := rummygym.OpenAgent(rummygym.Indian.Defaults(), spec)
		if err != nil {
			return nil, err
		}
		player := arena.Entrant{Name: spec, New: create}
		if i == 0 {
			c.Observer = player
		} else {
			c.Opponents = append(c.Opponents, player)
		}
	}
	scores, err := measure.ScoreHands(ctx, &c)
	if err != nil {
		return nil, err
	}
	scores.Calibration = f.Calibration
	return scores, nil
}

// ginLastRow is the row for this number of turns of the opponent or more.
const ginLastRow = 10

// A HandTableScore holds the scores of the estimates after a number of turns of the opponent. Scores
// are means over cards that the observer has not seen; lower is better.
type HandTableScore struct {
	Turns        string  `json:"turns" doc:"turns of the opponent: 3, 10+, or all"`
	Cards        int64   `json:"cards" doc:"cards that the observer has not seen"`
	Brier        float64 `json:"brier" digits:"4" doc:"squared error"`
	UniformBrier float64 `json:"uniform_brier" digits:"4" doc:"that of the uniform estimate"`
	Log          float64 `json:"log" digits:"4" doc:"negative natural logarithm of the probability of the outcome"`
	UniformLog   float64 `json:"uniform_log" digits:"4" doc:"that of the uniform estimate"`
}

// add adds the estimate p for a card and the uniform estimate.
func (r *HandTableScore) add(p, uniform float64, held bool) {
	if !held {
		p, uniform = 1-p, 1-uniform
	}
	r.Cards++
	r.Brier += float64((1 - p) * (1 - p))
	r.UniformBrier += float64((1 - uniform) * (1 - uniform))
	r.Log -= math.Log(p)
	r.UniformLog -= math.Log(uniform)
}

// mean replaces the sums by means.
func (r *HandTableScore) mean() {
	n := float64(r.Cards)
	r.Brier, r.UniformBrier, r.Log, r.UniformLog = r.Brier/n, r.UniformBrier/n, r.Log/n, r.UniformLog/n
}

// HandTableScores holds the scores of a hand table by the number of turns of the opponent, and for all.
type HandTableScores struct{ Rows []HandTableScore }

// Write writes the rows in a format.
func (s *HandTableScores) Write(w io.Writer, f table.Format) error {
	return (&table.Output[HandTableScore]{Table: table.New(table.Fields[HandTableScore](), s.Rows)}).Write(w, f)
}

// openTable reads the table in a file, or returns the built-in table for "".
func openTable(path string) (*opponent.HandTable, error) {
	if path == "" {
		return opponent.SimpleHandTable(), nil
	}
	f, err := safefile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := opponent.ReadHandTable(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// scoreTable scores a table on the games of a dataset. It returns one row for each number of
// turns of the opponent, except rows without cards, and one for all turns.
func scoreTable(ctx context.Context, host *Host, d *datasets.Dataset, b *opponent.HandTable) ([]HandTableScore, error) {
	var by [ginLastRow + 1]HandTableScore
	all := HandTableScore{Turns: "all"}
	err := eachGinTurn(ctx, host, d, func(o *gin.Observation, hand card.Cards) {
		turns := 0
		for _, t := range o.History {
			if t.Player != o.Self && t.Source != gin.Passed {
				turns++
			}
		}
		var p [52]float32
		b.Estimate(&p, o)
		unseen := o.Unknown()
		uniform := float64((hand & unseen).Count()) / float64(unseen.Count())
		for c := range unseen.Each() {
			for _, r := range []*HandTableScore{&by[min(turns, ginLastRow)], &all} {
				r.add(float64(p[c.Index()]), uniform, hand.Has(c))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if all.Cards == 0 {
		return nil, fmt.Errorf("%s contains no turn to score", d.Path)
	}
	var rows []HandTableScore
	for i, r := range append(by[:], all) {
		if r.Cards == 0 {
			continue
		}
		switch {
		case i < ginLastRow:
			r.Turns = strconv.Itoa(i)
		case i == ginLastRow:
			r.Turns = strconv.Itoa(i) + "+"
		}
		r.mean()
		rows = append(rows, r)
	}
	return rows, nil
}
