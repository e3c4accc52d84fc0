package recipe

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"rummygym"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/train/league"
)

// A Plan is the content of a recipe file: steps, each of which runs a recipe with options that
// may name what earlier steps wrote. The steps run in one folder, in order. [ReadPlan] reads it.
type Plan struct {
	Name    string // the file, for errors
	About   string // what the steps make
	Minutes int    // that they take on two cores, 0 if unknown
	Steps   []*Step
	Text    []byte // of the file
}

// A Step of a plan runs the recipe of a command. What it writes has its name: a folder or a file.
// If the command has no option out, it is a file with the result as JSON.
type Step struct {
	Name, Command string

	where string // the file and the line, for errors
	flags []setting
}

// setting is an option of a step, as the file has it.
type setting struct {
	name  string
	value *yaml.Node
	where string
}

//go:embed builtin/*.yaml
var builtin embed.FS

// planEnding is the ending of the files of the built-in plans.
const planEnding = ".yaml"

// PlanNames returns the names of the built-in plans.
func PlanNames() []string {
	all, err := fs.Glob(builtin, "builtin/*"+planEnding)
	if err != nil {
		panic(err) // the pattern is valid
	}
	for i, name := range all {
		all[i] = strings.TrimSuffix(path.Base(name), planEnding)
	}
	return all
}

// Folder returns the name of the file without its folder and ending.
func (p *Plan) Folder() string {
	return strings.TrimSuffix(filepath.Base(p.Name), filepath.Ext(p.Name))
}

// ReadPlan returns the built-in plan of a name, or the plan in a file. With toy, its steps have the
// options of the section toy too.
func ReadPlan(name string, toy bool) (*Plan, error) {
	text, err := builtin.ReadFile(path.Join("builtin", name+planEnding))
	if err != nil {
		if text, err = safefile.ReadStream(name, maxSettings); errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `/\.`) {
			return nil, options.Usage(fmt.Errorf("%s is neither a built-in recipe%s nor a file: want %s, or a file", name, options.Suggest(name, PlanNames()), strings.Join(PlanNames(), ", ")))
		} else if err != nil {
			return nil, err
		}
	}
	p, err := parsePlan(name, text, toy)
	if err != nil {
		return nil, options.FileFault(err)
	}
	return p, nil
}

// parsePlan returns the plan of a text, whose steps have valid options.
func parsePlan(name string, text []byte, toy bool) (*Plan, error) {
	file, err := parseSettings(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if file.Kind == 0 || file.Content[0].Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s: want an object with the key \"steps\"", name)
	}
	p, toys := &Plan{Name: name, Text: text}, map[string][]setting{}
	var steps *yaml.Node
	for key, value := range pairs(file.Content[0]) {
		where := fmt.Sprintf("%s: line %d", name, key.Line)
		switch err = nil; key.Value {
		case "about":
			err = value.Decode(&p.About)
		case "minutes":
			err = value.Decode(&p.Minutes)
		case "steps":
			steps = value
		case "toy":
			for command, flags := range pairs(value) {
				if toys[command.Value], err = p.settings(flags); err == nil {
					err = checkCommand(command.Value)
				}
				if err != nil {
					return nil, fmt.Errorf("%s: toy: %w", where, err)
				}
			}
		default:
			err = fmt.Errorf("%q is not known: want about, minutes, steps or toy", key.Value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
	}
	if steps == nil || steps.Kind != yaml.SequenceNode || len(steps.Content) == 0 {
		return nil, fmt.Errorf("%s: \"steps\": want a list of steps, such as \"- {name: run, command: train mc, flags: {steps: 100}}\"", name)
	}
	if toy && len(toys) == 0 {
		return nil, fmt.Errorf("%s: it has no section \"toy\" with flags of small runs, such as \"toy: {train mc: {steps: 2, games: 8}}\"", name)
	}
	for _, node := range steps.Content {
		if err := p.add(node, toys, toy); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// pairs returns the keys and values of an object, none of another node.
func pairs(n *yaml.Node) func(yield func(key, value *yaml.Node) bool) {
	return func(yield func(key, value *yaml.Node) bool) {
		if n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i], n.Content[i+1]) {
				return
			}
		}
	}
}

// checkCommand returns an error unless a step can run a command.
func checkCommand(name string) error {
	if slices.Contains(Names(), name) {
		return nil
	}
	return fmt.Errorf("%q is not a command of a step%s: want %s", name, options.Suggest(name, Names()), strings.Join(Names(), ", "))
}

// settings returns the options in an object.
func (p *Plan) settings(flags *yaml.Node) (all []setting, err error) {
	if flags.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("line %d: want an object of flags, such as \"seed: 2\"", flags.Line)
	}
	for key, value := range pairs(flags) {
		all = append(all, setting{key.Value, value, fmt.Sprintf("%s: line %d", p.Name, key.Line)})
	}
	return all, nil
}

// stepName is what a step can be called: its name is that of a file.
var stepName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*$`)

// add adds the step of a node, and checks it.
func (p *Plan) add(node *yaml.Node, toys map[string][]setting, toy bool) error {
	s := &Step{where: fmt.Sprintf("%s: line %d: step %d", p.Name, node.Line, len(p.Steps)+1)}
	fault := func(err error) error { return fmt.Errorf("%s: %w", s.where, err) }
	if node.Kind != yaml.MappingNode {
		return fault(errors.New("want an object with the keys name, command and flags"))
	}
	for key, value := range pairs(node) {
		var err error
		switch key.Value {
		case "name":
			s.Name = value.Value
			s.where += ", " + s.Name
		case "command":
			s.Command = value.Value
		case "flags":
			s.flags, err = p.settings(value)
		default:
			err = fmt.Errorf("%q is not known: want name, command or flags", key.Value)
		}
		if err != nil {
			return fault(err)
		}
	}
	switch {
	case !stepName.MatchString(s.Name) || s.Name == recordFolder:
		return fault(fmt.Errorf("name %q: want small letters, digits, \".\", \"-\" and \"_\", and not %q", s.Name, recordFolder))
	case slices.ContainsFunc(p.Steps, func(o *Step) bool { return o.Name == s.Name }):
		return fault(errors.New("an earlier step has its name"))
	}
	if err := checkCommand(s.Command); err != nil {
		return fault(err)
	}
	if toy {
		for _, t := range toys[s.Command] {
			if i := slices.IndexFunc(s.flags, func(f setting) bool { return f.name == t.name }); i >= 0 {
				s.flags[i] = t
			} else {
				s.flags = append(s.flags, t)
			}
		}
	}
	for i, f := range s.flags {
		value, err := p.expand(f.value)
		if err != nil {
			return fmt.Errorf("%s: step %s: %s: %w", f.where, s.Name, f.name, err)
		}
		s.flags[i].value = value
	}
	r, err := s.Recipe()
	if err != nil {
		return err
	}
	if err := checkAgents(r); err != nil {
		return fault(err)
	}
	p.Steps = append(p.Steps, s)
	return nil
}

// stepReference is a text that stands for what an earlier step wrote. A training writes networks to its folder.
var stepReference = regexp.MustCompile(`\$\{([^}]*)\}(/[a-z0-9.]*)?`)

// expand returns the node with the names of files in place of references.
func (p *Plan) expand(n *yaml.Node) (*yaml.Node, error) {
	var fault error
	c := *n
	c.Value = stepReference.ReplaceAllStringFunc(n.Value, func(text string) string {
		parts := stepReference.FindStringSubmatch(text)
		name, file := parts[1], parts[2]
		i := slices.IndexFunc(p.Steps, func(s *Step) bool { return s.Name == name })
		if i < 0 {
			fault = fmt.Errorf("${%s} is no earlier step", name)
			return text
		}
		r, _ := New(p.Steps[i].Command) // it was checked
		if _, trains := r.(Training); trains && file != "/best.safetensors" && file != "/last.safetensors" {
			fault = fmt.Errorf("%s: want a network of the training, ${%s}/last.safetensors or ${%s}/best.safetensors", text, name, name)
		} else if !trains && file != "" {
			fault = fmt.Errorf("%s: want ${%s}, because the step writes only that", text, name)
		}
		return name + file
	})
	c.Content = nil
	for _, child := range n.Content {
		e, err := p.expand(child)
		if err != nil {
			return nil, err
		}
		c.Content = append(c.Content, e)
	}
	return &c, fault
}

// unsettable lists the options that a plan sets, or that have no meaning in one.
var unsettable = append([]string{"checkpoint", "overwrite", "part", "merge", "shards"}, placeFlags...)

// Recipe returns the recipe of the step with its options.
func (s *Step) Recipe() (Recipe, error) {
	r, err := New(s.Command)
	if err != nil {
		return nil, err
	}
	list := r.Options()
	for _, f := range s.flags {
		o := list.Find(f.name)
		switch {
		case slices.Contains(unsettable, f.name):
			err = fmt.Errorf("%s: leave it out: it follows from the name of the step", f.name)
		case o == nil:
			err = fmt.Errorf("%q is not a flag of %q%s", f.name, s.Command, options.Suggest(f.name, list.Names()))
		default:
			err = setNode(o, f.name, f.value)
		}
		if err == nil {
			o.Given = true
			err = o.Check()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: step %s: %w", f.where, s.Name, err)
		}
	}
	if list.Find("out") != nil {
		err = list.Set("out", s.Name)
	}
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.where, err)
	}
	return r, nil
}

// Line returns the command line of the step, for the folder of the plan.
func (s *Step) Line() (string, error) {
	r, err := s.Recipe()
	if err != nil {
		return "", err
	}
	var line bytes.Buffer
	line.WriteString("rummygym " + s.Command)
	named := ""
	for _, f := range s.flags {
		o := r.Options().Find(f.name)
		switch _, list := o.Value.(options.Slice); {
		case o.Argument:
			for _, text := range o.Texts() {
				line.WriteString(" " + options.Quote(text))
			}
		case o.Type() == "stringArray":
			for _, text := range o.Texts() {
				named += fmt.Sprintf(" --%s %s", f.name, options.Quote(text))
			}
		case list:
			text := o.String() // in brackets
			named += fmt.Sprintf(" --%s %s", f.name, options.Quote(text[1:len(text)-1]))
		case o.Bare == o.String():
			named += " --" + f.name
		case o.Bare != "":
			named += fmt.Sprintf(" --%s=%s", f.name, options.Quote(o.String()))
		default:
			named += fmt.Sprintf(" --%s %s", f.name, options.Quote(o.String()))
		}
	}
	if r.Options().Find("out") != nil {
		named += " --out " + s.Name
	} else {
		named += " --format json > " + s.Name
	}
	return line.String() + named, nil
}

// builtInAgent is an agent that needs no file.
var builtInAgent = regexp.MustCompile(`^[a-z0-9-]+(:[a-z0-9-]+(=[a-z0-9.-]+)?)*$`)

// checkAgents returns an error for the first agent in the options of a recipe that is not known. It leaves out agents with
// files, which earlier steps may write, and those of a published set, which has its own rules.
func checkAgents(r Recipe) error {
	if r.Rules() == nil || r.Options().Given("recipe") {
		return nil
	}
	rules, err := r.Rules().Rules()
	if err != nil {
		return err
	}
	for _, o := range r.Options() {
		if o.Complete != options.Agents || !o.Given {
			continue
		}
		for _, text := range o.Texts() {
			shares, err := league.ParseShares(text)
			if text == "" {
				continue
			} else if err != nil {
				return fmt.Errorf("%s: %w", o.Name, err)
			}
			for _, s := range shares {
				if s.Name == league.SelfName || s.Name == league.PastName || !builtInAgent.MatchString(s.Name) {
					continue
				}
				if _, _, err := rummygym.OpenAgent(rules, s.Name); err != nil {
					return fmt.Errorf("%s: %w", o.Name, err)
				}
			}
		}
	}
	return nil
}
