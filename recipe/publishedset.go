package recipe

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/options"
)

// A PublishedSet is a dataset of a paper: a named set of defaults of the options of collect, whose
// option recipe names it.
type PublishedSet struct {
	Name   string
	Games  int // number of deals
	BestOf int // attempts at each

	settings []string // such as "rows=last-play"
}

// PublishedSets lists the datasets of truong2021datadriven ("The Data"). In each the rows are the
// hands after the discards of one player. The numbers of games give the paper's numbers of
// rows; it states none for all plays of Simple: 270,000 games give as many rows as one play
// of each game of Simple.
//
// Of the text ("for each initial pair of hands") three properties differ, inferred from the scores
// and losses that the authors published (docs/reproduction.md, "truong2021datadriven"): the attempts
// share only what the random player sees of the deal; hands that end in an undercut are left
// out; and a few rows of Random-256 are too poor to be the best of 256. The set random-4
// makes as many such rows; a network is trained on both sets together.
var PublishedSets = []PublishedSet{
	truong("simple", "simple,simple", "last-play", 1_690_000, 1),
	truong("simple-all", "simple,simple", "plays", 270_000, 1),
	truong("random-16", "random-unmelded,simple", "last-play", 1_002_000, 16),
	truong("random-256", "random-unmelded,simple", "last-play", 990_000, 256),
	truong("random-4", "random-unmelded,simple", "last-play", 24_000, 4),
}

// truong returns a dataset of truong2021datadriven.
func truong(name, agents, rows string, games, bestOf int) PublishedSet {
	s := PublishedSet{name, games, bestOf, []string{
		"game=gin", "episode=hand", "agents=" + agents, fmt.Sprint("best-of=", bestOf), "ended-by=knock,gin", "rows=" + rows, "rows-of=first",
		"after=hand,belief,macros", "fields=none", fmt.Sprint("games=", games), "shard-games=20000",
	}}
	if bestOf > 1 {
		s.settings = append(s.settings, "redeal=true")
	}
	return s
}

// setNames returns the names of the sets.
func setNames() []string {
	names := make([]string, len(PublishedSets))
	for i, s := range PublishedSets {
		names[i] = s.Name
	}
	return names
}

// applySet sets the options of the named set that are not given. The empty name is no set.
func applySet(list options.List, name string) error {
	if name == "" {
		return nil
	}
	i := slices.IndexFunc(PublishedSets, func(s PublishedSet) bool { return s.Name == name })
	if i < 0 {
		return fmt.Errorf("--recipe: %q is not a recipe%s: want %s", name, options.Suggest(name, setNames()), strings.Join(setNames(), ", "))
	}
	for _, setting := range PublishedSets[i].settings {
		name, value, _ := strings.Cut(setting, "=")
		if list.Given(name) {
			continue
		}
		if err := list.Set(name, value); err != nil {
			return fmt.Errorf("recipe %s: --%s: %w", PublishedSets[i].Name, name, err)
		}
	}
	return nil
}
