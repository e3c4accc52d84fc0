package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/features/encoder"
	"rummygym/internal/catalog"
)

// rules returns the table of the options of a game, or of those named, with one column per preset.
func (p program) rules(g *catalog.GameType, only ...string) func() (string, error) {
	return func() (string, error) {
		text, err := p.run("rules", "--game", g.Name, "--format", "markdown")
		if err != nil || len(only) == 0 {
			return text, err
		}
		lines := strings.SplitAfter(text, "\n")
		return strings.Join(lines[:2], "") + strings.Join(slices.DeleteFunc(lines[2:], func(line string) bool {
			return !slices.ContainsFunc(only, func(name string) bool { return strings.HasPrefix(line, "| `--"+name+"` |") })
		}), ""), nil
	}
}

// agents returns the table of the agents of a game.
func agents(g *catalog.GameType) func() (string, error) {
	return func() (string, error) {
		var b strings.Builder
		b.WriteString("| agent | what it does | options |\n|---|---|---|\n")
		for _, e := range g.Agents() {
			var options []string
			for _, o := range e.Options {
				options = append(options, fmt.Sprintf("`%s=%s`", o.Name, strings.Join(o.Values, "\\|")))
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", e.Name, e.Doc, strings.Join(options, ", "))
		}
		return b.String(), nil
	}
}

// indianActions returns the table of the action space of Indian Rummy.
func indianActions() (string, error) {
	g, err := indian.New(indian.Paper())
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "`Discrete(%d)`\n\n| action | meaning | phase |\n|---|---|---|\n", g.NumActions())
	for _, a := range []game.Action{indian.Drop, indian.DrawStock, indian.DrawPile} {
		fmt.Fprintf(&b, "| %d | %s | %v |\n", a, g.ActionString(a), indian.Draw)
	}
	for _, of := range []func(card.Card) game.Action{indian.DiscardOf, indian.DeclareWith} {
		first, last := of(card.FromIndex(0)), of(card.Joker)
		fmt.Fprintf(&b, "| %d … %d | %s … %s | %v |\n", first, last, g.ActionString(first), g.ActionString(last), indian.Discard)
	}
	return b.String(), nil
}

// ginActions returns the table of the action space of Gin Rummy, with the phases in
// which random play under all presets found the actions legal.
func ginActions() (string, error) {
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
	rules.Starter, rules.KnockOrder = gin.FirstSeat, gin.KnockThenDiscard
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

// observations returns the table of the observation fields of a game for two players.
func observations(g *catalog.GameType, fields string) func() (string, error) {
	return func() (string, error) {
		x, _, err := g.Defaults().Encoder(fields)
		if err != nil {
			return "", err
		}
		text := fmt.Sprintf("`Box(%d)`, float32, with the fields in this order:\n\n%s", x.Layout().Size(), x.Layout().Markdown())
		names := map[*catalog.GameType][]string{catalog.Indian: each(encoder.AllIndianGroups), catalog.Gin: each(encoder.AllGinGroups)}[g]
		if names == nil {
			return text, nil
		}
		var groups []string
		for _, name := range names {
			x, _, err := g.Defaults().Encoder(name)
			if err != nil {
				return "", err
			}
			var fields []string
			for _, f := range x.Layout() {
				fields = append(fields, f.Name)
			}
			groups = append(groups, fmt.Sprintf("`%s` (%s)", name, strings.Join(fields, ", ")))
		}
		return text + "\nThe groups, and their fields: " + strings.Join(groups, "; ") + ".\n", nil
	}
}

// each returns the names of groups of fields.
func each[Groups ~uint32](all Groups) (names []string) {
	for g := Groups(1); g <= all; g <<= 1 {
		names = append(names, fmt.Sprint(g))
	}
	return names
}

// endings returns the ways in which a game ends.
func endings(g *catalog.GameType) func() (string, error) {
	return func() (string, error) {
		var words []string
		for _, e := range g.Endings {
			words = append(words, fmt.Sprintf("`%s`", e))
		}
		return strings.Join(words, ", ") + "\n", nil
	}
}

// guide tells how a game is played under its default rules.
func guide(g *catalog.GameType) func() (string, error) {
	return func() (string, error) {
		x := catalog.GuideOf(g.Defaults())
		if g.Deal != nil { // the page has the guide of a deal too
			deal := catalog.GuideOf(g.Deal.Defaults())
			x = record.Guide{Steps: x.Steps[:len(x.Steps)-len(deal.Steps)], Scores: x.Scores[:len(x.Scores)-len(deal.Scores)]}
		}
		return x.Text(nil), nil
	}
}
