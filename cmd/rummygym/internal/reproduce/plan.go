package reproduce

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/recipe"
	"rummygym/train"
)

// step is one command line of a run.
type step struct {
	name   string        // such as "train simple/mlp"
	recipe recipe.Recipe // that the command line runs, nil if it runs none; see plan.addRecipe
	args   []string      // of the command line
	files  []string      // what it has written when it ends, see stepRecord
	output string        // file that takes standard output, "" for the log

	choose, networks []string // copy the one of networks with the best result of eval, see plan.choose

	oneCore bool    // whether the step keeps only one core busy
	seconds float64 // expected time on one core

	done bool // see plan.check
}

// command returns the command line to run now: one that resumes if the step began before.
func (s *step) command() []string {
	switch r := s.recipe.(type) {
	case *recipe.Collect:
		if safefile.Exists(r.Out) {
			return append(slices.Clip(s.args), "--resume")
		}
	case *recipe.Discard:
		if safefile.Exists(filepath.Join(r.Folder(), train.ConfigFile)) {
			return []string{"train", "discard", "--resume", r.Folder()}
		}
	}
	return s.args
}

// line returns the command line as a person would type it.
func (s *step) line() string {
	if s.choose != nil {
		return fmt.Sprintf("cp %s %s # the network with the most wins in %s", filepath.Join("RUN", train.LastFile), options.Quote(s.files[0]), strings.Join(s.choose, ", "))
	}
	words := []string{"rummygym"}
	for _, a := range s.args {
		words = append(words, options.Quote(a))
	}
	if s.output != "" {
		words = append(words, ">", options.Quote(s.output))
	}
	return strings.Join(words, " ")
}

// plan is the steps of a run. Those of a stage do not depend on each other.
type plan struct {
	dir    string
	with   Settings
	stages [][]*step
	cells  []cell
	err    error // of the first step whose options are not valid
}

// Expected times on one core, in seconds. They only serve the estimate of the time left,
// which the steps that have ended correct.
const (
	hand     = 5e-6   // of a hand of simple players
	match    = 12e-3  // of a match of a network against simple
	sample   = 5.5e-6 // of training Dual Inception with 4 filters on a row
	sample16 = 22e-6  // with 16 filters
	flat     = 2e-6   // of training an MLP on a row
)

// published returns the published set of a name. Sets of later generations are made as Random-16.
func published(set string) recipe.PublishedSet {
	i := slices.IndexFunc(recipe.PublishedSets, func(s recipe.PublishedSet) bool { return s.Name == set })
	if i < 0 {
		return published("random-16")
	}
	return recipe.PublishedSets[i]
}

// newPlan returns the steps of a run in the folder dir. The options of all of them are valid.
func newPlan(dir string, s Settings) (*plan, error) {
	p := &plan{dir: dir, with: s, stages: make([][]*step, 1)}
	for _, r := range recipe.PublishedSets {
		p.collect(r.Name, r, nil)
	}
	p.next()
	for _, c := range append(paperCells(), cell{set: "random-256", network: "dual-inception", augmented: true}) {
		p.train(c)
		for k := 1; k < s.Seeds; k++ {
			c.seed = s.Seed + uint64(k)
			p.train(c)
		}
	}
	p.next()
	for _, c := range p.cells {
		p.play(c)
	}
	p.choose()
	p.next()
	for _, c := range p.otherCells() {
		p.cells = append(p.cells, c)
		p.play(c)
	}
	p.next()
	p.figures()
	for n := 2; n <= s.Generations; n++ {
		p.generation(n)
	}
	return p, p.err
}

// next begins a new stage.
func (p *plan) next() {
	if len(p.stages[len(p.stages)-1]) > 0 {
		p.stages = append(p.stages, nil)
	}
}

func (p *plan) add(s *step) {
	last := len(p.stages) - 1
	p.stages[last] = append(p.stages[last], s)
}

// addRecipe adds the step that runs the recipe of a name with options, given as names and values in turn.
func (p *plan) addRecipe(s *step, name string, values ...string) {
	var err error
	if s.recipe, err = recipe.New(name); err == nil {
		err = s.set(values)
	}
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("step %s: %w", s.name, err)
	}
	if s.args = append(strings.Fields(name), s.args...); s.output != "" {
		s.args = append(s.args, "--format", "json")
	}
	p.add(s)
}

// set sets options of the recipe, and appends them to the command line.
func (s *step) set(values []string) error {
	list := s.recipe.Options()
	for i := 0; i < len(values); i += 2 {
		name, value := values[i], values[i+1]
		if err := list.Set(name, value); err != nil {
			return err
		}
		if !list.Find(name).Argument {
			s.args = append(s.args, "--"+name)
		}
		s.args = append(s.args, value)
	}
	return s.recipe.Validate()
}

func (p *plan) data(name string) string    { return filepath.Join(p.dir, "data", name) }
func (p *plan) network(name string) string { return filepath.Join(p.dir, "runs", name) }
func (p *plan) result(name string) string {
	return filepath.Join(p.dir, "results", strings.ReplaceAll(name, "/", "-")+".json")
}

// set returns the folders of the data of a set, separated by commas.
func (p *plan) set(name string) string {
	if name == "random-256" {
		return p.data(name) + "," + p.data("random-4")
	}
	return p.data(name)
}

// deals returns the number of deals of a set at the scale of the run.
func (p *plan) deals(r recipe.PublishedSet) int {
	return max(10, int(math.Round(float64(r.Games)*p.with.Scale)))
}

// collect adds the step that records the set of that name as a published one, with the agents of
// that unless others are given.
func (p *plan) collect(name string, r recipe.PublishedSet, agents []string) {
	dir := p.data(name)
	values := []string{"recipe", r.Name, "games", strconv.Itoa(p.deals(r)), "seed", strconv.FormatUint(p.with.Seed, 10), "out", dir}
	seconds := float64(p.deals(r)) * (float64(float64(r.BestOf)*hand) + 50e-6)
	if agents != nil {
		values = append(values, "agents", strings.Join(agents, ","))
		seconds *= 20
	}
	p.addRecipe(&step{name: "collect " + name, files: []string{filepath.Join(dir, "manifest.json")}, seconds: seconds}, "collect", values...)
}

// train adds the step that trains the network of a cell.
func (p *plan) train(c cell) {
	run, epochs := p.network(c.run()), p.with.Epochs
	values := []string{"data", p.set(c.set), "network", c.network}
	seconds := flat
	switch c.network {
	case "dual-inception":
		seconds = sample
	case "dual-inception-16":
		seconds = sample16
	}
	if c.augmented {
		epochs = p.with.AugmentedEpochs
		values = append(values, "augment", "suits")
		seconds *= 24
	}
	seconds *= 0.8 * float64(p.deals(published(c.set))*epochs)
	if c.set == "simple-all" {
		seconds *= 6 // plays of a hand
	}
	seed := p.with.Seed
	if c.seed != 0 {
		seed = c.seed
	}
	values = append(values, "epochs", strconv.Itoa(epochs), "seed", strconv.FormatUint(seed, 10), "workers", "1", "out", run)
	p.addRecipe(&step{
		name:  "train " + c.run(),
		files: []string{filepath.Join(run, train.CheckpointFile), filepath.Join(run, train.LastFile), filepath.Join(run, "residuals.svg")}, oneCore: true, seconds: seconds,
	}, "train discard", values...)
	c.agent = p.dataDriven(c)
	p.cells = append(p.cells, c)
}

// dataDriven returns the spec of the player with the network of a cell.
func (p *plan) dataDriven(c cell) string {
	return dataDriven(filepath.Join(p.network(c.run()), train.LastFile))
}

// dataDriven returns the spec of the player with the network at path.
func dataDriven(path string) string {
	if strings.Contains(path, ":") {
		path = "{" + path + "}"
	}
	return "data-driven:network=" + path
}

// play adds the step that plays the matches of a cell.
func (p *plan) play(c cell) { p.eval(c.run(), c.agent, p.with.Seed) }

// eval adds the step that plays the matches of an agent on the deals of a seed.
func (p *plan) eval(name, agent string, seed uint64) (result string) {
	result = p.result(name)
	p.addRecipe(&step{name: "eval " + name, output: result, files: []string{result}, seconds: float64(p.with.Matches) * match},
		"eval", "game", "gin", "agent", agent, "against", "simple", "games", strconv.Itoa(p.with.Matches),
		"seed", strconv.FormatUint(seed, 10), "confidence", "0.9")
	return result
}

// player returns the path of the network of generation 1, which plan.choose takes.
func (p *plan) player() string { return filepath.Join(p.dir, "player.safetensors") }

// choose adds the steps that choose one of the networks of several seeds, on other deals than
// those of the table.
func (p *plan) choose() {
	choice := &step{name: "choose", files: []string{p.player()}}
	for _, c := range p.cells {
		if c.set == "random-256" && c.augmented {
			choice.choose = append(choice.choose, p.eval("choose/"+c.run(), c.agent, p.with.Seed+1))
			choice.networks = append(choice.networks, filepath.Join(p.network(c.run()), train.LastFile))
		}
	}
	p.next()
	p.add(choice)
}

// figures adds the steps that draw Figures 2 and 4 and print the behaviour of Figure 6, of the
// first training of each network.
// Figure 5 is part of each training.
func (p *plan) figures() {
	dir := filepath.Join(p.dir, "figures")
	var data []string
	behaviour := []string{"train", "discard", "behaviour", "simple"}
	for _, x := range recipe.PublishedSets {
		var runs []string
		for _, c := range p.cells {
			if c.set != x.Name || c.augmented || c.seed != 0 {
				continue
			}
			runs = append(runs, p.network(c.run()))
			if c.network == "dual-inception" {
				behaviour = append(behaviour, c.agent)
			}
		}
		if runs == nil {
			continue // random-4 is a part of another set
		}
		if x.Name != "simple-all" {
			data = append(data, p.data(x.Name))
		}
		to := filepath.Join(dir, x.Name)
		p.addRecipe(&step{name: "figure 4 " + x.Name, files: []string{filepath.Join(to, "losses.svg")}, seconds: 1},
			"train discard figures", "title", x.Name, "runs", strings.Join(runs, ","), "out", to)
	}
	p.addRecipe(&step{name: "figure 2", files: []string{filepath.Join(dir, "scores.svg")}, seconds: 30},
		"train discard figures", "data", strings.Join(data, ","), "out", dir)
	path := filepath.Join(dir, "behaviour.txt")
	p.add(&step{name: "figure 6", args: behaviour, output: path, files: []string{path}, seconds: 1})
}

// generation adds the steps of generation n, which the paper sketches ("Conclusions and Future
// Work"): the player of generation 1 has the network of plan.player; later ones are trained
// on hands in which the player of the generation before, with some random discards, takes the
// place of the random player.
func (p *plan) generation(n int) {
	before := dataDriven(p.player())
	if n > 2 {
		before = p.dataDriven(cell{set: fmt.Sprint("generation-", n-1), network: "dual-inception"})
	}
	name := fmt.Sprint("generation-", n)
	p.next()
	p.collect(name, published("random-16"), []string{before + ":explore=0.2", "simple"})
	p.next()
	p.train(cell{set: name, network: "dual-inception", table: "generations"})
	c := p.cells[len(p.cells)-1]
	p.next()
	p.play(c)
}
