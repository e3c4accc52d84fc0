package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"rummygym/env/card"
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
	view, legal := new(gin.Observation), game.Mask{}
	meet := func(state game.State) { // the legal actions of a position
		state.Observe(state.Current(), view)
		state.Legal(&legal)
		for a := range legal.Each() {
			for i := range rows {
				if rows[i].first <= a && a <= rows[i].last {
					rows[i].phases[view.Phase] = true
				}
			}
		}
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
		state, src := g.NewTable(), rand.NewPCG(1, 2)
		for range 3000 {
			for g.Deal(state, src); state.Current() != game.NoPlayer; {
				meet(state)
				if err := state.Apply(legal.Nth(int(src.Uint64() % uint64(legal.Count())))); err != nil {
					return "", err
				}
			}
		}
	}
	// Random players do not meet big gin, of which no preset asks the knock before the discard.
	rules := gin.Classic()
	rules.Episode, rules.Starter, rules.KnockOrder = gin.Hand, gin.FirstSeat, gin.KnockThenDiscard
	g, err := gin.New(rules)
	if err != nil {
		return "", err
	}
	big, err := card.ParseAll("AC AD 2C 2D 3C KC 4C KD 5D QH 6D JS 7D 8H 9H 6S 9S 4H 9C 3H 9D") // the hands in turn, and the upcard
	if err != nil {
		return "", err
	}
	state, deck := g.NewTable(), card.BagOf(g.Deck()...).Minus(card.BagOf(big...)).Append(big)
	if err := g.DealDeck(state, deck, 0); err != nil {
		return "", err
	}
	for _, a := range []game.Action{gin.DrawUpcard, gin.Knock} {
		if err := state.Apply(a); err != nil {
			return "", err
		}
	}
	meet(state)
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
