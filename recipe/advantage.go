package recipe

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

	"golang.org/x/sync/errgroup"

	"rummygym"
	"rummygym/arena/advantage"
	"rummygym/arena/stats"
	"rummygym/datasets"
	"rummygym/datasets/open"
	"rummygym/env/game"
	"rummygym/options"
	"rummygym/table"
)

// An Advantage measures what other decisions would have changed in the games of a dataset; see package advantage. Its
// result is an [*AdvantageResult].
type Advantage struct {
	optionList `options:"-"`
	Dir        string  `option:"dir" argument:"true" required:"true" doc:"folder of the dataset"`
	Chooser    string  `option:"chooser" complete:"agents" doc:"the chooser: the agent that is asked what it would do at each decision"`
	Agent      string  `option:"agent" complete:"agents" doc:"agent that decides and plays on (default the agent of --of)"`
	Of         string  `option:"of" complete:"agents" doc:"recorded agent whose decisions are examined (default the only agent of the dataset)"`
	Share      float64 `option:"share" default:"1" doc:"share of the differing decisions that are played out, above 0 and at most 1"`
	Games      int64   `option:"games" range:"1:1000000000" doc:"number of games to read, from the first one; 0 is all"`
	Rollouts   int     `option:"rollouts" default:"1" range:"1:1000000000" doc:"continuations played for each action, each with different agent seeds"`
	Seed       uint64  `option:"seed" default:"1" group:"Running" doc:"seed of the agents and of --share"`
	Workers    int     `option:"workers" group:"Running" range:"0:4096" doc:"number of games examined at the same time; 0 is the number of cores"`
}

// NewAdvantage returns the recipe of "advantage" with its defaults.
func NewAdvantage() *Advantage {
	f := new(Advantage)
	f.list = options.Bind(f)
	return f
}

// Validate returns an error if an option is not valid by itself.
func (f *Advantage) Validate() error {
	switch {
	case f.Chooser == "":
		return errors.New("--chooser is missing: name the agent to ask; rummygym agents lists them")
	case !(f.Share > 0 && f.Share <= 1):
		return fmt.Errorf("--share is %v: want a number above 0, at most 1", f.Share)
	}
	return f.list.Check()
}

// AdvantageResult holds the changes by kind of decision.
type AdvantageResult struct {
	Of, Agent, Chooser string // specs of agents: whose decisions were examined, who played the rest, and who was asked
	Rows               []advantage.Row
}

// Run examines the games. If it is stopped, the result is that of the games that were finished.
func (f *Advantage) Run(ctx context.Context, host *Host) (Result, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	d, err := datasets.Open(f.Dir)
	if err != nil {
		return nil, err
	}
	x, err := newExaminer(d, f)
	if err != nil {
		return nil, err
	}
	games, err := x.all(ctx, host.counter("games"))
	if err != nil && ctx.Err() != nil {
		err = &StoppedError{Progress: Progress{Unit: "games", Done: int64(len(games)), Total: x.total()}, Err: err}
	} else if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, cmp.Or(err, errors.New("no game was examined"))
	}
	rows := advantage.Summarize(games, d.Meta().Phases)
	for i := range rows {
		r := &rows[i]
		for _, e := range []*stats.Estimate{&r.Win, &r.Gain, &r.GameWin, &r.GameGain} {
			if math.IsNaN(e.StdErr) {
				e.StdErr = 0 // it is not known
			}
		}
	}
	return &AdvantageResult{x.Of, x.Agent, x.Chooser, rows}, err
}

// examiner examines the games of a dataset.
type examiner struct {
	Advantage
	data  *datasets.Dataset
	rules rummygym.Rules
	table game.Table
}

func newExaminer(d *datasets.Dataset, f *Advantage) (x *examiner, err error) {
	x = &examiner{Advantage: *f, data: d}
	if x.rules, err = open.Rules(d.Meta()); err != nil {
		return nil, err
	}
	names := d.Meta().AgentNames()
	if x.Of == "" && len(names) == 1 {
		x.Of = names[0]
	} else if _, name, err := rummygym.OpenAgent(x.rules, x.Of); err == nil {
		x.Of = name // with the digest of a network, as datasets name it
	}
	if !slices.Contains(names, x.Of) {
		return nil, fmt.Errorf("--of is %q: want an agent of the dataset: %s", x.Of, strings.Join(names, " or "))
	}
	if x.Agent == "" {
		x.Agent = x.Of
	}
	for _, a := range []struct{ flag, spec string }{{"--agent", x.Agent}, {"--chooser", x.Chooser}} {
		if _, _, err := rummygym.OpenAgent(x.rules, a.spec); err != nil {
			return nil, fmt.Errorf("%s: %w", a.flag, err)
		}
	}
	x.table, err = open.Table(d.Meta())
	return x, err
}

// total returns the number of games.
func (x *examiner) total() int64 {
	total := x.data.Meta().Episodes()
	if x.Games > 0 {
		total = min(total, x.Games)
	}
	return total
}

// all examines the games on several cores, in the order of the dataset, and calls progress. If
// ctx ends, it returns the games that were finished.
func (x *examiner) all(ctx context.Context, progress func(done, total int)) ([]advantage.Game, error) {
	total, workers := x.total(), cmp.Or(x.Workers, runtime.GOMAXPROCS(0))
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
	create, _, err := rummygym.OpenAgent(x.rules, x.Chooser)
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
		if name == x.Of {
			g.Seats++
			name = x.Agent
		}
		if err := x.sit(seat, name); err != nil {
			return g, err
		}
	}
	if g.Seats == 0 {
		return g, nil
	}
	return g, x.replay.Moves(e, func(m datasets.Move, s game.State) error {
		if m.Action == game.NoAction || names[m.Player] != x.Of {
			return nil
		}
		s.Observe(m.Player, x.obs)
		return x.decision(&g.Kinds[x.table.Phase(x.obs)], s, m.Player, game.Seed(x.Seed, uint64(e.Number()), uint64(m.Step)))
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
	if chance := float64(game.Seed(seed, 1)>>11) / (1 << 53); chance >= x.Share {
		return nil
	}
	sums.Played++
	weight := 1 / (x.Share * float64(x.Rollouts))
	for r := range x.Rollouts {
		c, err := x.prober.Probe(s, x.seats, own, other, game.Seed(seed, 2, uint64(r)))
		if err != nil {
			return err
		}
		sums.Win += float64(c.Win * weight)
		sums.Gain += float64(c.Gain * weight)
	}
	return nil
}

// Write writes the rows in a format.
func (r *AdvantageResult) Write(w io.Writer, f table.Format) error {
	out := table.Output[advantage.Row]{Table: table.New(advantage.Columns(), r.Rows), Text: func(out *bufio.Writer) {
		fmt.Fprintf(out, "%s instead of %s at the decisions of %s; %s plays the rest.\n\n", r.Chooser, r.Agent, r.Of, r.Agent)
		estimate := func(e stats.Estimate, digits int) string {
			return fmt.Sprintf("%+.*f ± %.*f", digits, e.Value, digits, e.StdErr)
		}
		var v table.View[advantage.Row]
		v.Add(func(r *advantage.Row) []string {
			return []string{cmp.Or(r.Kind, "all"), strconv.Itoa(r.Decisions), fmt.Sprintf("%.1f %%", 100*float64(r.Differ)/float64(max(r.Decisions, 1))), strconv.Itoa(r.Played),
				estimate(r.Win, 4), estimate(r.Gain, 3), estimate(r.GameWin, 4), estimate(r.GameGain, 2)}
		}, "decision", "number", "differ", "played", "wins each", "points each", "wins a game", "points a game")
		v.Write(out, table.Right, r.Rows)
	}}
	return out.Write(w, f)
}
