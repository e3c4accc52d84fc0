package record

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"rummygym"
	"rummygym/arena/advantage"
	"rummygym/arena/stats"
	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets"
	"rummygym/datasets/open"
	"rummygym/env/game"
	"rummygym/table"
)

// advantageFlags holds the flags of advantage.
type advantageFlags struct {
	chooser  string  `option:"chooser" complete:"agents" doc:"agent that is asked instead at single decisions"`
	agent    string  `option:"agent" complete:"agents" doc:"agent that decides and plays on (default that of --of)"`
	of       string  `option:"of" complete:"agents" doc:"recorded agent whose decisions are examined (default the only agent of the dataset)"`
	share    float64 `option:"share" default:"1" doc:"share of the decisions that differ which are played out, above 0, at most 1"`
	games    int64   `option:"games" range:"1:1000000000" doc:"number of games from the first on, 0 for all"`
	rollouts int     `option:"rollouts" default:"1" range:"1:1000000000" doc:"continuations played for each action, with other seeds of the agents"`
	seed     uint64  `option:"seed" default:"1" group:"Running" doc:"seed of the agents and of --share"`
	workers  int     `option:"workers" group:"Running" range:"0:4096" doc:"games examined at the same time, 0 for the number of cores"`
	format   cli.Format
}

// NewAdvantageCommand returns the command advantage.
func NewAdvantageCommand() *cobra.Command {
	f := advantageFlags{format: cli.Format{Allowed: []string{"table", "json", "csv", "arrow"}}}
	cmd := &cobra.Command{
		Use:   "advantage DIR --chooser AGENT",
		Short: "Measure what other decisions would have changed in recorded games",
		Long: `advantage takes the decisions of one agent in the games of a dataset and asks a chooser what it
would do. Where its action differs, the rest of the game is played twice from the true state,
hidden cards included: after the agent's action and after the chooser's, with the same deal and
the same seeds. The difference is what the chooser's decision is worth.

Two games that differ in one action differ much less than two games with other deals. So this
shows in minutes, and by kind of decision, what "eval" shows in hours, if at all.

In games that the chooser played (--of names it, --agent the other one), the sum over a game is
the whole difference of the two agents against the same opponents (the performance-difference
lemma). In games of the agent itself, which is the default, it is the value of single changes,
one at a time: a first look at a change.

An agent is asked without its memory of the game: for agents that remember more than what an
observation has, the result is not exact. Agents that choose at random draw once; --rollouts is
the number of continuations played for each action.

The table has a row for each kind of decision and one for all: decisions, the share at which the
actions differ, and the change in games won and in points, for a decision and for a game (of one
seat). Standard errors are over games. The same flags give the same bytes for any number of
workers. json, csv and arrow have the same columns, with the suffix _se for errors.`,
		Example: `  rummygym collect --agents min-dist,min-dist-opp --games 1000 --out data
  rummygym advantage data --of min-dist --chooser min-dist-outs
  rummygym collect --agents learned:standard,min-dist-outs --games 500 --out played
  rummygym advantage played --of learned:standard --agent min-dist --chooser learned:standard`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cli.Options(cmd, &f)
	return cmd
}

// run examines the games and prints the rows.
func (f *advantageFlags) run(cmd *cobra.Command, dir string) error {
	switch {
	case f.chooser == "":
		return errors.New("--chooser is missing: name the agent to ask; rummygym agents lists them")
	case !(f.share > 0 && f.share <= 1):
		return fmt.Errorf("--share is %v: want a number above 0, at most 1", f.share)
	}
	d, err := datasets.Open(dir)
	if err != nil {
		return err
	}
	x, err := newExaminer(d, f)
	if err != nil {
		return err
	}
	bar := cli.NewBar(cmd.ErrOrStderr(), "examining", "games")
	games, err := x.all(cmd.Context(), bar.Set)
	bar.Close()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if len(games) == 0 {
		return errors.New("no game was examined")
	}
	if err := x.write(x.format.Output(cmd), advantage.Summarize(games, d.Meta().Phases)); err != nil || err == nil && cmd.Context().Err() == nil {
		return err
	}
	return &cli.StoppedError{Text: "stopped after " + table.Plural(len(games), "game")}
}

// examiner examines the games of a dataset.
type examiner struct {
	*advantageFlags
	data  *datasets.Dataset
	rules rummygym.Rules
	table game.Table
}

func newExaminer(d *datasets.Dataset, f *advantageFlags) (x *examiner, err error) {
	x = &examiner{advantageFlags: f, data: d}
	if x.rules, err = open.Rules(d.Meta()); err != nil {
		return nil, err
	}
	names := d.Meta().AgentNames()
	if f.of == "" && len(names) == 1 {
		f.of = names[0]
	} else if _, name, err := rummygym.OpenAgent(x.rules, f.of); err == nil {
		f.of = name // with the digest of a network, as datasets name it
	}
	if !slices.Contains(names, f.of) {
		return nil, fmt.Errorf("--of is %q: want an agent of the dataset: %s", f.of, strings.Join(names, " or "))
	}
	if f.agent == "" {
		f.agent = f.of
	}
	for _, a := range []struct{ flag, spec string }{{"--agent", f.agent}, {"--chooser", f.chooser}} {
		if _, _, err := rummygym.OpenAgent(x.rules, a.spec); err != nil {
			return nil, fmt.Errorf("%s: %w", a.flag, err)
		}
	}
	x.table, err = open.Table(d.Meta())
	return x, err
}

// all examines the games on several cores, in the order of the dataset, and calls progress. If
// ctx ends, it returns the games that were finished.
func (x *examiner) all(ctx context.Context, progress func(done, total int)) ([]advantage.Game, error) {
	total := x.data.Meta().Episodes()
	if x.games > 0 {
		total = min(total, x.games)
	}
	workers := x.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	games, finished := make([]advantage.Game, total), make([]bool, total)
	var mu sync.Mutex
	done := 0
	group, ctx := errgroup.WithContext(ctx)
	for w := range workers {
		group.Go(func() error {
			one, err := newGameExaminer(x)
			if err != nil {
				return err
			}
			at := int64(-1)
			for e, err := range x.data.Episodes() {
				switch at++; {
				case err != nil:
					return err
				case ctx.Err() != nil:
					return ctx.Err()
				case at == total:
					return nil
				case at%int64(workers) != int64(w):
					continue
				}
				if games[at], err = one.game(e); err != nil {
					return fmt.Errorf("episode %d: %w", e.Number(), err)
				}
				mu.Lock()
				finished[at] = true
				done++
				progress(done, int(total))
				mu.Unlock()
			}
			return nil
		})
	}
	err := group.Wait()
	whole := games[:0]
	for i, g := range games {
		if finished[i] && g.Seats > 0 {
			whole = append(whole, g)
		}
	}
	return whole, err
}

// gameExaminer examines games one after the other, with agents of its own.
type gameExaminer struct {
	*examiner
	replay  *datasets.Replay
	prober  *advantage.Prober
	chooser game.Agent
	agents  map[string][]game.Agent // by spec, one for each seat
	seats   []game.Agent
	obs     game.Observation
}

func newGameExaminer(x *examiner) (*gameExaminer, error) {
	again, err := datasets.NewReplay(&x.table, x.data.Meta())
	if err != nil {
		return nil, err
	}
	create, _, err := rummygym.OpenAgent(x.rules, x.chooser)
	if err != nil {
		return nil, err
	}
	return &gameExaminer{
		examiner: x, replay: again, prober: advantage.NewProber(x.table.Game), chooser: create(),
		agents: map[string][]game.Agent{}, seats: make([]game.Agent, x.data.Meta().Seats), obs: x.table.Game.NewObservation(),
	}, nil
}

// game returns the sums of an episode.
func (x *gameExaminer) game(e datasets.Episode) (advantage.Game, error) {
	meta := x.data.Meta()
	g := advantage.Game{Kinds: make([]advantage.Sums, len(meta.Phases))}
	run := meta.RunOf(e.Number())
	names := run.Seats(e.Number() - run.First)
	for seat, name := range names {
		if name == x.of {
			g.Seats++
			name = x.agent
		}
		if err := x.sit(seat, name); err != nil {
			return g, err
		}
	}
	if g.Seats == 0 {
		return g, nil
	}
	return g, x.replay.Moves(e, func(m datasets.Move, s game.State) error {
		if m.Action == game.NoAction || names[m.Player] != x.of {
			return nil
		}
		s.Observe(m.Player, x.obs)
		return x.decision(&g.Kinds[x.table.Phase(x.obs)], s, m.Player, game.Seed(x.seed, uint64(e.Number()), uint64(m.Step)))
	})
}

// sit gives the seat to the agent with the given spec.
func (x *gameExaminer) sit(seat int, spec string) error {
	if x.agents[spec] == nil {
		create, _, err := rummygym.OpenAgent(x.rules, spec)
		if err != nil {
			return err
		}
		for range x.seats {
			x.agents[spec] = append(x.agents[spec], create())
		}
	}
	x.seats[seat] = x.agents[spec][seat]
	return nil
}

// decision adds the decision of a seat in a state to the sums.
func (x *gameExaminer) decision(sums *advantage.Sums, s game.State, seat game.Player, seed uint64) error {
	sums.Decisions++
	own, other := x.prober.Choose(s, x.seats[seat], x.chooser, seed)
	if own == other {
		return nil
	}
	sums.Differ++
	if chance := float64(game.Seed(seed, 1)>>11) / (1 << 53); chance >= x.share {
		return nil
	}
	sums.Played++
	weight := 1 / (x.share * float64(x.rollouts))
	for r := range x.rollouts {
		c, err := x.prober.Probe(s, x.seats, own, other, game.Seed(seed, 2, uint64(r)))
		if err != nil {
			return err
		}
		sums.Win += float64(c.Win * weight)
		sums.Gain += float64(c.Gain * weight)
	}
	return nil
}

// write prints the rows. A standard error that is not known is 0 there.
func (x *examiner) write(w io.Writer, rows []advantage.Row) error {
	for i := range rows {
		r := &rows[i]
		for _, e := range []*stats.Estimate{&r.Win, &r.Gain, &r.GameWin, &r.GameGain} {
			if math.IsNaN(e.StdErr) {
				e.StdErr = 0
			}
		}
	}
	out := table.Output[advantage.Row]{Table: table.New(advantage.Columns(), rows), Text: func(out *bufio.Writer) {
		fmt.Fprintf(out, "%s in place of %s at the decisions of %s; %s plays the rest.\n\n", x.chooser, x.agent, x.of, x.agent)
		estimate := func(e stats.Estimate, digits int) string {
			return fmt.Sprintf("%+.*f ± %.*f", digits, e.Value, digits, e.StdErr)
		}
		var v table.View[advantage.Row]
		v.Add(func(r *advantage.Row) []string {
			return []string{cmp.Or(r.Kind, "all"), strconv.Itoa(r.Decisions), fmt.Sprintf("%.1f %%", 100*float64(r.Differ)/float64(max(r.Decisions, 1))), strconv.Itoa(r.Played),
				estimate(r.Win, 4), estimate(r.Gain, 3), estimate(r.GameWin, 4), estimate(r.GameGain, 2)}
		}, "decision", "number", "differ", "played", "wins each", "points each", "wins a game", "points a game")
		v.Write(out, table.Right, rows)
	}}
	return out.Write(w, table.Format(x.format.Value()))
}
