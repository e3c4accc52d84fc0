package recipe

import (
	"context"
	"fmt"
	"io"
	"slices"

	"rummygym/arena"
	"rummygym/internal/arena/contest"
	"rummygym/internal/arena/report"
	"rummygym/internal/catalog"
	"rummygym/internal/options"
	"rummygym/internal/table"
)

// ladderHelp is the text of the command.
var ladderHelp = Help{
	Use:   "ladder",
	Short: "Compute Elo ratings of agents, and show cycles of who beats whom",
	Long: `ladder plays every pair of agents, every deal from both seats, and prints Elo ratings: the maximum
likelihood of the Bradley-Terry model, with bootstrap intervals over deals. Below the table it lists the
significant cycles, in which a beats b, b beats c, and c beats a. --resume continues a ladder with more
games or more agents.`,
	Example: `  rummygym ladder --game gin --agents simple,stubborn,sigra,fitness --games 2000 --anchor simple
  rummygym ladder --agents min-dist-opp,min-dist,learned:policy.safetensors --resume ladder.arrow`,
	Formats: rowFormats,
}

// A Ladder rates agents. All pairs play the same deals, from both seats. Its result is a [*LadderResult], of a part a [*PartResult].
type Ladder struct {
	shell `options:"-"`
	Playing
	Agents    []string `option:"agents" doc:"comma-separated agents (default all agents of the game), with options after colons; rummygym agents lists them; exec:COMMAND is an outside program (docs/protocol.md)"`
	Games     int      `option:"games" default:"1000" range:"1:1000000000" doc:"games of each pair, two games for every deal"`
	Slow      []string `option:"slow" doc:"comma-separated agents of --agents; their pairs play only --slow-games games"`
	SlowGames int      `option:"slow-games" default:"100" doc:"games of each pair with a slow agent, two games for every deal"`
	Anchor    string   `option:"anchor" group:"Statistics" doc:"agent whose rating is 0 (without it, the mean rating is 0)"`
	Overwrite bool     `option:"overwrite" group:"Output" doc:"replace the file given by --html if it exists"`
	Resamples int      `option:"resamples" default:"1000" group:"Statistics" range:"1:1000000" doc:"number of bootstrap resamples"`
	resultsPage
}

// NewLadder returns the recipe of "ladder" with its defaults.
func NewLadder() *Ladder {
	l := new(Ladder)
	l.start(&l.shell, l)
	return l
}

// LadderResult is what a ladder found.
type LadderResult struct{ *arena.Rating }

// Write writes the ratings.
func (r *LadderResult) Write(w io.Writer, f table.Format) error {
	return report.WriteRating(w, r.Rating, f)
}

// run plays the games.
func (l *Ladder) run(ctx context.Context, host *Host) (Result, error) {
	if err := l.file(l.Overwrite).Check(len(l.Resume) > 0); err != nil {
		return nil, err
	}
	r, err := l.play(ctx, host, "ladder", l, nil)
	if found, ok := r.(*LadderResult); ok && err == nil {
		err = l.write(l.own, found.Rating, l.Overwrite)
	}
	return r, err
}

// check returns an error if the options that depend on no file are not valid.
func (l *Ladder) check() error {
	for _, n := range []struct {
		flag  string
		games int
	}{{"--games", l.Games}, {"--slow-games", l.SlowGames}} {
		if n.games < 2 || n.games%2 != 0 {
			return fmt.Errorf("%s %d: want an even number of at least 2, because every deal is played from both seats", n.flag, n.games)
		}
	}
	if len(l.Slow) > 0 && l.SlowGames > l.Games {
		return fmt.Errorf("--slow-games %d: want at most %d, the --games of the others", l.SlowGames, l.Games)
	}
	return l.checkPlaying()
}

// configs returns the games to play.
func (l *Ladder) configs() ([]arena.Config, error) {
	c, rules, err := l.config(l.Agents)
	if err != nil {
		return nil, err
	}
	if n := c.Game.Players(); n != 2 {
		return nil, options.Usage(fmt.Errorf("the game has %d seats: a ladder needs games with 2 seats", n))
	}
	if n := len(c.Entrants); n < 2 {
		return nil, options.Usage(fmt.Errorf("--agents: a ladder needs at least 2 agents, and has %d", n))
	}
	c.Games, c.Deals, c.Lineups = l.Games/2, arena.AllDeals, arena.Pairs(len(c.Entrants))
	if l.Anchor != "" {
		i, err := entrant(&c, rules, "--anchor", l.Anchor)
		if err != nil {
			return nil, err
		}
		l.Anchor = c.Entrants[i].Name
	}
	c.Limits = slices.Repeat([]int{c.Games}, len(c.Lineups))
	for _, spec := range l.Slow {
		i, err := entrant(&c, rules, "--slow", spec)
		if err != nil {
			return nil, err
		}
		for k, lineup := range c.Lineups {
			if slices.Contains(lineup, i) {
				c.Limits[k] = l.SlowGames / 2
			}
		}
	}
	if err := c.Validate(); err != nil {
		return nil, options.Usage(err)
	}
	if err := l.watch(&c); err != nil {
		return nil, options.Usage(err)
	}
	return l.attach(c)
}

// entrant returns the index of the entrant that an option names.
func entrant(c *arena.Config, rules catalog.Rules, option, spec string) (int, error) {
	name, err := contest.AgentName(rules, spec)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", option, err)
	}
	i := slices.IndexFunc(c.Entrants, func(e arena.Entrant) bool { return e.Name == name })
	if i < 0 {
		return 0, fmt.Errorf("%s: the agent %q does not take part: want one of --agents", option, name)
	}
	return i, nil
}

// measure returns the ratings.
func (l *Ladder) measure(results []*arena.Result) (Result, error) {
	r, err := results[0].Rate(arena.RatingSettings{Anchor: l.Anchor, Prior: 1, Confidence: l.Confidence, Resamples: l.Resamples})
	return &LadderResult{r}, err
}
