package recipe

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/internal/options"
)

// A PublishedSet is a dataset of a paper: defaults of the options of collect, whose option recipe names it, and the attempts at a deal.
type PublishedSet struct {
	Name    string
	Games   int      // number of deals
	BestOf  int      // attempts at each, see collect.Config
	EndedBy []string // endings of the attempts that can be the best, nil with one attempt

	agents string
}

// PublishedSets lists the datasets of truong2021datadriven ("The Data"), of which "train data --head discard" takes
// the hands after the discards of one player. The numbers of games give the paper's numbers of
// rows; it states none for all plays of Simple: 270,000 games give as many rows as one play
// of each game of Simple.
//
// Of the text ("for each initial pair of hands") three properties differ, inferred from the scores
// and losses that the authors published (docs/reproduction.md, "truong2021datadriven"): the attempts
// share only what the random player sees of the deal; hands that end in an undercut are left
// out; and a few rows of Random-256 are too poor to be the best of 256. The set random-4
// makes as many such rows; a network is trained on both sets together.
var PublishedSets = []PublishedSet{
	{"simple", 1_690_000, 1, nil, "simple,simple"},
	{"simple-all", 270_000, 1, nil, "simple,simple"},
	{"random-16", 1_002_000, 16, knockOrGin, "random-unmelded,simple"},
	{"random-256", 990_000, 256, knockOrGin, "random-unmelded,simple"},
	{"random-4", 24_000, 4, knockOrGin, "random-unmelded,simple"},
}

var knockOrGin = []string{"knock", "gin"}

// setNames returns the names of the sets.
func setNames() []string {
	names := make([]string, len(PublishedSets))
	for i, s := range PublishedSets {
		names[i] = s.Name
	}
	return names
}

// publishedSet returns the named set and sets the options that are not given to its defaults. The empty name is a set of one attempt at
// each deal.
func publishedSet(list options.List, name string) (*PublishedSet, error) {
	if name == "" {
		return &PublishedSet{BestOf: 1}, nil
	}
	i := slices.IndexFunc(PublishedSets, func(s PublishedSet) bool { return s.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("--recipe: %q is not a recipe%s: want %s", name, options.Suggest(name, setNames()), strings.Join(setNames(), ", "))
	}
	s := &PublishedSets[i]
	for _, o := range [][2]string{
		{"game", "gin"}, {"agents", s.agents}, {"fields", "none"}, {"games", fmt.Sprint(s.Games)}, {"shard-games", "20000"},
	} {
		if list.Given(o[0]) {
			continue
		}
		if err := list.Set(o[0], o[1]); err != nil {
			return nil, fmt.Errorf("recipe %s: --%s: %w", name, o[0], err)
		}
	}
	return s, nil
}
