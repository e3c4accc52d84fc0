package figure

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"rummygym/arena/stats"
)

// Sizes of rows.
const (
	rowHeight    = 7 * vg.Millimeter
	measureWidth = 75 * vg.Millimeter
	axisHeight   = 12 * vg.Millimeter
)

// Measure is a quantity of [NewRows].
type Measure struct {
	Label     string           // of the axis, with the unit
	Line      float64          // where a vertical line is drawn
	Values    []float64        // of each row
	Intervals []stats.Interval // of each row
}

// NewRows returns a figure of estimates with their intervals: a row for each name, the first at the top, and a panel for each
// measure. A value that is NaN is left out, and an end of an interval that is NaN is that of the value. An infinite end
// is at the edge of the panel, without a cap. The confidence of the intervals stands below the title.
func NewRows(name, title string, confidence float64, names []string, measures ...Measure) *Figure {
	f := &Figure{Name: name, panels: [][]*plot.Plot{nil}, height: vg.Length(len(names))*rowHeight + axisHeight}
	f.title = fmt.Sprintf("%s\nbars: %g %% intervals", title, 100*confidence)
	for i, m := range measures {
		p := m.panel(len(names))
		ticks := make([]plot.Tick, len(names))
		for k := range names {
			ticks[k].Value = -float64(k)
			if i == 0 {
				ticks[k].Label = names[k]
			}
		}
		p.Y.Tick.Marker, p.Y.Tick.Length = plot.ConstantTicks(ticks), 0
		f.panels[0] = append(f.panels[0], p)
		f.width += measureWidth
	}
	f.width += longest(newPlot("").Y.Tick.Label, names)
	return f
}

// panel returns the plot of a measure with n rows, without their names.
func (m *Measure) panel(n int) *plot.Plot {
	low, high := m.Line, m.Line
	for i, v := range m.Values {
		for _, x := range []float64{v, m.Intervals[i].Low, m.Intervals[i].High} {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	room := max(0.05*(high-low), 0.01)
	low, high = low-room, high+room
	dots := &plotter.Scatter{GlyphStyle: dotStyle(0)}
	bars := &plotter.XErrorBars{LineStyle: lineStyle(0), CapWidth: plotter.DefaultCapWidth}
	for i, v := range m.Values {
		if math.IsNaN(v) {
			continue
		}
		dots.XYs = append(dots.XYs, plotter.XY{X: v, Y: -float64(i)})
		var e struct{ Low, High float64 } // of an end that is NaN it stays 0
		if end := m.Intervals[i].Low; !math.IsNaN(end) {
			e.Low = v - max(end, low-room) // an infinite end is beyond the edge
		}
		if end := m.Intervals[i].High; !math.IsNaN(end) {
			e.High = min(end, high+room) - v
		}
		bars.XErrors = append(bars.XErrors, e)
	}
	bars.XYs = dots.XYs
	p := newPlot("")
	p.X.Label.Text = m.Label
	p.X.Padding, p.Y.Padding = 0, 0
	bottom := 0.5 - float64(n)
	line := &plotter.Line{XYs: plotter.XYs{{X: m.Line, Y: bottom}, {X: m.Line, Y: 0.5}}, LineStyle: plotter.DefaultLineStyle}
	p.Add(plotter.NewGrid(), line, bars, dots)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low, high, bottom, 0.5
	return p
}
