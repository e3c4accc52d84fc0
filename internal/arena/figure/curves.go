package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"rummygym/arena/stats"
)

// Sizes of curves.
const (
	panelWidth  = 105 * vg.Millimeter
	panelHeight = 65 * vg.Millimeter
	maxDots     = 60 // a curve of more points has no dots
)

// Panel is a plot of [NewCurves].
type Panel struct {
	Title, Unit string // the unit may be ""
	Curves      []Curve
}

// Curve holds a value for each x. A value that is NaN or infinite is left out, and the line connects its neighbours.
type Curve struct {
	Name      string // in the legend of a panel with several curves
	Values    []float64
	Intervals []stats.Interval // of each value; nil for none
}

// NewCurves returns a figure of curves over the increasing numbers x, which label says what they are, two panels side by side.
func NewCurves(name, title, label string, x []float64, panels []Panel) *Figure {
	f := &Figure{Name: name, title: title, width: 2 * panelWidth}
	for i, panel := range panels {
		if i%2 == 0 {
			f.panels, f.height = append(f.panels, make([]*plot.Plot, 2)), f.height+panelHeight
		}
		f.panels[i/2][i%2] = panel.plot(label, x)
	}
	return f
}

// plot returns the plot of the curves, from 0 to the last x.
func (panel *Panel) plot(label string, x []float64) *plot.Plot {
	p := newPlot(panel.Title)
	p.X.Label.Text, p.Y.Label.Text = label, panel.Unit
	p.Add(plotter.NewGrid())
	for i, k := range panel.Curves {
		l, dots := &plotter.Line{LineStyle: lineStyle(i)}, &plotter.Scatter{GlyphStyle: dotStyle(i)}
		bars := &plotter.YErrorBars{LineStyle: lineStyle(i)}
		bars.Dashes = nil
		for j, v := range k.Values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			l.XYs = append(l.XYs, plotter.XY{X: x[j], Y: v})
			if k.Intervals != nil {
				bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{v - k.Intervals[j].Low, k.Intervals[j].High - v})
			}
		}
		p.Add(l)
		if bars.YErrors != nil {
			bars.XYs = l.XYs
			p.Add(bars)
		}
		if len(l.XYs) <= maxDots {
			dots.XYs = l.XYs
			p.Add(dots)
		}
		if n := len(panel.Curves); n > 1 {
			p.Legend.Add(k.Name, l)
		}
	}
	p.X.Min, p.X.Max = 0, slices.Max(x)
	if n := float64(len(panel.Curves)); n > 1 && p.Y.Max > p.Y.Min {
		p.Legend.Top = true
		p.Y.Max += 0.14 * n * (p.Y.Max - p.Y.Min) // for the legend
	}
	return p
}
