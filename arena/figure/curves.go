package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/arena/stats"
)

// Sizes of the panels of curves.
const (
	panelWidth  = 11 * vg.Centimeter
	panelHeight = 6.5 * vg.Centimeter
	panelColumn = 2 // panels side by side
)

// Curve is a panel of [Curves]: the values Y at X. A NaN or infinite Y is left out: the line connects
// its neighbours.
type Curve struct {
	Name, Unit string // title, and unit of Y; Unit may be ""
	X, Y       []float64
	Band       []stats.Interval // of each Y, drawn as a band; nil for none
	Half       bool             // whether there is a dashed line at one half, if that is near
}

// Curves draws curves over the same quantity, one in each panel. A curve with the values of an earlier
// one is left out.
func Curves(title, x string, curves []Curve) *Figure {
	most := 0.0
	for _, k := range curves {
		if len(k.X) > 0 {
			most = max(most, slices.Max(k.X))
		}
	}
	var panels []*plot.Plot
	for i, k := range curves {
		if !slices.ContainsFunc(curves[:i], k.equal) {
			panels = append(panels, k.panel(x, most))
		}
	}
	return panelled(title, panels, nil)
}

// equal reports whether two curves have the same points, of which there are some.
func (k Curve) equal(o Curve) bool {
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	known := func(v float64) bool { return !math.IsNaN(v) }
	return slices.ContainsFunc(k.Y, known) && slices.EqualFunc(k.Y, o.Y, same) && slices.EqualFunc(k.X, o.X, same)
}

// panelled returns a figure of panels, two side by side. legend, which may be nil, draws below
// the title.
func panelled(title string, panels []*plot.Plot, legend func(draw.Canvas)) *Figure {
	lines := (len(panels) + panelColumn - 1) / panelColumn
	head := vg.Centimeter
	if legend != nil {
		head += lineHeight
	}
	return &Figure{panelColumn * panelWidth, vg.Length(lines)*panelHeight + head, func(c draw.Canvas) {
		c.FillText(style(titleSize, ink, draw.XCenter, draw.YCenter), vg.Point{X: c.Center().X, Y: c.Max.Y - vg.Centimeter/2}, title)
		if legend != nil {
			legend(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: c.Max.Y - head}, Max: c.Max}})
		}
		for i, p := range panels {
			x, y := vg.Length(i%panelColumn)*panelWidth, c.Max.Y-head-vg.Length(i/panelColumn)*panelHeight
			cell := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: c.Min.X + x, Y: y - panelHeight}, Max: vg.Point{X: c.Min.X + x + panelWidth, Y: y}}}
			p.Draw(draw.Crop(cell, 0.3*vg.Centimeter, -0.4*vg.Centimeter, 0.3*vg.Centimeter, -0.1*vg.Centimeter))
		}
	}}
}

// panel returns the plot of a curve. most is the upper end of the axis of x.
func (k Curve) panel(x string, most float64) *plot.Plot {
	p := newPlot(k.Name, x, k.Unit)
	p.Title.TextStyle.Font.Size = labelSize
	var shown Curve
	low, high := math.Inf(1), math.Inf(-1)
	for i, v := range k.Y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		shown.X, shown.Y = append(shown.X, k.X[i]), append(shown.Y, v)
		low, high = min(low, v), max(high, v)
		if k.Band != nil {
			shown.Band = append(shown.Band, k.Band[i])
			low, high = min(low, k.Band[i].Low), max(high, k.Band[i].High)
		}
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, max(1, most), 0, 1
	if low <= high {
		room := 0.05 * (high - low)
		if room == 0 {
			room = 0.05*math.Abs(high) + 1e-9
		}
		p.Y.Min, p.Y.Max = low-room, high+room
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = countTicks(p.X.Max), shortTicks{}
	p.X.Padding, p.Y.Padding = 0, 0
	p.Add(ruled{})
	if k.Half && p.Y.Min <= 0.6 && p.Y.Max >= 0.4 {
		p.Y.Min, p.Y.Max = min(p.Y.Min, 0.49), max(p.Y.Max, 0.51)
		p.Add(&plotter.Line{XYs: plotter.XYs{{Y: 0.5}, {X: p.X.Max, Y: 0.5}}, LineStyle: draw.LineStyle{Color: color.Gray{0x90}, Width: vg.Points(0.8), Dashes: dashes}})
	}
	p.Add(&shown)
	return p
}

// Plot draws the curve, with dots if there are at most 60 points.
func (k *Curve) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	var path []vg.Point
	for i := range k.X {
		path = append(path, vg.Point{X: trX(k.X[i]), Y: trY(k.Y[i])})
	}
	switch {
	case len(path) == 1 && k.Band != nil:
		c.StrokeLine2(draw.LineStyle{Color: bar, Width: vg.Points(1)}, path[0].X, trY(k.Band[0].Low), path[0].X, trY(k.Band[0].High))
	case k.Band != nil:
		drawBand(c, p, k.X, k.Band, bar)
	}
	if len(path) > 1 {
		c.StrokeLines(draw.LineStyle{Color: bar, Width: vg.Points(1.2)}, path)
	}
	if len(path) <= 60 {
		for _, at := range path {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: bar, Radius: vg.Points(1.8), Shape: draw.CircleGlyph{}}, at)
		}
	}
}

// drawBand fills the area between the ends of intervals.
func drawBand(c draw.Canvas, p *plot.Plot, x []float64, band []stats.Interval, colour color.Color) {
	trX, trY := p.Transforms(&c)
	var area []vg.Point
	for i, in := range band {
		area = append(area, vg.Point{X: trX(x[i]), Y: trY(in.Low)})
	}
	for i, in := range slices.Backward(band) {
		area = append(area, vg.Point{X: trX(x[i]), Y: trY(in.High)})
	}
	r, g, b, _ := colour.RGBA()
	c.FillPolygon(color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0x38}, c.ClipPolygonXY(area))
}
