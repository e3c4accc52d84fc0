package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"rummygym/options"
)

// A Recipe is a named set of defaults of the flags of collect.
type Recipe struct {
	Name   string
	Games  int // number of deals
	BestOf int // attempts at each

	flags []string // such as "rows=last-play"
}

// Recipes lists the datasets of truong2021datadriven ("The Data"). In each the rows are the
// hands after the discards of one player. The numbers of games give the paper's numbers of
// rows; it states none for all plays of Simple: 270,000 games give as many rows as one play
// of each game of Simple.
//
// Three properties of the authors' sets are not in the text and were inferred from the scores
// and losses that they published (docs/reproduction.md, "truong2021datadriven"): the attempts
// share only what the random player sees of the deal; hands that end in an undercut are left
// out; and a few rows of Random-256 are too poor to be the best of 256. The recipe random-4
// makes as many such rows; a network is trained on both sets together.
var Recipes = []Recipe{
	truong("simple", "simple,simple", "last-play", 1_690_000, 1),
	truong("simple-all", "simple,simple", "plays", 270_000, 1),
	truong("random-16", "random-unmelded,simple", "last-play", 1_002_000, 16),
	truong("random-256", "random-unmelded,simple", "last-play", 990_000, 256),
	truong("random-4", "random-unmelded,simple", "last-play", 24_000, 4),
}

// truong returns the recipe of a dataset of truong2021datadriven.
func truong(name, agents, rows string, games, bestOf int) Recipe {
	r := Recipe{name, games, bestOf, []string{
		"game=gin", "episode=hand", "agents=" + agents, fmt.Sprint("best-of=", bestOf), "ended-by=knock,gin", "rows=" + rows, "rows-of=first",
		"after=hand,belief,macros", "fields=none", fmt.Sprint("games=", games), "shard-games=20000",
	}}
	if bestOf > 1 {
		r.flags = append(r.flags, "redeal=true")
	}
	return r
}

// recipeNames returns the names of the recipes.
func recipeNames() []string {
	names := make([]string, len(Recipes))
	for i, r := range Recipes {
		names[i] = r.Name
	}
	return names
}

// recipeHelp returns the part of the help of collect about recipes.
func recipeHelp() string {
	var b strings.Builder
	b.WriteString(`A recipe sets the flags that are not given. These are the sets of truong2021datadriven at the
paper's size; give --games for a smaller one, and for a later generation
--agents data-driven:network=FILE:explore=0.1,simple. Random-16-A is random-16 with the 24
permutations of the suits, which training makes: stored, they would be 24 times as large.
Random-256 is random-256 and random-4 together: its network needs some lost hands.
`)
	for _, r := range Recipes {
		fmt.Fprintf(&b, "\n  %-10s --%s", r.Name, strings.ReplaceAll(strings.Join(r.flags, " --"), "=", " "))
	}
	return b.String()
}

// applyRecipe sets the flags of the named recipe that are not given on the command line. The
// empty name is no recipe.
func applyRecipe(fs *pflag.FlagSet, name string) error {
	if name == "" {
		return nil
	}
	i := slices.IndexFunc(Recipes, func(r Recipe) bool { return r.Name == name })
	if i < 0 {
		return fmt.Errorf("--recipe: %q is not a recipe%s: want %s", name, options.Suggest(name, recipeNames()), strings.Join(recipeNames(), ", "))
	}
	for _, flag := range Recipes[i].flags {
		name, value, _ := strings.Cut(flag, "=")
		if fs.Changed(name) {
			continue
		}
		if err := fs.Set(name, value); err != nil {
			return fmt.Errorf("recipe %s: --%s: %w", Recipes[i].Name, name, err)
		}
	}
	return nil
}
