package recipe

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"

	"rummygym/datasets"
	"rummygym/datasets/open"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/opponent"
	"rummygym/options"
	"rummygym/table"
)

// A BeliefBuild counts a hand table of Gin Rummy from recorded games. Its result is a [*BeliefBuildResult].
type BeliefBuild struct {
	optionList `options:"-"`
	Dir        string `option:"dir" argument:"true" required:"true" doc:"folder of the dataset"`
	Out        string `option:"out" required:"true" group:"Output" doc:"file to write"`
	Overwrite  bool   `option:"overwrite" group:"Output" doc:"replace the file given by --out if it exists"`
	Least      int64  `option:"least" doc:"minimum number of cards in a bucket; smaller buckets are not used"`
}

// NewBeliefBuild returns the recipe of "belief build" with its defaults.
func NewBeliefBuild() *BeliefBuild {
	f := &BeliefBuild{Least: opponent.DefaultMinCards}
	f.list = options.Bind(f)
	return f
}

// BeliefBuildResult says where the table is, and what it was counted from.
type BeliefBuildResult struct {
	Path  string
	Table *opponent.HandTable
}

// Write writes the path and the counts.
func (r *BeliefBuildResult) Write(w io.Writer, f table.Format) error {
	var cols table.Columns[BeliefBuildResult]
	cols.Text("out", "file of the table", func(r *BeliefBuildResult) string { return r.Path })
	m := r.Table.Meta
	count := func(name, doc string, n int64) { cols.Count(name, doc, func(*BeliefBuildResult) int { return int(n) }) }
	count("buckets", "buckets that are used", int64(m.Buckets))
	count("least", "minimum number of cards in them", m.MinCards)
	count("cards", "cards counted", m.Cards)
	count("turns", "turns after which they were counted", m.Turns)
	count("games", "games", m.Games)
	out := table.Output[BeliefBuildResult]{Table: table.New(cols, []BeliefBuildResult{*r}), Text: func(out *bufio.Writer) {
		fmt.Fprintf(out, "%s: %s of at least %s, from %s at %s of %s\n", r.Path, table.Plural(m.Buckets, "bucket"), table.Plural(m.MinCards, "card"), table.Plural(m.Cards, "card"), table.Plural(m.Turns, "turn"), table.Plural(m.Games, "game"))
	}}
	return out.Write(w, f)
}

// Run replays the games and counts.
func (f *BeliefBuild) Run(ctx context.Context, host *Host) (Result, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	if f.Least < 1 {
		return nil, fmt.Errorf("--least is %d: want at least 1", f.Least)
	}
	out := OutFile{Option: "out", Path: f.Out, Overwrite: f.Overwrite}
	if err := out.Check(false); err != nil {
		return nil, err
	}
	d, err := datasets.Open(f.Dir)
	if err != nil {
		return nil, err
	}
	counts := new(opponent.HandTableCounts)
	if err := eachGinTurn(ctx, host, d, func(o *gin.Observation, hand card.Cards) { counts.Add(o, hand) }); err != nil {
		return nil, err
	}
	b := counts.Table(tableMeta(d), f.Least)
	if err := out.Write(func(w io.Writer) error { _, err := b.WriteTo(w); return err }); err != nil {
		return nil, err
	}
	return &BeliefBuildResult{f.Out, b}, nil
}

// tableMeta returns the description of a dataset for the metadata of a table.
func tableMeta(d *datasets.Dataset) opponent.HandTableMeta {
	m := d.Meta()
	meta := opponent.HandTableMeta{
		Env: m.Env, Rules: m.Rules, Agents: m.AgentNames(), Games: d.Manifest.Episodes,
	}
	for _, r := range m.Runs {
		meta.Seeds = append(meta.Seeds, r.Seed)
	}
	return meta
}

// eachGinTurn replays the games of a dataset and calls visit after each turn that ended with
// a discard, with the observation of the other player and the hand of the player.
func eachGinTurn(ctx context.Context, host *Host, d *datasets.Dataset, visit func(o *gin.Observation, hand card.Cards)) error {
	if m := d.Meta(); m.Game != "gin" {
		return fmt.Errorf("%s contains games of %s: want games of Gin Rummy", d.Path, m.Env)
	}
	t, err := open.Table(d.Meta())
	if err != nil {
		return err
	}
	again, err := datasets.NewReplay(&t, d.Meta())
	if err != nil {
		return err
	}
	var o gin.Observation
	done, progress := 0, host.counter("games")
	for e, err := range d.Episodes() {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		hand, turns := 0, 0 // hand number and number of turns at the last visit
		err := again.Episode(e, func(_ int, s game.State) error {
			s.Observe(0, &o)
			n := len(o.History)
			if n == 0 || n == turns && o.HandNumber == hand || o.Knocker != game.NoPlayer {
				return nil
			}
			if last := o.History[n-1]; last.Source != gin.Passed && last.Discard != card.None {
				hand, turns = o.HandNumber, n
				s.Observe(last.Player, &o)
				held := o.Hand
				s.Observe(1-last.Player, &o)
				visit(&o, held)
			}
			return nil
		})
		if err != nil {
			return err
		}
		done++
		progress(done, int(d.Meta().Episodes()))
	}
	return nil
}
