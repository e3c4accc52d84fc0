package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"rummygym/env/game"
	"rummygym/env/gin"
)

// pageGinBaselines returns the win rates of the last recorded tournament of
// Gin Rummy, or "" if there is none.
func pageGinBaselines() (string, error) {
	return pageRates("tournament-gin.csv", "balanced", "Share of matches that the agent of the row wins against the agent of the column; %s matches from each seat, preset `eaai`.")
}

// pageGinActions returns the table of the action space of Gin Rummy, with the phases in
// which random play under all presets found the actions legal.
func pageGinActions() (string, error) {
	rows := []struct {
		first, last game.Action
		meaning     string
		phases      [gin.Over]bool
	}{
		{first: 0, last: gin.DrawUpcard - 1, meaning: "discard or lay off"},
		{first: gin.DrawUpcard, last: gin.DrawUpcard},
		{first: gin.DrawStock, last: gin.DrawStock},
		{first: gin.Pass, last: gin.Pass},
		{first: gin.Knock, last: gin.Knock},
		{first: gin.FirstMeld, last: game.Action(gin.NumActions - 1)},
	}
	var g *gin.Game
	for _, name := range gin.PresetNames() {
		rules, err := gin.Preset(name)
		if err != nil {
			return "", err
		}
		rules.Episode = gin.Hand
		if g, err = gin.New(rules); err != nil {
			return "", err
		}
		state, view, src := g.NewTable(), new(gin.Observation), rand.NewPCG(1, 2)
		var legal game.Mask
		for range 3000 {
			for g.Deal(state, src); state.Current() != game.NoPlayer; {
				state.Observe(state.Current(), view)
				state.Legal(&legal)
				for a := range legal.Each() {
					for i := range rows {
						if rows[i].first <= a && a <= rows[i].last {
							rows[i].phases[view.Phase] = true
						}
					}
				}
				if err := state.Apply(legal.Nth(int(src.Uint64() % uint64(legal.Count())))); err != nil {
					return "", err
				}
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "`Discrete(%d)`\n\n| action | meaning | phase |\n|---|---|---|\n", g.NumActions())
	for _, r := range rows {
		var phases []string
		for p, met := range r.phases {
			if met {
				phases = append(phases, gin.Phase(p).String())
			}
		}
		number, what := fmt.Sprint(r.first), g.ActionString(r.first)
		if r.last > r.first {
			number, what = fmt.Sprintf("%d … %d", r.first, r.last), fmt.Sprintf("%s … %s", what, g.ActionString(r.last))
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", number, strings.TrimSpace(r.meaning+" "+what), strings.Join(phases, ", "))
	}
	return b.String(), nil
}
