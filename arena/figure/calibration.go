package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/arena"
)

// Reliability draws the share of decisions after which the agent won over its estimate, the mean of each bin,
// with two standard errors: a line for each opponent. Estimates that are right lie on the diagonal.
func Reliability(c *arena.Calibration) *Figure {
	p := newPlot("Estimates of winning of "+c.Agent, "estimate", "share won")
	p.Title.TextStyle.Font.Size = labelSize
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	p.Add(ruled{}, &plotter.Line{XYs: plotter.XYs{{}, {X: 1, Y: 1}}, LineStyle: draw.LineStyle{Color: color.Gray{0x90}, Width: vg.Points(0.8), Dashes: dashes}})
	for k := range c.Rows {
		r := &c.Rows[k]
		l := &plotter.Line{LineStyle: draw.LineStyle{Color: palette[k%len(palette)], Width: vg.Points(1.4)}}
		if k >= len(palette) {
			l.Dashes = dashes
		}
		e := &errorBars{line: l}
		for b := range r.Bins {
			if bin := &r.Bins[b]; bin.Decisions > 0 {
				l.XYs = append(l.XYs, plotter.XY{X: bin.Estimate.Value, Y: bin.Won.Value})
				e.half = append(e.half, 2*bin.Won.StdErr)
			}
		}
		p.Add(l, e)
		p.Legend.Add(fmt.Sprintf("%s: error %.3f", r.Opponent, r.Error), l)
	}
	key(p)
	p.Legend.Top, p.Legend.YOffs = false, vg.Points(4) // right estimates leave this corner empty
	p.X.Tick.Marker, p.Y.Tick.Marker = shortTicks{}, shortTicks{}
	deals := 0
	for _, r := range c.Rows {
		deals = max(deals, r.Deals)
	}
	return sheet(p).Captioned(measured(&c.Setup, fmt.Sprintf("%s deals against each opponent, from both seats", thousands(deals)), "bars: ± 2 s.e."))
}

// errorBars draws the points of a line with bars.
type errorBars struct {
	line *plotter.Line
	half []float64 // half the length of each bar; NaN for none
}

// Plot draws the points and bars.
func (e *errorBars) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	for i, pt := range e.line.XYs {
		x, y := trX(pt.X), trY(pt.Y)
		if h := e.half[i]; !math.IsNaN(h) {
			c.StrokeLine2(draw.LineStyle{Color: e.line.Color, Width: vg.Points(1)}, x, trY(max(0, pt.Y-h)), x, trY(min(1, pt.Y+h)))
		}
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: e.line.Color, Radius: vg.Points(2.2), Shape: draw.CircleGlyph{}}, vg.Point{X: x, Y: y})
	}
}
