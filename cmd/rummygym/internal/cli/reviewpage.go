package cli

import (
	"math"

	"rummygym/agents/review"
	"rummygym/web"
)

// ReviewPage returns the data of a page of a review, rounded to what the page shows. By says for people how it was made.
func ReviewPage(r *review.Review, by string) *web.Review {
	estimate := func(e review.Estimate) web.Estimate {
		return web.Estimate{Points: rounded(e.Points, 100), PointsError: rounded(e.PointsError, 100), Win: rounded(e.Win, 10_000), WinError: rounded(e.WinError, 10_000)}
	}
	out := &web.Review{By: by}
	for _, d := range r.Decisions {
		to := web.Decision{
			Event: d.Event, Made: estimate(d.Made.Estimate), Cost: estimate(d.Cost), Mistake: d.Mistake, Reasons: d.Reasons, Facts: web.Facts(d.Made.Facts),
		}
		for _, m := range d.Others {
			to.Alternatives = append(to.Alternatives, web.Alternative{Estimate: estimate(m.Estimate), Facts: web.Facts(m.Facts), Line: m.Line})
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
