package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/search"
	"rummygym/internal/arena/review"
	"rummygym/internal/catalog"
	"rummygym/internal/session"
	"rummygym/internal/web"
)

// review reviews the last game of records.
func (e *Engine) review(ctx context.Context, r *Request, progress func(done, total int)) (*web.Review, error) {
	games, err := session.ReadGames([]byte(r.Records))
	if err != nil {
		return nil, err
	}
	rec := games[len(games)-1]
	if rec.Viewer != game.NoPlayer {
		return nil, fmt.Errorf("the record holds what seat %d saw, and a review needs the record of the whole game", rec.Viewer)
	}
	g, err := catalog.RecordGame(&rec.Header)
	if err != nil {
		return nil, err
	}
	rules, err := catalog.RulesOf(g)
	if err != nil {
		return nil, err
	}
	if err := e.load(rules, append([]string{search.Name}, rules.Type().Reviewers...)...); err != nil {
		return nil, err
	}
	c, agent, err := catalog.ReviewConfig(rules, catalog.ReviewAgent(rules), search.Gain)
	if err != nil {
		return nil, err
	}
	c.Seed = 1 // as the command's, so that it says the same
	if e.config.Slow && c.Search.Horizon > 0 {
		c.Search.Rollouts /= 4
	}
	c.Search.Rollouts = cmp.Or(r.Rollouts, c.Search.Rollouts)
	reviewer, err := review.New(c)
	if err != nil {
		return nil, err
	}
	seats := r.Seats
	if len(seats) == 0 {
		seats = session.ReviewedSeats(rec)
	}
	found, err := reviewer.Review(ctx, rec, seats, progress)
	if err != nil {
		return nil, err
	}
	return PageReview(found, c.Game, rules.Type().Phrases, ReviewedBy(c.Search.Rollouts, agent, search.Gain)), nil
}

// ReviewedBy says for people how a review was made.
func ReviewedBy(rollouts int, agent string, goal search.Goal) string {
	return fmt.Sprintf("%d roll-outs per decision by %s, for %s", rollouts, agent, map[search.Goal]string{search.Gain: "points", search.Win: "win"}[goal])
}

// PageReview returns the data of a page of a review of a game with its phrases, rounded to what the page shows. By says for people
// how it was made.
func PageReview(r *review.Review, g record.Described, phrases record.Phrases, by string) *web.Review {
	words := record.Words{Phrases: phrases, Card: symbols}
	text := func(obs game.Observation, a game.Action) string {
		c := record.Choose(g, obs, a)
		return words.Choice(&c)
	}
	estimate := func(e review.Estimate) web.Estimate {
		return web.Estimate{Points: rounded(e.Points, 100), PointsError: rounded(e.PointsError, 100), Win: rounded(e.Win, 10_000), WinError: rounded(e.WinError, 10_000)}
	}
	out := &web.Review{By: by, Decisions: []web.Decision{}}
	for _, d := range r.Decisions {
		to := web.Decision{
			Event: d.Event, Text: text(d.Obs, d.Made.Action), Made: estimate(d.Made.Estimate), Cost: estimate(d.Cost), Mistake: d.Mistake, Reasons: d.Reasons, Facts: web.Facts(d.Made.Facts),
		}
		for _, m := range d.Others {
			to.Alternatives = append(to.Alternatives, web.Alternative{Text: text(d.Obs, m.Action), Estimate: estimate(m.Estimate), Facts: web.Facts(m.Facts), Line: m.Line})
		}
		out.Decisions = append(out.Decisions, to)
	}
	return out
}

// rounded rounds to a fraction of 1.
func rounded(x, fraction float64) *float64 {
	x = math.Round(x*fraction) / fraction
	return &x
}
