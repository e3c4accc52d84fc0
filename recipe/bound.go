package recipe

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rummygym"
	"rummygym/agents/learned"
	"rummygym/agents/search"
	"rummygym/arena"
	"rummygym/arena/contest"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
	"rummygym/train"
)

// A Bound finds an agent that beats another one, and plays it on new deals: a lower bound of what that agent loses to a best
// response, in games of any size. Its result is a [*BoundResult], of a part a [*PartResult].
type Bound struct {
	optionList  `options:"-"`
	Agent       string   `option:"agent" argument:"true" complete:"agents" doc:"agent to respond to, such as simple"`
	Responders  []string `option:"responder" complete:"agents" doc:"comma-separated candidates for the responder (default the agents of --playouts, a search with each of them, and the network of --train with its search)"`
	Playouts    []string `option:"playouts" complete:"agents" doc:"comma-separated agents; for each of them a search is tried, in whose roll-outs the agent plays the responder's seat (default the agent itself and the strongest fast agents of the game)"`
	Rollouts    int      `option:"rollouts" default:"300" range:"1:1000000" doc:"roll-outs of a search per decision"`
	Search      string   `option:"search" doc:"further options of the searches, for example slack=13:drop=yes"`
	Train       []string `option:"train" each:"true" doc:"first train a network against the agent, with this option of train mc, as NAME=VALUE, for example steps=40; can be repeated; needs --out"`
	SelectGames int      `option:"select-games" default:"400" range:"2:1000000000" doc:"number of games that each candidate plays in the selection of the responder, one from each seat of every deal"`
	SelectSeed  uint64   `option:"select-seed" default:"900001" doc:"seed of the games of --select-games, and of the games that select the best network"`
	Games       int      `option:"games" default:"2000" range:"2:1000000000" doc:"number of games that the responder plays for the bound, one from each seat of every deal"`
	Out         string   `option:"out" group:"Output" complete:"folder" doc:"folder for the training and all games; after a stop, run the same command again to continue"`
	Playing
	Parts
}

// NewBound returns the recipe of "exploit bound" with its defaults.
func NewBound() *Bound {
	f := new(Bound)
	f.bind(f)
	f.list = append(f.list, options.Bind(&f.programs)...)
	f.list.Find("seed").Doc = "seed of the deals and agents of --games"
	return f
}

// Answer is what a responder gains from an agent, in points per game, on average over both seats.
type Answer struct {
	Responder string  `json:"responder" doc:"responder"`
	Games     int     `json:"games" doc:"games, one from each seat of every deal"`
	Gain      float64 `json:"gain" doc:"mean gain of the responder per game: what the agent loses at least"`
	SE        float64 `json:"gain_se" doc:"its standard error over deals"`
	Low       float64 `json:"gain_low" doc:"lower end of its confidence interval"`
	High      float64 `json:"gain_high" doc:"upper end of its confidence interval"`
}

// answerOf returns what the responder gains by a row of an evaluation, in which it is the evaluated agent or the opponent.
func answerOf(name string, r *arena.EvaluationRow, opponent bool) Answer {
	a := Answer{name, 2 * r.Deals, r.Gain.Value, r.Gain.StdErr, r.GainInterval.Low, r.GainInterval.High}
	if opponent {
		a.Gain, a.Low, a.High = -a.Gain, -a.High, -a.Low
	}
	return a
}

// Learned is what a network in training gains from the agent.
type Learned struct {
	Step int     `json:"step" doc:"step of the training"`
	Gain float64 `json:"gain" doc:"mean gain of its network per game, on the deals of --select-seed"`
}

// BoundResult is what an agent loses at least to a best response.
type BoundResult struct {
	Rules      string
	Agent      string
	Answer               // on deals that chose nothing
	Rollouts   int       // per decision of the searches
	Trained    []string  // options of the training, nil without one
	Curve      []Learned // of the training
	Candidates []Answer  // on the deals of the selection; nil if there was one candidate
	Confidence float64
}

// Write writes the bound, and as JSON and text what it was chosen from.
func (r *BoundResult) Write(w io.Writer, f table.Format) error {
	cols := table.Fields[Answer]()
	cols.Text("agent", "agent that loses", func(*Answer) string { return r.Agent })
	cols.Text("rules", "name of the rules", func(*Answer) string { return r.Rules })
	out := table.Output[Answer]{Table: table.New(cols, []Answer{r.Answer}), Text: r.writeText}
	out.Document = table.Object{"rules", r.Rules, "agent", r.Agent, "confidence", r.Confidence, "bound", r.Answer,
		"rollouts", r.Rollouts, "train", r.Trained, "curve", r.Curve, "candidates", r.Candidates}
	return out.Write(w, f)
}

// writeText writes the result for people.
func (r *BoundResult) writeText(w *bufio.Writer) {
	fmt.Fprintf(w, "%s: %s loses at least %.3f points per game to a best response (%g %% interval %.3f to %.3f, %s of %s)\n",
		r.Rules, r.Agent, r.Gain, 100*r.Confidence, r.Low, r.High, table.Plural(r.Games, "game"), r.Responder)
	for _, l := range r.Curve {
		fmt.Fprintf(w, "after %d steps of training the network gains %.3f\n", l.Step, l.Gain)
	}
	if len(r.Candidates) == 0 {
		return
	}
	fmt.Fprintln(w)
	var v table.View[Answer]
	v.Add(func(a *Answer) []string { return []string{a.Responder} }, "candidate")
	v.Add(func(a *Answer) []string { return []string{fmt.Sprintf("%.3f", a.Gain)} }, "gain")
	v.Add(func(a *Answer) []string { return []string{fmt.Sprintf("%.3f to %.3f", a.Low, a.High)} }, "interval")
	v.Write(w, table.Ruled, r.Candidates)
}

// Validate returns an error if the options that depend on no file are not valid.
func (f *Bound) Validate() error {
	flag, divided := f.divided()
	path, err := f.path()
	switch {
	case err != nil:
		return err
	case f.Games%2 != 0 || f.SelectGames%2 != 0:
		return fmt.Errorf("--games %d and --select-games %d: want even numbers, because every deal is played from both seats", f.Games, f.SelectGames)
	case f.Seed == f.SelectSeed:
		return fmt.Errorf("--seed %d: the selection uses this seed, and the bound needs other deals", f.Seed)
	case len(f.Train) > 0 && f.Out == "":
		return errors.New("--train: want the folder of the network in --out")
	case divided && len(f.Responders) != 1:
		return fmt.Errorf("%s: %d responders: want one, as a run without parts has chosen it", flag, len(f.Responders))
	case f.Out != "" && path != "":
		return errors.New("--out has the files of games too: remove --checkpoint and --resume")
	}
	return cmp.Or(f.check(), f.list.Check())
}

// Run trains, selects and plays the responder.
func (f *Bound) Run(ctx context.Context, host *Host) (Result, error) {
	defer f.close(host)
	if err := f.Validate(); err != nil {
		return nil, err
	}
	rules, err := f.rules.Rules()
	if err != nil {
		return nil, err
	}
	if f.Out != "" {
		if err := os.MkdirAll(f.Out, 0o777); err != nil {
			return nil, options.FileFault(fmt.Errorf("--out: %w", err))
		}
	}
	r := &BoundResult{Rollouts: f.Rollouts, Confidence: f.Confidence, Trained: f.Train}
	candidates := f.Responders
	if len(f.Train) > 0 {
		network, err := f.learn(ctx, host, r)
		if err != nil {
			return nil, err
		}
		candidates = append(candidates, network)
		f.Playouts = append(f.playouts(rules), network)
	}
	if len(f.Responders) == 0 {
		playouts := f.playouts(rules)
		for _, p := range playouts {
			if !slices.Contains(candidates, p) {
				candidates = append(candidates, p)
			}
		}
		candidates = append(candidates, f.searches(playouts)...)
	}
	if len(candidates) > 1 {
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return c == f.Agent })
	}
	responder := candidates[0]
	if len(candidates) > 1 {
		if responder, err = f.choose(ctx, host, candidates, r); err != nil {
			return nil, err
		}
	}
	return f.test(ctx, host, responder, r)
}

// playouts returns the agents that play the responder's seat in roll-outs.
func (f *Bound) playouts(rules rummygym.Rules) []string {
	if f.Playouts != nil {
		return f.Playouts
	}
	all, names := []string{f.Agent}, map[string]bool{}
	if _, name, err := rummygym.OpenAgent(rules, f.Agent); err == nil { // otherwise it is said when it plays
		names[name] = true
	}
	for _, spec := range append([]string{rules.Type().Opponent}, rules.Type().Opponents...) {
		if _, name, err := rummygym.OpenAgent(rules, spec); err == nil && !names[name] {
			all, names[name] = append(all, spec), true
		}
	}
	return all
}

// searches returns the search agents that play by the agents of playouts, and know the agent that they answer.
func (f *Bound) searches(playouts []string) (all []string) {
	for _, p := range playouts {
		text := fmt.Sprintf("%s:playout={%s}:opponent={%s}:belief=moves:rollouts=%d", search.Name, p, f.Agent, f.Rollouts)
		if f.Search != "" {
			text += ":" + f.Search
		}
		all = append(all, text)
	}
	return all
}

// taken are the options of train mc that a [Bound] sets.
var taken = []string{"opponents", "out", "resume", "eval-against", "eval-seed", "best", "head"}

// learn trains a network against the agent, or goes on with it, and returns the agent that plays by it.
func (f *Bound) learn(ctx context.Context, host *Host, r *BoundResult) (spec string, err error) {
	rules, err := f.rules.Rules()
	if err != nil {
		return "", err
	}
	_, name, err := rummygym.OpenAgent(rules, f.Agent)
	if err != nil {
		return "", err
	}
	m, dir := NewMonteCarlo(), filepath.Join(f.Out, "train")
	m.training.rules = f.rules
	m.training.workers = f.Workers
	set := func(name, value string) {
		if err == nil {
			err = m.Options().Set(name, value)
		}
	}
	if safefile.Exists(filepath.Join(dir, train.ConfigFile)) {
		set("resume", dir)
	} else {
		set("out", dir)
	}
	set("opponents", f.Agent)
	set("head", "gain")
	set("eval-against", f.Agent)
	set("eval-seed", fmt.Sprint(f.SelectSeed))
	set("best", "gain/"+name)
	for _, text := range f.Train {
		name, value, ok := strings.Cut(text, "=")
		if !ok || slices.Contains(taken, name) || m.rules.Options().Find(name) != nil {
			return "", fmt.Errorf("--train %s: want an option of train mc, as in steps=40, but not %s or one of the rules, which are set", text, strings.Join(taken, ", "))
		}
		if set(name, value); err != nil {
			return "", fmt.Errorf("--train %s: %w", text, err)
		}
	}
	if err != nil {
		return "", err
	}
	res, err := m.Run(ctx, host)
	var stopped *StoppedError
	if errors.As(err, &stopped) {
		stopped.Resume, stopped.Parts = "", f.Out
	}
	if err != nil {
		return "", err
	}
	trained := res.(*TrainingResult)
	at := slices.Index(trained.Columns, "gain/"+name)
	for _, row := range trained.Rows {
		if !math.IsNaN(row[at]) {
			r.Curve = append(r.Curve, Learned{int(row[0]), row[at]})
		}
	}
	return fmt.Sprintf("%s:%s:head=gain", learned.Name, filepath.Join(dir, train.BestFile)), nil
}

// choose returns the candidate that gains most on the deals of the selection.
func (f *Bound) choose(ctx context.Context, host *Host, candidates []string, r *BoundResult) (string, error) {
	res, err := f.play(ctx, host, f.Agent, candidates, f.SelectGames, f.SelectSeed, "selection.arrow")
	if err != nil {
		return "", err
	}
	e, err := res.Evaluate(f.Confidence)
	if err != nil {
		return "", err
	}
	best := 0
	for i := range e.Rows {
		r.Candidates = append(r.Candidates, answerOf(e.Rows[i].Opponent, &e.Rows[i], true))
		if r.Candidates[i].Gain > r.Candidates[best].Gain {
			best = i
		}
	}
	return candidates[best], nil
}

// testFile is the file of the games of the bound in the folder of --out.
const testFile = "test.arrow"

// test plays the responder on new deals.
func (f *Bound) test(ctx context.Context, host *Host, responder string, r *BoundResult) (Result, error) {
	res, err := f.play(ctx, host, responder, []string{f.Agent}, f.Games, f.Seed, testFile)
	if err != nil {
		return nil, err
	}
	if res.Part != nil {
		return &PartResult{oneFile(f.Checkpoint), []*arena.Result{res}}, nil
	}
	e, err := res.Evaluate(f.Confidence)
	if err != nil {
		return nil, err
	}
	r.Rules, r.Agent, r.Answer = res.Rules, e.Rows[0].Opponent, answerOf(e.Agent, &e.Rows[0], false)
	return r, nil
}

// play plays an agent against others, every deal from both seats. Its games are kept in a file of the folder of --out; without one, those of the
// test as the options of checkpoints and parts say.
func (f *Bound) play(ctx context.Context, host *Host, agent string, against []string, games int, seed uint64, file string) (*arena.Result, error) {
	m := contest.Match{Rules: f.rules, Against: against, Games: games, Seed: seed, Workers: f.Workers, TwoSeats: true, Programs: &f.programs}
	path, resume := "", false
	switch {
	case f.Out != "":
		path = filepath.Join(f.Out, file)
		resume = safefile.Exists(path)
	case file == testFile:
		path, _ = f.path() // Validate has checked it
		resume = f.Resume != ""
	}
	var err error
	if file == testFile {
		if m.Part, err = f.parse(host, path); err != nil {
			return nil, err
		}
	}
	c, err := m.Config(m.BySpec(agent), f.rules.Preset())
	if err != nil {
		return nil, err
	}
	if file == testFile {
		if err := f.join(host, &c, oneFile, 0); err != nil {
			return nil, err
		}
	}
	if err := f.attach(&c, c.ResumeFrom, path, resume); err != nil {
		return nil, err
	}
	watch(&c, host)
	res, err := arena.Tournament(ctx, c)
	switch {
	case cutOff(ctx, err) && (f.Out != "" || file != testFile):
		return nil, &StoppedError{Progress: Progress{Unit: "games", Done: int64(res.Played()), Total: int64(c.Total())}, Parts: f.Out, Err: err}
	case cutOff(ctx, err):
		return nil, f.stop(err, "exploit-bound", c.Total(), oneFile, res)
	}
	return res, err
}
