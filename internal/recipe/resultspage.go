package recipe

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"rummygym/arena"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/table"
	"rummygym/internal/web"
)

// resultsPage is the option of the recipes whose results can be a page.
type resultsPage struct {
	HTML      string `option:"html" group:"Output" doc:"write ratings, scores of all pairs and the costliest game of each pair as a page to this HTML file"`
	costliest arena.Costliest
}

// file returns the file of the page.
func (p *resultsPage) file(overwrite bool) *OutFile {
	return &OutFile{Option: "html", Path: p.HTML, Overwrite: overwrite}
}

// watch has games kept for the page, if there is to be one.
func (p *resultsPage) watch(c *arena.Config) error {
	switch {
	case p.HTML == "":
		return nil
	case c.Game.Players() != 2 || len(c.Entrants) < 2:
		return fmt.Errorf("--html: %s at %d seats: want at least 2 agents, at 2 seats", table.Plural(len(c.Entrants), "agent"), c.Game.Players())
	case c.Part.Of > 0:
		return fmt.Errorf("--html: a part has no ratings: write the page when --resume joins all parts")
	}
	c.Costliest = &p.costliest
	return nil
}

// write writes the page of a rating.
func (p *resultsPage) write(own *shell, r *arena.Rating, overwrite bool) error {
	if p.HTML == "" {
		return nil
	}
	page, err := p.page(own, r)
	if err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	return p.file(overwrite).Write(func(w io.Writer) error {
		_, err := w.Write(page)
		return err
	})
}

// page returns the page of a rating.
func (p *resultsPage) page(own *shell, r *arena.Rating) ([]byte, error) {
	rules, err := own.rules.Rules()
	if err != nil {
		return nil, err
	}
	g, err := rules.NewGame()
	if err != nil {
		return nil, err
	}
	options, err := json.Marshal(rules)
	if err != nil {
		return nil, err
	}
	t := rules.Type()
	page := web.Results{Title: t.Title, Phrases: &t.Phrases, Notes: own.programs.Faults(),
		About: fmt.Sprintf("Rules %s, %s %s, seed %d", r.Rules, table.Thousands(float64(r.Played())), r.Terms.Games(), r.Seed)}
	finite := func(x float64) *float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	ranked := map[string]int{}
	for i := range r.Rows {
		row := &r.Rows[i]
		ranked[row.Name] = i
		a := web.ResultsAgent{Name: r.ShortName(slices.Index(r.Agents, row.Name)), Elo: row.Elo, Low: finite(row.EloInterval.Low), High: finite(row.EloInterval.High),
			Score: row.Score.Value, Gain: row.Gain.Value, Games: row.Games, Forfeits: row.Forfeits}
		for _, s := range r.Scores[i] {
			a.Scores = append(a.Scores, finite(s.Value))
		}
		page.Agents = append(page.Agents, a)
	}
	for a := range r.Agents {
		for b := range a {
			kept := p.costliest.Of(a, b)
			if kept == nil {
				continue
			}
			seats := []string{page.Agents[ranked[r.Agents[kept.Lineup[0]]]].Name, page.Agents[ranked[r.Agents[kept.Lineup[1]]]].Name}
			rec := &record.Record{Events: kept.Events}
			if rec.Header, err = record.NewHeader(g, t.Env, options, seats); err != nil {
				return nil, err
			}
			page.Games = append(page.Games, web.ResultsGame{Agents: [2]int{ranked[r.Agents[a]], ranked[r.Agents[b]]}, Points: kept.Points, Record: rec, Why: catalog.Reasons(rec)})
		}
	}
	return page.HTML()
}
