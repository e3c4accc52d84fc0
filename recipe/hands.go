package recipe

import (
	"context"

	"rummygym"
	"rummygym/arena/figure"
	"rummygym/arena/measure"
)

// Hands measures random hands of Indian Rummy. Its result is a [*measure.Hands].
type Hands struct {
	optionList `options:"-"`
	Hands      int    `option:"hands" default:"10000" range:"1:100000000" doc:"number of hands"`
	Seed       uint64 `option:"seed" default:"1" group:"Running" doc:"seed of the deals"`
	Plots      string `option:"plots" group:"Output" complete:"folder" doc:"write Figs. 1 to 4 of saha2025mindist as PNG and SVG to this folder"`
}

// NewHands returns the recipe of "hands" with its defaults.
func NewHands() *Hands {
	f := new(Hands)
	f.rules.Only = rummygym.Indian
	f.bind(f)
	return f
}

// Run deals the hands.
func (f *Hands) Run(ctx context.Context, host *Host) (Result, error) {
	rules, name, err := f.indian()
	if err != nil {
		return nil, err
	}
	hands, err := measure.RandomHands(ctx, rules.Rules, f.Hands, f.Seed, host.counter("hands"))
	if err != nil {
		return nil, err
	}
	hands.Rules = name
	if f.Plots == "" {
		return hands, nil
	}
	figures, err := hands.Figures()
	if err != nil {
		return hands, err
	}
	return hands, figure.SaveAll(host.log(), f.Plots, figures...)
}

// indian returns the rules of Indian Rummy that the options choose, and their name. It checks all options.
func (s *optionList) indian() (r *rummygym.IndianRules, name string, err error) {
	if err := s.Validate(); err != nil {
		return nil, "", err
	}
	rules, err := s.rules.Rules()
	if err != nil {
		return nil, "", err
	}
	return rules.(*rummygym.IndianRules), rummygym.RulesName(s.rules.Preset(), rules), nil
}
