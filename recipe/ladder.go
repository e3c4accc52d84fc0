package recipe

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/arena/figure"
	"rummygym/arena/report"
	"rummygym/options"
	"rummygym/table"
)

// A Ladder rates agents. Its result is a [*LadderResult], of a part a [*PartResult].
type Ladder struct {
	optionList `options:"-"`
	Agents     []string `option:"agents" doc:"comma-separated agents (default all agents of the game), with options after colons; rummygym agents lists them; exec:COMMAND is an outside program (docs/protocol.md)"`
	Games      int      `option:"games" default:"1000" range:"1:1000000000" doc:"games of each pair, two games for every deal"`
	Slow       []string `option:"slow" doc:"comma-separated agents of --agents; their pairs play only --slow-games games"`
	SlowGames  int      `option:"slow-games" default:"100" doc:"games of each pair with a slow agent, two games for every deal"`
	Adaptive   int      `option:"adaptive" doc:"choose the pairs whose games add most information, in rounds of this many deals per pair; 0 lets all pairs play equally often"`
	Plots      string   `option:"plots" group:"Output" folder:"true" doc:"write the ratings and the scores as SVG to this folder"`
	Anchor     string   `option:"anchor" group:"Statistics" doc:"agent whose rating is 0 (without it, the mean rating is 0)"`
	Resamples  int      `option:"resamples" default:"1000" group:"Statistics" range:"1:1000000" doc:"number of bootstrap resamples"`
	Playing
}

// NewLadder returns the recipe of "ladder" with its defaults.
func NewLadder() *Ladder {
	l := new(Ladder)
	l.bind(l)
	l.list = append(l.list, options.Bind(&l.programs)...)
	return l
}

// LadderResult is what a ladder found.
type LadderResult struct{ *arena.Rating }

// Write writes the ratings.
func (r *LadderResult) Write(w io.Writer, f table.Format) error {
	return report.WriteRating(w, r.Rating, f)
}

// Run plays the games.
func (l *Ladder) Run(ctx context.Context, host *Host) (Result, error) {
	defer l.close(host)
	c, err := l.config(host)
	if err != nil {
		return nil, err
	}
	watch(&c.Config, host)
	res, err := arena.Ladder(ctx, c)
	if cutOff(ctx, err) {
		return nil, l.stop(err, "ladder", c.Total(), oneFile, res)
	}
	if err != nil {
		return nil, err
	}
	if c.Part.Of > 0 {
		path, _ := l.path() // Validate has checked it
		return &PartResult{oneFile(path), []*arena.Result{res}}, nil
	}
	rating, err := res.Rate(arena.RatingSettings{Anchor: l.Anchor, Prior: arena.LadderPrior, Confidence: l.Confidence, Resamples: l.Resamples})
	if err != nil {
		return nil, err
	}
	if l.Plots != "" {
		err = figure.Save(host.log(), l.Plots, figure.Ladder(rating)...)
	}
	return &LadderResult{rating}, err
}

// Validate returns an error if the options that depend on no file are not valid.
func (l *Ladder) Validate() error {
	for _, n := range []struct {
		flag  string
		games int
	}{{"--games", l.Games}, {"--slow-games", l.SlowGames}} {
		if n.games < 2 || n.games%2 != 0 {
			return fmt.Errorf("%s %d: want an even number of at least 2, because every deal is played from both seats", n.flag, n.games)
		}
	}
	switch {
	case l.Adaptive < 0 || l.Adaptive > l.Games/2:
		return fmt.Errorf("--adaptive %d: want 1 to %d, the deals of --games, or 0", l.Adaptive, l.Games/2)
	case len(l.Slow) > 0 && l.SlowGames > l.Games:
		return fmt.Errorf("--slow-games %d: want at most %d, the --games of the others", l.SlowGames, l.Games)
	}
	if l.Part != "" && l.Adaptive > 0 {
		return fmt.Errorf("--part: an adaptive ladder cannot be divided, because each round depends on all games before it: remove --adaptive, or let one process play")
	}
	return cmp.Or(l.check(), l.list.Check())
}

// config returns the games to play.
func (l *Ladder) config(host *Host) (c arena.LadderConfig, err error) {
	if err := l.Validate(); err != nil {
		return c, err
	}
	path, _ := l.path() // Validate has checked it
	part, err := l.part(path)
	if err != nil {
		return c, err
	}
	config, rules, err := l.Playing.config(&l.rules, l.Agents)
	if err != nil {
		return c, err
	}
	c = arena.LadderConfig{Config: config, Round: l.Adaptive, SlowGames: l.SlowGames / 2}
	c.Games, c.Part = l.Games/2, part
	// at returns the index of the entrant that a flag names.
	at := func(flag, spec string) (int, error) {
		name, err := contest.AgentName(rules, spec)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", flag, err)
		}
		i := slices.IndexFunc(c.Entrants, func(e arena.Entrant) bool { return e.Name == name })
		if i < 0 {
			return 0, fmt.Errorf("%s: the agent %q does not take part: want one of --agents", flag, name)
		}
		return i, nil
	}
	for _, spec := range l.Slow {
		i, err := at("--slow", spec)
		if err != nil {
			return c, err
		}
		c.Slow = append(c.Slow, i)
	}
	if l.Anchor != "" {
		i, err := at("--anchor", l.Anchor)
		if err != nil {
			return c, err
		}
		l.Anchor = c.Entrants[i].Name
	}
	if err := c.Validate(); err != nil {
		return c, options.Usage(err)
	}
	return c, l.attach(&c.Config, c.ResumeFrom, path, l.Resume)
}
