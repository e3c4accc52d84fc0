package matchvalue

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"rummygym/env/gin"
	"rummygym/env/series"
)

//go:embed hands.csv
var file string

// measured returns the results of hands by a preset of Gin Rummy.
func measured(preset string) (results []Result) {
	for line := range strings.Lines(file) {
		var r Result
		if rest, ok := strings.CutPrefix(line, preset+","); ok {
			if _, err := fmt.Sscanf(rest, "%d,%f", &r.Gain, &r.Count); err != nil {
				panic(err) // a test reads the file
			}
			results = append(results, r)
		}
	}
	return results
}

// key is what the values of races depend on.
type key struct {
	preset string
	target int
}

var kept sync.Map // from key to func() *Table

// maxTarget is the target up to which Of has values: their number is its square.
const maxTarget = 1000

// Of returns the values of a race of Gin hands, which it computes once: those of the preset that its bonuses are nearest to. It returns
// nil for a race of several games or to more than 1,000 points.
func Of(race *series.Rules, hand *gin.Rules) *Table {
	if race.Games != 1 || race.Target > maxTarget {
		return nil
	}
	k := key{"eaai", race.Target}
	switch {
	case hand.BigGinBonus > 0:
		k.preset = "classic"
	case hand.GinBonus < gin.EAAI().GinBonus:
		k.preset = "uk"
	}
	of, ok := kept.Load(k)
	if !ok {
		of, _ = kept.LoadOrStore(k, sync.OnceValue(func() *Table { return New(k.target, measured(k.preset)) }))
	}
	return of.(func() *Table)()
}
