package play

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"rummygym"
	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/arena/figure"
	"rummygym/arena/report"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/options"
	"rummygym/table"
)

// ladderFlags holds the flags of ladder.
type ladderFlags struct {
	rules      rummygym.RuleOptions
	agents     []string
	games      int      `option:"games" default:"1000" range:"1:1000000000" doc:"games of each pair, two for every deal"`
	slow       []string `option:"slow" complete:"agents" doc:"comma-separated agents, of --agents, whose pairs play --slow-games games"`
	slowGames  int      `option:"slow-games" default:"100" doc:"games of each pair with a slow agent, two for every deal"`
	round      int      `option:"adaptive" doc:"choose pairs by what their games tell, in rounds of this many deals of a pair; 0 lets all pairs play alike"`
	seed       uint64   `option:"seed" default:"1" group:"Running" doc:"seed of deals and agents"`
	workers    int      `option:"workers" group:"Running" range:"0:4096" doc:"number of games played in parallel; 0 is the number of cores"`
	format     cli.Format
	plots      string `option:"plots" group:"Output" complete:"folder" doc:"write the ratings and the scores as PNG and SVG to this folder"`
	checkpoint checkpointFlags
	settings   arena.RatingSettings
	programs   contest.Programs
}

// NewLadderCommand returns the command ladder, which rates agents.
func NewLadderCommand() *cobra.Command {
	f := ladderFlags{format: cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}}}
	cmd := &cobra.Command{
		Use:   "ladder",
		Short: "Rate agents by Elo points, and show who beats whom in cycles",
		Long: `ladder lets all pairs of agents play and prints their ratings in Elo points: an agent
that is 400 points higher takes ten points for each that it gives away. A game won is a
point, a game without a winner half a point for each. Every deal is played from both
seats, and all pairs get the same deals: --games 1000 plays 500 deals of each pair, and
deal i is episode i of --seed, as in collect.

The ratings are those of the model of Bradley and Terry that make the points most likely.
Intervals are percentiles of a bootstrap over deals, in which all games of a deal are drawn
together. --anchor names the agent whose rating is 0; otherwise the mean is 0. Each agent
has also drawn --prior games with an imagined agent of the mean rating, so that an agent
that has won all its games has a rating; one end of its interval is then infinite.

One number for an agent hides cycles, in which a beats b, b beats c, and c beats a. Two
columns show them: the share of the agent in the Nash average, the mixture of agents that
loses against none, and in α-rank, the time that a population of copies of agents spends on
each in the long run. An agent that beats all others has 1 in both. Cycles that are clear
after Holm's correction over all pairs are listed.

--adaptive DEALS plays in rounds of this many deals for a pair. After the first round, in
which all pairs play, the games go to the pairs that add most to what is known about the
ratings: those of similar strength that have played little. It is decided from the finished
rounds. The number of all games stays the same, and each pair has at most four times --games.

--slow names agents that take long; their pairs play only --slow-games games.

Ctrl-C finishes the running games and writes a checkpoint (--checkpoint FILE, or a file
named after the ladder). --resume FILE continues it, also with more --games or more agents:
name all agents, old and new. The games in the file are kept, so that only pairs of new
agents play. --part I/N and --merge divide the games among processes, as in tournament. The same flags give the same bytes for any number of workers, after a stop, and
(without --adaptive) whenever and in whatever order agents were added.

json, csv and arrow have one row per agent with the same columns: rank, agent, seed, games,
elo, score, gain_mean, nash, alpha_rank, score_1, score_2 and so on against the agent of
that rank, and columns with the suffixes _se, _low and _high where they apply. json also
lists all cycles. The Arrow file describes each column.

--plots draws the ratings with their intervals, and the scores of all pairs.`,
		Example: `  rummygym ladder --agents min-dist-opp,min-dist,min-score,random --games 1000
  rummygym ladder --game gin --agents simple,stubborn,sigra,fitness --games 2000 --anchor simple --plots plots
  rummygym ladder --agents min-dist-opp,min-dist,min-score --checkpoint ladder.arrow
  rummygym ladder --agents min-dist-opp,min-dist,min-score,learned:policy.safetensors --resume ladder.arrow
  rummygym ladder --game gin --games 2000 --slow search --slow-games 50 --adaptive 100`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cli.Options(cmd, &f)
	cli.AddOptions(cmd, options.New(&f.agents, "agents", "comma-separated agents (default all agents of the game), "+contest.AgentsUsage).Completes(options.Agents))
	f.checkpoint.exclude(cmd)
	f.settings.Prior = arena.LadderPrior
	f.settings.Confidence = 0.95
	f.settings.Resamples = 1000
	cli.AddOptions(cmd,
		options.New(&f.settings.Anchor, "anchor", "agent whose rating is 0 (default the mean of all)").In("Statistics").Completes(options.Agents),
		options.New(&f.settings.Prior, "prior", "number of games that each agent has drawn with an imagined agent of the mean rating").In("Statistics"),
		options.New(&f.settings.Confidence, "confidence", "confidence level of the intervals").In("Statistics"),
		options.New(&f.settings.Resamples, "resamples", "number of bootstrap resamples").In("Statistics").Range(1, 1000000),
	)
	cli.ListRules(cmd, &f.rules)
	return cmd
}

// run plays the games and prints the ratings.
func (f *ladderFlags) run(cmd *cobra.Command) error {
	defer f.checkpoint.release()
	defer f.programs.Close(cmd.ErrOrStderr())
	config, err := f.config()
	if err != nil {
		return err
	}
	bar := cli.NewGamesBar(cmd.ErrOrStderr())
	bar.Watch(&config.Config)
	res, err := arena.Ladder(cmd.Context(), config)
	bar.Close()
	if cutOff(cmd, err) {
		return cutOffGames(cmd, err, &f.checkpoint, res, config.Total())
	}
	if err != nil {
		return err
	}
	if f.checkpoint.part != nil {
		path, _ := f.checkpoint.path() // config has checked the flags
		return f.checkpoint.reportPart(cmd, path, res)
	}
	rating, err := res.Rate(f.settings)
	if err != nil {
		return err
	}
	if err := report.WriteRating(f.format.Output(cmd), rating, table.Format(f.format.Value())); err != nil {
		return err
	}
	if f.plots == "" {
		return nil
	}
	return figure.SaveAll(cmd.ErrOrStderr(), f.plots, figure.Ladder(rating).Named("ladder"), figure.LadderScores(rating).Named("ladder-scores"))
}

// config returns the games to play.
func (f *ladderFlags) config() (c arena.LadderConfig, err error) {
	for _, n := range []struct {
		flag  string
		games int
	}{{"--games", f.games}, {"--slow-games", f.slowGames}} {
		if n.games < 2 || n.games%2 != 0 {
			return c, fmt.Errorf("%s %d: want an even number of at least 2, because every deal is played from both seats", n.flag, n.games)
		}
	}
	switch {
	case !(f.settings.Confidence > 0 && f.settings.Confidence < 1):
		return c, fmt.Errorf("--confidence %v: want a number between 0 and 1, such as 0.95", f.settings.Confidence)
	case f.settings.Resamples < 1:
		return c, fmt.Errorf("--resamples %d: want at least 1", f.settings.Resamples)
	case !(f.settings.Prior >= 1e-6 && f.settings.Prior <= 1e6):
		return c, fmt.Errorf("--prior %v: want a number from 0.000001 to 1000000, such as 1", f.settings.Prior)
	case f.round < 0 || f.round > f.games/2:
		return c, fmt.Errorf("--adaptive %d: want 1 to %d, the deals of --games, or 0", f.round, f.games/2)
	case len(f.slow) > 0 && f.slowGames > f.games:
		return c, fmt.Errorf("--slow-games %d: want at most %d, the --games of the others", f.slowGames, f.games)
	}
	if flag, ok := f.checkpoint.parts(); ok && f.round > 0 {
		return c, fmt.Errorf("%s: an adaptive ladder has no parts, because each round depends on all games before it: remove --adaptive, or let one process play", flag)
	}
	path, err := f.checkpoint.path()
	if err == nil {
		err = f.checkpoint.parse()
	}
	if err != nil {
		return c, err
	}
	rules, err := f.rules.Rules()
	if err != nil {
		return c, err
	}
	g, err := rules.NewGame()
	if err != nil {
		return c, err
	}
	c = arena.LadderConfig{
		Config: arena.Config{Game: g, Rules: rummygym.RulesName(f.rules.Preset(), rules), Games: f.games / 2, Seed: f.seed, Workers: f.workers, Part: f.checkpoint.part},
		Round:  f.round, SlowGames: f.slowGames / 2,
	}
	contest.SetTerms(&c.Config, rules)
	f.programs.Set(&c.Config, rules)
	if c.Entrants, err = f.programs.OpenAll(rules, f.agents); err != nil {
		return c, err
	}
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
	for _, spec := range f.slow {
		i, err := at("--slow", spec)
		if err != nil {
			return c, err
		}
		c.Slow = append(c.Slow, i)
	}
	if f.settings.Anchor != "" {
		i, err := at("--anchor", f.settings.Anchor)
		if err != nil {
			return c, err
		}
		f.settings.Anchor = c.Entrants[i].Name
	}
	if err := c.Validate(); err != nil {
		return c, cli.Usage(err)
	}
	if err := f.checkpoint.join(&c, sameFile); err != nil {
		return c, err
	}
	return c, f.checkpoint.attach(&c.Config, c.ResumeFrom, path, f.checkpoint.resume != "")
}
