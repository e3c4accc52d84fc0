package figure

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// Ladder draws the ratings of agents with their intervals, the best at the top. An arrow is an
// interval without an end.
func Ladder(r *arena.Rating) *Figure {
	zero := "0 is the mean"
	if r.Anchor != "" {
		zero = "0 is " + r.Anchor
	}
	p := newPlot("Ratings", "Elo points ("+zero+")", "")
	l, names := &ladder{}, rated(r)
	var ticks []plot.Tick
	low, high := math.Inf(1), math.Inf(-1)
	for k, row := range r.Rows {
		y := float64(len(r.Rows) - k)
		l.steps = append(l.steps, ladderStep{y, row.Elo, row.EloInterval})
		ticks = append(ticks, plot.Tick{Value: y, Label: names[k]})
		for _, v := range []float64{row.Elo, row.EloInterval.Low, row.EloInterval.High} {
			if !math.IsInf(v, 0) && !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	room := max(20, 0.06*(high-low))
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low-room, high+room, 0.4, float64(len(r.Rows))+0.6
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Y.Tick.Length = 0
	p.X.Tick.Marker = shortTicks{}
	p.X.Padding, p.Y.Padding = 0, 0
	p.Add(l)
	f := &Figure{handsWidth, vg.Length(len(r.Rows))*0.7*vg.Centimeter + 3*vg.Centimeter, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 0.3*vg.Centimeter, -0.6*vg.Centimeter, 0.3*vg.Centimeter, -0.3*vg.Centimeter))
	}}
	return f.Captioned(measured(&r.Setup, thousands(r.Deals)+" deals from both seats", fmt.Sprintf("bars: %g %% intervals over deals", 100*r.Confidence)))
}

// rated returns the short names of the agents of a rating.
func rated(r *arena.Rating) []string {
	var names []string
	for _, row := range r.Rows {
		names = append(names, row.Name)
	}
	return short(names)
}

// ladderStep is an agent of a ladder.
type ladderStep struct {
	y, elo float64
	within stats.Interval
}

// ladder draws ratings with their intervals.
type ladder struct{ steps []ladderStep }

// Plot draws the ratings.
func (l *ladder) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(0.6)}, trX(0), c.Min.Y, trX(0), c.Max.Y)
	for _, s := range l.steps {
		y, x := trY(s.y), trX(s.elo)
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: vg.Points(0.6)}, c.Min.X, y, c.Max.X, y)
		line := draw.LineStyle{Color: bar, Width: vg.Points(1.2)}
		for _, end := range []float64{s.within.Low, s.within.High} {
			switch {
			case math.IsNaN(end):
			case math.IsInf(end, 0):
				tip, back := c.Max.X, -vg.Points(5)
				if end < 0 {
					tip, back = c.Min.X, vg.Points(5)
				}
				c.StrokeLine2(line, x, y, tip, y)
				c.FillPolygon(bar, []vg.Point{{X: tip, Y: y}, {X: tip + back, Y: y + vg.Points(3)}, {X: tip + back, Y: y - vg.Points(3)}})
			default:
				at := trX(end)
				c.StrokeLine2(line, x, y, at, y)
				c.StrokeLine2(line, at, y-vg.Points(3), at, y+vg.Points(3))
			}
		}
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: bar, Radius: vg.Points(2.6), Shape: draw.CircleGlyph{}}, vg.Point{X: x, Y: y})
	}
}

// LadderScores draws the scores of the pairs of a ladder, in the order of the ratings. Where the
// order of the ratings is that of the scores, the upper right half is blue; cycles are red there.
func LadderScores(r *arena.Rating) *Figure {
	h := &heat{
		title: "Score of the row against the column", rows: "agent", columns: "opponent", scale: squareRoot("score"),
		names: rated(r), colours: redBlue, ticks: []float64{0, 0.25, 0.5, 0.75, 1},
		value: func(i, j int) float64 { return r.Scores[i][j].Value },
		text:  func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) },
		shade: steepShade,
	}
	var errors []float64
	for _, row := range r.Scores {
		for _, score := range row {
			errors = append(errors, score.StdErr)
		}
	}
	return h.figure().Captioned(measured(&r.Setup, thousands(r.Deals)+" deals from both seats", fmt.Sprintf("scores ± at most %.3f (s.e.)", largest(errors))))
}
